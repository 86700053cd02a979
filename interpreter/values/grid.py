"""Grids: their steps, their symmetries, where they are drawn.

Coordinates are (q, r). On the hexagonal grid they are axial (https://www.redblobgames.com/grids/hexagons/). A direction
is an index into `Grid.steps`, clockwise on a drawing whose r runs downwards; turning adds to it.
"""

from __future__ import annotations

from collections.abc import Callable
from string import ascii_lowercase

from ..record import Record
from .cells import Coordinate

ORIGIN = Coordinate(0, 0)


class Grid(Record):
    """A regular grid: the steps to the neighbours of a cell, in clockwise order, and what follows from them."""

    name: str
    steps: tuple[tuple[int, int], ...]
    axes: tuple[int, int]
    """The directions of (1, 0) and (0, 1)."""

    outward: tuple[int, ...]
    """The turns from a side, walked clockwise, to the places just outside, in clockwise order."""

    ahead: int
    """The turn from a side to the place outside that another side is glued to."""

    unit: int
    """The smallest turn that is a symmetry."""

    corner: int
    """How many cells meet at a point; 0 where links cross."""

    shear: float
    """How far a row is drawn to the right of the one above it."""

    @property
    def directions(self) -> range:
        """The numbers of the steps, clockwise."""
        return range(len(self.steps))

    @property
    def back(self) -> int:
        """The turn that reverses a direction."""
        return len(self.steps) // 2

    def step(self, cell: Coordinate, direction: int, length: int = 1) -> Coordinate:
        """Return the cell that lies `length` steps away; directions count modulo their number."""
        dq, dr = self.steps[direction % len(self.steps)]
        return Coordinate(cell.q + length * dq, cell.r + length * dr)

    def around(self, cell: Coordinate) -> list[Coordinate]:
        """The places of a cell's neighbours, in the order of the directions."""
        q, r = cell
        return [Coordinate(q + dq, r + dr) for dq, dr in self.steps]

    def shifted(self, by: Coordinate) -> Callable[[Coordinate], Coordinate]:
        """Return what moves the origin to a cell."""
        return lambda cell: Coordinate(cell.q + by.q, cell.r + by.r)

    def turned(self, times: int) -> Callable[[Coordinate], Coordinate]:
        """Return the clockwise turn about the origin by the smallest turn, so many times."""
        return Isometry(self, times * self.unit)

    def distance(self, a: Coordinate, b: Coordinate) -> int:
        """The steps from one place to another."""
        q, r = b.q - a.q, b.r - a.r
        if self.name == "hex":
            return max(abs(q), abs(r), abs(q + r))
        return max(abs(q), abs(r)) if self.name == "square8" else abs(q) + abs(r)

    def position(self, cell: Coordinate) -> tuple[float, float]:
        """Where a cell is drawn: x to the right, y downwards, neighbours in a row one apart, rows one apart in y."""
        return cell.q + cell.r * self.shear, float(cell.r)


_EIGHT = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))

HEX = Grid(
    "hex",
    steps=((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)),
    axes=(0, 1),
    outward=(4, 5),
    ahead=5,
    unit=1,
    corner=3,
    shear=0.5,
)
SQUARE = Grid("square", _EIGHT[::2], axes=(0, 1), outward=(3,), ahead=3, unit=1, corner=4, shear=0)
SQUARE8 = Grid("square8", _EIGHT, axes=(0, 2), outward=(5, 6, 7), ahead=6, unit=2, corner=0, shear=0)

GRIDS = {grid.name: grid for grid in (HEX, SQUARE, SQUARE8)}


class Isometry(Record):
    """A symmetry of a grid: a turn, or a mirror image with a turn, about the origin; then a move.

    Directions map to `turn + d`, or to `turn - d` when mirrored.
    """

    grid: Grid
    turn: int
    mirrored: bool = False
    move: Coordinate = ORIGIN

    def direction(self, direction: int) -> int:
        """Return where a direction is turned to."""
        return (self.turn - direction if self.mirrored else self.turn + direction) % len(self.grid.steps)

    def linear(self, cell: Coordinate) -> Coordinate:
        """Return where a cell is turned to around the origin, without the shift."""
        along, down = (self.grid.steps[self.direction(axis)] for axis in self.grid.axes)
        return Coordinate(cell.q * along[0] + cell.r * down[0], cell.q * along[1] + cell.r * down[1])

    def __call__(self, cell: Coordinate) -> Coordinate:
        q, r = self.linear(cell)
        return Coordinate(q + self.move.q, r + self.move.r)

    def moved_to(self, source: Coordinate, target: Coordinate) -> Isometry:
        """The same turn or mirror image, moved so that it takes one place to another."""
        q, r = self.linear(source)
        return Isometry(self.grid, self.turn, self.mirrored, Coordinate(target.q - q, target.r - r))

    def inverse(self) -> Isometry:
        """What takes everything back."""
        turn = self.turn if self.mirrored else -self.turn % len(self.grid.steps)
        return Isometry(self.grid, turn, self.mirrored).moved_to(self.move, ORIGIN)


def symmetries(grid: Grid) -> list[Isometry]:
    """All turns and mirror images about the origin."""
    turns = range(0, len(grid.steps), grid.unit)
    return [Isometry(grid, turn, mirrored) for mirrored in (False, True) for turn in turns]


def column_letters(number: int) -> str:
    """a … z, aa, ab … for 0, 1 …"""
    letters = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = ascii_lowercase[rest] + letters
    return letters
