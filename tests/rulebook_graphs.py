"""The rules of games on boards of points and lines, in plain Python, as `rulebook.py`."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from rulebook import BISHOP, DRAW, LEFT_AND_RIGHT, ROOK, TOP_AND_BOTTOM, Board, Cell, Cells, Rules, beyond, square


class OnyxBoard(Board):
    """Corners of fields two apart, at even coordinates. A field has a diagonal, or a middle at odd coordinates."""

    @cached_property
    def neighbours(self) -> dict[Cell, Cells]:
        found = {}
        for q, r in self.cells:
            near = {beyond((q, r), step) for step in BISHOP}
            if q % 2 == 0:
                near |= {(q + 2 * a, r + 2 * b) for a, b in ROOK}
                near |= {(q + 2 * a, r + 2 * b) for a, b in BISHOP if self.diagonal((q + a, r + b)) == a * b}
            found[q, r] = self.cells & near
        return found

    @staticmethod
    def diagonal(middle: Cell) -> int:
        """1 for a field that is cut like this: \\, -1 for one like this: /, 0 for a square."""
        column, row = middle[0] // 2, middle[1] // 2
        return 0 if (column + row) % 2 else 1 if row % 2 else -1


class Onyx(Rules):
    """Joined points; the last corner of a square captures two stones that cross it."""

    players = ("Black", "White")
    goals: ClassVar = {"Black": TOP_AND_BOTTOM, "White": LEFT_AND_RIGHT}

    @staticmethod
    def shape(size: int) -> Board:
        board = square(2 * size - 1)
        kept = {(q, r) for q, r in board.cells if q % 2 == r % 2 and (q % 2 == 0 or (q + r) // 2 % 2 == 0)}
        return OnyxBoard(frozenset(kept), board.steps, tuple(side & kept for side in board.sides))

    def __init__(self, size: int, pie: bool) -> None:
        super().__init__(size, pie)
        for near in (size - 2, size):
            for rim in (0, 2 * size - 2):
                self.stones |= {(near, rim): "White", (rim, near): "Black"}

    def allowed(self, cell: Cell) -> bool:
        return cell[0] % 2 == 0 or not self.board.around(cell) & self.stones.keys()

    def put(self, text: str) -> None:
        cell = self.board.named[text]
        self.stones[cell] = self.mover
        for a, b in BISHOP if cell[0] % 2 == 0 else ():
            middle, across = (cell[0] + a, cell[1] + b), (cell[0] + 2 * a, cell[1] + 2 * b)
            beside = {(cell[0] + 2 * a, cell[1]), (cell[0], cell[1] + 2 * b)}
            crossed = {self.stones.get(each) for each in beside} == {self.opponent}
            if middle in self.empty and self.stones.get(across) == self.mover and crossed:
                for each in beside:
                    del self.stones[each]
        self.judge()
        self.end_turn()
        if self.turn > 5 * len(self.board.cells) and not self.outcome:
            self.outcome = DRAW


GAMES: dict[str, type[Rules]] = {"onyx": Onyx}
