"""Which cells meet across a wrapped side, as `docs/language.md` says under Glue."""

from __future__ import annotations

import re

import pytest
from conftest import ROOT, game_of

from hexgame.board.board import Board
from hexgame.values.values import Cells

OBTUSE, ACUTE = 1, -1
"""Which cell of the other side is next to a cell besides the one that faces it."""

SIDES = [
    *((f"rhombus({n})", "top", "bottom", OBTUSE) for n in (2, 3, 4, 5, 8)),
    *((f"rhombus({n})", "bottom", "top", OBTUSE) for n in (3, 4)),
    *((f"rhombus({n})", "left", "right", ACUTE) for n in (2, 3, 4, 5, 8)),
    *((f"rhombus({n})", "right", "left", ACUTE) for n in (3, 4)),
    ("parallelogram(6, 3)", "left", "right", ACUTE), ("parallelogram(3, 6)", "left", "right", ACUTE),
    ("parallelogram(6, 3)", "top", "bottom", OBTUSE),
    *((f"hexagon({n})", f"sides[{k}]", f"sides[{k + 3}]", OBTUSE) for n in (3, 4) for k in range(3)),
    ("hexagon(4)", "sides[0]", "sides[2]", OBTUSE),
]  # fmt: skip


def across(board: Board) -> set[tuple[int, int]]:
    """The links that cross a seam."""
    return {(cell, arc.to) for cell, arcs in enumerate(board.arcs) for arc in arcs if arc.label}


def wrapped(shape: str, first: str, second: str, how: str, grid: str = "hex") -> Board:
    return game_of(f"board {{ grid {grid} shape {shape} wrap {first}, {second} {how} as seam }}").board


def facing(board: Board, first: str, second: str, how: str) -> tuple[list[int], list[int]]:
    """The cells of two sides, counted so that they face one another."""
    one, other = (side_of(board, side) for side in (first, second))
    return one, other if how else other[::-1]


def side_of(board: Board, name: str) -> list[int]:
    """The cells of a side, clockwise round the board."""
    region = board.regions[name.partition("[")[0]]
    cells = region if isinstance(region, Cells) else region[int(re.sub(r"\D", "", name))]
    return [board.places[place] for place in cells.items]


@pytest.mark.parametrize("how", ["", "reversed"])
@pytest.mark.parametrize(("shape", "first", "second", "more"), SIDES)
def test_cells_meet_across_a_seam_as_the_reference_says(
    shape: str, first: str, second: str, more: int, how: str
) -> None:
    board = wrapped(shape, first, second, how)
    one, other = facing(board, first, second, how)
    pairs = {(a, other[k]) for i, a in enumerate(one) for k in (i, i + more) if 0 <= k < len(other)}
    assert across(board) == pairs | {(b, a) for a, b in pairs}


@pytest.mark.parametrize("how", ["", "reversed"])
@pytest.mark.parametrize(("grid", "besides"), [("square", ()), ("square8", (-1, 1))])
@pytest.mark.parametrize(("first", "second"), [("left", "right"), ("bottom", "top")])
@pytest.mark.parametrize("size", [3, 4])
def test_they_do_on_square_grids(
    size: int, first: str, second: str, grid: str, besides: tuple[int, ...], how: str
) -> None:
    board = wrapped(f"rhombus({size})", first, second, how, grid)
    one, other = facing(board, first, second, how)
    pairs = {(a, other[i + k]) for i, a in enumerate(one) for k in (0, *besides) if 0 <= i + k < size}
    assert across(board) == pairs | {(b, a) for a, b in pairs}


def test_the_order_of_the_sides_matters_on_a_rhombus() -> None:
    """A reversed wrap of left and right is not that of right and left; a straight one is."""
    boards = [
        wrapped("rhombus(4)", *sides, how)
        for how in ("reversed", "")
        for sides in (("left", "right"), ("right", "left"))
    ]
    links = list(map(across, boards))
    assert links[0] != links[1]
    assert links[2] == links[3]


def test_the_table_of_the_reference_is_that_of_its_board() -> None:
    text = (ROOT / "docs" / "language.md").read_text("utf-8")
    before, table = text.split("| across `twist` |")
    board = game_of(before.split("```hexgame\n")[-1].split("```")[0]).board
    cells, near = ([each.strip() for each in row.split("|")[2:-1]] for row in table.split("\n")[2:4])
    told = {(cell, each) for cell, row in zip(cells, near, strict=True) for each in row.split(", ")}
    found = {(board.names[one], board.names[other]) for one, other in across(board)}
    assert told | {(other, one) for one, other in told} == found
