"""The rules of games played along straight lines and by pushing, like those in `rulebook.py`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rulebook import BISHOP, DRAW, LEFT_AND_RIGHT, ROOK, TOP_AND_BOTTOM, Cell, Rules, beyond, square, square8


class Troll(Rules):
    """Stones caught in line between the new one and another are turned; the enemy's sides are closed."""

    shape = staticmethod(square)
    players = ("White", "Black")
    goals: ClassVar = {"White": TOP_AND_BOTTOM, "Black": LEFT_AND_RIGHT}
    stuck_pass = True
    two_passes_draw = True

    def __init__(self, size: int, raids: bool = False) -> None:
        super().__init__(size)
        self.raids = raids

    def allowed(self, cell: Cell) -> bool:
        is_closed = any(cell in self.board.sides[side] for side in self.goals[self.opponent])
        return not is_closed or (self.raids and bool(self.caught(cell)))

    def caught(self, cell: Cell) -> set[Cell]:
        """The enemy stones that a stone on a cell turns."""
        found: set[Cell] = set()
        for way in ROOK + BISHOP:
            run: list[Cell] = []
            here = beyond(cell, way)
            while self.stones.get(here) == self.opponent:
                run.append(here)
                here = beyond(here, way)
            if self.stones.get(here) == self.mover:
                found.update(run)
        return found

    def put(self, text: str) -> None:
        cell = self.board.named[text]
        self.stones |= dict.fromkeys((cell, *self.caught(cell)), self.mover)
        self.judge()
        self.end_turn()


class LinesOfAction(Rules):
    """A piece goes as far as there are pieces in line; who has one group has won."""

    shape = staticmethod(square8)
    players = ("Black", "White")
    stuck_pass = True
    two_passes_draw = True

    def __init__(self, size: int, both: str = "draw") -> None:
        super().__init__(size)
        self.both = both
        for n in range(1, size - 1):
            self.stones |= {(n, 0): "Black", (n, size - 1): "Black", (0, n): "White", (size - 1, n): "White"}
        self.seen = [dict(self.stones)]

    def moves(self) -> set[str]:
        names = self.board.names
        return {f"{names[here]}-{names[there]}" for here, there in self.steps()} or {"pass"}

    def steps(self) -> Iterator[tuple[Cell, Cell]]:
        for here in self.of(self.mover):
            for q, r in ROOK + BISHOP:
                far = sum(cell in self.stones for cell in self.line(here, (q, r)))
                crossed = [(here[0] + k * q, here[1] + k * r) for k in range(1, far + 1)]
                if any(self.stones.get(cell) == self.opponent for cell in crossed[:-1]):
                    continue
                if crossed[-1] in self.board.cells and self.stones.get(crossed[-1]) != self.mover:
                    yield here, crossed[-1]

    def line(self, cell: Cell, way: Cell) -> list[Cell]:
        """The whole line through a cell."""
        q, r = way
        around = ((cell[0] + k * q, cell[1] + k * r) for k in range(-20, 21))
        return [each for each in around if each in self.board.cells]

    def put(self, text: str) -> None:
        here, there = (self.board.named[name] for name in text.split("-"))
        self.stones[there] = self.stones.pop(here)
        self.judge()
        self.seen.append(dict(self.stones))
        self.end_turn()

    def judge(self) -> None:
        mine, theirs = (len(self.board.groups(self.of(player))) == 1 for player in (self.mover, self.opponent))
        if mine and theirs and self.both == "draw":
            self.outcome = DRAW
        elif mine or theirs:
            self.outcome = self.mover if mine else self.opponent
        elif self.stones in self.seen:
            self.outcome = DRAW


