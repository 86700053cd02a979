"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .game import Game


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


def resignation(game: Game, player: str) -> Outcome:
    """Return how a game for two ends if a player gives up; raises ValueError in other games.

    >>> import hexgame
    >>> print(resignation(hexgame.load("hex"), "Red"))
    Blue wins (Red resigned)
    """
    if player not in game.players or len(game.players) != 2:
        raise ValueError(f"{player} cannot resign in {game.title}")
    return Outcome(next(other for other in game.players if other != player), f"{player} resigned")
