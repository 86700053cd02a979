"""Graphs whose cells are called after columns and rows: texts draw them like grids, with the names beside them."""

from __future__ import annotations

from collections.abc import Mapping

from ...board.board import Board
from ...record import Record
from ...values.grid import column_letters
from ...values.values import Coordinate

SPARSE = 8
"""Where fewer than one in so many places of the columns and rows are cells, a drawing would say little."""


class Lattice(Record):
    """Columns and rows in order, by the positions of their cells; `lines` lead from a row to the next."""

    columns: Mapping[int, int]
    rows: Mapping[int, int]
    lines: int
    """Two where links are cells, which lie between the others."""

    def place(self, cell: Coordinate, ends: tuple[Coordinate, ...], spacing: int) -> tuple[int, int]:
        """Return the column of characters and the line of a cell; a link lies in the middle of its ends."""
        spots = ends or (cell,)
        across, down = (sum(self.columns[at.q] for at in spots), sum(self.rows[at.r] for at in spots))
        return round(spacing * across / len(spots)), round(self.lines * down / len(spots))


def lattice_of(board: Board) -> Lattice | None:
    """Return the columns and rows that all cells of a graph, but links, are called after; None if they are not so."""
    spots = [cell for number, cell in enumerate(board.cells) if number not in board.bonds]
    columns = {x: rank for rank, x in enumerate(sorted({cell.q for cell in spots}))}
    rows = {y: rank for rank, y in enumerate(sorted({cell.r for cell in spots}))}
    named = all(board.given_names.get(cell) == f"{column_letters(columns[cell.q])}{rows[cell.r] + 1}" for cell in spots)
    is_dense = SPARSE * len(spots) >= len(columns) * len(rows)
    return Lattice(columns, rows, 2 if board.bonds else 1) if named and is_dense else None
