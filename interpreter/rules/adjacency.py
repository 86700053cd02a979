"""What chains run by, other than the links of the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .steps import questions, sets
from .traits import PURE, Node

if TYPE_CHECKING:
    from . import ir


class Adjacency(Node, cost=questions.joins):
    """Which cells are joined: `rows` has the arcs that each cell may have, packed as `cell << seams | label`.

    Where there is a test, two cells are joined only while it holds of them, called `here` and `there`, in either order.
    """

    rows: tuple[tuple[int, ...], ...]
    here: ir.Bound
    there: ir.Bound
    test: ir.Expression | None = None

    traits = PURE


class Along(Node, extent=sets.ALONG):
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
