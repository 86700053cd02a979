"""The rules of games in which groups are compared, in plain Python, as `rulebook.py`."""

from __future__ import annotations

from itertools import zip_longest

from rulebook import DRAW, HEX, Board, Cell, Cells, Rules, beyond, hexagon, square


def ranked(mine: list[int], theirs: list[int]) -> int:
    """1 if the first list is better from its largest number down, -1 if the second one is, else 0."""
    for a, b in zip_longest(sorted(mine, reverse=True), sorted(theirs, reverse=True), fillvalue=0):
        if a != b:
            return 1 if a > b else -1
    return 0


class Catchup(Rules):
    """Up to two stones a turn, or three after the other's largest group has caught up or gone ahead."""

    shape = staticmethod(hexagon)
    players = ("Black", "White")

    def __init__(self, size: int, level: bool = True) -> None:
        super().__init__(size)
        self.level = level
        self.largest = dict.fromkeys(self.players, 1)
        self.put_down, self.most = 0, 1

    def sizes(self, player: str) -> list[int]:
        return [len(group) for group in self.board.groups(self.of(player))]

    def moves(self) -> set[str]:
        return self.named(self.empty) | ({"stop"} if self.put_down else set())

    def put(self, text: str) -> None:
        if text == "stop":
            self.end_turn()
            return
        self.stones[self.board.named[text]] = self.mover
        self.put_down += 1
        if not self.empty:
            rank = ranked(self.sizes(self.mover), self.sizes(self.opponent))
            self.outcome = {1: self.mover, 0: DRAW, -1: self.opponent}[rank]
        elif self.put_down == self.most:
            self.end_turn()

    def end_turn(self) -> None:
        mine, theirs = (max([1, *self.sizes(player)]) for player in (self.mover, self.opponent))
        catches_up = mine > self.largest[self.mover] and (mine > theirs or (self.level and mine == theirs))
        self.largest[self.mover] = mine
        self.put_down, self.most = 0, 3 if catches_up else 2
        super().end_turn()


class SideStitch(Rules):
    """Groups are worth the borders they reach, runs of the perimeter that share their ends."""

    shape = staticmethod(hexagon)
    players = ("Black", "White")

    def __init__(self, size: int, borders: int, pie: bool = False) -> None:
        super().__init__(size, pie)
        around = perimeter(self.board)
        starts = [number * len(around) // borders for number in range(borders)]
        ends = [*starts[1:], len(around)]
        self.borders = [{*around[a:b], around[b % len(around)]} for a, b in zip(starts, ends, strict=True)]

    def worths(self, player: str) -> list[int]:
        groups = self.board.groups(self.of(player))
        return [worth for group in groups if (worth := sum(bool(group & border) for border in self.borders))]

    def legal(self) -> set[str]:
        return super().legal() - ({"swap"} if self.passes else set())

    def moves(self) -> set[str]:
        return self.named(self.empty) | {"pass"}

    def passed(self) -> None:
        if self.passes == 2:
            self.compare()
        else:
            self.end_turn()

    def judge(self) -> None:
        if not self.empty:
            self.compare()

    def compare(self) -> None:
        rank = ranked(self.worths(self.mover), self.worths(self.opponent))
        self.outcome = {1: self.mover, 0: DRAW, -1: self.opponent}[rank]


class Symple(Rules):
    """A new group, or one stone more for each group that there is; each group costs points."""

    shape = staticmethod(square)
    players = ("White", "Black")

    def __init__(self, size: int, penalty: int = 4) -> None:
        super().__init__(size)
        self.penalty = penalty
        self.begun = False
        """Whether anybody has grown groups."""
        self.bonus = False
        """Whether one more stone may be put anywhere now."""
        self.to_grow: set[Cells] = set()
        self.grown: set[Cells] = set()

    def moves(self) -> set[str]:
        if self.bonus:
            return self.named(self.empty) | {"stop"}
        return self.named(self.growths() if self.grown else self.empty)

    def growths(self) -> Cells:
        """Where a stone grows a group that has not grown yet, and none that has."""
        return frozenset(
            cell
            for cell in self.empty
            if any(self.board.around(cell) & group for group in self.to_grow)
            and not any(self.board.around(cell) & group for group in self.grown)
        )

    def put(self, text: str) -> None:
        if text == "stop":
            self.finish()
            return
        cell = self.board.named[text]
        if not self.grown:
            self.to_grow = self.board.groups(self.of(self.mover))
        touched = {group for group in self.to_grow if self.board.around(cell) & group}
        self.stones[cell] = self.mover
        if self.bonus or not touched:
            self.finish()
            return
        self.to_grow -= touched
        self.grown |= touched
        if not self.growths():
            self.bonus = not self.begun and self.mover == "Black" and bool(self.empty)
            self.begun = True
            if not self.bonus:
                self.finish()

    def finish(self) -> None:
        self.bonus, self.grown = False, set()
        if not self.empty:
            white, black = map(self.score, self.players)
            self.outcome = DRAW if white == black else "White" if white > black else "Black"
        self.end_turn()

    def score(self, player: str) -> int:
        stones = self.of(player)
        return len(stones) - self.penalty * len(self.board.groups(stones))


def perimeter(board: Board) -> list[Cell]:
    """The cells around a hexagon, clockwise from the top left."""
    cell = min(board.sides[0])
    found = []
    for step in HEX:
        for _ in range(len(board.sides[0]) - 1):
            found.append(cell)
            cell = beyond(cell, step)
    return found


GAMES: dict[str, type[Rules]] = {"catchup": Catchup, "side_stitch": SideStitch, "symple": Symple}
