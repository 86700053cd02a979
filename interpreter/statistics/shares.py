"""Statistics of shares: intervals, one or many at once, and whether shares differ by more than chance explains."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal, localcontext
from itertools import accumulate
from operator import mul
from statistics import NormalDist

SURE = 1.959964
"""Standard deviations on each side of an interval of 95 %."""

FLAT = 1e-9
"""Variances below are nothing: whatever chance does, shares differ as much."""

DIGITS = 60
"""Digits of numbers that nearly cancel out."""

LIKELY = 0.841621
"""Standard deviations that a difference must lie beyond a limit to pass it four times out of five."""

ELO = 400.0
"""Points for which the odds are ten to one."""


def wilson(some: float, all_of_them: int, deviations: float = SURE) -> tuple[float, float]:
    """Return the interval of a share that reaches so many standard deviations, as a rule 95 % (E. B. Wilson, 1927)."""
    if not all_of_them:
        return 0.0, 1.0
    share, spread = some / all_of_them, deviations**2 / all_of_them
    middle = share + spread / 2
    reach = deviations * math.sqrt(share * (1 - share) / all_of_them + spread / all_of_them / 4)
    low, high = (middle - reach) / (1 + spread), (middle + reach) / (1 + spread)
    return (low if some else 0.0), (high if some < all_of_them else 1.0)


def exact(some: int, all_of_them: int, error: float) -> tuple[float, float]:
    """Return the interval of a share that misses it with no more than the given probability, however small the numbers
    (C. Clopper and E. Pearson, 1934).

    >>> [round(end, 4) for end in exact(1, 10, 0.05)]
    [0.0025, 0.445]
    """
    return _lower(some, all_of_them, error / 2), 1 - _lower(all_of_them - some, all_of_them, error / 2)


def _lower(some: int, all_of_them: int, error: float) -> float:
    """The share for which `some` or more have the given probability."""
    low, high = 0.0, some / max(1, all_of_them)
    for _ in range(40 if some else 0):
        middle = (low + high) / 2
        low, high = (middle, high) if _or_more(some, all_of_them, middle) < error else (low, middle)
    return low


def _or_more(some: int, all_of_them: int, share: float) -> float:
    """How likely `some` or more of all are, each with a probability that is no larger than `some` of all."""
    term, tail, odds = 1.0, 1.0, share / (1 - share)
    for hit in range(some, all_of_them):
        term *= (all_of_them - hit) / (hit + 1) * odds
        tail += term
        if term < tail * 1e-12:
            break
    first = _ways(all_of_them, some) + some * math.log(share) + (all_of_them - some) * math.log1p(-share)
    return math.exp(first) * tail


def deviations_of(comparisons: int, error: float) -> float:
    """Return how many standard deviations a value must lie from the mean, on either side, if several comparisons with
    it are to be right together but for an error (C. E. Bonferroni, 1936).

    >>> round(deviations_of(1, 0.05), 2), round(deviations_of(121, 0.05), 2)
    (1.96, 3.53)
    """
    return NormalDist().inv_cdf(1 - error / max(1, comparisons) / 2)


def surprise(some: int, games: int, all_some: int, all_games: int) -> float:
    """Return how likely a share at least as far from the others' is by chance, on either side (R. A. Fisher's exact
    test, doubled). `some` of `games` belong to `all_some` of `all_games`.

    >>> round(surprise(3, 3, 3, 6), 2)
    0.1
    """
    if some * all_games < games * all_some:  # look at the upper side only: those that are not counted change places
        return surprise(games - some, games, all_games - all_some, all_games)
    term, tail = 1.0, 1.0
    for hit in range(some, min(games, all_some)):
        rest = all_games - all_some - games + hit + 1
        term *= (all_some - hit) * (games - hit) / ((hit + 1) * rest)
        tail += term
        if term < tail * 1e-12:
            break
    first = _ways(all_some, some) + _ways(all_games - all_some, games - some) - _ways(all_games, games)
    return min(1.0, 2 * math.exp(first) * tail)


def _ways(of: int, some: int) -> float:
    """The logarithm of the number of ways to choose some of several."""
    return math.lgamma(of + 1) - math.lgamma(some + 1) - math.lgamma(of - some + 1)


def disagreement(some: Sequence[int], games: Sequence[int]) -> float:
    """Return how likely shares that differ at least so much are by chance (K. Pearson's χ², 1900, with the mean and the
    variance that it has even where few of many are expected, J. B. S. Haldane, 1940; its distribution by E. B. Wilson
    and M. M. Hilferty, 1931)."""
    freedom, scatter = _scatter(some, games)
    if not freedom or not scatter:
        return 1.0
    mean, variance = _moments(sum(some), games)
    if variance < FLAT:
        return 1.0
    part = variance / (9 * mean * mean)
    return 1 - NormalDist().cdf(((scatter / mean) ** (1 / 3) - 1 + part) / math.sqrt(part))


def _moments(some: int, games: Sequence[int]) -> tuple[float, float]:
    """The mean and the variance of χ² if chance deals out some of all games, by the factorial moments of the numbers
    dealt out. They are differences of large numbers, so more digits are kept meanwhile."""
    whole, count = sum(games), len(games)
    with localcontext(prec=DIGITS):
        one, two, three, four = accumulate((Decimal(some - taken) / max(1, whole - taken) for taken in range(4)), mul)
        rest, squares = whole - count, sum((number - 1) ** 2 for number in games)
        mean = rest * two + count * one
        square = (rest * rest - squares) * four + 2 * (count - 1) * rest * three + count * (count - 1) * two
        for number in games:
            twice = (number - 1) * (number - 2)
            square += (twice * (number - 3) * four + 6 * twice * three + 7 * (number - 1) * two + one) / number
        unit = Decimal(whole * whole) / (some * (whole - some))
        return float(unit * mean - Decimal(whole * some) / (whole - some)), float(unit * unit * (square - mean * mean))


def spread_of(some: Sequence[int], games: Sequence[int]) -> float:
    """Return the variance of shares that chance does not explain (R. DerSimonian and N. Laird, 1986)."""
    freedom, scatter = _scatter(some, games)
    whole = sum(games)
    share = sum(some) / whole if whole else 0.0
    excess = whole - sum(number * number for number in games) / whole if whole else 0.0
    return max(0.0, (scatter - freedom) * share * (1 - share) / excess) if excess else 0.0


def _scatter(some: Sequence[int], games: Sequence[int]) -> tuple[int, float]:
    """The degrees of freedom of several shares, and χ², the sum of their squared deviations in units of chance."""
    whole = sum(games)
    share = sum(some) / whole if whole else 0.0
    if not 0 < share < 1:
        return 0, 0.0
    squares = sum((won - number * share) ** 2 / number for won, number in zip(some, games, strict=True))
    return len(games) - 1, squares / (share * (1 - share))


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
