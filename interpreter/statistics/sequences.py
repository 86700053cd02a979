"""Intervals that hold at every look: however often a sample grows and is looked at again, they miss the true value at
any time no more often than they say.

Bets on a mean multiply a capital that is 1 at first. As long as the bet is fair, the capital exceeds 1/e with a
probability of at most e, ever (J. Ville, 1939). An interval holds the values that have not been bet against with such
success (H. Robbins, 1970; I. Waudby-Smith and A. Ramdas, *Estimating means of bounded random variables by betting*,
2024). Here, the capital is spread over bets of which each stakes half as much as the one before, so that it depends
only on how often each value was seen. For means of what has no bound, the intervals hold asymptotically
(I. Waudby-Smith, D. Arbour, R. Sinha, E. Kennedy and A. Ramdas, *Time-uniform central limit theory*, 2024).
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from scipy import stats

STAKES = 0.5 ** np.arange(18)
"""The parts of the capital that the bets stake. The smallest are for samples of thousands of millions."""

FARTHEST, NEAREST = 50, -40
"""How far below the mean seen an end may lie at most and at least, on a logarithmic scale, as powers of two."""

ROUNDS, CANDIDATES = 4, 48
"""How often the bracket of an end is made narrower, and by how many candidates at a time."""

TUNED = 300
"""The size of a sample at which intervals of means without a bound are as narrow as they can be."""

Floats = NDArray[np.float64]


def bounded(counts: Mapping[float, float], error: float) -> tuple[float, float]:
    """Return the interval of the mean of values from 0 to 1, given how often each was seen.

    >>> [round(end, 2) for end in bounded({0.0: 50, 1.0: 50}, 0.05)]
    [0.33, 0.67]
    """
    turned = {1.0 - value: number for value, number in counts.items()}
    return least(counts, error / 2), 1.0 - least(turned, error / 2)


def least(counts: Mapping[float, float], error: float) -> float:
    """Return the bound from below of the mean of values that are not negative, given how often each was seen."""
    seen = {value: number for value, number in counts.items() if number}
    if not any(seen):
        return 0.0
    found = least_of_logarithms({math.log(value) if value else -math.inf: number for value, number in seen.items()},
                                error)  # fmt: skip
    return math.exp(found)


def least_of_logarithms(counts: Mapping[float, float], error: float) -> float:
    """Return the natural logarithm of that bound, given those of the values; -∞ for a bound of 0."""
    logs, numbers = np.array([*counts], np.float64), np.array([*counts.values()], np.float64)
    top = float(logs.max())
    high = top + math.log(float(numbers @ np.exp(logs - top)) / float(numbers.sum()))
    candidates = np.array([high - 2.0**power for power in range(FARTHEST, NEAREST, -1)], np.float64)
    for _ in range(1 + ROUNDS):
        beaten = np.flatnonzero(_capitals(logs, numbers, candidates) >= math.log(1 / error))
        last = int(beaten[-1]) if len(beaten) else 0
        low, high = float(candidates[last]), float(candidates[min(last + 1, len(candidates) - 1)])
        candidates = np.asarray(np.linspace(low, high, CANDIDATES), np.float64)
    return low


def fewest_ones(n: int, value: float, error: float) -> int | None:
    """Return how many of n values, each 0 or 1, must be 1 for the interval of their mean to lie above a value; None
    where not even all are enough."""
    if not value:
        return 1 if n else None
    with np.errstate(divide="ignore", invalid="ignore"):
        gain, loss = np.log1p(STAKES * (1 / value - 1)), np.log1p(-STAKES)

    def is_enough(ones: int) -> bool:
        zeros = (n - ones) * loss if ones < n else 0.0
        gains = ones * gain + zeros
        top = float(gains.max())
        return top + math.log(float(np.exp(gains - top).mean())) >= math.log(2 / error)

    return bisect_left(range(n + 1), True, key=is_enough) if is_enough(n) else None


def _capitals(logs: Floats, numbers: Floats, candidates: Floats) -> Floats:
    """The logarithms of the capital after bets that values exceed each of some candidates, given all logarithms."""
    with np.errstate(divide="ignore"):
        over = np.expm1(np.minimum(logs[None, :] - candidates[:, None], 700.0))
        gains = np.log1p(STAKES[None, :, None] * over[:, None, :]) @ numbers
    top: Floats = gains.max(axis=1)
    found: Floats = top + np.log(np.exp(gains - top[:, None]).mean(axis=1))
    return found


def reach(spread: float, n: int, error: float) -> float:
    """Return how far the mean of n values, whose standard deviation is `spread`, may be off at any look: H. Robbins'
    mixture of normal distributions, with as much more as Student's distribution adds for few values."""
    if n < 2:
        return math.inf
    tuned = -2 * math.log(error)
    times = n * (tuned + math.log(tuned + 1)) / TUNED
    normal = math.sqrt(2 * (times + 1) / times * math.log(math.sqrt(times + 1) / error) / n)
    more = float(stats.t.isf(error / 2, n - 1) / stats.norm.isf(error / 2))
    return spread * normal * more
