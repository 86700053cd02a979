"""Graph boards whose cells stand in columns and rows like those of a grid: texts write the names beside them."""

from __future__ import annotations

from itertools import pairwise

from ...board.board import Board
from ...record import Record
from ...values.grid import column_letters


class Lattice(Record):
    """Columns and rows, by their positions, with their names and how far each is from the next."""

    columns: dict[int, str]
    rows: dict[int, str]
    width: int
    height: int
    lines: int
    """The lines from a row to the next: two where links are cells, which lie between the others."""

    def place(self, position: tuple[float, float], spacing: int) -> tuple[int, int]:
        """Return the column of characters and the line of a position, with so many characters to the next column."""
        x, y = position
        return round(spacing * x / self.width), round(self.lines * y / self.height)


def lattice_of(board: Board) -> Lattice | None:
    """Return the columns and rows that all cells of a graph, but links, are called after; None if they are uneven."""
    spots = [cell for number, cell in enumerate(board.cells) if number not in board.bonds]
    across, down = sorted({cell.q for cell in spots}), sorted({cell.r for cell in spots})
    columns = {x: column_letters(rank) for rank, x in enumerate(across)}
    rows = {y: str(rank) for rank, y in enumerate(down, 1)}
    if any(board.given_names.get(cell) != columns[cell.q] + rows[cell.r] for cell in spots):
        return None
    gaps = [{after - before for before, after in pairwise(axis)} or {1} for axis in (across, down)]
    if any(len(gap) > 1 for gap in gaps):
        return None
    (width,), (height,) = gaps
    return Lattice(columns, rows, width, height, 2 if board.bonds else 1)
