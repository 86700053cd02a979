"""The rules of Hex on boards of tilings, like those in `rulebook.py`; the tilings are spelt out, without geometry."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from rulebook import BISHOP, LEFT_AND_RIGHT, ROOK, TOP_AND_BOTTOM, Board, Cell, Cells, Rules, beyond, square

DIAGONALS = {(0, 0): (1, -1), (1, 0): (1, 1), (1, 1): (-1, 1), (0, 1): (-1, -1)}
"""Where a pentagon has its fifth neighbour: in each block of four they follow one another around it."""

OPPOSITE = list(zip(BISHOP[:2], BISHOP[2:], strict=True))


class Pentagons(Board):
    """Blocks of two by two pentagons, next to those above, below and beside them and to one of another block."""

    @cached_property
    def neighbours(self) -> dict[Cell, Cells]:
        return {
            (q, r): self.cells & {beyond((q, r), step) for step in (*ROOK, DIAGONALS[q % 2, r % 2])}
            for q, r in self.cells
        }


BELOW: tuple[tuple[tuple[int, ...], ...], ...] = (
    ((-2,), (-3, -2, -1, 0), (-1, 0), (-1,)),
    ((0, 1, 2, 3), (2,), (1,), (0, 1)),
)
"""The neighbours of a pentagon in the row below, counted from its own number, in even and odd rows, by fours."""


class Bricks(Board):
    """Rows of pentagons in fours, each next to one or to four of the row below; odd rows begin further to the right."""

    @cached_property
    def names(self) -> dict[Cell, str]:
        return {(k, row): f"{chr(ord('a') + k // 4 * 5 + k % 4 + row % 2)}{row + 1}" for k, row in self.cells}

    @cached_property
    def neighbours(self) -> dict[Cell, Cells]:
        found: dict[Cell, set[Cell]] = {(k, row): {(k - 1, row), (k + 1, row)} for k, row in self.cells}
        for k, row in self.cells:
            for step in BELOW[row % 2][k % 4]:
                if (k + step, row + 1) in found:
                    found[k, row].add((k + step, row + 1))
                    found[k + step, row + 1].add((k, row))
        return {cell: self.cells & near for cell, near in found.items()}


class Pex(Rules):
    """Hex on pentagons that meet in threes."""

    @staticmethod
    def shape(size: int) -> Board:
        """So many blocks of eight across, and a third more down."""
        wide, high = 4 * size, 4 * size // 3 * 2
        cells = frozenset((k, row) for k in range(wide) for row in range(high))
        left = frozenset((k, row) for k, row in cells if k <= 1 - row % 2)
        right = frozenset((k, row) for k, row in cells if k >= wide - 1 - row % 2)
        top, bottom = (frozenset(cell for cell in cells if cell[1] == row) for row in (0, high - 1))
        return Bricks(cells, (), (top, right, bottom, left))


class CrossedSquares(Board):
    """The corners of squares at even coordinates, two apart; their middles at odd ones, one step from the corners."""

    @cached_property
    def neighbours(self) -> dict[Cell, Cells]:
        along = [(2 * q, 2 * r) for q, r in ROOK]
        return {
            cell: self.cells & {beyond(cell, step) for step in (*BISHOP, *(along if cell[0] % 2 == 0 else ()))}
            for cell in self.cells
        }


class CairoHex(Rules):
    """Hex on pentagons; a full board without a chain is a draw."""

    @staticmethod
    def shape(size: int) -> Board:
        """So many blocks of four a side."""
        board = square(2 * size)
        return Pentagons(board.cells, board.steps, board.sides)


class TetrakisHex(Rules):
    """Hex on the corners and middles of squares."""

    @staticmethod
    def shape(size: int) -> Board:
        """So many squares a side."""
        board = square(2 * size + 1)
        kept = frozenset((q, r) for q, r in board.cells if q % 2 == r % 2)
        return CrossedSquares(kept, board.steps, tuple(side & kept for side in board.sides))


class Quax(TetrakisHex):
    """Octagons meet as corners of squares do; in the middles go bridges between stones at opposite corners."""

    players = ("Black", "White")
    goals: ClassVar = {"Black": TOP_AND_BOTTOM, "White": LEFT_AND_RIGHT}

    @staticmethod
    def shape(size: int) -> Board:
        """So many octagons a side."""
        return TetrakisHex.shape(size - 1)

    def allowed(self, cell: Cell) -> bool:
        own = self.of(self.mover)
        return cell[0] % 2 == 0 or any({beyond(cell, one), beyond(cell, other)} <= own for one, other in OPPOSITE)


GAMES: dict[str, type[Rules]] = {"cairo_hex": CairoHex, "pex": Pex, "tetrakis_hex": TetrakisHex, "quax": Quax}
