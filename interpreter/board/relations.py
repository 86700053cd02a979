"""Relations between cells: neighbours, leaps, straight lines."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.board.board import Board
from interpreter.board.glue import Glue
from interpreter.board.grid import symmetries
from interpreter.board.values import Cells, Coordinate, Fault, Relation


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
            raise Fault(
                "HG417", "a graph board has no steps to leap by", "write the relation out: relation near(c) = …"
            )
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


def lines(board: Board) -> Relation:
    """The cells on the straight lines from each cell, over seams too, up to where a line ends or meets itself."""
    return Relation(lambda: {cell: _lines_from(board, number) for number, cell in enumerate(board.cells)})


def _lines_from(board: Board, start: int) -> Cells:
    found: dict[Coordinate, None] = {}
    for direction in range(len(board.grid.steps)):
        for cell in ray(board, start, direction):
            found[board.cells[cell]] = None
    return Cells(tuple(found))


MOST_ON_LINES = 500_000
"""So many cells, those on several lines counted on each, may lie on the straight lines of a board."""


def rays(board: Board) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each cell, the straight lines from it that lead anywhere; raises Fault as `ray` does, and for too many."""
    found: list[tuple[tuple[int, ...], ...]] = []
    on_them = 0
    for cell in range(len(board.cells)):
        lines_here = (tuple(ray(board, cell, direction)) for direction in range(len(board.grid.steps)))
        found.append(tuple(filter(None, lines_here)))
        on_them += sum(map(len, found[-1]))
        if on_them > MOST_ON_LINES:
            message = f"more than {MOST_ON_LINES:,} cells lie on the straight lines of this board"
            raise Fault("HG307", message, "a smaller board has fewer")
    return tuple(found)


def ray(board: Board, start: int, direction: int) -> list[int]:
    """The cells on a straight line from a cell, nearest first; raises Fault where a seam leaves open how it goes on."""
    glue = board.glue
    if glue is None:
        raise Fault("HG417", "a graph board has no straight lines", "write the relation out: relation near(c) = …")
    if any(not seam.carries_lines for seam in board.seams):
        raise Fault(
            "HG416", "a straight line cannot go on over a portal or an antipodal seam", "wrapped sides carry lines"
        )
    found: list[int] = []
    place, seen = board.cells[start], set[tuple[Coordinate, int]]()
    while (place, direction) not in seen:
        seen.add((place, direction))
        crossing = glue.cross(place, direction)
        if crossing is None or board.places[crossing.place] == start:
            break
        place, direction = crossing.place, crossing.onwards(direction) % len(glue.grid.steps)
        found.append(board.places[place])
    return found
