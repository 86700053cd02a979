"""Arithmetic on the least and the largest value of numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ...values.operations import LARGEST


class Interval(NamedTuple):
    """A number from `low` to `high`."""

    low: int
    high: int

    @property
    def kept(self) -> Interval:
        """What is left of it once numbers are kept within the largest."""
        return Interval(*(max(-LARGEST, min(LARGEST, end)) for end in self))


ANY_NUMBER = Interval(-LARGEST, LARGEST)


def hull(numbers: Iterable[int]) -> Interval:
    """The interval of some numbers."""
    found = tuple(numbers)
    return Interval(min(found), max(found))


def joined(intervals: Iterable[Interval]) -> Interval:
    """The smallest interval that holds all of some."""
    return hull(end for interval in intervals for end in interval)


def worked_out(symbol: str, one: Interval, other: Interval | None = None) -> Interval:
    """The interval of a sum, a difference, a product, or what dividing by a positive number gives; or of a negative."""
    if other is None:
        return Interval(-one.high, -one.low)
    match symbol:
        case "+":
            return Interval(one.low + other.low, one.high + other.high)
        case "-":
            return Interval(one.low - other.high, one.high - other.low)
        case "*":
            return hull(x * y for x in one for y in other)
        case "/":
            return hull(x // y for x in one for y in other)
        case _:
            is_same = other.low == other.high and one.low // other.low == one.high // other.low
            return hull(end % other.low for end in one) if is_same else Interval(0, other.high - 1)


def added(kind: str, each: Interval, most: int) -> Interval:
    """The interval of what at least one number and at most so many add up to, or multiply to."""
    match kind:
        case "sum":
            return Interval(min(each.low, each.low * most), max(each.high, each.high * most))
        case "product":
            return each if most == 1 else Interval(0 if each.low >= 0 else -LARGEST, LARGEST)
        case _:
            return each


def multiplied(intervals: Iterable[Interval]) -> Interval:
    """The interval of a product of numbers that is kept within the largest after each step."""
    found = Interval(1, 1)
    for each in intervals:
        found = worked_out("*", found, each).kept
    return found
