"""How a game ended."""

from __future__ import annotations

from collections.abc import Sequence

from ..record import Record


class Outcome(Record):
    """How a game ended: the winning colour, None for a draw, and the ending's label.

    >>> print(Outcome("Red", "four corners"))
    Red wins (four corners)
    >>> print(Outcome(None))
    a draw
    """

    winner: str | None
    label: str = ""

    def __str__(self) -> str:
        result = f"{self.winner} wins" if self.winner else "a draw"
        return f"{result} ({self.label})" if self.label else result


def resignation(players: Sequence[str], player: str) -> Outcome:
    """Return how a game for two ends if a player gives up; raises ValueError if none of two players has the name.

    >>> print(resignation(("Red", "Blue"), "Red"))
    Blue wins (Red resigned)
    """
    if player not in players or len(players) != 2:
        raise ValueError(f"{player} cannot resign in a game of {' and '.join(players)}")
    return Outcome(next(other for other in players if other != player), f"{player} resigned")
