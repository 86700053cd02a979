"""Symmetries: those that are found are respected in play, and none is missed on boards that igraph knows as well."""

from __future__ import annotations

import contextlib
import itertools
import math
import random

import igraph
import pytest
from conftest import ROOT, game_of, long, wide
from plainly.boards import built
from plainly.richer import sheet_of
from plainly.sheets import written

import hexgame
from hexgame import Source
from hexgame.play.game import Game
from hexgame.play.state import State
from hexgame.players.exact.hands import Plain
from hexgame.players.exact.images import orbits
from hexgame.players.exact.judge import Question
from hexgame.players.exact.kernel import orders
from hexgame.rules import program
from hexgame.rules.symmetry import Symmetry, symmetries
from hexgame.rules.symmetry.automorphisms import stabilisers
from hexgame.rules.symmetry.graph import Builder
from hexgame.rules.symmetry.reasons import broken

KNOWN = [
    ("hex", {"size": 4}, 2, 2),
    ("y", {"size": 4}, 6, 6),
    ("havannah", {"size": 3}, 12, 12),
    ("misere_hex", {"size": 3}, 2, 2),
    ("hex_kb", {"size": 5}, 2, 2),
    ("torex", {"size": 4}, 32, 32),
    ("torex", {"size": 4, "diagonal": "White"}, 32, 0),
    ("three_player_hex", {"size": 2}, 2, 4),
    ("torex", {"size": 11}, 242, 242),
    ("hy2", {"size": 2}, 12, 12),
    ("gonnect", {"size": 3}, 8, 8),
    ("dark_hex", {"size": 3}, 2, 2),
    ("unlur", {"size": 3}, 12, 0),
    ("knight_vision", {"size": 5}, 2, 2),
    ("blind_hex", {"size": 5}, 1, 0),
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
    """The code of a decision's image; for placements, moves, cells that are chosen, and decisions without a cell."""
    block, nodes = state.game.block_of(code), symmetry.nodes
    if block.word == "move":
        source, target = block.pairs[code - block.base]
        return block.base + block.pairs.index((nodes[source], nodes[target]))
    match block.decision.what:
        case program.Choose(kind="player"):
            return block.base + symmetry.players[code - block.base]
        case program.Random(among=cells) if cells is not None:
            return block.base + nodes[code - block.base]
    is_cell = block.takes_cell or (block.word == "choose" and not block.named)
    return block.base + nodes[code - block.base] if is_cell else code


def image_at_start(game: Game, symmetry: Symmetry) -> list[int]:
    """The image of the position at the start: as it is, but for whose it is."""
    layout, players, start = game.machine.layout, symmetry.players, list(game.machine.start)
    image = list(start)
    image[layout.mover.offset] = players[start[layout.mover.offset]]
    for cell in range(len(game.board.cells)):
        image[symmetry.nodes[cell]] = renamed(game, start[cell], players)
    return image


def renamed(game: Game, held: int, players: tuple[int, ...]) -> int:
    kinds = len(game.rules.pieces)
    owner, kind = divmod(held - 1, kinds)
    return 1 + (players[owner] if owner < len(players) else owner) * kinds + kind if held else 0


def is_respected(game: Game, symmetry: Symmetry, seed: int) -> bool:
    """Play a random game and its image, and return whether they stay images of each other."""
    dice, cells, players = random.Random(seed), len(game.board.cells), symmetry.players
    state, mine, others = game.start(seed=1), list(game.machine.start), image_at_start(game, symmetry)
    if mine[:cells] != others[:cells]:
        return False
    layout, end, codes = game.machine.layout, game.machine.layout.end.offset, [0] * (game.action_count + 1)
    for _ in range(300):
        if (mine[end] == 0) != (others[end] == 0):
            return False
        if mine[end]:
            first, second = (game.outcome(each[end]) for each in (mine, others))
            after = None if first.winner is None else game.players[players[game.players.index(first.winner)]]
            return (after, first.label) == (second.winner, second.label)
        if others[layout.mover.offset] != players[mine[layout.mover.offset]]:
            return False
        possible = [codes[: game.machine.legal(each, codes)] for each in (mine, others)]
        try:
            if {image_of(state, code, symmetry) for code in possible[0]} != set(possible[1]):
                return False
        except ValueError:  # no such move
            return False
        code = dice.choice(possible[0])
        game.machine.step(mine, code)
        game.machine.step(others, image_of(state, code, symmetry))
        if any(others[symmetry.nodes[cell]] != renamed(game, mine[cell], players) for cell in range(cells)):
            return False
    return True


def in_lockstep(game: Game, symmetry: Symmetry, seed: int) -> None:
    """Play a random game and its image."""
    assert is_respected(game, symmetry, seed)


@wide("*", "!1")
@pytest.mark.parametrize("first", range(1, 801, 40))
def test_random_sheets_with_kinds_numbers_and_piles_are_played_in_lockstep_with_their_images(first: int) -> None:
    tried = 0
    for seed in range(first, first + 40, 2):
        sheet = sheet_of(seed)
        with contextlib.suppress(hexgame.HexgameError):
            game = hexgame.load(Source("random.hexgame", written(sheet, built(sheet.board))))
            for symmetry in symmetries(game.rules, game.board).listed(6)[1:]:
                in_lockstep(game, symmetry, seed)
                tried += 1
    assert tried


@long("torex-*-242-242")
@pytest.mark.parametrize(("name", "options", "kept", "exchanging"), KNOWN)
def test_a_game_and_its_image_are_played_in_lockstep(
    name: str, options: dict[str, object], kept: int, exchanging: int
) -> None:
    game = hexgame.load(name, **options)
    group = symmetries(game.rules, game.board)
    found = group.listed(1_000)
    assert (group.order_keeping, group.order) == (kept, kept + exchanging)
    assert len(set(found)) == len(found) == group.order
    assert sum(not each.exchanges_players for each in found) == kept == len(group.kept(1_000))
    for seed, each in enumerate((*group.generators, *random.Random(1).sample(found, min(len(found), 4)))):
        in_lockstep(game, each, seed)


@pytest.mark.parametrize(("why", "number"), [
    ("a named cell", 1), ("a column", 1), ("the first player", 2), ("no edges", 4)
])  # fmt: skip
def test_rules_that_tell_cells_or_players_apart_have_fewer_symmetries(why: str, number: int) -> None:
    game = small(SHEETS[why])
    found = symmetries(game.rules, game.board).listed(100)
    assert len(found) == number
    for seed, each in itertools.product(range(5), found):
        in_lockstep(game, each, seed)


SHIPPED = sorted(path.stem for path in (ROOT / "games").glob("*.hexgame"))
UNKNOWN = {
    "abak": 16, "bide": 24, "blooms": 24, "dvonn": 12, "geister": 2, "majorities": 12, "onyx": 4, "symple": 8,
    "tak": 16, "tara": 2, "troll": 8, "zertz": 24,
}  # fmt: skip
"""Games with loops over cells whose order might matter, or lists of coordinates, and how many symmetries are respected
all the same."""

MEANT = {"conect": 4, "moebius_hex": 2}
"""Games with a border that is cut somewhere, which nothing but the sense of all rules together tells from elsewhere."""


def as_small_as_can_be(name: str) -> Game:
    for size in (2,) if name == "fractal" else (3, 4, 5):
        with contextlib.suppress(hexgame.HexgameError):
            return hexgame.load(name, size=size)
    return hexgame.load(name)


def of_the_board(game: Game) -> set[tuple[int, ...]]:
    """All automorphisms of the links between cells, by igraph."""
    cells = len(game.board.cells)
    links = [(cell, arc.to, arc.label) for cell, arcs in enumerate(game.board.arcs) for arc in arcs]
    graph = igraph.Graph(cells, sorted({(min(one, to), max(one, to)) for one, to, _ in links}))
    generators = [tuple(each) for each in graph.automorphism_group()]
    group = [tuple(range(cells))]
    known = set(group)
    for each in group:
        for step in generators:
            after = tuple(step[node] for node in each)
            if after not in known:
                known.add(after)
                group.append(after)
    assert len(known) == graph.count_automorphisms()
    return known


@long
@wide("*", "!hy2", "!gonnect", "!hex_kb")
@pytest.mark.parametrize("name", SHIPPED)
def test_all_that_play_respects_is_found(name: str) -> None:
    """The symmetries of the links alone, by igraph, of which no random game tells the image from the game."""
    game = as_small_as_can_be(name)
    count = len(game.players)
    turns = [tuple((player + by) % count for player in range(count)) for by in range(count)]
    found = {(each.nodes[: len(game.board.cells)], each.players) for each in game.symmetries.listed(5_000)}
    respected = {
        (nodes, players) for nodes in of_the_board(game) for players in turns
        if all(is_respected(game, Symmetry(nodes, players), seed) for seed in range(12))
    }  # fmt: skip
    assert game.symmetries.is_complete
    assert found <= respected
    assert len(respected) == (UNKNOWN | MEANT).get(name, len(found))


@pytest.mark.parametrize("seed", range(40))
def test_groups_of_random_graphs_are_as_large_as_igraph_says(seed: int) -> None:
    """Graphs with colours and few links, copied and joined so that they have symmetries."""
    dice = random.Random(seed)
    size, copies = dice.randint(1, 7), dice.randint(1, 4)
    colours = [dice.randrange(2) for _ in range(size)]
    links = [(one, other) for one in range(size) for other in range(one) if dice.random() < 0.4]
    builder = Builder()
    for copy in range(copies):
        for colour in colours:
            builder.vertex((colour,))
        for one, other in links:
            builder.link(copy * size + one, copy * size + other, ("link",))
            builder.link(copy * size + other, copy * size + one, ("link",))
    if dice.random() < 0.5:
        ring = [(copy * size, (copy + 1) % copies * size) for copy in range(copies)]
        for one, other in ring:
            builder.link(one, other, ("link",))
            builder.link(other, one, ("link",))
    graph = builder.graph()
    levels, is_complete = stabilisers(graph, len(graph.near))
    pairs = {(min(one, other), max(one, other)) for one, near in enumerate(graph.near) for other in near}
    other = igraph.Graph(len(graph.near), sorted(pairs)).simplify()
    loops = [
        colour + 2 * (one in near) for one, (colour, near) in enumerate(zip(graph.colours, graph.near, strict=True))
    ]
    assert is_complete
    assert math.prod(len(level.orbit) for level in levels) == other.count_automorphisms(color=loops)


@long
def test_what_breaks_symmetries_is_named() -> None:
    torex = hexgame.load("torex", size=4)
    whole, rules = broken(torex.rules, torex.board)
    assert whole > torex.symmetries.order
    assert any("meridian" in each.rule for each in rules)
    assert broken(hexgame.load("hex", size=3).rules, hexgame.load("hex", size=3).board) == (4, ())
    bide = hexgame.load("bide", size=3).symmetries
    assert bide.order == 1
    assert any("order" in each.why and each.where.startswith("for e in") for each in bide.pinned)


@long("*", "!hex*")
@pytest.mark.parametrize(("name", "options", "moves"), [
    ("hex", {"size": 3, "pie": "no"}, 9), ("y", {"size": 4}, 3), ("torex", {"size": 3}, 2),
])  # fmt: skip
def test_images_change_no_answer(name: str, options: dict[str, object], moves: int) -> None:
    game = hexgame.load(name, **options)
    for maker in (0, 1):
        with_images, without = (Question(game, maker, False, Plain(game)) for _ in range(2))
        without._images = without._images[: without._orders[orders.LENGTH]]
        for question in (with_images, without):
            question._orders[orders.BONDS] = 0
        for code in game.machine.opening[:moves]:
            vector = list(game.start().vector)
            game.machine.step(vector, code)
            assert with_images.ask(vector, 9_000) == without.ask(vector, 9_000) != orders.OPEN
        assert with_images.nodes < without.nodes


def test_moves_to_images_of_one_position_are_told() -> None:
    state = hexgame.load("hex", size=3, pie="no").start()
    assert len(set(orbits(state).values())) == 5
    state.play("a1")
    assert len(set(orbits(state).values())) == 8
    assert len(set(orbits(hexgame.load("torex", size=4).start()).values())) == 1
