"""Seconds beside other work on the machine, which makes those of the processor longer, and those of the clock more."""

from __future__ import annotations

import time
from contextlib import AbstractContextManager
from functools import cache

from hexgame.deadline import Deadline, current, within


def slowness(turns: int = 1) -> float:
    """Return how many times longer a fixed piece of work takes than at its fastest; at least 1."""
    return max(1.0, sum(_turn() for _ in range(turns)) / turns / _fastest())


def processor_limit(seconds: float) -> AbstractContextManager[None]:
    """Return a time limit that holds in a block, however busy the machine is: its seconds are the processor's."""
    return within(Deadline(seconds, current(), time.process_time))


def was_soon(waited: float, seconds: float) -> bool:
    """Return whether a wait took at most so many seconds, or so many times more as the machine has other work now."""
    return waited < seconds or waited < seconds * crowding()


def crowding(turns: int = 100) -> float:
    """Return how many times longer than at its fastest a fixed piece of work takes by the clock; at least 1."""
    begun = time.monotonic()
    for _ in range(turns):
        _turn()
    return max(1.0, (time.monotonic() - begun) / turns / _fastest())


def _turn() -> float:
    """The processor seconds of a fixed piece of work, about a millisecond."""
    begun, total = time.process_time(), 0
    for number in range(10_000):
        total += number * number % 7
    return time.process_time() - begun


@cache
def _fastest() -> float:
    return min(_turn() for _ in range(300))
