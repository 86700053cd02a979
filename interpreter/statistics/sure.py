"""Estimates of which sentences speak: all that a page says holds together at every look, but for one error."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from scipy import stats

from . import sequences
from .estimates import EXACT, LIKELY, Estimate, Sample, mean, within

PAGE = 0.05
"""How often a page may say anything false, however often its game is studied further and looked at again."""

GROUPS = 32
"""So many groups of intervals at most are spoken of on a page: each may miss with an equal part of that error."""

HOW = "at every look"
"""What such an interval is called."""

ROOMY = 8.0
"""A bound that the mean of a sample lies so far below tells less of it than its spread does."""


def error(together: int = 1) -> float:
    """Return how often an interval may miss that shares the part of its group with others."""
    return PAGE / GROUPS / max(1, together)


def exactly(value: float, n: int) -> Estimate:
    """Return a number that is known."""
    return Estimate(value, value, value, n, EXACT)


def share(some: int, of: int, together: int = 1) -> Estimate:
    """Return the share of a sample that has a property."""
    return _bounded(((0.0, of - some), (1.0, some)), together)


def score(wins: int, draws: int, losses: int, together: int = 1) -> Estimate:
    """Return the mean score of games in which a draw counts as half a win."""
    return _bounded(((0.0, losses), (0.5, draws), (1.0, wins)), together)


def score_of_pairs(pairs: Mapping[float, int], together: int = 1) -> Estimate:
    """Return the mean score of pairs of games with the same opening, given how many pairs have each mean."""
    return _bounded(tuple(sorted(pairs.items())), together)


def average(sample: Sample, together: int = 1, most: float = math.inf) -> Estimate:
    """Return the mean of a sample of values from 0 to `most`, of which a bound far above them is not made use of."""
    counts = sample if isinstance(sample, Mapping) else Counter(sample)
    usual = mean(counts)
    if not usual.n:
        return usual
    if most <= ROOMY * usual.value:
        found = _bounded(tuple(sorted((value / most, number) for value, number in counts.items())), together)
        return replace(found, value=usual.value, low=most * found.low, high=most * found.high)
    squares = sum(number * (value - usual.value) ** 2 for value, number in counts.items())
    reach = sequences.reach(math.sqrt(squares / max(1, usual.n - 1)), usual.n, error(together))
    if not squares:  # what never differed may differ in as many games as go unseen
        reach = usual.value * share(0, usual.n, together).high
    return within(Estimate(usual.value, usual.value - reach, usual.value + reach, usual.n, HOW), most)


def ratio(over: Sequence[float], under: Sequence[float], together: int = 1) -> Estimate:
    """Return the ratio of two sums over the same games, each game adding to both (W. G. Cochran, 1977, chapter 6)."""
    n, bottom = len(over), sum(under)
    if not bottom:
        return Estimate(math.nan, math.nan, math.nan, n, HOW)
    found = sum(over) / bottom
    squares = sum((top - found * each) ** 2 for top, each in zip(over, under, strict=True))
    reach = sequences.reach(math.sqrt(squares / max(1, n - 1)), n, error(together)) * n / bottom
    if not squares:
        reach = found * share(0, n, together).high
    return within(Estimate(found, found - reach, found + reach, n, HOW), math.inf)


def product_at_least(logarithms: Sequence[float]) -> float:
    """Return a bound from below of the logarithm of the mean of products, given their logarithms."""
    return sequences.least_of_logarithms(Counter(logarithms), error()) if logarithms else -math.inf


def shows(of: int, together: int = 1, expected: float = 0.5) -> float:
    """Return by how much a share must exceed the expected one for its interval to find that four times out of five: so
    often, a sample then has as many that the interval lies above the expected share. 1 where no sample of the size has.
    """
    some = sequences.fewest_ones(of, expected, error(together)) if of else None
    return 1.0 if some is None else float(stats.beta.ppf(LIKELY, some, of - some + 1)) - expected


@lru_cache(maxsize=4096)
def _bounded(counts: tuple[tuple[float, float], ...], together: int) -> Estimate:
    n = sum(number for _, number in counts)
    if not n:
        return Estimate(math.nan, 0.0, 1.0, 0, HOW)
    middle = sum(value * number for value, number in counts) / n
    return Estimate(middle, *sequences.bounded(dict(counts), error(together)), round(n), HOW)
