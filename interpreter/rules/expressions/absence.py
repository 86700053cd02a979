"""Where there may be no cell or no player: `none`, and what may turn out to be it during play."""

from __future__ import annotations

from ...source.syntax import tree
from ...values.mismatch import needs
from ...values.types import CELL, KIND, NAME, NONE, PLAYER, Type
from ...values.values import ABSENCE, Code, Worth, Wrong
from .. import ir
from .base import RuleEvaluator


def as_one(value: Worth, kind: Type, elaborator: RuleEvaluator) -> Worth:
    """`none` as the cell, player, kind or name that is none; every other value as it is."""
    if value.type is not NONE or kind not in (CELL, PLAYER, KIND, NAME):
        return value
    return Code(kind, none_of(kind, elaborator))


def alike(left: Worth, right: Worth, elaborator: RuleEvaluator) -> tuple[Worth, Worth]:
    """Two values, where `none` stands for what the other may be."""
    return as_one(left, right.type, elaborator), as_one(right, left.type, elaborator)


def none_of(kind: Type, elaborator: RuleEvaluator) -> ir.Constant:
    """What stands for no cell, no player, or the name `none`."""
    return ir.Constant((elaborator.integer(ABSENCE, kind),))


def may_be_none(value: ir.Expression, kind: Type, elaborator: RuleEvaluator) -> bool:
    """Whether a cell or a player may turn out to be none."""
    return elaborator.declared.may_be(value, elaborator.integer(ABSENCE, kind))


def where_somebody(
    player: ir.Expression, found: ir.Expression, nothing: ir.Constant, elaborator: RuleEvaluator
) -> ir.Expression:
    """What is asked of a player; `nothing` where there may be none."""
    test = is_somebody(player, elaborator)
    return ir.Choice(test, found, nothing) if test else found


def is_somebody(player: ir.Expression, elaborator: RuleEvaluator) -> ir.Expression | None:
    """What asks whether a player is not none; None where that is sure."""
    if not may_be_none(player, PLAYER, elaborator):
        return None
    return ir.Operation("!=", (player, none_of(PLAYER, elaborator)))


def somebody(
    player: ir.Expression, node: tree.Expression, asks: str, elaborator: RuleEvaluator
) -> ir.Expression | Wrong:
    """A player who decides; WRONG, and reported, where there may be none."""
    if not may_be_none(player, PLAYER, elaborator):
        return player
    return elaborator.mismatched(needs(asks, PLAYER, "a player or `none`"), node.span,
                                 help=f"write: for p in players where p == {node.span.text} {{ … }}")  # fmt: skip
