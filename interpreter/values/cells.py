"""Coordinates, sets of cells, and why an operation on values has no value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from itertools import pairwise
from typing import NamedTuple

from ..record import Record


class Coordinate(NamedTuple):
    """A cell's axial coordinates."""

    q: int
    r: int


class Spot(Coordinate):
    """A cell of a graph board: the coordinates, called x and y, where it is drawn."""

    __slots__ = ()


class Bond(Spot):
    """A cell on a link of a graph: its coordinates are those of the link's middle, rounded down, and may be another's;
    equal bonds have the same ends."""

    ends: tuple[Coordinate, Coordinate]
    _hash: int

    def __new__(cls, one: Coordinate, other: Coordinate) -> Bond:
        """Make the cell on the link between two cells, in the order of their coordinates."""
        one, other = sorted((one, other))
        made = super().__new__(cls, (one.q + other.q) // 2, (one.r + other.r) // 2)
        made.ends, made._hash = (one, other), hash((one, other))
        return made

    @property
    def middle(self) -> tuple[float, float]:
        """Where it is drawn."""
        one, other = self.ends
        return (one.q + other.q) / 2, (one.r + other.r) / 2

    def __getnewargs__(self) -> tuple[Coordinate, Coordinate]:
        return self.ends

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bond) and self.ends == other.ends

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return self._hash


def axes(cell: Coordinate) -> tuple[str, str]:
    """Return what the coordinates of a cell are called."""
    return ("x", "y") if isinstance(cell, Spot) else ("q", "r")


class Cells(Record):
    """A set of cells that keeps its order. A side also knows the places just outside it, for drawing its edge."""

    items: tuple[Coordinate, ...]
    outside: tuple[Coordinate, ...] = field(compare=False, kw_only=True)

    def __init__(self, items: tuple[Coordinate, ...], outside: tuple[Coordinate, ...] = ()) -> None:
        fields = self.__dict__
        fields["items"], fields["outside"] = items, outside

    @classmethod
    def of(cls, cells: Iterable[Coordinate]) -> Cells:
        """Return the set of some cells, each once, in order."""
        return cls(tuple(dict.fromkeys(cells)))


class Fault(Exception):  # noqa: N818 - a value's fault, turned into a Diagnostic where it has a place
    """Why an operation has no value."""

    def __init__(self, code: str, message: str, help: str = "") -> None:  # noqa: A002
        super().__init__(message)
        self.code, self.message, self.help = code, message, help


def runs(cells: Cells, number: int) -> tuple[Cells, ...]:
    """Cut cells in their order into runs: run i holds ⌊i·R/number⌋ up to ⌊(i+1)·R/number⌋ of R; raises Fault."""
    size = len(cells.items)
    if not 1 <= number <= size:
        raise Fault("HG406", f"{size} places cannot be split into {number} runs")
    cuts = (part * size // number for part in range(number + 1))
    return tuple(Cells(cells.items[start:end]) for start, end in pairwise(cuts))
