"""Decisions as numbers: each kind of decision has a block of codes, a placement one for each cell."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
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

    def __repr__(self) -> str:
        return f"<Block {self.word}, codes from {self.base} to {self.base + self.size - 1}>"

    @property
    def word(self) -> str:
        """The word that stands for the decision in a rule sheet."""
        return self.decision.word

    @property
    def takes_cell(self) -> bool:
        """Whether it puts a piece on a cell."""
        return self.word == "place"

    @property
    def names_cell(self) -> bool:
        """Whether each code stands for a cell: one that a piece is put on, or that chance draws from a set."""
        return self.takes_cell or (self.word == "random" and self.decision.target is not None)

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """For a move, the cells that each code leads from and to."""
        return pairs(self.decision, self.cells)

    @property
    def firsts(self) -> tuple[int, ...]:
        """For a move, where the codes from each cell begin; the last entry is where they end."""
        return tuple(bisect_left(self.pairs, (cell, -1)) for cell in range(self.cells + 1))

    @property
    def most_from_a_cell(self) -> int:
        """The largest number of codes of a move from one cell."""
        return max(Counter(one for one, _ in self.pairs).values(), default=1)

    @property
    def names(self) -> tuple[str, ...]:
        """The variables of the generated text that hold what a code stands for."""
        return {"place": ("c0",), "random": ("c0",), "move": ("c0", "c1"), "pick": ("m",)}.get(self.word, ())

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
