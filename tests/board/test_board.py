"""Boards before play: shapes, names, links, edges, what expressions are worth, and how options settle."""

from __future__ import annotations

import re
import time
from itertools import pairwise, product
from typing import Any

import pytest
from conftest import codes_of, complete, game_of, long

import hexgame
from hexgame.board.board import Arc, Board
from hexgame.board.build import build_board
from hexgame.diagnostics.diagnostic import Diagnostics
from hexgame.diagnostics.text import Source
from hexgame.loading import Sheet, read_sheet
from hexgame.source.reading.parse import parse
from hexgame.source.syntax import tree
from hexgame.values.grid import HEX
from hexgame.values.operations import shape_functions
from hexgame.values.settings import settle
from hexgame.values.shapes import Shapes
from hexgame.values.values import Coordinate


def built(items: str) -> tuple[Board, Any, Diagnostics]:
    """The board of some items, the names it knows, and what is wrong."""
    file, report = parse(Source("test.hexgame", f"players Red, Blue board {{ {items} }}"))
    assert file is not None
    _, part = file.items
    assert isinstance(part, tree.Board)
    settings = settle(file, {}, report)
    board, names = build_board(part, settings, report)
    return board, names, report


def board_of(items: str) -> Board:
    board, _, report = built(items)
    assert list(report) == []
    return board


def shaped(shape: str) -> Board:
    """The board of a shape, on the grid that is named after `on`."""
    call, _, grid = shape.partition(" on ")
    return board_of(f"grid {grid} shape {call}" if grid else f"shape {call}")


def value(text: str) -> Any:
    """What an expression is worth on a rhombus of nine cells; cells are given by name, in order."""
    board, scope, report = built(f"shape rhombus(3) let x = {text}")
    assert list(report) == []
    known = scope["x"].of(0)
    return " ".join(map(board.name_of, known.items)) if hasattr(known, "items") else known


def faults(text: str) -> list[str]:
    return [found.code for found in built(f"shape rhombus(3) let x = {text}")[2]]


