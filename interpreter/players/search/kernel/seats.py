"""Who decides, who sits where, who has won, whose piece it is."""

from __future__ import annotations

from ....program.words import Vector
from .needs import (
    AT, END, HAS_AT, HAS_OTHERS, HAS_SEAT, KINDS, MOVER, PICK_BASES, PICK_BLOCKS, PICK_CHOICES, PLAYERS, SEAT, WAYS,
    WINNERS,
)  # fmt: skip


def sitting(S: Vector, p: int) -> int:
    """The seat that plays a colour."""
    return S[SEAT + p] if HAS_SEAT else p


def decider(S: Vector) -> int:
    """The seat that decides next, or CHANCE or TOGETHER."""
    if HAS_OTHERS and WAYS[S[AT] if HAS_AT else 0] != 0:
        return WAYS[S[AT] if HAS_AT else 0]
    return sitting(S, S[MOVER])


def winner(S: Vector) -> int:
    """The seat that has won; PLAYERS for a draw."""
    p = WINNERS[S[END]]
    return p if p == PLAYERS else sitting(S, p)


def owner_of_one(v: int) -> int:
    """The colour of what a cell holds, where there is one kind of piece."""
    return v - 1


def owner_of_many(v: int) -> int:
    """The same where there are several."""
    return (v - 1) // KINDS


owner = owner_of_one if KINDS == 1 else owner_of_many
"""The colour of what a cell holds; PLAYERS for nobody's, -1 for nothing."""


def part(a: int, p: int) -> int:
    """The number of a player's pick in a decision that two make together."""
    for k in range(PICK_BLOCKS):
        if a >= PICK_BASES[k]:
            both = a - PICK_BASES[k]
            return both // PICK_CHOICES[k] if p == 0 else both % PICK_CHOICES[k]
    return 0
