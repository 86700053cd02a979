"""The rules of Twixt and Fractal, in plain Python, as `rulebook.py`."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from rulebook import HEX, Board, Cell, Cells, Rules, beyond

Tie = tuple[Cell, Cell]
"""The ends of a link, in order."""


def crosses(one: Tie, other: Tie) -> bool:
    """Whether two links meet in a point that is no end, found by Cramer's rule."""
    (px, py), (qx, qy) = one
    (rx, ry), (sx, sy) = other
    ax, ay, bx, by = qx - px, qy - py, rx - sx, ry - sy
    whole = ax * by - ay * bx
    if whole == 0:  # parallel links a knight's move long have no inner point in common, or are the same
        return one == other
    first, second = (rx - px) * by - (ry - py) * bx, ax * (ry - py) - ay * (rx - px)
    return 0 < first / whole < 1 and 0 < second / whole < 1


class Twixt(Rules):
    """Pegs and links: all that are possible at once, or as one likes, which then never cross."""

    by_hand_at_most: ClassVar[int] = 20

    def __init__(self, size: int, links: str, pie: bool) -> None:
        super().__init__(size, pie)
        self.by_hand = links == "by_hand"
        self.left = 0
        self.ties: dict[Tie, str] = {}

    @staticmethod
    def shape(size: int) -> Board:
        rim, span = (0, size - 1), range(size)
        cells = frozenset((x, y) for x in span for y in span if x not in rim or y not in rim)
        sides = [frozenset(cell for cell in cells if cell[axis] == end) for axis in (1, 0) for end in rim]
        return Board(cells, (), (sides[0], sides[3], sides[1], sides[2]))

    def spans(self) -> set[Tie]:
        """The links that the mover's pegs allow, without those that are there."""
        pegs = sorted(self.of(self.mover))
        pairs = ((a, b) for a in pegs for b in pegs if a < b and {b[0] - a[0], abs(b[1] - a[1])} == {1, 2})
        return {pair for pair in pairs if pair not in self.ties}

    def called(self, tie: Tie) -> str:
        return "_".join(self.board.names[end] for end in tie)

    def pieces(self) -> dict[str, dict[str, set[str]]]:
        ties = {player: {self.called(tie) for tie, owner in self.ties.items() if owner == player}
                for player in self.players}  # fmt: skip
        return {player: {"peg": self.named(self.of(player)), "tie": ties[player]} for player in self.players}

    def legal(self) -> set[str]:
        return self.moves() if self.left else super().legal()

    def moves(self) -> set[str]:
        if self.outcome:
            return set()
        if not self.left:
            theirs = [side for player, sides in self.goals.items() if player != self.mover for side in sides]
            return self.named(self.empty.difference(*(self.board.sides[side] for side in theirs)))
        new = {tie for tie in self.spans() if not any(crosses(tie, other) for other in self.ties)}
        own = {tie for tie, owner in self.ties.items() if owner == self.mover}
        return {f"tie@{self.called(tie)}" for tie in new - own} | {f"l {self.called(tie)}" for tie in own} | {"stop"}

    def put(self, text: str) -> None:
        if text == "stop":
            self.finish()
            return
        if not self.left:
            peg = self.board.named[text]
            self.stones[peg] = self.mover
            enemy = [tie for tie, owner in self.ties.items() if owner != self.mover]
            new = [tie for tie in self.spans() if peg in tie and not any(crosses(tie, other) for other in enemy)]
            self.ties |= dict.fromkeys(() if self.by_hand else new, self.mover)
            self.left = self.by_hand_at_most * self.by_hand
        else:
            one, other = (self.board.named[name] for name in text.removeprefix("tie@").removeprefix("l ").split("_"))
            if self.ties.pop((one, other), None) is None:
                self.ties[one, other] = self.mover
            self.left -= 1
        self.judge()
        if not self.outcome and not self.left:
            self.finish()

    def finish(self) -> None:
        self.left = 0
        self.end_turn()

    def won(self, player: str) -> bool:
        start, end = (self.board.sides[side] for side in self.goals[player])
        reached = set(start & self.of(player))
        ties = [tie for tie, owner in self.ties.items() if owner == player]
        while new := {b for tie in ties for a, b in (tie, tie[::-1]) if a in reached} - reached:
            reached |= new
        return bool(reached & end)


