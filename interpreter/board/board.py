"""The board: a multigraph of cells, coloured edges around it, named regions, and where everything is drawn."""

from __future__ import annotations

from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from ..record import Record
from ..values.cells import Bond
from ..values.grid import HEX, Grid, column_letters
from ..values.shapes import Region
from ..values.values import Cells, Coordinate, Relation
from .glue import Glue, Seam

if TYPE_CHECKING:
    from ..values.tilings.mesh import Mesh


class Arc(NamedTuple):
    """A link seen from one of its ends: the cell it leads to, and the seams it crosses as bits."""

    to: int
    label: int


class Edge(Record):
    """One border segment: its owner, the cells that lie next to it, the places where it is drawn."""

    player: int
    name: str
    links: tuple[Arc, ...]
    outside: tuple[Coordinate, ...]
    is_coloured: bool = True
    """Whether a player owns it; else its owner's number is that of neutral pieces."""


class Board(Record):
    """Cells `0..n-1` in reading order of their first places.

    `arcs[c]` holds the links of cell c, parallel ones with different labels each. `regions` maps a name to `Cells` or
    to a tuple of them, in coordinates; `places` maps every drawn place to its cell.
    """

    grid: Grid
    cells: tuple[Coordinate, ...]
    places: dict[Coordinate, int]
    arcs: tuple[tuple[Arc, ...], ...]
    edges: tuple[Edge, ...]
    seams: tuple[Seam, ...]
    regions: dict[str, Region]
    glue: Glue | None
    """What it was glued from; None for a graph board or a tiling."""

    drawn: dict[Coordinate, tuple[float, float]]
    given_names: dict[Coordinate, str]
    """Where the cells of a graph board are drawn and what they are called; elsewhere the grid tells."""

    mesh: Mesh | None = None
    """The tiling whose cells it has, if any."""

    def __repr__(self) -> str:
        return f"<Board, {self.kind}, {len(self.cells):,} cells, {len(self.edges)} edges>"

    @property
    def kind(self) -> str:
        """How its cells were made, such as `hex`, `faces of 4.8.8` or `graph`."""
        if self.mesh is not None:
            return self.mesh.name
        return "graph" if self.glue is None else self.grid.name

    @cached_property
    def second_places(self) -> dict[int, Coordinate]:
        """The cells that are drawn twice, with where."""
        return {cell: place for place, cell in self.places.items() if self.cells[cell] != place}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Letters for q, counted from the smallest q on the board, then r counted from 1."""
        return tuple(map(self.name_of, self.cells))

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the cells that a step leads to."""
        return tuple(tuple(dict.fromkeys(arc.to for arc in arcs)) for arcs in self.arcs)

    @cached_property
    def by_name(self) -> dict[str, int]:
        """Every name of every cell; a cell drawn twice has two."""
        return {self.name_of(place): cell for place, cell in self.places.items()}

    def named(self, name: str) -> int | None:
        """Return the cell of a name, in capitals or not; None if there is none."""
        return self.by_name.get(name, self.by_name.get(name.lower()))

    @cached_property
    def bonds(self) -> dict[int, tuple[Coordinate, Coordinate]]:
        """The cells that are links, each with the places of its ends."""
        return {number: cell.ends for number, cell in enumerate(self.cells) if isinstance(cell, Bond)}

    @cached_property
    def origin(self) -> Coordinate:
        """The smallest q and the smallest r on the board."""
        return Coordinate(
            min((place.q for place in self.places), default=0), min((place.r for place in self.places), default=0)
        )

    @property
    def area(self) -> int:
        """How many places the rectangle around the board has."""
        widths = [max(axis) - min(axis) + 1 for axis in zip(*self.places, strict=True)]
        return prod(widths) if widths else 0

    def column_name(self, q: int) -> str:
        """Return the letters of the column with axial coordinate q."""
        return column_letters(q - self.origin.q)

    def row_name(self, r: int) -> str:
        """Return the number of the row with axial coordinate r, counted from 1, as text."""
        return str(r - self.origin.r + 1)

    def name_of(self, place: Coordinate) -> str:
        """Return the name of a place: its given name, or its column and row."""
        return self.given_names.get(place) or self.column_name(place.q) + self.row_name(place.r)

    def position(self, place: Coordinate) -> tuple[float, float]:
        """Where a place is drawn."""
        if self.mesh is not None:
            point = self.mesh.position(place)
            return point.real, point.imag
        return self.drawn.get(place) or self.grid.position(place)

    def ids(self, cells: Cells) -> tuple[int, ...]:
        """The numbers of the cells of a region, each once."""
        return tuple(dict.fromkeys(self.places[place] for place in cells.items))

    def rows_of(self, relation: Relation) -> tuple[tuple[int, ...], ...]:
        """For each cell, the numbers of the cells that a relation gives, kept as long as the relation."""
        if relation not in self._rows_of:
            rows = relation.rows
            self._rows_of[relation] = tuple(self.ids(rows[cell]) if cell in rows else () for cell in self.cells)
        return self._rows_of[relation]

    @cached_property
    def _rows_of(self) -> WeakKeyDictionary[Relation, tuple[tuple[int, ...], ...]]:
        return WeakKeyDictionary()

    def edges_of(self, player: int) -> tuple[int, ...]:
        """Return the numbers of a player's edges."""
        return tuple(number for number, edge in enumerate(self.edges) if edge.player == player)


NOWHERE = Board(HEX, (), {}, (), (), (), {}, None, {}, {})
"""A board without a cell."""
