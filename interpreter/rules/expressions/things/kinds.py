"""Kinds of piece that play decides: what stands on cells, and the cells of pieces of a kind."""

from __future__ import annotations

from ....source.syntax import tree
from ....values.types import CELLS, KIND, PLAYER, TRUTH
from ....values.values import Code, Definition, Known, Value, Worth
from ... import elements, ir
from ...combined import combined
from ..base import RuleEvaluator
from ..pieces import is_kinds, numbers_of
from .piles import pile_of

OF_CELL = ("kind", "owner", "pile")
"""What can be asked of that which stands on a cell."""


def of_cell(node: tree.Attribute, cell: Worth, elaborator: RuleEvaluator) -> Value:
    """`cell.kind`, `cell.owner` and `cell.pile`."""
    if node.name.id == "pile":
        return pile_of(node, cell, elaborator)
    place = elaborator.expression(cell)
    if node.name.id == "kind":
        return Code(KIND, elements.KindOf(place))
    return Code(PLAYER, elements.OwnerOf(place))


def named(node: tree.Attribute, whose: Worth, elaborator: RuleEvaluator) -> Value | None:
    """`player.k`, where k is the name of a kind or of a set of kinds; None where it is none."""
    meaning = elaborator.scope.meaning(node.name.id)
    if not isinstance(meaning, Known | Code) and not (isinstance(meaning, Definition) and not meaning.tree.parameters):
        return None
    kinds = elaborator.evaluate(node.name)
    return of_kinds(kinds, whose, elaborator) if is_kinds(kinds) else None


def of_kinds(kinds: Worth, whose: Worth, elaborator: RuleEvaluator) -> Code:
    """The cells that hold a player's pieces of a kind or a set of kinds."""
    stones = elaborator.pieces_of(whose).ir
    assert isinstance(stones, ir.Holding)
    if isinstance(kinds, Code):
        return elaborator.of_one_kind(stones, elaborator.expression(kinds))
    found = elaborator.cells_of_kinds(kinds).ir
    assert isinstance(found, ir.Holding)
    if len(found.contents) > 1:
        return Code(CELLS, combined("&", stones, found))
    return Code(CELLS, ir.Holding(tuple(held & found.contents[0] for held in stones.contents), stones.of))


def is_among(kind: Worth, kinds: Known, elaborator: RuleEvaluator) -> Code:
    """Whether a kind that play decides is one of a set."""
    which, numbers = elaborator.expression(kind), [numbers_of(each) for each in kinds.values]
    every = range(len(elaborator.pieces))
    rows = [tuple(int(number in held) for number in every) for held in numbers]
    if all(row == rows[0] for row in rows):
        return Code(TRUTH, ir.Operation("==", (elements.Entry(rows[0], which, 0), ir.Constant((1,)))))
    tests = [
        ir.Operation("and", (ir.Constant(column), ir.Operation("==", (which, ir.Constant((number,))))))
        for number, column in enumerate(zip(*rows, strict=True))
    ]
    return Code(TRUTH, ir.Operation("or", tuple(tests)))
