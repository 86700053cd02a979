"""What the games of a match show: a score with its interval, Elo, and a test that can stop early."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property

from ...doors.visible import on_one_line
from ...statistics.means import interval_of_mean
from ...statistics.shares import elo_of, share_of

BOUND = math.log(0.95 / 0.05)
"""Where the test stops: 5 % of errors of either kind (A. Wald, 1945)."""


@dataclass(frozen=True)
class Score:
    """What one player has reached in games, some of which belong together."""

    units: tuple[tuple[float, ...], ...]
    """What games that belong together are worth: 1 for a win, 0.5 for a draw, 0 for a loss. The two of a pair, which
    have the same opening, are not independent; the pairs are."""

    independent: float
    """As how many units they count: as fewer if some repeat others."""

    @classmethod
    def of(cls, units: Sequence[tuple[float, ...]], moves: Sequence[Hashable] = ()) -> Score:
        """Count units, given the moves of each: one that repeats another adds nothing (L. Kish, 1965)."""
        repeats = Counter(moves).values()
        most = sum(number * number for number in repeats)
        return cls(tuple(units), sum(repeats) ** 2 / most if most else len(units))

    @cached_property
    def games(self) -> int:
        """The number of games."""
        return sum(map(len, self.units))

    @cached_property
    def wins(self) -> int:
        """The games that the player has won."""
        return sum(unit.count(1.0) for unit in self.units)

    @cached_property
    def draws(self) -> int:
        """The games that nobody has won."""
        return sum(unit.count(0.5) for unit in self.units)

    @property
    def losses(self) -> int:
        """The games that the player has lost."""
        return self.games - self.wins - self.draws

    @property
    def share(self) -> float:
        """The score as a share of the games; 0.5 if there are none."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @cached_property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share that can be expected, with games that belong together as one value."""
        whole, weights = max(map(len, self.units), default=1), dict[float, float]()
        for unit, number in Counter(self.units).items():
            mean, share = sum(unit) / len(unit), number * len(unit) / whole / len(self.units)
            weights[mean] = weights.get(mean, 0.0) + share * self.independent
        return interval_of_mean(weights)

    @property
    def elo(self) -> tuple[float, float, float]:
        """The difference in Elo points that the share stands for, with the ends of its interval; may be infinite."""
        low, high = self.interval
        return elo_of(self.share), elo_of(low), elo_of(high)


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

    def evidence(self, pairs: Score) -> float:
        """Return the log of the likelihood ratio, given the score with pairs of games as its units.

        The generalised test for normal means with the variance that is seen (M. Van den Bergh, 2019), with one pair of
        wins and one of losses added so that a clean sweep has a variance. Pairs that repeat others add nothing.
        """
        seen = [*(sum(pair) / len(pair) for pair in pairs.units), 0.0, 1.0]
        mean = sum(seen) / len(seen)
        variance = sum((each - mean) ** 2 for each in seen) / len(seen)
        low, high = share_of(self.low), share_of(self.high)
        return pairs.independent * (high - low) * (2 * mean - low - high) / (2 * variance)

    def verdict(self, pairs: Score) -> str:
        """Return what is decided: `stronger`, `not stronger`, or nothing yet."""
        evidence = self.evidence(pairs)
        return "stronger" if evidence >= BOUND else "not stronger" if evidence <= -BOUND else ""
