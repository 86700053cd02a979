"""How many different decisions there can be, whatever the position: the cells that a move could ever join."""

from __future__ import annotations

from .. import ir
from ..program import TOGETHER, Decision, Point, Rules
from ..within import within

MOST_CODES = 200_000
"""The most decisions that a game may tell apart."""

_HERE = ir.Bound(0)


def pairs(decision: Decision, cells: int) -> tuple[tuple[int, int], ...]:
    """The cells that a move could lead from and to, as far as its sets can be worked out before play."""
    assert decision.source is not None and decision.target is not None
    froms = within(decision.source, _HERE, 0)
    found: list[tuple[int, int]] = []
    for here in range(cells) if froms is None else sorted(froms):
        ends = within(decision.target, _HERE, here)
        found.extend((here, there) for there in (range(cells) if ends is None else sorted(ends)) if there != here)
        if len(found) > MOST_CODES:
            break
    return tuple(found)


def code_count(decision: Decision, point: Point, players: int, cells: int) -> int:
    """How many codes a decision needs."""
    if decision.picking is not None:
        ways: int = len(decision.picking.choices) ** (players if point.way == TOGETHER else 1)
        return ways
    if decision.word == "move":
        return len(pairs(decision, cells))
    if decision.word == "random":
        return len(decision.values)
    return cells if decision.word == "place" else 1


def all_codes(rules: Rules, cells: int) -> int:
    """How many codes all decisions of a game need together."""
    counts = (
        code_count(decision, point, len(rules.players), cells)
        for point in rules.points
        for tier in point.tiers
        for decision in tier
    )
    return sum(counts)
