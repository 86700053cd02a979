"""Answers to whoever enters a bridge: by the list of the bridges that each cell enters, or by what lies around it."""

from __future__ import annotations

from ....program.words import Vector
from .edges import CODE, COUNT, FIRST, LIKED, SAVES, SEEN, WIDTH, WON
from .needs import (
    ANSWER_ROW, ANSWERS, BESIDE, BESIDE_PLACES, CELLS, DENSE, ENDS, ENTRY_AT, ENTRY_ONE, ENTRY_OTHER, ENTRY_REPLY,
    ENTRY_WHOSE, LOOKS_AROUND, LOWEST, MOVER, TAKES,
)  # fmt: skip
from .needs import around as its_around
from .needs import held as its_held
from .needs import vacant as its_vacant
from .seats import owner


def save(S: Vector, T: Vector, e: int) -> None:
    """Let the edges of an edge know which of them keeps a bridge that its own stone has entered."""
    c = TAKES[T[e + CODE]]
    if c >= 0 and owner(S[c]) == 1 - S[MOVER]:
        reply, ends = answer(S, c, 1 - S[MOVER]), T[SAVES] * ENDS
        for f in range(T[e + FIRST], T[e + FIRST] + T[e + COUNT] * WIDTH, WIDTH):
            if reply >= 0 and TAKES[T[f + CODE]] == reply:
                T[f + SEEN] += ends
                T[f + LIKED] += ends * WON


def answer(S: Vector, c: int, p: int) -> int:
    """The cell that keeps a bridge of the other player which a player's stone has entered; -1 if there is none."""
    for k in range(ENTRY_AT[c], ENTRY_AT[c + 1]):
        v = S[ENTRY_ONE[k]]
        if v != 0 and S[ENTRY_REPLY[k]] == 0:
            whose = owner(v)
            if whose == 1 - p and owner(S[ENTRY_OTHER[k]]) == whose and (ENTRY_WHOSE[k] < 0 or ENTRY_WHOSE[k] == whose):
                return ENTRY_REPLY[k]
    return -1


def looked_around(S: Vector, c: int) -> int:
    """What lies around an empty cell: by place, its content in two bits."""
    m, beside = 0, BESIDE[c]
    for k in range(BESIDE_PLACES):
        m |= S[beside[k]] << 2 * k
    return m


def stones_of(m: int, p: int) -> int:
    """The places that a player holds, by what lies around a cell."""
    return DENSE[m >> p & (m >> 1 - p ^ LOWER) & LOWER]


def gaps(m: int) -> int:
    """The places that are empty, by what lies around a cell."""
    return DENSE[((m | m >> 1) ^ LOWER) & LOWER]


LOWER = sum(1 << 2 * k for k in range(BESIDE_PLACES))
"""The lower bit of each place."""

around, held, vacant = (its_around, its_held, its_vacant) if LOOKS_AROUND else (looked_around, stones_of, gaps)
"""Those of the game's module, if it has them."""


def answer_around(S: Vector, c: int, p: int, m: int) -> int:
    """The cell that keeps a bridge of the other player which a player's stone enters; -1 if there is none."""
    row = ANSWER_ROW[(1 - p) * CELLS + c]
    if row < 0:
        return answer(S, c, p)
    places = ANSWERS[row][held(m, 1 - p)] & vacant(m)
    return BESIDE[c][LOWEST[places]] if places > 0 else -1
