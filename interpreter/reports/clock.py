"""How the time for a report is divided: what measuring and writing need is left over when play ends."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..play.game import Game

WRITING, BY_CELL = 2.0, 0.02
"""Seconds of processor time that measuring a game and writing a page about it take, and those for each cell: games that
can be replayed are drawn move by move."""

MOST = 0.5
"""The largest part of the time that is left for that."""

SPARE = 0.5
"""The part of that which a page that has little to show can do without."""

KNOWN = 0.3
"""Seconds of processor time after which it is known how busy the machine is."""

SLOWEST = 12.0
"""The most by which a busy machine is taken to be slower than an idle one."""


@dataclass(frozen=True)
class Clock:
    """A number of seconds that began at a time of `time.monotonic`, when the thread had used so much of a processor."""

    seconds: float
    begun: float = field(default_factory=time.monotonic)
    used: float = field(default_factory=time.thread_time)

    @property
    def slowness(self) -> float:
        """How many seconds have passed for each in which this thread had a processor; 1 where it is too soon to say."""
        used = time.thread_time() - self.used
        return min(SLOWEST, max(1.0, (time.monotonic() - self.begun) / used)) if used > KNOWN else 1.0

    def playing(self, games: Sequence[Game]) -> float:
        """Return the seconds that are left for play if pages about some games are written afterwards."""
        return self.begun + self.seconds - self._writing(games) - time.monotonic()

    def spare(self, games: Sequence[Game]) -> float:
        """Return how many of the seconds that are left for pages may go into kinds of work that have found nothing."""
        return SPARE * self._writing(games)

    def _writing(self, games: Sequence[Game]) -> float:
        work = sum(WRITING + BY_CELL * len(game.board.cells) for game in games)
        return min(MOST * self.seconds, work * self.slowness)
