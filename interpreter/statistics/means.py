"""The mean of values from 0 to 1: an interval that holds however few they are and however they are distributed.

The lower end is the value below which a mean falls with the error given, if the values, and one more that is 0, have
random weights that are equally likely (a Dirichlet distribution); the upper end likewise with one more that is 1. This
is N. Gaffke's interval (2005; E. Learned-Miller and P. Thomas, 2019, arXiv:1905.06208). Where all values are 0 or 1, it
is that of C. Clopper and E. Pearson (1934), which never holds less often than it says; for others that is conjectured,
and `tests/experiments/test_coverage.py` counts how often it holds.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

ERROR = 0.05
"""How often an interval may miss the mean."""

FIRST, STEP, STEPS = -16.0, 0.1, 400
"""Where the integral begins, on a logarithmic scale; its steps, with which it is right to seven digits; the most."""

NEGLIGIBLE = 24.0
"""Logarithms below which, with the sign changed, a part of the integral is left out."""

HALVINGS = 18
"""How often the bracket of an end is halved."""


def interval_of_mean(weights: Mapping[float, float], error: float = ERROR) -> tuple[float, float]:
    """Return an interval for the mean of which values from 0 to 1 are a sample, each with how often it was seen.

    Values that count for less than one sample each have smaller weights.

    >>> [round(end, 4) for end in interval_of_mean({0.0: 9, 1.0: 1})]
    [0.0025, 0.445]
    >>> [round(end, 2) for end in interval_of_mean({0.5: 18, 1.0: 2})]
    [0.45, 0.66]
    """
    turned = {1.0 - value: weight for value, weight in weights.items()}
    return _lower(weights, error / 2), 1.0 - _lower(turned, error / 2)


def _lower(weights: Mapping[float, float], error: float) -> float:
    """The lower end."""
    parts = {**weights, 0.0: weights.get(0.0, 0.0) + 1}
    whole = sum(parts.values())
    mean = sum(value * weight for value, weight in parts.items()) / whole
    variance = sum(weight * (value - mean) ** 2 for value, weight in parts.items()) / whole / (whole + 1)
    low, high = max(0.0, mean - math.sqrt(variance / error)), mean  # F. P. Cantelli's inequality
    for _ in range(HALVINGS if variance else 0):
        middle = (low + high) / 2
        is_below = _negative([(value - middle, weight) for value, weight in parts.items()]) < error
        low, high = (middle, high) if is_below else (low, middle)
    return low


def _negative(parts: Sequence[tuple[float, float]]) -> float:
    """How likely a sum of independent variables, each a factor times one of a gamma distribution with the shape given,
    is negative (J. P. Imhof, 1961), by the trapezoidal rule."""
    scale, total = math.sqrt(sum(shape * factor * factor for factor, shape in parts)), 0.0
    for step in range(STEPS):
        point = math.exp(FIRST + STEP * step) / scale
        decay = sum(shape * math.log1p((factor * point) ** 2) for factor, shape in parts) / 2
        if decay > NEGLIGIBLE:
            break
        total += math.sin(sum(shape * math.atan(factor * point) for factor, shape in parts)) * math.exp(-decay)
    return 0.5 - total * STEP / math.pi
