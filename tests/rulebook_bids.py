"""The rules of games that begin with bids of black stones, like those in `rulebook.py`."""

from __future__ import annotations

from rulebook import LEFT_AND_RIGHT, TOP_AND_BOTTOM, Cells, Rules, hexagon, square, square8


class Bids(Rules):
    """A contract of one to three black stones a turn, until somebody passes and so becomes Black; White moves next."""

    players = ("White", "Black")

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.contract, self.bid = True, 0

    def free(self) -> Cells:
        """Where the contract allows a stone."""
        return self.empty

    def moves(self) -> set[str]:
        if not self.contract:
            return self.named(self.empty)
        return {f"Black@{name}" for name in self.named(self.free())} | {"stop" if self.bid else "pass"}

    def passed(self) -> None:
        self.contract = False
        if self.mover == "White":
            self.swap_seats()
        self.mover = "White"
        self.judge()
        self.begin_turn()

    def put(self, text: str) -> None:
        if not self.contract:
            super().put(text)
            return
        if text != "stop":
            self.stones[self.board.named[text.removeprefix("Black@")]] = "Black"
            self.bid += 1
        if text == "stop" or self.bid == 3 or not self.free():
            self.end_turn()

    def begin_turn(self) -> None:
        super().begin_turn()
        self.bid = 0


class Coil(Bids):
    """Black's loop against White."""

    shape = staticmethod(hexagon)

    def __init__(self, size: int) -> None:
        super().__init__(size)
        sides = self.board.sides
        self.stones = {cell: "Black" for side in range(6) for cell in sides[side] & sides[(side + 1) % 6]}

    def free(self) -> Cells:
        black = self.of("Black")
        return frozenset(cell for cell in self.empty if not self.board.around(cell) & black)

    def judge(self) -> None:
        around = self.board.cells - self.of("Black")
        if not all(self.board.group(cell, around | {cell}) & self.board.perimeter for cell in self.board.cells):
            self.outcome = "Black"
        elif not self.empty:
            self.outcome = "White"


class Pippinzip(Bids):
    """Black joins two opposite sides in straight steps, White all four in any steps."""

    shape = staticmethod(square)

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.whole = square8(size)

    def judge(self) -> None:
        if any(self.board.joins(self.of("Black"), sides) for sides in (TOP_AND_BOTTOM, LEFT_AND_RIGHT)):
            self.outcome = "Black"
        elif self.whole.joins(self.of("White"), range(4)):
            self.outcome = "White"


GAMES: dict[str, type[Rules]] = {"coil": Coil, "pippinzip": Pippinzip}
