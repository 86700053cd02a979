"""The cells around a cell that play decides, or as far around it as play decides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from ....board.board import Board
from ....source.syntax import tree
from ....values.shapes import Shape
from ....values.types import CELL, CELLS, NUMBER
from ....values.values import Code, Coordinate, Fault, Function, Known, Value, Worth
from ... import elements, ir
from ..base import RuleEvaluator

NO_CELLS = ir.Fixed(((),))

Rows = tuple[tuple[int, ...], ...]


def around(elaborator: RuleEvaluator, node: tree.Call, shape: Function, cell: Worth, reach: Worth) -> Value:
    """Return the cells of the board in a `disc` or a `ring` around a cell."""
    for value, part, wanted in zip((cell, reach), node.plain, (CELL, NUMBER), strict=True):
        if value.type is not wanted:
            return elaborator.mismatch(part, value.type, wanted, f"`{shape.name}`")
    number = reach.of(0) if isinstance(reach, Known) and len(reach.values) == 1 else None
    here = elaborator.expression(cell)
    try:
        if isinstance(number, int):
            return Code(CELLS, ir.Row(_rows(elaborator, shape, number), here))
    except Fault as fault:
        return elaborator.wrong(fault.code, fault.message, node.span, help=fault.help)
    return Code(CELLS, _rings(elaborator, elaborator.expression(reach), here, is_disc=shape.name == "disc"))


def _rows(elaborator: RuleEvaluator, shape: Function, reach: int) -> Rows:
    """The cells in a shape around each cell; raises Fault."""
    places, rows = elaborator.board.places, []
    for place in elaborator.board.cells:
        found = shape.apply(place, reach)
        assert isinstance(found, Shape)
        elaborator.count(len(found.cells))
        rows.append(tuple(dict.fromkeys(places[each] for each in found.cells if each in places)))
    return tuple(rows)


def _rings(elaborator: RuleEvaluator, reach: ir.Expression, cell: ir.Expression, is_disc: bool) -> ir.CellSet:
    """The rings around a cell of which a disc is made, each if it reaches so far; or the ring at a distance."""
    board, (sure, may) = elaborator.board, elaborator.extremes.of(reach)
    rings: dict[int, list[list[int]]] = {}
    for here, place in enumerate(board.cells):
        for there, steps in _distances(board, place, may):
            rings.setdefault(steps, [[] for _ in board.cells])[here].append(there)
        elaborator.count(len(board.cells))
    found: list[ir.CellSet] = []
    for steps in sorted(rings):
        ring = ir.Row(tuple(map(tuple, rings[steps])), cell)
        test = ir.Operation(">=" if is_disc else "==", (reach, ir.Constant((steps,))))
        found.append(ring if is_disc and steps <= sure else elements.Chosen(test, ring, NO_CELLS))
    return _joined(found)


def _distances(board: Board, place: Coordinate, may: int) -> Iterator[tuple[int, int]]:
    """The cells of the board within some steps of a place, and how many steps each is away."""
    left, ways = len(board.cells), _steps(board, place, may)
    for there, steps in ways:
        if there in board.places and steps <= may:
            yield board.places[there], steps
            left -= 1
        if not left:
            return


def _steps(board: Board, place: Coordinate, may: int) -> Iterable[tuple[Coordinate, int]]:
    if board.mesh is not None:
        return board.mesh.within(place, may)
    return ((there, board.grid.distance(here, there)) for here, there in product((place,), board.cells))


def _joined(sets: list[ir.CellSet]) -> ir.CellSet:
    """The union of some sets, halved again and again so that it nests little."""
    if len(sets) < 2:
        return sets[0] if sets else NO_CELLS
    half = len(sets) // 2
    return ir.Combined("|", _joined(sets[:half]), _joined(sets[half:]))
