"""The rules of some games in plain Python, written from their rule texts alone; slow, and unaware of the interpreter.

Every game here has `deciders`, `legal()`, `play(text)` and `outcome`: the winner's colour, `DRAW`, or None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import ClassVar

Cell = tuple[int, int]
Cells = frozenset[Cell]
Stones = dict[Cell, str]

DRAW = "draw"

HEX = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The six directions of a hex grid, clockwise."""
ROOK = ((1, 0), (0, 1), (-1, 0), (0, -1))
BISHOP = ((1, 1), (-1, 1), (-1, -1), (1, -1))


def beyond(cell: Cell, step: Cell) -> Cell:
    return cell[0] + step[0], cell[1] + step[1]


def farthest(cells: Iterable[Cell], way: Cell) -> Cells:
    """The cells that lie farthest out in some way."""
    cells = list(cells)
    reach = max(q * way[0] + r * way[1] for q, r in cells)
    return frozenset((q, r) for q, r in cells if q * way[0] + r * way[1] == reach)


@dataclass(frozen=True)
class Board:
    """Cells, the steps between neighbours, and the sides, clockwise from the top."""

    cells: Cells
    steps: tuple[Cell, ...]
    sides: tuple[Cells, ...]

    @cached_property
    def names(self) -> dict[Cell, str]:
        left, top = min(q for q, _ in self.cells), min(r for _, r in self.cells)
        return {(q, r): f"{chr(ord('a') + q - left)}{r - top + 1}" for q, r in self.cells}

    @cached_property
    def named(self) -> dict[str, Cell]:
        return {name: cell for cell, name in self.names.items()}

    @cached_property
    def perimeter(self) -> Cells:
        return frozenset().union(*self.sides)

    @cached_property
    def neighbours(self) -> dict[Cell, Cells]:
        return {cell: self.cells & {beyond(cell, step) for step in self.steps} for cell in self.cells}

    def around(self, cell: Cell) -> Cells:
        return self.neighbours[cell]

    def group(self, cell: Cell, cells: Cells) -> Cells:
        """The cells that can be reached from one of them without leaving them."""
        found, waiting = {cell}, [cell]
        while waiting:
            new = (self.around(waiting.pop()) & cells) - found
            found |= new
            waiting += new
        return frozenset(found)

    def groups(self, cells: Cells) -> set[Cells]:
        found, rest = set(), set(cells)
        while rest:
            group = self.group(next(iter(rest)), cells)
            found.add(group)
            rest -= group
        return found

    def joins(self, cells: Cells, sides: Iterable[int]) -> bool:
        """Some group of the cells reaches all of the sides."""
        return any(all(group & self.sides[side] for side in sides) for group in self.groups(cells))


def outlined(cells: Iterable[Cell], steps: tuple[Cell, ...], ways: Iterable[Cell]) -> Board:
    cells = frozenset(cells)
    return Board(cells, steps, tuple(farthest(cells, way) for way in ways))


def rhombus(size: int, steps: tuple[Cell, ...] = HEX) -> Board:
    cells = ((q, r) for q in range(size) for r in range(size))
    return outlined(cells, steps, [(0, -1), (1, 0), (0, 1), (-1, 0)])


def square(size: int) -> Board:
    return rhombus(size, ROOK)


def square8(size: int) -> Board:
    return rhombus(size, ROOK + BISHOP)


def triangle(size: int) -> Board:
    cells = ((q, r) for q in range(size) for r in range(size - q))
    return outlined(cells, HEX, [(0, -1), (1, 1), (-1, 0)])


def hexagon(size: int) -> Board:
    span = range(1 - size, size)
    cells = ((q, r) for q in span for r in span if abs(q + r) < size)
    return outlined(cells, HEX, [(0, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1)])


TOP_AND_BOTTOM, LEFT_AND_RIGHT = (0, 2), (1, 3)