class ScrambledEggs(LinesOfAction):
    """The same from a rim on which the colours alternate, clockwise from the left of the top row."""

    def __init__(self, size: int, both: str = "draw") -> None:
        super().__init__(size, both)
        last = size - 1
        inner = range(1, last)
        rim = [
            *((n, 0) for n in inner),
            *((last, n) for n in inner),
            *((n, last) for n in reversed(inner)),
            *((0, n) for n in reversed(inner)),
        ]
        self.stones = {cell: self.players[place % 2] for place, cell in enumerate(rim)}
        self.seen = [dict(self.stones)]


class Amazons(Rules):
    """A queen's move, and an arrow shot like one; whoever cannot move loses."""

    shape = staticmethod(square8)
    players = ("White", "Black")

    def __init__(self, size: int) -> None:
        super().__init__(size)
        low, high = (size - 1) // 3, size - 1 - (size - 1) // 3
        self.stones |= dict.fromkeys(((low, size - 1), (high, size - 1), (0, high), (size - 1, high)), "White")
        self.stones |= dict.fromkeys(((low, 0), (high, 0), (0, low), (size - 1, low)), "Black")
        self.archer: Cell | None = None

    def pieces(self) -> dict[str, dict[str, set[str]]]:
        amazons = {player: {"amazon": self.named(self.of(player)), "arrow": set()} for player in self.players}
        arrows = self.named(self.of("neutral"))
        return amazons | ({"neutral": {"amazon": set(), "arrow": arrows}} if arrows else {})

    def reached(self, start: Cell) -> Iterator[Cell]:
        for way in ROOK + BISHOP:
            cell = beyond(start, way)
            while cell in self.empty:
                yield cell
                cell = beyond(cell, way)

    def moves(self) -> set[str]:
        names = self.board.names
        if self.archer is not None:
            return {f"neutral.arrow@{names[cell]}" for cell in self.reached(self.archer)}
        return {f"{names[start]}-{names[cell]}" for start in self.of(self.mover) for cell in self.reached(start)}

    def put(self, text: str) -> None:
        if self.archer is None:
            start, self.archer = (self.board.named[name] for name in text.split("-"))
            self.stones[self.archer] = self.stones.pop(start)
        else:
            self.stones[self.board.named[text.rpartition("@")[2]]] = "neutral"
            self.archer = None
            self.end_turn()
            if not self.moves():
                self.outcome = self.opponent


class Tara(Rules):
    """Stones are pushed onto the board from one's edge; what falls off an enemy's stone closes the way for a turn."""

    shape = staticmethod(square8)
    players = ("Black", "White")
    goals: ClassVar = {"Black": TOP_AND_BOTTOM, "White": LEFT_AND_RIGHT}
    ways: ClassVar = {"Black": (0, 1), "White": (1, 0)}

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.closed: dict[str, Cell | None] = dict.fromkeys(self.players)
        self.seen: list[dict[Cell, str]] = [{}]

    def moves(self) -> set[str]:
        entry = self.board.sides[self.goals[self.mover][0 if self.mover == "Black" else 1]]
        return {"a1"} if self.turn == 1 else self.named(entry - {self.closed[self.mover]})

    def put(self, text: str) -> None:
        cell = self.board.named[text]
        line, way = [cell], self.ways[self.mover]
        while beyond(line[-1], way) in self.board.cells:
            line.append(beyond(line[-1], way))
        coming: str | None = self.mover
        for each in line:
            if coming is None:
                break
            leaving = self.stones.get(each)
            self.stones[each] = coming
            coming = leaving
        self.closed[self.mover] = cell if coming == self.opponent else None
        self.judge()
        self.seen.append(dict(self.stones))
        self.end_turn()

    def judge(self) -> None:
        winner = next((player for player in (self.mover, self.opponent) if self.won(player)), None)
        self.outcome = winner or (DRAW if self.stones in self.seen else None)


GAMES: dict[str, type[Rules]] = {
    "troll": Troll,
    "lines_of_action": LinesOfAction,
    "scrambled_eggs": ScrambledEggs,
    "amazons": Amazons,
    "tara": Tara,
}
