"""Answers to whoever enters a bridge, as part of the kernel."""

from __future__ import annotations

from ..asked import (
    ENDS,
    ENTRY_AT,
    ENTRY_ONE,
    ENTRY_OTHER,
    ENTRY_REPLY,
    ENTRY_WHOSE,
    MOVER,
    TAKES,
    Vector,
    owner,
)  # fmt: skip
from ..kernel import CODE, COUNT, FIRST, LIKED, SAVES, SEEN, WIDTH, WON


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
