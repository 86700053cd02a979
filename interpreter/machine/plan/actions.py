"""Decisions as numbers: each kind of decision has a block of codes, a placement one for each cell."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from functools import cached_property

from ...record import Record
from ...rules.facts.reach import code_count, pairs
from ...rules.program import Choose, Decision, Move, Pass, Pick, Place, Point, Random, Rules, Stop


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
        return isinstance(self.decision.what, Place)

    @property
    def is_idle(self) -> bool:
        """Whether nothing has changed after it but whose turn it is."""
        return isinstance(self.decision.what, Pass | Stop)

    @property
    def owner(self) -> str:
        """Whose piece it puts down or moves, as move texts say it; empty for the mover's own, and without a piece."""
        return self.decision.what.owner if isinstance(self.decision.what, Place | Move) else ""

    @property
    def values(self) -> tuple[tuple[int, str], ...]:
        """What chance draws, with texts; nothing where a player decides."""
        return self.decision.what.values if isinstance(self.decision.what, Random) else ()

    @property
    def named(self) -> tuple[tuple[int, str], ...]:
        """What a player names, with texts; nothing where it is a cell, or another decision."""
        return self.decision.what.values if isinstance(self.decision.what, Choose) else ()

    @property
    def first(self) -> int | None:
        """What the first code stands for, where the others stand for the numbers that follow; None if they do not."""
        numbers = [value for value, _ in self.named] or [0]
        return numbers[0] if numbers == list(range(numbers[0], numbers[0] + len(numbers))) else None

    @property
    def choices(self) -> tuple[int, ...]:
        """The sets of cards that a player can pick; none where nothing is picked."""
        return self.decision.what.choices if isinstance(self.decision.what, Pick) else ()

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """For a move, the cells that each code leads from and to; else none."""
        return pairs(self.decision.what, self.cells) if isinstance(self.decision.what, Move) else ()

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
        match self.decision.what:
            case Place() | Choose() | Random():
                return ("c0",)
            case Move():
                return ("c0", "c1")
            case Pick():
                return ("m",)
            case _:
                return ()

    def __contains__(self, code: int) -> bool:
        return self.base <= code < self.base + self.size


def action_blocks(rules: Rules, cells: int) -> tuple[Block, ...]:
    """The blocks of all decision points, in the order of the file."""
    blocks: list[Block] = []
    base = 0
    for number, point in enumerate(rules.points):
        for tier, decision in _in_tiers(point):
            size = code_count(decision.what, point, len(rules.players), cells)
            blocks.append(Block(base, size, number, tier, point.way, decision, cells))
            base += size
    return tuple(blocks)


def _in_tiers(point: Point) -> list[tuple[int, Decision]]:
    return [(tier, decision) for tier, decisions in enumerate(point.tiers) for decision in decisions]
