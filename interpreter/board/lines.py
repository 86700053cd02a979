"""Straight lines: along the steps of the grid, or along those of a relation; over wraps too."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from ..values.grid import Grid, Isometry, symmetries
from ..values.values import Cells, Coordinate, Fault, Relation
from .board import Board
from .glue import Glue

MOST_ON_LINES = 1_000_000
"""So many cells, those on several lines counted on each, may lie on the straight lines of a board."""

MOST_ON_ALL_LINES = 3_000_000
"""So many may lie on its lines along all relations together."""

Ray = tuple[int, ...]
"""The cells on a straight line from a cell, nearest first: up to where it ends, meets its start or goes round again."""

Rays = tuple[tuple[Ray, ...], ...]
"""For each cell, the straight lines from it that lead anywhere."""


class Lines:
    """The straight lines of a board, worked out once for each relation that they run along.

    A line along a relation repeats one step of it for as long as the relation has that step; `None` stands for the
    steps of the grid. All methods raise Fault where there are too many lines, where a seam leaves open how a line goes
    on, and where there are none.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self._known: dict[Relation | None, Rays] = {}
        self._on_them = 0

    def rays(self, along: Relation | None = None) -> Rays:
        """Return the lines from each cell."""
        if along not in self._known:
            found = rays(self._board, along)
            self._on_them += sum(map(len, chain(*found)))
            if self._on_them > MOST_ON_ALL_LINES:
                message = f"the lines along the relations of this board have more than {MOST_ON_ALL_LINES:,} cells"
                raise Fault("HG307", message, "a smaller board has fewer")
            self._known[along] = found
        return self._known[along]

    def reached(self, along: Relation | None = None) -> Relation:
        """Return the relation of each cell to those on the lines from it."""

        def rows() -> dict[Coordinate, Cells]:
            on_lines = (dict.fromkeys(chain(*found)) for found in self.rays(along))
            return dict(zip(self._board.cells, map(self._cells, on_lines), strict=True))

        return Relation(rows, along=self.reached)

    def between(self, here: Coordinate, there: Coordinate, along: Relation | None = None) -> Cells:
        """Return the cells before `there` on the lines from `here` that lead there."""
        return self._cells(dict.fromkeys(chain(*(ray[:at] for ray, at in self._through(here, there, along)))))

    def beyond(self, here: Coordinate, there: Coordinate, along: Relation | None = None) -> Cells:
        """Return the cells after `there` on the lines from `here` that lead there."""
        return self._cells(dict.fromkeys(chain(*(ray[at + 1 :] for ray, at in self._through(here, there, along)))))

    def _through(self, here: Coordinate, there: Coordinate, along: Relation | None) -> Iterator[tuple[Ray, int]]:
        """The lines from one cell to another, each with the place of the other on it."""
        places = self._board.places
        off = next((cell for cell in (here, there) if cell not in places), None)
        if off is not None:
            raise Fault("HG405", f"the cell ({off.q}, {off.r}) is not on the board")
        for ray in self.rays(along)[places[here]]:
            if places[there] in ray:
                yield ray, ray.index(places[there])

    def _cells(self, numbers: dict[int, None]) -> Cells:
        return Cells(tuple(self._board.cells[number] for number in numbers))


def rays(board: Board, along: Relation | None = None) -> Rays:
    """Return the straight lines from each cell; raises Fault as `Lines` says."""
    glue = board.glue
    if glue is None:
        what = f"a {'tiling' if board.mesh else 'graph board'} has no straight lines"
        raise Fault("HG417", what, "write the relation out: relation near(c) = …")
    if any(not seam.carries_lines for seam in board.seams):
        raise Fault(
            "HG416", "a straight line cannot continue across a portal or an antipodal seam", "wrap sides instead"
        )
    steps = list(map(Coordinate._make, glue.grid.steps)) if along is None else _steps(board, glue, along)
    onwards = _onwards(board, glue, steps, along)
    directions = len(steps)
    cells = [cell for cell in range(len(board.cells)) for _ in range(directions)]
    passed = [OFF] * len(onwards)
    found: list[tuple[Ray, ...]] = []
    on_them = 0
    for cell in range(len(board.cells)):
        leaving = range(cell * directions, (cell + 1) * directions)
        found.append(tuple(filter(None, (_ray(heading, onwards, cells, passed) for heading in leaving))))
        on_them += sum(map(len, found[-1]))
        if on_them > MOST_ON_LINES:
            message = f"the straight lines of this board have more than {MOST_ON_LINES:,} cells"
            raise Fault("HG307", message, "a smaller board has fewer")
    return tuple(found)


