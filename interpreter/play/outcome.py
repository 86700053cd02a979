"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Outcome:
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