SIZES = range(1, 9)
SHAPES = [
    *((f"rhombus({n})", n * n, max(0, n - 2) ** 2, 4, 4 if n > 1 else 1, (n - 1) * (3 * n - 1)) for n in SIZES),
    *(
        (f"parallelogram({n}, {n + 2})", n * (n + 2), max(0, n - 2) * n, 4, 4 if n > 1 else 2,
         (n - 1) * (n + 2) + n * (n + 1) + (n - 1) * (n + 1))
        for n in SIZES
    ),
    *(
        (f"hexagon({n})", 3 * n * (n - 1) + 1, 3 * (n - 1) * (n - 2) + 1 if n > 1 else 0, 6, 6 if n > 1 else 1,
         3 * (n - 1) * (3 * n - 2))
        for n in SIZES
    ),
    *(
        (f"triangle({n})", n * (n + 1) // 2, max(0, (n - 2) * (n - 3) // 2) if n > 1 else 0, 3, 3 if n > 1 else 1,
         3 * n * (n - 1) // 2)
        for n in SIZES
    ),
    *(
        (f"star({n})", 6 * n * (n - 1) + 1, 6 * (n - 1) * (n - 2) + 1 if n > 1 else 0, 12, 12 if n > 1 else 1,
         6 * (n - 1) * (3 * n - 2))
        for n in SIZES
    ),
    *((f"disc(cell(0, 0), {n})", 3 * n * (n + 1) + 1, 3 * n * (n - 1) + 1, 0, 0, 3 * n * (3 * n + 1)) for n in SIZES),
    *(
        (f"rhombus({n}) on square", n * n, max(0, n - 2) ** 2, 4, 4 if n > 1 else 1, 2 * n * (n - 1))
        for n in SIZES
    ),
    *((f"disc(cell(0, 0), {n}) on square", 2 * n * (n + 1) + 1, 2 * n * (n - 1) + 1, 0, 0, 4 * n * n) for n in SIZES),
]  # fmt: skip
"""Shapes, each with the number of its cells, cells inside, sides, corners and links. Some have no sides; some are on
another grid than the hexagonal."""


def test_runs_cut_a_set_in_its_order() -> None:
    assert value("count(runs(perimeter, 3))") == 3
    assert value("runs(perimeter, 3)[0]") == "a1 b1"
    assert value("runs(perimeter, 3)[2]") == "b3 a3 a2"
    assert value("perimeter[0] == cell(0, 0) and perimeter[7] == cell(0, 1)") is True
    assert faults("runs(perimeter, 0)") == faults("runs(perimeter, 9)") == ["HG406"]
    assert faults("perimeter[8]") == faults("cells[-1]") == ["HG305"]


def test_every_shape_is_tested() -> None:
    named = {case[0].partition("(")[0] for case in SHAPES}
    assert shape_functions(Shapes(HEX)).keys() - named == {"ring", "map"}, "add its formulas to SHAPES, with its grid"


@pytest.mark.parametrize(("shape", "cells", "inside", "sides", "corners", "links"), SHAPES)
def test_a_shape_has_the_cells_and_links_that_the_formulas_say(
    shape: str, cells: int, inside: int, sides: int, corners: int, links: int
) -> None:
    board = shaped(shape)
    regions = board.regions
    assert len(board.cells) == len(regions["cells"].items) == cells
    assert len(regions["perimeter"].items) == cells - inside
    assert ("sides" in regions, "corners" in regions) == (sides > 0, corners > 0)
    if sides:
        assert (len(regions["sides"]), len(regions["corners"].items)) == (sides, corners)
    assert sum(map(len, board.arcs)) == 2 * links
    assert list(board.cells) == sorted(board.cells, key=lambda cell: (cell.r, cell.q))


@pytest.mark.parametrize("shape", [case[0] for case in SHAPES])
def test_links_lead_both_ways_between_cells_one_step_apart(shape: str) -> None:
    board = shaped(shape)
    for cell, arcs in enumerate(board.arcs):
        assert len(set(arcs)) == len(arcs)
        for arc in arcs:
            assert Arc(cell, arc.label) in board.arcs[arc.to]
            assert board.grid.distance(board.cells[cell], board.cells[arc.to]) == 1


CONVEX = [case[0] for case in SHAPES if case[3] and not re.search(r"^star|\(1| on ", case[0])]


@pytest.mark.parametrize("shape", CONVEX)
def test_sides_go_clockwise_from_the_smallest_r(shape: str) -> None:
    regions = board_of(f"shape {shape}").regions
    sides = [side.items for side in regions["sides"]]
    assert {cell.r for cell in sides[0]} == {min(cell.r for cell in regions["cells"].items)}
    assert [side[-1] for side in sides] == [side[0] for side in (*sides[1:], sides[0])]
    assert regions["corners"].items == tuple(side[0] for side in sides)
    drawn = [HEX.position(side[0]) for side in sides]
    for (ax, ay), (bx, by), (cx, cy) in zip(drawn, drawn[1:] + drawn[:1], drawn[2:] + drawn[:2], strict=True):
        assert (bx - ax) * (cy - by) - (by - ay) * (cx - bx) > 0
    perimeter = regions["perimeter"].items
    assert perimeter == tuple(dict.fromkeys(cell for side in sides for cell in side))
    assert all(HEX.distance(*pair) == 1 for pair in pairwise((*perimeter, perimeter[0])))


def test_the_sides_of_a_star_go_from_tip_to_inner_corner_and_on() -> None:
    regions = board_of("shape star(3)").regions
    sides = [side.items for side in regions["sides"]]
    assert [side[-1] for side in sides] == [side[0] for side in (*sides[1:], sides[0])]
    assert {HEX.distance(Coordinate(0, 0), side[0]) for side in sides[::2]} == {4}
    assert {HEX.distance(Coordinate(0, 0), side[0]) for side in sides[1::2]} == {2}
    assert regions["perimeter"].items == tuple(dict.fromkeys(cell for side in sides for cell in side))


@pytest.mark.parametrize(
    ("shape", "cell", "name"),
    [
        ("rhombus(5)", (2, 0), "c1"),
        ("rhombus(5)", (0, 4), "a5"),
        ("hexagon(3)", (0, -2), "c1"),
        ("hexagon(3)", (-2, 0), "a3"),
        ("hexagon(3)", (2, 0), "e3"),
        ("parallelogram(28, 2)", (25, 0), "z1"),
        ("parallelogram(28, 2)", (26, 1), "aa2"),
        ("parallelogram(28, 2)", (27, 0), "ab1"),
    ],
)
def test_names_are_letters_for_q_and_numbers_for_r(shape: str, cell: tuple[int, int], name: str) -> None:
    board = board_of(f"shape {shape}")
    assert board.name_of(Coordinate(*cell)) == name
    assert board.cells[board.by_name[name]] == cell
    assert [board.by_name[each] for each in board.names] == list(range(len(board.cells)))


def test_edges_know_their_owner_their_cells_and_where_they_are_drawn() -> None:
    board = board_of("shape rhombus(3) edge top, bottom: Red edge left, sides[1]: Blue")
    assert [(edge.player, edge.name, [board.names[arc.to] for arc in edge.links]) for edge in board.edges] == [
        (0, "top", ["a1", "b1", "c1"]),
        (0, "bottom", ["c3", "b3", "a3"]),
        (1, "left", ["a3", "a2", "a1"]),
        (1, "sides[1]", ["c1", "c2", "c3"]),
    ]
    assert set(board.edges[0].outside) == {(0, -1), (1, -1), (2, -1), (3, -1)}
    assert (board.edges_of(0), board.edges_of(1)) == ((0, 1), (2, 3))


@pytest.mark.parametrize("shape", ["rhombus(4)", "parallelogram(2, 5)", "hexagon(4)", "triangle(5)", "hexagon(1)"])
def test_every_side_is_drawn_along_its_own_cells_outside_the_board(shape: str) -> None:
    board = board_of(f"shape {shape} edge sides: Red")
    assert len(board.edges) == len(board.regions["sides"])
    for edge in board.edges:
        assert len(edge.outside) == len(edge.links) + 1
        cells = {board.cells[arc.to] for arc in edge.links}
        assert all(place not in board.places and cells & set(HEX.around(place)) for place in edge.outside)


def test_an_edge_along_any_cells_is_drawn_where_no_other_cell_is_near() -> None:
    (edge,) = board_of("shape rhombus(3) edge {cell(0, 0)}: Red").edges
    assert set(edge.outside) == {(-1, 0), (0, -1)}


def test_regions_are_known_by_name() -> None:
    board = board_of("shape rhombus(3) region middle = cells - perimeter region ends = top | bottom")
    assert [board.names[cell] for cell in board.ids(board.regions["middle"])] == ["b2"]
    assert [board.names[cell] for cell in board.ids(board.regions["ends"])] == ["a1", "b1", "c1", "c3", "b3", "a3"]
    assert board.regions["sides"] == tuple(board.regions[name] for name in ("top", "right", "bottom", "left"))


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("2 + 3 * 4", 14), ("(2 + 3) * 4", 20), ("10 - 3 - 2", 5), ("7 / 2", 3), ("-7 / 2", -4), ("7 / -2", -4),
        ("7 mod 3", 1), ("-7 mod 3", 2), ("7 mod -3", -2), ("--3", 3), ("count(1..5)", 5), ("count(3..1)", 0),
        ("[4, 5, 6][1]", 5), ("cell(2, 1).q", 2), ("count(sides)", 4), ("count(cells)", 9),
        ("if 3 > 4 then 1 else 2", 2), ("if no or yes then 1 else 2", 1), ("not 1 == 2", True), ("1 != 1", False),
        ("some i in 1..3: i == 2", True), ("every i in 1..3: i < 3", False), ("2 in 1..3", True), ("4 in 1..3", False),
        ("some i in 2..1: yes", False), ("every i in 2..1: no", True), ("3 in [1, 3]", True), ("2 in [1, 3]", False),
        ("some i in 1..3: every j in 1..3: j <= i", True), ("not some i in 1..3: i > 3 and i > 4", True),
        ("cell(1, 0) in top", True), ("every c in top: c.r == 0", True), ("top == sides[0]", True),
        ("top & left", "a1"), ("{cell(1, 1)} | {cell(0, 0), cell(1, 1)}", "b2 a1"), ("top - corners", "b1"),
        ("cells - perimeter", "b2"), ("top | left & bottom", "a1 b1 c1 a3"), ("{}", ""),
        ("{c for c in cells where c.q == c.r}", "a1 b2 c3"),
    ],
)  # fmt: skip
def test_what_is_known_before_play(text: str, worth: object) -> None:
    known = value(text)
    assert (type(known), known) == (type(worth), worth)


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("if yes then 1 else 1 / 0", 1),
        ("if no then count(sides[9]) else 2", 2),
        ("if no then count(rhombus(99)) else 2", 2),
        ("yes or 1 / 0 == 1", True),
        ("no and sides[9] == top", False),
        ("some i in 0..3: i != 0 and 6 / i == 3", True),
        ("every i in 0..3: i == 0 or 6 / i > 1", True),
    ],
)
def test_a_value_that_cannot_be_does_not_matter_where_nobody_looks(text: str, worth: object) -> None:
    assert value(text) == worth
    assert len(board_of("shape if no then rhombus(99) else rhombus(2)").cells) == 4


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1 / 0", "HG304"), ("1 mod 0", "HG304"), ("1000000000 * 3", "HG304"), ("-1000000000 * 3", "HG304"),
        ("some i in 1..10001: i > 3", "HG304"), ("some i in 1..400: some j in 1..400: i * j == 0", "HG307"),
        ("sides[4]", "HG305"), ("sides[-1]", "HG305"), ("[1][yes]", "HG302"), ("1 + top", "HG302"),
        ("top == 1", "HG302"), ("not 1", "HG302"), ("if 1 then 2 else 3", "HG302"),
        ("rhombus(1, 2)", "HG301"), ("rhombus", "HG302"), ("top(1)", "HG302"), ("nothing", "HG201"),
        ("nothing(1)", "HG201"), ("cell(0, 0).x", "HG208"), ("{1, top}", "HG302"), ("empty", "HG201"),
        ("cell(2, 3)[1]", "HG302"), ("2 in cell(2, 3)", "HG302"), ("count(cell(2, 3))", "HG302"),
        ("some x in cell(2, 3): x == 3", "HG302"), ("rhombus(3) + 1", "HG302"), ("no and 1 + top == 2", "HG302"),
        ("if yes then 1 else 1 + top", "HG302"),
    ],
)  # fmt: skip
def test_what_cannot_be_worked_out_is_told_once(text: str, code: str) -> None:
    assert faults(text) == [code]