OFF = -1
"""A line goes off the board."""


def _ray(leaving: int, onwards: list[int], cells: list[int], passed: list[int]) -> Ray:
    """The line that leaves a cell so; `passed` keeps for each heading who came by last."""
    start, heading = cells[leaving], onwards[leaving]
    found: list[int] = []
    while heading != OFF and passed[heading] != leaving and cells[heading] != start:
        passed[heading] = leaving
        found.append(cells[heading])
        heading = onwards[heading]
    return tuple(found)


def _onwards(board: Board, glue: Glue, steps: list[Coordinate], along: Relation | None) -> list[int]:
    """For each heading, a cell and a step, the one that a straight line has a step on, or OFF."""
    number = {step: k for k, step in enumerate(steps)}
    found: list[int] = []
    for cell in board.cells:
        near = None if along is None else frozenset(along.rows.get(cell, Cells(())).items)
        for step in steps:
            crossing = glue.resolve(Coordinate(cell.q + step.q, cell.r + step.r))
            if crossing is None or (near is not None and board.cells[board.places[crossing.place]] not in near):
                found.append(OFF)
                continue
            turn = crossing.turn % len(glue.grid.steps)
            ahead = Isometry(glue.grid, turn, crossing.mirrored).linear(step) if turn or crossing.mirrored else step
            found.append(board.places[crossing.place] * len(steps) + number[ahead])
    return found


def _steps(board: Board, glue: Glue, along: Relation) -> list[Coordinate]:
    """The steps from cells to those that a relation gives for them; on a glued board the shortest, and their images."""
    steps = along.steps
    if steps is None:
        pairs = [(cell, to) for cell, row in along.rows.items() for to in row.items if to != cell]
        plain = dict.fromkeys(Coordinate(to.q - cell.q, to.r - cell.r) for cell, to in pairs)
        steps = tuple(_shortest(glue, pairs, plain) if board.seams else plain)
    if len(steps) * len(board.cells) > MOST_ON_LINES:
        raise Fault("HG307", f"lines along this relation would go {len(steps):,} ways", "such as: along: leap(1, 1)")
    return list(steps)


def _shortest(
    glue: Glue, pairs: list[tuple[Coordinate, Coordinate]], plain: dict[Coordinate, None]
) -> dict[Coordinate, None]:
    """Of the steps of the grid and some others, the shortest that lead from one cell of a pair to the other."""
    every = _images(glue.grid, dict.fromkeys((*map(Coordinate._make, glue.grid.steps), *plain)))
    length = {step: glue.grid.distance(Coordinate(0, 0), step) for step in every}
    ordered = sorted(every, key=length.__getitem__)
    found: dict[Coordinate, None] = {}
    for cell, to in pairs:
        least = None
        for step in ordered:
            if least is not None and length[step] > least:
                break
            crossing = glue.resolve(Coordinate(cell.q + step.q, cell.r + step.r))
            if crossing is not None and crossing.place == to:
                least, found[step] = length[step], None
    return _images(glue.grid, found)


def _images(grid: Grid, steps: dict[Coordinate, None]) -> dict[Coordinate, None]:
    """Steps with their images under the symmetries of a grid: a line that crosses a seam may turn into one of them."""
    return dict.fromkeys(symmetry(step) for step in steps for symmetry in symmetries(grid))
