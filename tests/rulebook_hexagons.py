"""The rules of more games on hexagonal grids, like those in `rulebook.py`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from rulebook import DRAW, HEX, Board, Cell, Cells, MasterY, Rules, beyond, farthest, hexagon, rhombus, triangle


def half_hexagon(size: int) -> Board:
    """A hexagon whose sides have `size` and `size + 1` cells in turn; its three sides are a long and a short one."""
    around = range(2 * size)
    cells = [(q, r) for q in around for r in around if size - 1 <= q + r <= 3 * size - 2]
    ways = [(0, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1)]
    six = [farthest(cells, way) for way in ways]
    return Board(frozenset(cells), HEX, tuple(six[side] | six[side + 1] for side in (0, 2, 4)))


def paired_hexagon(size: int) -> Board:
    """A hexagon whose six sides are taken two by two."""
    six = hexagon(size).sides
    return Board(hexagon(size).cells, HEX, tuple(six[side] | six[side + 1] for side in (0, 2, 4)))


class RandomTurnHex(Rules):
    """Hex by the tosses of a coin, each of them a move of nobody's."""

    waits = False

    def toss(self, decider: str) -> None:
        self.mover = decider

    @property
    def deciders(self) -> tuple[str, ...]:
        return () if self.waits else super().deciders

    def moves(self) -> set[str]:
        return {f"who={player}" for player in self.players} if self.waits else super().moves()

    def put(self, text: str) -> None:
        if self.waits:
            self.mover = text.removeprefix("who=")
        else:
            self.stones[self.board.named[text]] = self.mover
            self.judge()
        self.waits = not self.waits


class EsaHex(MasterY):
    """Hex with one stone in the first turn and two in every later one."""

    shape = staticmethod(Rules.shape)
    goals: ClassVar = Rules.goals

    def __init__(self, size: int, pie: bool = False) -> None:
        super().__init__(size)
        self.pie = pie

    def legal(self) -> set[str]:
        """A swap is the first thing in a turn or nothing."""
        return super().legal() - ({"swap"} if self.to_put == 1 else set())


def diagonal_rhombus(size: int) -> Board:
    """A rhombus of cells, each next to those a diagonal step away."""
    steps = [(1, 1), (2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2)]
    return Board(rhombus(size).cells, tuple(steps), rhombus(size).sides)


class DiagonalHex(Rules):
    """Hex with chains of diagonal steps."""

    shape = staticmethod(diagonal_rhombus)


class MisereHex(Rules):
    """Hex, but a chain between one's own sides loses."""

    def judge(self) -> None:
        if self.won(self.mover):
            self.outcome = self.opponent


class ObstacleHex(Rules):
    """Hex with cells that nobody can use."""

    def __init__(self, size: int, obstacles: int, pie: bool) -> None:
        super().__init__(size, pie)
        self.most = obstacles

    def begin(self, pieces: Mapping[str, Mapping[str, Iterable[str]]]) -> None:
        self.stones = {self.board.named[name]: "neutral" for name in pieces["neutral"]["stone"]}
        assert 1 <= len(self.stones) <= self.most

    def pieces(self) -> dict[str, dict[str, set[str]]]:
        return super().pieces() | {"neutral": {"stone": self.named(self.of("neutral"))}}


class YOnHexagon(Rules):
    """A Y between three pairs of sides."""

    shape = staticmethod(paired_hexagon)
    goals: ClassVar = MasterY.goals


class BipartisanY(Rules):
    """A stone of one's own, then one of the other's; a Y belongs to whose stones it is made of."""

    shape = staticmethod(half_hexagon)
    goals: ClassVar = MasterY.goals

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.colour = self.mover

    def moves(self) -> set[str]:
        names = super().moves()
        return names if self.colour == self.mover else {f"{self.colour}@{name}" for name in names}

    def put(self, text: str) -> None:
        self.stones[self.board.named[text.rpartition("@")[2]]] = self.colour
        if self.won(self.colour):
            self.outcome = self.colour
        if self.colour == self.mover:
            self.colour = self.opponent
        else:
            self.end_turn()
            self.colour = self.mover


