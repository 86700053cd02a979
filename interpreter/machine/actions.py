"""Decisions as numbers: each kind of decision has a block of codes, a placement one for each cell."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.rules import ir


@dataclass(frozen=True)
class Block:
    """The codes `base … base + size - 1` of one alternative."""

    word: str
    piece: int
    base: int
    size: int
    tier: int
    alternative: ir.Alternative

    @property
    def takes_cell(self) -> bool:
        return self.word == "place"


def action_blocks(point: ir.Point, cells: int) -> tuple[Block, ...]:
    """The blocks of a decision point, in the order of the file."""
    blocks: list[Block] = []
    base = 0
    for tier, alternatives in enumerate(point.tiers):
        for alternative in alternatives:
            size = cells if alternative.word == "place" else 1
            blocks.append(Block(alternative.word, alternative.piece, base, size, tier, alternative))
            base += size
    return tuple(blocks)
