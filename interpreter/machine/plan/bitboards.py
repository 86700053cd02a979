"""Boards as bits: which cells hold a content, in words of numbers. One step then leads from many cells at once.

A relation is a few shifts: on a grid, the numbers of neighbours differ by the same in every row.
"""

from __future__ import annotations

from ...rules import ir, walk, ways
from ...rules.facts import masks
from ...rules.program import Rules
from ...rules.within import may_be_missing
from .lists import Rows
from .nodes import Nodes

WORD = masks.WORD
"""The bits of a word."""

MOST_SHIFTS = 8
"""The most shifts of a relation; with more, it is faster to look up the neighbours of each cell."""


def words(cells: int) -> int:
    """Return how many words hold a bit for each cell."""
    return -(-cells // WORD)


def word_of(cells: frozenset[int] | tuple[int, ...], number: int) -> int:
    """Return a word of the bits of some cells."""
    return sum(1 << cell - number * WORD for cell in set(cells) if cell // WORD == number)


def shifts(rows: Rows) -> dict[int, frozenset[int]] | None:
    """Return the cells from which a step leads to the cell so much further on, by that number; None for too many."""
    found: dict[int, set[int]] = {}
    for cell, row in enumerate(rows):
        for other in row:
            found.setdefault(other - cell, set()).add(cell)
    return {by: frozenset(cells) for by, cells in found.items()} if len(found) <= MOST_SHIFTS else None


def searches_in_bits(rules: Rules, nodes: Nodes) -> bool:
    """Whether there are searches for ways, and bits answer all of them."""
    found = [node for node in walk.everything(rules) if isinstance(node, ways.Steps | ways.Nearest)]
    grouped = shifts(nodes.cell_rows) is not None and len(rules.pieces) == 1
    return bool(found) and all(
        shifts(node.rows) is not None and all(_has_bits(cells, grouped) for cells in (node.cells, node.goal, node.past))
        for node in found
    )


def _has_bits(cells: ir.CellSet, grouped: bool) -> bool:
    match cells:
        case ir.Holding(contents, of):
            return of is None and all(contents)
        case ir.Fixed():
            return True
        case ir.Single(cell) | ir.Row(_, cell):
            return not may_be_missing(cell)
        case ir.GroupOf(cell, by):
            return grouped and by is None and not may_be_missing(cell)
        case ir.Near(_, rows, inner):
            return shifts(rows) is not None and _has_bits(inner, grouped)
        case ir.Combined(_, left, right):
            return _has_bits(left, grouped) and _has_bits(right, grouped)
        case _:
            return False
