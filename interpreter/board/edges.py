"""Coloured borders: whole sides, parts of the perimeter, runs of the places around the board."""

from __future__ import annotations

from collections.abc import Callable, Container

from ..values.values import Cells, Coordinate
from .board import Arc, Edge
from .glue import Glue

Around = Callable[[Coordinate], list[Coordinate]]
"""The places around a place."""


def make_edge(side: Cells, player: int, name: str, places: dict[Coordinate, int], around: Around, glue: Glue) -> Edge:
    """The edge along a side, which holds cells of the board or places outside it."""
    on_board = [place for place in side.items if place in places]
    outside = [place for place in side.items if place not in places]
    beside = [near for place in outside for near in around(place) if near in places]
    links = dict.fromkeys(Arc(places[place], glue.label(place)) for place in (*on_board, *beside))
    return Edge(player, name, tuple(links), tuple(outside) or drawn_outside(side, places, around))


def graph_edge(side: Cells, player: int, name: str, places: dict[Coordinate, int]) -> Edge:
    """The edge along cells of a graph board, which is drawn with the cells themselves."""
    return Edge(player, name, tuple(dict.fromkeys(Arc(places[place], 0) for place in side.items)), ())


def drawn_outside(side: Cells, places: Container[Coordinate], around: Around) -> tuple[Coordinate, ...]:
    """Where an edge along cells is drawn: outside their side, or on the places that no other cell lies next to."""
    if side.outside:
        return tuple(place for place in side.outside if place not in places)
    cells = set(side.items)
    beyond = dict.fromkeys(near for cell in side.items for near in around(cell) if near not in places)
    return tuple(place for place in beyond if all(near in cells for near in around(place) if near in places))