class DefectorY(Rules):
    """Stones of the other's that stand among too many of theirs come over, before a stone is put down."""

    shape = staticmethod(half_hexagon)
    goals: ClassVar = MasterY.goals

    def __init__(self, size: int, stones: int = 1) -> None:
        super().__init__(size)
        self.early = stones == 2
        """Whether later turns begin with a stone."""
        self.begins = False
        """Whether it is still to come in this turn."""

    def moves(self) -> set[str]:
        return self.named(set() if self.begins else self.crowded(self.opponent, self.mover)) or self.named(self.empty)

    def crowded(self, colour: str, other: str) -> Cells:
        """The stones of a colour that have more neighbours of this colour than of the other."""
        ones, others = self.of(colour), self.of(other)
        return frozenset(
            cell for cell in ones if len(self.board.around(cell) & ones) > len(self.board.around(cell) & others)
        )

    def put(self, text: str) -> None:
        cell = self.board.named[text]
        goes_on = cell in self.stones or self.begins
        self.begins = False
        self.stones[cell] = self.mover
        self.judge()
        if not goes_on:
            self.end_turn()

    def begin_turn(self) -> None:
        super().begin_turn()
        self.begins = self.early


class DoubleAgentY(DefectorY):
    """All stones among too many of their own kind change sides, after each stone; a Y must outlive a turn."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.to_put = 1

    def moves(self) -> set[str]:
        return self.named(self.turncoats()) or self.named(self.empty)

    def turncoats(self) -> Cells:
        return self.crowded(self.mover, self.opponent) | self.crowded(self.opponent, self.mover)

    def put(self, text: str) -> None:
        cell = self.board.named[text]
        self.to_put -= cell not in self.stones
        other = {None: self.mover, self.mover: self.opponent, self.opponent: self.mover}
        self.stones[cell] = other[self.stones.get(cell)]
        if not self.turncoats() and (not self.to_put or not self.empty):
            self.end_turn()

    def begin_turn(self) -> None:
        super().begin_turn()
        self.to_put = 2
        self.judge()
        if not self.outcome and not self.empty:
            self.outcome = self.opponent


class Gyre(Rules):
    """A group whose removal leaves no part of the board with most of the perimeter and the centre."""

    shape = staticmethod(hexagon)

    def won(self, player: str) -> bool:
        return any(map(self.decides, self.board.groups(self.of(player))))

    def decides(self, group: Cells) -> bool:
        counting = self.board.perimeter | {(0, 0)}
        return all(2 * len(part & counting) <= len(counting) for part in self.board.groups(self.board.cells - group))


class Star(Rules):
    """A group is worth the cells of the border that it touches, less two, if these are at least three."""

    players = ("Black", "White")

    @staticmethod
    def shape(size: int) -> Board:
        return half_hexagon(size + 1)

    def __init__(self, size: int, pie: bool) -> None:
        super().__init__(size, pie)
        self.stones = dict.fromkeys(self.board.perimeter, "neutral")

    def pieces(self) -> dict[str, dict[str, set[str]]]:
        return super().pieces() | {"neutral": {"stone": self.named(self.board.perimeter)}}

    def legal(self) -> set[str]:
        """A pass is not taken over."""
        return super().legal() - ({"swap"} if self.passes else set())

    def moves(self) -> set[str]:
        return super().moves() | {"pass"}

    def passed(self) -> None:
        if self.passes == 2:
            self.count()
        self.end_turn()

    def judge(self) -> None:
        if not self.empty:
            self.count()

    def count(self) -> None:
        black, white = map(self.points, self.players)
        self.outcome = DRAW if black == white else "Black" if black > white else "White"

    def points(self, player: str) -> int:
        points = 0
        for group in self.board.groups(self.of(player)):
            touched = {near for cell in group for near in self.board.around(cell)} & self.board.perimeter
            points += len(touched) - 2 if len(touched) > 2 else 0
        return points


class Trike(Rules):
    """A pawn goes straight ahead and leaves a stone wherever it lands; the stones around count once it is trapped."""

    shape = staticmethod(triangle)
    players = ("Black", "White")

    def __init__(self, size: int, pie: bool) -> None:
        super().__init__(size, pie)
        self.pawn: Cell | None = None

    def moves(self) -> set[str]:
        if self.pawn is None:
            return self.named(self.empty)
        found = set()
        for way in HEX:
            cell = beyond(self.pawn, way)
            while cell in self.empty:
                found.add(cell)
                cell = beyond(cell, way)
        return self.named(found)

    def put(self, text: str) -> None:
        self.pawn = self.board.named[text]
        self.stones[self.pawn] = self.mover
        near = self.board.around(self.pawn)
        if not near & self.empty:
            here = [self.stones[cell] for cell in (self.pawn, *near)]
            black, white = map(here.count, self.players)
            self.outcome = DRAW if black == white else "Black" if black > white else "White"
        self.end_turn()


class Yavalath(Rules):
    """Four in a row win, three in a row lose."""

    shape = staticmethod(hexagon)
    players = ("White", "Black")
    ways: ClassVar[tuple[Cell, ...]] = HEX

    def longest(self) -> int:
        """The mover's longest row."""
        own, best = self.of(self.mover), 0
        for start in own:
            for way in self.ways:
                length, cell = 0, start
                while cell in own:
                    length, cell = length + 1, beyond(cell, way)
                best = max(best, length)
        return best

    def judge(self) -> None:
        if self.longest() >= 4:
            self.outcome = self.mover
        elif self.longest() == 3:
            self.outcome = self.opponent
        elif not self.empty:
            self.outcome = DRAW