def test_a_number_is_not_an_element_of_a_list_of_truths() -> None:
    assert value("1 in [no, no]") is value("1 in [yes, no]")


@pytest.mark.parametrize(("shape", "same"), [
    ("rhombus(4) - {cell(1, 1), cell(0, 3)}", "rhombus(4) - disc(cell(1, 1), 0) - disc(cell(0, 3), 0)"),
    ("hexagon(3) & {c for c in {cell(0, 0), cell(1, 0), cell(9, 9)} where c.q >= 0}", "parallelogram(2, 1)"),
    ("rhombus(4) - {c for c in triangle(3) where c.r > 0}", "rhombus(4) - (triangle(2) at cell(0, 1))"),
])  # fmt: skip
def test_a_set_of_cells_cuts_a_shape(shape: str, same: str) -> None:
    assert board_of(f"shape {shape}").cells == board_of(f"shape {same}").cells


@pytest.mark.parametrize(
    "shape", ["rhombus(65)", "rhombus(1000000000)", "hexagon(38)", "triangle(91)", "disc(cell(0, 0), 1000000000)",
              "parallelogram(4097, 1)", "rhombus(60) + rhombus(60) at cell(99, 0)", "rhombus(0)", "hexagon(-3)"],
)  # fmt: skip
def test_a_board_of_no_size_or_too_large_a_size_fails_at_once(shape: str) -> None:
    started = time.process_time()
    assert [found.code for found in built(f"shape {shape} edge sides: Red")[2]] == ["HG402"]
    assert time.process_time() - started < 1


