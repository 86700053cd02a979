"""Expressions about ways that play decides, as plain data; `rows` has the cells next to each cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .roles import Rows
from .steps import questions, sets
from .traits import PURE, Node

if TYPE_CHECKING:
    from .ir import Bound, CellSet, Expression


class Steps(Node, cost=questions.walks_between, symmetric=True):
    """The least number of steps from one set to another; `none` if no way leads there.

    In between, a way crosses only cells of `past`. `number` tells apart where different searches note what they saw.
    """

    rows: Rows
    cells: CellSet
    goal: CellSet
    past: CellSet
    none: int
    number: int

    traits = PURE


class Nearest(Node, extent=sets.NEAREST, symmetric=True):
    """The cells of a set that are the fewest steps from another one; no cells if no way leads to any."""

    rows: Rows
    cells: CellSet
    goal: CellSet
    past: CellSet
    number: int

    traits = PURE


class Walks(Node, extent=sets.WALKS, symmetric=True):
    """The cells outside of a set that steps from it lead to, one after another over cells of `past`.

    A step leads from `here` to a cell `there` of its row, while the test holds. `exactly` says how many lead to each,
    on a walk that comes to no cell twice; 0 stands for any number.
    """

    rows: Rows
    here: Bound
    there: Bound
    test: Expression | None
    cells: CellSet
    past: CellSet | None
    exactly: int
    number: int

    traits = PURE


class Cuts(Node, extent=sets.CUTS, symmetric=True):
    """The cells of a set without which a group of it falls apart."""

    cells: CellSet
    number: int

    traits = PURE


Found = Nearest | Walks | Cuts
"""Sets whose cells a search finds, lists and marks."""
