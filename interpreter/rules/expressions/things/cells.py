"""What belongs to a cell: its coordinates, what stands there, and the variables that each cell or piece has."""

from __future__ import annotations

from ....diagnostics.diagnostic import Guess, guesses, judged, listed
from ....source.syntax import tree
from ....values.cells import axes
from ....values.hints import no_attribute
from ....values.types import CELL, KIND, NAME, NUMBER, PLAYER
from ....values.values import WRONG, Code, Value, Worth
from ... import ir, layers
from ..absence import none_of
from ..base import RuleEvaluator
from . import kinds
from .piles import height_hint


def is_of_play(name: str, elaborator: RuleEvaluator) -> bool:
    """Whether play decides what of this name belongs to a cell, even to one that is known, or nothing does."""
    is_declared = name in kinds.OF_CELL or name in elaborator.declared.of_cells
    return is_declared or (bool(elaborator.board.cells) and name not in axes(elaborator.board.cells[0]))


def of_cell(node: tree.Attribute, cell: Worth, elaborator: RuleEvaluator) -> Value:
    """`cell.name`, the cell known before play or not."""
    name, declared = node.name.id, elaborator.declared
    if name in kinds.OF_CELL:
        return kinds.of_cell(node, cell, elaborator)
    if name in declared.of_cells:
        kind, number = declared.of_cells[name]
        nothing = none_of(kind, elaborator).values[0] if kind in (CELL, KIND, NAME, PLAYER) else 0
        place = elaborator.expression(cell)
        return Code(kind, layers.OfCell(number, place, nothing, declared.layers[number].of_pieces))
    if not elaborator.board.cells:
        return WRONG
    some = elaborator.board.cells[0]
    if name in axes(some):
        return Code(NUMBER, ir.Axis(axes(some).index(name), elaborator.expression(cell)))
    what, known = f"a cell has no `.{name}`", (*axes(some), *kinds.OF_CELL, *declared.of_cells)
    guess: Guess = {"help": height_hint(node, elaborator) or no_attribute(node, known, is_cell=True)}
    if not guess["help"] and (among := guesses(name, known)):
        elaborator.guess(node.name, among)
        guess = judged(name, among)
    expected = listed(f"`.{each}`" for each in known)
    return elaborator.wrong("HG208", what, node.name.span, expected=expected, **guess)
