"""The outer boundary of any set of places, walked clockwise from its top left corner."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from ..values.grid import SQUARE, SQUARE8, Grid
from ..values.values import Coordinate

if TYPE_CHECKING:
    from ..values.tilings.mesh import Mesh


def outline(places: Collection[Coordinate], grid: Grid | Mesh) -> tuple[tuple[Coordinate, ...], tuple[Coordinate, ...]]:
    """The places along the boundary and those just outside it, both in order, each once."""
    if not places:
        return (), ()
    if not isinstance(grid, Grid):
        return grid.outline(places)
    walked = SQUARE if grid is SQUARE8 else grid
    inside = places if isinstance(places, set | frozenset) else set(places)
    first = min(inside, key=lambda place: (place.r, place.q))
    start = here = first, walked.outward[0]
    border: dict[Coordinate, None] = {}
    outside: dict[Coordinate, None] = {}
    while True:
        border[here[0]] = None
        outside[walked.step(*here)] = None
        here = _next(inside, walked, *here)
        if here == start:
            return tuple(border), tuple(outside)


def _next(inside: Collection[Coordinate], grid: Grid, place: Coordinate, gap: int) -> tuple[Coordinate, int]:
    """From a place and a direction that leads outside to the next such pair, clockwise around the boundary."""
    turned = (gap + 1) % len(grid.steps)
    beside = grid.step(place, turned)
    if beside not in inside:
        return place, turned
    if grid.corner == 3:
        return beside, (gap - 1) % len(grid.steps)
    across = grid.step(beside, gap)
    return (across, (gap - 1) % len(grid.steps)) if across in inside else (beside, gap)
