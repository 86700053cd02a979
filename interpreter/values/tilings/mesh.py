"""The faces, vertices or edges of a tiling as cells: their coordinates, their links, their places, their outlines."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from ...record import Record
from ..cells import Coordinate, Fault
from .catalogue import tiling
from .columns import Columns, columns
from .tiling import Site, Sites, Tiling, clockwise, moved

KINDS = ("faces", "vertices", "edges")
"""What of a tiling can be the cells of a board."""


class Corner(Record):
    """A corner of a cell's outline, from the cell's middle; whether it is a face of the tiling, and not a vertex."""

    offset: complex
    is_face: bool


class Cell(Record):
    """One class of cells: its neighbours clockwise, its outline, the cells it is linked to.

    The side of the outline from each corner to the next faces the neighbour of the same number. Neighbours are those
    that a walk around a board sees: all links but those of edges that meet in a point with another between them.
    """

    near: tuple[Site, ...]
    corners: tuple[Corner, ...]
    links: tuple[Site, ...]


@dataclass(frozen=True, eq=False)
class Mesh:
    """The cells that the faces, vertices or edges of a tiling make."""

    kind: str
    tiling: Tiling

    @property
    def name(self) -> str:
        """How it is written in a sheet."""
        return f"{self.kind} of {self.tiling.name}"

    @cached_property
    def sites(self) -> Sites:
        """Where the cells of one unit cell lie."""
        return {"faces": self.tiling.faces, "vertices": self.tiling.vertices, "edges": self.tiling.edges}[self.kind]

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The classes of cells."""
        make = {"faces": self._face, "vertices": self._vertex, "edges": self._edge}[self.kind]
        return tuple(map(make, range(len(self.sites.places))))

    def _face(self, number: int) -> Cell:
        sides, middle = self.tiling.sides_of[number], self._middle(number)
        near = tuple(self._beyond(number, side) for side in sides)
        corners = (self.tiling.place(self.tiling.vertices, corner) for corner in self.tiling.corners_of[number])
        return Cell(near, tuple(Corner(corner - middle, False) for corner in corners), tuple(dict.fromkeys(near)))

    def _beyond(self, face: int, side: Site) -> Site:
        beside = [moved(each, side[1], side[2]) for each in self.tiling.faces_beside[side[0]]]
        return next(each for each in beside if each != (face, 0, 0))

    def _vertex(self, number: int) -> Cell:
        ends = [moved(end, across, down) for edge, across, down in self.tiling.edges_at[number]
                for end in self.tiling.ends_of[edge] if moved(end, across, down) != (number, 0, 0)]  # fmt: skip
        return self._cell(number, ends, self._faces(self.tiling.faces_at[number]), ends)

    def _edge(self, number: int) -> Cell:
        near: list[Site] = []
        for face, across, down in self.tiling.faces_beside[number]:
            sides = [moved(side, across, down) for side in self.tiling.sides_of[face]]
            here = sides.index((number, 0, 0))
            near += [sides[here - 1], sides[(here + 1) % len(sides)]]
        ends = self.tiling.ends_of[number]
        meeting = [moved(edge, across, down) for vertex, across, down in ends
                   for edge in self.tiling.edges_at[vertex]]  # fmt: skip
        points = self._faces(self.tiling.faces_beside[number])
        points += [(self.tiling.place(self.tiling.vertices, end), False) for end in ends]
        return self._cell(number, near, points, [edge for edge in meeting if edge != (number, 0, 0)])

    def _faces(self, faces: Iterable[Site]) -> list[tuple[complex, bool]]:
        return [(self.tiling.place(self.tiling.faces, face), True) for face in faces]

    def _cell(self, number: int, near: list[Site], points: list[tuple[complex, bool]], links: list[Site]) -> Cell:
        """A cell whose neighbours and corners take turns around it."""
        middle = self._middle(number)
        offsets = [self.tiling.place(self.sites, site) - middle for site in near]
        order = clockwise(offsets)
        around = clockwise([point - middle for point, _ in points], offsets[order[0]])
        corners = [Corner(points[each][0] - middle, points[each][1]) for each in (around[-1], *around[:-1])]
        return Cell(tuple(near[each] for each in order), tuple(corners), tuple(dict.fromkeys(links)))

    def _middle(self, number: int) -> complex:
        return self.tiling.place(self.sites, (number, 0, 0))

    # Coordinates

    @cached_property
    def columns(self) -> Columns:
        """The columns and rows of a unit cell."""
        return columns(self.sites.places)

    @cached_property
    def _numbers(self) -> dict[tuple[int, int], int]:
        return {place: number for number, place in enumerate(self.columns.cells)}

    def coordinate(self, site: Site) -> Coordinate:
        """Return the column and the row of a site."""
        column, row = self.columns.cells[site[0]]
        return Coordinate(site[1] * self.columns.width + column, site[2] * self.columns.height + row)

    def site(self, cell: Coordinate) -> Site:
        """Return the site at a column and a row; raise Fault if there is none."""
        across, column = divmod(cell.q, self.columns.width)
        down, row = divmod(cell.r, self.columns.height)
        if (column, row) not in self._numbers:
            raise Fault("HG405", f"the {self.name} have no cell ({cell.q}, {cell.r})")
        return self._numbers[column, row], across, down

    def position(self, cell: Coordinate) -> complex:
        """Return where a cell lies in the plane, x + iy with y downwards; sides of the tiling are about one long."""
        return self.tiling.place(self.sites, self.site(cell))

    def around(self, cell: Coordinate) -> list[Coordinate]:
        """The neighbours of a cell, clockwise."""
        return self._moved(cell, self._ways_around)

    def linked(self, cell: Coordinate) -> list[Coordinate]:
        """The cells that a cell is linked to."""
        return self._moved(cell, self._ways_linked)

    def _moved(self, cell: Coordinate, ways: Sequence[Sequence[Coordinate]]) -> list[Coordinate]:
        try:
            number = self.site(cell)[0]
        except Fault:
            return []
        q, r = cell
        return [Coordinate(q + across, r + down) for across, down in ways[number]]

    @cached_property
    def _ways_around(self) -> list[list[Coordinate]]:
        return [self._ways(number, cell.near) for number, cell in enumerate(self.cells)]

    @cached_property
    def _ways_linked(self) -> list[list[Coordinate]]:
        return [self._ways(number, cell.links) for number, cell in enumerate(self.cells)]

    def _ways(self, number: int, sites: Iterable[Site]) -> list[Coordinate]:
        """How many columns and rows lead from a site of the first unit cell to others."""
        here = self.coordinate((number, 0, 0))
        return [Coordinate(there.q - here.q, there.r - here.r) for there in map(self.coordinate, sites)]

    def corners(self, cell: Coordinate) -> tuple[Corner, ...]:
        """The outline of a cell, clockwise."""
        return self.cells[self.site(cell)[0]].corners

    def room(self, number: int) -> float:
        """How far the middle of a class of cells is from its sides; half the way to what it is linked to, if nearer."""
        cell, middle = self.cells[number], self._middle(number)
        corners = [corner.offset for corner in cell.corners]
        sides = zip(corners, (*corners[1:], corners[0]), strict=True)
        apart = [abs((here.conjugate() * there).imag) / abs(there - here) for here, there in sides]
        return min(*apart, *(abs(self.tiling.place(self.sites, site) - middle) / 2 for site in cell.links))

    def shifted(self, by: Coordinate) -> Callable[[Coordinate], Coordinate]:
        """Return what moves the origin to a cell; raise Fault where the tiling looks otherwise there."""
        if by.q % self.columns.width or by.r % self.columns.height:
            message = f"`at` moves by whole unit cells: {self.columns.width} columns, {self.columns.height} rows"
            raise Fault("HG404", message, f"write a cell such as cell({self.columns.width}, {self.columns.height})")
        return lambda cell: Coordinate(cell.q + by.q, cell.r + by.r)

    def turned(self, times: int) -> Callable[[Coordinate], Coordinate]:
        """Return the turn about the origin by the smallest turn of the lattice, so many times.

        The turn raises Fault where the tiling looks otherwise.
        """
        turn = (1j if not self.tiling.is_hexagonal else self.tiling.down / self.tiling.across) ** times

        def turn_cell(cell: Coordinate) -> Coordinate:
            site = self.sites.at(self.tiling.steps(self.position(cell) * turn))
            if site is None:
                raise Fault("HG404", f"the tiling {self.tiling.name} is no longer the same when turned like this")
            return self.coordinate(site)

        return turn_cell

    # Patches

    def outline(self, places: Collection[Coordinate]) -> tuple[tuple[Coordinate, ...], tuple[Coordinate, ...]]:
        """Return the cells along the outer boundary of some cells and those just outside it, both in order."""
        walk = walk_around(places, self)
        beyond = dict.fromkeys(place for _, place in walk if place is not None)
        return tuple(dict.fromkeys(cell for cell, _ in walk)), tuple(beyond)

    def cells_of(self, faces: Iterable[Site]) -> list[Coordinate]:
        """The cells of some faces: the faces themselves, all their corners, or all their sides."""
        rows = {"faces": [((number, 0, 0),) for number in range(len(self.tiling.polygons))],
                "vertices": self.tiling.corners_of, "edges": self.tiling.sides_of}[self.kind]  # fmt: skip
        found = (moved(site, across, down) for face, across, down in faces for site in rows[face])
        return list(dict.fromkeys(map(self.coordinate, found)))

    def within(self, centre: Coordinate, radius: int) -> Iterator[tuple[Coordinate, int]]:
        """The cells within so many links of a cell, each with its distance, nearest first."""
        found = {centre: 0}
        waiting = [centre]
        for cell in waiting:
            yield cell, found[cell]
            for near in self.linked(cell) if found[cell] < radius else ():
                if near not in found:
                    found[near] = found[cell] + 1
                    waiting.append(near)


