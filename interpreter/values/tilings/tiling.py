"""A tiling of the plane as a planar map, worked out from the polygons of one unit cell.

Points of the plane are complex numbers, y downwards. A site is a vertex, an edge or a face: its class, which counts
those of one unit cell, and the unit cell that it lies in, as whole steps across and down from the origin.
"""

from __future__ import annotations

from cmath import phase, pi
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, floor

from ...record import Record

Site = tuple[int, int, int]
"""A class, and steps across and down."""

FINE = 1_000_000
"""Points closer than one part in this of a unit cell are the same."""


class Polygon(Record):
    """A face: where it is centred, and its corners, clockwise."""

    centre: complex
    corners: tuple[complex, ...]


class Sites:
    """The sites of one kind: where those of a unit cell lie, in steps across and down from its corner."""

    def __init__(self, points: Iterable[complex]) -> None:
        self.places: list[complex] = []
        self._classes: dict[tuple[int, int], int] = {}
        for point in points:
            key, (across, down) = _parted(point)
            if key not in self._classes:
                self._classes[key] = len(self.places)
                self.places.append(point - complex(across, down))

    def at(self, point: complex) -> Site | None:
        """Return the site at a point in steps across and down; None if there is none."""
        key, (across, down) = _parted(point)
        return (self._classes[key], across, down) if key in self._classes else None

    def found(self, point: complex) -> Site:
        """Return the site at a point where there is one."""
        site = self.at(point)
        assert site is not None
        return site


def _parted(point: complex) -> tuple[tuple[int, int], tuple[int, int]]:
    """A point's place in its unit cell, in whole parts of `FINE`, and the unit cell."""
    places, cells = zip(*(_place(each) for each in (point.real, point.imag)), strict=True)
    return places, cells


def _place(value: float) -> tuple[int, int]:
    cell = floor(value + 0.5 / FINE)
    return round((value - cell) * FINE), cell


def moved(site: Site, across: int, down: int) -> Site:
    """The same site of another unit cell."""
    return site[0], site[1] + across, site[2] + down


@dataclass(frozen=True, eq=False)
class Tiling:
    """A periodic tiling: two steps of its lattice, and the polygons of one unit cell.

    A symmetric point is the origin. The step across is horizontal; the step down leads down, or down to the right.
    """

    name: str
    across: float
    down: complex
    polygons: tuple[Polygon, ...]

    @property
    def has_centred_face(self) -> bool:
        """Whether a face is centred at the origin."""
        return self.faces.at(0) is not None

    @property
    def is_hexagonal(self) -> bool:
        """Whether the lattice is that of a hexagonal grid; otherwise it is square."""
        return abs(self.down.real) > self.across / 4

    # Between the plane and steps across and down

    def steps(self, point: complex) -> complex:
        """Return a point of the plane in steps across and down."""
        down = point.imag / self.down.imag
        return complex((point.real - down * self.down.real) / self.across, down)

    def point(self, steps: complex) -> complex:
        """Return the point of the plane so many steps across and down."""
        return steps.real * self.across + steps.imag * self.down

    def inside(self, outline: Sequence[complex]) -> Iterator[Site]:
        """The faces whose centres lie in or on an outline, given by its corners in steps across and down."""
        columns, rows = ([part(corner) for corner in outline] for part in (_real, _imag))
        for down in range(floor(min(rows)) - 1, ceil(max(rows)) + 1):
            for across in range(floor(min(columns)) - 1, ceil(max(columns)) + 1):
                for number, place in enumerate(self.faces.places):
                    if _holds(outline, place + complex(across, down)):
                        yield number, across, down

    # Vertices, edges, faces

    @cached_property
    def faces(self) -> Sites:
        """The faces, by their centres."""
        return Sites(self.steps(polygon.centre) for polygon in self.polygons)

    @cached_property
    def vertices(self) -> Sites:
        """The vertices."""
        return Sites(self.steps(corner) for polygon in self.polygons for corner in polygon.corners)

    @cached_property
    def edges(self) -> Sites:
        """The edges, by their midpoints."""
        return Sites(self.steps(side) for polygon in self.polygons for side in _middles(polygon.corners))

    @cached_property
    def corners_of(self) -> tuple[tuple[Site, ...], ...]:
        """For each class of faces, the corners of the one in the first unit cell, clockwise."""
        return tuple(self._around(polygon, self.vertices, polygon.corners) for polygon in self.polygons)

    @cached_property
    def sides_of(self) -> tuple[tuple[Site, ...], ...]:
        """For each class of faces, its sides: the first leads from its first corner to the second."""
        return tuple(self._around(polygon, self.edges, _middles(polygon.corners)) for polygon in self.polygons)

    def _around(self, polygon: Polygon, sites: Sites, points: Iterable[complex]) -> tuple[Site, ...]:
        _, across, down = self.faces.found(self.steps(polygon.centre))
        return tuple(moved(sites.found(self.steps(point)), -across, -down) for point in points)

    @cached_property
    def ends_of(self) -> tuple[tuple[Site, Site], ...]:
        """For each class of edges, its two ends."""
        found: dict[int, tuple[Site, Site]] = {}
        for corners, sides in zip(self.corners_of, self.sides_of, strict=True):
            for number, (edge, across, down) in enumerate(sides):
                one, other = corners[number], corners[(number + 1) % len(corners)]
                found.setdefault(edge, (moved(one, -across, -down), moved(other, -across, -down)))
        return tuple(found[edge] for edge in range(len(found)))

    @cached_property
    def faces_beside(self) -> tuple[tuple[Site, ...], ...]:
        """For each class of edges, the two faces beside it."""
        return _turned_round(self.sides_of, len(self.edges.places))

    @cached_property
    def faces_at(self) -> tuple[tuple[Site, ...], ...]:
        """For each class of vertices, the faces around it."""
        return _turned_round(self.corners_of, len(self.vertices.places))

    @cached_property
    def edges_at(self) -> tuple[tuple[Site, ...], ...]:
        """For each class of vertices, the edges that end there."""
        return _turned_round(self.ends_of, len(self.vertices.places))

    def place(self, sites: Sites, site: Site) -> complex:
        """Return where a site of some kind lies in the plane."""
        return self.point(sites.places[site[0]] + complex(site[1], site[2]))


