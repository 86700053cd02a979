"""What chains run by, other than the links of the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .roles import Rows
from .steps import questions, sets
from .traits import PURE, Node

if TYPE_CHECKING:
    from . import ir


class Adjacency(Node, cost=questions.joins, symmetric=True):
    """Which cells are joined: `rows` has the arcs that each cell may have, packed as `cell << seams | label`.

    Where there is a test, two cells are joined only while it holds of them, called `here` and `there`, in either order.
    """

    rows: Rows
    here: ir.Bound
    there: ir.Bound
    test: ir.Expression | None = None

    traits = PURE


class Along(Node, extent=sets.ALONG, symmetric=True):
    """A set of cells whose chains run by an adjacency."""

    cells: ir.CellSet
    by: Adjacency

    traits = PURE


def bare(cells: ir.CellSet) -> ir.CellSet:
    """A set of cells without what its chains run by."""
    return cells.cells if isinstance(cells, Along) else cells


def adjacency(cells: ir.CellSet) -> Adjacency | None:
    """What the chains of a set run by; None for the links of the board."""
    return cells.by if isinstance(cells, Along) else None


def beside(rows: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """Return for each cell the cells in whose rows it is; the rows themselves where these lead both ways."""
    found: list[list[int]] = [[] for _ in rows]
    for cell, row in enumerate(rows):
        for each in row:
            found[each].append(cell)
    is_symmetric = all(set(row) == set(other) for row, other in zip(rows, found, strict=True))
    return rows if is_symmetric else tuple(map(tuple, found))
