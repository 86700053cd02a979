"""What a board is as a surface: Euler characteristic, boundary, orientability, components."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

from ..record import Record
from ..values.values import Coordinate
from .board import Board
from .glue import Crossing, Glue
from .linking import changed_links
from .links import arcs_on

Node = TypeVar("Node", bound=Hashable)
Dart = tuple[Coordinate, int]
"""A place and a direction: as a corner, the point between the direction and the next; as a gap, what lies there."""


class Surface(Record):
    """`euler` and `boundaries` are None where the board is no surface: links cross (square8), there is no grid (graph),
    rules have added or cut links, a portal glues more than the rims of holes, or the cells are edges of a tiling."""

    links: int
    euler: int | None
    boundaries: int | None
    orientable: bool
    components: int
    self_links: int


def surface(board: Board) -> Surface:
    """The invariants of a board."""
    glue = board.glue
    self_links = sum(arc.to == cell for cell, arcs in enumerate(board.arcs) for arc in arcs)
    links = (sum(map(len, board.arcs)) + self_links) // 2
    drawn = (
        glue is not None
        and glue.grid.corner > 0
        and all(_enclosed(glue, frame) for frame in glue.frames)
        and not any(changed_links(board))
    )
    corners = _corners(glue) if glue and drawn else 0
    return Surface(
        links=links,
        euler=len(board.cells) - links + corners if drawn else _euler(board),
        boundaries=_boundaries(glue) if glue and drawn else None,
        orientable=_is_orientable(board),
        components=len(components(range(len(board.cells)), lambda cell: (arc.to for arc in board.arcs[cell]))),
        self_links=self_links,
    )


def _euler(board: Board) -> int | None:
    """The Euler characteristic of a board of faces or vertices of a tiling; None for other boards."""
    mesh = board.mesh
    if mesh is None or mesh.kind == "edges" or board.arcs != arcs_on(mesh, board.places):
        return None

    def onwards(side: tuple[Coordinate, Coordinate]) -> list[tuple[Coordinate, Coordinate]]:
        here, there = side
        around = mesh.around(there)
        return [(there, around[around.index(here) - 1])]

    sides = {(place, near) for place in board.places for near in mesh.around(place) if near in board.places}
    corners = components(sides, onwards)
    return len(board.cells) - len(sides) // 2 + sum(all(side in sides for side in corner) for corner in corners)


def components(nodes: Iterable[Node], near: Callable[[Node], Iterable[Node]]) -> list[list[Node]]:
    """The parts that the nodes fall into."""
    seen: set[Node] = set()
    parts: list[list[Node]] = []
    for first in nodes:
        if first in seen:
            continue
        seen.add(first)
        part = [first]
        for node in part:
            for other in near(node):
                if other not in seen:
                    seen.add(other)
                    part.append(other)
        parts.append(part)
    return parts


def _is_orientable(board: Board) -> bool:
    """Whether no loop crosses reversing seams an odd number of times."""
    reversing = sum(1 << bit for bit, seam in enumerate(board.seams) if seam.reverses)
    turned: dict[int, int] = {}
    for first in range(len(board.cells)):
        if first in turned:
            continue
        turned[first], waiting = 0, [first]
        while waiting:
            cell = waiting.pop()
            for arc in board.arcs[cell]:
                side = turned[cell] ^ (arc.label & reversing).bit_count() & 1
                if arc.to not in turned:
                    turned[arc.to] = side
                    waiting.append(arc.to)
                elif turned[arc.to] != side:
                    return False
    return True


def _corners(glue: Glue) -> int:
    """The points where as many drawn cells meet as the grid has around a point, glued points counted once."""
    darts = [(place, direction) for place in glue.places for direction in glue.grid.directions]
    whole = {dart for dart in darts if all(_sides(glue, dart))}
    points = components(darts, lambda dart: _same_point(glue, dart))
    return sum(all(dart in whole for dart in point) for point in points) + len(glue.links)


def _sides(glue: Glue, corner: Dart) -> tuple[Crossing | None, Crossing | None]:
    """Where the two directions of a corner lead."""
    place, direction = corner
    return glue.cross(place, direction), glue.cross(place, (direction + 1) % len(glue.grid.steps))


def _same_point(glue: Glue, corner: Dart) -> Iterator[Dart]:
    """The same point, seen from the cells on either side, and from where else the portals draw it."""
    place, direction = corner
    back = glue.grid.back
    near, far = _sides(glue, corner)
    if near:
        yield near.place, _turned(glue, near, direction + back - 1, direction + back)
    if far:
        yield far.place, _turned(glue, far, direction + back + 1, direction + back + 2)
    if near and far and {place, near.place, far.place} <= glue.same.keys():
        yield _first_place(glue, corner, near, far)


def _turned(glue: Glue, crossing: Crossing, direction: int, following: int) -> int:
    """The first of two neighbouring directions, as they are called beyond a crossing."""
    steps = len(glue.grid.steps)
    return (crossing.turn - following if crossing.mirrored else crossing.turn + direction) % steps


def _first_place(glue: Glue, corner: Dart, near: Crossing, far: Crossing) -> Dart:
    """The same point among the first places of a portal's cells."""
    place = glue.same[corner[0]]
    steps = [glue.grid.step(place, direction) for direction in glue.grid.directions]
    ends = {steps.index(glue.same[near.place]), steps.index(glue.same[far.place])}
    return place, next(end for end in ends if (end + 1) % len(steps) in ends)


def _boundaries(glue: Glue) -> int:
    """The closed curves along which the board ends."""
    gone = _healed(glue)
    gaps = {
        (place, direction)
        for place in glue.places
        for direction in glue.grid.directions
        if glue.cross(place, direction) is None
        and glue.grid.step(place, direction) not in gone.get(place, glue.outside_glued)
    }
    return len(components(gaps, lambda gap: (end for end in _next_gaps(glue, gap) if end in gaps)))


def _healed(glue: Glue) -> dict[Coordinate, frozenset[Coordinate]]:
    """For the places of portals' frames, the places that their frames enclose: there the board is glued, not cut."""
    healed: dict[Coordinate, frozenset[Coordinate]] = {}
    for frame in glue.frames:
        inside = frozenset(_enclosed(glue, frame)) | glue.outside_glued
        healed.update(dict.fromkeys(frame, inside))
    return healed


def _enclosed(glue: Glue, frame: tuple[Coordinate, ...]) -> set[Coordinate]:
    """The places of the frame's bounding box that cannot be reached from outside it without crossing it."""
    qs, rs = [place.q for place in frame], [place.r for place in frame]
    box = {Coordinate(q, r) for q in range(min(qs) - 1, max(qs) + 2) for r in range(min(rs) - 1, max(rs) + 2)} - set(
        frame
    )
    (outside, *_) = components(sorted(box), lambda place: (near for near in glue.grid.around(place) if near in box))
    return box - set(outside)


def _next_gaps(glue: Glue, gap: Dart) -> Iterator[Dart]:
    """The gaps next to a gap along the boundary, one to either side."""
    for sense in (1, -1):
        place, direction = gap
        direction = (direction + sense) % len(glue.grid.steps)
        for _ in range(4 * len(glue.grid.steps)):
            crossing = glue.cross(place, direction)
            if crossing is None:
                yield place, direction
                break
            back = _turned(glue, crossing, direction + glue.grid.back, direction + glue.grid.back)
            sense = -sense if crossing.mirrored else sense  # noqa: PLW2901
            place, direction = crossing.place, (back + sense) % len(glue.grid.steps)
