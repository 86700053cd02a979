"""What cells and sets could ever be, as far as it can be worked out before play."""

from __future__ import annotations

from . import ir, layers, lines, walk, ways


def may_be_missing(cell: ir.Expression) -> bool:
    """Whether a cell's number can be -1: there was no last stone yet, or a variable holds none."""
    return any(
        isinstance(node, ir.Variable | layers.OfCell) or node == ir.Counter("last") for node in walk.everything(cell)
    )


def within(cells: ir.CellSet, seen_from: ir.Bound, here: int) -> frozenset[int] | None:
    """The cells that a set could ever hold where a name stands for a cell; None where that may be all."""
    match cells:
        case ir.Fixed():
            return frozenset().union(*cells.cells)
        case ir.Row() if cells.cell == seen_from:
            return frozenset(cells.rows[here])
        case lines.Slide() | lines.Between() | lines.Beyond() if cells.cell == seen_from:
            return frozenset().union(*cells.rays[here])
        case ways.Walks() if cells.exactly and cells.cells == ir.Single(seen_from):
            return _around(cells, here)
        case ir.Filtered() | ways.Cuts():
            return within(cells.cells, seen_from, here)
        case ir.Combined("-"):
            return within(cells.left, seen_from, here)
        case ir.Combined(symbol):
            left, right = within(cells.left, seen_from, here), within(cells.right, seen_from, here)
            if left is None or right is None:
                return None if symbol == "|" else right if left is None else left
            return left | right if symbol == "|" else left & right
        case _:
            return None


def _around(cells: ways.Walks, here: int) -> frozenset[int]:
    """The cells that so many steps may lead to, whatever the tests say."""
    ends = frozenset({here})
    for _ in range(cells.exactly):
        ends = frozenset(there for end in ends for there in cells.rows[end])
    return ends - {here}
