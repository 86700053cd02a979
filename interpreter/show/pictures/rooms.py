"""How much room the cells of a graph board have: those of a region are drawn alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot, inf

from ...board.board import Board
from ...values.values import Cells, Coordinate

ROOMIEST = 2.0
"""How many times as large as the smallest a cell is at most, where others are far."""


def distances(board: Board) -> dict[Coordinate, float]:
    """Return how far from each cell of a graph board, but links, the nearest other is drawn."""
    drawn = {place: at for cell, (place, at) in enumerate(board.drawn.items()) if cell not in board.bonds}
    return dict(zip(drawn, nearest(list(drawn.values())), strict=True))


def rooms(board: Board, apart: Mapping[Coordinate, float]) -> dict[Coordinate, float]:
    """Return how many times as large as the smallest each cell is, given how far from each the nearest is."""
    least, found = min(apart.values(), default=1.0), dict[Coordinate, float]()
    regions = [{*cells.items} for name, cells in board.regions.items() if name != "cells" and isinstance(cells, Cells)]
    for region in (*regions, apart.keys() - set[Coordinate]().union(*regions)):
        alike = region & apart.keys()
        room = min((apart[place] for place in alike), default=inf) / least
        found.update({place: min(room, found.get(place, ROOMIEST)) for place in alike})
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
