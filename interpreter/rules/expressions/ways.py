"""Ways over the board: `steps`, `nearest`, `walks` and `cuts`; what is known before play is worked out before play."""

from __future__ import annotations

from ...board.distances import between, distances
from ...record import Record
from ...source.syntax import tree
from ...values.types import CELLS, NUMBER
from ...values.values import WRONG, Code, Known, Value, Wrong
from .. import ir, ways
from .arguments import Argument
from .base import RuleEvaluator
from .chained import LINKS, By, Open, related_by, steps_by

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


def walks(
    elaborator: RuleEvaluator, call: tree.Call, cells: ir.CellSet, past: ir.CellSet | None = None,
    exactly: int = 0, by: Walk | None = None,
) -> Value | Wrong:  # fmt: skip
    """Return the cells that steps from a set lead to."""
    elaborator.searches += 1
    number = elaborator.searches - 1
    if by is None:
        with elaborator.bound() as here, elaborator.bound() as there:
            by = Walk(elaborator.board.rows, here, there, None)
    return Code(CELLS, ways.Walks(by.rows, by.here, by.there, by.test, cells, past, exactly, number))


def cuts(elaborator: RuleEvaluator, call: tree.Call, cells: ir.CellSet, by: By = LINKS) -> Value:
    """Return the cells of a set that hold its groups together; those of equal sets are looked for once."""
    held = by.along(cells)
    if held not in elaborator.held:
        elaborator.held[held] = elaborator.searches
        elaborator.searches += 1
    return Code(CELLS, ways.Cuts(held, elaborator.held[held]))


class Walk(Record):
    """The steps of walks: the cells that each cell may lead to, and a test whether one leads to another."""

    rows: tuple[tuple[int, ...], ...]
    here: ir.Bound
    there: ir.Bound
    test: ir.Expression | None


def walked_by(argument: Argument) -> Walk | Wrong:
    """A relation to walk along, whose argument is not evaluated yet: play may decide which cells it relates."""
    elaborator = argument.elaborator
    with elaborator.bound() as here, elaborator.bound() as there:
        found = related_by(elaborator, argument.call, argument.node)
        if isinstance(found, Open):
            steps = steps_by(elaborator, found, here, there)
            return WRONG if steps is WRONG else Walk(steps[0], here, there, steps[1])
    if found is WRONG:
        return WRONG
    return Walk(elaborator.board.rows if found is None else found, here, there, None)


MOST_STEPS = 8
"""How many steps a walk of a given number may have."""


def so_many(argument: Argument) -> int | Wrong:
    """The number of steps of a walk, known before play."""
    number = argument.elaborator.fixed(argument.node, int, "`exactly:`")
    if number is WRONG or 1 <= number <= MOST_STEPS:
        return number
    return argument.elaborator.wrong("HG304", f"walks of {number:,} steps", argument.node.span,
                                     expected=f"a number from 1 to {MOST_STEPS}",
                                     help="without `exactly`, walks are as long as you like")  # fmt: skip


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
