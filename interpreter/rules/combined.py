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