class YavalathForThree(Yavalath):
    """Three in a row are out; whoever can win must, and else must keep the next player from winning."""

    players = ("White", "Black", "Red")

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.out: set[str] = set()

    @property
    def opponent(self) -> str:
        """The next player who is not out."""
        place = self.players.index(self.mover)
        return next(each for each in (*self.players[place + 1 :], *self.players[:place]) if each not in self.out)

    def winning(self, player: str) -> set[str]:
        """The cells on which a stone makes a row of four."""
        own, found = self.of(player), set()
        for cell in self.empty:
            for way in HEX[:3]:
                length = 1
                for step in (way, (-way[0], -way[1])):
                    near = beyond(cell, step)
                    while near in own:
                        length, near = length + 1, beyond(near, step)
                if length >= 4:
                    found.add(cell)
        return self.named(found)

    def moves(self) -> set[str]:
        mine, theirs = self.winning(self.mover), self.winning(self.opponent)
        return mine or (theirs if len(theirs) == 1 else self.named(self.empty))

    def judge(self) -> None:
        if self.longest() >= 4:
            self.outcome = self.mover
            return
        if self.longest() == 3:
            self.out.add(self.mover)
            left = [player for player in self.players if player not in self.out]
            if len(left) == 1:
                self.outcome = left[0]
                return
        if not self.empty:
            self.outcome = DRAW

    def end_turn(self) -> None:
        if not self.outcome:
            super().end_turn()


class Pentalath(Yavalath):
    """Five in a row win; groups without an empty cell beside them are taken off, and nobody makes one of their own."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.seen = [dict(self.stones)]

    def after(self, cell: Cell) -> dict[Cell, str]:
        """The stones once the mover has put one on a cell and captured what that surrounds."""
        stones = self.stones | {cell: self.mover}
        theirs = frozenset(each for each, owner in stones.items() if owner == self.opponent)
        for group in self.board.groups(theirs):
            if all(near in stones for each in group for near in self.board.around(each)):
                stones = {each: owner for each, owner in stones.items() if each not in group}
        return stones

    def allowed(self, cell: Cell) -> bool:
        stones = self.after(cell)
        own = frozenset(each for each, owner in stones.items() if owner == self.mover)
        return any(near not in stones for each in self.board.group(cell, own) for near in self.board.around(each))

    def put(self, text: str) -> None:
        self.stones = self.after(self.board.named[text])
        if self.longest() >= 5:
            self.outcome = self.mover
        elif self.stones in self.seen:
            self.outcome = DRAW
        self.seen.append(self.stones)
        self.end_turn()


GAMES: dict[str, type[Rules]] = {
    "random_turn_hex": RandomTurnHex,
    "esa_hex": EsaHex,
    "diagonal_hex": DiagonalHex,
    "misere_hex": MisereHex,
    "obstacle_hex": ObstacleHex,
    "y_hex": YOnHexagon,
    "bipartisan_y": BipartisanY,
    "defector_y": DefectorY,
    "double_agent_y": DoubleAgentY,
    "gyre": Gyre,
    "star": Star,
    "trike": Trike,
    "yavalath": Yavalath,
    "yavalath_for_three": YavalathForThree,
    "pentalath": Pentalath,
}