class Rules:
    """A game being played. This much is the same in most: in turn, a stone on an empty cell, to join one's sides."""

    shape: Callable[[int], Board] = staticmethod(rhombus)
    players: ClassVar[tuple[str, ...]] = ("Red", "Blue")
    goals: ClassVar[dict[str, tuple[int, ...]]] = {"Red": TOP_AND_BOTTOM, "Blue": LEFT_AND_RIGHT}
    stuck_pass: ClassVar[bool] = False
    two_passes_draw: ClassVar[bool] = False

    def __init__(self, size: int, pie: bool = False) -> None:
        self.board = self.shape(size)
        self.pie = pie
        self.stones: Stones = {}
        self.turn = 1
        self.passes = 0
        self.mover = self.players[0]
        self.seats = {player: seat for seat, player in enumerate(self.players)}
        self.outcome: str | None = None

    def begin(self, pieces: Mapping[str, Mapping[str, Iterable[str]]]) -> None:
        """Take over what chance has put on the board before the first turn: owner, kind, names of cells."""

    def toss(self, decider: str) -> None:
        """Take over who decides first, where that is left to chance."""

    # What there is

    @property
    def deciders(self) -> tuple[str, ...]:
        return () if self.outcome else (self.mover,)

    @property
    def opponent(self) -> str:
        """The other one, where there are two."""
        return next(player for player in self.players if player != self.mover)

    @property
    def empty(self) -> Cells:
        return self.board.cells - self.stones.keys()

    def of(self, player: str) -> Cells:
        return frozenset(cell for cell, owner in self.stones.items() if owner == player)

    def named(self, cells: Iterable[Cell]) -> set[str]:
        return {self.board.names[cell] for cell in cells}

    def pieces(self) -> dict[str, dict[str, set[str]]]:
        """What stands where: player, kind, names of cells."""
        return {player: {"stone": self.named(self.of(player))} for player in self.players}

    # What can be done

    def legal(self) -> set[str]:
        if self.outcome:
            return set()
        return self.moves() | ({"swap"} if self.pie and self.turn == 2 else set())

    def moves(self) -> set[str]:
        """What is legal besides a swap, while the game goes on."""
        return self.named(filter(self.allowed, self.empty)) or ({"pass"} if self.stuck_pass else set())

    def allowed(self, cell: Cell) -> bool:
        return True

    # What then happens

    def play(self, text: str) -> None:
        if text == "swap":
            self.swap_seats()
            self.begin_turn()
        elif text == "pass":
            self.passes += 1
            self.passed()
        else:
            self.passes = 0
            self.put(text)
        if not self.outcome and not self.legal():
            self.outcome = DRAW

    def swap_seats(self) -> None:
        mine, theirs = self.seats[self.mover], self.seats[self.opponent]
        self.seats |= {self.mover: theirs, self.opponent: mine}

    def passed(self) -> None:
        if self.two_passes_draw and self.passes == 2:
            self.outcome = DRAW
        else:
            self.end_turn()

    def put(self, text: str) -> None:
        self.stones[self.board.named[text]] = self.mover
        self.judge()
        self.end_turn()

    def judge(self) -> None:
        if self.won(self.mover):
            self.outcome = self.mover

    def won(self, player: str) -> bool:
        return self.board.joins(self.of(player), self.goals[player])

    def end_turn(self) -> None:
        self.mover = self.opponent
        self.begin_turn()

    def begin_turn(self) -> None:
        self.turn += 1


class Hy2(Rules):
    """Hold more than half of the perimeter; opposite sides may not be joined but by a stone that wins."""

    shape = staticmethod(hexagon)
    stuck_pass = True
    two_passes_draw = True

    def allowed(self, cell: Cell) -> bool:
        group = self.board.group(cell, self.of(self.mover) | {cell})
        return self.dominates(group) or not any(self.board.joins(group, (side, side + 3)) for side in range(3))

    def won(self, player: str) -> bool:
        return any(map(self.dominates, self.board.groups(self.of(player))))

    def dominates(self, group: Cells) -> bool:
        return 2 * self.run(group) > len(self.around_the_board)

    def run(self, group: Cells) -> int:
        """The length of the shortest run of the perimeter that holds all that the group has of it."""
        length = len(self.around_the_board)
        held = [place for place, cell in enumerate(self.around_the_board) if cell in group]
        if not held:
            return 0
        free = [later - earlier - 1 for earlier, later in zip(held, [*held[1:], held[0] + length], strict=True)]
        return length - max(free)

    @cached_property
    def around_the_board(self) -> list[Cell]:
        """The perimeter, walked from corner to corner."""
        cell = min(self.board.sides[0])
        found = []
        for step in HEX:
            for _ in range(len(self.board.sides[0]) - 1):
                found.append(cell)
                cell = beyond(cell, step)
        return found


