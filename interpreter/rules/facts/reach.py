"""How many different decisions there can be, whatever the position: the cells that a move could ever join."""

from __future__ import annotations

from typing import assert_never

from .. import ir
from ..program import TOGETHER, Choose, Decided, Move, Pass, Pick, Place, Point, Random, Rules, Stop, Swap
from ..within import within

MOST_CODES = 200_000
"""The most decisions that a game may tell apart."""

_HERE = ir.Bound(0)


def pairs(move: Move, cells: int) -> tuple[tuple[int, int], ...]:
    """The cells that a move could lead from and to, as far as its sets can be worked out before play."""
    froms = within(move.source, _HERE, 0)
    found: list[tuple[int, int]] = []
    for here in range(cells) if froms is None else sorted(froms):
        ends = within(move.target, _HERE, here)
        found.extend((here, there) for there in (range(cells) if ends is None else sorted(ends)) if there != here)
        if len(found) > MOST_CODES:
            break
    return tuple(found)


def code_count(what: Decided, point: Point, players: int, cells: int) -> int:
    """How many codes a decision needs."""
    match what:
        case Place():
            return cells
        case Move():
            return len(pairs(what, cells))
        case Pick(choices=choices):
            ways: int = len(choices) ** (players if point.way == TOGETHER else 1)
            return ways
        case Random(values) | Choose(values=values):
            return len(values) or cells
        case Swap() | Pass() | Stop():
            return 1
        case _:
            assert_never(what)


def all_codes(rules: Rules, cells: int) -> int:
    """How many codes all decisions of a game need together."""
    counts = (
        code_count(decision.what, point, len(rules.players), cells)
        for point in rules.points
        for tier in point.tiers
        for decision in tier
    )
    return sum(counts)