@long("parallelogram(4096, 1)")
@pytest.mark.parametrize("shape", ["rhombus(64)", "hexagon(37)", "triangle(90)", "parallelogram(4096, 1)"])
def test_the_largest_boards_are_built(shape: str) -> None:
    assert 3990 < len(board_of(f"shape {shape}").cells) <= 4096


OPTIONS = """
option size = 5 in 2..9, 12
option pie = yes in yes, no
option way = long in short, long
option first = Red in Red, Blue
option hole = (size / 2) in 0..9
require hole < size "the hole must fit"
"""


def test_options_have_their_defaults() -> None:
    values = game_of(OPTIONS).settings.values
    assert values == {"size": 5, "pie": True, "way": "long", "first": "Red", "hole": 2}


@pytest.mark.parametrize(
    ("name", "asked", "settled"),
    [
        ("size", "7", 7), ("size", 7, 7), ("size", "12", 12), ("size", 12, 12), ("pie", "no", False),
        ("pie", False, False), ("pie", "yes", True), ("way", "short", "short"), ("first", "Blue", "Blue"),
    ],
)  # fmt: skip
def test_a_value_is_asked_for_as_itself_or_as_text(name: str, asked: object, settled: object) -> None:
    found = game_of(OPTIONS, **{name: asked}).settings.values[name]
    assert (type(found), found) == (type(settled), settled)


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("size", 10), ("size", "10"), ("size", "-3"), ("size", ""), ("size", "seven"), ("size", True), ("size", 7.0),
        ("size", None), ("pie", 1), ("pie", "True"), ("way", "lng"), ("first", "Green"),
    ],
)  # fmt: skip
def test_a_value_that_an_option_does_not_have_is_refused(name: str, asked: object) -> None:
    assert codes_of(OPTIONS, **{name: asked}) == ["HG604"]


