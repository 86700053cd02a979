"""The rules of games whose pieces lie on one another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rulebook import DRAW, HEX, Board, Cell, Rules, beyond, outlined


def long_hexagon(size: int) -> Board:
    """Five rows, of so many cells and up to two more."""
    cells = ((q, r) for r in range(5) for q in range(size + 2) if 2 <= q + r <= size + 3)
    return outlined(cells, HEX, [(0, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1)])


class Dvonn(Rules):
    """Piles go as far as they are high, onto others; those that no red piece is joined to are lost."""

    shape = staticmethod(long_hexagon)
    players = ("White", "Black")
    order: ClassVar = ("White", "Black", "White")

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.piles: dict[Cell, list[str]] = {}
        self.left = len(self.board.cells)

    def pieces(self) -> dict[str, dict[str, set[str]]]:
        found: dict[str, dict[str, set[str]]] = {
            player: {"stone": set(), "dvonn": set()} for player in (*self.players, "neutral")
        }
        for cell, pile in self.piles.items():
            owner, kind = ("neutral", "dvonn") if pile[-1] == "red" else (pile[-1], "stone")
            found[owner][kind].add(self.board.names[cell])
        if not any(found["neutral"].values()):
            del found["neutral"]
        return found

    def moves(self) -> set[str]:
        if self.left:
            names = self.named(self.board.cells - self.piles.keys())
            return {f"neutral.dvonn@{name}" for name in names} if self.is_red else names
        return set(self.steps()) or {"pass"}

    @property
    def is_red(self) -> bool:
        return len(self.piles) < 3

    def steps(self) -> Iterator[str]:
        for cell, pile in self.piles.items():
            if pile[-1] == self.mover and len(self.board.around(cell) & self.piles.keys()) < 6:
                for way in HEX:
                    there = cell[0] + len(pile) * way[0], cell[1] + len(pile) * way[1]
                    if there in self.piles:
                        yield f"{self.board.names[cell]}-{self.board.names[there]}"

    def put(self, text: str) -> None:
        if self.left:
            self.piles[self.board.named[text.removeprefix("neutral.dvonn@")]] = ["red" if self.is_red else self.mover]
            self.left -= 1
            self.mover = self.opponent if self.left else "White"
            return
        here, there = (self.board.named[name] for name in text.split("-"))
        self.piles[there] = self.piles[there] + self.piles.pop(here)
        for group in self.board.groups(frozenset(self.piles)):
            if not any("red" in self.piles[cell] for cell in group):
                for cell in group:
                    del self.piles[cell]
        self.end_turn()

    def passed(self) -> None:
        self.mover = self.opponent
        if self.passes == 2:
            most = {player: self.height(player) for player in self.players}
            best = [player for player, height in most.items() if height == max(most.values())]
            self.outcome = best[0] if len(best) == 1 else DRAW

    def height(self, player: str) -> int:
        return sum(len(pile) for pile in self.piles.values() if pile[-1] == player)


GAMES: dict[str, type[Rules]] = {"dvonn": Dvonn}
