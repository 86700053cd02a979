"""What the generated module answers with: how a game stands, and why a decision is refused."""

from __future__ import annotations

PLAYING = 0
REFUSED_OVER, REFUSED_LATER, REFUSED_TURN, REFUSED_CELL, REFUSED_WHERE = range(1, 6)
"""What `refusal` answers: the game is over; another decision is possible first; not on this turn; not among the
cells; not where it asks."""


def end_code(ending: int, player: int, players: int) -> int:
    """What END holds when an ending holds for a player; the number after the last one means `no move`."""
    return 1 + ending * players + player
