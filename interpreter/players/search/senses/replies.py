"""Random games in which bridges are kept, as part of the kernel: whoever enters one is answered at once."""

from __future__ import annotations

from ..asked import (
    CELLS,
    END,
    MOVER,
    PLACES,
    PLAYING,
    Vector,
    rollout,
    step,
)
from ..kernel import advanced, drawn
from .answers import answer


def played(S: Vector, rng: int, out: Vector) -> int:
    """Play on at random to the end, but answer in a bridge that is entered; returns the generator's state."""
    left, reply = 0, -1
    for c in range(CELLS):
        if S[c] == 0:
            out[left] = c
            left += 1
    while S[END] == PLAYING and left > 0:
        c = reply
        if c < 0:
            rng = advanced(rng)
            i = drawn(rng, left)
            left -= 1
            c = out[i]
            out[i] = out[left]
        if S[c] == 0:
            p = S[MOVER]
            step(S, PLACES[c])
            reply = answer(S, c, p)
        else:
            reply = -1
    return rollout(S, rng, out) if S[END] == PLAYING else rng
