"""The rules of games that count groups, lines or stones, in plain Python, as `rulebook.py`."""

from __future__ import annotations

from functools import cached_property
from math import prod

from rulebook import (
    BISHOP,
    DRAW,
    HEX,
    LEFT_AND_RIGHT,
    ROOK,
    TOP_AND_BOTTOM,
    Board,
    Cell,
    Cells,
    Rules,
    beyond,
    hexagon,
    square,
    square8,
)  # fmt: skip
from rulebook_hexagons import Yavalath


class Either(Rules):
    """In turn, stones of either colour."""

    shape = staticmethod(hexagon)
    players = ("Black", "White")

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.placed = 0

    @property
    def wanted(self) -> int:
        """How many stones a turn has."""
        return 1

    def moves(self) -> set[str]:
        names = self.named(self.empty)
        return names | {f"{self.opponent}@{name}" for name in names}

    def stone(self, text: str) -> None:
        """Put down a stone."""
        owner, _, name = text.rpartition("@")
        self.stones[self.board.named[name]] = owner or self.mover

    def put(self, text: str) -> None:
        self.stone(text)
        self.placed += 1
        self.judge()
        if self.placed == self.wanted:
            self.end_turn()

    def begin_turn(self) -> None:
        super().begin_turn()
        self.placed = 0

    def sizes(self, player: str) -> list[int]:
        """How large the groups of a player are, the largest first."""
        return sorted(map(len, self.board.groups(self.of(player))), reverse=True)


class Odd(Either):
    """Is the number of large groups odd?"""

    players = ("Odd", "Even")

    def __init__(self, size: int, least: int) -> None:
        super().__init__(size)
        self.least = least

    def judge(self) -> None:
        if not self.empty:
            large = sum(size >= self.least for player in self.players for size in self.sizes(player))
            self.outcome = "Odd" if large % 2 else "Even"


class Product(Either):
    """The two largest groups of each colour, multiplied."""

    @property
    def wanted(self) -> int:
        return 1 if self.turn == 1 else 2

    def judge(self) -> None:
        if not self.empty:
            self.outcome = max(self.players, key=self.score)

    def score(self, player: str) -> tuple[int, int]:
        first, second, *_ = [*self.sizes(player), 0, 0]
        return first * second, -len(self.of(player))


class Yodd(Either):
    """One stone or two, or none; the number of groups is odd after every turn, and the fewer groups win."""

    def is_even(self) -> bool:
        return sum(len(self.sizes(player)) for player in self.players) % 2 == 0

    def after(self, text: str) -> bool:
        """Whether the number of groups is even once a stone is there."""
        before = dict(self.stones)
        self.stone(text)
        found = self.is_even()
        self.stones = before
        return found

    def moves(self) -> set[str]:
        stones = super().moves()
        if self.placed:
            return {text for text in stones if not self.after(text)} | (set() if self.is_even() else {"stop"})
        return {text for text in stones if not self.after(text) or self.mends(text)} | (
            {"pass"} if self.turn > 1 else set()
        )

    def mends(self, text: str) -> bool:
        """Whether a second stone can make the number of groups odd again."""
        before = dict(self.stones)
        self.stone(text)
        found = any(not self.after(other) for other in super().moves())
        self.stones = before
        return found

    def put(self, text: str) -> None:
        if text != "stop":
            self.stone(text)
            self.placed += 1
        if text == "stop" or self.placed == 2 or self.turn == 1:
            self.end_turn()

    def passed(self) -> None:
        if self.passes == 2:
            self.outcome = min(self.players, key=lambda player: len(self.sizes(player)))
        else:
            self.end_turn()


class Xodd(Yodd):
    """The same on a square board."""

    shape = staticmethod(square)


