"""Nested tuples of integers as flat arrays: one array of all numbers, and for each depth one of its rows' starts.

A row is known by one number, its place among all rows of its depth.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

Nested: TypeAlias = "int | tuple[Nested, ...]"


@dataclass(frozen=True)
class Table:
    """`begins[k]` has the start of each row of depth k + 1 in the depth below, and finally the end of the last."""

    name: str
    size: int
    """The number of entries of the table itself."""

    begins: tuple[tuple[int, ...], ...]
    numbers: tuple[int, ...]

    @property
    def depth(self) -> int:
        """1 for a table of numbers, 2 for one of rows of numbers."""
        return 1 + len(self.begins)

    def begin(self, depth: int, row: str) -> str:
        """Return the text of the start of a row at a depth."""
        width = _width(self.begins[depth - 1])
        return f"I({self._begins(depth)}[{row}])" if width is None else f"({row}) * {width}"

    def end(self, depth: int, row: str) -> str:
        """Return the text of the end of a row at a depth."""
        width = _width(self.begins[depth - 1])
        return f"I({self._begins(depth)}[{row} + 1])" if width is None else f"({row}) * {width} + {width}"

    def length(self, depth: int, row: str) -> str:
        """Return the text of the number of entries of a row."""
        width = _width(self.begins[depth - 1])
        return f"I({self._begins(depth)}[{row} + 1]) - I({self._begins(depth)}[{row}])" if width is None else str(width)

    def arrays(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Return the arrays that make up the table, by name."""
        yield self.name, self.numbers
        for depth, begins in enumerate(self.begins, 1):
            if _width(begins) is None:
                yield self._begins(depth), begins

    def _begins(self, depth: int) -> str:
        return f"{self.name}_{depth}"


def flattened(name: str, values: tuple[Nested, ...]) -> Table:
    """Return the flat arrays of a nested tuple, whose branches are equally deep or end early in an empty tuple."""
    size, begins = len(values), []
    while any(isinstance(entry, tuple) for entry in values):
        rows = [entry for entry in values if isinstance(entry, tuple)]
        ends = [0]
        for row in rows:
            ends.append(ends[-1] + len(row))
        begins.append(tuple(ends))
        values = tuple(entry for row in rows for entry in row)
    return Table(name, size, tuple(begins), tuple(int(number) for number in values))  # type: ignore[arg-type]


def _width(begins: tuple[int, ...]) -> int | None:
    """Return the common length of all rows; None if they differ."""
    widths = {after - before for before, after in pairwise(begins)}
    return widths.pop() if len(widths) == 1 else None
