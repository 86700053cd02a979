"""The rules of games on boards of points and lines, in plain Python, as `rulebook.py`."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from rulebook import BISHOP, DRAW, LEFT_AND_RIGHT, ROOK, TOP_AND_BOTTOM, Board, Cell, Cells, Rules, beyond, square


class OnyxBoard(Board):
    """Corners of fields two apart, at even coordinates. A field has a diagonal, or a middle at odd coordinates."""

    @cached_property
    def neighbours(self) -> dict[Cell, Cells]:
        found = {}
        for q, r in self.cells:
            near = {beyond((q, r), step) for step in BISHOP}
            if q % 2 == 0:
                near |= {(q + 2 * a, r + 2 * b) for a, b in ROOK}
                near |= {(q + 2 * a, r + 2 * b) for a, b in BISHOP if self.diagonal((q + a, r + b)) == a * b}
            found[q, r] = self.cells & near
        return found

    @staticmethod
    def diagonal(middle: Cell) -> int:
        """1 for a field that is cut like this: \\, -1 for one like this: /, 0 for a square."""
        column, row = middle[0] // 2, middle[1] // 2
        return 0 if (column + row) % 2 else 1 if row % 2 else -1


class Onyx(Rules):
    """Joined points; the last corner of a square captures two stones that cross it."""

    players = ("Black", "White")
    goals: ClassVar = {"Black": TOP_AND_BOTTOM, "White": LEFT_AND_RIGHT}

    @staticmethod
    def shape(size: int) -> Board:
        board = square(2 * size - 1)
        kept = {(q, r) for q, r in board.cells if q % 2 == r % 2 and (q % 2 == 0 or (q + r) // 2 % 2 == 0)}
        return OnyxBoard(frozenset(kept), board.steps, tuple(side & kept for side in board.sides))

    def __init__(self, size: int, pie: bool) -> None:
        super().__init__(size, pie)
        for near in (size - 2, size):
            for rim in (0, 2 * size - 2):
                self.stones |= {(near, rim): "White", (rim, near): "Black"}

    def allowed(self, cell: Cell) -> bool:
        return cell[0] % 2 == 0 or not self.board.around(cell) & self.stones.keys()

    def put(self, text: str) -> None:
        cell = self.board.named[text]
        self.stones[cell] = self.mover
        for a, b in BISHOP if cell[0] % 2 == 0 else ():
            middle, across = (cell[0] + a, cell[1] + b), (cell[0] + 2 * a, cell[1] + 2 * b)
            beside = {(cell[0] + 2 * a, cell[1]), (cell[0], cell[1] + 2 * b)}
            crossed = {self.stones.get(each) for each in beside} == {self.opponent}
            if middle in self.empty and self.stones.get(across) == self.mover and crossed:
                for each in beside:
                    del self.stones[each]
        self.judge()
        self.end_turn()
        if self.turn > 5 * len(self.board.cells) and not self.outcome:
            self.outcome = DRAW


def ranked(cells: Cells) -> dict[Cell, str]:
    """The names of cells after the columns and rows in which any cells are."""
    columns, rows = ({each: rank for rank, each in enumerate(sorted(set(line)))} for line in zip(*cells, strict=True))
    letters = ["", *"abcdefghijklmnopqrstuvwxyz"]
    columns_named = [one + other for one in letters for other in letters[1:]]
    return {(x, y): f"{columns_named[columns[x]]}{rows[y] + 1}" for x, y in cells}


class ConHexBoard(Board):
    """Holes and spaces; the space in the centre is called hub and its own hole heart."""

    @cached_property
    def holes_of(self) -> dict[Cell, Cells]:
        """What is around each space, first in the quarter above the centre, then turned."""
        size = max(x for x, _ in self.cells) // 2 - 1
        quarter: dict[Cell, set[Cell]] = {}
        for ring in range(1, size + 1):
            quarter[-2 * ring, -2 * ring] = {
                (-ring + a, -ring + b) for a, b in ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
            } | ({(-size - 1, -size - 1)} if ring == size else set())
            for x in range(2 - ring, ring - 1, 2):
                quarter[2 * x, -2 * ring - 1] = {(x + a, -ring - b) for a in (-1, 0, 1) for b in (0, 1)}
        found = {(0, 0): frozenset({(0, 1), (2, 0), (-2, 0), (0, 2), (0, -2)})}
        for place, holes in quarter.items():
            (x, y), ends = place, {(2 * a, 2 * b) for a, b in holes} & self.cells
            for _ in range(4):
                found[x, y] = frozenset(ends)
                x, y = -y, x
                ends = {(-b, a) for a, b in ends}
        return found

    @cached_property
    def names(self) -> dict[Cell, str]:
        return ranked(self.cells) | {(0, 0): "hub", (0, 1): "heart"}

    @cached_property
    def neighbours(self) -> dict[Cell, Cells]:
        around = self.holes_of
        return {one: frozenset(each for each in around if each != one and around[one] & around[each]) for one in around}


class ConHex(Rules):
    """Pegs in half of the holes of a space conquer it."""

    goals: ClassVar = {"Red": TOP_AND_BOTTOM, "Blue": LEFT_AND_RIGHT}

    @staticmethod
    def shape(size: int) -> Board:
        span = range(-size, size + 1)
        holes = {(2 * x, 2 * y) for x in span for y in span if abs(x) != abs(y)}
        holes |= {(2 * a * (size + 1), 2 * b * (size + 1)) for a, b in BISHOP} | {(0, 1)}
        flat = {(2 * x, -2 * ring - 1) for ring in range(2, size + 1) for x in range(2 - ring, ring - 1, 2)}
        flat |= {(x, -y) for x, y in flat}
        spaces = {(0, 0)} | flat | {(y, x) for x, y in flat}
        spaces |= {(2 * a * ring, 2 * b * ring) for a, b in BISHOP for ring in range(1, size + 1)}
        sides = tuple(frozenset(s for s in spaces if s[0] * a + s[1] * b >= 2 * size) for a, b in
                      ((0, -1), (1, 0), (0, 1), (-1, 0)))  # fmt: skip
        return ConHexBoard(frozenset(holes | spaces), (), sides)

    def pieces(self) -> dict[str, dict[str, set[str]]]:
        spaces = self.board.neighbours.keys()
        return {
            player: {"peg": self.named(self.of(player) - spaces), "tile": self.named(self.of(player) & spaces)}
            for player in self.players
        }

    def allowed(self, cell: Cell) -> bool:
        return cell not in self.board.neighbours

    def put(self, text: str) -> None:
        board, peg = self.board, self.board.named[text]
        assert isinstance(board, ConHexBoard)
        self.stones[peg] = self.mover
        for space, holes in board.holes_of.items():
            if space in self.empty and peg in holes and len(holes & self.of(self.mover)) >= (len(holes) + 1) // 2:
                self.stones[space] = self.mover
        self.judge()
        self.end_turn()

    def won(self, player: str) -> bool:
        return self.board.joins(self.of(player) & self.board.neighbours.keys(), self.goals[player])


class Pentagon(Board):
    """Rings around a hub; ring k has k points between one corner and the next."""

    @cached_property
    def neighbours(self) -> dict[Cell, Cells]:
        """Cells are (k, p), the point p of ring k. Each ring is five rows that lean on the rows of the ring inside."""
        links = {frozenset({(0, 0), (1, p)}) for p in range(5)}
        for k, p in self.cells - {(0, 0)}:
            arm, place = divmod(p, k)
            links.add(frozenset({(k, p), (k, (p + 1) % (5 * k))}))
            if k > 1:
                inner = [arm * (k - 1) + place] + ([arm * (k - 1) + place - 1] if place else [])
                links |= {frozenset({(k, p), (k - 1, each % (5 * k - 5))}) for each in inner}
        found: dict[Cell, set[Cell]] = {cell: set() for cell in self.cells}
        for one, other in map(tuple, links):
            found[one].add(other)
            found[other].add(one)
        return {cell: frozenset(near) for cell, near in found.items()}

    @cached_property
    def names(self) -> dict[Cell, str]:
        """Corners lie on a circle of a hundred units a ring, rounded."""
        corners = [(0, -100), (95, -31), (59, 81), (-59, 81), (-95, -31)]
        drawn = {}
        for k, p in self.cells - {(0, 0)}:
            arm, place = divmod(p, k)
            (x, y), (toward_x, toward_y) = corners[arm], corners[(arm + 1) % 5]
            drawn[k, p] = ((k - place) * x + place * toward_x, (k - place) * y + place * toward_y)
        names = ranked(frozenset(drawn.values()) | (self.cells & {(0, 0)}))
        return dict.fromkeys(self.cells & {(0, 0)}, "hub") | {cell: names[place] for cell, place in drawn.items()}


class PolyY(Rules):
    """Three corners of five, each joined by its two sides to another side."""

    players = ("Black", "White")

    @staticmethod
    def shape(size: int) -> Board:
        cells = {(k, p) for k in range(1, size + 1) for p in range(5 * k)} | {(0, 0)}
        sides = tuple(frozenset((size, p % (5 * size)) for p in range(i * size, i * size + size + 1)) for i in range(5))
        return Pentagon(frozenset(cells), (), sides)

    def won(self, player: str) -> bool:
        captured = set()
        for group in self.board.groups(self.of(player)):
            touched = {i for i, side in enumerate(self.board.sides) if group & side}
            captured |= {i for i in touched if (i + 1) % 5 in touched and len(touched) > 2}
        return len(captured) >= 3


class BridgedPentagon(Pentagon):
    """Without a hub: the points of the first ring are all joined."""

    @cached_property
    def neighbours(self) -> dict[Cell, Cells]:
        with_hub = dict(Pentagon(self.cells | {(0, 0)}, (), ()).neighbours)
        first = with_hub.pop((0, 0))
        return {cell: (near | first if cell in first else near) - {cell, (0, 0)} for cell, near in with_hub.items()}


class StarStar(Rules):
    """Peries less two for each star, whose are also the lone peries that it encloses."""

    players = ("Black", "White")

    @staticmethod
    def shape(size: int) -> Board:
        board = PolyY.shape(size)
        return BridgedPentagon(board.cells - {(0, 0)}, (), board.sides)

    def judge(self) -> None:
        if not self.empty:
            black, white = map(self.points, self.players)
            self.outcome = DRAW if black == white else "Black" if black > white else "White"

    def points(self, player: str) -> int:
        """Peries and the one for quarks, less two for each star."""
        stars = {group for group in self.board.groups(self.of(player)) if len(group & self.board.perimeter) > 1}
        owned = {cell: star for star in stars for cell in star & self.board.perimeter}
        for other in self.players:
            for group in self.board.groups(self.of(other)) if other != player else ():
                lone = group & self.board.perimeter
                if len(lone) == 1:
                    around = {near for cell in group for near in self.board.around(cell)}
                    (star,) = (star for star in stars if star & around)
                    owned |= dict.fromkeys(lone, star)
        quarks = sum(
            side & self.board.sides[number - 1] <= owned.keys() for number, side in enumerate(self.board.sides)
        )
        return len(owned) + (quarks > 2) - 2 * len(stars)


GAMES: dict[str, type[Rules]] = {"onyx": Onyx, "conhex": ConHex, "poly_y": PolyY, "star_star": StarStar}
