"""Relations between cells: neighbours and leaps."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import product

from ..deadline import look
from ..values.cells import Bond
from ..values.grid import symmetries
from ..values.values import Cells, Coordinate, Fault, Relation
from .board import Board
from .glue import Glue

MOST_COMPARED = 1_000_000
"""So many pairs of links may be compared before play."""


def neighbours(board: Board) -> Relation:
    """The cells that each cell is linked to, each once."""
    return Relation(
        lambda: {
            cell: Cells.of(board.cells[arc.to] for arc in arcs)
            for cell, arcs in zip(board.cells, board.arcs, strict=True)
        }
    )


def crossings(board: Board) -> Relation:
    """The cells on links that each cell on a link crosses: those with a point in common that is not an end of both."""

    def rows() -> dict[Coordinate, Cells]:
        found: dict[Coordinate, list[Coordinate]] = {cell: [] for cell in board.cells}
        for one, other in _crossing(board):
            found[one].append(other)
            found[other].append(one)
        return {cell: Cells(tuple(others)) for cell, others in found.items()}

    return Relation(rows)


def is_tangled(board: Board) -> bool:
    """Whether any two cells on links cross, or there are too many to tell."""
    try:
        return next(_crossing(board), None) is not None
    except Fault:
        return True


def _crossing(board: Board) -> Iterator[tuple[Coordinate, Coordinate]]:
    """The pairs of cells on links that cross, each once. Raises Fault where too many links lie near one another."""
    bonds = [cell for cell in board.cells if isinstance(cell, Bond)]
    lines: list[Line] = [(*one, *other) for one, other in (bond.ends for bond in bonds)]
    side = max((max(right - left, abs(low - top)) for left, top, right, low in lines), default=1) or 1
    tiles: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    compared = 0
    for number, line in enumerate(lines):
        near = {other for tile in _tiles(line, side) for other in tiles[tile]}
        compared += len(near)
        if compared > MOST_COMPARED:
            what = "too many links are close together: which of them cross cannot be found"
            raise Fault("HG307", what, "use fewer links that are cells, or shorter ones")
        look()
        yield from ((bonds[number], bonds[other]) for other in sorted(near) if _cross(line, lines[other]))
        for tile in _tiles(line, side):
            tiles[tile].append(number)


Line = tuple[int, int, int, int]
"""The coordinates of both ends of a link, the end with the smaller first one first."""


def _tiles(line: Line, side: int) -> Iterator[tuple[int, int]]:
    """The squares of a lattice that hold the rectangle around a link."""
    left, top, right, low = line
    return product(range(left // side, right // side + 1), range(min(top, low) // side, max(top, low) // side + 1))


def _cross(one: Line, other: Line) -> bool:
    """Whether two links have a point in common that is not an end of both."""
    ax, ay, bx, by = one
    cx, cy, dx, dy = other
    first = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax), (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
    if first[0] * first[1] > 0:
        return False
    if first == (0, 0):  # all on one straight line
        return max((ax, ay), (cx, cy)) < min((bx, by), (dx, dy))
    if {(ax, ay), (bx, by)} & {(cx, cy), (dx, dy)}:
        return False
    second = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx), (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
    return second[0] * second[1] <= 0


def leap(board: Board, glue: Glue | None) -> Callable[[int, int], Relation]:
    """The function `leap(a, b)`: the cells a step (a, b) away, and all images of it under the grid's symmetries."""

    def relation(q: int, r: int) -> Relation:
        if glue is None:
            what = f"a {'tiling' if board.mesh else 'graph board'} has no steps to leap by"
            raise Fault("HG417", what, "write the relation out: relation near(c) = …")
        vectors = dict.fromkeys(symmetry(Coordinate(q, r)) for symmetry in symmetries(glue.grid))
        return Relation(lambda: _leaps(board, glue, list(vectors)), steps=tuple(vectors))

    return relation


def _leaps(board: Board, glue: Glue, vectors: list[Coordinate]) -> dict[Coordinate, Cells]:
    found: dict[Coordinate, dict[Coordinate, None]] = {cell: {} for cell in board.cells}
    for place, cell in board.places.items():
        for q, r in vectors:
            landing = glue.resolve(Coordinate(place.q + q, place.r + r))
            if landing is not None and board.places[landing.place] != cell:
                found[board.cells[cell]][board.cells[board.places[landing.place]]] = None
    return {cell: Cells(tuple(cells)) for cell, cells in found.items()}
