"""Estimates and their 95 % intervals, one function for each kind that a report shows."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from .means import interval_of_mean
from .shares import elo_of, exact, wilson

SURE = 0.95
"""How often an interval holds the true value."""

FEWEST = 3
"""The smallest sample of which pages show numbers."""

LIKELY = 0.8
"""How often a difference must be found for a report to say that it would have shown."""

RESAMPLES = 2_000
"""How often a sample is drawn again from itself."""

STUDENT, RATIO, TOGETHER = "Student's t", "ratio", "together"
"""What intervals of means and of their ratios are called, and how the names of those end that hold together."""

EXACT = "exact"
"""What the interval of a number is called that is known."""

SAME = 1e-9
"""Ends of an interval that differ by a smaller part are the same, but for how numbers are rounded."""

Floats = NDArray[np.float64]
Sample = Sequence[float] | Mapping[float, int]
"""Values, or how often each value was seen."""


@dataclass(frozen=True)
class Estimate:
    """A number that was measured on a sample."""

    value: float
    low: float
    high: float
    """The ends of the 95 % interval; infinite where the sample does not bound it, all NaN for an empty sample."""

    n: int
    """The size of the sample."""

    how: str
    """What the interval is called."""

    @property
    def is_of_too_few(self) -> bool:
        """Whether the sample has one or two members, which tell nothing."""
        return 0 < self.n < FEWEST and not self.is_exact

    @property
    def is_exact(self) -> bool:
        """Whether the number is known, not measured: all games were counted for it, or it is proved."""
        return self.how == EXACT

    @property
    def is_together(self) -> bool:
        """Whether the interval is so wide that it holds together with others."""
        return self.how.endswith(TOGETHER)

    @property
    def is_constant(self) -> bool:
        """Whether it is the mean of a sample of which all members are the same, so that no spread bounds it."""
        return self.how.startswith((STUDENT, RATIO)) and self.high - self.low <= SAME * abs(self.value)

    def as_dict(self) -> dict[str, float | int | str | None]:
        """Return the same as plain data for JSON, in which a number that is not finite is None."""
        numbers = {"value": self.value, "low": self.low, "high": self.high}
        finite = {name: each if math.isfinite(each) else None for name, each in numbers.items()}
        return {**finite, "n": self.n, "how": self.how}


def share(some: int, of: int, together: int = 1) -> Estimate:
    """Return the share of a sample that has a property (E. B. Wilson, 1927).

    `together` is the number of intervals that are to hold at the same time, 95 times out of 100 (Z. Šidák, 1967).

    >>> found = share(30, 100)
    >>> found.value, round(found.low, 3), round(found.high, 3)
    (0.3, 0.219, 0.396)
    """
    if not of:
        return Estimate(math.nan, 0.0, 1.0, 0, "Wilson")
    return Estimate(some / of, *wilson(some, of, _deviations(together)), of, _named("Wilson", together))


def score(wins: int, draws: int, losses: int, together: int = 1) -> Estimate:
    """Return the mean score of games in which a draw counts as half a win.

    The interval is Wilson's with the variance that draws leave, m (1 - m) - d/4 for a mean m and a share d of draws. As
    draws may have been more frequent than they are, d is their number over the games and as many more as the square of
    the standard deviations: so a few games that were all drawn do not make the score certain.
    """
    games = wins + draws + losses
    if not games:
        return Estimate(math.nan, 0.0, 1.0, 0, "Wilson")
    squared, mean = _deviations(together) ** 2, (wins + draws / 2) / games
    drawn, spread = draws / (games + squared), squared / games
    root = math.sqrt(max(0.0, (mean + spread / 2) ** 2 - (1 + spread) * (mean**2 + spread * drawn / 4)))
    low, high = ((mean + spread / 2 + sign * root) / (1 + spread) for sign in (-1, 1))
    return Estimate(mean, max(0.0, low), min(1.0, high), games, _named("Wilson, with draws", together))


def score_of_pairs(pairs: Mapping[float, int]) -> Estimate:
    """Return the mean score of pairs of games with the same opening, given how many pairs have each mean.

    The games of a pair are not independent, so the interval takes pairs (N. Gaffke, 2005); see `interval_of_mean`.
    """
    number = sum(pairs.values())
    low, high = interval_of_mean({value: float(count) for value, count in pairs.items()})
    found = sum(value * count for value, count in pairs.items()) / number if number else math.nan
    return Estimate(found, low, high, number, "Gaffke, pairs of games")


def mean(sample: Sample, together: int = 1) -> Estimate:
    """Return the mean of a sample (Student, 1908)."""
    values, counts = _table(sample)
    n = int(counts.sum())
    if not n:
        return Estimate(math.nan, math.nan, math.nan, 0, STUDENT)
    middle = float(values @ counts) / n
    squares = float(((values - middle) ** 2) @ counts)
    reach = _student(n - 1, together) * math.sqrt(squares / n / (n - 1)) if n > 1 else math.inf
    return Estimate(middle, middle - reach, middle + reach, n, _named(STUDENT, together))


def mean_share(sample: Sample, together: int = 1) -> Estimate:
    """Return the mean of a sample of shares, whose interval does not leave 0 to 1 (Student, 1908)."""
    return within(mean(sample, together), 1.0)


def within(found: Estimate, most: float) -> Estimate:
    """An estimate of what lies between 0 and a number."""
    return replace(found, low=max(0.0, found.low), high=min(most, found.high))


def median(sample: Sample, quantile: float = 0.5) -> Estimate:
    """Return the median of a sample, or another quantile, between two of its values (W. R. Thompson, 1936).

    How many values lie below the true one is distributed binomially, whatever the distribution of the values is.
    """
    values, counts = _table(sample)
    n, below = int(counts.sum()), np.cumsum(counts)
    if not n:
        return Estimate(math.nan, math.nan, math.nan, 0, "order statistics")
    first, last = (int(stats.binom.ppf(tail, n, quantile)) for tail in ((1 - SURE) / 2, (1 + SURE) / 2))

    def ranked(rank: int) -> float:
        """The value of a rank, the smallest being of rank 1."""
        inside = -math.inf if rank < 1 else math.inf
        return float(values[np.searchsorted(below, rank)]) if 1 <= rank <= n else inside

    middle = (ranked(math.ceil(n * quantile)) + ranked(min(n, math.floor(n * quantile) + 1))) / 2
    return Estimate(middle, ranked(first), ranked(last + 1), n, "order statistics")


def ratio(over: Sequence[float], under: Sequence[float]) -> Estimate:
    """Return the ratio of two sums over the same games, each game adding to both (W. G. Cochran, 1977, chapter 6)."""
    top, bottom = np.asarray(over, np.float64), np.asarray(under, np.float64)
    n = len(top)
    if not n or not bottom.sum():
        return Estimate(math.nan, math.nan, math.nan, n, RATIO)
    found = float(top.sum() / bottom.sum())
    squares = float(((top - found * bottom) ** 2).sum())
    reach = _student(n - 1) * math.sqrt(squares / n / (n - 1)) / float(bottom.mean()) if n > 1 else math.inf
    return Estimate(found, found - reach, found + reach, n, RATIO)


def gap(one: Estimate, other: Estimate) -> Estimate:
    """Return by how much one estimate exceeds an independent one, from the intervals of both (G. Y. Zou and A. Donner,
    2008); of shares, it is R. G. Newcombe's (1998, method 10)."""
    found = one.value - other.value
    down = math.hypot(one.value - one.low, other.high - other.value)
    up = math.hypot(one.high - one.value, other.value - other.low)
    return Estimate(found, found - down, found + up, one.n + other.n, "Zou and Donner")


