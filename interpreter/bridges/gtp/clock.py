"""The clock of a game that another program runs: how long our player may think.

Source: "Specification of the Go Text Protocol, version 2, draft 2", sections 4.2 and 6.3.5: a main time, then periods
of so many seconds for so many moves.
"""

from __future__ import annotations

from dataclasses import dataclass

RESERVE = 0.95
"""The part of the time for a move that is spent: the rest goes into what a clock sees beside the search."""

SOONEST = 0.02
"""Seconds that a move gets at least, late or not."""


@dataclass
class Clock:
    """What is left to a player: seconds for all moves to come, or for some of them."""

    seconds: float
    moves: int = 0
    """For so many moves the seconds are; 0: for all."""

    period: float = 0.0
    stones: int = 0
    """What follows: periods of so many seconds for so many moves; no moves: none."""

    def share(self, ahead: int) -> float:
        """Return the seconds for the next move, if about so many moves of the player lie ahead."""
        for_moves = self.moves or max(ahead, 1)
        seconds = self.seconds / for_moves
        if not self.moves and self.stones:  # a period comes when the main time is over
            seconds = max(seconds, self.period / self.stones)
        return max(seconds * RESERVE, SOONEST)

    def spend(self, seconds: float) -> None:
        """Take the time of a move off the clock; a period begins when the main time or the one before it ends."""
        self.seconds -= seconds
        is_spent = self.moves == 1 or (not self.moves and self.seconds <= 0)
        self.moves = max(self.moves - 1, 0)
        if self.stones and is_spent:
            self.seconds, self.moves = self.period, self.stones
