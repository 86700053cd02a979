"""The rules of Pylos, whose balls lie on balls, and of Epaminondas, whose men move in rows, in plain Python."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from rulebook import BISHOP, DRAW, ROOK, Board, Cell, Rules, beyond


def starts(size: int) -> list[int]:
    """In which column each level of a pyramid begins, as it is drawn."""
    return [sum(size - low + 1 for low in range(level)) for level in range(size)]


def pyramid(size: int) -> Board:
    levels = enumerate(starts(size))
    cells = ((start + x, y) for level, start in levels for x, y in product(range(size - level), repeat=2))
    return Board(frozenset(cells), ROOK, ())


class Pylos(Rules):
    """Put or raise balls; a square of one's own takes some back; the top wins."""

    shape = staticmethod(pyramid)
    players = ("White", "Black")

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.starts = starts(size)
        self.reserve = dict.fromkeys(self.players, len(self.board.cells) // 2)
        self.taking = 0

    def placed(self, cell: Cell) -> tuple[int, int, int]:
        """The level, column and row of a cell as the pyramid is built."""
        level = sum(cell[0] >= start for start in self.starts) - 1
        return level, cell[0] - self.starts[level], cell[1]

    def under(self, cell: Cell) -> set[Cell]:
        level, x, y = self.placed(cell)
        return {(self.starts[level - 1] + x + i, y + j) for i, j in product(range(2), repeat=2)} if level else set()

    def free(self, cell: Cell) -> bool:
        return not any(cell in self.under(other) for other in self.stones)

    def moves(self) -> set[str]:
        name = self.board.names
        free = {cell for cell in self.of(self.mover) if self.free(cell)}
        if self.taking:
            return {f"c {name[cell]}" for cell in free} | ({"stop"} if self.taking == 1 else set())
        open_ = {cell for cell in self.empty if self.under(cell) <= self.stones.keys()}
        found = {name[cell] for cell in open_} if self.reserve[self.mover] else set()
        for start, end in product(free, open_):
            if self.placed(end)[0] > self.placed(start)[0] and start not in self.under(end):
                found.add(f"{name[start]}-{name[end]}")
        return found

    def put(self, text: str) -> None:
        named = self.board.named
        if text == "stop":
            self.taking = 0
        elif text.startswith("c "):
            del self.stones[named[text[2:]]]
            self.reserve[self.mover] += 1
            self.taking -= 1
        else:
            *start, end = (named[each] for each in text.split("-"))
            for cell in start:
                del self.stones[cell]
            self.reserve[self.mover] -= not start
            self.stones[end] = self.mover
            if (self.starts[-1], 0) in self.stones:
                self.outcome = self.mover
                return
            squares = [self.under(cell) for cell in self.board.cells]
            self.taking = 2 * any(end in each and each <= self.of(self.mover) for each in squares)
        if not self.taking or not any(map(self.free, self.of(self.mover))):
            self.taking = 0
            self.end_turn()
            if not self.moves():
                self.outcome = self.opponent
            elif self.turn > 300:
                self.outcome = DRAW


class Epaminondas(Rules):
    """Rows of men move along themselves, and take shorter ones that they meet."""

    shape = staticmethod(lambda size: Board(frozenset(product(range(size), range(size - 2))), ROOK + BISHOP, ()))
    players = ("White", "Black")

    def __init__(self, size: int) -> None:
        self.width, self.height = size, size - 2
        super().__init__(size)
        self.stones = {(q, r): "Black" if r < 2 else "White" for q, r in self.board.cells if r < 2 or r > size - 5}

    def home(self, player: str) -> int:
        return 0 if player == "Black" else self.height - 1

    def marches(self) -> Iterator[tuple[Cell, Cell, dict[Cell, str]]]:
        """A rear man, where the head comes to, and the board that this leaves."""
        for rear, way in product(self.of(self.mover), ROOK + BISHOP):
            men = [rear]
            while self.stones.get(ahead := beyond(men[-1], way)) == self.mover:
                men.append(ahead)
            for far in range(1, len(men) + 1):
                end = beyond(men[-1], (far * way[0], far * way[1]))
                if end not in self.board.cells or self.stones.get(end) == self.mover:
                    break
                met = [end] if end in self.stones else []
                while met and self.stones.get(behind := beyond(met[-1], way)) == self.opponent:
                    met.append(behind)
                if len(met) < len(men):
                    moved = {beyond(man, (far * way[0], far * way[1])): self.mover for man in men}
                    rest = {cell: owner for cell, owner in self.stones.items() if cell not in {*men, *met}}
                    if end[1] != self.home(self.opponent) or not self.mirrored(rest | moved):
                        yield rear, end, rest | moved
                if met:
                    break

    def mirrored(self, stones: dict[Cell, str]) -> bool:
        return all(stones.get((self.width - 1 - q, r)) == owner for (q, r), owner in stones.items())

    def moves(self) -> set[str]:
        names = self.board.names
        return {f"{names[rear]}-{names[end]}" for rear, end, _ in self.marches()} or {"pass"}

    def put(self, text: str) -> None:
        rear, end = (self.board.named[name] for name in text.split("-"))
        self.stones = next(stones for start, stop, stones in self.marches() if (start, stop) == (rear, end))
        self.end_turn()
        mine, theirs = (
            sum(r == self.home(foe) and owner == player for (_, r), owner in self.stones.items())
            for player, foe in ((self.mover, self.opponent), (self.opponent, self.mover))
        )
        if mine > theirs:
            self.outcome = self.mover
        elif self.turn > 1000:
            self.outcome = DRAW

    def passed(self) -> None:
        self.outcome = DRAW


GAMES: dict[str, type[Rules]] = {"pylos": Pylos, "epaminondas": Epaminondas}
