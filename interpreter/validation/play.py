"""How many random games validation plays."""

from __future__ import annotations

import math

from ..record import Record


class Play(Record):
    """The number of random games per board, the seed of the first, and the time limit in seconds."""

    games: int = 20
    seed: int = 0
    seconds: float = 1.0

    @classmethod
    def of(cls, games: int | None, seconds: float | None, seed: int) -> Play:
        """Fill in defaults: 20 games within a second; if a number is given, that many without a time limit."""
        if games is None:
            return cls(seed=seed, seconds=cls.seconds if seconds is None else seconds)
        return cls(games, seed, math.inf if seconds is None else seconds)