class KnightVision(Rules):
    """Knights and stacks put down in sight of each other, axes thrown; joined sides win when the turn comes back."""

    players = ("White", "Black")
    goals: ClassVar = {"White": LEFT_AND_RIGHT, "Black": TOP_AND_BOTTOM}
    stuck_pass = True
    two_passes_draw = True

    def __init__(self, size: int) -> None:
        super().__init__(size, pie=True)
        self.stacks: set[Cell] = set()
        self.begun: set[str] = set()

    def pieces(self) -> dict[str, dict[str, set[str]]]:
        return {
            player: {
                "knight": self.named(self.of(player) - self.stacks),
                "stack": self.named(self.of(player) & self.stacks),
            }
            for player in self.players
        }

    def moves(self) -> set[str]:
        own = self.of(self.mover)
        seen = {cell: len(self.sight(cell) & own) for cell in self.empty}
        knights = {cell for cell, number in seen.items() if number >= 1 or self.mover not in self.begun}
        stacks = {cell for cell, number in seen.items() if number >= 3}
        found = self.named(knights) | {f"stack@{name}" for name in self.named(stacks)} | self.throws(own)
        return found or {"pass"}

    def sight(self, cell: Cell) -> Cells:
        """A knight's move: two steps straight on and one more, half turned to either side."""
        found = set()
        for ahead, beside in zip(HEX, HEX[1:] + HEX[:1], strict=True):
            corner = beyond(beyond(cell, ahead), beside)
            found |= {beyond(corner, ahead), beyond(corner, beside)}
        return self.board.cells & found

    def throws(self, own: Cells) -> set[str]:
        names = self.board.names
        return {
            f"{names[start]}-{names[end]}"
            for start in own & self.stacks
            for step in HEX
            for end in self.flight(start, step, own)
        }

    def flight(self, start: Cell, step: Cell, own: Cells) -> list[Cell]:
        """Where an axe can come down: past empty cells and friends, no further than the first enemy."""
        found, cell = [], beyond(start, step)
        while cell in self.board.cells:
            if cell not in own:
                found.append(cell)
            if cell in self.stones and cell not in own:
                break
            cell = beyond(cell, step)
        return found

    def put(self, text: str) -> None:
        if "-" in text:
            start, end = (self.board.named[name] for name in text.split("-"))
            self.stacks -= {start, end}
        else:
            end = self.board.named[text.removeprefix("stack@")]
            self.stacks |= {end} if text.startswith("stack@") else set()
        self.stones[end] = self.mover
        self.begun.add(self.mover)
        self.end_turn()

    def begin_turn(self) -> None:
        super().begin_turn()
        self.judge()


class BlindHex(Rules):
    """Two secret cards each decide who writes where."""

    players = ("X", "O")
    goals: ClassVar = {"X": LEFT_AND_RIGHT, "O": TOP_AND_BOTTOM}

    def __init__(self, size: int, handicapped: str, refusals: int = 20) -> None:
        super().__init__(size)
        self.handicapped, self.refusals = handicapped, refusals
        self.zones = {player: {"hand": {1, 2, 3, 4, 5}, "bid": set(), "table": set()} for player in self.players}
        self.letters: list[tuple[str, int]] = []
        self.quiet = 0

    @property
    def is_cut(self) -> bool:
        """Before anything else the loser of the cut decides."""
        return all(len(self.zones[player]["hand"]) == 5 for player in self.players)

    @property
    def deciders(self) -> tuple[str, ...]:
        if self.outcome:
            return ()
        if self.is_cut:
            return (self.handicapped,)
        return (self.letters[0][0],) if self.letters else self.players

    def picks(self, player: str) -> set[str]:
        return {f"{{{low},{high}}}" for low, high in combinations(sorted(self.zones[player]["hand"]), 2)}

    def moves(self) -> set[str]:
        if self.is_cut:
            return self.picks(self.handicapped)
        if self.letters:
            number = self.letters[0][1]
            return self.named({cell for cell in self.empty if number in hash_marks(cell)} or self.empty)
        return {f"{one}/{other}" for one in self.picks("X") for other in self.picks("O")}

    def play(self, text: str) -> None:
        if self.is_cut:
            self.lay(self.handicapped, text, "table")
        elif self.letters:
            self.write(text)
        else:
            self.reveal(*text.split("/"))

    def lay(self, player: str, pick: str, zone: str) -> None:
        cards = {int(card) for card in pick.strip("{}").split(",")}
        self.zones[player]["hand"] -= cards
        self.zones[player][zone] |= cards

    def reveal(self, *picks: str) -> None:
        for player, pick in zip(self.players, picks, strict=True):
            self.lay(player, pick, "bid")
        self.letters = letters_to_write(self.zones["X"]["bid"], self.zones["O"]["bid"])
        self.quiet = 0 if self.letters else self.quiet + 1
        if not self.letters:
            self.end_round()

    def write(self, text: str) -> None:
        player, _ = self.letters.pop(0)
        self.stones[self.board.named[text]] = player
        if self.won(player):
            self.outcome = player
        elif not self.letters:
            self.end_round()

    def end_round(self) -> None:
        for zones in self.zones.values():
            zones["table"] |= zones["bid"]
            zones["bid"] = set()
            if len(zones["table"]) == 4:
                zones["hand"] |= zones["table"]
                zones["table"] = set()
        if self.quiet == self.refusals:
            self.outcome = DRAW


