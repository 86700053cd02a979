"""Coordinates, sets of cells, and why an operation on values has no value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple


class Coordinate(NamedTuple):
    """A cell's axial coordinates."""

    q: int
    r: int


class Spot(Coordinate):
    """A cell of a graph board: the coordinates, called x and y, where it is drawn."""

    __slots__ = ()


def axes(cell: Coordinate) -> tuple[str, str]:
    """Return what the coordinates of a cell are called."""
    return ("x", "y") if isinstance(cell, Spot) else ("q", "r")


@dataclass(frozen=True)
class Cells:
    """A set of cells that keeps its order. A side also knows the places just outside it, for drawing its edge."""

    items: tuple[Coordinate, ...]
    outside: tuple[Coordinate, ...] = field(default=(), compare=False)

    @classmethod
    def of(cls, cells: Iterable[Coordinate]) -> Cells:
        """Return the set of some cells, each once, in order."""
        return cls(tuple(dict.fromkeys(cells)))


class Fault(Exception):  # noqa: N818 - a value's fault, turned into a Diagnostic where it has a place
    """Why an operation has no value."""

    def __init__(self, code: str, message: str, help: str = "") -> None:  # noqa: A002
        super().__init__(message)
        self.code, self.message, self.help = code, message, help