def exact_share(some: int, of: int, together: int = 1) -> Estimate:
    """Return the share of a sample that has a property, by tails that are never too small (C. Clopper and E. Pearson,
    1934), `together` of them holding at the same time (C. E. Bonferroni, 1936)."""
    low, high = exact(some, of, (1 - SURE) / together)
    return Estimate(some / of, low, high, of, _named("Clopper and Pearson", together))


def smaller_side(seen: Estimate, guess: float) -> Estimate:
    """Return the share that is left to whoever made an opening that wins so often, if the other chooses the side.

    `guess` is the likeliest share of the opening; the ends are those that the interval of the share seen allows.
    """
    low, high = (min(end, 1 - end) for end in (seen.low, seen.high))
    best = 1 / 2 if seen.low <= 1 / 2 <= seen.high else max(low, high)
    return Estimate(min(guess, 1 - guess), min(low, high), best, seen.n, seen.how)


def mean_of_few(values: Sequence[float], most: float = math.inf) -> Estimate:
    """Return the mean of a measure from 0 to a number that may have been the same in every game (Student, 1908).

    Then it may be another one in as many games as go unseen 95 times out of 100 (E. B. Wilson, 1927), which bounds how
    far off the mean of a measure from 0 to 1 is.
    """
    first, n = values[0], len(values)
    if len(set(values)) > 1:
        return within(mean(values), most)
    reach = share(0, n).high
    return within(Estimate(first, first - reach, first + reach, n, "the same in every game"), most)


def size_of_tree(logarithms: Sequence[float]) -> Estimate:
    """Return the decimal logarithm of the number of leaves of a tree (D. E. Knuth, 1975).

    `logarithms` are natural ones, of the product of the numbers of branches on random ways from the root to a leaf: the
    mean of these products is the number of leaves. Products differ by orders of magnitude, but their mean over many
    ways is nearly log-normal, and its interval is that of Student's t for its logarithm. `weight_of` tells how many
    ways have carried the mean: below a few dozen, the number is a lower bound rather than an estimate.

    >>> size_of_tree([math.log(1000)] * 5).value
    3.0
    """
    logs = np.asarray(logarithms, np.float64)
    n = len(logs)
    if not n:
        return Estimate(math.nan, math.nan, math.nan, 0, "Knuth")
    top = float(logs.max())
    weights = np.exp(logs - top)
    average = float(weights.mean())
    reach = _student(n - 1) * float(weights.std(ddof=1)) / average / math.sqrt(n) if n > 1 else math.inf
    middle = top + math.log(average)
    low, high = (end / math.log(10) for end in (middle - reach, middle + reach))
    return Estimate(middle / math.log(10), low, high, n, "Knuth, log-normal")


