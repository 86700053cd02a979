"""Symmetries: those that are found are respected in play, and none is missed on boards that igraph knows as well."""

from __future__ import annotations

import itertools
import random

import igraph
import pytest
from conftest import game_of

import hexgame
from hexgame.play.game import Game
from hexgame.play.state import State
from hexgame.players.exact import kernel
from hexgame.players.exact.hands import Plain
from hexgame.players.exact.images import orbits
from hexgame.players.exact.search import Question
from hexgame.rules.symmetry import Symmetry, symmetries
from hexgame.rules.symmetry.automorphisms import mappings
from hexgame.rules.symmetry.structure import Structure

KNOWN = [
    ("hex", {"size": 4}, 2, 2),
    ("y", {"size": 4}, 6, 6),
    ("havannah", {"size": 3}, 12, 12),
    ("misere_hex", {"size": 3}, 2, 2),
    ("hex_kb", {"size": 5}, 2, 2),
    ("torex", {"size": 4}, 32, 0),
    ("torex", {"size": 4, "diagonal": "White"}, 32, 0),
    ("three_player_hex", {"size": 2}, 2, 4),
    ("hy2", {"size": 2}, 2, 0),
]
"""Games, and how many symmetries they have that leave players alone, and that exchange them."""

SHEETS = {
    "a named cell": "win when connects(own, own.edges) and cell(1, 0) in own",
    "a column": "win when connects(own, own.edges) and some c in own: c.q == 0",
    "the first player": "win for Red when connects(own, own.edges)",
    "no edges": "win when count(own) >= 4",
}


def small(text: str) -> Game:
    return game_of(f"""
game "Test"
players Red, Blue
board {{ shape rhombus(3) edge top, bottom: Red edge left, right: Blue }}
turn {{ may place stone on empty }}
{text}
draw when count(empty) == 0
""")


def image_of(state: State, code: int, symmetry: Symmetry) -> int:
    """The code of a decision's image; for placements, and for decisions without a cell."""
    block = state.game.block_of(code)
    return block.base + symmetry.nodes[code - block.base] if block.takes_cell else code


def in_lockstep(game: Game, symmetry: Symmetry, seed: int) -> None:
    """Play a random game and its image."""
    dice, cells, players = random.Random(seed), len(game.board.cells), symmetry.players
    state, other = game.start(seed=1), game.start(seed=1)
    mine, others = list(state.vector), list(other.vector)
    others[game.machine.layout.mover.offset] = players[mine[game.machine.layout.mover.offset]]
    layout, end, codes = game.machine.layout, game.machine.layout.end.offset, [0] * (game.action_count + 1)
    while True:
        assert (mine[end] == 0) == (others[end] == 0)
        if mine[end]:
            winners = [game.outcome(each[end]).winner for each in (mine, others)]
            if winners[0] is None:
                assert winners[1] is None
            else:
                assert winners[1] == game.players[players[game.players.index(winners[0])]]
            return
        assert others[layout.mover.offset] == players[mine[layout.mover.offset]]
        possible = [codes[: game.machine.legal(each, codes)] for each in (mine, others)]
        assert {image_of(state, code, symmetry) for code in possible[0]} == set(possible[1])
        code = dice.choice(possible[0])
        game.machine.step(mine, code)
        game.machine.step(others, image_of(state, code, symmetry))
        for cell in range(cells):
            held = mine[cell]
            kinds = len(game.rules.pieces)
            owner, kind = divmod(held - 1, kinds)
            renamed = players[owner] if 0 <= owner < len(players) else owner
            assert others[symmetry.nodes[cell]] == (1 + renamed * kinds + kind if held else 0)


@pytest.mark.parametrize(("name", "options", "kept", "exchanging"), KNOWN)
def test_a_game_and_its_image_are_played_in_lockstep(
    name: str, options: dict[str, object], kept: int, exchanging: int
) -> None:
    game = hexgame.load(name, **options)
    found = symmetries(game.rules, game.board)
    assert len(set(found)) == len(found)
    assert sum(not each.exchanges_players for each in found) == kept
    assert len(found) == kept + exchanging
    for seed, each in enumerate(random.Random(1).sample(found, min(len(found), 6))):
        in_lockstep(game, each, seed)


@pytest.mark.parametrize(("why", "number"), [
    ("a named cell", 1), ("a column", 1), ("the first player", 2), ("no edges", 4)
])  # fmt: skip
def test_rules_that_tell_cells_or_players_apart_have_fewer_symmetries(why: str, number: int) -> None:
    game = small(SHEETS[why])
    found = symmetries(game.rules, game.board)
    assert len(found) == number
    for seed, each in itertools.product(range(5), found):
        in_lockstep(game, each, seed)


@pytest.mark.parametrize(("name", "options"), [
    ("hex", {"size": 5}), ("y", {"size": 6}), ("havannah", {"size": 4}), ("hex_kb", {"size": 7}),
    ("atoll", {"size": 5}), ("moebius_hex", {"size": 4}), ("torex", {"size": 4}),
])  # fmt: skip
def test_as_many_are_found_as_by_igraph(name: str, options: dict[str, object]) -> None:
    game = hexgame.load(name, **options)
    players = tuple(range(len(game.players)))
    structure = Structure(game.rules, game.board, players)
    number = {}
    colours: list[object] = list(structure.colours)
    links = []
    for one, row in enumerate(structure.near):
        for other, labels in row.items():
            if one < other:
                middle = len(colours)
                colours += [("half", labels[0]), ("half", labels[1])]
                links += [(one, middle), (middle, middle + 1), (middle + 1, other)]
    for colour in colours:
        number.setdefault(repr(colour), len(number))
    colour = [number[repr(each)] for each in colours]
    generators = igraph.Graph(len(colours), links).automorphism_group(color=colour)
    steps = {tuple(each[: structure.nodes]) for each in generators}
    group = [tuple(range(structure.nodes))]
    known = set(group)
    for each in group:
        for step in steps:
            after = tuple(step[node] for node in each)
            if after not in known:
                known.add(after)
                group.append(after)
    found = list(mappings(structure, structure, structure.nodes, 10_000))
    assert sorted(found) == sorted(group)


@pytest.mark.parametrize(("name", "options", "moves"), [
    ("hex", {"size": 3, "pie": "no"}, 9), ("y", {"size": 4}, 3), ("torex", {"size": 3}, 2),
])  # fmt: skip
def test_images_change_no_answer(name: str, options: dict[str, object], moves: int) -> None:
    game = hexgame.load(name, **options)
    for maker in (0, 1):
        with_images, without = (Question(game, maker, False, Plain(game)) for _ in range(2))
        without._images = without._images[: without._orders[kernel.LENGTH]]
        for question in (with_images, without):
            question._orders[kernel.BONDS] = 0
        for code in game.machine.opening[:moves]:
            vector = list(game.start().vector)
            game.machine.step(vector, code)
            assert with_images.ask(vector, 9_000) == without.ask(vector, 9_000) != kernel.OPEN
        assert with_images.nodes < without.nodes


def test_moves_to_images_of_one_position_are_told() -> None:
    state = hexgame.load("hex", size=3, pie="no").start()
    assert len(set(orbits(state).values())) == 5
    state.play("a1")
    assert len(set(orbits(state).values())) == 8
    assert len(set(orbits(hexgame.load("torex", size=4).start()).values())) == 1
