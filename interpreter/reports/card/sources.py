"""Of which games a dial tells: of the strongest search that says enough, beside what other strengths show."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from ...statistics import estimates, sure
from ...statistics.estimates import Estimate, gap
from ..exact.known import Known
from ..kinds.searched import SEARCHED
from ..measures.strengths import FEWEST, FEWEST_LISTED, Wins, wins_of
from ..measures.winners import random_games
from ..sections import Finding, counted
from ..study import Study

USEFUL, WIDER = 0.25, 1.25
"""A dial shows the strongest search of which a share is known so well, or not much worse than of any other."""

RARE = 0.12
"""The same for a share that may be rare, such as that of draws."""

DOUBTING = 5
"""What few games of a stronger search show counts as if it were one of so many numbers."""

RANDOM, UNSWAPPING, SEARCHING = "in random play", "in random play without the swap", "in searched games"
"""The kinds of play that numbers are of."""


@dataclass(frozen=True)
class Source:
    """A number, in which games it was counted, and in which kind of play."""

    found: Estimate
    games: str = ""
    where: str = ""
    simulations: int = 0
    """How far the search looked that played the games; 0 for none, or for several."""

    others: tuple[Source, ...] = ()
    """The same number of weaker searches, the strongest first."""

    @property
    def apart(self) -> Source | None:
        """The weakest search whose number is certainly another one."""
        return next((each for each in reversed(self.others) if _differ(self.found, each.found)), None)

    @property
    def is_trend(self) -> bool:
        """Whether the number certainly changes, and in the same way, from each strength to the next."""
        steps = list(pairwise(each.found for each in (self, *self.others)))
        return all(one.low > other.high for one, other in steps) or all(one.high < other.low for one, other in steps)

    def trend(self, say: Callable[[float], str], more: str, less: str) -> Finding | None:
        """Return what changes with the strength of both players; None where nothing certainly does."""
        other = self.apart
        if other is None:
            return None
        between = gap(self.found, other.found)
        word, low, high = (more, 0.0, math.inf) if between.value > 0 else (less, -math.inf, 0.0)
        seen = f"{say(self.found.value)} at {at(self.simulations)}, {say(other.found.value)} at {other.simulations:,}"
        means = f"the better both play, {word}" if self.is_trend else "it depends on how well both play"
        return Finding(f"{seen}: {means}", between, low, high)


NOTHING = Source(Estimate(math.nan, 0.0, 1.0, 0, sure.HOW))
"""What stands for a number of which nothing is known."""


def at(simulations: int) -> str:
    """Return how far a search looks."""
    return f"{simulations:,} simulations a move"


def strongest(
    study: Study, of: Callable[[Wins], Estimate], useful: Callable[[Estimate], float] = lambda _: USEFUL
) -> Source | None:
    """Return the number of the strongest search that tells enough: whose interval is useful, or about as narrow as any,
    or leaves out what a weaker search shows. The intervals that `of` returns must hold together."""
    found = [_source(of(wins), wins) for wins in _strengths(study)]
    if not found:
        return None
    least = min(width(each.found) for each in found)
    place = next(
        place for place, each in enumerate(found)
        if width(each.found) <= max(useful(each.found), WIDER * least)
        or any(_differ(each.found, other.found) for other in found[place + 1 :])
    )  # fmt: skip
    chosen = found[place]
    return Source(chosen.found, chosen.games, SEARCHING, chosen.simulations, tuple(found[place + 1 :]))


def doubt(study: Study, chosen: Source, some: Callable[[Wins], tuple[float, int]]) -> str:
    """Return what few games of a stronger search show, if a share is hardly the same there as in the chosen games;
    empty where nothing speaks against it. `some` counts the games that have a property, and all of them."""
    for kind in reversed(SEARCHED):
        wins = wins_of(study.game, kind, study.of(kind))
        if kind.simulations <= chosen.simulations or wins.games < FEWEST_LISTED:
            continue
        seen = estimates.share(round(some(wins)[0]), some(wins)[1], DOUBTING)
        inside = chosen.found.low <= seen.value <= chosen.found.high
        if not inside and not seen.low <= chosen.found.value <= seen.high:
            return f"{100 * seen.value:.0f} % of {counted(seen.n, 'games')} at {at(kind.simulations)}"
    return ""


def at_random(study: Study, found: Estimate) -> Source:
    """Return a number of random play."""
    return Source(found, f"{random_games(study).games:,} random games", RANDOM)


def counted_in(known: Known, found: Estimate) -> Source:
    """Return a number of random play that is counted in all games."""
    return Source(found, f"random play, all {known.whole.games:,} games counted", RANDOM)


def _strengths(study: Study) -> Iterator[Wins]:
    """The self-play that there are enough games of, the strongest first."""
    for kind in reversed(SEARCHED):
        if study.of(kind).games >= FEWEST:
            yield wins_of(study.game, kind, study.of(kind))


def _source(found: Estimate, wins: Wins) -> Source:
    games = f"{wins.games:,} games searched with {at(wins.simulations)}"
    return Source(found, games, SEARCHING, wins.simulations)


def width(found: Estimate) -> float:
    """Return how wide an interval is."""
    return found.high - found.low


def _differ(one: Estimate, other: Estimate) -> bool:
    return one.low > other.high or one.high < other.low
