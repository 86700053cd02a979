"""The rules of Bide in plain Python, as `rulebook.py`."""

from __future__ import annotations

from typing import ClassVar

from rulebook import HEX, Cell, Rules, beyond, hexagon


class Bide(Rules):
    """Put a stone, which pushes others, or keep it; kept stones are released one after another."""

    shape = staticmethod(hexagon)
    players: ClassVar = ("White", "Black")

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.size = size
        self.kept = dict.fromkeys(self.players, 0)
        self.put_down = 0
        self.must_release: str | None = None

    def moves(self) -> set[str]:
        free = self.must_release != self.mover
        bides = self.put_down == 0 and self.kept[self.mover] < len(self.empty)
        return self.named(self.empty) | ({"pass"} if free and (bides or self.put_down == 1) else set())

    def passed(self) -> None:
        self.kept[self.mover] += self.put_down == 0
        self.next_player()

    def put(self, text: str) -> None:
        cell = self.board.named[text]
        for step in HEX:
            self.bump(beyond(cell, step), step)
        self.stones[cell] = self.mover
        self.kept[self.mover] -= self.put_down > 0
        self.put_down += 1
        if not self.empty:
            self.outcome = self.best()
        elif not self.kept[self.mover]:
            self.next_player()

    def next_player(self) -> None:
        has_released = self.put_down > 1 and self.must_release is None
        self.must_release = self.opponent if has_released else None
        self.put_down = 0
        self.end_turn()

    def bump(self, cell: Cell, step: Cell) -> None:
        """Push a row of stones on by one cell, and then the row that it has run into."""
        row = []
        while cell in self.stones:
            row.append(cell)
            cell = beyond(cell, step)
        if row and cell in self.board.cells:
            for each in reversed(row):
                self.stones[beyond(each, step)] = self.stones.pop(each)
            self.bump(beyond(cell, step), step)

    def best(self) -> str:
        """Whose best group is worth more, without as many rings as it takes."""
        worth = {cell: self.size - 1 - max(abs(cell[0]), abs(cell[1]), abs(sum(cell))) for cell in self.board.cells}
        for ring in range(self.size):
            first, second = (
                max([sum(worth[cell] for cell in group) for group in self.board.groups(frozenset(cells))], default=0)
                for cells in ({cell for cell in self.of(player) if worth[cell] >= ring} for player in self.players)
            )
            if first != second:
                return self.players[first < second]
        raise AssertionError(self.stones)


GAMES: dict[str, type[Rules]] = {"bide": Bide}
