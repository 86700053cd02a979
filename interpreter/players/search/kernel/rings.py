"""Random games where rings win: a ring of random stones tells nothing of the position from which
they began, and does not count."""

from __future__ import annotations

from ....machine.answers import PLAYING
from ....machine.draws import advanced, drawn
from ....program.words import Vector
from .answers import around
from .draws import taken
from .needs import (
    CELLS, END, FREE, HAS_AROUND, LABELS, LEFT, MOVER, NEAR, PLACES, RING_MET, judge, place, rollout, step,
)  # fmt: skip
from .seats import owner


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
