"""Relations between cells: neighbours, leaps, straight lines."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

from ..values.grid import symmetries
from ..values.values import Cells, Coordinate, Fault, Relation
from .board import Board
from .glue import Glue


def neighbours(board: Board) -> Relation:
    """The cells that each cell is linked to, each once."""
    return Relation(
        lambda: {
            cell: Cells.of(board.cells[arc.to] for arc in arcs)
            for cell, arcs in zip(board.cells, board.arcs, strict=True)
        }
    )


def leap(board: Board, glue: Glue | None) -> Callable[[int, int], Relation]:
    """The function `leap(a, b)`: the cells a step (a, b) away, and all images of it under the grid's symmetries."""

    def relation(q: int, r: int) -> Relation:
        if glue is None:
            what = f"a {'tiling' if board.mesh else 'graph board'} has no steps to leap by"
            raise Fault("HG417", what, "write the relation out: relation near(c) = …")
        vectors = dict.fromkeys(symmetry(Coordinate(q, r)) for symmetry in symmetries(glue.grid))
        return Relation(lambda: _leaps(board, glue, list(vectors)))

    return relation


def _leaps(board: Board, glue: Glue, vectors: list[Coordinate]) -> dict[Coordinate, Cells]:
    found: dict[Coordinate, dict[Coordinate, None]] = {cell: {} for cell in board.cells}
    for place, cell in board.places.items():
        for q, r in vectors:
            landing = glue.resolve(Coordinate(place.q + q, place.r + r))
            if landing is not None and board.places[landing.place] != cell:
                found[board.cells[cell]][board.cells[board.places[landing.place]]] = None
    return {cell: Cells(tuple(cells)) for cell, cells in found.items()}


MOST_ON_LINES = 1_000_000
"""So many cells, those on several lines counted on each, may lie on the straight lines of a board."""

Ray = tuple[int, ...]
"""The cells on a straight line from a cell, nearest first: up to where it ends, meets its start or goes round again."""


def lines(board: Board) -> Relation:
    """The cells on the straight lines from each cell, over seams too; raises Fault as `rays` does when looked at."""

    def rows() -> dict[Coordinate, Cells]:
        on_lines = (dict.fromkeys(chain(*found)) for found in rays(board))
        reached = (Cells(tuple(board.cells[cell] for cell in found)) for found in on_lines)
        return dict(zip(board.cells, reached, strict=True))

    return Relation(rows)


def rays(board: Board) -> tuple[tuple[Ray, ...], ...]:
    """For each cell, the straight lines from it that lead anywhere.

    Raises Fault where there are too many, where a seam leaves open how a line goes on, and where there are none.
    """
    directions = len(board.grid.steps)
    onwards = _onwards(board)
    cells = [cell for cell in range(len(board.cells)) for _ in range(directions)]
    passed = [OFF] * len(onwards)
    found: list[tuple[Ray, ...]] = []
    on_them = 0
    for cell in range(len(board.cells)):
        leaving = range(cell * directions, (cell + 1) * directions)
        found.append(tuple(filter(None, (_ray(heading, onwards, cells, passed) for heading in leaving))))
        on_them += sum(map(len, found[-1]))
        if on_them > MOST_ON_LINES:
            message = f"more than {MOST_ON_LINES:,} cells lie on the straight lines of this board"
            raise Fault("HG307", message, "a smaller board has fewer")
    return tuple(found)


OFF = -1
"""A line goes off the board."""


def _ray(leaving: int, onwards: list[int], cells: list[int], passed: list[int]) -> Ray:
    """The line that leaves a cell so; `passed` keeps for each heading who came by last."""
    start, heading = cells[leaving], onwards[leaving]
    found: list[int] = []
    while heading != OFF and passed[heading] != leaving and cells[heading] != start:
        passed[heading] = leaving
        found.append(cells[heading])
        heading = onwards[heading]
    return tuple(found)


def _onwards(board: Board) -> list[int]:
    """For each heading, a cell and a direction, the one that a straight line has a step on, or OFF."""
    glue = board.glue
    if glue is None:
        what = f"a {'tiling' if board.mesh else 'graph board'} has no straight lines"
        raise Fault("HG417", what, "write the relation out: relation near(c) = …")
    if any(not seam.carries_lines for seam in board.seams):
        raise Fault(
            "HG416", "a straight line cannot go on over a portal or an antipodal seam", "wrapped sides carry lines"
        )
    directions = len(glue.grid.steps)
    found: list[int] = []
    for place in board.cells:
        for direction in range(directions):
            crossing = glue.cross(place, direction)
            found.append(
                OFF
                if crossing is None
                else board.places[crossing.place] * directions + crossing.onwards(direction) % directions
            )
    return found
