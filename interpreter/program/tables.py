"""Nested tuples of integers as flat arrays: one array of all numbers, and for each depth one of its rows' starts.

A row is known by one number, its place among all rows of its depth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

Nested: TypeAlias = "int | tuple[Nested, ...]"


@dataclass(frozen=True)
class Table:
    """`begins[k]` has the start of each row of depth k + 1 in the depth below, and finally the end of the last;
    `widths[k]` the common length of these rows, or None."""

    name: str
    size: int
    """The number of entries of the table itself."""

    begins: tuple[tuple[int, ...], ...]
    widths: tuple[int | None, ...]
    numbers: tuple[int, ...]

    @property
    def depth(self) -> int:
        """1 for a table of numbers, 2 for one of rows of numbers."""
        return 1 + len(self.begins)

    def longest(self, depth: int) -> int:
        """Return how many entries the longest row of a depth has."""
        if depth == 0:
            return self.size
        return max((after - before for before, after in pairwise(self.begins[depth - 1])), default=0)

    def level(self, level: int) -> tuple[int, ...]:
        """Return the numbers of a level: 0 for those that the table holds, k for the starts of the rows of depth k."""
        return self.begins[level - 1] if level else self.numbers


def table_of(name: str, values: tuple[Nested, ...]) -> Table:
    """Return the table of a nested tuple, whose branches are equally deep or end early in an empty tuple. Raises
    ValueError where they are not."""
    size, begins = len(values), []
    while any(isinstance(entry, tuple) for entry in values):
        rows = [entry for entry in values if isinstance(entry, tuple)]
        if len(rows) < len(values):
            raise ValueError(f"the entries of `{name}` are of several kinds")
        begins.append(tuple(_ends(rows)))
        values = tuple(entry for row in rows for entry in row)
    widths = tuple(_width(each) for each in begins)
    return Table(name, size, tuple(begins), widths, tuple(map(int, values)))  # type: ignore[arg-type]


def _ends(rows: Sequence[tuple[Nested, ...]]) -> Iterator[int]:
    end = 0
    yield end
    for row in rows:
        end += len(row)
        yield end


def _width(begins: Sequence[int]) -> int | None:
    """The common length of all rows; None if they differ."""
    widths = {after - before for before, after in pairwise(begins)}
    return widths.pop() if len(widths) == 1 else None


def element_of(numbers: Sequence[int]) -> str:
    """Return the smallest element that holds all of some numbers."""
    least, most = min(numbers, default=0), max(numbers, default=0)
    for bits in (8, 16, 32):
        if least >= 0 and most < 1 << bits:
            return f"u{bits}"
        if -(1 << bits - 1) <= least and most < 1 << bits - 1:
            return f"i{bits}"
    return "i64"
