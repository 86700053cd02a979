"""Ends of games: what they are worth, what is learnt of them, what they prove."""

from __future__ import annotations

from ....program.words import Vector
from .edges import CHANCE, CODE, COUNT, FIRST, LIKED, NODES, RESULT, SEATS, SEEN, UNSEEN, WIDTH, WON, WORTHS
from .needs import CELLS, HAS_AMAF, PLAYERS, TAKES
from .seats import owner, sitting

DRAWN = 1 + PLAYERS
"""The result of a draw."""

STONES, LIKES = 0, PLAYERS * CELLS
"""Of `W`: by colour and cell, how many ends of this simulation have a stone there, and what these ends are worth."""


def add_end(S: Vector, T: Vector, W: Vector, result: int, times: int) -> None:
    """Add an end of a game, so many times, to what is noted."""
    for seat in range(PLAYERS):
        T[WORTHS + seat] += times * (1 if result == DRAWN else WON if result == 1 + seat else 0)
    if HAS_AMAF:
        for p in range(PLAYERS):
            worth = times * (1 if result == DRAWN else WON if result == 1 + sitting(S, p) else 0)
            for c in range(CELLS):
                is_own = 1 if owner(S[c]) == p else 0
                W[STONES + p * CELLS + c] += times * is_own
                W[LIKES + p * CELLS + c] += worth * is_own


def learn(T: Vector, W: Vector, e: int, p: int) -> None:
    """Add to the edges of an edge how the ends went in which their player had their cells."""
    for f in range(T[e + FIRST], T[e + FIRST] + T[e + COUNT] * WIDTH, WIDTH):
        c = TAKES[T[f + CODE]]
        if c >= 0:
            T[f + SEEN] += W[STONES + p * CELLS + c]
            T[f + LIKED] += W[LIKES + p * CELLS + c]


def prove(T: Vector, depth: int) -> None:
    """Carry a proved result towards the root as far as it proves more; what is chosen in secret, after what another has
    chosen so, proves something only where it would come to the same whatever was chosen."""
    for d in range(depth - 1, -1, -1):
        e = T[NODES + d]
        seat, f = T[SEATS + d], T[NODES + d + 1]
        if d > 0 and TAKES[T[e + CODE]] == UNSEEN and TAKES[T[f + CODE]] == UNSEEN:
            seat = CHANCE
        result = proved(T, e, seat, T[f + RESULT])
        T[e + RESULT] = result
        if result == 0:
            break


def proved(T: Vector, e: int, seat: int, news: int) -> int:
    """What follows for an edge from the result of one of its edges: 0 if nothing does yet."""
    if news == 1 + seat:
        return news
    draws, same = 0, news
    for f in range(T[e + FIRST], T[e + FIRST] + T[e + COUNT] * WIDTH, WIDTH):
        result = T[f + RESULT]
        if result == 0:
            return 0
        if result == DRAWN:
            draws += 1
        if result != news:
            same = 0
    return DRAWN if seat >= 0 and draws > 0 else same
