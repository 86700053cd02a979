"""The numbers that generated modules answer with: how a game stands, why a decision is refused."""

from __future__ import annotations

PLAYING = 0
REFUSED_OVER, REFUSED_LATER, REFUSED_TURN, REFUSED_CELL, REFUSED_WHERE, REFUSED_FORBIDDEN, REFUSED_ELSEWHERE = range(
    1, 8
)
"""What `refusal` answers: the game is over; another decision is possible first; not on this turn; not among the
cells; not where it asks; forbidden for what it leads to; not part of this choice."""


def end_code(ending: int, winner: int, players: int) -> int:
    """What END holds when an ending makes a player win, or nobody (`players`); after the last ending follow `no move`
    and `too long`."""
    return 1 + ending * (players + 1) + winner


def read_end(code: int, players: int) -> tuple[int, int | None]:
    """The ending and the winner of an end code; None for a draw."""
    ending, winner = divmod(code - 1, players + 1)
    return ending, winner if winner < players else None
