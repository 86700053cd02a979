"""Random games with sense: whoever enters a bridge is answered at once; or, where rings win, a ring of random stones
does not count, since it tells nothing of the position from which they began."""

from __future__ import annotations

from ....machine.answers import PLAYING
from ....machine.draws import advanced, drawn
from ....program.words import Vector
from .answers import answer, answer_around, around
from .needs import (
    CELLS, END, FREE, HAS_AROUND, HAS_GLANCES, HAS_PLACE, LABELS, LEFT, MOVER, NEAR, PLACES, RING_MET, judge, place,
    rollout, step,
)  # fmt: skip
from .seats import owner


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


def ringed(S: Vector, L: Vector, stones: int, rng: int, out: Vector) -> int:
    """Play on at random to the end; returns the generator's state.

    All endings are asked after the first stone and the last; after the others, only whether goals are reached, and a
    ring only counts if so many stones next to its last one stand on the board L where the game began. Each cell is
    drawn, and looked around, one stone ahead: a processor waits less for that.
    """
    if S[END] == PLAYING and S[LEFT] > 0:
        rng = advanced(rng)
        step(S, PLACES[S[FREE + drawn(rng, S[LEFT])]])
    if S[END] != PLAYING or S[LEFT] == 0:
        return rollout(S, rng, out)
    rng = advanced(rng)
    p, end, left = S[MOVER], PLAYING, S[LEFT] - 1
    c = taken(S, out, drawn(rng, left + 1), left)
    m = around(S, c) if HAS_AROUND else 0
    while end == PLAYING and left > 0:
        rng = advanced(rng)
        left -= 1
        d, n = taken(S, out, drawn(rng, left + 1), left), 0
        if HAS_AROUND:
            S[c] = 1 + p
            n = around(S, d)
        end = place(S, c, p, m)
        if end != PLAYING and S[RING_MET + p] == 1 and stood(L, c, p) < stones:
            S[RING_MET + p] = 0
            end = judge(S, p)
        c, m, p = d, n, 1 - p
    if end == PLAYING:
        S[MOVER], S[LEFT] = p, 1
        step(S, PLACES[c])
        return rollout(S, rng, out)
    S[END] = end
    return rng


def stood(L: Vector, c: int, p: int) -> int:
    """How many stones of a player are next to a cell."""
    found = 0
    for packed in NEAR[c]:
        n = packed // LABELS
        if n < CELLS and owner(L[n]) == p:
            found += 1
    return found