class FractalBoard(Board):
    """Cells at the points where they are drawn, with the neighbours that are given."""

    links: ClassVar[dict[Cells, dict[Cell, Cells]]] = {}

    @cached_property
    def names(self) -> dict[Cell, str]:
        across, down = (sorted({cell[axis] for cell in self.cells}) for axis in (0, 1))
        letters = [chr(97 + n) if n < 26 else "a" + chr(97 + n - 26) for n in range(len(across))]
        return {(x, y): f"{letters[across.index(x)]}{down.index(y) + 1}" for x, y in self.cells}

    @property
    def neighbours(self) -> dict[Cell, Cells]:  # type: ignore[override]
        return self.links[self.cells]


def times(number: int, step: Cell) -> Cell:
    return number * step[0], number * step[1]


def drawn(cell: Cell, scale: int) -> Cell:
    return 15 * scale * (2 * cell[0] + cell[1]), 26 * scale * cell[1]


class Fractal(Rules):
    """Rings of twelve cells, each around a body of 73 that are a third as wide, in the middle of which is the next."""

    @staticmethod
    def shape(depth: int) -> Board:
        found: dict[Cell, set[Cell]] = {}
        outer = walk(2)
        for i, cell in enumerate(outer):
            join(found, drawn(cell, 3**depth), drawn(outer[i - 1], 3**depth))
        rim = [drawn(cell, 3**depth) for cell in outer]
        for level in range(depth - 1, -1, -1):
            scale = 3**level
            shore = coast()
            body = {cell for cell in disc(4) if level == 0 or cell not in disc(1)} | set(shore)
            for cell in body:
                for step in HEX:
                    if beyond(cell, step) in body:
                        join(found, drawn(cell, scale), drawn(beyond(cell, step), scale))
            for i, cell in enumerate(rim):  # corners of the rim have three cells of the shore, its other cells five
                first, number = (3 * i - 1, 3) if i % 2 == 0 else (3 * i - 2, 5)
                for k in range(number):
                    join(found, cell, drawn(shore[(first + k) % 36], scale))
            rim = [drawn(cell, scale) for cell in walk(2)]
        board = FractalBoard(frozenset(found), (), sides_of([drawn(cell, 3**depth) for cell in outer]))
        FractalBoard.links[board.cells] = {cell: frozenset(near) for cell, near in found.items()}
        return board


def sides_of(rim: list[Cell]) -> tuple[Cells, ...]:
    """Clockwise from the top left: from the leftmost to the topmost, and so on."""
    left = rim.index(min(rim))
    turned = [*rim[left:], *rim[:left]]
    assert len(turned) == 12
    return tuple(frozenset((turned * 2)[3 * n : 3 * n + 4]) for n in range(4))


def disc(radius: int) -> set[Cell]:
    span = range(-radius, radius + 1)
    return {(q, r) for q in span for r in span if abs(q + r) <= radius}


def walk(radius: int) -> list[Cell]:
    """The cells so far from the middle, from a corner on, clockwise."""
    found, here = [], times(radius, HEX[4])
    for step in HEX:
        for _ in range(radius):
            found.append(here)
            here = beyond(here, step)
    return found


def coast() -> list[Cell]:
    """The outermost cells of a body: for each side its corner, a cell in front of it, the next three, another one."""
    near, far, found = walk(4), walk(5), []
    for side in range(6):
        a, b = 4 * side, 5 * side
        found += [near[a], far[b + 1], *near[a + 1 : a + 4], far[b + 4]]
    return found


def join(found: dict[Cell, set[Cell]], one: Cell, other: Cell) -> None:
    found.setdefault(one, set()).add(other)
    found.setdefault(other, set()).add(one)


GAMES: dict[str, type[Rules]] = {"twixt": Twixt, "fractal": Fractal}
