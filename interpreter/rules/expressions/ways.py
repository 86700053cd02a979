"""Distances: `steps` and `nearest`, worked out before play where everything is known by then."""

from __future__ import annotations

from ...board.distances import between, distances
from ...source.syntax import tree
from ...values.types import CELLS, NUMBER
from ...values.values import Code, Known, Value
from .. import ir, ways
from .base import RuleEvaluator

A_STEP = 4
"""So many cells are visited in the time of one step of what is worked out before play."""


def steps(
    elaborator: RuleEvaluator, call: tree.Call, one: ir.CellSet, other: ir.CellSet, past: ir.CellSet | None = None
) -> Value:
    """Return the least number of steps from one set of cells to another."""
    board, every = elaborator.board, _everything(elaborator)
    starts, ends, over = known(one), known(other), known(past or every)
    if starts and ends and over:
        width = max(map(len, (starts, ends, over)))
        elaborator.count(width * len(board.cells) // A_STEP)
        found = (between(board, starts[own % len(starts)], ends[own % len(ends)], set(over[own % len(over)]))
                 for own in range(width))  # fmt: skip
        return Known(tuple(found))
    if past is None and ends and len(ends) == 1 and isinstance(one, ir.Single) and isinstance(one.cell, ir.Bound):
        return Code(NUMBER, ir.Lookup(_from_all(elaborator, ends[0]), one.cell))
    if past is None and starts and len(starts) == 1 and isinstance(other, ir.Single):
        return steps(elaborator, call, other, one)
    elaborator.searches += 1
    none = len(board.cells)
    return Code(NUMBER, ways.Steps(board.rows, one, other, past or every, none, elaborator.searches - 1))


def nearest(
    elaborator: RuleEvaluator, call: tree.Call, cells: ir.CellSet, goal: ir.CellSet, past: ir.CellSet | None = None
) -> Value:
    """Return the cells of a set that are the fewest steps from another."""
    elaborator.searches += 1
    over = past or _everything(elaborator)
    return Code(CELLS, ways.Nearest(elaborator.board.rows, cells, goal, over, elaborator.searches - 1))


def known(cells: ir.CellSet) -> tuple[tuple[int, ...], ...]:
    """The cells of a set that are known before play, for each `own`; nothing if play decides."""
    if isinstance(cells, ir.Single) and isinstance(cells.cell, ir.Constant):
        return tuple((cell,) for cell in cells.cell.values)
    return cells.cells if isinstance(cells, ir.Fixed) else ()


def _from_all(elaborator: RuleEvaluator, cells: tuple[int, ...]) -> tuple[int, ...]:
    none = len(elaborator.board.cells)
    elaborator.count(none // A_STEP)
    return tuple(none if steps < 0 else steps for steps in distances(elaborator.board, cells))


def _everything(elaborator: RuleEvaluator) -> ir.CellSet:
    return ir.Fixed((tuple(range(len(elaborator.board.cells))),))
