"""Bonds, cells of no use and carriers: whatever they say of a position is true of the tree of the game."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from functools import cache

import pytest
from conftest import game_of, long

import hexgame
from hexgame.play.game import Game
from hexgame.play.state import State
from hexgame.players.exact.aims import aims_of
from hexgame.players.exact.binding import bonds_room
from hexgame.players.exact.hands import Plain, kernel_of
from hexgame.players.exact.judge import Question
from hexgame.players.exact.kernel import orders
from hexgame.players.exact.planar import is_planar

JOINING: list[tuple[str, dict[str, object], int]] = [
    ("hex", {"size": 3, "pie": "no"}, 9),
    ("hex", {"size": 4, "pie": "no"}, 12),
    ("y", {"size": 4}, 10),
]
CROSSING = """
game "Crossing"
option size = 3 in 2..5
players Red, Blue
board {
  grid square
  shape rhombus(size)
  edge top, bottom: Red
  edge left, right: Blue
}
turn { may place stone on empty }
win when connects(own, own.edges)
draw when count(empty) == 0
"""


def positions(game: Game, left: int, number: int) -> Iterator[State]:
    """Positions with at most so many empty cells."""
    dice = random.Random(left)
    while number:
        state = game.start()
        for _ in range(len(game.board.cells) - dice.randint(left // 2, left)):
            if not state.is_over:
                state.play(dice.choice(state.legal_moves))
        if not state.is_over:
            number -= 1
            yield state


class Joining:
    """Who can join their regions, from the definition."""

    def __init__(self, game: Game) -> None:
        self.nodes = game.machine.plan.nodes
        self.aims = aims_of(game.rules)
        self.can_join = cache(self._can_join)

    def is_joined(self, contents: tuple[int, ...], player: int) -> bool:
        own, left = 1 + player, {node for node, held in enumerate(contents) if held == 1 + player}
        while left:
            chain = [left.pop()]
            for node in chain:
                onwards = {packed >> self.nodes.seams for packed in self.nodes.rows[node]} & left
                left -= onwards
                chain += onwards
            if all(set(region) & set(chain) for region in self.aims[player]):
                return True
        return own == 0

    def _can_join(self, contents: tuple[int, ...], player: int, is_first: bool) -> bool:
        """Whether a player joins the regions in the end, if one or the other moves first."""
        empty = [cell for cell in range(self.nodes.cells) if contents[cell] == 0]
        if not empty or self.is_joined(contents, player):
            return self.is_joined(contents, player)
        mover = player if is_first else 1 - player
        after = (
            self.can_join((*contents[:cell], 1 + mover, *contents[cell + 1 :]), player, not is_first) for cell in empty
        )
        return any(after) if is_first else all(after)


def without(contents: tuple[int, ...], carrier: int, player: int) -> tuple[int, ...]:
    """A position in which the other player has all empty cells outside a carrier."""
    return tuple(2 - player if held == 0 and not carrier >> at & 1 else held for at, held in enumerate(contents))


@long("hex*")
@pytest.mark.parametrize(("name", "options", "left"), JOINING)
def test_what_bonds_say_is_true(name: str, options: dict[str, object], left: int) -> None:
    game = hexgame.load(name, **options)
    bond, is_useless = map(kernel_of(game).function, ("bond", "is_useless"))
    room = [0] * bonds_room(game.machine)
    joining, cells = Joining(game), len(game.board.cells)
    for state, player in itertools.product(positions(game, left, 12), (0, 1)):
        vector = list(state.vector)
        contents = tuple(vector[: game.machine.plan.nodes.count])
        sight = bond(vector, player, room)
        if sight != orders.NOTHING:
            assert joining.can_join(without(contents, room[orders.WINNING], player), player, sight == orders.HALF)
        if sight == orders.HALF:
            for cell in range(cells):
                if contents[cell] == 0 and not room[orders.MUST] >> cell & 1:
                    after = (*contents[:cell], 2 - player, *contents[cell + 1 :])
                    assert joining.can_join(without(after, room[orders.UNION], player), player, is_first=True)
        for cell in range(cells):
            if contents[cell] == 0 and is_useless(room, cell):
                others = [each for each in range(cells) if contents[each] == 0 and each != cell]
                for mine in itertools.islice(itertools.product((0, 1), repeat=len(others)), 64):
                    filled = list(contents)
                    for each, holder in zip(others, mine, strict=True):
                        filled[each] = 1 + holder
                    one, other = ((*filled[:cell], 1 + who, *filled[cell + 1 :]) for who in (0, 1))
                    assert joining.is_joined(one, player) == joining.is_joined(other, player)


@long
@pytest.mark.parametrize(("name", "options", "left"), JOINING)
def test_bonds_change_no_answer(name: str, options: dict[str, object], left: int) -> None:
    game = hexgame.load(name, **options)
    for maker, draws in itertools.product((0, 1), (False, True)):
        switched = [{}, {orders.IDLE: 0}, {orders.BONDS: 0, orders.IDLE: 0}, {orders.CARRIES: 0}]
        questions = [Question(game, maker, draws, Plain(game)) for _ in switched]
        for question, switches in zip(questions, switched, strict=True):
            for order, value in switches.items():
                question._orders[order] = value
        for state in positions(game, left - 2, 3):
            answers = [question.ask(state.vector, 10_000) for question in questions]
            assert answers == [answers[0]] * 4
            assert answers[0] != orders.OPEN


@long
def test_bonds_need_a_board_on_which_one_player_can_join() -> None:
    rooms = {
        name: bonds_room(hexgame.load(name, size=size).machine)
        for name, size in (("hex", 5), ("y", 5), ("moebius_hex", 4), ("hex_kb", 5), ("torex", 4), ("havannah", 3))
    }
    assert {name for name, room in rooms.items() if room} == {"hex", "y"}


@long("0-True", "1-False")
@pytest.mark.parametrize("draws", [False, True])
@pytest.mark.parametrize("maker", [0, 1])
def test_a_full_board_without_a_winner_has_no_carrier(maker: int, draws: bool) -> None:
    game = game_of(CROSSING)
    for state in positions(game, 7, 12):
        asked, plain = (Question(game, maker, draws, Plain(game)) for _ in range(2))
        plain._orders[orders.CARRIES] = 0
        assert asked.ask(state.vector, 10_000) == plain.ask(state.vector, 10_000) != orders.OPEN


def graph(nodes: int, links: Iterator[tuple[int, int]] | list[tuple[int, int]]) -> list[set[int]]:
    near: list[set[int]] = [set() for _ in range(nodes)]
    for one, other in links:
        near[one].add(other)
        near[other].add(one)
    return near


def test_which_graphs_are_planar() -> None:
    complete = list(itertools.combinations(range(5), 2))
    utilities = list(itertools.product(range(3), range(3, 6)))
    assert not is_planar(graph(5, complete))
    assert not is_planar(graph(6, utilities))
    assert all(is_planar(graph(5, [each for each in complete if each != link])) for link in complete)
    assert all(is_planar(graph(6, [each for each in utilities if each != link])) for link in utilities)
    wheel = [(0, spoke) for spoke in range(1, 9)] + [(1 + k, 1 + (k + 1) % 8) for k in range(8)]
    assert is_planar(graph(9, wheel))
    assert not is_planar(graph(9, [*wheel, (1, 5), (3, 7)]))
    petersen = [(k, (k + 1) % 5) for k in range(5)] + [(k, k + 5) for k in range(5)]
    assert not is_planar(graph(10, [*petersen, *((5 + k, 5 + (k + 2) % 5) for k in range(5))]))
