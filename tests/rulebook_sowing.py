"""The rules of games with numbers on cells and pieces, like those in `rulebook.py`."""

from __future__ import annotations

from rulebook import DRAW, HEX, Cell, Rules, beyond, hexagon, square


class Oware(Rules):
    """Pits are numbered against the clock, South's first."""

    shape = staticmethod(square)
    players = ("South", "North")

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.size = size
        self.seeds = [4] * (2 * size)
        self.stores = {"South": 0, "North": 0}
        self.seen = {tuple(self.seeds)}

    def row(self, player: str) -> range:
        return range(self.size) if player == "South" else range(self.size, 2 * self.size)

    def sown(self, pit: int) -> tuple[list[int], int]:
        """The seeds after a sowing, and how many are captured."""
        seeds, at, theirs, taken = list(self.seeds), pit, self.row(self.opponent), 0
        hand, seeds[pit] = seeds[pit], 0
        while hand:
            at = (at + 1) % len(seeds)
            if at != pit:
                seeds[at] += 1
                hand -= 1
        while at in theirs and seeds[at] in (2, 3):
            taken += seeds[at]
            seeds[at] = 0
            at = (at - 1) % len(seeds)
        return seeds, taken

    def name(self, pit: int) -> str:
        return self.board.names[(pit, 1) if pit < self.size else (2 * self.size - 1 - pit, 0)]

    def moves(self) -> set[str]:
        theirs = self.row(self.opponent)
        return {f"c {self.name(pit)}" for pit in self.row(self.mover)
                if self.seeds[pit] and any(self.sown(pit)[0][other] for other in theirs)}  # fmt: skip

    def put(self, text: str) -> None:
        pit = next(pit for pit in self.row(self.mover) if f"c {self.name(pit)}" == text)
        self.seeds, taken = self.sown(pit)
        self.stores[self.mover] += taken
        half = 4 * self.size
        if max(self.stores.values()) > half:
            self.outcome = max(self.stores, key=self.stores.__getitem__)
        elif min(self.stores.values()) == half:
            self.outcome = DRAW
        elif tuple(self.seeds) in self.seen:
            self.count()
        self.seen.add(tuple(self.seeds))
        if not self.outcome:
            self.end_turn()
            if not self.moves():
                self.count()

    def count(self) -> None:
        """Each keeps the seeds of their row."""
        south, north = (
            self.stores[player] + sum(self.seeds[pit] for pit in self.row(player)) for player in self.players
        )
        self.outcome = DRAW if south == north else self.players[north > south]

    def pieces(self) -> dict[str, dict[str, set[str]]]:
        return {player: {"stone": set()} for player in self.players}


class Tumbleweed(Rules):
    """White sets up; whoever is to move builds where enough stacks of theirs see the cell."""

    shape = staticmethod(hexagon)
    players = ("Red", "White")

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.stones, self.heights = {(0, 0): "neutral"}, {(0, 0): 2}
        self.mover = "White"

    def seen(self, player: str, cell: Cell) -> int:
        """How many stacks of a player see a cell."""
        found = 0
        for step in HEX:
            at = beyond(cell, step)
            while at in self.empty:
                at = beyond(at, step)
            found += self.stones.get(at) == player
        return found

    def moves(self) -> set[str]:
        if len(self.stones) == 1:
            return self.named(self.empty)
        if len(self.stones) == 2 and self.mover == "White":
            return {f"Red@{name}" for name in self.named(self.empty)}
        higher = {cell for cell in self.board.cells if self.seen(self.mover, cell) > self.heights.get(cell, 0)}
        return {*self.named(higher), "pass"} | ({"swap"} if self.turn == 1 else set())

    def put(self, text: str) -> None:
        cell, is_begun = self.board.named[text.removeprefix("Red@")], len(self.stones) > 2
        self.heights[cell] = self.seen(self.mover, cell) if is_begun else 1
        self.stones[cell] = "Red" if text.startswith("Red@") else self.mover
        if is_begun:
            self.end_turn()
        elif len(self.stones) == 3:
            self.mover = "Red"

    def passed(self) -> None:
        if self.passes < 2:
            self.end_turn()
            return
        red, white = (len(self.of(player)) + self.led(player) for player in self.players)
        self.outcome = DRAW if red == white else self.players[white > red]

    def led(self, player: str) -> int:
        """How many empty cells more of a player's stacks see."""
        other = next(each for each in self.players if each != player)
        return sum(self.seen(player, cell) > self.seen(other, cell) for cell in self.empty)

    def pieces(self) -> dict[str, dict[str, set[str]]]:
        owners = {*self.players, *self.stones.values()}
        return {player: {"stone": self.named(self.of(player))} for player in owners}


GAMES: dict[str, type[Rules]] = {"oware": Oware, "tumbleweed": Tumbleweed}
