"""Outlines of boards: lines along their sides without notches, and what lies around all cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot

from .elements import Point
from .geometry import PITCH

NOTCH = 1.3 * PITCH
"""How wide what lies between two cells may be for their sides to look like one."""


def straightened(line: Sequence[Point]) -> list[Point]:
    """Return a line around a board, clockwise, without the notches between its cells."""
    found: list[Point] = []
    for point in line:
        while len(found) > 1 and _turn(found[-2], found[-1], point) < 0 and _apart(found[-2], point) < NOTCH:
            found.pop()
        found.append(point)
    return found


def hull(of: Iterable[Point]) -> list[Point]:
    """Return the corners of the smallest convex outline around points, clockwise."""
    ordered = sorted(of, key=lambda point: point.key)
    above, below = _half(ordered), _half(ordered[::-1])
    return [*above[:-1], *below[:-1]] or ordered[:1]


def _half(ordered: Iterable[Point]) -> list[Point]:
    found: list[Point] = []
    for point in ordered:
        while len(found) > 1 and _turn(found[-2], found[-1], point) <= 0:
            found.pop()
        found.append(point)
    return found


def _turn(one: Point, middle: Point, other: Point) -> float:
    """More than 0 for a turn clockwise, less for one anticlockwise."""
    return (middle.x - one.x) * (other.y - middle.y) - (middle.y - one.y) * (other.x - middle.x)


def _apart(one: Point, other: Point) -> float:
    return hypot(other.x - one.x, other.y - one.y)