def weight_of(logarithms: Sequence[float]) -> float:
    """Return how many ways of equal weight would carry a mean of products as these ways do (L. Kish, 1965)."""
    logs = np.asarray(logarithms, np.float64)
    weights = np.exp(logs - logs.max()) if len(logs) else logs
    return float(weights.sum() ** 2 / (weights**2).sum()) if len(logs) else 0.0


def ratings(steps: Sequence[Sequence[float]], seed: int) -> tuple[Estimate, ...]:
    """Return Elo differences from the lowest rung of a ladder to each rung above it.

    Each step holds the mean scores of the upper rung against the one below it, pair of games by pair. A pair of wins
    and a pair of losses are added to each step, so that a clean sweep has a finite rating. Intervals are percentiles of
    ladders drawn again from the same pairs (B. Efron, 1979). A ladder with a step of losses alone and one of wins alone
    may lead anywhere: it counts as the lowest for the lower end, as the highest for the upper end.
    """
    dice = np.random.default_rng(seed)
    found, total, drawn = list[Estimate](), 0.0, np.zeros((2, RESAMPLES))
    anywhere = np.array([[-math.inf], [math.inf]])
    for pairs in steps:
        counts = Counter([*pairs, 0.0, 1.0])
        values, number = np.array(sorted(counts)), sum(counts.values())
        chances = np.array([counts[value] for value in values.tolist()]) / number
        again = dice.multinomial(number, chances, RESAMPLES) @ values / number
        total += elo_of(float(values @ chances))
        gained = np.array([elo_of(each) for each in again.tolist()])
        with np.errstate(invalid="ignore"):  # ∞ − ∞
            drawn = drawn + gained
        drawn = np.where(np.isnan(drawn), anywhere, drawn)
        low, high = (np.quantile(ladders, tail, method="inverted_cdf").item()
                     for ladders, tail in zip(drawn, ((1 - SURE) / 2, (1 + SURE) / 2), strict=True))  # fmt: skip
        found.append(Estimate(total, low, high, len(pairs), "bootstrap over pairs of games"))
    return tuple(found)


POWER, EXPONENTIAL = "power", "exponential"


@dataclass(frozen=True)
class Law:
    """How something grows with the value of an option: `factor · x ** rate`, or `factor · e ** (rate · x)`."""

    kind: str
    rate: Estimate
    factor: float
    misfit: float
    """The standard deviation of the logarithms from the law."""


def growth(options: Sequence[float], values: Sequence[float], kind: str, together: int = 1) -> Law:
    """Return the law of a kind that fits positive values best: a line through their logarithms (A.-M. Legendre, 1805).

    Raises ValueError for fewer than three values, or values that are not positive.
    """
    if len(set(options)) < 3 or min(values) <= 0 or min(options) <= 0:
        raise ValueError("a law of growth needs positive values at three options or more")
    across = np.log(options) if kind == POWER else np.asarray(options, np.float64)
    line = stats.linregress(across, np.log(values))
    n, reach = len(values), _student(len(values) - 2, together) * float(line.stderr)
    left = np.log(values) - line.intercept - line.slope * across
    slope = Estimate(float(line.slope), float(line.slope) - reach, float(line.slope) + reach, n, "regression")
    return Law(kind, slope, math.exp(float(line.intercept)), math.sqrt(float(left @ left) / (n - 2)))


def law_of(options: Sequence[float], values: Sequence[float], together: int = 1) -> Law:
    """Return the power law or the exponential law, whichever fits better; raises ValueError as `growth` does."""
    return min((growth(options, values, kind, together) for kind in (POWER, EXPONENTIAL)), key=lambda law: law.misfit)


def _table(sample: Sample) -> tuple[Floats, NDArray[np.int64]]:
    """The values of a sample in order, and how often each was seen."""
    counts = sample if isinstance(sample, Mapping) else Counter(sample)
    values = sorted(counts)
    return np.array(values, np.float64), np.array([counts[value] for value in values], np.int64)


def _level(together: int) -> float:
    """How often each of several intervals must hold for all of them to hold together (Z. Šidák, 1967)."""
    return float(SURE ** (1 / max(1, together)))


def _deviations(together: int) -> float:
    return float(stats.norm.ppf((1 + _level(together)) / 2))


@lru_cache(maxsize=4096)
def _student(freedom: int, together: int = 1) -> float:
    """How many standard errors an interval reaches on either side."""
    return float(stats.t.ppf((1 + _level(together)) / 2, freedom))


def _named(how: str, together: int) -> str:
    return f"{how}, {together} {TOGETHER}" if together > 1 else how
