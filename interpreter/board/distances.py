"""How many steps along its links cells of a board are from one another."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ..values.cells import Cells, Coordinate, Fault
from ..values.mismatch import misfit
from ..values.types import NUMBER
from ..values.values import Function, Item, Parameter, type_of
from .board import Board


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
    found = distances(board, one, past)
    return min((found[cell] for cell in other if found[cell] >= 0), default=len(board.cells))


def stepping(board: Board) -> Function:
    """The function `steps` of a board, for what is known before play."""

    def steps(one: Item, other: Item) -> int:
        return between(board, _cells_of(board, one), _cells_of(board, other))

    parameters = (Parameter("A", None), Parameter("B", None))
    doc = "the least number of steps from a cell, or a set, to another"
    return Function("steps", parameters, steps, NUMBER, doc, "label far(c) = steps(c, corners)")


def _cells_of(board: Board, value: Item) -> list[int]:
    places = value.items if isinstance(value, Cells) else (value,) if isinstance(value, Coordinate) else None
    if places is None:
        raise misfit("`steps`", "a cell or a set of cells", type_of(value))
    missing = next((place for place in places if place not in board.places), None)
    if missing is not None:
        raise Fault("HG405", f"the cell ({missing[0]}, {missing[1]}) is not on the board")
    return [board.places[place] for place in places]