class Majorities(Rules):
    """Cells win lines, lines win directions."""

    players = ("White", "Black")

    @staticmethod
    def shape(size: int) -> Board:
        board = hexagon(size)
        arms = {(k * q, k * r) for k in range(1, size, 2) for q, r in ((0, -1), (1, 0), (-1, 1))}
        middle = {(0, 0)} if size % 4 == 3 else set()
        return Board(board.cells - arms - middle, HEX, board.sides)

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.placed = 0

    @cached_property
    def ways(self) -> list[list[Cells]]:
        """For each direction its lines."""
        cells = self.board.cells
        across = (lambda cell: cell[0]), (lambda cell: cell[1]), sum
        return [
            [frozenset(cell for cell in cells if number(cell) == each) for each in set(map(number, cells))]
            for number in across
        ]

    def put(self, text: str) -> None:
        self.stones[self.board.named[text]] = self.mover
        self.placed += 1
        own = self.of(self.mover)
        won = [sum(2 * len(line & own) > len(line) for line in lines) * 2 > len(lines) for lines in self.ways]
        if sum(won) >= 2:
            self.outcome = self.mover
        if self.placed == (1 if self.turn == 1 else 2):
            self.placed = 0
            self.end_turn()


class Konobi(Rules):
    """Weak joints only where there could be no strong ones; no crosscuts."""

    shape = staticmethod(square8)
    players = ("Black", "White")
    goals = {"Black": TOP_AND_BOTTOM, "White": LEFT_AND_RIGHT}  # noqa: RUF012
    stuck_pass = True

    def beside(self, cell: Cell) -> Cells:
        return self.board.cells & {beyond(cell, step) for step in ROOK}

    def weak(self, cell: Cell) -> Cells:
        own = self.of(self.mover)
        touched = own & {beyond(cell, step) for step in BISHOP}
        return frozenset(other for other in touched if not self.beside(cell) & self.beside(other) & own)

    def allowed(self, cell: Cell) -> bool:
        return not any(self.crosses(cell, other) or self.has_better(other) for other in self.weak(cell))

    def crosses(self, cell: Cell, other: Cell) -> bool:
        return self.beside(cell) & self.beside(other) <= self.of(self.opponent)

    def has_better(self, other: Cell) -> bool:
        """Whether a stone beside another could be joined weakly to none."""
        return any(not self.weak(cell) for cell in self.beside(other) & self.empty)


class Othello(Rules):
    """Discs in line between two of the other colour are turned."""

    shape = staticmethod(square8)
    players = ("Black", "White")
    stuck_pass = True

    def __init__(self, size: int) -> None:
        super().__init__(size)
        low, high = size // 2 - 1, size // 2
        self.stones |= {(high, low): "Black", (low, high): "Black", (low, low): "White", (high, high): "White"}

    def turned(self, cell: Cell) -> set[Cell]:
        found: set[Cell] = set()
        for way in ROOK + BISHOP:
            line: list[Cell] = []
            here = beyond(cell, way)
            while self.stones.get(here) == self.opponent:
                line.append(here)
                here = beyond(here, way)
            if self.stones.get(here) == self.mover:
                found.update(line)
        return found

    def allowed(self, cell: Cell) -> bool:
        return bool(self.turned(cell))

    def put(self, text: str) -> None:
        cell = self.board.named[text]
        self.stones |= dict.fromkeys((cell, *self.turned(cell)), self.mover)
        self.compare(not self.empty)
        self.end_turn()

    def passed(self) -> None:
        self.compare(self.passes == 2)
        self.end_turn()

    def compare(self, is_over: bool) -> None:
        if is_over:
            black, white = (len(self.of(player)) for player in self.players)
            self.outcome = DRAW if black == white else "Black" if black > white else "White"


class Omega(Rules):
    """A stone for everybody; the sizes of groups are multiplied."""

    shape = staticmethod(hexagon)

    def __init__(self, size: int, seats: int) -> None:
        self.players = ("White", "Black", "Red", "Blue")[:seats]  # type: ignore[misc]
        super().__init__(size)
        self.placed = 0

    def score(self, player: str) -> tuple[int, int]:
        return prod(map(len, self.board.groups(self.of(player)))), self.players.index(player)

    def moves(self) -> set[str]:
        return {f"{self.players[self.placed]}@{name}" for name in self.named(self.empty)}

    def put(self, text: str) -> None:
        seats = len(self.players)
        self.stones[self.board.named[text.rpartition("@")[2]]] = self.players[self.placed]
        self.placed += 1
        if self.placed < seats:
            return
        if self.turn % seats == 0 and len(self.empty) < seats * seats:
            self.outcome = max(self.players, key=self.score)
        self.placed = 0
        self.mover = self.players[self.turn % seats]
        self.turn += 1


