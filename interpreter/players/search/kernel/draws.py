"""Empty cells, listed and drawn."""

from __future__ import annotations

from ....program.words import Vector
from .needs import CELLS, FREE, HAS_PLACE, LEFT


def listed(S: Vector, out: Vector) -> int:
    """List the empty cells, unless the state has them in a list; returns their number."""
    if HAS_PLACE:
        return S[LEFT]
    left = 0
    for c in range(CELLS):
        if S[c] == 0:
            out[left] = c
            left += 1
    return left


def taken(S: Vector, out: Vector, i: int, last: int) -> int:
    """Take an empty cell off this list; the last one takes its place."""
    if HAS_PLACE:
        c = S[FREE + i]
        S[FREE + i] = S[FREE + last]
        return c
    c = out[i]
    out[i] = out[last]
    return c
