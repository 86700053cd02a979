"""The rules of games on square grids, like those in `rulebook.py`."""

from __future__ import annotations

from itertools import product
from typing import ClassVar

from rulebook import (
    BISHOP,
    DRAW,
    LEFT_AND_RIGHT,
    ROOK,
    TOP_AND_BOTTOM,
    Board,
    Cell,
    Cells,
    Rules,
    beyond,
    held,
    outlined,
    square,
    square8,
)  # fmt: skip


class Abak(Rules):
    """From the middle to a corner; a stone with too many neighbours goes, and then whoever that leaves alone."""

    shape = staticmethod(square8)

    def __init__(self, size: int, limit: int) -> None:
        super().__init__(size)
        self.limit = limit
        self.centre = (size // 2, size // 2)
        self.middle = self.board.around(self.centre)
        self.corners = {(q, r) for q, r in self.board.cells if {q, r} <= {0, 1, size - 2, size - 1}}

    def moves(self) -> set[str]:
        if self.turn <= 2:
            return self.named(self.middle & self.empty)
        return self.named(cell for cell in self.empty - {self.centre} if self.neighbours(cell)) or {"pass"}

    def neighbours(self, cell: Cell) -> int:
        return len(self.board.around(cell) & self.stones.keys())

    def put(self, text: str) -> None:
        self.stones[self.board.named[text]] = self.mover
        if self.turn > 2:
            crowded = [cell for cell in self.stones if self.neighbours(cell) >= self.limit]
            for cell in crowded:
                del self.stones[cell]
            beside = frozenset().union(*map(self.board.around, crowded))
            for cell in [each for each in self.stones if each in beside and not self.neighbours(each)]:
                del self.stones[cell]
        for player in (self.mover, self.opponent):
            if not self.outcome and self.won(player):
                self.outcome = player
        self.end_turn()

    def won(self, player: str) -> bool:
        return any(group & self.middle and group & self.corners for group in self.board.groups(self.of(player)))

    def begin_turn(self) -> None:
        super().begin_turn()
        if not self.outcome and self.turn > len(self.board.cells):
            self.outcome = DRAW


class Oust(Rules):
    """Capture all; a stone that joins others must make a group larger than those it touches, and captures them."""

    shape = staticmethod(square)
    stuck_pass = True
    two_passes_draw = True

    def allowed(self, cell: Cell) -> bool:
        group = self.board.group(cell, self.of(self.mover) | {cell})
        touched = self.touched(group)
        return len(group) == 1 or (bool(touched) and all(len(other) < len(group) for other in touched))

    def touched(self, group: Cells) -> list[Cells]:
        """The opponent's groups next to a group."""
        return [
            other
            for other in self.board.groups(self.of(self.opponent))
            if any(self.board.around(cell) & other for cell in group)
        ]

    def put(self, text: str) -> None:
        cell = self.board.named[text]
        self.stones[cell] = self.mover
        group = self.board.group(cell, self.of(self.mover))
        if len(group) == 1:
            self.end_turn()
            return
        for captured in frozenset().union(*self.touched(group)):
            del self.stones[captured]
        if not self.of(self.opponent):
            self.outcome = self.mover


class Redstone(Rules):
    """Own stones that leave every group an empty cell beside it; red ones that do not, and take off such groups."""

    shape = staticmethod(square)
    players = ("Black", "White")
    two_passes_draw = True

    def pieces(self) -> dict[str, dict[str, set[str]]]:
        red = self.named(self.of("neutral"))
        return super().pieces() | ({"neutral": {"stone": red}} if red else {})

    def moves(self) -> set[str]:
        own = self.named(cell for cell in self.empty if not self.bounded(cell, self.mover))
        red = self.named(cell for cell in self.empty if self.bounded(cell, "neutral"))
        return own | {f"neutral@{name}" for name in red} or {"pass"}

    def bounded(self, cell: Cell, owner: str) -> list[Cells]:
        """The groups that a stone would leave without an empty cell next to them."""
        stones = self.stones | {cell: owner}
        return [
            group
            for player in self.players
            for group in self.board.groups(held(stones, player))
            if not any(self.board.around(each) - stones.keys() for each in group)
        ]

    def put(self, text: str) -> None:
        cell = self.board.named[text.removeprefix("neutral@")]
        owner = "neutral" if "@" in text else self.mover
        gone = frozenset().union(*self.bounded(cell, owner))
        self.stones = {each: who for each, who in (self.stones | {cell: owner}).items() if each not in gone}
        for winner, loser in ((self.mover, self.opponent), (self.opponent, self.mover)):
            if gone and not self.outcome and not self.of(loser):
                self.outcome = winner
        self.end_turn()


class Minefield(Rules):
    """No stone may make a hard corner or a switch."""

    shape = staticmethod(square)
    stuck_pass = True
    two_passes_draw = True

    def allowed(self, cell: Cell) -> bool:
        self.stones[cell] = self.mover
        mined = any(self.hard_corner(cell, beyond(cell, step)) for step in BISHOP) or any(
            self.switch(cell, far) for far in self.board.cells
        )
        del self.stones[cell]
        return not mined

    def hard_corner(self, cell: Cell, opposite: Cell) -> bool:
        """Two by two cells with three stones, of which those on a diagonal are alike and the third is not."""
        if opposite not in self.board.cells:
            return False
        one, two, three, four = (self.stones.get(each) for each in area(cell, opposite))
        for pair, others in (((one, four), (two, three)), ((two, three), (one, four))):
            if pair[0] and pair[0] == pair[1] and None in others and set(others) - {None, pair[0]}:
                return True
        return False

    def switch(self, cell: Cell, opposite: Cell) -> bool:
        """Two by three or two by four cells with nothing but four stones in the corners, alike across."""
        across, down = abs(cell[0] - opposite[0]), abs(cell[1] - opposite[1])
        if sorted((across, down)) not in ([1, 2], [1, 3]):
            return False
        held = [(each, self.stones[each]) for each in area(cell, opposite) if each in self.stones]
        corners = {cell, opposite, (cell[0], opposite[1]), (opposite[0], cell[1])}
        return (
            {each for each, _ in held} == corners
            and self.stones[cell] == self.stones[opposite]
            and self.stones[cell[0], opposite[1]] == self.stones[opposite[0], cell[1]] != self.stones[cell]
        )


class Ayu(Rules):
    """A stone goes to an empty cell next to its unit, which stays whole and comes nearer to another; stuck wins."""

    shape = staticmethod(square)
    players = ("Black", "White")

    def __init__(self, size: int, pie: bool = False) -> None:
        super().__init__(size, pie)
        for q, r in self.board.cells:
            if (q + r) % 2:
                self.stones[q, r] = "Black" if q % 2 else "White"
        self.seen = [dict(self.stones)]

    def moves(self) -> set[str]:
        own, found = self.of(self.mover), set[str]()
        for stone in own:
            unit = self.board.group(stone, own)
            far = self.distance(unit, own - unit)
            beside = frozenset().union(*map(self.board.around, unit)) & self.empty
            for cell in beside:
                after = own - {stone} | {cell}
                whole = unit - {stone} <= self.board.group(cell, after)
                near = self.distance(frozenset({cell}), own - unit)
                if whole and near is not None and (far is None or near < far):
                    found.add(f"{self.board.names[stone]}-{self.board.names[cell]}")
        return found

    def distance(self, one: Cells, other: Cells) -> int | None:
        """The least number of steps over empty cells; None where there is no way."""
        reached, edge, steps = one, one, 0
        while edge:
            steps += 1
            beside = frozenset().union(*map(self.board.around, edge)) - reached
            if beside & other:
                return steps
            edge = beside & self.empty
            reached |= edge
        return None

    def put(self, text: str) -> None:
        stone, cell = (self.board.named[name] for name in text.split("-"))
        del self.stones[stone]
        self.stones[cell] = self.mover
        if self.stones in self.seen:
            self.outcome = DRAW
        self.seen.append(dict(self.stones))
        self.end_turn()

    def begin_turn(self) -> None:
        super().begin_turn()
        if not self.outcome and not self.moves():
            self.outcome = self.mover


def area(one: Cell, other: Cell) -> list[Cell]:
    """The cells between two corners, row by row."""
    (left, right), (top, bottom) = sorted((one[0], other[0])), sorted((one[1], other[1]))
    return [(q, r) for r, q in product(range(top, bottom + 1), range(left, right + 1))]


class Slither(Rules):
    """A stone may slide before one is put down; then no two of one's stones meet at a bare corner."""

    shape = staticmethod(square)
    players = ("Black", "White")
    goals: ClassVar = {"Black": TOP_AND_BOTTOM, "White": LEFT_AND_RIGHT}
    stuck_pass = True
    two_passes_draw = True

    def __init__(self, size: int, pie: bool = False, advanced: bool = False) -> None:
        super().__init__(size, pie)
        self.advanced = advanced
        self.has_slid = False

    def is_sound(self, own: Cells) -> bool:
        return not any(
            beyond(cell, (q, r)) in own and own.isdisjoint({beyond(cell, (q, 0)), beyond(cell, (0, r))})
            for cell in own
            for q, r in BISHOP
        )

    def places(self, own: Cells, empty: Cells) -> Cells:
        return frozenset(cell for cell in empty if self.is_sound(own | {cell}))

    def may_slide(self, cell: Cell) -> bool:
        around = self.board.group(cell, self.board.cells - self.empty)
        return not self.advanced or bool(around & self.of(self.opponent))

    def moves(self) -> set[str]:
        own, names = self.of(self.mover), self.board.names
        found = self.named(self.places(own, self.empty))
        if self.has_slid:
            return found
        for start in filter(self.may_slide, own):
            for end in {beyond(start, step) for step in ROOK + BISHOP} & self.empty:
                if self.places(own - {start} | {end}, self.empty - {end} | {start}):
                    found.add(f"{names[start]}-{names[end]}")
        return found or {"pass"}

    def legal(self) -> set[str]:
        return super().legal() - ({"swap"} if self.has_slid else set())

    def put(self, text: str) -> None:
        if "-" in text:
            start, end = (self.board.named[name] for name in text.split("-"))
            self.stones[end] = self.stones.pop(start)
            self.has_slid = True
        else:
            self.has_slid = False
            super().put(text)


class Phutball(Rules):
    """A man put down, or the ball led over lines of men, which are taken off; it counts where it stops."""

    @staticmethod
    def shape(size: int) -> Board:
        """The field, with a row above and one below."""
        cells = product(range(size), range(size + 6))
        return outlined(cells, ROOK + BISHOP, [(0, -1), (1, 0), (0, 1), (-1, 0)])

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.length = size + 4
        self.ball = (size // 2, (self.length + 1) // 2)
        self.stones = {self.ball: "neutral"}
        self.jumping = False

    def pieces(self) -> dict[str, dict[str, set[str]]]:
        men = self.named(self.stones.keys() - {self.ball})
        nothing: dict[str, dict[str, set[str]]] = {player: {"man": set(), "ball": set()} for player in self.players}
        return nothing | {"neutral": {"man": men, "ball": self.named({self.ball})}}

    def jumps(self) -> dict[Cell, Cells]:
        """Where the ball may come down, and the men that it takes."""
        found = {}
        for way in ROOK + BISHOP:
            men, cell = [], beyond(self.ball, way)
            while cell in self.stones:
                men.append(cell)
                cell = beyond(cell, way)
            if men and cell in self.board.cells:
                found[cell] = frozenset(men)
        return found

    def moves(self) -> set[str]:
        names = self.board.names
        jumps = {f"{names[self.ball]}-{names[cell]}" for cell in self.jumps()}
        if self.jumping:
            return jumps | {"stop"}
        return jumps | {f"neutral@{names[q, r]}" for q, r in self.empty if 1 <= r <= self.length}

    def put(self, text: str) -> None:
        if "-" not in text:
            if text != "stop":
                self.stones[self.board.named[text.partition("@")[2]]] = "neutral"
            self.finish()
            return
        end = self.board.named[text.partition("-")[2]]
        for man in (self.ball, *self.jumps()[end]):
            del self.stones[man]
        self.ball = end
        self.stones[end] = "neutral"
        self.jumping = bool(self.jumps())
        if not self.jumping:
            self.finish()

    def finish(self) -> None:
        self.jumping = False
        row = self.ball[1]
        self.outcome = "Red" if row <= 1 else "Blue" if row >= self.length else None
        self.end_turn()


GAMES: dict[str, type[Rules]] = {
    "abak": Abak,
    "oust": Oust,
    "minefield": Minefield,
    "redstone": Redstone,
    "slither": Slither,
    "ayu": Ayu,
    "phutball": Phutball,
}
