"""The rules of games whose players remember something, in plain Python, as `rulebook.py`."""

from __future__ import annotations

from typing import ClassVar

from rulebook import LEFT_AND_RIGHT, TOP_AND_BOTTOM, Cell, Rules, square


class DuploHex(Rules):
    """First a disc, then a ring; a disc in a ring stays. The very first turn is one of either."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.kinds: dict[Cell, str] = {}
        self.supplies = {(player, kind): 25 for player in self.players for kind in ("Disc", "Ring")}
        self.kind, self.other = "Disc", "Ring"

    def pieces(self) -> dict[str, dict[str, set[str]]]:
        return {
            player: {
                kind: self.named(cell for cell in self.of(player) if self.kinds[cell] == kind)
                for kind in ("Disc", "Ring", "Pair")
            }
            for player in self.players
        }

    def moves(self) -> set[str]:
        if self.turn == 1:
            return self.named(self.empty) | {f"Ring@{name}" for name in self.named(self.empty)}
        found = {
            f"{self.board.names[start]}-{self.board.names[end]}"
            for start in self.of(self.mover)
            for end in self.board.around(start)
            if self.kinds[start] == self.kind and self.kinds.get(end) == self.other
        }
        if self.supplies[self.mover, self.kind]:
            prefix = "" if self.kind == "Disc" else "Ring@"
            found |= {prefix + name for name in self.named(self.empty)}
        return found or {"pass"}

    def passed(self) -> None:
        self.next_part()

    def put(self, text: str) -> None:
        named = self.board.named
        if "-" in text:
            start, end = (named[name] for name in text.split("-"))
            del self.stones[start], self.kinds[start]
            self.kinds[end] = "Pair"
        else:
            end = named[text.removeprefix("Ring@")]
            self.kinds[end] = "Ring" if text.startswith("Ring@") else "Disc"
            self.supplies[self.mover, self.kinds[end]] -= 1
        self.stones[end] = self.mover
        self.judge()
        self.next_part()

    def next_part(self) -> None:
        if self.turn > 1:
            self.kind, self.other = self.other, self.kind
        if self.turn == 1 or self.kind == "Disc":
            self.end_turn()


class Resolve(Rules):
    """A stone in a crosscut changes places with those that cut it, until it is in none."""

    shape = staticmethod(square)
    players = ("Black", "White")
    goals: ClassVar = {"Black": LEFT_AND_RIGHT, "White": TOP_AND_BOTTOM}

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.start_turn()

    def start_turn(self) -> None:
        self.active: Cell | None = None
        self.has_placed = self.must_place = False
        self.been: set[Cell] = set()

    def cutting(self, cell: Cell) -> set[Cell]:
        """The enemy stones that a stone shares a crosscut with."""
        found: set[Cell] = set()
        for q, r in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            beside = {(cell[0] + q, cell[1]), (cell[0], cell[1] + r)}
            across = self.stones.get((cell[0] + q, cell[1] + r))
            if across == self.mover and beside <= self.of(self.opponent):
                found |= beside
        return found

    def swaps(self, start: Cell) -> set[str]:
        return {f"{self.board.names[start]}-{name}" for name in self.named(self.cutting(start) - self.been)}

    def moves(self) -> set[str]:
        if self.active:
            return self.swaps(self.active)
        found = self.named(self.empty)
        return found if self.must_place else found.union(*map(self.swaps, self.of(self.mover)))

    def put(self, text: str) -> None:
        if "-" in text:
            start, end = (self.board.named[name] for name in text.split("-"))
            self.stones |= {start: self.opponent, end: self.mover}
            self.been.add(start)
        else:
            end = self.board.named[text]
            self.stones[end] = self.mover
            self.has_placed = True
        self.active = None if self.must_place else end
        self.judge()
        if self.active and not self.swaps(self.active):
            self.active, self.must_place = None, not self.has_placed and bool(self.empty)
            if self.must_place:
                return
        if not self.active:
            self.start_turn()
            self.end_turn()

    def judge(self) -> None:
        self.outcome = next((each for each in (self.mover, self.opponent) if self.won(each)), None)


GAMES: dict[str, type[Rules]] = {"duplohex": DuploHex, "resolve": Resolve}
