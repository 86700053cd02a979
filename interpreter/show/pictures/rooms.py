"""How much room the cells of a graph board have: those of a region are drawn alike. Boards of many parts side by side,
such as the layers of a block, in rows one below the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from math import hypot, inf

from ...board.board import Board
from ...board.glue import Glue
from ...values.values import Cells, Coordinate
from .elements import Point

ROOMIEST = 2.0
"""How many times as large as usual a cell is at most, where others are far."""

CLOSEST = 2.5
"""How many times as far apart as the closest two cells others usually are, at most."""

BROAD = 1.25
"""How much wider than high the room of a board is on most pages."""

ENOUGH = 1.25
"""How many times as large the cells must become in such a room for a board to be put in rows."""

Spots = Mapping[Coordinate, Point]


def distances(board: Board, between: Set[int] = frozenset()) -> dict[Coordinate, float]:
    """Return how far from each cell of a graph board, but links and areas, the nearest other is drawn."""
    drawn = {place: at for cell, (place, at) in enumerate(board.drawn.items())
             if cell not in board.bonds and cell not in between}  # fmt: skip
    return dict(zip(drawn, nearest(list(drawn.values())), strict=True))


def typical(apart: Mapping[Coordinate, float]) -> float:
    """Return how far apart the cells of a graph board are, most of which are no closer; a few that are closer are drawn
    smaller instead of all others larger."""
    each = sorted(apart.values()) or [1.0]
    return min(each[(len(each) - 1) // 2], CLOSEST * each[0])


def rooms(board: Board, apart: Mapping[Coordinate, float]) -> dict[Coordinate, float]:
    """Return how many times as large as usual each cell is, given how far from each the nearest is."""
    usual, found = typical(apart), dict[Coordinate, float]()
    regions = _named(board)
    for region in (*regions, apart.keys() - set[Coordinate]().union(*regions)):
        alike = region & apart.keys()
        room = min((apart[place] for place in alike if apart[place] >= usual), default=usual) / usual
        found.update({place: min(room, apart[place] / usual, found.get(place, ROOMIEST)) for place in alike})
    return found


def nearest(positions: Sequence[tuple[float, float]]) -> list[float]:
    """Return how far from each position the nearest other is; 1 where there is no other."""
    ordered = sorted(range(len(positions)), key=positions.__getitem__)
    found = [inf] * len(positions)
    for rank, number in enumerate(ordered):
        x, y = positions[number]
        for others in (range(rank + 1, len(ordered)), range(rank - 1, -1, -1)):
            for other in others:
                other_x, other_y = positions[ordered[other]]
                if abs(other_x - x) >= found[number]:
                    break
                found[number] = min(found[number], hypot(other_x - x, other_y - y))
    return [each if each < inf else 1.0 for each in found]


def nearest_alike(board: Board, cell: int) -> tuple[float, float]:
    """Return the way from a cell of a graph to the nearest of those linked to it in its regions, or else of
    all that are linked to it."""
    at, here = list(board.drawn.values()), board.cells[cell]
    mine = set[Coordinate]().union(*(region for region in _named(board) if here in region))
    alike = [other for other in board.rows[cell] if board.cells[other] in mine]
    ways = [(at[other][0] - at[cell][0], at[other][1] - at[cell][1]) for other in alike or board.rows[cell]]
    return min(ways, key=lambda way: hypot(*way), default=(1.0, 0.0))


def _named(board: Board) -> list[set[Coordinate]]:
    """The regions that have names, but that of all cells."""
    return [{*cells.items} for name, cells in board.regions.items() if name != "cells" and isinstance(cells, Cells)]


# Rows


def shelves_of(glue: Glue | None, at: Spots, apart: float) -> dict[Coordinate, int]:
    """Return the row in which each place is drawn, from 0; no places where the board is drawn as it is.

    `at` has the centres of all places, `apart` is how far apart rows are.
    """
    if glue is None or glue.seams:
        return {}
    parts = sorted(_parts(glue, at.keys()), key=lambda part: min(at[place].x for place in part))
    ways = [_rows(parts, number) for number in range(len(parts), 0, -1)]
    sizes = [_size(way, at, apart) for way in ways]
    best = min(range(len(ways)), key=sizes.__getitem__)
    if sizes[0] < ENOUGH * sizes[best]:
        return {}
    return {place: row for row, places in enumerate(ways[best]) for place in places}


def shifts(shelves: Mapping[Coordinate, int], at: Spots, apart: float) -> list[Point]:
    """Return how far the places of each row are moved."""
    rows = [[at[place] for place, each in shelves.items() if each == row] for row in range(1 + max(shelves.values()))]
    first, found = rows[0], list[Point]()
    top = min(point.y for point in first)
    for row in rows:
        found.append(Point(min(point.x for point in first) - min(point.x for point in row),
                           top - min(point.y for point in row)))  # fmt: skip
        top += _extent([point.y for point in row]) + apart
    return found


def _parts(glue: Glue, places: Set[Coordinate]) -> list[set[Coordinate]]:
    """The parts of a board: what lies side by side on its grid."""
    left, found = {*places}, list[set[Coordinate]]()
    while left:
        waiting = [left.pop()]
        part = {*waiting}
        while waiting:
            here = waiting.pop()
            near = {glue.grid.step(here, direction) for direction in glue.grid.directions} & left
            left -= near
            part |= near
            waiting += near
        found.append(part)
    return found


def _rows(parts: Sequence[set[Coordinate]], number: int) -> list[set[Coordinate]]:
    """The parts in rows of a number each."""
    return [set[Coordinate]().union(*parts[first : first + number]) for first in range(0, len(parts), number)]


def _size(rows: Sequence[set[Coordinate]], at: Spots, apart: float) -> float:
    """The height of the least room, somewhat wider than high as it is on most pages, that takes these rows."""
    wide = max(_extent([at[place].x for place in row]) for row in rows)
    high = sum(_extent([at[place].y for place in row]) + apart for row in rows)
    return max((wide + apart) / BROAD, high)


def _extent(numbers: Sequence[float]) -> float:
    return max(numbers) - min(numbers)
