"""Effects on piles: pieces that come to lie on others, and those that are taken from the top."""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics.text import Span
from ...source.syntax import tree
from ...values.types import CELL, CELLS, NUMBER
from ...values.values import WRONG, Wrong
from .. import deeds, elements, ir
from ..expressions.elaborate import Elaborator
from .pieces import becomes

Changing = tree.Becomes | tree.Gains | tree.Loses | tree.Carry


def changed(statement: Changing, elaborator: Elaborator) -> Iterator[deeds.Effect]:
    """Give the effect of a statement that changes what lies on cells."""
    match statement:
        case tree.Becomes():
            yield from becomes(statement, elaborator)
        case tree.Gains():
            yield from _gains(statement, elaborator)
        case tree.Loses():
            yield from _loses(statement, elaborator)
        case tree.Carry():
            yield from _carry(statement, elaborator)


def _gains(statement: tree.Gains, elaborator: Elaborator) -> Iterator[deeds.Effect]:
    """Give the effects of `CELLS gains PIECE`."""
    words = f"{statement.subject.span.text} becomes {statement.kind.span.text}"
    if _may_pile(statement.span, words, elaborator):
        yield from becomes(statement, elaborator)


def _loses(statement: tree.Loses, elaborator: Elaborator) -> Iterator[deeds.Effect]:
    """Give the effect of `CELLS loses NUMBER`."""
    cells = _cells(statement.subject, "`loses`", elaborator)
    number = elaborator.typed(statement.number, NUMBER, "`loses`")
    words = f"{statement.subject.span.text} becomes empty"
    if _may_pile(statement.span, words, elaborator) and cells is not WRONG and number is not WRONG:
        yield deeds.Loses(cells, number)


def _carry(statement: tree.Carry, elaborator: Elaborator) -> Iterator[deeds.Effect]:
    """Give the effect of `NUMBER of CELL to CELL`."""
    number = elaborator.typed(statement.number, NUMBER, "`of`")
    source = elaborator.typed(statement.source, CELL, "`to`")
    target = elaborator.typed(statement.into, CELL, "`to`")
    words = f"{statement.source.span.text} to {statement.into.span.text}"
    if not _may_pile(statement.span, words, elaborator):
        return
    if number is not WRONG and source is not WRONG and target is not WRONG:
        yield deeds.Travel(source, target, number)


def _cells(node: tree.Expression, asks: str, elaborator: Elaborator) -> ir.CellSet | Wrong:
    """The cells of a set, or the one that stands there."""
    value = elaborator.as_cells(elaborator.value(node))
    if value is WRONG:
        return WRONG
    if value.type is CELL:
        return ir.Single(elaborator.expression(value))
    if value.type is CELLS:
        return elaborator.cell_set(value)
    return elaborator.mismatch(node, value.type, "a cell or a set of cells", asks, like=CELLS)


def _may_pile(span: Span, instead: str, elaborator: Elaborator) -> bool:
    """Whether pieces may lie on one another here; reported where they may not."""
    if elaborator.declared.stacks == 1:
        elaborator.wrong("HG527", "a cell holds one piece", span,
                         help=f"write `{instead}`; or let pieces pile up: stacks up to 10")  # fmt: skip
        return False
    return True


def with_room(cells: ir.CellSet, elaborator: Elaborator) -> ir.CellSet:
    """The cells of a set where another piece can lie."""
    with elaborator.bound() as variable:
        room = ir.Operation("<", (elements.Height(variable), ir.Constant((elaborator.declared.stacks,))))
        return ir.Filtered(variable, cells, room)
