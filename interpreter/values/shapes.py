"""Shapes, each with the names it gives to its parts, and their algebra.

A shape has `sides` (clockwise, from the side of smallest r) and `corners` (each side's first cell), if it has straight
sides. To add a shape, write a method like those of `Shapes`: its name is its name in the language, and `shape` gives
its parameters and its line in the reference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Protocol, TypeVar

from ..record import Record
from .cells import Cells, Coordinate, Fault
from .grid import HEX, Grid
from .types import CELL, NUMBER, TEXT, Type

Region = Cells | tuple[Cells, ...]
"""What a name stands for on a board: a set of cells, or a list of them such as `sides`."""

MOST_CELLS = 4096
"""The largest board."""

WIDEST = MOST_CELLS
"""How far apart the cells of a board may lie, in either coordinate."""


def check_extent(places: Iterable[tuple[float, float]]) -> None:
    """Raise Fault where places lie too far apart to be drawn."""
    for axis in zip(*places, strict=True):
        if max(axis) - min(axis) > WIDEST:
            raise Fault("HG402", "a board whose cells lie too far apart", f"they lie at most {WIDEST} apart")


def changed_regions(regions: Mapping[str, Region], change: Callable[[Cells], Cells]) -> dict[str, Region]:
    """Regions with each of their sets of cells changed."""
    return {
        name: tuple(map(change, region)) if isinstance(region, tuple) else change(region)
        for name, region in regions.items()
    }


class Plane(Protocol):
    """A grid, or the cells of a tiling: what moves a shape on it."""

    def shifted(self, by: Coordinate) -> Callable[[Coordinate], Coordinate]:
        """Return what moves the origin to a cell; raise Fault if that is not possible."""

    def turned(self, times: int) -> Callable[[Coordinate], Coordinate]:
        """Return the clockwise turn about the origin by the smallest turn, so many times."""


class Shape(Record):
    """Places that will make a board, with the regions its kind of shape names."""

    grid: Plane
    cells: tuple[Coordinate, ...]
    regions: dict[str, Region]

    def __add__(self, other: Shape) -> Shape:
        return self._cut(dict.fromkeys((*self.cells, *other.cells)))

    def __sub__(self, other: Shape | Cells) -> Shape:
        removed = set(_places(other))
        return self._cut(cell for cell in self.cells if cell not in removed)

    def __and__(self, other: Shape | Cells) -> Shape:
        kept = set(_places(other))
        return self._cut(cell for cell in self.cells if cell in kept)

    def _cut(self, cells: Iterable[Coordinate]) -> Shape:
        """Other cells; the regions keep what remains of theirs."""
        left = tuple(cells)
        check_area(len(left))
        remaining = set(left)

        def cut(cells: Cells) -> Cells:
            return cells.copy_with(items=tuple(cell for cell in cells.items if cell in remaining))

        return Shape(self.grid, left, changed_regions(self.regions, cut))

    def moved(self, isometry: Callable[[Coordinate], Coordinate]) -> Shape:
        """The shape somewhere else, its regions with it."""

        def move(cells: Cells) -> Cells:
            return Cells(tuple(map(isometry, cells.items)), tuple(map(isometry, cells.outside)))

        return Shape(self.grid, tuple(map(isometry, self.cells)), changed_regions(self.regions, move))

    def at(self, corner: Coordinate) -> Shape:
        """The shape with its origin at a cell."""
        return self.moved(self.grid.shifted(corner))

    def turned(self, times: int) -> Shape:
        """The shape turned clockwise about its origin, by the grid's smallest turn so many times."""
        return self.moved(self.grid.turned(times))


class ShapeRow(Record):
    """A shape of the language: what makes it, its parameters, and its line in the reference."""

    make: Callable[..., Shape]
    parameters: tuple[tuple[str, Type], ...]
    cells: str
    sides: str


SHAPES: dict[str, ShapeRow] = {}
"""The shapes of the language by name, in the order of the reference."""

Method = TypeVar("Method", bound=Callable[..., "Shape"])


def shape(*parameters: tuple[str, Type], cells: str, sides: str = "") -> Callable[[Method], Method]:
    """Enter a method of `Shapes` among the shapes of the language.

    `cells` and `sides` stand in the reference: which cells there are, and which `sides` and `corners`.
    """

    def enter(method: Method) -> Method:
        SHAPES[method.__name__] = ShapeRow(method, parameters, cells, sides)
        return method

    return enter


