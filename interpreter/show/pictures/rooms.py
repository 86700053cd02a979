"""How much room the cells of a graph board have: those of a region are drawn alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from math import hypot, inf

from ...board.board import Board
from ...values.values import Cells, Coordinate

ROOMIEST = 2.0
"""How many times as large as usual a cell is at most, where others are far."""

CLOSEST = 2.5
"""How many times as far apart as the closest two cells others usually are, at most."""


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
    regions = [{*cells.items} for name, cells in board.regions.items() if name != "cells" and isinstance(cells, Cells)]
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
