"""The cells, links, sides and edges of a described board, worked out from geometry."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations

from .model import Board, Cell

STEPS = {
    "hex": ((1, 0), (0, 1), (-1, 1)),
    "square": ((1, 0), (0, 1)),
    "square8": ((1, 0), (0, 1), (1, 1), (-1, 1)),
}
"""One of each two opposite steps."""

DISTANCES = {
    "hex": lambda q, r: max(abs(q), abs(r), abs(q + r)),
    "square": lambda q, r: abs(q) + abs(r),
    "square8": lambda q, r: max(abs(q), abs(r)),
}
"""How many steps lie between two cells so many columns and rows apart."""


def _polygon(of: int, *corners: tuple[int, int]) -> tuple[tuple[Fraction, Fraction], ...]:
    """Corners in parts of the two main directions."""
    return tuple((Fraction(x, of), Fraction(y, of)) for x, y in corners)


_SIX = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
TILINGS = {
    "square": (True, [_polygon(2, (1, 1), (1, -1), (-1, 1), (-1, -1))]),
    "4.8.8": (True, [_polygon(10, *((x * a, y * b) for a, b in ((5, 2), (2, 5)) for x in (1, -1) for y in (1, -1))),
                     _polygon(10, (5, 2), (2, 5), (8, 5), (5, 8))]),
    "tetrakis": (False, [_polygon(2, (1, 1), *side) for side in (((0, 0), (2, 0)), ((2, 0), (2, 2)),
                                                                 ((2, 2), (0, 2)), ((0, 2), (0, 0)))]),
    "hex": (True, [_polygon(3, (1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1))]),
    "triangular": (False, [_polygon(1, (0, 0), (1, 0), (0, 1)), _polygon(1, (1, 0), (0, 1), (1, 1))]),
    "3.6.3.6": (True, [_polygon(2, *_SIX), _polygon(2, (1, 0), (0, 1), (1, 1)), _polygon(2, (1, 1), (2, 1), (1, 2))]),
}  # fmt: skip
"""Whether large faces lie on the lines along which shapes are cut, and the polygons of one block, by their corners in
no order, as multiples of the two main directions."""

LOWEST = {("square", "vertices"): -1, ("square", "edges"): -1, ("3.6.3.6", "vertices"): -1, ("3.6.3.6", "edges"): -2,
          ("hex", "vertices"): -2}  # fmt: skip
"""The lowest coordinates of a rhombus where they are not 0: the documentation leaves open where (0, 0) is."""


@dataclass(frozen=True)
class Ground:
    """A board as play sees it."""

    cells: tuple[Cell, ...]
    links: frozenset[tuple[Cell, Cell, int]]
    """Two cells and the seams between them as bits; each link once, from the cell that comes first."""

    near: dict[Cell, frozenset[Cell]]
    sides: dict[str, frozenset[Cell]]
    edges: tuple[tuple[str, frozenset[Cell]], ...]
    """Owner and cells of each edge."""

    regions: dict[str, frozenset[Cell]]
    spots: dict[Cell, tuple[int, int]]
    """Coordinates by which a sheet can name cells; on a graph, where they are drawn."""

    grid: str
    """How cells lie beside one another, holes and seams left out; empty where only links tell."""

    def around(self, cell: Cell) -> dict[Cell, int]:
        """How many steps away from a cell each cell is: on a grid whatever is glued, cut, linked or left out."""
        if self.grid:
            q, r = self.spots[cell]
            return {other: DISTANCES[self.grid](x - q, y - r) for other, (x, y) in self.spots.items()}
        found, now = {cell: 0}, {cell}
        while now:
            now = {near for each in now for near in self.near[each]} - found.keys()
            found |= dict.fromkeys(now, max(found.values()) + 1)
        return found


@cache
def built(board: Board) -> Ground:
    """Return the ground of a board."""
    makers = {"grid": _grid, "tiling": _tiling, "graph": _graph}
    spots, links, sides = makers[board.kind](board)
    links = {_ordered(*each) for each in links}
    for one, other in board.links:
        if not any({one, other} == {a, b} for a, b, _ in links):
            links.add(_ordered(one, other, 0))
    links = {(a, b, label) for a, b, label in links if (a, b) not in board.cuts and (b, a) not in board.cuts}
    rows = sorted(spots, key=lambda cell: (spots[cell][1], spots[cell][0]))
    cells = tuple(spots if board.kind == "graph" else rows)
    near = {cell: frozenset(b if a == cell else a for a, b, _ in links if cell in (a, b)) for cell in cells}
    edges = tuple((each.owner, sides[each.side] if each.side else frozenset(each.cells)) for each in board.edges)
    regions = {name: frozenset(held) for name, held in board.regions}
    grid = board.grid if board.kind == "grid" else ""
    return Ground(cells, frozenset(links), near, sides, edges, regions, spots, grid)


def _ordered(one: Cell, other: Cell, label: int) -> tuple[Cell, Cell, int]:
    return (one, other, label) if one <= other else (other, one, label)


def _name(q: int, r: int) -> Cell:
    return f"{'abcdefghijklmnopqrstuvwxyz'[q]}{r + 1}"


def _named(places: list[tuple[int, int]]) -> dict[tuple[int, int], Cell]:
    low_q, low_r = min(q for q, _ in places), min(r for _, r in places)
    return {(q, r): _name(q - low_q, r - low_r) for q, r in places}


# Grids


def _shape(board: Board) -> tuple[list[tuple[int, int]], list[list[tuple[int, int]]]]:
    """The places of a shape before holes, and its sides, clockwise from the top."""
    n, m = board.size[0], board.size[-1]
    if board.shape in ("rhombus", "parallelogram"):
        places = [(q, r) for q in range(n) for r in range(m)]
        tests = (lambda q, r: r == 0, lambda q, r: q == n - 1, lambda q, r: r == m - 1, lambda q, r: q == 0)
    elif board.shape == "triangle":
        places = [(q, r) for q in range(n) for r in range(n - q)]
        tests = (lambda q, r: r == 0, lambda q, r: q + r == n - 1, lambda q, r: q == 0)
    else:
        k = n - 1
        places = [(q, r) for q in range(-k, k + 1) for r in range(-k, k + 1) if abs(q + r) <= k]
        tests = (lambda q, r: r == -k, lambda q, r: q == k, lambda q, r: q + r == k, lambda q, r: r == k,
                 lambda q, r: q == -k, lambda q, r: q + r == -k)  # fmt: skip
    return places, [[place for place in places if test(*place)] for test in tests]


def _grid(board: Board) -> tuple[dict, set, dict]:
    places, sides = _shape(board)
    places = [place for place in places if place not in board.holes]
    names, links = _named(places), set()
    width, height = board.size[0], board.size[-1]
    for q, r in places:
        for dq, dr in STEPS[board.grid]:
            there, label = _glued(board, q + dq, r + dr, width, height)
            if there in names:
                links.add((names[q, r], names[there], label))
    named = {f"sides[{i}]": frozenset(names[at] for at in side if at in names) for i, side in enumerate(sides)}
    if len(sides) == 4:
        named |= {name: named[f"sides[{i}]"] for i, name in enumerate(("top", "right", "bottom", "left"))}
    return {name: place for place, name in names.items()}, links, named


def _glued(board: Board, q: int, r: int, width: int, height: int) -> tuple[tuple[int, int], int]:
    """Where a step leads, and the seams that it crosses."""
    label = 0
    for bit, (axis, is_reversed) in enumerate(board.wraps):
        if axis == "q" and not 0 <= q < width:
            q, label = q % width, label ^ 1 << bit
            r = height - 1 - r if is_reversed else r
        elif axis == "r" and not 0 <= r < height:
            r, label = r % height, label ^ 1 << bit
            q = width - 1 - q if is_reversed else q
    return (q, r), label


# Tilings


@cache
def _patch(tiling: str, most: int) -> list[frozenset]:
    around = range(-2, most + 3)
    return [frozenset((Fraction(x + i), Fraction(y + j)) for x, y in polygon)
            for i in around for j in around for polygon in TILINGS[tiling][1]]  # fmt: skip


@cache
def _bounds_of(tiling: str, most: int) -> set[frozenset]:
    return {side for face in _patch(tiling, most) for side in _bounds(face)}


def _tiling(board: Board) -> tuple[dict, set, dict]:
    """A rhombus of a tiling: the faces whose centres lie on or between the lines, or all their points or sides."""
    most = board.size[0] - TILINGS[board.grid][0]
    bounds = _bounds_of(board.grid, most)
    faces = [face for face in _patch(board.grid, most) if all(0 <= each <= most for each in _centre(face))]
    items = {"faces": faces, "vertices": sorted({point for face in faces for point in face}),
             "edges": sorted({side for face in faces for side in _bounds(face)}, key=sorted)}[board.part]  # fmt: skip
    centres = {item: item if board.part == "vertices" else _centre(item) for item in items}
    columns = {x: n for n, x in enumerate(sorted({x for x, _ in centres.values()}))}
    rows = {y: n for n, y in enumerate(sorted({y for _, y in centres.values()}))}
    spots = {item: (columns[x], rows[y]) for item, (x, y) in centres.items()}
    joined = {
        "faces": lambda one, other: one & other in bounds,
        "vertices": lambda one, other: frozenset((one, other)) in bounds,
        "edges": lambda one, other: bool(one & other),
    }[board.part]
    links = {(_name(*spots[one]), _name(*spots[other]), 0) for one, other in combinations(items, 2)
             if joined(one, other)}  # fmt: skip
    low = LOWEST.get((board.grid, board.part), 0)
    return {_name(q, r): (q + low, r + low) for q, r in spots.values()}, links, {}


def _centre(points: frozenset) -> tuple[Fraction, Fraction]:
    return Fraction(sum(x for x, _ in points), len(points)), Fraction(sum(y for _, y in points), len(points))


def _bounds(face: frozenset) -> list[frozenset]:
    """The sides of a convex polygon: pairs of corners with all others on one side."""
    return [
        frozenset((a, b)) for a, b in combinations(face, 2)
        if len({(b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0]) for c in face - {a, b}}) == 1
    ]  # fmt: skip


# Graphs


def _graph(board: Board) -> tuple[dict, set, dict]:
    return {name: (x, y) for name, x, y in board.places}, set(), {}
