"""Proofs from the surface that a board is: what they prove, what they must not, and the theorem that they rest on."""

from __future__ import annotations

from functools import reduce
from itertools import product
from operator import xor
from random import Random

import pytest
from conftest import game_of, long, wide
from glued import random_game, winners_of_all

import hexgame
from hexgame.play.game import Game
from hexgame.proofs.checking.certificate import Refused, checked
from hexgame.proofs.endings import Endings
from hexgame.proofs.fillings import fillings_of
from hexgame.proofs.limits import Limits
from hexgame.proofs.topology import attempt as method
from hexgame.proofs.topology.attempt import Model, attempt, model_of
from hexgame.proofs.topology.borders import surface_of
from hexgame.proofs.topology.naming import family, surface_name
from hexgame.proofs.topology.spaces import annihilator, combined, how_many, span, subspaces
from hexgame.proofs.topology.triangulation import Untriangulated, triangulation_of
from hexgame.proofs.verdicts import Proved

WINNER, ALONE = "at-least-one-winner", "at-most-one-winner"
TESTS = {WINNER: lambda won: len(won) >= 1, ALONE: lambda won: len(won) <= 1}


def model(game: Game) -> Model:
    fillings = fillings_of(game)
    return model_of(fillings, Endings(fillings))


def is_proved(game: Game, claim: str) -> bool:
    return isinstance(attempt(game, claim, Limits()), Proved)


@pytest.mark.parametrize(
    ("stem", "options", "surface"),
    [
        ("hex", {}, "a disc"),
        ("hex", {"size": 2}, "a disc"),
        ("hex_kb", {}, "a Klein bottle with a hole"),
        ("torex", {"diagonal": "Black", "size": 5}, "a torus"),
        ("torex", {"diagonal": "White", "size": 3}, "a torus"),
        ("projex", {}, "a projective plane"),
        ("atoll", {}, "a disc"),
        ("atoll", {"islands": 4, "size": 4}, "a disc"),
        ("cylinder_hex", {"size": 6}, "an annulus"),
        ("y", {}, "a disc with three such sides"),
        ("y", {"size": 2}, "a disc with three such sides"),
        ("master_y", {"size": 5}, "a disc with three such sides"),
    ],
)
def test_exactly_one_player_wins(stem: str, options: dict[str, object], surface: str) -> None:
    game = hexgame.load(stem, **options)
    for claim in (WINNER, ALONE):
        found = attempt(game, claim, Limits())
        assert isinstance(found, Proved)
        assert found.reach.startswith(f"every board, of any size, that triangulates {surface}")


def test_a_claim_may_follow_from_the_form_of_the_endings() -> None:
    found = attempt(hexgame.load("moebius_hex"), ALONE, Limits())
    assert isinstance(found, Proved)
    assert found.certificate["kind"] == "logic"


ATOLL_12 = """variant of atoll
board {
  shape hexagon(size)
  edge outside split 12: Black, White
}
win when some i in 0..2: connects(own, [own.edges[i], own.edges[i + 3]])
"""
KB = "variant of hex_kb\n"
FIRST = "win when path(own, own.edges, even: gate)\n"
SECOND = "win when path(own, own.edges, odd: gate) and loop(own, odd: gate)\n"
EVEN = "win when path(own, own.edges, odd: gate)\n"
"""A loop that crosses the seam an even number of times always exists: to stand still is one."""


@pytest.mark.parametrize(
    ("text", "claim"),
    [(ATOLL_12, WINNER), (KB + FIRST, WINNER), (KB + SECOND, WINNER), (KB + FIRST + EVEN, ALONE)],
)
def test_what_is_false_is_not_proved(text: str, claim: str) -> None:
    assert not is_proved(game_of(text), claim)


def test_each_half_of_a_false_statement_is_true() -> None:
    assert is_proved(game_of(KB + FIRST), ALONE)
    assert is_proved(game_of(KB + FIRST + EVEN), WINNER)
    assert is_proved(hexgame.load("torex", size=4), ALONE)


@long("*-13")
@wide("25-25-13", "50-25-13", "75-25-13")
@pytest.mark.parametrize(("first", "seeds", "most"), [(0, 12, 9), *[(25 * block, 25, 13) for block in range(4)]])
def test_no_proof_contradicts_the_full_boards_of_a_small_board(first: int, seeds: int, most: int) -> None:
    examined = 0
    for seed in range(first, first + seeds):
        game = random_game(seed, most)
        proved = [claim for claim in TESTS if game and is_proved(game, claim)]
        if game and proved:
            winners = winners_of_all(game)
            examined += 1
            assert [claim for claim in proved if not all(map(TESTS[claim], winners))] == [], seed
    assert examined


