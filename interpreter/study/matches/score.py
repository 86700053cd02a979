"""What the games of a match show: a score with its interval, Elo, and a test that can stop early."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ...doors.visible import on_one_line
from ..shares import wilson

BOUND = math.log(0.95 / 0.05)
"""Where the test stops: 5 % of errors of either kind (A. Wald, 1945)."""

ELO = 400.0
"""Points for which the odds are ten to one."""


@dataclass(frozen=True)
class Score:
    """Wins, draws and losses of one player."""

    wins: int
    draws: int
    losses: int

    @classmethod
    def of(cls, scores: Sequence[float]) -> Score:
        """Count games by what they are worth: 1, 0.5 or 0."""
        return cls(scores.count(1.0), scores.count(0.5), scores.count(0.0))

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """The score as a share of the games; 0.5 if there are none."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share (E. B. Wilson, 1927), draws counted as half a win.

        It takes the games as independent and without draws. Openings played twice with the seats exchanged, and draws,
        only make the share more certain than it says.
        """
        return wilson(self.wins + self.draws / 2, self.games)

    @property
    def elo(self) -> tuple[float, float, float]:
        """The difference in Elo points that the share stands for, with the ends of its interval; may be infinite."""
        low, high = self.interval
        return elo_of(self.share), elo_of(low), elo_of(high)


def elo_of(share: float) -> float:
    """Return the Elo difference at which a score can be expected.

    >>> round(elo_of(0.75))
    191
    """
    if not 0 < share < 1:
        return math.copysign(math.inf, share - 0.5)
    return -ELO * math.log10(1 / share - 1)


def share_of(elo: float) -> float:
    """Return the score that can be expected at an Elo difference."""
    return 1 / (1 + 10 ** (-elo / ELO))


@dataclass(frozen=True)
class SequentialTest:
    """A sequential test of whether the first player is stronger by `high` Elo points, or by no more than `low`."""

    low: float
    high: float

    def __post_init__(self) -> None:
        if not -1000 <= self.low < self.high <= 1000:
            raise ValueError("a test needs two Elo differences from -1000 to 1000, the smaller first, such as 0,30")

    @classmethod
    def read(cls, text: str) -> SequentialTest:
        """Return the test of two Elo differences, as in `0,30`; raises ValueError for anything else."""
        try:
            low, high = map(float, text.split(","))
        except ValueError:
            raise ValueError(f"`{on_one_line(text[:40])}` is not two Elo differences, such as 0,30") from None
        return cls(low, high)

    def evidence(self, pairs: Sequence[float]) -> float:
        """Return the log of the likelihood ratio, given the mean score of each pair of games.

        The generalised test for normal means with the variance that is seen (M. Van den Bergh, 2019), with one pair of
        wins and one of losses added so that a clean sweep has a variance.
        """
        seen = [*pairs, 0.0, 1.0]
        mean = sum(seen) / len(seen)
        variance = sum((each - mean) ** 2 for each in seen) / len(seen)
        low, high = share_of(self.low), share_of(self.high)
        return len(pairs) * (high - low) * (2 * mean - low - high) / (2 * variance)

    def verdict(self, pairs: Sequence[float]) -> str:
        """Return what is decided: `stronger`, `not stronger`, or nothing yet."""
        evidence = self.evidence(pairs)
        return "stronger" if evidence >= BOUND else "not stronger" if evidence <= -BOUND else ""
