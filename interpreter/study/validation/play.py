"""How much of a sheet's check is play."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Play:
    """How many random games are played, from which seed on, and for how long at most, of each sheet."""

    games: int = 20
    seed: int = 0
    seconds: float = 1.0

    @classmethod
    def of(cls, games: int | None, seconds: float | None, seed: int) -> Play:
        """A few games in a second where nothing is said; all those asked for, however long they take."""
        if games is None:
            return cls(seed=seed, seconds=cls.seconds if seconds is None else seconds)
        return cls(games, seed, math.inf if seconds is None else seconds)