def _turned_round(rows: Sequence[tuple[Site, ...]], classes: int) -> tuple[tuple[Site, ...], ...]:
    """From the sites of each class to the classes of each site."""
    found: list[list[Site]] = [[] for _ in range(classes)]
    for number, row in enumerate(rows):
        for site, across, down in row:
            found[site].append((number, -across, -down))
    return tuple(map(tuple, found))


def _middles(corners: Sequence[complex]) -> Iterator[complex]:
    following = (*corners[1:], corners[0])
    return ((one + other) / 2 for one, other in zip(corners, following, strict=True))


def _real(point: complex) -> float:
    return point.real


def _imag(point: complex) -> float:
    return point.imag


def _holds(outline: Sequence[complex], point: complex) -> bool:
    """Whether a point lies in or on an outline."""
    is_inside = False
    for here, there in zip(outline, (*outline[1:], outline[0]), strict=True):
        if abs(point - here) + abs(point - there) - abs(there - here) < 1 / FINE:
            return True
        if (here.imag > point.imag) != (there.imag > point.imag):
            across = here.real + (point.imag - here.imag) / (there.imag - here.imag) * (there.real - here.real)
            is_inside ^= point.real < across
    return is_inside


def clockwise(points: Sequence[complex], first: complex = 0j) -> list[int]:
    """The numbers of points around the origin, clockwise from the direction of `first`, or of the first point."""
    start = phase(first or points[0])
    return sorted(range(len(points)), key=lambda number: (phase(points[number]) - start + 1e-9) % (2 * pi))


def dual(name: str, tiling: Tiling) -> Tiling:
    """The tiling with a face around each vertex of another, and a vertex within each of its faces."""
    polygons = []
    for vertex, faces in enumerate(tiling.faces_at):
        centre = tiling.place(tiling.vertices, (vertex, 0, 0))
        corners = [tiling.place(tiling.faces, face) for face in faces]
        order = clockwise([corner - centre for corner in corners])
        polygons.append(Polygon(centre, tuple(corners[number] for number in order)))
    return Tiling(name, tiling.across, tiling.down, tuple(polygons))
