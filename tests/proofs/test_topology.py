"""Glued boards: what surfaces they are, how their cells meet, and where straight lines go."""

from __future__ import annotations

import pytest
from conftest import codes_of, complete, game_of, long, sizes_of

import hexgame
from hexgame.board.board import Board
from hexgame.board.lines import rays
from hexgame.board.topology import surface
from hexgame.diagnostics.text import Source

SQUARE_OF = "board { shape rhombus(4) %s }"
TORUS_OF_HEXAGON = """
board {
  shape hexagon(3)
  wrap sides[0], sides[3] as a
  wrap sides[1], sides[4] as b
  wrap sides[2], sides[5] as c
}
"""
PORTAL = (
    "board { shape parallelogram(13, 6) - disc(cell(3, 3), 0) - disc(cell(9, 3), 0)"
    " portal gate: ring(cell(3, 3), 1) = ring(cell(9, 3), 1) by %s }"
)


def board_of(text: str) -> Board:
    return game_of(text).board


@pytest.mark.parametrize(
    ("text", "euler", "boundaries", "orientable"),
    [
        (SQUARE_OF % "", 1, 1, True),
        (SQUARE_OF % "wrap left, right as a", 0, 2, True),
        (SQUARE_OF % "wrap top, bottom as a", 0, 2, True),
        (SQUARE_OF % "wrap left, right reversed as a", 0, 1, False),
        (SQUARE_OF % "wrap top, bottom reversed as a", 0, 1, False),
        (SQUARE_OF % "wrap left, right as a wrap top, bottom as b", 0, 0, True),
        (SQUARE_OF % "wrap left, right as a wrap top, bottom reversed as b", 0, 0, False),
        (SQUARE_OF % "wrap left, right reversed as a wrap top, bottom as b", 0, 0, False),
        ("board { shape hexagon(4) }", 1, 1, True),
        ("board { shape hexagon(4) - disc(cell(0, 0), 1) }", 0, 2, True),
        ("board { shape hexagon(4) - disc(cell(0, 0), 0) - disc(cell(2, -1), 0) }", -1, 3, True),
        ("board { shape hexagon(3) wrap sides[0], sides[3] as a }", 0, 2, True),
        ("board { shape triangle(4) wrap perimeter antipodal as a }", 1, 0, False),
        (PORTAL % "translation", -1, 1, False),
        (PORTAL % "reflection", -1, 1, True),
        ("board { grid square shape rhombus(4) }", 1, 1, True),
        ("board { grid square shape rhombus(5) - disc(cell(2, 2), 0) }", 0, 2, True),
        ("board { grid square shape rhombus(4) wrap left, right as a }", 0, 2, True),
        ("board { grid square shape rhombus(4) wrap left, right as a wrap top, bottom as b }", 0, 0, True),
        ("board { grid square shape rhombus(4) wrap left, right reversed as a }", 0, 1, False),
        ("board { grid square8 shape rhombus(4) }", None, None, True),
        ("board { graph { cell a at 0, 0 cell b at 1, 0 link a - b } }", None, None, True),
    ],
)
def test_a_board_is_the_surface_it_was_glued_to(
    text: str, euler: int | None, boundaries: int | None, orientable: bool
) -> None:
    found = surface(board_of(text))
    assert (found.euler, found.boundaries, found.orientable, found.components) == (euler, boundaries, orientable, 1)


@long("??")
@pytest.mark.parametrize("size", sizes_of("hex_kb"))
def test_hex_kb_is_a_klein_bottle_with_a_hole_at_every_size(size: int) -> None:
    found = surface(hexgame.load("hex_kb", size=size).board)
    assert (found.euler, found.boundaries, found.orientable, found.components) == (-1, 1, False, 1)


@pytest.mark.parametrize(("options", "cells"), [((5, 0, 1), 17), ((7, 0, 2), 41), ((11, 1, 3), 95)])
def test_hex_kb_has_the_cells_of_its_formula(options: tuple[int, int, int], cells: int) -> None:
    size, hole, inset = options
    assert len(hexgame.load("hex_kb", size=size, hole=hole, inset=inset).board.cells) == cells
    assert cells == size**2 - 2 * (3 * hole**2 + 3 * hole + 1) - 6 * (hole + 1)


@pytest.mark.parametrize(("size", "cells"), [(2, 3), (3, 12), (4, 27), (6, 75)])
def test_projex_is_a_projective_plane(size: int, cells: int) -> None:
    board = hexgame.load("projex", size=size).board
    found = surface(board)
    assert (len(board.cells), found.euler, found.boundaries, found.orientable) == (cells, 1, 0, False)
    if size > 2:
        assert sorted(map(len, board.arcs))[:7] == [5] * 6 + [6]


