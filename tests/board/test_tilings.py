"""Boards cut from tilings: counts, degrees, outlines, names and pictures, for every tiling there is."""

from __future__ import annotations

import re

import pytest
from conftest import codes_of, game_of, long, wide
from test_board import built

import hexgame
from hexgame import Source
from hexgame.board.board import Board
from hexgame.board.topology import surface
from hexgame.show.boards.text import draw
from hexgame.show.pictures.picture import svg
from hexgame.values.shapes import Region
from hexgame.values.tilings.catalogue import UNITS, tiling
from hexgame.values.tilings.mesh import KINDS
from hexgame.values.values import Cells

UNIT: dict[str, tuple[int, int, int, set[int], set[int]]] = {
    "square": (1, 2, 1, {4}, {4}),
    "hex": (2, 3, 1, {3}, {6}),
    "triangular": (1, 3, 2, {6}, {3}),
    "4.8.8": (4, 6, 2, {3}, {4, 8}),
    "3.6.3.6": (3, 6, 3, {4}, {3, 6}),
    "3.3.4.3.4": (4, 10, 6, {5}, {3, 4}),
    "3.4.6.4": (6, 12, 6, {4}, {3, 4, 6}),
    "4.6.12": (12, 18, 6, {3}, {4, 6, 12}),
    "3.12.12": (6, 9, 3, {3}, {3, 12}),
    "cairo": (6, 10, 4, {3, 4}, {5}),
    "rhombille": (3, 6, 3, {3, 6}, {4}),
    "tetrakis": (2, 6, 4, {4, 8}, {3}),
    "deltoidal": (6, 12, 6, {3, 4, 6}, {4}),
    "kisrhombille": (6, 18, 12, {4, 6, 12}, {3}),
    "triakis": (3, 9, 6, {3, 12}, {3}),
    "rice": (16, 24, 8, {3}, {5, 7}),
}
"""For each tiling the vertices, edges and faces of a unit cell, the sides of each, the degrees of its vertices."""

HEXAGONAL = [name for name in UNITS if tiling(name).is_hexagonal]


def board_of(grid: str, shape: str = "rhombus(3)", items: str = "") -> Board:
    board, _, report = built(f"grid {grid} shape {shape} {items}")
    assert not report.failed
    return board


def cells_in(region: Region) -> Cells:
    assert isinstance(region, Cells)
    return region


def sides_of(board: Board) -> list[Cells]:
    sides = board.regions["sides"]
    assert isinstance(sides, tuple)
    return list(sides)


def test_every_tiling_is_listed() -> None:
    assert UNIT.keys() == UNITS.keys(), "add its row to UNIT"


@pytest.mark.parametrize("name", UNITS)
def test_a_unit_cell_has_the_vertices_edges_and_faces_that_it_has(name: str) -> None:
    vertices, edges, faces, degrees, corners = UNIT[name]
    here = tiling(name)
    assert [len(sites.places) for sites in (here.vertices, here.edges, here.faces)] == [vertices, edges, faces]
    assert vertices - edges + faces == 0
    assert set(map(len, here.edges_at)) == set(map(len, here.faces_at)) == degrees
    assert set(map(len, here.corners_of)) == corners
    if name[0].isdigit():
        assert corners == {int(number) for number in name.split(".")}
        assert degrees == {len(name.split("."))}


@pytest.mark.parametrize("name", UNITS)
def test_the_faces_cover_the_unit_cell(name: str) -> None:
    here = tiling(name)
    turns = [zip(face.corners, (*face.corners[1:], face.corners[0]), strict=True) for face in here.polygons]
    areas = [sum((one.conjugate() * other).imag for one, other in turn) / 2 for turn in turns]
    assert min(areas) > 0
    assert sum(areas) == pytest.approx(here.across * here.down.imag)


