"""The board: cells joined by arcs, coloured edges around them, named regions, and where each cell is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from interpreter.board.grid import column_letters, position
from interpreter.board.values import Cells, Coordinate


@dataclass(frozen=True)
class Edge:
    """One coloured border segment: its owner, the cells that lie next to it, the places where it is drawn."""

    player: int
    name: str
    cells: tuple[int, ...]
    outside: tuple[Coordinate, ...]


@dataclass(frozen=True)
class Board:
    """Cells `0..n-1` in reading order, their arcs and edges.

    `arcs[c]` holds the neighbours of cell c, in the order of the grid's steps. `regions` maps a name to `Cells` or
    to a tuple of `Cells`, in coordinates.
    """

    cells: tuple[Coordinate, ...]
    arcs: tuple[tuple[int, ...], ...]
    edges: tuple[Edge, ...]
    regions: dict[str, Any]

    @cached_property
    def index(self) -> dict[Coordinate, int]:
        return {cell: number for number, cell in enumerate(self.cells)}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Letters for q, counted from the smallest q on the board, then r counted from 1."""
        return tuple(map(self.name_of, self.cells))

    @cached_property
    def by_name(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.names)}

    @cached_property
    def origin(self) -> Coordinate:
        """The smallest q and the smallest r on the board."""
        return Coordinate(min(cell.q for cell in self.cells), min(cell.r for cell in self.cells))

    def column_name(self, q: int) -> str:
        return column_letters(q - self.origin.q)

    def row_name(self, r: int) -> str:
        return str(r - self.origin.r + 1)

    def name_of(self, cell: Coordinate) -> str:
        return self.column_name(cell.q) + self.row_name(cell.r)

    @cached_property
    def positions(self) -> tuple[tuple[float, float], ...]:
        return tuple(map(position, self.cells))

    def ids(self, cells: Cells) -> tuple[int, ...]:
        """The numbers of the cells of a region."""
        return tuple(self.index[cell] for cell in cells.items)

    def edges_of(self, player: int) -> tuple[int, ...]:
        return tuple(number for number, edge in enumerate(self.edges) if edge.player == player)
