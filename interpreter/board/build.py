"""From the board part of a tree to a `Board`."""

from __future__ import annotations

from typing import Any

from interpreter.board.board import Board, Edge
from interpreter.board.evaluate import Evaluator
from interpreter.board.grid import STEPS, step
from interpreter.board.settings import Settings
from interpreter.board.values import WRONG, Cells, Coordinate, Known, Player, Shape, type_of
from interpreter.source import tree
from interpreter.source.diagnostics import Diagnostics, did_you_mean, listed
from interpreter.source.format import format_expression

GRIDS = ("hex",)
SHAPE_REGIONS = ("sides", "corners", "perimeter", "top", "right", "bottom", "left")
"""The regions that some shape or other has."""


def build_board(part: tree.Board, settings: Settings, report: Diagnostics) -> Board | None:
    """The board, with its regions added to the settings' scope; None when it cannot be built."""
    evaluator = Evaluator(settings.scope, report, {name: f"there is no board for `{name}` to be part of yet"
                                                   for name in SHAPE_REGIONS})  # fmt: skip
    shape = _shape(part, evaluator)
    if shape is None:
        return None
    regions = dict(shape.regions)
    missing = {
        name: f"this board has no `{name}`; it has {listed(shape.regions, 'and')}"
        for name in SHAPE_REGIONS
        if name not in regions
    }
    evaluator = Evaluator(settings.scope.new_child(_known(regions)), report, missing)
    cells = tuple(sorted(shape.cells, key=lambda cell: (cell.r, cell.q)))
    index = {cell: number for number, cell in enumerate(cells)}
    edges: list[Edge] = []
    for item in part.items:
        if isinstance(item, tree.Region):
            value = _region(item, index, evaluator)
            regions[item.name.id] = value
            evaluator.scope[item.name.id] = Known.always(value) if value is not WRONG else WRONG
        elif isinstance(item, tree.Edge):
            edges.extend(_edges(item, index, settings, evaluator))
    settings.scope.update(evaluator.scope.maps[0])
    settings.scope["cells"] = Known.always(Cells(cells))
    arcs = tuple(tuple(index[to] for to in _around(cell) if to in index) for cell in cells)
    return Board(cells, arcs, tuple(edges), regions)


def _known(regions: dict[str, Any]) -> dict[str, Any]:
    return {name: Known.always(value) for name, value in regions.items()}


def _around(cell: Coordinate) -> list[Coordinate]:
    return [step(cell, direction) for direction in range(len(STEPS))]


def _shape(part: tree.Board, evaluator: Evaluator) -> Shape | None:
    shape: Shape | None = None
    first: tree.Shape | None = None
    for item in part.items:
        if isinstance(item, tree.Let):
            evaluator.scope[item.name.id] = evaluator.evaluate(item.value)
        elif isinstance(item, tree.Grid) and item.name.id not in GRIDS:
            evaluator.wrong("HG404", f"unknown grid `{item.name.id}`", item.name.span, expected=listed(GRIDS),
                            help=did_you_mean(item.name.id, GRIDS))  # fmt: skip
        elif isinstance(item, tree.Shape) and first is not None:
            evaluator.wrong("HG104", "a second `shape`", item.span, related=((first.span, "first given here"),))
        elif isinstance(item, tree.Shape):
            first = item
            value = evaluator.fixed(item.value, "a shape")
            shape = value if value is not WRONG else None
    if first is None:
        evaluator.wrong("HG401", "this board has no shape", part.span, help="give it one: shape rhombus(11)")
    return shape


def _region(item: tree.Region, index: dict[Coordinate, int], evaluator: Evaluator) -> Any:
    return _on_board(evaluator.fixed(item.value, "a set of cells"), item.value, index, evaluator)


def _on_board(value: Any, node: tree.Expression, index: dict[Coordinate, int], evaluator: Evaluator) -> Any:
    if value is WRONG:
        return WRONG
    off = [cell for cell in value.items if cell not in index]
    if off:
        return evaluator.wrong("HG405", f"the cell ({off[0].q}, {off[0].r}) is not on the board", node.span)
    return value


def _edges(
    item: tree.Edge, index: dict[Coordinate, int], settings: Settings, evaluator: Evaluator
) -> list[Edge]:
    player = _player(item.player, settings.players, evaluator)
    edges: list[Edge] = []
    for expression in item.sides:
        value = evaluator.fixed(expression, "any")
        sides = value if isinstance(value, tuple) else (value,)
        for number, side in enumerate(sides):
            if isinstance(side, Cells):
                side = _on_board(side, expression, index, evaluator)  # noqa: PLW2901
            elif side is not WRONG:
                side = evaluator.wrong("HG302", f"this is {type_of(side)}", expression.span,  # noqa: PLW2901
                                       expected="a side of the board or another set of cells")  # fmt: skip
            if side is WRONG or player is None:
                continue
            if not side.items:
                evaluator.wrong("HG406", "this edge lies next to no cell", expression.span)
                continue
            name = format_expression(expression) + (f"[{number}]" if isinstance(value, tuple) else "")
            cells = tuple(index[cell] for cell in side.items)
            edges.append(Edge(player.index, name, cells, _drawn(side, index)))
    return edges


def _player(name: tree.Name, players: tuple[Player, ...], evaluator: Evaluator) -> Player | None:
    for player in players:
        if player.name == name.id:
            return player
    names = [player.name for player in players]
    evaluator.wrong("HG204", f"unknown player `{name.id}`", name.span,
                    expected=listed(names), help=did_you_mean(name.id, names))  # fmt: skip
    return None


def _drawn(side: Cells, index: dict[Coordinate, int]) -> tuple[Coordinate, ...]:
    """The places off the board where an edge is drawn: those of its side, or those that no other cell lies next to."""
    if side.outside:
        return tuple(place for place in side.outside if place not in index)
    cells = set(side.items)
    around = dict.fromkeys(place for cell in side.items for place in _around(cell) if place not in index)
    return tuple(place for place in around if all(near in cells for near in _around(place) if near in index))
