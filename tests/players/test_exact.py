"""Exact answers: every proof agrees with a search of the whole tree of the game."""

from __future__ import annotations

import itertools
import random
from functools import cache

import pytest
from conftest import GAMES, game_of, long, sizes_of, wide

import hexgame
from hexgame.play.game import Game
from hexgame.play.state import State
from hexgame.players import Limits
from hexgame.players.exact import DRAW, NOBODY, Unsolvable, solve
from hexgame.players.exact.hands import Compiled, Plain, kernel_of
from hexgame.players.exact.images import images_of
from hexgame.players.exact.judge import Question
from hexgame.players.exact.kernel import orders
from hexgame.players.exact.player import ExactPlayer

MOST_CELLS = 9


class WholeTree:
    """Values of positions from the definition: all lines of play, to their ends."""

    def __init__(self, game: Game) -> None:
        self.game, self.known = game, dict[tuple[int, ...], object]()

    def value(self, state: State) -> object:
        """The seat of the winner or None for a draw; for three or more, who can force a win against all others."""
        if state.outcome:
            winner = state.outcome.winner
            return None if winner is None else state.seat(winner)
        if len(self.known) > 5_000:
            pytest.skip("too many positions")
        key = state.vector[: self.game.machine.layout.position_size]
        if key not in self.known:
            self.known[key] = "being searched"
            self.known[key] = self.best(state, [self.after(state, move) for move in state.legal_moves])
        assert self.known[key] != "being searched", "play comes back to a position"
        return self.known[key]

    def after(self, state: State, move: hexgame.Move) -> object:
        state.play(move)
        value = self.value(state)
        state.undo()
        return value

    def best(self, state: State, values: list[object]) -> object:
        assert state.to_move
        mine = state.seat(state.to_move)
        if mine in values:
            return mine
        if len(self.game.players) == 2:
            return None if None in values else 1 - mine
        return values[0] if len(set(values)) == 1 else None

    def name(self, state: State, value: object) -> str:
        nobody = DRAW if len(self.game.players) == 2 else NOBODY
        return next((colour for colour in self.game.players if state.seat(colour) == value), nobody)


def agree(state: State) -> None:
    """Compare a solution with the whole tree."""
    tree, found = WholeTree(state.game), solve(state)
    value = tree.value(state.copy())
    after = {move: tree.after(state.copy(), move) for move in state.legal_moves}
    assert found.proved
    assert found.complete
    assert found.winner == tree.name(state, value)
    assert found.values == {move: tree.name(state, each) for move, each in after.items()}
    assert found.moves == tuple(move for move, each in after.items() if each == value) or value is None


SMALL = [
    "bidding_hex", "bide", "cairo_hex", "catchup", "chameleon", "conect", "cross", "crossway", "cuboid",
    "cylinder_hex", "dark_hex", "diagonal_hex", "duplohex", "esa_hex", "gale", "gonnect", "gyre", "hex", "hy2",
    "konobi", "master_y", "minefield", "misere_hex", "moebius_hex", "nex", "obstacle_hex", "odd", "omega",
    "oust", "oware", "pex", "pippinzip", "product", "projex", "quax", "random_turn_hex", "redstone", "resolve",
    "scaffold", "simultaneous_hex", "slimetrail", "slither", "squava", "symple", "tabu_y", "tak", "tara",
    "tetrakis_hex", "three_player_hex", "torex", "trax", "trike", "xodd", "y", "y_hex", "yodd",
]  # fmt: skip
"""The shipped games that have a board of few cells among their two smallest."""


def on_small_boards(stem: str) -> list[Game]:
    """A shipped game on its boards of few cells."""
    games = [hexgame.load(stem, size=size) for size in sizes_of(stem)[:2] if size <= 3]
    return [game for game in games if len(game.board.cells) <= MOST_CELLS]


@long("hex-options0", "hex-options1", "three_player_hex*")
@pytest.mark.parametrize(("name", "options"), [
    ("hex", {"size": 3, "pie": "no"}),
    ("hex", {"size": 2, "pie": "yes"}),
    ("misere_hex", {"size": 2, "pie": "no"}),
    ("y", {"size": 3}),
    ("torex", {"size": 2}),
    ("cross", {"size": 2}),
    ("chameleon", {"size": 2}),
    ("three_player_hex", {"size": 2}),
])  # fmt: skip
def test_a_solution_agrees_with_the_whole_tree(name: str, options: dict[str, object]) -> None:
    agree(hexgame.load(name, **options).start())


@wide
def test_every_game_with_a_small_board_is_among_them() -> None:
    assert [path.stem for path in GAMES if on_small_boards(path.stem)] == SMALL


@long
@pytest.mark.parametrize("name", SMALL)
def test_late_positions_of_small_games_agree_with_the_whole_tree(name: str) -> None:
    games = on_small_boards(name)
    assert games
    for game in games:
        agree_late(game)


