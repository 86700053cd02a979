"""Relations between cells: neighbours and leaps."""

from __future__ import annotations

from collections.abc import Callable

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
