"""How a wrapped board repeats: the maps that lay it beside itself, as a torus goes on beyond its sides.

A cylinder repeats in one direction, a torus in two. On a Klein bottle or a Möbius strip every other copy is a mirror
image. Where the plane cannot be paved, as for a projective plane, there are copies beyond the sides only. Where a
border is glued cell by cell, as `antipodal` does, the copies are found from what is next to what. Portals have none: a
copy would have to lie within a hole, where there are fewer cells than around it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ...board.board import Board
from ...show.pictures.geometry import Layout
from ...values.grid import Grid, Isometry, symmetries
from ...values.values import Coordinate

Affine = tuple[float, float, float, float, float, float]
"""The matrix `a, b, c, d, e, f` of SVG's `transform`: takes x, y to ax + cy + e, bx + dy + f."""

ORIGIN, ALONG, DOWN = Coordinate(0, 0), Coordinate(1, 0), Coordinate(0, 1)


def copies(layout: Layout) -> list[Affine]:
    """Return the maps from a drawing of a board to its next copies all around; none where nothing is wrapped."""
    return [_affine(layout, map_) for map_ in _isometries(layout.board)]


def _isometries(board: Board) -> list[Isometry]:
    """The copies beyond each wrapped side, then those at the corners, which two ways must agree on."""
    if board.glue is None or not board.seams:
        return []
    first = board.glue.continuations
    if not first:
        return _apart(board, _fitting(board))
    ways: dict[Isometry, set[Isometry]] = {}
    for one in first:
        for other in first:
            ways.setdefault(_after(one, other), set()).add(one)
    return _apart(board, [*first, *(map_ for map_, starts in ways.items() if len(starts) > 1)])


def _apart(board: Board, maps: Iterable[Isometry]) -> list[Isometry]:
    """Those maps whose copies cover neither the board nor a copy before."""
    found, covered = list[Isometry](), set(board.places)
    for map_ in maps:
        places = {map_(place) for place in board.places}
        if covered.isdisjoint(places):
            found.append(map_)
            covered |= places
    return found


def _fitting(board: Board) -> list[Isometry]:
    """The maps after which only neighbours are side by side, those first by which most are."""
    meetings = Counter[Isometry]()
    turns = symmetries(board.grid)
    for cell, row in enumerate(board.rows):
        around = _around(board.grid, board.cells[cell])
        beyond = [place for place in around if place not in board.places]
        far = [other for other in row if board.cells[other] not in around]
        meetings.update(turn.moved_to(board.cells[other], at) for other in far for at in beyond for turn in turns)
    most = max(meetings.values(), default=0)
    return [map_ for map_, count in meetings.most_common() if 2 * count > most and _fits(board, map_)]


def _fits(board: Board, map_: Isometry) -> bool:
    """Whether all places of a copy that touch the board are neighbours of what they touch."""
    laid = {map_(place): cell for place, cell in board.places.items()}
    touching = ((cell, board.places.get(next_to)) for place, cell in laid.items()
                for next_to in _around(board.grid, place))  # fmt: skip
    return all(other is None or cell in board.rows[other] for cell, other in touching)


def _around(grid: Grid, place: Coordinate) -> list[Coordinate]:
    return [Coordinate(place.q + q, place.r + r) for q, r in grid.steps]


def _after(outer: Isometry, inner: Isometry) -> Isometry:
    """Return one map after another."""
    grid: Grid = outer.grid
    turn = outer.direction(inner.turn)
    return Isometry(grid, turn, outer.mirrored != inner.mirrored).moved_to(ORIGIN, outer(inner(ORIGIN)))


def _affine(layout: Layout, map_: Isometry) -> Affine:
    """Return an isometry of the grid as it acts on the drawing, found from what it does to three places."""
    (x0, y0), (x1, y1), (x2, y2) = (_at(layout, place) for place in (ORIGIN, ALONG, DOWN))
    (u0, v0), (u1, v1), (u2, v2) = (_at(layout, map_(place)) for place in (ORIGIN, ALONG, DOWN))
    p, q, r, s = x1 - x0, x2 - x0, y1 - y0, y2 - y0
    area = p * s - q * r
    a, c = ((u1 - u0) * s - (u2 - u0) * r) / area, ((u2 - u0) * p - (u1 - u0) * q) / area
    b, d = ((v1 - v0) * s - (v2 - v0) * r) / area, ((v2 - v0) * p - (v1 - v0) * q) / area
    e, f = u0 - a * x0 - c * y0, v0 - b * x0 - d * y0
    return round(a, 4), round(b, 4), round(c, 4), round(d, 4), round(e, 2), round(f, 2)


def _at(layout: Layout, place: Coordinate) -> tuple[float, float]:
    point = layout.centre(place)
    return point.x, point.y
