"""The pieces that lie on a cell."""

from __future__ import annotations

from ....source.syntax import tree
from ....values.types import KIND, NUMBER, PIECE, PILE, PLAYER
from ....values.values import WRONG, Code, Value, Worth
from ... import elements
from ..base import RuleEvaluator


def pile_of(node: tree.Attribute, cell: Worth, elaborator: RuleEvaluator) -> Value:
    """`c.pile`: the pieces on a cell, from the top."""
    if elaborator.declared.stacks == 1:
        return elaborator.wrong("HG527", "a cell holds one piece", node.name.span,
                                help="let pieces lie on one another: stacks up to 10")  # fmt: skip
    return Code(PILE, elements.Pile(elaborator.expression(cell)))


def item_of(node: tree.Index, pile: Worth, index: Worth, elaborator: RuleEvaluator) -> Value:
    """`c.pile[n]`: the piece at a place of a pile, the top being 0."""
    place = elaborator.as_expression(index, node.index, NUMBER, "an index")
    if place is WRONG or not isinstance(pile, Code) or not isinstance(pile.ir, elements.Pile):
        return WRONG
    return Code(PIECE, elements.Lying(pile.ir.cell, place))


def of_piece(node: tree.Attribute, piece: Worth, elaborator: RuleEvaluator) -> Value:
    """The kind and the owner of a piece of a pile."""
    found = elaborator.expression(piece)
    match node.name.id:
        case "kind":
            return Code(KIND, elements.PieceKind(found))
        case "owner":
            return Code(PLAYER, elements.PieceOwner(found))
        case name:
            return elaborator.wrong("HG208", f"a piece of a pile has no `.{name}`", node.name.span,
                                    expected="`.kind` and `.owner`")  # fmt: skip


def height_hint(node: tree.Attribute, elaborator: RuleEvaluator) -> str:
    """Return how the height of a pile is asked for, where a word is likely to mean it; or else no text."""
    if elaborator.declared.stacks == 1 or node.name.id not in _HIGH:
        return ""
    return f"how high a pile is: count({node.of.span.text}.pile)"


_HIGH = frozenset({"count", "height", "high", "size", "stack", "stacks"})
"""What the height of a pile may be called."""


def height_of(value: Code) -> Value:
    """`count(c.pile)`: how many pieces lie on a cell."""
    return Code(NUMBER, elements.Height(value.ir.cell)) if isinstance(value.ir, elements.Pile) else WRONG
