"""Expressions about the shortest ways that play decides, as plain data; `rows` has the cells next to each cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .roles import Rows
from .steps import questions, sets
from .traits import PURE, Node

if TYPE_CHECKING:
    from .ir import CellSet


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
