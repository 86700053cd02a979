"""Expressions about straight lines that play decides, as plain data; `rays` has the lines from each cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..board.lines import Rays
from .steps import questions, sets
from .traits import PURE, Node

if TYPE_CHECKING:
    from .ir import Cell, CellSet


class Slide(Node, extent=sets.SLIDE, symmetric=True):
    """The cells that a straight line leads to from a cell over those of a set."""

    rays: Rays
    cell: Cell
    past: CellSet

    traits = PURE


class Between(Node, extent=sets.BETWEEN, symmetric=True):
    """The cells before another one on the lines from a cell; with `past`, of lines where that set holds all of them."""

    rays: Rays
    cell: Cell
    other: Cell
    past: CellSet | None

    traits = PURE


class Beyond(Node, extent=sets.BEYOND, symmetric=True):
    """The cells after another one on the lines from a cell; with `past`, those reached over cells of that set."""

    rays: Rays
    cell: Cell
    other: Cell
    past: CellSet | None

    traits = PURE


class LongestRow(Node, cost=questions.looks_for_rows, symmetric=True):
    """The most cells of a set that follow one another on a straight line."""

    rays: Rays
    cells: CellSet

    traits = PURE
