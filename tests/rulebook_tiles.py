"""The rules of games with tiles that carry tracks, in plain Python, as `rulebook.py`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rulebook import ROOK, Cell, Rules, beyond, square

NOBODY = "neutral"
EAST, SOUTH, WEST, NORTH = range(4)
SIDES = {
    "i": {NORTH, SOUTH}, "h": {EAST, WEST},
    "l": {NORTH, EAST}, "j": {NORTH, WEST}, "f": {SOUTH, EAST}, "t": {SOUTH, WEST},
}  # fmt: skip
"""The sides that White's track joins on each kind of tile; Red's joins the others."""


class Trax(Rules):
    """Tiles whose tracks meet; what two tracks of a colour lead into is filled; loops and lines win."""

    shape = staticmethod(square)
    players: ClassVar = ("White", "Red")

    def __init__(self, size: int, line: int) -> None:
        super().__init__(size)
        self.line, self.middle = line, (size // 2, size // 2)

    def pieces(self) -> dict[str, dict[str, set[str]]]:
        kinds = {kind: self.named(c for c, tile in self.stones.items() if tile == kind) for kind in SIDES}
        nothing: dict[str, set[str]] = {kind: set() for kind in SIDES}
        return dict.fromkeys(self.players, nothing) | ({NOBODY: kinds} if self.stones else {})

    # Tiles

    def led_to(self, cell: Cell, colour: str) -> set[int]:
        """The sides of a cell that tracks of a colour lead to."""
        found = set()
        for side, step in enumerate(ROOK):
            tile = self.stones.get(beyond(cell, step))
            if tile and ((side + 2) % 4 in SIDES[tile]) == (colour == "White"):
                found.add(side)
        return found

    def fits(self, cell: Cell, kind: str) -> bool:
        return self.led_to(cell, "White") <= SIDES[kind] and not self.led_to(cell, "Red") & SIDES[kind]

    def forced(self) -> Iterator[tuple[Cell, str]]:
        """The cells that two tracks of a colour or more lead into, each with a kind of tile that fits, or none."""
        for cell in self.empty:
            if max(len(self.led_to(cell, colour)) for colour in self.players) > 1:
                yield cell, next((kind for kind in SIDES if self.fits(cell, kind)), "")

    def lay(self, cell: Cell, kind: str) -> bool:
        """Lay a tile and those that follow; gives whether that is allowed."""
        self.stones[cell] = kind
        while following := next(self.forced(), None):
            where, tile = following
            if not tile:
                return False
            self.stones[where] = tile
        return True

    def moves(self) -> set[str]:
        beside = {self.middle} if not self.stones else {c for c in self.empty if self.around(c) & self.stones.keys()}
        return {
            f"{NOBODY}@{self.board.names[cell]}" if kind == "i" else f"{NOBODY}.{kind}@{self.board.names[cell]}"
            for cell in beside
            for kind in SIDES
            if self.fits(cell, kind) and self.can_lay(cell, kind)
        }

    def around(self, cell: Cell) -> set[Cell]:
        return {beyond(cell, step) for step in ROOK}

    def can_lay(self, cell: Cell, kind: str) -> bool:
        before = dict(self.stones)
        found = self.lay(cell, kind)
        self.stones = before
        return found

    def put(self, text: str) -> None:
        what, name = text.split("@")
        self.lay(self.board.named[name], what.removeprefix(NOBODY).removeprefix(".") or "i")
        for player in (self.mover, self.opponent):
            if not self.outcome and self.won(player):
                self.outcome = player
        self.end_turn()

    # Tracks

    def sides(self, cell: Cell, player: str) -> set[int]:
        white = SIDES[self.stones[cell]]
        return white if player == "White" else set(range(4)) - white

    def won(self, player: str) -> bool:
        return any(self.wins(cell, player) for cell in self.stones)

    def wins(self, cell: Cell, player: str) -> bool:
        """Whether the track through a tile is a loop or a line: it is followed from one end of the tile's piece."""
        ends = []
        for side in self.sides(cell, player):
            here, out = cell, side
            while (there := beyond(here, ROOK[out])) in self.stones:
                if there == cell:
                    return True
                here, out = there, next(iter(self.sides(there, player) - {(out + 2) % 4}))
            ends.append((here, out))
        way, back = (out for _, out in ends)
        axis = 0 if way in (EAST, WEST) else 1
        least, most = (end(tile[axis] for tile in self.stones) for end in (min, max))
        outwards = all(tile[axis] == (most if out in (EAST, SOUTH) else least) for tile, out in ends)
        return way == (back + 2) % 4 and outwards and most - least >= self.line - 1


GAMES: dict[str, type[Rules]] = {"trax": Trax}
