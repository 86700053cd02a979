"""What belongs to a cell: its coordinates, and the variables that each cell or piece has."""

from __future__ import annotations

from ...diagnostics.diagnostic import guesses, judged, listed
from ...source.syntax import tree
from ...values.cells import axes
from ...values.hints import coordinate_hint
from ...values.types import CELL, NAME, NUMBER, PLAYER
from ...values.values import WRONG, Code, Value, Worth
from .. import ir, layers
from .absence import none_of
from .base import RuleEvaluator


def of_cell(node: tree.Attribute, cell: Worth, elaborator: RuleEvaluator) -> Value:
    """`cell.name`, the cell known before play or not."""
    name, declared = node.name.id, elaborator.declared
    if name in declared.of_cells:
        kind, number = declared.of_cells[name]
        nothing = none_of(kind, elaborator).values[0] if kind in (CELL, NAME, PLAYER) else 0
        place = elaborator.expression(cell)
        return Code(kind, layers.OfCell(number, place, nothing, declared.layers[number].of_pieces))
    if not elaborator.board.cells:
        return WRONG
    some = elaborator.board.cells[0]
    if name in axes(some):
        return Code(NUMBER, ir.Axis(axes(some).index(name), elaborator.expression(cell)))
    what, known = f"a cell has no `.{name}`", (*axes(some), *declared.of_cells)
    if among := guesses(name, declared.of_cells):
        elaborator.guess(node.name, among)
        expected = listed(f"`.{each}`" for each in known)
        return elaborator.wrong("HG208", what, node.name.span, expected=expected, **judged(name, among))
    return elaborator.wrong("HG208", what, node.name.span, help=coordinate_hint(some))