def agree_late(game: Game) -> None:
    """Compare solutions of a position near the end of a random game, if the game can be solved at all."""
    state, cells = game.start(seed=1), len(game.board.cells)
    dice = random.Random(cells)
    try:
        solve(state.copy(), Limits(nodes=20))
    except Unsolvable:
        return
    for _ in range(cells - 5):
        if len(state.legal_moves) > 5:
            state.play(dice.choice(state.legal_moves))
    if not state.is_over:
        agree(state)


@long
def test_plain_and_compiled_searches_run_in_lockstep() -> None:
    for name, options in (("hex", {"size": 3}), ("hy2", {"size": 2}), ("three_player_hex", {"size": 2})):
        game = hexgame.load(name, **options)
        vector = game.start().vector
        for maker, draws in itertools.product(range(len(game.players)), (False, True)):
            asked = []
            for hands in (Plain(game), Compiled(game, 8 * orders.ENTRY * Plain.entries)):
                question = Question(game, maker, draws, hands)
                answers = [question.ask(vector, 100) for _ in range(30)]
                asked.append((answers, question.nodes, question.met_draws))
            assert asked[0] == asked[1], name


@pytest.mark.parametrize(("name", "options", "left"), [
    ("hex", {"size": 4, "pie": "no"}, 9),
    ("y", {"size": 4}, 7),
    ("hex_kb", {"size": 5}, 8),
    ("havannah", {"size": 3}, 7),
    ("moebius_hex", {"size": 3}, 6),
])  # fmt: skip
def test_carriers_change_no_answer(name: str, options: dict[str, object], left: int) -> None:
    game, dice = hexgame.load(name, **options), random.Random(1)
    hands = Plain(game)
    for maker, draws in itertools.product((0, 1), (False, True)):
        with_carriers, without = (Question(game, maker, draws, hands) for _ in range(2))
        without._orders[orders.CARRIES] = 0
        for _ in range(3):
            state = game.start()
            while not state.is_over and len(state.legal_moves) > left:
                state.play(dice.choice(state.legal_moves))
            if not state.is_over:
                asked = with_carriers.ask(state.vector, 10_000), without.ask(state.vector, 10_000)
                assert asked[0] == asked[1] != orders.OPEN
                assert with_carriers.nodes <= without.nodes


def test_what_is_proved_within_a_limit_is_marked_as_a_part() -> None:
    state = hexgame.load("hex", size=6, pie="no").start()
    found = solve(state, Limits(nodes=3))
    assert not found.proved
    assert found.winner is None
    assert not found.moves
    assert len(found.left) + len(found.values) == 36
    assert found.nodes < 6


def test_known_values_are_taken_over() -> None:
    state = hexgame.load("hex", size=6, pie="no").start()
    found = solve(state, known={"c3": "Red"}, limits=Limits(nodes=1))
    assert (found.winner, [*map(str, found.moves)]) == ("Red", ["c3", "d4"])  # images of each other
    assert not found.complete


def test_a_swap_exchanges_people_and_not_colours() -> None:
    found = solve(hexgame.load("hex", size=2).start())
    assert found.winner == "Blue"
    after = solve(hexgame.load("hex", size=2).start().play_all(["b1"]))
    assert after.winner == "Blue"
    assert [str(move) for move in after.moves] == ["swap"]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("dark_hex", "do not see everything"),
        ("blind_hex", "chance decides next"),
    ],
)
def test_what_has_no_exact_value_is_refused(name: str, why: str) -> None:
    with pytest.raises(Unsolvable, match=why):
        solve(hexgame.load(name).start(decide_chance=False))


def test_a_game_that_is_over_is_refused() -> None:
    state = hexgame.load("hex", size=2, pie="no").start().play_all(["a1", "b1", "a2", "b2"][:3])
    with pytest.raises(Unsolvable, match="over"):
        solve(state)


