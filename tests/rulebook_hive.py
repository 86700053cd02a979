"""The rules of Hive, whose pieces climb on one another and must stay together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulebook import DRAW, HEX, Cell, Cells, Rules, beyond, hexagon

STOCK = {"queen": 1, "spider": 2, "beetle": 2, "grasshopper": 3, "ant": 3}

Pile = tuple[tuple[str, str], ...]


class Hive(Rules):
    """Shut in the enemy's queen, in a hive that never falls apart."""

    shape = staticmethod(hexagon)
    players = ("White", "Black")

    def __init__(self, size: int, tournament: bool = False) -> None:
        super().__init__(size)
        self.tournament = tournament
        self.piles: dict[Cell, Pile] = {}
        self.hand = {player: Counter(STOCK) for player in self.players}
        self.turns = dict.fromkeys(self.players, 0)
        self.seen = {frozenset(self.piles.items())}

    # What there is

    def pieces(self) -> dict[str, dict[str, set[str]]]:
        found = {player: {kind: set[str]() for kind in STOCK} for player in self.players}
        for cell, pile in self.piles.items():
            owner, kind = pile[-1]
            found[owner][kind].add(self.board.names[cell])
        return found

    @property
    def hive(self) -> Cells:
        return frozenset(self.piles)

    def height(self, cell: Cell) -> int:
        return len(self.piles.get(cell, ()))

    def tops(self, player: str) -> Cells:
        return frozenset(cell for cell, pile in self.piles.items() if pile[-1][0] == player)

    # Moves

    def moves(self) -> set[str]:
        spots = self.named(self.spots())
        found = {name if kind == "queen" else f"{kind}@{name}" for kind in self.playable() for name in spots}
        found |= {f"{self.board.names[here]}-{self.board.names[there]}" for here, there in self.steps()}
        return found or {"pass"}

    def playable(self) -> set[str]:
        hand, turns = self.hand[self.mover], self.turns[self.mover]
        kinds = {kind for kind in STOCK if hand[kind]}
        if turns >= 3 and hand["queen"]:
            return {"queen"}
        return kinds - {"queen"} if self.tournament and turns == 0 else kinds

    def spots(self) -> Cells:
        """Where a piece may come: beside one's own alone, but for the first piece of each."""
        if self.turn == 1:
            return frozenset({(0, 0)})
        free = self.board.cells - self.hive
        if self.turn == 2:
            return frozenset(cell for cell in free if self.board.around(cell) & self.hive)
        mine, theirs = self.tops(self.mover), self.tops(self.opponent)
        return frozenset(
            cell for cell in free if self.board.around(cell) & mine and not self.board.around(cell) & theirs
        )

    def steps(self) -> Iterator[tuple[Cell, Cell]]:
        if self.hand[self.mover]["queen"]:
            return
        for here in self.tops(self.mover):
            rest = self.hive - {here} if self.height(here) == 1 else self.hive
            if self.board.group(next(iter(rest)), rest) == rest:
                for there in getattr(self, self.piles[here][-1][1])(here, rest):
                    yield here, there

    def slides(self, here: Cell, rest: Cells) -> Cells:
        """The cells beside one to which a piece on the table can be pushed, never leaving the others."""
        beside, around = self.board.around(here), self.board.around
        held = beside & rest
        return frozenset(there for there in beside - held if len(held & around(there)) == 1)

    def queen(self, here: Cell, rest: Cells) -> Cells:
        return self.slides(here, rest)

    def ant(self, here: Cell, rest: Cells) -> Cells:
        found, waiting = {here}, [here]
        while waiting:
            new = self.slides(waiting.pop(), rest) - found
            found |= new
            waiting += new
        return frozenset(found - {here})

    def spider(self, here: Cell, rest: Cells) -> Cells:
        walks = [(here,)]
        for _ in range(3):
            walks = [(*walk, cell) for walk in walks for cell in self.slides(walk[-1], rest) if cell not in walk]
        return frozenset(walk[-1] for walk in walks)

    def grasshopper(self, here: Cell, rest: Cells) -> Cells:
        found = set()
        for way in HEX:
            there = beyond(here, way)
            if there in rest:
                while there in rest:
                    there = beyond(there, way)
                found.add(there)
        return frozenset(found) & self.board.cells

    def beetle(self, here: Cell, rest: Cells) -> Cells:
        return frozenset(there for there in self.board.around(here) if self.climbs(here, there))

    def climbs(self, here: Cell, there: Cell) -> bool:
        """A step up, down or along: it passes no gate that is higher, and always touches something."""
        top = max(self.height(here) - 1, self.height(there))
        beside = [self.height(cell) for cell in self.board.around(here) & self.board.around(there)]
        return sum(height > top for height in beside) < 2 and (top > 0 or any(beside))

    # What then happens

    def put(self, text: str) -> None:
        if "-" not in text:
            *kinds, name = text.split("@")
            kind = kinds[0] if kinds else "queen"
            self.piles[self.board.named[name]] = ((self.mover, kind),)
            self.hand[self.mover][kind] -= 1
        else:
            here, there = (self.board.named[name] for name in text.split("-"))
            piece = self.piles[here][-1]
            self.piles[here] = self.piles[here][:-1]
            if not self.piles[here]:
                del self.piles[here]
            self.piles[there] = (*self.piles.get(there, ()), piece)
        self.judge()
        self.over()

    def judge(self) -> None:
        lost = [player for player in self.players if self.shut(player)]
        look = frozenset(self.piles.items())
        if lost:
            self.outcome = DRAW if len(lost) == 2 else next(each for each in self.players if each not in lost)
        elif look in self.seen:
            self.outcome = DRAW
        self.seen.add(look)

    def shut(self, player: str) -> bool:
        """Whether every cell beside a player's queen is held, whatever lies on her."""
        return any(
            (player, "queen") in pile and self.board.around(cell) <= self.hive for cell, pile in self.piles.items()
        )

    def passed(self) -> None:
        if self.passes == 2:
            self.outcome = DRAW
        self.over()

    def over(self) -> None:
        self.turns[self.mover] += 1
        self.end_turn()


GAMES: dict[str, type[Rules]] = {"hive": Hive}
