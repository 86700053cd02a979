"""Random games in which bridges are kept, as part of the kernel: whoever enters one is answered at once."""

from __future__ import annotations

from ..asked import (
    CELLS,
    END,
    HAS_AROUND,
    HAS_GLANCES,
    HAS_PLACE,
    LEFT,
    MOVER,
    PLACES,
    PLAYING,
    Vector,
    answer_around,
    around,
    place,
    rollout,
    step,
)
from ..kernel import advanced, drawn, taken
from .answers import answer


def replied(S: Vector, rng: int, out: Vector) -> int:
    """Play on at random to the end, but answer in a bridge that is entered; returns the generator's state.

    All endings are asked after the first stone and the last; after the others, only whether goals are reached.
    """
    left, reply, quick = listed(S, out), -1, False
    free = left
    p, end = S[MOVER], S[END]
    while end == PLAYING and free > 0:
        c = reply
        if c < 0:
            rng = advanced(rng)
            i = drawn(rng, left)
            left -= 1
            if HAS_PLACE:
                c = taken(S, i, left)
            else:
                c = out[i]
                out[i] = out[left]
        if S[c] != 0:
            reply = -1
            continue
        free -= 1
        if HAS_PLACE:
            if quick and free > 0:
                m = 0
                if HAS_AROUND:
                    m = around(S, c)
                end = place(S, c, p, m)
                if HAS_GLANCES:
                    reply = answer_around(S, c, p, m)
                else:
                    reply = answer(S, c, p)
        if not quick or free == 0:
            S[MOVER], S[LEFT] = p, free + 1
            step(S, PLACES[c])
            end, reply = S[END], answer(S, c, p)
            if HAS_PLACE:
                quick = True
        p = 1 - p
    S[END] = end
    return rollout(S, rng, out) if end == PLAYING else rng


def listed(S: Vector, out: Vector) -> int:
    """List the empty cells, unless the state has them in a list; returns their number."""
    left = 0
    if HAS_PLACE:
        left = S[LEFT]
    else:
        for c in range(CELLS):
            if S[c] == 0:
                out[left] = c
                left += 1
    return left
