"""From drawn places and their glue to cells and arcs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..values.values import Cells, Coordinate
from .board import Arc
from .glue import Glue

if TYPE_CHECKING:
    from ..values.grid import Grid
    from ..values.tilings.mesh import Mesh


def number_cells(glue: Glue) -> tuple[tuple[Coordinate, ...], dict[Coordinate, int]]:
    """The first places of the cells in reading order, and the cell of every place."""
    cells = tuple(sorted((place for place in glue.places if place not in glue.same), key=lambda cell: (cell.r, cell.q)))
    places = {cell: number for number, cell in enumerate(cells)}
    places.update({second: places[first] for second, first in glue.same.items()})
    return cells, places


def arcs_of(glue: Glue, places: dict[Coordinate, int]) -> tuple[tuple[Arc, ...], ...]:
    """The arcs of every cell, in the order of the directions; parallel ones where their labels differ."""
    if not glue.seams:
        return _plain_arcs(glue.grid, places)
    found: list[dict[Arc, None]] = [{} for _ in set(places.values())]
    for place, cell in places.items():
        from_here, portal = found[cell], glue.label(place)
        for direction, near in enumerate(glue.grid.around(place)):
            to, label = places.get(near), portal
            if to is None:
                crossing = glue.cross(place, direction)
                if crossing is None:
                    continue
                near, label = crossing.place, label ^ crossing.label  # noqa: PLW2901
                to = places[near]
            label ^= glue.label(near)
            if label or to != cell:
                from_here[Arc(to, label)] = None
    for first, second, label in glue.links:
        found[places[first]][Arc(places[second], label)] = None
        found[places[second]][Arc(places[first], label)] = None
    for cell, arcs in enumerate(found):  # where sides meet, a step over two seams may lead back to another cell
        for arc in tuple(arcs):
            found[arc.to][Arc(cell, arc.label)] = None
    return tuple(map(tuple, found))


def _plain_arcs(grid: Grid, places: dict[Coordinate, int]) -> tuple[tuple[Arc, ...], ...]:
    """The arcs of every cell of a board that is not glued."""
    arcs = {(q, r): Arc(cell, 0) for (q, r), cell in places.items()}
    return tuple(tuple([arcs[near] for dq, dr in grid.steps if (near := (q + dq, r + dr)) in arcs]) for q, r in arcs)


def arcs_on(base: Glue | Mesh, places: dict[Coordinate, int]) -> tuple[tuple[Arc, ...], ...]:
    """The arcs of every cell of a grid or of a tiling."""
    if isinstance(base, Glue):
        return arcs_of(base, places)
    return tuple(tuple(Arc(places[near], 0) for near in base.linked(place) if near in places) for place in places)


def canonical(value: Cells, glue: Glue) -> Cells:
    """A region with every cell named by its first place, once."""
    named = (glue.same.get(place, place) for place in value.items) if glue.same else value.items
    return Cells(tuple(dict.fromkeys(named)), value.outside)
