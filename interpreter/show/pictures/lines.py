"""Lines on boards: what joins cells that are points or holes, the way of a chain that has won, the names of columns and
rows beside a graph, the outline of a board without notches."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from itertools import pairwise
from math import hypot

from ...board.board import Board
from ...values.grid import column_letters
from ...values.values import Coordinate
from ..boards.lattice import lattice_of
from .elements import Point
from .geometry import PITCH, Layout

ON_LINES = frozenset({"points", "holes"})
"""How cells look that lie on lines along their links."""


def are_lined(board: Board, forms: Mapping[int, str]) -> bool:
    """Return whether all cells, but links and areas between them, lie on lines."""
    cells = (cell for cell in range(len(board.cells)) if cell not in board.bonds and forms.get(cell) != "area")
    return all(forms.get(cell) in ON_LINES for cell in cells)


def links(layout: Layout, forms: Collection[str]) -> list[tuple[Point, Point]]:
    """Return the lines between the cells of a graph board, between the vertices of a tiling, and wherever cells lie on
    lines; diagonals of a grid that cross each other are left out."""
    board, mesh = layout.board, layout.board.mesh
    if ON_LINES.isdisjoint(forms) and (board.glue is not None if mesh is None else mesh.kind != "vertices"):
        return []
    lines = list(_lines(layout))
    if board.glue is None:
        return lines
    middles = Counter(((one + other) * 0.5).key for one, other in lines)
    return [line for line in lines if middles[((line[0] + line[1]) * 0.5).key] == 1]


def _lines(layout: Layout) -> Iterator[tuple[Point, Point]]:
    board = layout.board
    for cell, arcs in enumerate(board.arcs):
        start = layout.centre(board.cells[cell])
        if cell in layout.between:
            continue
        apart = {*board.bonds, *layout.between}
        for other in dict.fromkeys(arc.to for arc in arcs if arc.to > cell and arc.to not in apart):
            yield start, layout.centre(board.cells[other])


def names_beside(layout: Layout) -> list[tuple[Point, str]]:
    """Return the names of the columns and rows that the cells of a graph are called after, at both ends of each."""
    lattice = lattice_of(layout.board) if layout.board.given_names else None
    if lattice is None:
        return []
    centres = {place: layout.centre(place) for place in layout.board.drawn}
    xs, ys = ([*sorted(getattr(at, axis) for at in centres.values())] for axis in ("x", "y"))
    columns = {column_letters(rank): next(at.x for place, at in centres.items() if place.q == q)
               for q, rank in lattice.columns.items()}  # fmt: skip
    rows = {str(rank + 1): next(at.y for place, at in centres.items() if place.r == r)
            for r, rank in lattice.rows.items()}  # fmt: skip
    found = [(Point(x, y), name) for name, x in columns.items() for y in (ys[0] - PITCH, ys[-1] + PITCH)]
    return found + [(Point(x, y), name) for name, y in rows.items() for x in (xs[0] - PITCH, xs[-1] + PITCH)]


BAND = 12.0
"""How much farther from the board names of rows are written where its sides have colours."""


def names_outside(layout: Layout) -> list[tuple[Point, str]]:
    """Return the names of the rows and columns of a grid, rows first, with the points where they are written."""
    board, found = layout.board, dict[tuple[float, float], tuple[Point, str]]()
    if board.glue is None:
        return []
    along, down = board.grid.axes
    band = BAND if any(edge.is_coloured and edge.outside for edge in board.edges) else 0
    shelves = [[place for place in board.places if layout.shelves.get(place, 0) == row]
               for row in range(1 + max(layout.shelves.values(), default=0))]  # fmt: skip
    ends = [(row, board.row_name(row[0].r), along) for each in shelves for row in _along(each, 1)]
    ends += [(column, board.column_name(column[0].q), down) for column in _along(board.places, 0)]
    for line, name, direction in ends:
        for end, onwards in ((line[0], direction + board.grid.back), (line[-1], direction)):
            here, beside = layout.unmoved(end), layout.unmoved(board.grid.step(end, onwards))
            shift = layout.centre(end) + here * -1
            outside = layout.unmoved(_free(layout, end, onwards)) + (beside + here * -1).unit * band
            found.setdefault((beside + shift).key, (outside + shift, name))
    return list(found.values())


def _along(places: Iterable[Coordinate], axis: int) -> list[list[Coordinate]]:
    """Return the rows (axis 1) or columns (axis 0) of places, each in order."""
    found: dict[int, list[Coordinate]] = {}
    for place in sorted(places):
        found.setdefault(place[axis], []).append(place)
    return [found[number] for number in sorted(found)]


def _free(layout: Layout, place: Coordinate, direction: int) -> Coordinate:
    """Return the first place in a direction where nothing is drawn."""
    glue = layout.board.glue
    assert glue is not None
    while place in layout.board.places or place in layout.ghosts or place in glue.outside_glued:
        place = glue.grid.step(place, direction)
    return place


# The way of a chain


FARTHEST = 2.7 * PITCH
"""How long a line along a chain is at most: longer ones would lead across the board instead of over its seam."""

Pair = tuple[int, int]


def steps_along(layout: Layout, chain: Set[int], player: int) -> list[Pair]:
    """Return steps along a chain that has won, as few as show it: from edge to edge of the player, where it touches
    several, else all around."""
    board = layout.board
    near = {cell: [other for other in board.rows[cell] if other in chain] for cell in chain}
    if len(_reached(near, {min(chain, default=0)})) < len(chain):  # such as stones in a row, or spaces around holes
        around = {cell: {*board.rows[cell]} for cell in chain}
        near = {cell: [each for each in chain if each != cell and (each in around[cell] or around[each] & around[cell])]
                for cell in chain}  # fmt: skip
    owned = (edge for edge in board.edges if edge.is_coloured and edge.player == player)
    ends = list(filter(None, ({arc.to for arc in edge.links} & chain for edge in owned)))
    if len(ends) > 1:
        ways = (_shortest(near, ends[0], end) for end in ends[1:])
        return list(dict.fromkeys(pair for each in ways for pair in pairwise(each)))
    rim = {board.places[side.place] for side in layout.boundary if side.faces not in layout.ghosts}
    return _without_dead_ends(_skeleton(near), rim)


def lines_along(layout: Layout, steps: Sequence[Pair]) -> list[tuple[Point, Point]]:
    """Return the lines that show steps; a step over a seam is two, which end at ghosts."""
    drawn = _where_drawn(layout) if steps else ({}, {})
    return [line for pair in steps for line in _between(pair, drawn)]


def _reached(near: Mapping[int, Sequence[int]], starts: Set[int]) -> dict[int, int | None]:
    """The cells that can be reached, each with the one before it."""
    before: dict[int, int | None] = dict.fromkeys(sorted(starts & near.keys()))
    waiting = deque(before)
    while waiting:
        here = waiting.popleft()
        for other in near[here]:
            if other not in before:
                before[other] = here
                waiting.append(other)
    return before


def _shortest(near: Mapping[int, Sequence[int]], starts: Set[int], ends: Set[int]) -> list[int]:
    before = _reached(near, starts)
    here = next((cell for cell in before if cell in ends), None)
    found = list[int]()
    while here is not None:
        found.append(here)
        here = before[here]
    return found


def _skeleton(near: Mapping[int, Sequence[int]]) -> list[Pair]:
    """All steps but those that close a triangle."""
    found = set[Pair]()
    for one, other in sorted((cell, each) for cell in near for each in near[cell] if cell < each):
        third = (each for each in near[one] if each in near[other])
        if not any({_pair(one, each), _pair(other, each)} <= found for each in third):
            found.add((one, other))
    return sorted(found)


def _without_dead_ends(steps: list[Pair], rim: Set[int]) -> list[Pair]:
    """Steps that lead somewhere, where some lead around: to the rim, or on."""
    while len(steps) >= len({cell for pair in steps for cell in pair}) > 0:
        often = Counter(cell for pair in steps for cell in pair)
        left = [pair for pair in steps if all(often[cell] > 1 or cell in rim for cell in pair)]
        if len(left) == len(steps):
            break
        steps = left
    return steps


def _pair(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)


def _where_drawn(layout: Layout) -> tuple[Mapping[int, list[Point]], Mapping[int, list[Point]]]:
    """Where each cell is drawn, and where its ghosts are."""
    places, ghosts = dict[int, list[Point]](), dict[int, list[Point]]()
    for place, cell in layout.board.places.items():
        places.setdefault(cell, []).append(layout.centre(place))
    for place, ghost in layout.ghosts.items():
        ghosts.setdefault(layout.board.places[ghost.place], []).append(layout.centre(place))
    return places, ghosts


def _between(
    pair: Pair, drawn: tuple[Mapping[int, list[Point]], Mapping[int, list[Point]]]
) -> Iterator[tuple[Point, Point]]:
    places, ghosts = drawn
    lines = [(one, other) for one in places[pair[0]] for other in places[pair[1]]]
    line = min(lines, key=_length)
    stubs = [
        [(at, ghost) for at in places[one] for ghost in ghosts.get(other, ())] for one, other in (pair, pair[::-1])
    ]
    if _length(line) <= FARTHEST or not all(stubs):
        yield line
    else:
        yield from (min(each, key=_length) for each in stubs)


def _length(line: tuple[Point, Point]) -> float:
    return hypot(line[0].x - line[1].x, line[0].y - line[1].y)


# Outlines


NOTCH = 1.3 * PITCH
"""How wide what lies between two cells may be for their sides to look like one."""


def straightened(line: Sequence[Point]) -> list[Point]:
    """Return a line around a board, clockwise, without the notches between its cells."""
    found: list[Point] = []
    for point in line:
        while len(found) > 1 and _turn(found[-2], found[-1], point) < 0 and _apart(found[-2], point) < NOTCH:
            found.pop()
        found.append(point)
    return found


def hull(of: Iterable[Point]) -> list[Point]:
    """Return the corners of the smallest convex outline around points, clockwise."""
    ordered = sorted(of, key=lambda point: point.key)
    above, below = _half(ordered), _half(ordered[::-1])
    return [*above[:-1], *below[:-1]] or ordered[:1]


def _half(ordered: Iterable[Point]) -> list[Point]:
    found: list[Point] = []
    for point in ordered:
        while len(found) > 1 and _turn(found[-2], found[-1], point) <= 0:
            found.pop()
        found.append(point)
    return found


def _turn(one: Point, middle: Point, other: Point) -> float:
    """More than 0 for a turn clockwise, less for one anticlockwise."""
    return (middle.x - one.x) * (other.y - middle.y) - (middle.y - one.y) * (other.x - middle.x)


def _apart(one: Point, other: Point) -> float:
    return hypot(other.x - one.x, other.y - one.y)
