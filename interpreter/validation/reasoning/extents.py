"""Bounds of numbers and of sets of cells. Cells are the bits of a number."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import NamedTuple

from ...rules import ir
from ...rules.expressions import intervals
from ...rules.expressions.intervals import Interval
from ...values.shapes import MOST_CELLS

BOUNDLESS = 1 << 62
"""Greater than any number of the rules."""


class Range(NamedTuple):
    """A number from `low` to `high`; a truth is 0 or 1."""

    low: int
    high: int

    @property
    def is_one(self) -> bool:
        """Whether only one value is left."""
        return self.low == self.high

    def joined(self, other: Range) -> Range:
        """The smallest range that holds both."""
        return Range(min(self.low, other.low), max(self.high, other.high))


NEVER, ALWAYS, OPEN = Range(0, 0), Range(1, 1), Range(0, 1)
ANY = Range(-BOUNDLESS, BOUNDLESS)


def joined(ranges: Iterable[Range]) -> Range:
    """The smallest range that holds all of some."""
    return reduce(Range.joined, ranges)


def kept_in(low: int, high: int) -> Range:
    """A range, clamped to numbers that are not boundless."""
    return Range(max(low, -BOUNDLESS), min(high, BOUNDLESS))


class Extent(NamedTuple):
    """A set that holds all cells of `must`, no cell beyond `may`, and so many cells."""

    must: int
    may: int
    least: int
    most: int

    @classmethod
    def exactly(cls, cells: int) -> Extent:
        """A set that is known."""
        return cls(cells, cells, cells.bit_count(), cells.bit_count())

    @classmethod
    def within(cls, cells: int, least: int = 0) -> Extent:
        """A set of at least so many cells among some."""
        return cls(0, cells, least, cells.bit_count())

    @classmethod
    def between(cls, must: int, may: int, least: int = 0, most: int = BOUNDLESS) -> Extent:
        """A set between two others, its size being bounded as well."""
        return cls(must, may, max(least, must.bit_count()), min(most, may.bit_count()))


NOTHING = Extent(0, 0, 0, 0)


class Domain(NamedTuple):
    """The values that a bound name can have: cells, or numbers."""

    cells: int
    numbers: Range
    among: ir.CellSet | None = None
    """A set that certainly holds the cell, in the position that is asked about."""

    @classmethod
    def of_cells(cls, cells: int, among: ir.CellSet | None = None) -> Domain:
        """Some cell of a set."""
        return cls(cells, Range(first(cells), cells.bit_length() - 1), among)

    @classmethod
    def of_numbers(cls, numbers: Iterable[int]) -> Domain:
        """Some number of several."""
        known = list(numbers)
        return cls(gathered(each for each in known if 0 <= each < MOST_CELLS), Range(min(known), max(known)))


def gathered(cells: Iterable[int]) -> int:
    """The bit mask of some cells."""
    found = 0
    for cell in cells:
        found |= 1 << cell
    return found


def listed(cells: int) -> list[int]:
    """The cells of a bit mask, in order."""
    found = []
    while cells:
        lowest = cells & -cells
        found.append(lowest.bit_length() - 1)
        cells ^= lowest
    return found


def first(cells: int) -> int:
    """The first cell of a bit mask; -1 where it is empty."""
    return (cells & -cells).bit_length() - 1


# Operations


def united(one: Extent, other: Extent) -> Extent:
    """The bounds of a union."""
    least, most = max(one.least, other.least), one.most + other.most
    return Extent.between(one.must | other.must, one.may | other.may, least, most)


def common(one: Extent, other: Extent) -> Extent:
    """The bounds of an intersection."""
    least = one.least + other.least - (one.may | other.may).bit_count()
    return Extent.between(one.must & other.must, one.may & other.may, least, min(one.most, other.most))


def without(one: Extent, other: Extent) -> Extent:
    """The bounds of a difference."""
    return Extent.between(one.must & ~other.may, one.may & ~other.must, one.least - other.most, one.most)


def compared(symbol: str, one: Range, other: Range) -> Range:
    """Whether a comparison can be false and true."""
    match symbol:
        case "<":
            return Range(one.high < other.low, one.low < other.high)
        case "<=":
            return Range(one.high <= other.low, one.low <= other.high)
        case ">" | ">=":
            return compared({">": "<", ">=": "<="}[symbol], other, one)
        case "==":
            return Range(one.is_one and one == other, one.low <= other.high and other.low <= one.high)
        case _:
            same = compared("==", one, other)
            return Range(1 - same.high, 1 - same.low)


COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")


def worked_out(symbol: str, ranges: list[Range]) -> Range:
    """The bounds of an operation on numbers or truths."""
    if symbol == "and":
        return Range(min(each.low for each in ranges), min(each.high for each in ranges))
    if symbol == "or":
        return Range(max(each.low for each in ranges), max(each.high for each in ranges))
    one, other = ranges[0], ranges[-1]
    if symbol == "not":
        return Range(1 - one.high, 1 - one.low)
    if symbol in COMPARISONS:
        return compared(symbol, one, other)
    if len(ranges) == 1 or symbol in ("+", "-", "*") or (symbol in ("/", "mod") and other.low > 0):
        return kept_in(*intervals.worked_out(symbol, *(Interval(*each) for each in ranges)))
    return ANY
