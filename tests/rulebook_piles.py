"""The rules of games whose pieces lie on one another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rulebook import DRAW, HEX, LEFT_AND_RIGHT, TOP_AND_BOTTOM, Board, Cell, Rules, beyond, outlined, square


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


class Tak(Rules):
    """Flat stones, walls and capstones; piles spread out in a line, and a road of flat stones and capstones wins."""

    shape = staticmethod(square)
    players = ("White", "Black")

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.piles: dict[Cell, list[tuple[str, str]]] = {}
        self.rest = dict.fromkeys(self.players, [9, 14, 20, 29][size - 3])
        self.capstones = dict.fromkeys(self.players, int(size > 4))
        self.size = size
        self.stage, self.here, self.way, self.hand = "", (0, 0), (0, 0), 0

    def pieces(self) -> dict[str, dict[str, set[str]]]:
        found = {player: {kind: set[str]() for kind in ("flat", "wall", "capstone")} for player in self.players}
        for cell, pile in self.piles.items():
            found[pile[-1][0]][pile[-1][1]].add(self.board.names[cell])
        return found

    def goes(self, here: Cell, there: Cell, number: int) -> bool:
        """Whether so many pieces from the top of a cell may come to the next."""
        kind = self.piles[there][-1][1] if there in self.piles else "flat"
        flattens = kind == "wall" and number == 1 and self.piles[here][-1][1] == "capstone"
        return there in self.board.cells and (kind == "flat" or flattens)

    def moves(self) -> set[str]:
        names = self.board.names
        match self.stage:
            case "n":
                most = min(self.size, len(self.piles[self.here]))
                return {f"n {n}" for n in range(1, most + 1) if any(self.ways(self.here, n))}
            case "d":
                return {f"d {names[cell]}" for cell in self.ways(self.here, self.hand)}
            case "m":
                ahead = beyond(self.here, self.way)
                return {f"m {m}" for m in range(1, self.hand + 1)
                        if m == self.hand or self.goes(self.here, ahead, self.hand - m)}  # fmt: skip
        free = {names[cell] for cell in self.board.cells - self.piles.keys()}
        if self.turn < 3:
            return {f"{self.opponent}@{name}" for name in free}
        found = {f"s {names[cell]}" for cell, pile in self.piles.items()
                 if pile[-1][0] == self.mover and any(self.ways(cell, 1))}  # fmt: skip
        if self.rest[self.mover]:
            found |= free | {f"wall@{name}" for name in free}
        return found | ({f"capstone@{name}" for name in free} if self.capstones[self.mover] else set())

    def ways(self, here: Cell, number: int) -> list[Cell]:
        return [cell for cell in self.board.around(here) if self.goes(here, cell, number)]

    def put(self, text: str) -> None:
        if self.stage or text.startswith("s "):
            self.carry(*text.split())
            return
        kind, _, name = text.rpartition("@")
        owner = self.opponent if kind == self.opponent else self.mover
        kind = kind if kind in ("wall", "capstone") else "flat"
        self.piles[self.board.named[name]] = [(owner, kind)]
        if kind == "capstone":
            self.capstones[owner] -= 1
        elif self.turn > 2:
            self.rest[owner] -= 1
        self.over()

    def carry(self, word: str, value: str) -> None:
        """One of the choices of which a move is made."""
        if word == "s":
            self.stage, self.here = "n", self.board.named[value]
        elif word == "n":
            self.stage, self.hand = "d", int(value)
        elif word == "d":
            there = self.board.named[value]
            self.way = there[0] - self.here[0], there[1] - self.here[1]
            self.step()
        else:
            self.hand -= int(value)
            if self.hand:
                self.step()
            else:
                self.over()

    def step(self) -> None:
        there = beyond(self.here, self.way)
        pile = self.piles.setdefault(there, [])
        if pile and pile[-1][1] == "wall":
            pile[-1] = pile[-1][0], "flat"
        pile += self.piles[self.here][-self.hand :]
        del self.piles[self.here][-self.hand :]
        if not self.piles[self.here]:
            del self.piles[self.here]
        self.stage, self.here = "m", there
        if self.hand == 1:
            self.over()

    def over(self) -> None:
        self.stage = ""
        for player in (self.mover, self.opponent):
            road = frozenset(
                cell for cell, pile in self.piles.items() if pile[-1] in ((player, "flat"), (player, "capstone"))
            )
            if not self.outcome and any(self.board.joins(road, sides) for sides in (TOP_AND_BOTTOM, LEFT_AND_RIGHT)):
                self.outcome = player
        used = any(self.rest[player] + self.capstones[player] == 0 for player in self.players)
        if not self.outcome and (len(self.piles) == len(self.board.cells) or used):
            flats = {
                player: sum(pile[-1] == (player, "flat") for pile in self.piles.values()) for player in self.players
            }
            best = [player for player in self.players if flats[player] == max(flats.values())]
            self.outcome = best[0] if len(best) == 1 else DRAW
        self.end_turn()


GAMES: dict[str, type[Rules]] = {"dvonn": Dvonn, "tak": Tak}