def test_a_number_of_thousands_of_digits_is_refused_like_any_other() -> None:
    assert codes_of(OPTIONS, size=10**5000) == ["HG604"]


@pytest.mark.parametrize("game", ["catchup", "lines_of_action", "yavalath"])
def test_where_an_option_is_refused_nothing_is_said_of_a_board_that_nobody_knows(game: str) -> None:
    assert [problem.code for problem in hexgame.check(game, size=99)] == ["HG604"]


def test_an_option_that_there_is_not_is_refused() -> None:
    assert codes_of(OPTIONS, sise=5) == ["HG603"]


def test_requirements_are_asked_of_what_was_chosen() -> None:
    assert codes_of(OPTIONS, hole=4) == []
    with pytest.raises(hexgame.HexgameError, match=r"error\[HG605\]: the hole must fit"):
        game_of(OPTIONS, hole=5)
    assert codes_of(OPTIONS.replace("(size / 2)", "9")) == ["HG502"]


@pytest.mark.parametrize("option", ["pie = 1 in yes, no", "n = yes in 1, 2", "n = 3 in 1..2", "way = Red in far, near"])
def test_a_default_that_is_not_among_the_values_is_refused(option: str) -> None:
    assert codes_of(f"option {option}") == ["HG501"]


def test_a_board_is_built_once_for_all_options_that_it_does_not_use() -> None:
    options = "option size = 3 in 2..3 option more = 1 in 1..2 option pie = yes in yes, no"
    names = "let first = more define width(n) = n + first"
    board = "board { shape parallelogram(size, width(1)) region middle = cells - perimeter }"
    source = Source("test.hexgame", complete(f"{options} {names}\n{board}"))
    sheet = read_sheet(source)
    assert isinstance(sheet, Sheet)
    boards = []
    for size, more, pie in product((2, 3), (1, 2), (True, False)):
        asked = {"size": size, "more": more, "pie": pie}
        game, problems = sheet.compiled(dict(asked))
        alone = hexgame.load(source, **asked)
        assert game is not None and not problems
        assert (game.board, game.settings.scope.keys()) == (alone.board, alone.settings.scope.keys())
        assert len(game.board.cells) == size * (more + 1)
        boards.append(game.board)
    assert len({id(board) for board in boards}) == 4
