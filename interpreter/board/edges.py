"""Coloured borders: whole sides, parts of the perimeter, runs of the places around the board."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from ..values.values import Cells, Coordinate
from .board import Arc, Edge
from .glue import Glue


def split(outside: Cells, parts: int) -> list[Cells]:
    """The runs that a ring of places falls into: run i holds ⌊i·R/parts⌋ up to ⌊(i+1)·R/parts⌋ of its R places."""
    places = outside.items
    cuts = [number * len(places) // parts for number in range(parts + 1)]
    return [Cells(places[start:end]) for start, end in pairwise(cuts)]


def make_edge(side: Cells, player: int, name: str, glue: Glue, places: dict[Coordinate, int]) -> Edge:
    """The edge along a side, which holds cells of the board or places outside it."""
    on_board = [place for place in side.items if place in places]
    outside = [place for place in side.items if place not in places]
    beside = [near for place in outside for near in glue.grid.around(place) if near in places]
    links = dict.fromkeys(Arc(places[place], glue.label(place)) for place in (*on_board, *beside))
    return Edge(player, name, tuple(links), tuple(outside) or drawn_outside(side, glue))


def graph_edge(side: Cells, player: int, name: str, places: dict[Coordinate, int]) -> Edge:
    """The edge along cells of a graph board, which is drawn with the cells themselves."""
    return Edge(player, name, tuple(dict.fromkeys(Arc(places[place], 0) for place in side.items)), ())


def drawn_outside(side: Cells, glue: Glue) -> tuple[Coordinate, ...]:
    """Where an edge along cells is drawn: outside their side, or on the places that no other cell lies next to."""
    if side.outside:
        return tuple(place for place in side.outside if place not in glue.places)
    cells = set(side.items)
    around = _places_around(side.items, glue)
    return tuple(
        place for place in around if all(near in cells for near in glue.grid.around(place) if near in glue.places)
    )


def _places_around(cells: Iterable[Coordinate], glue: Glue) -> list[Coordinate]:
    return list(dict.fromkeys(near for cell in cells for near in glue.grid.around(cell) if near not in glue.places))