class Shapes:
    """The shapes of one grid. An outlined shape has sides that go so many cells in each of some directions."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid

    def maker(self, name: str) -> Callable[..., Shape]:
        """Return what makes the shape of a name."""
        return partial(SHAPES[name].make, self)

    @shape(("n", NUMBER), cells="0 ≤ q, r < n", sides="four, also called `top` `right` `bottom` `left`")
    def rhombus(self, size: int) -> Shape:
        """`size` rows of `size` cells: 0 ≤ q, r < size."""
        return self.parallelogram(size, size)

    @shape(("w", NUMBER), ("h", NUMBER), cells="0 ≤ q < w, 0 ≤ r < h", sides="the same")
    def parallelogram(self, width: int, height: int) -> Shape:
        """`height` rows of `width` cells: 0 ≤ q < width, 0 ≤ r < height."""
        check_sides(width, height, area=width * height)
        cells = (Coordinate(q, r) for r in range(height) for q in range(width))
        right, down = self.grid.axes
        back = self.grid.back
        walk = ((right, width), (down, height), (right + back, width), (down + back, height))
        return self._outlined(cells, Coordinate(0, 0), walk, ("top", "right", "bottom", "left"))

    @shape(("n", NUMBER), cells="n cells a side, centred on (0, 0); hex grid", sides="six")
    def hexagon(self, size: int) -> Shape:
        """All cells within `size - 1` steps of (0, 0); on the hexagonal grid."""
        self._only_hex("hexagon")
        check_sides(size, area=3 * size * (size - 1) + 1)
        cells = Shapes(HEX).disc(Coordinate(0, 0), size - 1).cells if size else ()
        return self._outlined(cells, Coordinate(0, 1 - size), tuple((direction, size) for direction in range(6)))

    @shape(("n", NUMBER), cells="q, r ≥ 0, q + r < n; hex grid", sides="three")
    def triangle(self, size: int) -> Shape:
        """Rows of `size` down to one cell: q, r ≥ 0, q + r < size; on the hexagonal grid."""
        self._only_hex("triangle")
        check_sides(size, area=size * (size + 1) // 2)
        cells = (Coordinate(q, r) for r in range(size) for q in range(size - r))
        return self._outlined(cells, Coordinate(0, 0), ((0, size), (2, size), (4, size)))

    @shape(("n", NUMBER), cells="a hexagon of n cells a side, with a triangle on each side; hex grid", sides="twelve")
    def star(self, size: int) -> Shape:
        """Two triangles that overlap in a hexagon of `size` cells a side; on the hexagonal grid."""
        self._only_hex("star")
        check_sides(size, area=6 * size * (size - 1) + 1)
        around = range(2 - 2 * size, 2 * size - 1)
        places = (Coordinate(q, r) for r in around for q in around)
        cells = (cell for cell in places if max(*cell, -sum(cell)) < size or min(*cell, -sum(cell)) > -size)
        walk = ((tip + turn, size) for tip in range(6) for turn in (1, 0))
        return self._outlined(cells, Coordinate(size - 1, 2 - 2 * size), tuple(walk))

    @shape(("c", CELL), ("r", NUMBER), cells="within r steps of the cell c")
    def disc(self, centre: Coordinate, radius: int) -> Shape:
        """All cells within `radius` steps of a cell."""
        check_sides(radius, area=3 * radius * (radius + 1) + 1)
        around = range(-radius, radius + 1)
        places = (Coordinate(centre.q + q, centre.r + r) for r in around for q in around)
        return Shape(self.grid, tuple(place for place in places if self.grid.distance(centre, place) <= radius), {})

    @shape(("c", CELL), ("r", NUMBER), cells="exactly r steps from c")
    def ring(self, centre: Coordinate, radius: int) -> Shape:
        """The cells exactly `radius` steps from a cell."""
        cells = self.disc(centre, radius).cells
        return Shape(self.grid, tuple(cell for cell in cells if self.grid.distance(centre, cell) == radius), {})

    @shape(
        ('"""…"""', TEXT),
        cells="one cell for each character other than a space; two columns apart, rows shifted as in drawings",
    )
    def map(self, picture: str) -> Shape:
        """The cells of a picture: all characters but spaces, two columns apart, as in drawings of boards as text."""
        lines = [line.rstrip() for line in picture.expandtabs().strip("\n").splitlines()]
        marks = [(column, row) for row, line in enumerate(lines) for column, mark in enumerate(line) if mark != " "]
        if not marks:
            raise Fault("HG402", "a map without a cell", "draw each cell as one character, such as `o`")
        check_area(len(marks))
        slant = round(2 * self.grid.shear)
        shifts = {(column - slant * row) % 2 for column, row in marks}
        if len(shifts) > 1:
            raise Fault("HG402", "a map whose cells are not two columns apart", "shift each row as boards are drawn")
        least = min((column - slant * row) // 2 for column, row in marks)
        cells = (Coordinate((column - slant * row) // 2 - least, row) for column, row in marks)
        return Shape(self.grid, tuple(cells), {})

    def _only_hex(self, name: str) -> None:
        if self.grid is not HEX:
            raise Fault("HG404", f"a {name} needs the hex grid", f"the grid of this board is {self.grid.name}")

    def _outlined(
        self,
        cells: Iterable[Coordinate],
        start: Coordinate,
        walk: tuple[tuple[int, int], ...],
        names: tuple[str, ...] = (),
    ) -> Shape:
        """The shape whose sides, walked clockwise from `start`, go `length` cells in `direction` each."""
        sides: list[Cells] = []
        for direction, length in walk:
            run = tuple(self.grid.step(start, direction, i) for i in range(length))
            start = run[-1] if run else start
            outside = dict.fromkeys(
                self.grid.step(cell, direction + turn) for cell in run for turn in self.grid.outward
            )
            sides.append(Cells(run, tuple(outside)))
        return Shape(self.grid, tuple(cells), regions_of(sides, names))


def _places(other: Shape | Cells) -> tuple[Coordinate, ...]:
    return other.cells if isinstance(other, Shape) else other.items


def regions_of(sides: list[Cells], names: tuple[str, ...]) -> dict[str, Region]:
    """The regions that a shape with some sides has."""
    corners = Cells.of(side.items[0] for side in sides if side.items)
    named: dict[str, Region] = dict(zip(names, sides, strict=False))
    return {"sides": tuple(sides), "corners": corners, **named}


def check_sides(*lengths: int, area: int) -> None:
    """Raise Fault for sides that are too short or too long, or for too many cells."""
    if min(lengths) < 0:
        raise Fault("HG402", f"a side of {min(lengths)} cells is too short", "the length of a side cannot be negative")
    if max(lengths) > WIDEST:
        raise Fault("HG402", f"a side of {max(lengths):,} cells is too long", f"sides have at most {WIDEST:,} cells")
    check_area(area)


def check_area(area: int) -> None:
    """Raise Fault for more cells than a board may have."""
    if area > MOST_CELLS:
        raise Fault("HG402", f"a shape of {area:,} cells is too large", f"boards have at most {MOST_CELLS:,} cells")
