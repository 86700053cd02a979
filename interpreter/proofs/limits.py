"""How much a proof may take, and how it says how far it is."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass


def silent(progress: str) -> None:
    """Say nothing."""


@dataclass
class Limits:
    """What a search for a verdict may take. Time is kept by deadlines: a method calls `deadline.look` in its loops."""

    seconds: float = math.inf
    memory: int = 1 << 30
    """The most bytes that tables may take."""

    say: Callable[[str], None] = silent
    """Shows how far a search is."""

    reached: str = ""
    """How far the method that runs has come; an undecided verdict tells it if time is over."""

    def within(self, seconds: float) -> Limits:
        """Return the same limits with another time, for a part of the work."""
        return Limits(seconds, self.memory, self.say)

    def came(self, reached: str) -> None:
        """Note how far the method that runs has come, as it follows `out of time`: `after 10 positions`."""
        self.reached = reached
        self.say(reached)
