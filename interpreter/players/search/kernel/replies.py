"""Random games in which bridges are kept: whoever enters one is answered at once."""

from __future__ import annotations

from ....machine.answers import PLAYING
from ....machine.draws import advanced, drawn
from ....program.words import Vector
from .answers import answer, answer_around, around
from .draws import listed, taken
from .needs import END, HAS_AROUND, HAS_GLANCES, HAS_PLACE, LEFT, MOVER, PLACES, place, rollout, step


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
            c = taken(S, out, i, left)
        if S[c] != 0:
            reply = -1
            continue
        free -= 1
        if HAS_PLACE and quick and free > 0:
            m = around(S, c) if HAS_AROUND else 0
            end = place(S, c, p, m)
            reply = answer_around(S, c, p, m) if HAS_GLANCES else answer(S, c, p)
        else:
            S[MOVER], S[LEFT] = p, free + 1
            step(S, PLACES[c])
            end, reply = S[END], answer(S, c, p)
            quick = True
        p = 1 - p
    S[END] = end
    return rollout(S, rng, out) if end == PLAYING else rng