# The theorem itself


def carried(model: Model, player: int, filling: tuple[int, ...]) -> list[int]:
    """The classes of a player's chains on a full board, found from a spanning forest of the player's stones."""
    surface, side = model.surface, model.sides[player]
    arcs = [vertex for edge, vertex in surface.stands if surface.owners[edge] == player]
    arcs += [end for link in surface.arcs[player] for end in surface.links[link]]
    own = {cell for cell, content in enumerate(filling) if content == player + 1} | set(arcs)
    kept: dict[int, tuple[int, int]] = dict.fromkeys(arcs, (-1, 0))
    near: dict[int, list[tuple[int, int]]] = {vertex: [] for vertex in own}
    for link, (one, other) in enumerate(surface.links):
        if {one, other} <= own and (one < surface.cells or other < surface.cells or link in surface.arcs[player]):
            near[one].append((other, side.classes[link]))
            near[other].append((one, side.classes[link]))
    for first in [*arcs, *sorted(own)]:
        kept.setdefault(first, (first, 0))
        waiting = [first]
        for here in waiting:
            for there, vector in near[here]:
                if there not in kept:
                    kept[there] = (kept[here][0], kept[here][1] ^ vector)
                    waiting.append(there)
    return span({kept[here][1] ^ vector ^ kept[there][1] for here in own for there, vector in near[here]})


@pytest.mark.parametrize(
    ("stem", "options"),
    [
        ("hex", {"size": 4}),
        ("hex_kb", {"size": 7, "hole": 0, "inset": 2}),
        ("hex_kb", {"size": 13}),
        ("torex", {"size": 4, "diagonal": "Black"}),
        ("projex", {"size": 4}),
        ("atoll", {"size": 4}),
        ("cylinder_hex", {"size": 4}),
    ],
)
def test_what_one_player_carries_is_the_annihilator(stem: str, options: dict[str, object]) -> None:
    game = hexgame.load(stem, **options)
    found, random = model(game), Random(1)
    for _ in range(40):
        share = random.random()
        filling = tuple(1 + (random.random() < share) for _ in game.board.cells)
        one, other = carried(found, 0, filling), carried(found, 1, filling)
        most = annihilator((combined(vector, found.meeting) for vector in one), found.sides[1].dimension)
        assert other == span(most)


def test_a_boundary_of_two_circles_is_named_once() -> None:
    game = hexgame.load("cylinder_hex", size=4)
    kind = "triangulates an annulus, is bordered twice by Red alone and is glued alike"
    assert family(model(game).surface, game) == f"every board, of any size, that {kind}"


def test_with_a_free_boundary_they_are_orthogonal() -> None:
    game = game_of(
        "board { shape hexagon(4) - disc(cell(0, 0), 0) edge outside split 6: Red, Blue, neutral }\n"
        "win when connects(own, own.edges)"
    )
    found, random = model(game), Random(2)
    assert surface_name(found.surface) == "an annulus"
    assert family(found.surface, game).endswith("bordered by Red – Blue – nobody – Red – Blue – nobody and by nobody")
    pairs = {(tuple(span(one)), tuple(span(other))) for one, other in found.pairs()}
    for _ in range(100):
        filling = tuple(random.choice((1, 2)) for _ in game.board.cells)
        assert (tuple(carried(found, 0, filling)), tuple(carried(found, 1, filling))) in pairs


@pytest.mark.parametrize(
    "text",
    [
        "board { shape triangle(4) } win when connects(own, [sides[0], sides[1]])",
        "board { shape hexagon(3) } win when connects(own, [sides[0], sides[2], sides[4]])",
        "board { shape triangle(4) } win when connects(own, [sides[0], sides[1], sides[2] - corners])",
        "board { shape triangle(4) } win when connects(own, [sides[0], sides[1], corners])",
        "board { shape triangle(5) - disc(cell(1, 1), 0) } win when connects(own, sides)",
        "board { shape triangle(4) } win for Red when connects(own, sides)",
    ],
)
def test_three_sides_must_be_the_boundary_of_a_disc(text: str) -> None:
    assert not is_proved(game_of(text.replace(" win", "\nwin")), WINNER)


