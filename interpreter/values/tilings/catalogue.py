"""The tilings of the language. To add one, write its entry here: `python tests/reference.py` writes its row.

Sides are one long, and directions are degrees, clockwise from the right. A path leads from a corner of the first
polygon along sides. A unit cell is given by its regular polygons, each by the number of its corners, the direction of
a side, and the path to where that side begins; the polygon lies to the right of it.
"""

from __future__ import annotations

from cmath import exp, pi
from functools import cache
from math import sqrt

from ...record import Record
from .tiling import Polygon, Tiling, dual

Path = tuple[int, ...]


class Regular(Record):
    """A regular polygon."""

    corners: int
    direction: int
    start: Path = ()


class Unit(Record):
    """The unit cell of a tiling by regular polygons, and the paths to the next across and down.

    The origin is the centre of the first polygon, or else the corner where paths begin.
    """

    across: Path
    down: Path
    polygons: tuple[Regular, ...]
    is_centred: bool = True


class Dual(Record):
    """The dual of a tiling, with the same origin."""

    of: str


class Plotted(Record):
    """The unit cell of a tiling by polygons with given corners, of which a side of another may be parted by one.

    Coordinates are whole steps, so wide and so high, and the unit cell is so many of them across and down.
    """

    step: tuple[float, float]
    across: int
    down: int
    origin: tuple[int, int]
    polygons: tuple[tuple[tuple[int, int], ...], ...]


UNITS: dict[str, Unit | Dual | Plotted] = {
    "square": Unit((0,), (90,), (Regular(4, 0),)),
    "hex": Unit((330, 30), (30, 90), (Regular(6, 30),)),
    "triangular": Unit((0,), (60,), (Regular(3, 0), Regular(3, 60, (0,))), is_centred=False),
    "4.8.8": Unit((0, 45, 315), (90, 45, 135), (Regular(8, 0), Regular(4, 225, (0, 45)))),
    "3.6.3.6": Unit((0, 0), (60, 60), (Regular(6, 0), Regular(3, 180, (0,)), Regular(3, 0, (0, 60, 120, 180)))),
    "3.3.4.3.4": Unit(
        (0, 30), (90, 120),
        (Regular(4, 0), Regular(4, 300, (0,)), Regular(3, 180, (0,)), Regular(3, 270, (0, 90)), Regular(3, 0, (90,)),
         Regular(3, 90)),
    ),
    "3.4.6.4": Unit(
        (30, 330, 0), (30, 90, 60),
        (Regular(6, 30), Regular(4, 270, (30, 90)), Regular(4, 330, (30, 90, 150)), Regular(4, 30, (30, 90, 150, 210)),
         Regular(3, 0, (30, 90)), Regular(3, 60, (30, 90, 150))),
    ),
    "4.6.12": Unit(
        (0, 30, 330, 60, 300, 0), (60, 90, 30, 120, 0, 60),
        (Regular(12, 0), Regular(4, 270, (0, 30, 60, 90)), Regular(4, 330, (0, 30, 60, 90, 120, 150)),
         Regular(4, 30, (0, 30, 60, 90, 120, 150, 180, 210)), Regular(6, 300, (0, 30, 60, 90, 120)),
         Regular(6, 0, (0, 30, 60, 90, 120, 150, 180))),
    ),
    "3.12.12": Unit(
        (0, 30, 330, 60, 300), (60, 90, 30, 120, 0),
        (Regular(12, 0), Regular(3, 300, (0, 30, 60, 90, 120)), Regular(3, 0, (0, 30, 60, 90, 120, 150, 180))),
    ),
    "cairo": Dual("3.3.4.3.4"),
    "rhombille": Dual("3.6.3.6"),
    "tetrakis": Dual("4.8.8"),
    "deltoidal": Dual("3.4.6.4"),
    "kisrhombille": Dual("4.6.12"),
    "triakis": Dual("3.12.12"),
    "rice": Plotted(
        (sqrt(3) / 8, 1 / 8), 12, 20, (3, -1),
        (((0, 0), (3, -9), (5, -11), (5, -3), (1, 1)),
         ((-1, -1), (-1, -9), (0, -10), (1, -11), (3, -13), (3, -9), (0, 0)),
         ((6, -22), (3, -13), (1, -11), (1, -19), (5, -23)),
         ((7, -21), (7, -13), (6, -12), (5, -11), (3, -9), (3, -13), (6, -22)),
         ((0, -10), (-3, -19), (-3, -23), (-1, -21), (0, -20), (1, -19), (1, -11)),
         ((-1, -9), (-5, -13), (-5, -21), (-3, -19), (0, -10)),
         ((6, -12), (9, -3), (9, 1), (7, -1), (6, -2), (5, -3), (5, -11)),
         ((7, -13), (11, -9), (11, -1), (9, -3), (6, -12))),
    ),
}  # fmt: skip
"""The tilings by name, in the order of the reference."""


@cache
def tiling(name: str) -> Tiling:
    """Return the tiling of a name in `UNITS`."""
    unit = UNITS[name]
    if isinstance(unit, Dual):
        return dual(name, tiling(unit.of))
    if isinstance(unit, Plotted):
        return _plotted(name, unit)
    corners = [tuple(_corners(polygon)) for polygon in unit.polygons]
    origin = sum(corners[0]) / len(corners[0]) if unit.is_centred else 0
    across, down = _end(unit.across), _end(unit.down)
    level = abs(across) / across
    placed = [[(corner - origin) * level for corner in each] for each in corners]
    polygons = tuple(Polygon(sum(each) / len(each), tuple(each)) for each in placed)
    return Tiling(name, abs(across), down * level, polygons)


def _plotted(name: str, unit: Plotted) -> Tiling:
    (width, height), (left, top) = unit.step, unit.origin
    placed = [[complex((x - left) * width, (y - top) * height) for x, y in each] for each in unit.polygons]
    polygons = tuple(Polygon(sum(each) / len(each), tuple(each)) for each in placed)
    return Tiling(name, unit.across * width, unit.down * height * 1j, polygons)


def _corners(polygon: Regular) -> list[complex]:
    found = [_end(polygon.start)]
    for number in range(polygon.corners - 1):
        found.append(found[-1] + _direction(polygon.direction + number * 360 // polygon.corners))
    return found


def _end(path: Path) -> complex:
    return sum(map(_direction, path), start=0j)


def _direction(degrees: int) -> complex:
    return exp(2j * pi * degrees / 360)
