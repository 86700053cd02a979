"""What the functions of straight lines make of their arguments: known cells where all of them are known, else code."""

from __future__ import annotations

from collections.abc import Callable

from ...board.lines import Rays
from ...source.syntax import tree
from ...values.operations import look_up
from ...values.types import CELL, CELLS
from ...values.values import WRONG, Cells, Code, Coordinate, Fault, Known, Relation, Value, Worth, Wrong
from .. import ir, lines
from ..combined import combined
from .base import RuleEvaluator
from .lowering import related


def slide(
    elaborator: RuleEvaluator,
    call: tree.Call,
    start: Worth,
    past: ir.CellSet | None = None,
    onto: ir.CellSet | None = None,
    along: Relation | None = None,
) -> Value:
    """Return the cells on the lines from a cell."""
    table = elaborator.relations["slide"]
    if table is None:
        return WRONG
    found: ir.CellSet
    if past is not None:
        here = elaborator.as_expression(start, call.plain[0], CELL, "`slide`")
        rays = _rays(elaborator, call, along)
        if here is WRONG or rays is WRONG:
            return WRONG
        found = lines.Slide(rays, here, past)
    else:
        if along is not None:
            table = elaborator.lines.reached(along)
        reached = (
            elaborator.combine(call, lambda place: look_up("slide", table, place), start)
            if isinstance(start, Known)
            else related(elaborator, call, table, start)
        )
        if reached is WRONG or onto is None:
            return reached
        found = elaborator.cell_set(reached)
    return Code(CELLS, found if onto is None else combined("&", found, onto))


def between(
    elaborator: RuleEvaluator,
    call: tree.Call,
    here: Worth,
    there: Worth,
    past: ir.CellSet | None = None,
    along: Relation | None = None,
) -> Value:
    """Return the cells between two in a straight line."""
    return _stretch(elaborator, call, (here, there), lines.Between, elaborator.lines.between, past, along)


def beyond(
    elaborator: RuleEvaluator,
    call: tree.Call,
    here: Worth,
    there: Worth,
    past: ir.CellSet | None = None,
    along: Relation | None = None,
) -> Value:
    """Return the cells after the second of two in a straight line."""
    return _stretch(elaborator, call, (here, there), lines.Beyond, elaborator.lines.beyond, past, along)


def longest_row(
    elaborator: RuleEvaluator, call: tree.Call, cells: ir.CellSet, along: Relation | None = None
) -> lines.LongestRow | Wrong:
    """Return the question how long the longest row of a set is."""
    rays = _rays(elaborator, call, along)
    return WRONG if rays is WRONG else lines.LongestRow(rays, cells)


def _stretch(
    elaborator: RuleEvaluator,
    call: tree.Call,
    ends: tuple[Worth, Worth],
    node: type[lines.Between | lines.Beyond],
    known: Callable[[Coordinate, Coordinate, Relation | None], Cells],
    past: ir.CellSet | None,
    along: Relation | None,
) -> Value:
    """Cells on a line through two, which `known` works out where both are known and nothing depends on the position."""
    asks = f"`{call.function.id}`"
    cells = [elaborator.as_expression(end, part, CELL, asks) for end, part in zip(ends, call.plain, strict=True)]
    rays = _rays(elaborator, call, along)
    here, there = cells
    if here is WRONG or there is WRONG or rays is WRONG:
        return WRONG
    if past is None and all(isinstance(end, Known) for end in ends):
        return elaborator.combine(call, lambda one, other: known(one, other, along), *ends)
    return Code(CELLS, node(rays, here, there, past))


def _rays(elaborator: RuleEvaluator, call: tree.Call, along: Relation | None) -> Rays | Wrong:
    """For each cell, the straight lines from it."""
    try:
        found = elaborator.lines.rays(along)
    except Fault as fault:
        return elaborator.wrong(fault.code, fault.message, call.span, help=fault.help)
    return found if any(found) else (((),), *found[1:])  # a table of lines, also where no cell has any