@pytest.mark.parametrize(
    "text",
    [
        SQUARE_OF % "wrap left, right reversed as a wrap top, bottom as b",
        SQUARE_OF % "wrap left, right as a wrap top, bottom as b",
        "board { shape rhombus(2) wrap left, right as a wrap top, bottom as b }",
        TORUS_OF_HEXAGON,
        "board { grid square8 shape rhombus(5) wrap left, right reversed as a }",
        PORTAL % "translation",
        "board { shape triangle(4) wrap perimeter antipodal as a }",
        "board { shape hexagon(2) wrap sides[0], sides[3] as a wrap sides[1], sides[4] as b }",
        TORUS_OF_HEXAGON.replace("sides[5]", "sides[5] reversed"),
    ],
)
def test_every_link_can_be_walked_back(text: str) -> None:
    board = board_of(text)
    for cell, arcs in enumerate(board.arcs):
        assert all((cell, arc.label) in board.arcs[arc.to] for arc in arcs)


def test_a_torus_of_hexagons_has_six_neighbours_everywhere() -> None:
    board = board_of(TORUS_OF_HEXAGON)
    assert {len(arcs) for arcs in board.arcs} == {6}
    assert surface(board).euler == 0


def test_parallel_links_over_different_seams_are_kept() -> None:
    board = board_of("board { shape rhombus(2) wrap left, right as a wrap top, bottom as b }")
    assert {len(arcs) for arcs in board.arcs} == {6}
    assert len({arc.to for arc in board.arcs[0]}) == 3


def test_straight_lines_go_on_over_wraps() -> None:
    board = board_of(SQUARE_OF % "wrap left, right as a")
    named = [[board.names[cell] for cell in line] for line in rays(board)[board.by_name["b2"]]]
    assert named[0] == ["c2", "d2", "a2"]
    assert named[1] == ["b3", "b4"]
    assert named[2] == ["a3", "d4"]


def test_a_line_over_a_twist_comes_back_mirrored() -> None:
    board = board_of("board { grid square shape rhombus(4) wrap left, right reversed as a }")
    line = [board.names[cell] for cell in rays(board)[board.by_name["a1"]][0]]
    assert line == ["b1", "c1", "d1", "a4", "b4", "c4", "d4"]


def test_a_line_goes_round_a_torus_until_it_comes_home() -> None:
    board = board_of("board { grid square8 shape parallelogram(3, 4) wrap left, right as a wrap top, bottom as b }")
    assert [sorted(map(len, lines)) for lines in rays(board)] == [[2, 2, 3, 3, 11, 11, 11, 11]] * 12


def test_leaps_go_over_seams() -> None:
    game = game_of(
        "board { shape rhombus(7) wrap left, right as a relation vision = leap(2, 1) }\n"
        "turn { place stone on c among empty where own.turns == 0 or count(vision(c) & own) > 0 }"
    )
    state = game.start().play_all(["a4", "d4"])
    assert {"c5", "e5", "f3", "g2"} <= set(map(str, state.legal_moves))


def test_the_twelve_leaps_of_a_knight() -> None:
    game = game_of(
        "board { shape rhombus(9) relation vision = leap(2, 1) }\n"
        "turn { place stone on c among empty where own.turns == 0 or count(vision(c) & own) > 0 }"
    )
    state = game.start().play_all(["e5", "a1"])
    wanted = "g6 f7 d8 c8 b7 b6 c4 d3 f2 g2 h3 h4"
    assert set(map(str, state.legal_moves)) == set(wanted.split())


@pytest.mark.parametrize(
    ("text", "code", "marked"),
    [
        ("board { shape parallelogram(4, 5) wrap left, top as a }", "HG410", "wrap left, top as a"),
        ("board { shape rhombus(5) edge top: Green }", "HG204", "Green"),
        ("board { shape rhombus(5) region far = {cell(7, 7)} }", "HG405", "{cell(7, 7)}"),
        ("board { shape rhombus(65) }", "HG402", "rhombus(65)"),
        (
            "board { shape rhombus(9) portal p: ring(cell(2, 2), 1) = ring(cell(6, 6), 2) by translation }",
            "HG414",
            "portal p: ring(cell(2, 2), 1) = ring(cell(6, 6), 2) by translation",
        ),
    ],
)
def test_what_cannot_be_glued_or_drawn_is_pointed_at(text: str, code: str, marked: str) -> None:
    assert codes_of(text) == [code]
    (found,) = hexgame.check(Source("x", complete(text)))
    assert found.span is not None
    assert found.span.text == marked