@cache
def mesh(kind: str, name: str) -> Mesh:
    """Return the faces, vertices or edges of the tiling of a name."""
    return Mesh(kind, tiling(name))


NEAR = 1e-4
"""Distances that differ by less are the same."""

Walk = list[tuple[Coordinate, Coordinate | None]]
"""A walk along a boundary: each cell with each place beside it that is off the board, or with None."""


def walk_around(places: Collection[Coordinate], mesh: Mesh) -> Walk:
    """The outer boundary of some cells, clockwise from the top left.

    Cells that have no neighbour off the board belong to it where a face that is cut touches them.
    """
    inside = places if isinstance(places, set | frozenset) else set(places)
    start = here, gap = _top_left(inside, mesh)
    found: Walk = []
    while True:
        found.append((here, gap))
        number = mesh.around(here).index(gap)
        is_along = mesh.corners(here)[(number + 1) % len(mesh.corners(here))].is_face
        here, gap, passed = _next(inside, mesh, here, gap)
        found += [(cell, None) for cell in passed if is_along]
        if (here, gap) == start:
            return found


def _top_left(inside: Collection[Coordinate], mesh: Mesh) -> tuple[Coordinate, Coordinate]:
    """The side of a cell that leads clockwise from the top left point of the boundary, as the cells beside it."""
    gaps = (
        (_reading(mesh.position(cell) + corner.offset), cell, beyond)
        for cell in inside
        for corner, beyond in zip(mesh.corners(cell), mesh.around(cell), strict=True)
        if beyond not in inside
    )
    return min(gaps)[1:]


