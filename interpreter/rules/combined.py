"""Two sets of cells as one."""

from __future__ import annotations

import operator

from . import ir


def combined(symbol: str, left: ir.CellSet, right: ir.CellSet) -> ir.CellSet:
    """`&`, `|` or `-` of two sets; two sets of contents become one, as do all cells that are near one cell."""
    if not isinstance(left, ir.Holding) or not isinstance(right, ir.Holding) or left.of or right.of:
        near = _row_of_both(left, right) if symbol == "|" else None
        return near or ir.Combined(symbol, left, right)
    join = {"&": operator.and_, "|": operator.or_, "-": operator.sub}[symbol]
    width = max(len(left.contents), len(right.contents))
    pairs = (
        (left.contents[own % len(left.contents)], right.contents[own % len(right.contents)]) for own in range(width)
    )
    return ir.Holding(tuple(join(*pair) for pair in pairs))


def rows_apart(cells: ir.Combined) -> tuple[ir.Row, ir.Row, ir.CellSet | None] | None:
    """Two rows that hold all of a set, the one that a loop runs along first, with what else its cells belong to; None
    where there are no two."""
    match cells:
        case ir.Combined("&", ir.Row() as row, other) | ir.Combined("&", other, ir.Row() as row):
            found = _row_apart(other)
            return (row, *found) if found else None
        case _:
            return None


def _row_apart(cells: ir.CellSet) -> tuple[ir.Row, ir.CellSet | None] | None:
    """A row that holds all of a set, with what else its cells belong to; None where there is no such row."""
    match cells:
        case ir.Row():
            return cells, None
        case ir.Combined("&", left, right):
            for one, other in ((left, right), (right, left)):
                found = _row_apart(one)
                if found:
                    return found[0], other if found[1] is None else ir.Combined("&", found[1], other)
            return None
        case ir.Combined("-", left, right):
            found = _row_apart(left)
            return (found[0], ir.Combined("-", found[1], right)) if found and found[1] is not None else None
        case _:
            return None


def _row_of_both(left: ir.CellSet, right: ir.CellSet) -> ir.Row | None:
    """The cells that two relations give for the same cell, or one of them and that cell itself."""
    match left, right:
        case ir.Row(rows, cell), ir.Row(others, cell2) if cell == cell2:
            joined = ({*row, *other} for row, other in zip(rows, others, strict=True))
        case (ir.Row(rows, cell), ir.Single(cell2)) | (ir.Single(cell2), ir.Row(rows, cell)) if cell == cell2:
            joined = ({*row, number} for number, row in enumerate(rows))
        case _:
            return None
    return ir.Row(tuple(tuple(sorted(row)) for row in joined), cell)