def test_chains_that_run_along_an_edge_may_meet_three_sides_both() -> None:
    game = game_of("board { shape triangle(3) edge sides[0]: Red }\nwin when connects(own, sides)")
    assert not is_proved(game, ALONE)
    entry = {"verdict": "proved", "method": "topology", "claim": ALONE, "data": {"kind": "sides"}}
    with pytest.raises(Refused, match="along a player's edge"):
        checked(game, entry)


# Linear algebra


@pytest.mark.parametrize("size", range(4))
def test_subspaces(size: int) -> None:
    found = {tuple(span(space)) for space in subspaces(size)}
    closed = {tuple(span(vectors)) for vectors in product(range(1 << size), repeat=size)}
    assert found == closed
    assert len(list(subspaces(size))) == len(found) == how_many(size)
    for space in subspaces(size):
        other = annihilator(space, size)
        assert span(other) == [v for v in range(1 << size) if not any((v & w).bit_count() & 1 for w in space)]


# What is no surface


@pytest.mark.parametrize(
    ("board", "reason"),
    [
        ("grid square shape rhombus(4)", "are not a fan of triangles"),
        ("grid square8 shape rhombus(4)", "are not a fan of triangles"),
        ("shape parallelogram(4, 1)", "are not a fan of triangles"),
        ("shape rhombus(2) + (rhombus(2) at cell(5, 0))", "not in one piece"),
        ("shape rhombus(2) + (rhombus(2) at cell(1, 1))", "are not a fan of triangles"),
        ("shape rhombus(4) edge perimeter: Red edge top: Blue", "goes all around the boundary"),
        ("shape rhombus(4) edge top, bottom: Red edge {cell(0, 0), cell(0, 1)} : Blue edge {cell(0, 0)} : Red", ""),
        ("shape rhombus(4) edge {cell(1, 1)}: Red", "next to a cell inside"),
        ("shape rhombus(4) edge top | bottom: Red", "along one run"),
        ("shape rhombus(4) edge left: Red edge {cell(0, 1), cell(0, 2)}: Blue", "share more than"),
        ("shape rhombus(5) - disc(cell(2, 2), 0) edge cells: Red", "inside the board"),
    ],
)
def test_what_is_no_surface_with_arcs(board: str, reason: str) -> None:
    game = game_of(f"board {{ {board} }}\nwin when count(own) > 3")
    if not reason:
        surface_of(game.board, triangulation_of(game.board), 2)
        return
    with pytest.raises(Untriangulated, match=reason):
        surface_of(game.board, triangulation_of(game.board), 2)


# Mutations: a hypothesis that does not hold must cost the proof


def test_dropped_borders_cost_the_proof() -> None:
    gap = "board { shape rhombus(4) edge top, bottom: Red edge left - corners, right: Blue }"
    assert not is_proved(game_of(f"{gap}\nwin when connects(own, own.edges)"), WINNER)
    assert is_proved(game_of(f"{gap}\nwin when connects(own, own.edges)"), ALONE)


def test_a_link_taken_away_costs_the_proof() -> None:
    cut = "variant of hex\nboard { unlink cell(2, 2) - cell(3, 2) }"
    assert not is_proved(game_of(cut, size=5), WINNER)


def test_a_flipped_label_costs_the_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    game = hexgame.load("torex", size=4, diagonal="Black")
    there, label = game.board.arcs[0][0]
    ends = {0: (there, label), there: (0, label)}
    arcs = tuple(
        tuple(arc._replace(label=label ^ 1) if ends.get(cell) == arc else arc for arc in near)
        for cell, near in enumerate(game.board.arcs)
    )
    monkeypatch.setitem(game.board.__dict__, "arcs", arcs)
    assert not is_proved(game, WINNER)


def test_a_lost_constraint_costs_the_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pairs that are not orthogonal, or only orthogonal, let both players win, or nobody."""
    game = hexgame.load("hex", size=4)
    monkeypatch.setattr(method, "annihilator", lambda functionals, size: ())
    assert not is_proved(game, WINNER)
    monkeypatch.setattr(method, "annihilator", lambda functionals, size: tuple(1 << bit for bit in range(size)))
    assert not is_proved(game, ALONE)


def test_the_sum_of_classes_is_zero_around_triangles() -> None:
    found = model(hexgame.load("hex_kb"))
    for side in found.sides:
        for triangle in found.surface.triangles:
            assert reduce(xor, (side.classes[link] for link in triangle)) == 0
        for bit, cycle in enumerate(side.cycles):
            assert reduce(xor, (side.classes[link] for link in cycle)) == 1 << bit