def _next(
    inside: Collection[Coordinate], mesh: Mesh, here: Coordinate, gap: Coordinate
) -> tuple[Coordinate, Coordinate, list[Coordinate]]:
    """The next cell with a neighbour off the board, that neighbour, and the cells between."""
    passed: list[Coordinate] = []
    while True:
        around = mesh.around(here)
        following = around[(around.index(gap) + 1) % len(around)]
        if following not in inside:
            return here, following, passed[:-1]
        here, gap = following, here
        passed.append(here)


def _reading(point: complex) -> tuple[float, float]:
    return round(point.imag, 4), round(point.real, 4)


def sides_of(walk: Walk, corners: Sequence[complex], mesh: Mesh) -> list[Walk]:
    """The parts of a walk between some points, clockwise: each from the cell nearest to one, to that nearest the next.

    Where two cells are as near, one ends a part and the other begins the next.
    """
    places = [mesh.position(cell) for cell, _ in walk]
    size = len(walk)
    cuts = []
    for corner in corners:
        apart = [abs(place - corner) for place in places]
        near = min(apart) + NEAR
        nearest = [number for number in range(size) if apart[number] < near]
        gaps = [
            (after - before) % size or size for before, after in zip(nearest, nearest[1:] + nearest[:1], strict=True)
        ]
        last = nearest[gaps.index(max(gaps))]
        first = (last + max(gaps)) % size
        span = (last - first) % size
        cuts.append((first + span // 2, first + (span + 1) // 2))
    found = []
    for (_, begin), (end, _) in zip(cuts, cuts[1:] + cuts[:1], strict=True):
        found.append([walk[number % size] for number in range(begin, begin + (end - begin) % size + 1)])
    return found
