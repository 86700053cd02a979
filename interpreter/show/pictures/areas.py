"""Cells that are areas between others, such as spaces that are won: polygons through the cells around them.

The corners of an area are the cells linked to it that other areas have too. An area whose middle lies beyond its
corners is on the rim: it goes on to a frame around the board, whose sides belong to those who own all areas along them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2

from ...board.board import Board
from .elements import Point

Rim = tuple[int, Point, Point, int]
"""A part of the frame: the area, where it begins and ends, clockwise, and which side it is on, from the top."""


@dataclass(frozen=True)
class Areas:
    """The areas of a board, by their cells, and what of the frame is along them, clockwise from the top left."""

    polygons: Mapping[int, Sequence[Point]]
    rim: Sequence[Rim]
    owners: Mapping[int, frozenset[int]]
    """Whose each side of the frame is: the players whose edge lies along all of its areas."""


def areas_of(board: Board, cells: frozenset[int], centres: Mapping[int, Point], margin: float) -> Areas:
    """Return the areas that some cells are; `centres` are those of all cells that are drawn."""
    corners = _corners(board, cells)
    outer = {
        cell for cell, found in corners.items() if not _is_around(centres[cell], [centres[each] for each in found])
    }
    along = Counter(other for cell in outer for other in corners[cell])
    frame = _Frame([at for cell, at in centres.items() if cell not in cells], margin)
    polygons, rim = dict[int, Sequence[Point]](), list[tuple[tuple[int, float], Rim]]()
    for cell, found in corners.items():
        ends = [centres[each] for each in found if cell in outer and along[each] > 1]
        beyond = frame.between(ends)
        points = [*(centres[each] for each in found), *beyond]
        polygons[cell] = _around(points if len(points) > 2 else [*points, centres[cell]])
        rim += [(frame.place(one), (cell, one, other, frame.side(one, other)))
                for one, other in pairwise(beyond)]  # fmt: skip
    ordered = [each for _, each in sorted(rim, key=lambda each: each[0])]
    owned = {cell: frozenset(edge.player for edge in board.edges if any(arc.to == cell for arc in edge.links))
             for cell in outer}  # fmt: skip
    owners = {side: frozenset.intersection(*(owned[cell] for cell, _, _, other in ordered if other == side))
              for side in {side for *_, side in ordered}}  # fmt: skip
    return Areas(polygons, ordered, owners)


def enclosed(board: Board, cells: frozenset[int]) -> frozenset[int]:
    """Return which of some cells can be areas: those with two corners, besides which no polygon lies between others."""
    while loose := frozenset(cell for cell, found in _corners(board, cells).items() if len(found) < FEWEST):
        cells -= loose
    return cells


FEWEST = 2
"""The corners that an area has at least; on the rim, the frame adds others."""


def _corners(board: Board, cells: frozenset[int]) -> dict[int, list[int]]:
    """The cells that are linked to each of some areas and to another of them."""
    near = {
        cell: [each for each in board.rows[cell] if each not in board.bonds and each not in cells] for cell in cells
    }
    shared = Counter(other for found in near.values() for other in found)
    return {cell: [other for other in found if shared[other] > 1] for cell, found in near.items()}


class _Frame:
    """A rectangle around all cells, whose sides are counted clockwise from the top."""

    def __init__(self, points: Sequence[Point], margin: float) -> None:
        xs, ys = [at.x for at in points], [at.y for at in points]
        self.left, self.right = min(xs) - margin, max(xs) + margin
        self.top, self.low = min(ys) - margin, max(ys) + margin

    def between(self, ends: Sequence[Point]) -> list[Point]:
        """The way along the frame, clockwise, between where two points meet it, with the corner it passes."""
        if len(ends) != 2:
            return []
        one, other = sorted(map(self._beyond, ends), key=self.place)
        here, there = self.place(one)[0], self.place(other)[0]
        if (here, there) == (0, 3):  # the rim begins and ends at the top left
            one, other, there = other, one, 4
        turns = [self._corner(side + 1) for side in range(self.place(one)[0], there)]
        return [one, *turns, other]

    def _beyond(self, at: Point) -> Point:
        """The nearest point of the frame."""
        ways = {at.y - self.top: Point(at.x, self.top), self.right - at.x: Point(self.right, at.y),
                self.low - at.y: Point(at.x, self.low), at.x - self.left: Point(self.left, at.y)}  # fmt: skip
        return ways[min(ways)]

    def _corner(self, number: int) -> Point:
        """The corner where a side begins."""
        corners = ((self.left, self.top), (self.right, self.top), (self.right, self.low), (self.left, self.low))
        return Point(*corners[number % 4])

    def place(self, at: Point) -> tuple[int, float]:
        """The side that a point is on, and how far along it lies, clockwise."""
        if abs(at.y - self.top) < NEAR and at.x < self.right - NEAR:
            return 0, at.x
        if abs(at.x - self.right) < NEAR and at.y < self.low - NEAR:
            return 1, at.y
        if abs(at.y - self.low) < NEAR and at.x > self.left + NEAR:
            return 2, -at.x
        return 3, -at.y

    def side(self, one: Point, other: Point) -> int:
        """The side that a part of the frame is on."""
        return self.place((one + other) * 0.5)[0]


NEAR = 1e-3


def _around(points: Sequence[Point]) -> list[Point]:
    """Points in the order in which they lie around their middle."""
    middle = sum(points, Point(0, 0)) * (1 / len(points))
    return sorted(points, key=lambda at: atan2(at.y - middle.y, at.x - middle.x))


def _is_around(at: Point, points: Sequence[Point]) -> bool:
    """Whether a point lies well inside the polygon that others make around it."""
    if len(points) < 3:
        return False
    ordered = _around(points)
    turns = [(one.x - at.x) * (other.y - at.y) - (one.y - at.y) * (other.x - at.x)
             for one, other in zip(ordered, [*ordered[1:], ordered[0]], strict=True)]  # fmt: skip
    return all(turn > NEAR for turn in turns)
