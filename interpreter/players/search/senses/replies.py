"""Random games in which bridges are kept, as part of the kernel: whoever enters one is answered at once."""

from __future__ import annotations

from ..asked import (
    CELLS,
    END,
    ENTRY_AT,
    ENTRY_ONE,
    ENTRY_OTHER,
    ENTRY_REPLY,
    ENTRY_WHOSE,
    MOVER,
    PLACES,
    PLAYING,
    Vector,
    owner,
    rollout,
    step,
)
from ..kernel import advanced, drawn


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


def answer(S: Vector, c: int, p: int) -> int:
    """The cell that keeps a bridge of the other player which a player's stone has entered; -1 if there is none."""
    for k in range(ENTRY_AT[c], ENTRY_AT[c + 1]):
        v = S[ENTRY_ONE[k]]
        if v != 0 and S[ENTRY_REPLY[k]] == 0:
            whose = owner(v)
            if whose == 1 - p and owner(S[ENTRY_OTHER[k]]) == whose and (ENTRY_WHOSE[k] < 0 or ENTRY_WHOSE[k] == whose):
                return ENTRY_REPLY[k]
    return -1