def hash_marks(cell: Cell) -> set[int]:
    """A hub's own number, or those of the two hubs that a cell lies between; no two hubs are neighbours."""
    near = [cell, *(beyond(cell, step) for step in HEX)]
    return {[5, 1, 3, 4, 2][(r // 2 - q // 2) % 5] for q, r in near if q % 2 == r % 2 == 0}


def letters_to_write(x: set[int], o: set[int]) -> list[tuple[str, int]]:
    """Who writes letters after a reveal, with which numbers, in order."""
    times = 2 if x & o else 1
    return [("X" if number in x else "O", number) for number in sorted(x ^ o) for _ in range(times)]


class Gonnect(Rules):
    """Go's captures, no suicide, no position twice, no passing; any two opposite sides; who is stuck loses."""

    shape = staticmethod(square)

    def __init__(self, size: int, pie: bool = False) -> None:
        super().__init__(size, pie)
        self.seen = {frozenset(self.stones.items())}

    def allowed(self, cell: Cell) -> bool:
        after = self.after(cell)
        return self.has_liberty(self.board.group(cell, held(after, self.mover)), after) and (
            frozenset(after.items()) not in self.seen
        )

    def after(self, cell: Cell) -> Stones:
        """The stones once one has been put down and what it captures is gone."""
        stones = self.stones | {cell: self.mover}
        for group in self.board.groups(self.of(self.opponent)):
            if not self.has_liberty(group, stones):
                stones = {other: owner for other, owner in stones.items() if other not in group}
        return stones

    def has_liberty(self, group: Cells, stones: Stones) -> bool:
        return any(self.board.around(cell) - stones.keys() for cell in group)

    def put(self, text: str) -> None:
        self.stones = self.after(self.board.named[text])
        self.seen.add(frozenset(self.stones.items()))
        self.judge()
        self.end_turn()

    def won(self, player: str) -> bool:
        return any(self.board.joins(self.of(player), sides) for sides in (TOP_AND_BOTTOM, LEFT_AND_RIGHT))

    def begin_turn(self) -> None:
        super().begin_turn()
        if not self.outcome and not self.legal():
            self.outcome = self.opponent


def held(stones: Stones, player: str) -> Cells:
    return frozenset(cell for cell, owner in stones.items() if owner == player)


class Scaffold(Rules):
    """After a stone, more stones of the same turn wherever two own groups can be joined."""

    shape = staticmethod(square)

    def __init__(self, size: int, pie: bool = False) -> None:
        super().__init__(size, pie)
        self.goes_on = False

    def moves(self) -> set[str]:
        return self.named(self.gaps() if self.goes_on else self.empty)

    def gaps(self) -> Cells:
        """The empty cells next to two different own groups."""
        groups = self.board.groups(self.of(self.mover))
        return frozenset(
            cell for cell in self.empty if sum(bool(group & self.board.around(cell)) for group in groups) >= 2
        )

    def put(self, text: str) -> None:
        self.stones[self.board.named[text]] = self.mover
        self.judge()
        self.goes_on = bool(self.gaps())
        if not self.goes_on:
            self.end_turn()


class Crossway(Rules):
    """Eight neighbours and no crosscuts."""

    shape = staticmethod(square8)
    stuck_pass = True

    def allowed(self, cell: Cell) -> bool:
        own, enemy = self.of(self.mover), self.of(self.opponent)
        return not any(
            beyond(cell, (right, down)) in own and {beyond(cell, (right, 0)), beyond(cell, (0, down))} <= enemy
            for right, down in BISHOP
        )


class Unlur(Rules):
    """A contract of black stones; then White's line against Black's Y."""

    shape = staticmethod(hexagon)
    players = ("White", "Black")
    figures: ClassVar[dict[str, list[tuple[int, ...]]]] = {
        "White": [(side, side + 3) for side in range(3)],
        "Black": [(side, side + 2, side + 4) for side in range(2)],
    }

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.contract = True

    def moves(self) -> set[str]:
        if self.contract:
            return {f"Black@{name}" for name in self.named(self.empty - self.board.perimeter)} | {"pass"}
        return self.named(self.empty)

    def passed(self) -> None:
        """Whoever passes is Black from now on, and White moves."""
        self.contract = False
        if self.mover == "White":
            self.swap_seats()
        self.mover = "White"
        self.begin_turn()

    def put(self, text: str) -> None:
        if self.contract:
            self.stones[self.board.named[text.removeprefix("Black@")]] = "Black"
            self.end_turn()
        else:
            super().put(text)

    def judge(self) -> None:
        own = self.of(self.mover)
        for owner in (self.mover, self.opponent):
            if not self.outcome and any(self.board.joins(own, sides) for sides in self.figures[owner]):
                self.outcome = owner


class ThreePlayerHex(Rules):
    """Three pairs of sides; who can no longer join theirs is out."""

    shape = staticmethod(hexagon)
    players = ("Red", "Green", "Blue")
    goals: ClassVar = {"Red": (0, 3), "Green": (1, 4), "Blue": (2, 5)}

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.left = list(self.players)

    def judge(self) -> None:
        super().judge()
        if not self.outcome:
            self.left = [player for player in self.left if self.can_join(player)]
            self.outcome = self.left[0] if len(self.left) == 1 else None

    def can_join(self, player: str) -> bool:
        return self.board.joins(self.of(player) | self.empty, self.goals[player])

    def end_turn(self) -> None:
        later = self.players.index(self.mover) + 1
        self.mover = next(player for player in self.players[later:] + self.players[:later] if player in self.left)
        self.begin_turn()


class Chameleon(Rules):
    """Stones of either colour; a chain of one colour, whichever; the mover goes before the other."""

    def moves(self) -> set[str]:
        return {f"{colour}@{name}" for colour in self.players for name in self.named(self.empty)}

    def put(self, text: str) -> None:
        colour, name = text.split("@")
        self.stones[self.board.named[name]] = colour
        self.judge()
        self.end_turn()

    def judge(self) -> None:
        for player in (self.opponent, self.mover):
            if any(self.board.joins(self.of(colour), self.goals[player]) for colour in self.players):
                self.outcome = player


class TabuY(Rules):
    """Y, but not next to the stone that the opponent has just put down."""

    shape = staticmethod(triangle)
    goals: ClassVar = {"Red": (0, 1, 2), "Blue": (0, 1, 2)}
    stuck_pass = True

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.tabu: Cells = frozenset()

    def allowed(self, cell: Cell) -> bool:
        return cell not in self.tabu

    def put(self, text: str) -> None:
        self.tabu = self.board.around(self.board.named[text])
        super().put(text)

    def passed(self) -> None:
        self.tabu = frozenset()
        super().passed()


class MasterY(Rules):
    """Y with one stone in the first turn and two in every later one."""

    shape = staticmethod(triangle)
    goals: ClassVar = TabuY.goals

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.to_put = 1

    def begin_turn(self) -> None:
        super().begin_turn()
        self.to_put = 2

    def put(self, text: str) -> None:
        self.stones[self.board.named[text]] = self.mover
        self.judge()
        self.to_put -= 1
        if not self.to_put:
            self.end_turn()


class Gale(Rules):
    """Two nets of posts, joined by bridges."""

    shape = staticmethod(square)

    def __init__(self, size: int) -> None:
        super().__init__(size)
        for q, r in self.board.cells:
            if q % 2 != r % 2:
                self.stones[q, r] = "Red" if r % 2 else "Blue"


class DarkHex(Rules):
    """Hex in which the other's stones are known only from having run into them."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.found: dict[str, set[Cell]] = {player: set() for player in self.players}

    def moves(self) -> set[str]:
        return self.named(self.board.cells - self.of(self.mover) - self.found[self.mover])

    def put(self, text: str) -> None:
        cell = self.board.named[text]
        if cell in self.stones:
            self.found[self.mover].add(cell)
        else:
            super().put(text)


GAMES: dict[str, type[Rules]] = {
    "hy2": Hy2,
    "knight_vision": KnightVision,
    "blind_hex": BlindHex,
    "gonnect": Gonnect,
    "scaffold": Scaffold,
    "crossway": Crossway,
    "unlur": Unlur,
    "three_player_hex": ThreePlayerHex,
    "chameleon": Chameleon,
    "tabu_y": TabuY,
    "master_y": MasterY,
    "gale": Gale,
    "dark_hex": DarkHex,
}
