"""Answers to whoever enters a bridge, as part of the kernel: as `answers.py` finds them, but by what lies around."""

from __future__ import annotations

from ..asked import ANSWER_ROW, ANSWERS, BESIDE, CELLS, LOWEST, Vector, held, vacant
from .answers import answer


def answer_around(S: Vector, c: int, p: int, m: int) -> int:
    """The cell that keeps a bridge of the other player which a player's stone enters; -1 if there is none."""
    row = ANSWER_ROW[(1 - p) * CELLS + c]
    if row < 0:
        return answer(S, c, p)
    places = ANSWERS[row][held(m, 1 - p)] & vacant(m)
    return BESIDE[c][LOWEST[places]] if places > 0 else -1
