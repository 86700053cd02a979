"""First decisions: how often a player wins after each, and which of them differ by more than chance explains."""

from __future__ import annotations

import itertools
import math
from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property

from ...play.moves import Move
from ...statistics.shares import LIKELY, deviations_of, disagreement, exact, spread_of, surprise, wilson

UNSEEN = 0.2
"""How often a difference that is said to show does not."""

LEAST = 0.0001
"""Smaller likelihoods are not told apart."""

ERROR = 0.025
"""How often chance alone may pass each of the two tests: that the decisions differ, and that one differs from the
others. Together, that is 5 %."""


@dataclass(frozen=True)
class First:
    """The games that began with one decision; `move` is None for games without decisions."""

    move: Move | None
    games: int
    wins: dict[str, int]
    """Games won, by player."""

    alike: tuple[Move, ...] = ()
    """Other first decisions whose games are counted here, since they lead to images of the same position."""

    def __add__(self, other: First) -> First:
        wins = {player: won + other.wins[player] for player, won in self.wins.items()}
        also = (other.move,) if other.move else ()
        return First(self.move, self.games + other.games, wins, (*self.alike, *also, *other.alike))

    def rate(self, player: str) -> float:
        """Return the share of these games that a player won, from 0 to 1."""
        return self.wins[player] / self.games

    def interval(self, player: str) -> tuple[float, float]:
        """Return the 95 % confidence interval of that share, for this decision alone."""
        return wilson(self.wins[player], self.games)


@dataclass(frozen=True)
class Comparison:
    """First decisions compared by how often one player wins after them; all have been played at least once."""

    player: str
    firsts: tuple[First, ...]

    @cached_property
    def mean(self) -> float:
        """The share of all games that the player won."""
        return sum(self._won) / max(1, sum(self._games))

    @cached_property
    def likelihood(self) -> float:
        """How likely it is that chance alone makes the shares differ so much."""
        return disagreement(self._won, self._games)

    @property
    def chance(self) -> str:
        """The likelihood as it is written: `p = 0.52`, or `p < 0.0001`."""
        return f"p = {self.likelihood:.2g}" if self.likelihood >= LEAST else f"p < {LEAST:f}".rstrip("0")

    @property
    def differ(self) -> bool:
        """Whether the decisions differ by more than chance explains, even if nothing tells which."""
        return self.likelihood < ERROR or bool(self._distinct)

    @property
    def better(self) -> tuple[First, ...]:
        """Those after which the player surely wins more often than after the others, the best first.

        All of these and of `worse` are right together in 39 of 40 runs.
        """
        return tuple(sorted((each for each in self._distinct if each.rate(self.player) > self.mean), key=self._down))

    @property
    def worse(self) -> tuple[First, ...]:
        """Those after which the player surely wins less often than after the others, the worst last."""
        return tuple(sorted((each for each in self._distinct if each.rate(self.player) < self.mean), key=self._down))

    @property
    def ranked(self) -> tuple[First, ...]:
        """All of them by what is best guessed of them, the best first."""
        return tuple(sorted(self.firsts, key=self._down))

    def guess(self, first: First) -> float:
        """Return the likeliest share: the share seen, drawn towards the mean by as much as chance explains.

        (C. Stein's shrinkage, with the variance of R. DerSimonian and N. Laird.)
        """
        own = self.mean * (1 - self.mean) / first.games
        kept = self._spread / (self._spread + own) if self._spread else 0.0
        return self.mean + kept * (first.rate(self.player) - self.mean)

    def interval(self, first: First) -> tuple[float, float]:
        """Return an interval of the share, so wide that those of all decisions hold together in 19 of 20 runs."""
        return exact(first.wins[self.player], first.games, 0.05 / len(self.firsts))

    @property
    def shows(self) -> float:
        """The difference from the others that would have shown, four times out of five, after an average decision: of
        the rarer of two results, whose share has the more room to differ. 1 if none would have shown."""
        count, games = len(self.firsts), sum(self._games)
        return self._shows(count, games / count) if count > 1 and games else 1.0

    def takes(self, difference: float, count: int) -> int:
        """Return after how many games with each of so many decisions that difference would have shown."""
        return next(games for games in itertools.count(1) if self._shows(count, games) < difference)

    def _shows(self, count: int, games: float) -> float:
        rare, others = min(self.mean, 1 - self.mean), math.sqrt(count / (count - 1))
        limit = deviations_of(count, ERROR) * others * math.sqrt(rare * (1 - rare) / games)
        found = limit
        for _ in range(20):  # a share that differs has a variance of its own
            share = min(rare + found, 1.0)
            found = limit + LIKELY * others * math.sqrt(share * (1 - share) / games)
        found += 1 / games / 2  # half a game: the tests count whole ones
        found = max(found, _shows_by_few(rare, count, round(games)))
        return found if rare + found < 1 else 1.0

    def _down(self, first: First) -> float:
        return -self.guess(first)

    @cached_property
    def _won(self) -> list[int]:
        return [each.wins[self.player] for each in self.firsts]

    @cached_property
    def _games(self) -> list[int]:
        return [each.games for each in self.firsts]

    @cached_property
    def _spread(self) -> float:
        return spread_of(self._won, self._games)

    @cached_property
    def _distinct(self) -> list[First]:
        """Those that differ from all others together, which is tested for each of them."""
        won, games, limit = sum(self._won), sum(self._games), ERROR / max(1, len(self.firsts))
        return [
            each for each in self.firsts
            if 0 < won < games and surprise(each.wins[self.player], each.games, won, games) < limit
        ]  # fmt: skip


def _shows_by_few(rare: float, count: int, played: int) -> float:
    """The difference that would show of a result that has this share of the games after each of so many decisions,
    where that is so rare that its numbers are far from normal: what it takes that enough of the games end so for
    R. A. Fisher's test. 1 if all of them are not enough."""
    others = played * (count - 1)
    elsewhere = round(rare * others)

    def stands_out(some: int) -> bool:
        return surprise(some, played, elsewhere + some, played + others) < ERROR / count

    least = bisect_left(range(played + 1), True, lo=int(rare * played) + 1, key=stands_out)
    return exact(least - 1, played, 2 * UNSEEN)[1] - rare if least <= played else 1.0
