"""Decisions as numbers: each kind of decision has a block of codes, a placement one for each cell."""

from __future__ import annotations

from functools import cached_property

from ...record import Record
from ...rules.facts.reach import code_count, pairs
from ...rules.program import Decision, Point, Rules


class Block(Record):
    """The codes `base … base + size - 1` of one kind of decision, offered in a tier of a point."""

    base: int
    size: int
    point: int
    tier: int
    way: str
    decision: Decision
    cells: int

    @property
    def word(self) -> str:
        return self.decision.word

    @property
    def takes_cell(self) -> bool:
        return self.word == "place"

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """For a move, where each code leads from and to."""
        return pairs(self.decision, self.cells)

    def __contains__(self, code: int) -> bool:
        return self.base <= code < self.base + self.size


def action_blocks(rules: Rules, cells: int) -> tuple[Block, ...]:
    """The blocks of all decision points, in the order of the file."""
    blocks: list[Block] = []
    base = 0
    for number, point in enumerate(rules.points):
        for tier, decision in _in_tiers(point):
            size = code_count(decision, point, len(rules.players), cells)
            blocks.append(Block(base, size, number, tier, point.way, decision, cells))
            base += size
    return tuple(blocks)


def _in_tiers(point: Point) -> list[tuple[int, Decision]]:
    return [(tier, decision) for tier, decisions in enumerate(point.tiers) for decision in decisions]
