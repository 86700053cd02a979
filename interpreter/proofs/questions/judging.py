"""Conditions of which not everything is known yet: their values lie between two bounds."""

from __future__ import annotations

import operator
from collections.abc import Sequence

from ...rules import ir
from ...rules.facts.endings import winner_of
from .model import Verdict

Bounds = tuple[int, int]
"""The least and the largest value."""

_ANY = -(1 << 40), 1 << 40
"""The bounds of a number of which nothing is known: a board has fewer cells."""

_COMPARED = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip
_COMPUTED = {"+": operator.add, "-": operator.sub, "*": operator.mul}
SYMBOLS = {"and", "or", "not", "/", "mod", *_COMPARED, *_COMPUTED}
"""The operators that conditions may have."""


def bounds(term: ir.Expression, known: Sequence[Bounds]) -> Bounds:
    """Return bounds of a condition or number, given those of what `Bound(n)` stands for; the bounds of what is known
    are equal."""
    match term:
        case ir.Constant((number,)):
            return number, number
        case ir.Bound(number):
            return known[number]
        case ir.HowMany(tests):
            found = [bounds(test, known) for test in tests]
            return sum(low for low, _ in found), sum(high for _, high in found)
        case ir.Choice(test, then, other):
            low, high = bounds(test, known)
            if low == high:
                return bounds(then if low else other, known)
            return _hull([*bounds(then, known), *bounds(other, known)])
        case ir.Operation(symbol, operands):
            return _operated(symbol, [bounds(operand, known) for operand in operands])
        case _:
            raise TypeError(f"{type(term).__name__} is no part of a condition here")


def _operated(symbol: str, found: list[Bounds]) -> Bounds:
    if symbol == "and":
        return min(low for low, _ in found), min(high for _, high in found)
    if symbol == "or":
        return max(low for low, _ in found), max(high for _, high in found)
    if len(found) == 1:
        ((low, high),) = found
        return (1 - high, 1 - low) if symbol == "not" else (-high, -low)
    (low, high), (low2, high2) = found
    if symbol in _COMPARED:
        return _compared(symbol, (low, high), (low2, high2))
    if symbol == "+":
        return low + low2, high + high2
    if symbol == "-":
        return low - high2, high - low2
    if symbol == "*":
        return _hull([low * low2, low * high2, high * low2, high * high2])
    if low == high and low2 == high2 != 0:
        return (low // low2,) * 2 if symbol == "/" else (low % low2,) * 2
    return _ANY


def _compared(symbol: str, left: Bounds, right: Bounds) -> Bounds:
    """Whether a comparison must hold, and whether it may."""
    (low, high), (low2, high2) = left, right
    if symbol in ("==", "!="):
        must, may = low == high == low2 == high2, low <= high2 and low2 <= high
        return (int(must), int(may)) if symbol == "==" else (1 - may, 1 - must)
    compare = _COMPARED[symbol]
    ends = [compare(low, high2), compare(high, low2)]
    return int(all(ends)), int(any(ends))


def _hull(numbers: Sequence[int]) -> Bounds:
    return min(numbers), max(numbers)


def winners(endings: Sequence[Verdict], players: int, known: Sequence[Bounds]) -> frozenset[int] | None:
    """Return who has won, as `rules.facts.endings.winners` says it of what holds; None if that is not known yet."""

    def after(at: int, left: frozenset[int], won: frozenset[int]) -> frozenset[int] | None:
        while at < len(endings) and left:
            ending = endings[at]
            low, high = bounds(ending.condition, known) if ending.player in left else (0, 0)
            at += 1
            if not high:
                continue
            more = after(at, left - {ending.player}, won | winner_of(ending.result, ending.player, players))
            return more if low or more is None or after(at, left, won) == more else None
        return won

    return after(0, frozenset(range(players)), frozenset())
