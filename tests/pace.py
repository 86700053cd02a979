"""How much slower than it can be the machine is just now: whatever else runs on it makes processor seconds longer."""

from __future__ import annotations

import time
from functools import cache


def slowness(turns: int = 1) -> float:
    """Return how many times longer a fixed piece of work takes than at its fastest; at least 1."""
    return max(1.0, sum(_turn() for _ in range(turns)) / turns / _fastest())


def _turn() -> float:
    """The processor seconds of a fixed piece of work, about a millisecond."""
    begun, total = time.process_time(), 0
    for number in range(10_000):
        total += number * number % 7
    return time.process_time() - begun


@cache
def _fastest() -> float:
    return min(_turn() for _ in range(300))