COUNTS = {
    ("square", "rhombus"): lambda n: (n * n, (n + 1) ** 2),
    ("hex", "rhombus"): lambda n: (n * n, 2 * n * (n + 2)),
    ("hex", "hexagon"): lambda n: (3 * n * (n - 1) + 1, 6 * n * n),
    ("hex", "triangle"): lambda n: (n * (n + 1) // 2, n * n + 4 * n + 1),
    ("hex", "star"): lambda n: (6 * n * (n - 1) + 1, 12 * n * n - 6),
    ("triangular", "rhombus"): lambda n: (2 * n * n, (n + 1) ** 2),
    ("triangular", "hexagon"): lambda n: (6 * n * n, 3 * n * (n + 1) + 1),
    ("triangular", "triangle"): lambda n: (n * n, (n + 1) * (n + 2) // 2),
    ("triangular", "star"): lambda n: (12 * n * n, 6 * n * (n + 1) + 1),
    ("4.8.8", "rhombus"): lambda n: (n * n + (n - 1) ** 2, 4 * n * n + 4 * n),
    ("3.6.3.6", "hexagon"): lambda n: (3 * n * (n - 1) + 1 + 6 * (n - 1) ** 2, 3 * n * (3 * n - 1)),
    ("3.12.12", "hexagon"): lambda n: (3 * n * (n - 1) + 1 + 6 * (n - 1) ** 2, 6 * n * (3 * n - 1)),
    ("4.6.12", "hexagon"): lambda n: (3 * n * (n - 1) + 1 + 6 * (n - 1) ** 2 + 3 * (n - 1) * (3 * n - 2),
                                      12 * (3 * n * (n - 1) + 1)),
    ("cairo", "rhombus"): lambda n: (4 * n * n, 6 * n * n + 6 * n + 1),
    ("tetrakis", "rhombus"): lambda n: (4 * n * n, n * n + (n + 1) ** 2),
    ("rice", "rhombus"): lambda n: (8 * n * n, None),
    ("rhombille", "hexagon"): lambda n: (9 * n * n + 3 * n, None),
}  # fmt: skip
"""For a shape of a tiling, formulas of the numbers of its faces and vertices; None where there is none."""


@pytest.mark.parametrize(("name", "shape"), COUNTS)
def test_patches_have_the_faces_and_vertices_that_formulas_say(name: str, shape: str) -> None:
    for size in (1, 2, 3, 4):
        faces, vertices = COUNTS[name, shape](size)
        assert len(board_of(f"faces of {name}", f"{shape}({size})").cells) == faces
        if vertices is not None:
            assert len(board_of(f"vertices of {name}", f"{shape}({size})").cells) == vertices


@long("rice")
@wide("rice")
@pytest.mark.parametrize("name", UNITS)
def test_patches_obey_eulers_formula(name: str) -> None:
    for shape in ("rhombus(2)", "hexagon(2)" if name in HEXAGONAL else "parallelogram(3, 2)"):
        faces, vertices, edges = (board_of(f"{kind} of {name}", shape) for kind in KINDS)
        assert len(vertices.cells) - len(edges.cells) + len(faces.cells) == 1
        assert surface(faces).euler == surface(vertices).euler == 1
        assert sum(map(len, vertices.arcs)) >= 2 * len(edges.cells)
        assert max(map(len, faces.arcs)) <= max(UNIT[name][4])
        assert max(map(len, vertices.arcs)) <= max(UNIT[name][3])


@long("rice-edges")
@wide("rice-edges")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", UNITS)
def test_outlines_are_whole_and_as_symmetric_as_their_tilings(name: str, kind: str) -> None:
    for shape in ("rhombus(2)", *(["hexagon(2)", "triangle(3)"] if name in HEXAGONAL else [])):
        board = board_of(f"{kind} of {name}", shape)
        sides = sides_of(board)
        lengths = [(len(side.items), len(side.outside)) for side in sides]
        assert len(set(lengths)) == 1 or (name == "rice" and lengths[:2] == lengths[2:])
        perimeter = cells_in(board.regions["perimeter"]).items
        assert set(perimeter) == {cell for side in sides for cell in side.items}
        assert all(set(side.items) <= set(perimeter) for side in sides)
        corners = cells_in(board.regions["corners"]).items
        assert corners == tuple(side.items[0] for side in sides)
        outside = {place for side in sides for place in side.outside}
        assert board.mesh is not None
        near = {place for cell in board.cells for place in board.mesh.around(cell)} - set(board.cells)
        assert outside == near


@long("*", "!4.8.8-*", "!cairo-*", "!3.6.3.6-*")
@wide("rice-*")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", UNITS)
def test_links_lead_both_ways_and_every_cell_has_a_name(name: str, kind: str) -> None:
    board = board_of(f"{kind} of {name}")
    assert all(cell in {arc.to for arc in board.arcs[arc.to]} for cell, arcs in enumerate(board.arcs) for arc in arcs)
    assert all(arc.to != cell for cell, arcs in enumerate(board.arcs) for arc in arcs)
    assert len(set(board.names)) == len(board.cells)
    assert all(re.fullmatch("[a-z]{1,2}[0-9]{1,2}", cell) for cell in board.names)


def test_names_and_coordinates_stay_as_they_are() -> None:
    assert board_of("faces of 4.8.8", "rhombus(2)").names == ("a1", "c1", "b2", "a3", "c3")
    assert board_of("faces of cairo", "rhombus(1)").names == ("a1", "b1", "a2", "b2")
    assert board_of("edges of square", "rhombus(1)").names == ("b1", "a2", "c2", "b3")
    assert board_of("vertices of tetrakis", "rhombus(1)").names == ("a1", "c1", "b2", "a3", "c3")


@long("*", "!4.8.8-*", "!cairo-*", "!tetrakis-*", "!3.6.3.6-*")
@wide("rice-*")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", UNITS)
def test_pictures_draw_every_cell(name: str, kind: str) -> None:
    game = game_of(f"board {{ grid {kind} of {name} shape rhombus(2) edge top, bottom: Red edge left, right: Blue }}")
    state = game.start()
    state.play(state.legal_moves[0])
    picture = svg(state)
    assert picture.count("<title>") == len(game.board.cells) + 1
    assert picture.count('class="edge"') == 2
    links = sum(map(len, game.board.arcs)) // 2 if kind == "vertices" else 0
    assert picture.count("<line") == links
    assert sum(draw(state).count(stone) for stone in "·●○") == len(game.board.cells)


def test_discs_and_rings_go_by_links() -> None:
    board = board_of("faces of 4.8.8", "disc(cell(0, 0), 1)", "region rim = ring(cell(0, 0), 1)")
    assert (len(board.cells), len(cells_in(board.regions["rim"]).items)) == (9, 8)
    assert len(board_of("vertices of hex", "disc(cell(0, 0), 2)").cells) == 1 + 3 + 6
    assert len(board_of("edges of square", "disc(cell(0, 1), 1)").cells) == 1 + 6
    assert len(board_of("faces of cairo", "disc(cell(1, 1), 1) - disc(cell(1, 1), 0)").cells) == 5


def test_shapes_are_moved_and_turned_where_the_tiling_looks_the_same() -> None:
    there = board_of("faces of 4.8.8", "rhombus(3) - (rhombus(1) at cell(2, 2))")
    assert len(there.cells) == 12
    assert len(board_of("faces of 3.3.4.3.4", "rhombus(2) + (rhombus(2) turned 1)").cells) > 13
    assert codes_of("board { grid faces of 4.8.8 shape rhombus(3) at cell(1, 1) }") == ["HG404"]
    assert codes_of("board { grid vertices of cairo shape rhombus(3) at cell(0, 1) }") == ["HG404"]


@pytest.mark.parametrize(
    ("items", "code", "message"),
    [
        ("grid faces of 4.8.9 shape rhombus(3)", "HG404", "unknown tiling `4.8.9`"),
        ("grid faces of cario shape rhombus(3)", "HG404", "unknown tiling `cario`"),
        ("grid tiles of hex shape rhombus(3)", "HG404", "a tiling has no `tiles` to be cells"),
        ("shape rhombus(3) grid faces of hex", "HG404", "the grid comes before the shape"),
        ("grid faces of square shape hexagon(3)", "HG404", "a hexagon needs a tiling with six directions"),
        ('grid faces of square shape map("o")', "HG404", "a map needs a grid"),
        ("grid faces of 4.8.8 shape disc(cell(1, 0), 2)", "HG405", "the faces of 4.8.8 have no cell (1, 0)"),
        ("grid faces of 4.8.8 shape rhombus(60)", "HG402", "a shape of 7,081 cells is too large"),
        ("grid faces of hex shape rhombus(3) wrap left, right as w", "HG417", "a tiling cannot be glued"),
        ("grid faces of hex shape rhombus(3) relation l = leap(1, 2)", "HG417", "a tiling has no steps to leap by"),
        ("grid faces of hex shape rhombus(3) edge {cell(7, 7)}: Red", "HG406", "this edge touches no cell"),
        ("grid vertices of hex shape rhombus(3) edge {cell(0, 1)}: Red", "HG406", "this edge touches no cell"),
    ],
)
def test_what_a_tiling_has_not_is_an_error(items: str, code: str, message: str) -> None:
    text = f'game "T" players Red, Blue board {{ {items} }} turn {{ place stone on empty }} win when count(own) > 2'
    assert (code, message) in [(found.code, found.message) for found in hexgame.check(Source("t.hexgame", text))]


def test_rules_that_need_a_grid_are_errors() -> None:
    board = "board { grid faces of hex shape rhombus(3) }"
    assert codes_of(f"{board} win when encloses(own)") == ["HG511"]
    assert "HG417" in codes_of(f"{board} win when some c in own: count(slide(c)) > 1")


def test_edges_run_along_the_places_outside() -> None:
    board = board_of("faces of 4.8.8", "rhombus(3)", "edge outside split 4: Red, Blue")
    assert len(board.edges) == 4
    assert {arc.to for edge in board.edges for arc in edge.links} == set(
        board.ids(cells_in(board.regions["perimeter"]))
    )