class Blooms(Rules):
    """Two colours each; blooms without an empty cell beside them are captured."""

    shape = staticmethod(hexagon)
    players = ("First", "Second")
    kinds = ("dark", "light")

    def __init__(self, size: int, goal: int) -> None:
        super().__init__(size)
        self.goal, self.used = goal, ""
        self.colours: dict[Cell, str] = {}
        self.taken = dict.fromkeys(self.players, 0)

    def pieces(self) -> dict[str, dict[str, set[str]]]:
        return {
            player: {kind: self.named(self.coloured(player, kind)) for kind in self.kinds} for player in self.players
        }

    def coloured(self, player: str, kind: str) -> Cells:
        return frozenset(cell for cell in self.of(player) if self.colours[cell] == kind)

    def moves(self) -> set[str]:
        names = self.named(self.empty)
        stones = {
            name if kind == "dark" else f"light@{name}" for kind in self.kinds if kind != self.used for name in names
        }
        return stones | ({"stop"} if self.used and stones else set())

    def put(self, text: str) -> None:
        if text != "stop":
            kind, _, name = text.rpartition("@")
            cell = self.board.named[name]
            self.stones[cell], self.colours[cell] = self.mover, kind or "dark"
        if text != "stop" and not self.used and self.turn > 1 and self.empty:
            self.used = self.colours[cell]
            return
        self.used = ""
        blooms = (bloom for kind in self.kinds for bloom in self.board.groups(self.coloured(self.opponent, kind)))
        fenced = [bloom for bloom in blooms if not frozenset().union(*map(self.board.around, bloom)) & self.empty]
        for cell in frozenset().union(*fenced):
            del self.stones[cell], self.colours[cell]
            self.taken[self.mover] += 1
        if self.taken[self.mover] >= self.goal:
            self.outcome = self.mover
        self.end_turn()


class Flume(Rules):
    """A stone beside three others is not the last of its turn; most stones win."""

    @staticmethod
    def shape(size: int) -> Board:
        return square(size + 2)

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.stones = dict.fromkeys(self.board.perimeter, "neutral")
        self.middle = (size + 1) // 2, (size + 1) // 2

    def pieces(self) -> dict[str, dict[str, set[str]]]:
        return super().pieces() | {"neutral": {"stone": self.named(self.of("neutral"))}}

    def allowed(self, cell: Cell) -> bool:
        return bool(self.of("Red")) or cell != self.middle

    def put(self, text: str) -> None:
        cell = self.board.named[text]
        self.stones[cell] = self.mover
        if not self.empty:
            self.outcome = max(self.players, key=lambda player: len(self.of(player)))
        elif len(self.board.around(cell) & self.stones.keys()) <= 2:
            self.end_turn()


class Squava(Yavalath):
    """Yavalath on squares."""

    shape = staticmethod(square8)
    ways = ROOK + BISHOP


class Connect6(Yavalath):
    """Many in a row, with two stones a turn."""

    shape = staticmethod(square8)
    players = ("Black", "White")
    ways = ROOK + BISHOP

    def __init__(self, size: int, row_of: int) -> None:
        super().__init__(size)
        self.row_of, self.placed = row_of, 0

    def put(self, text: str) -> None:
        self.stones[self.board.named[text]] = self.mover
        self.placed += 1
        if self.longest() >= self.row_of:
            self.outcome = self.mover
        elif not self.empty:
            self.outcome = DRAW
        if self.placed == (1 if self.turn == 1 else 2):
            self.placed = 0
            self.end_turn()


GAMES: dict[str, type[Rules]] = {
    "odd": Odd,
    "product": Product,
    "yodd": Yodd,
    "xodd": Xodd,
    "majorities": Majorities,
    "konobi": Konobi,
    "othello": Othello,
    "omega": Omega,
    "blooms": Blooms,
    "flume": Flume,
    "squava": Squava,
    "connect6": Connect6,
}
