"""How many steps along its links cells of a board are from one another."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ..deadline import look
from ..values.cells import Cells, Coordinate, Fault
from ..values.mismatch import misfit
from ..values.types import NUMBER
from ..values.values import Function, Item, Parameter, type_of
from .board import Board

MOST_VISITED = 1_000_000
"""So many cells may be visited before play to measure ways, those visited again counted again."""


def distances(board: Board, start: Iterable[int], past: Collection[int] | None = None) -> list[int]:
    """For each cell, its steps from the nearest of some cells, over cells of a set; -1 where no way leads there."""
    found = [-1] * len(board.cells)
    queue = list(dict.fromkeys(start))
    for cell in queue:
        found[cell] = 0
    for cell in queue:
        if found[cell] and past is not None and cell not in past:
            continue
        for arc in board.arcs[cell]:
            if found[arc.to] < 0:
                found[arc.to] = found[cell] + 1
                queue.append(arc.to)
    return found


def between(board: Board, one: Iterable[int], other: Iterable[int], past: Collection[int] | None = None) -> int:
    """The least number of steps from one set to another; the number of cells of the board if no way leads there."""
    return _nearest(board, distances(board, one, past), other)


def _nearest(board: Board, found: list[int], cells: Iterable[int]) -> int:
    return min((found[cell] for cell in cells if found[cell] >= 0), default=len(board.cells))


def stepping(board: Board) -> Function:
    """The function `steps` of a board, for what is known before play."""
    measured = Measured(board)

    def steps(one: Item, other: Item) -> int:
        return measured.between(_cells_of(board, one), _cells_of(board, other))

    parameters = (Parameter("A", None), Parameter("B", None))
    doc = "the least number of steps from a cell, or a set, to another"
    return Function("steps", parameters, steps, NUMBER, doc, "label far(c) = steps(c, corners)")


class Measured:
    """The ways on a board. Those from one set are measured once as long as all that is asked is about this set."""

    def __init__(self, board: Board) -> None:
        self._board, self._visited = board, 0
        self._last: tuple[list[int], list[int]] = [], []
        self._start: list[int] = []
        self._found: list[int] = []

    def between(self, one: list[int], other: list[int]) -> int:
        """Return the steps from one set to another; raises Fault when too many were measured, and OutOfTime."""
        if self._start not in (one, other):
            self._measure(one if one == self._last[0] else other)
        self._last = one, other
        return _nearest(self._board, self._found, other if self._start == one else one)

    def _measure(self, start: list[int]) -> None:
        look()
        self._visited += len(self._board.cells)
        if self._visited > MOST_VISITED:
            raise Fault("HG307", f"`steps` would visit more than {MOST_VISITED:,} cells",
                        "measure from one set of cells: steps(c, corners)")  # fmt: skip
        self._start, self._found = start, distances(self._board, start)


def _cells_of(board: Board, value: Item) -> list[int]:
    places = value.items if isinstance(value, Cells) else (value,) if isinstance(value, Coordinate) else None
    if places is None:
        raise misfit("`steps`", "a cell or a set of cells", type_of(value))
    missing = next((place for place in places if place not in board.places), None)
    if missing is not None:
        raise Fault("HG405", f"the cell ({missing[0]}, {missing[1]}) is not on the board")
    return [board.places[place] for place in places]