class ByHand:
    """Hex on a board of 4 × 4 cells, without the machine: stones as bits, and all lines of play."""

    cells = range(16)
    first, last = (0x000F, 0x1111), (0xF000, 0x8888)

    def __init__(self) -> None:
        steps = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
        self.near = [
            sum(
                1 << (cell // 4 + down) * 4 + cell % 4 + right
                for right, down in steps
                if 0 <= cell % 4 + right < 4 and 0 <= cell // 4 + down < 4
            )
            for cell in self.cells
        ]
        self.wins = cache(self._wins)

    def is_joined(self, stones: int, player: int) -> bool:
        chain = fresh = stones & self.first[player]
        while fresh and not chain & self.last[player]:
            cell = fresh & -fresh
            fresh ^= cell
            more = self.near[cell.bit_length() - 1] & stones & ~chain
            chain, fresh = chain | more, fresh | more
        return bool(chain & self.last[player])

    def _wins(self, own: int, other: int, player: int) -> bool:
        """Whether the player to move wins."""
        empty = [cell for cell in self.cells if not (own | other) >> cell & 1]
        empty.sort(key=lambda cell: abs(cell % 4 - 1.5) + abs(cell // 4 - 1.5))
        return any(self.is_joined(own | 1 << cell, player) for cell in empty) or any(
            not self.wins(other, own | 1 << cell, 1 - player) for cell in empty
        )


@wide
def test_the_openings_of_hex_4_agree_with_a_search_by_hand() -> None:
    by_hand, found = ByHand(), solve(hexgame.load("hex", size=4, pie="no").start())
    assert found.complete
    winners = ["Blue" if by_hand.wins(0, 1 << cell, 1) else "Red" for cell in by_hand.cells]
    assert [found.values[move] for move in found.state.legal_moves] == winners


@long
@wide
def test_the_openings_of_hex_5() -> None:
    found = solve(hexgame.load("hex", size=5, pie="no").start())
    assert found.complete
    assert " ".join(map(str, found.moves)) == "e1 b2 c2 d2 e2 b3 c3 d3 a4 b4 c4 d4 a5"


def test_a_swap_is_told_from_a_stone_of_the_other_colour() -> None:
    """Stones leave in Oust, so that a board can come about with the people in their seats and exchanged."""
    game = hexgame.load("oust", size=3)
    start = game.start(seed=1)
    start.play("a2")
    answers = [Question(game, maker, False, Plain(game)).ask(list(start.vector), 20_000) for maker in (0, 1)]
    assert answers == [orders.DISPROVED, orders.PROVED]


def test_the_images_of_a_position_have_one_print() -> None:
    """A board of stones in any number, and its rotations and reflections."""
    game, dice = hexgame.load("hy2", size=3), random.Random(1)
    images, length = images_of(game)
    assert len(images) == 12 * length
    prints = set[tuple[int, ...]]()
    for count in range(20):
        board = dice.sample([0] * (19 - count) + [dice.choice((1, 2)) for _ in range(count)], 19)
        vector = [*board, *game.machine.start[19:]]
        found = set[tuple[int, ...]]()
        for first in range(0, len(images), length):
            image = [*(vector[images[first + cell]] for cell in range(19)), *vector[19:]]
            into = [0, 0]
            kernel_of(game).function("print_of")(image, 0, images, length, into, 0)
            found.add(tuple(into))
        assert len(found) == 1
        prints |= found
    assert len(prints) == 20


@pytest.mark.parametrize("result", ["draw", "lose for Red", "win for Blue"])
@pytest.mark.parametrize("order", ["before", "after", "between"])
def test_endings_are_judged_in_their_order(result: str, order: str) -> None:
    """A full board may end the game before the goal that its last stone reaches."""
    goals = ["win for Red when connects(own, own.edges)", "win for Blue when connects(own, own.edges)"]
    goals.insert({"before": 0, "between": 1, "after": 2}[order], f"{result} when count(empty) == 0")
    game = game_of("\n".join(("board { shape rhombus(3) edge top, bottom: Red edge left, right: Blue }", *goals)))
    for moves in ("a1 b2 c3 c2 b3", "b2 b1 a2 c2 c1"):
        agree(game.start().play_all(moves.split()))


@pytest.mark.parametrize("edges", [
    "edge top: Red edge left, right, bottom: Blue",
    "edge top, left: Red edge bottom: Blue",
    "edge top, bottom, left: Red edge right: Blue",
    "edge top, bottom, left, right: Red",
])  # fmt: skip
@pytest.mark.parametrize("shape", ["rhombus(3)", "parallelogram(4, 2)"])
def test_players_may_have_different_numbers_of_edges(edges: str, shape: str) -> None:
    goal = "win for Red when connects(own, own.edges) " if "Blue" not in edges else "win when connects(own, own.edges)"
    game = game_of(f"board {{ shape {shape} {edges} }}\n{goal}\ndraw when count(empty) == 0")
    state = game.start()
    assert solve(state, Limits(nodes=50_000)).proved
    for _ in range(len(game.board.cells) - 4):
        if not state.is_over:
            state.play(state.legal_moves[-1])
    if not state.is_over:
        agree(state)


def test_a_move_is_chosen_wherever_the_limits_end_a_proof() -> None:
    state = game_of("board { shape parallelogram(3, 2) edge left, right: Red edge top, bottom: Blue }\nlose when "
                    "connects(own, own.edges)").start()  # fmt: skip
    for simulations in range(1, 60):
        choice = ExactPlayer(0).choose(state.view("Red"), Limits(simulations=simulations))
        assert choice.move in state.legal_moves
