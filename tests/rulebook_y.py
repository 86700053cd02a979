"""The rules of games with two stones a turn and of Y's relatives, like those in `rulebook.py`."""

from __future__ import annotations

from typing import ClassVar

from rulebook import HEX, Board, MasterY, Rules, farthest, hexagon


def half_hexagon(size: int) -> Board:
    """A hexagon whose sides have `size` and `size + 1` cells in turn; its three sides are a long and a short one."""
    around = range(2 * size)
    cells = [(q, r) for q in around for r in around if size - 1 <= q + r <= 3 * size - 2]
    ways = [(0, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1)]
    six = [farthest(cells, way) for way in ways]
    return Board(frozenset(cells), HEX, tuple(six[side] | six[side + 1] for side in (0, 2, 4)))


def paired_hexagon(size: int) -> Board:
    """A hexagon whose six sides are taken two by two."""
    six = hexagon(size).sides
    return Board(hexagon(size).cells, HEX, tuple(six[side] | six[side + 1] for side in (0, 2, 4)))


class EsaHex(MasterY):
    """Hex with one stone in the first turn and two in every later one."""

    shape = staticmethod(Rules.shape)
    goals: ClassVar = Rules.goals

    def __init__(self, size: int, pie: bool = False) -> None:
        super().__init__(size)
        self.pie = pie

    def legal(self) -> set[str]:
        """A swap is the first thing in a turn or nothing."""
        return super().legal() - ({"swap"} if self.to_put == 1 else set())


class YOnHexagon(Rules):
    """A Y between three pairs of sides."""

    shape = staticmethod(paired_hexagon)
    goals: ClassVar = MasterY.goals


class BipartisanY(Rules):
    """A stone of one's own, then one of the other's; a Y belongs to whose stones it is made of."""

    shape = staticmethod(half_hexagon)
    goals: ClassVar = MasterY.goals

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.colour = self.mover

    def moves(self) -> set[str]:
        names = super().moves()
        return names if self.colour == self.mover else {f"enemy@{name}" for name in names}

    def put(self, text: str) -> None:
        self.stones[self.board.named[text.removeprefix("enemy@")]] = self.colour
        if self.won(self.colour):
            self.outcome = self.colour
        if self.colour == self.mover:
            self.colour = self.opponent
        else:
            self.end_turn()
            self.colour = self.mover


GAMES: dict[str, type[Rules]] = {
    "esa_hex": EsaHex,
    "y_hex": YOnHexagon,
    "bipartisan_y": BipartisanY,
}
