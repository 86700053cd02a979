"""The rules of games on other surfaces than the plane, and in space, in plain Python, as `rulebook.py`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import ClassVar

from rulebook import BISHOP, DRAW, HEX, ROOK, Board, Cell, Cells, Rules, beyond, hexagon, rhombus, square

NOBODY = "neutral"


def column(number: int) -> str:
    """The letters of a column: a … z, aa …"""
    high, low = divmod(number, 26)
    return (chr(ord("a") + high - 1) if high else "") + chr(ord("a") + low)


class Glued(Board):
    """A board some of whose cells are drawn twice."""

    twice: ClassVar[dict[Cell, Cell]]

    @cached_property
    def names(self) -> dict[Cell, str]:
        left, top = min(q for q, _ in self.cells), min(r for _, r in self.cells)
        return {(q, r): f"{column(q - left)}{r - top + 1}" for q, r in self.cells}

    def around(self, cell: Cell) -> Cells:
        places = [cell, *(place for place, first in self.twice.items() if first == cell)]
        near = {beyond(place, step) for place in places for step in self.steps}
        return self.cells & {self.twice.get(place, place) for place in near}


def glued(board: Board, twice: dict[Cell, Cell]) -> Board:
    kind = type("Glued", (Glued,), {"twice": twice})
    return kind(board.cells - twice.keys(), board.steps, board.sides)


def sphere(size: int) -> Board:
    """Two halves; the rim of the second one is that of the first."""
    half = hexagon(size)
    other = {(q + 2 * size, r): (q, r) for q, r in half.cells}
    rim = {place: cell for place, cell in other.items() if cell in half.perimeter}
    return glued(Board(half.cells | other.keys(), HEX, half.sides), rim)


class Antipod(Rules):
    """From pole to pole, or not."""

    shape = staticmethod(sphere)
    players = ("Black", "White")

    def __init__(self, size: int) -> None:
        super().__init__(size)
        far = size - 1
        self.stones |= {(far * q, far * r): "White" for q, r in HEX}
        self.poles = (0, 0), (2 * size, 0)

    def judge(self) -> None:
        if self.joined(self.of("Black")):
            self.outcome = "Black"
        elif not self.joined(self.of("Black") | self.empty):
            self.outcome = "White"

    def joined(self, cells: Cells) -> bool:
        return self.poles[0] in cells and self.poles[1] in self.board.group(self.poles[0], cells)


def double_torus(size: int) -> Board:
    """A rhombus without four cells; the rings around two of them are one in the mirror, and so are the other two."""
    board = rhombus(size)
    middle, near = (size - 1) // 2, (size - 1) // 5
    far = size - 1 - near
    pairs: list[tuple[Cell, Cell, Callable[[Cell], Cell]]] = [
        ((near, middle), (far, middle), lambda step: (-step[0] - step[1], step[1])),
        ((middle, near), (middle, far), lambda step: (step[0], -step[0] - step[1])),
    ]
    twice = {beyond(there, mirrored(step)): beyond(here, step) for here, there, mirrored in pairs for step in HEX}
    holes = {hole for here, there, _ in pairs for hole in (here, there)}
    return glued(Board(board.cells - holes, HEX, board.sides), twice)


class DoubleTorusHex(Rules):
    """Hex; who comes to one side first has won, even if both might."""

    shape = staticmethod(double_torus)


class Block(Board):
    """Cells of three dimensions, layer beside layer."""

    size: ClassVar[int]

    names = Glued.names

    def around(self, cell: Cell) -> Cells:
        here = self.spot(cell)
        steps = [tuple(there - here for here, there in zip(here, self.spot(each), strict=True)) for each in self.cells]
        near = (
            each for each, step in zip(self.cells, steps, strict=True)
            if set(step) in ({0, 1}, {1}, {0, -1}, {-1})
        )  # fmt: skip
        return frozenset(near)

    def spot(self, cell: Cell) -> tuple[int, int, int]:
        """A cell by its steps to the right, up and back."""
        layer, q = divmod(cell[0], self.size + 1)
        return q, -cell[1], layer


class Cuboid(Rules):
    """Three pairs of faces."""

    players = ("Red", "Green", "Blue")

    def __init__(self, size: int, depth: int) -> None:
        kind = type("Block", (Block,), {"size": size})
        cells = frozenset(
            ((size + 1) * layer + q, r) for layer in range(depth) for q in range(size) for r in range(size)
        )
        self.faces: dict[str, tuple[int, int, int]] = {
            "Red": (0, 0, size - 1), "Green": (1, 1 - size, 0), "Blue": (2, 0, depth - 1)
        }  # fmt: skip
        self.shape = lambda _: kind(cells, (), ())  # type: ignore[assignment, method-assign]
        super().__init__(size)

    def won(self, player: str) -> bool:
        axis, low, high = self.faces[player]
        board: Block = self.board  # type: ignore[assignment]
        reached = ({board.spot(cell)[axis] for cell in group} for group in board.groups(self.of(player)))
        return any({low, high} <= found for found in reached)

    def end_turn(self) -> None:
        self.mover = self.players[(self.players.index(self.mover) + 1) % 3]
        self.turn += 1


Spot = tuple[int, int, int]

DIAGONALS = {"z": (2, -2, 0), "x": (0, 2, -2), "y": (2, 0, -2)}
"""How the cells of a face are joined along a diagonal, by the axis that the face lies across."""

ACROSS: dict[tuple[str, str], Spot] = {
    ("front", "top"): (2, 0, 0), ("front", "bottom"): (2, 0, 0), ("front", "right"): (0, 2, 0),
    ("front", "left"): (0, 2, 0), ("left", "top"): (0, 0, 2), ("right", "top"): (0, 0, -2),
}  # fmt: skip
"""Which way links that are not straight lead over an edge of the cube; over the opposite edge it is the other way."""

FACES = {"right": "x", "left": "x", "bottom": "y", "top": "y", "front": "z", "back": "z"}
OPPOSITE = {"right": "left", "bottom": "top", "front": "back"}
OPPOSITE |= {there: here for here, there in OPPOSITE.items()}


class Cube(Board):
    """The surface of a cube, unfolded."""

    size: ClassVar[int]

    names = Glued.names

    @cached_property
    def spots(self) -> dict[Cell, tuple[str, Spot]]:
        """For each cell its face, and where in space its middle is."""
        return {cell: self.spot(cell) for cell in self.cells}

    def spot(self, cell: Cell) -> tuple[str, Spot]:
        n = self.size
        (column, q), (row, r) = divmod(cell[0], n), divmod(cell[1], n)
        across, down = 2 * q + 1 - n, 2 * r + 1 - n
        if row == 0:
            return "top", (across, -n, down)
        if row == 2:
            return "bottom", (across, n, -down)
        return [
            ("left", (-n, down, across)), ("front", (across, down, n)), ("right", (n, down, -across)),
            ("back", (-across, down, -n)),
        ][column]  # fmt: skip

    @cached_property
    def neighbours(self) -> dict[Cell, Cells]:
        return {
            cell: frozenset(other for other in self.cells if other != cell and self.are_near(cell, other))
            for cell in self.cells
        }

    def are_near(self, here: Cell, there: Cell) -> bool:
        (face, start), (other, end) = self.spots[here], self.spots[there]
        step = tuple(b - a for a, b in zip(start, end, strict=True))
        if face == other:
            diagonal = DIAGONALS[FACES[face]]
            return sorted(map(abs, step)) == [0, 0, 2] or step in (diagonal, tuple(-each for each in diagonal))
        if FACES[face] == FACES[other]:
            return False
        axes = {FACES[face], FACES[other]}
        free = "xyz".index(next(iter({*"xyz"} - axes)))
        if any(abs(step["xyz".index(axis)]) != 1 for axis in axes):
            return False
        return step[free] == 0 or step[free] == self.way(face, other)[free]

    @staticmethod
    def way(face: str, other: str) -> Spot:
        for one, two, sign in (
            (face, other, 1), (other, face, -1), (OPPOSITE[face], OPPOSITE[other], -1),
            (OPPOSITE[other], OPPOSITE[face], 1),
        ):  # fmt: skip
            if (one, two) in ACROSS:
                x, y, z = ACROSS[one, two]
                return sign * x, sign * y, sign * z
        raise AssertionError(face, other)


def cube(size: int) -> Board:
    kind = type("Cube", (Cube,), {"size": size})
    n = size
    band = {(q, r) for q in range(4 * n) for r in range(n, 2 * n)}
    rest = {(q, r) for q in range(n, 2 * n) for r in (*range(n), *range(2 * n, 3 * n))}
    return kind(frozenset(band | rest), (), ())


class CubeHex(Rules):
    """From a cell to the opposite one."""

    shape = staticmethod(cube)

    def won(self, player: str) -> bool:
        board: Cube = self.board  # type: ignore[assignment]
        for group in board.groups(self.of(player)):
            found = {board.spots[cell][1] for cell in group}
            if any((-x, -y, -z) in found for x, y, z in found):
                return True
        return False


class Slimetrail(Rules):
    """One snail, two goals."""

    shape = staticmethod(square)

    def __init__(self, size: int, king: bool) -> None:
        super().__init__(size, pie=True)
        self.steps = ROOK + (BISHOP if king else ())
        self.goals_of = {"Red": (size - 1, 0), "Blue": (0, size - 1)}
        self.snail: Cell | None = None

    def pieces(self) -> dict[str, dict[str, set[str]]]:
        none: dict[str, dict[str, set[str]]] = {player: {"snail": set(), "slime": set()} for player in self.players}
        if self.snail is None:
            return none
        trail = self.stones.keys() - {self.snail}
        return none | {NOBODY: {"snail": self.named({self.snail}), "slime": self.named(trail)}}

    def moves(self) -> set[str]:
        names = self.board.names
        if self.snail is None:
            return {f"neutral@{name}" for name in self.named(self.board.cells - set(self.goals_of.values()))}
        ahead = self.empty & {beyond(self.snail, step) for step in self.steps}
        return {f"{names[self.snail]}-{names[cell]}" for cell in ahead}

    def put(self, text: str) -> None:
        self.snail = self.board.named[text.replace("@", "-").rpartition("-")[2]]
        self.stones[self.snail] = NOBODY
        self.outcome = next((player for player, goal in self.goals_of.items() if goal == self.snail), None)
        self.end_turn()
        if not self.outcome and not self.moves():
            self.outcome = DRAW


GAMES: dict[str, type[Rules]] = {
    "antipod": Antipod,
    "double_torus_hex": DoubleTorusHex,
    "cuboid": Cuboid,
    "cube_hex": CubeHex,
    "slimetrail": Slimetrail,
}
