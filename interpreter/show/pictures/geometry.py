"""The geometry of a picture of a board: centres, sides and surroundings of its cells.

All lengths are pixels, x to the right, y downwards; a place is the coordinates of a cell on the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from math import atan2, cos, hypot, pi, sin, sqrt
from statistics import median_low
from typing import TYPE_CHECKING

from ...board.board import Board
from ...board.glue import Glue
from ...board.linking import changed_links
from ...values.values import Coordinate
from .areas import Areas, areas_of
from .elements import Point
from .rooms import distances, nearest_alike, rooms, shelves_of, shifts, typical

if TYPE_CHECKING:
    from ...values.tilings.mesh import Mesh

PITCH = 40.0
"""The distance between the centres of neighbouring cells."""

LINK, LINED = 64.0, 44.0
"""How far apart the cells of a graph board usually are: discs, and spots on lines, which need less room."""

DISC = 19.0
"""The radius of a cell of a graph board, where the closest others are."""

STONE, PEG, SMALLEST = 15.0, 9.0, 10.0
"""The radius of a stone, and of a peg, and the least that there is room for on a cell of a tiling."""

FAR, MANY = 1.9 * PITCH, 8
"""How long a link is that runs over other cells; such links are many if there is one for so many cells."""

AROUND = 0.75
"""How far the frame around areas is from the cells between them, in distances between cells."""

SPARE = 1.5
"""How much larger spots on lines can be drawn than cells that need all their room."""

SHELF = 2.8 * PITCH
"""How far apart the rows of a board of many parts are: between them stand names of columns."""

BAR = 6.0
"""Half the width of a cell that is an edge of a tiling."""


def _across(start: Point, end: Point) -> tuple[Point, Point]:
    """Return a line half as long across the middle of another."""
    middle, turned = (start + end) * 0.5, Point(start.y - end.y, end.x - start.x) * 0.25
    return middle + turned, middle + turned * -1


def _bar(start: Point, end: Point) -> list[Point]:
    """Return the corners of a bar with two pointed ends."""
    along = (end + start * -1).unit * BAR
    across = Point(-along.y, along.x)
    return [start, start + along + across, end + along * -1 + across,
            end, end + along * -1 + across * -1, start + along + across * -1]  # fmt: skip


@dataclass(frozen=True)
class Side:
    """A side of a cell or a part of one, directed clockwise around the cell, with the place that it faces."""

    place: Coordinate
    faces: Coordinate
    start: Point
    end: Point

    @property
    def middle(self) -> Point:
        """The midpoint."""
        return (self.start + self.end) * 0.5

    @property
    def normal(self) -> Point:
        """The outward vector of one pixel."""
        return Point(self.end.y - self.start.y, self.start.x - self.end.x).unit


@dataclass(frozen=True)
class Ghost:
    """A place beyond a seam: the place of the board that it stands for, and the label of the seams between."""

    place: Coordinate
    label: int


@dataclass(frozen=True)
class Layout:
    """The geometry of one board."""

    board: Board

    is_lined: bool = False
    """Whether its cells are spots on lines."""

    between: frozenset[int] = frozenset()
    """The cells of a graph that are areas between others."""

    sided: Mapping[int, int] = field(default_factory=dict)
    """The cells of a graph that are hexagons or squares, with the number of their sides."""

    def centre(self, place: Coordinate) -> Point:
        """Return the centre of a place."""
        row = self.shelves.get(place, 0)
        return self.unmoved(place) + self._shifts[row] if row else self.unmoved(place)

    @cached_property
    def shelves(self) -> dict[Coordinate, int]:
        """The rows in which the parts of a long board are drawn."""
        return shelves_of(self._glue, self._unmoved, SHELF)

    @cached_property
    def _shifts(self) -> list[Point]:
        return shifts(self.shelves, self._unmoved, SHELF)

    @property
    def _unmoved(self) -> dict[Coordinate, Point]:
        return {place: self.unmoved(place) for place in self.board.places}

    def unmoved(self, place: Coordinate) -> Point:
        """Return where the centre of a place would be if all parts of the board lay side by side."""
        x, y = self.board.position(place)
        is_sheared = self._glue is not None and self.board.grid.corner == 3
        return Point(x * self._scale, y * self._scale * (sqrt(3) / 2 if is_sheared else 1))

    @cached_property
    def _scale(self) -> float:
        """Pixels per unit of `Board.position`."""
        if self.board.mesh is not None:
            rooms = [self.board.mesh.room(number) for number in range(len(self.board.mesh.cells))]
            return max(PITCH / 2 * len(rooms) / sum(rooms), SMALLEST / min(rooms))
        if self._glue is not None:
            return PITCH
        if self._alike:
            return PITCH / median_low(hypot(*off) for off in self._alike.values())
        return (LINED if self.is_lined else LINK) / typical(self._distances)

    @cached_property
    def _alike(self) -> dict[Coordinate, tuple[float, float]]:
        """The way from each hexagon or square of a graph to the nearest cell linked to it that is as large."""
        return {self.board.cells[cell]: nearest_alike(self.board, cell) for cell in self.sided}

    @cached_property
    def _distances(self) -> dict[Coordinate, float]:
        is_graph = self.board.mesh is None and self._glue is None
        return distances(self.board, self.between) if is_graph else {}

    @cached_property
    def areas(self) -> Areas | None:
        """The cells that are areas, if there are any."""
        if not self.between:
            return None
        drawn = {cell: self.centre(place) for place, cell in self.board.places.items() if cell not in self.board.bonds}
        return areas_of(self.board, self.between, drawn, AROUND * PITCH)

    @cached_property
    def _rooms(self) -> dict[Coordinate, float]:
        return rooms(self.board, self._distances) | {
            place: hypot(*off) * self._scale / PITCH for place, off in self._alike.items()
        }

    def room(self, place: Coordinate) -> float:
        """Return how many times as large as usual a cell of a graph board is drawn; 1 on other boards."""
        room = self._rooms.get(place, 1.0)
        return min(SPARE * room, 1.0) if self.is_lined else room

    def stone(self, place: Coordinate) -> float:
        """Return the radius of a stone on a place."""
        mesh = self.board.mesh
        if mesh is None:
            return STONE * self.room(place)
        return min(STONE, 0.8 * self._scale * mesh.room(mesh.site(place)[0]))

    def ground(self, place: Coordinate) -> list[Point] | float:
        """Return what is drawn for a cell: a polygon, or the radius of a disc."""
        mesh = self.board.mesh
        if mesh is None:
            if self._glue is not None:
                return [side.start for side in self.sides(place)]
            if self.areas and self.board.places[place] in self.areas.polygons:
                return list(self.areas.polygons[self.board.places[place]])
            return self.bar(place) or self.regular(place, DISC * self.room(place))
        if mesh.kind == "vertices":
            return self.stone(place)
        return self.bar(place) or [side.start for side in self.sides(place)]

    def regular(self, place: Coordinate, radius: float) -> list[Point] | float:
        """Return the hexagon or square around a disc on a cell of a graph, or the radius of the disc if it is one."""
        if place not in self._alike:
            return radius
        x, y = self._alike[place]
        sides, middle = self.sided[self.board.places[place]], self.centre(place)
        reach, turn = radius * PITCH / 2 / DISC / cos(pi / sides), atan2(y, x) + pi / sides
        return [middle + _polar(reach, turn + 2 * pi * side / sides) for side in range(sides)]

    def bar(self, place: Coordinate) -> list[Point]:
        """Return the bar that is drawn for an edge of a tiling or for a link; no points for other cells."""
        ends = self.board.bonds.get(self.board.places[place]) if self.board.bonds else None
        if ends:
            one, other = map(self.centre, ends)
            along = (other + one * -1).unit
            near, far = ((PEG if self.is_lined else DISC) * self.room(end) for end in ends)
            return _bar(one + along * near, other + along * -far)
        if self.board.mesh is None or self.board.mesh.kind != "edges":
            return []
        tips = [corner.offset for corner in self.board.mesh.corners(place) if not corner.is_face]
        one, other = (self.centre(place) + _vector(tip) * (0.9 * self._scale) for tip in tips)
        return _bar(one, other)

    @property
    def ruled(self) -> Iterator[tuple[str, Point, Point]]:
        """The lines along each link that a rule adds to a grid, and short ones across each that it has removed.

        Where many links are long, only the others are drawn: their lines would run over the whole board.
        """
        added, cut = changed_links(self.board)
        lines = [self._between(pair) for pair in added]
        short = [(one, other) for one, other in lines if hypot(one.x - other.x, one.y - other.y) < FAR]
        are_many = MANY * (len(lines) - len(short)) > len(self.board.cells)
        yield from (("link", *line) for line in (short if are_many else lines))
        yield from (("cut", *_across(*self._between(pair))) for pair in cut)

    def _between(self, pair: tuple[int, int]) -> tuple[Point, Point]:
        """Return the centres of two cells, where they are drawn nearest to one another."""
        starts, ends = (
            [self.centre(place) for place, cell in self.board.places.items() if cell == end] for end in pair
        )
        return min(product(starts, ends), key=lambda ends: hypot(ends[0].x - ends[1].x, ends[0].y - ends[1].y))

    @property
    def _glue(self) -> Glue | None:
        return self.board.glue

    # Sides

    def sides(self, place: Coordinate) -> list[Side]:
        """Return all sides of a cell: six, or four on a square grid, where diagonals have none.

        The sides of a vertex or an edge of a tiling part it from the next ones; they are not drawn.
        """
        if self.board.mesh is not None:
            return self._sides_on(self.board.mesh, place)
        grid, centre = self.board.grid, self.centre(place)
        turn = 2 * pi / len(grid.steps)
        half = turn * grid.unit / 2
        reach = PITCH / 2 / cos(half)
        return [
            Side(
                place,
                grid.step(place, direction),
                centre + _polar(reach, turn * direction - half),
                centre + _polar(reach, turn * direction + half),
            )
            for direction in range(0, len(grid.steps), grid.unit)
        ]

    def _sides_on(self, mesh: Mesh, place: Coordinate) -> list[Side]:
        centre = self.centre(place)
        corners = [centre + _vector(corner.offset) * self._scale for corner in mesh.corners(place)]
        ends = (*corners[1:], corners[0])
        return [Side(place, *each) for each in zip(mesh.around(place), corners, ends, strict=True)]

    @cached_property
    def boundary(self) -> tuple[Side, ...]:
        """The sides that face no drawn cell: around the board and its holes. The discs of a graph board have none."""
        if self.areas:
            cells = self.board.cells
            return tuple(Side(cells[cell], cells[cell], one, other) for cell, one, other, _ in self.areas.rim)
        if self._glue is None and self.board.mesh is None:
            return ()
        return tuple(
            side for place in self.board.places for side in self.sides(place) if side.faces not in self.board.places
        )

    @cached_property
    def _ending(self) -> dict[tuple[float, float], Side]:
        return {side.end.key: side for side in self.boundary}

    @cached_property
    def _starting(self) -> dict[tuple[float, float], Side]:
        return {side.start.key: side for side in self.boundary}

    def before(self, side: Side) -> Side:
        """Return the side of the boundary before this one."""
        return self._ending[side.start.key]

    def after(self, side: Side) -> Side:
        """Return the side of the boundary after this one."""
        return self._starting[side.end.key]

    def outwards(self, point: Point, side: Side) -> Point:
        """Return how a point of a side moves if the boundary grows by one pixel all around."""
        one, other = self._ending.get(point.key, side).normal, self._starting.get(point.key, side).normal
        shared = 1 + one.x * other.x + one.y * other.y
        return (one + other) * (1 / shared) if shared > 0.2 else side.normal

    # Edges

    def edge_sides(self, player: int) -> list[Side]:
        """Return the sides along a player's edges; half a side at a corner where two players' edges meet."""
        found = []
        for side in self.boundary:
            owners = self._owners(side)
            if owners == {player}:
                found.append(side)
            elif player in owners:
                if self._owners(self.before(side)) == {player}:
                    found.append(Side(side.place, side.faces, side.start, side.middle))
                if self._owners(self.after(side)) == {player}:
                    found.append(Side(side.place, side.faces, side.middle, side.end))
        return found

    def _owners(self, side: Side) -> Set[int]:
        if self.areas:
            return self.areas.owners[next(number for _, start, _, number in self.areas.rim if start == side.start)]
        return self._edges.get((self.board.places[side.place], side.faces), set())

    @cached_property
    def _edges(self) -> dict[tuple[int, Coordinate], set[int]]:
        """The players whose edge lies between a cell and a place outside."""
        found: dict[tuple[int, Coordinate], set[int]] = {}
        for edge in self.board.edges:
            for arc in edge.links:
                for place in edge.outside if edge.is_coloured else ():
                    found.setdefault((arc.to, place), set()).add(edge.player)
        return found

    # Seams

    @cached_property
    def ghosts(self) -> dict[Coordinate, Ghost]:
        """The places just beyond wrapped sides, with what they stand for."""
        found: dict[Coordinate, Ghost] = {}
        if self._glue is not None:
            for place in self.board.places:
                for direction in self._glue.grid.directions:
                    crossing = self._glue.cross(place, direction)
                    beyond = self._glue.grid.step(place, direction)
                    if crossing is not None and beyond not in self.board.places:
                        found[beyond] = Ghost(crossing.place, crossing.label)
        return found

    @cached_property
    def opposite(self) -> dict[Coordinate, tuple[Coordinate, ...]]:
        """If a perimeter is glued to itself: for each of its places those it meets, in the order of its sides."""
        found: dict[Coordinate, list[Coordinate]] = {}
        for first, second, _ in self._glue.links if self._glue else ():
            found.setdefault(first, []).append(second)
            found.setdefault(second, []).append(first)
        return {place: tuple(others) for place, others in found.items()}

    def seam_sides(self, seam: int) -> list[Side]:
        """Return the sides that are glued at a seam, given by the number of its bit."""
        return [side for side in self.boundary if self._label(side) & -self._label(side) == 1 << seam]

    def _label(self, side: Side) -> int:
        if side.faces in self.ghosts:
            return self.ghosts[side.faces].label
        if self._glue is not None and self._glue.links and side.faces in self._glue.outside_glued:
            return self._glue.links[0][2]
        return 0

    def outside_of(self, place: Coordinate) -> Point:
        """Return the centre of the place just outside a cell of the perimeter."""
        normals = [side.normal for side in self.boundary if side.place == place and self._label(side)]
        return self.centre(place) + sum(normals, start=Point(0, 0)).unit * PITCH


def chains(sides: Iterable[Side]) -> list[list[Point]]:
    """Join sides that follow one another into lines."""
    left = {side.start.key: side for side in sides}
    ends = {side.end.key for side in left.values()}
    found = []
    for key in [*(key for key in left if key not in ends), *left]:
        here, line = key, list[Point]()
        while here in left:
            side = left.pop(here)
            line = [*(line or [side.start]), side.end]
            here = side.end.key
        if line:
            found.append(line)
    return found


def _vector(offset: complex) -> Point:
    return Point(offset.real, offset.imag)


def _polar(length: float, angle: float) -> Point:
    return Point(length * cos(angle), length * sin(angle))
