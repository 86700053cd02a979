"""From the board part of a tree to a `Board`, item by item in the order of the text."""

from __future__ import annotations

from typing import Any

from interpreter.board.board import Board, Edge
from interpreter.board.evaluate import Evaluator
from interpreter.board.grid import STEPS, step
from interpreter.board.settings import Settings
from interpreter.board.values import WRONG, Cells, Coordinate, Known, Shape, type_of
from interpreter.source import tree
from interpreter.source.diagnostics import Diagnostics, did_you_mean, listed
from interpreter.source.format import format_expression

GRIDS = ("hex",)
SHAPE_REGIONS = ("cells", "sides", "corners", "perimeter", "top", "right", "bottom", "left")
"""The regions that some shape or other has."""


def build_board(part: tree.Board, settings: Settings, report: Diagnostics) -> Board:
    """The board, its regions added to the settings' scope; without a cell when it cannot be built."""
    return _Builder(settings, report).build(part)


def no_board(settings: Settings) -> Board:
    """A board without a cell, for rules whose board is missing: all that would be on it keeps silent."""
    settings.scope.update(dict.fromkeys(SHAPE_REGIONS, WRONG))
    return Board((), (), (), {})


class _Builder:
    def __init__(self, settings: Settings, report: Diagnostics) -> None:
        self._settings = settings
        self._missing = {name: f"there is no `{name}` before the board has a shape" for name in SHAPE_REGIONS}
        self._evaluator = Evaluator(settings.scope, report, self._missing)
        self._first: tree.Shape | None = None
        self._cells: tuple[Coordinate, ...] = ()
        self._index: dict[Coordinate, int] = {}
        self._regions: dict[str, Any] = {}
        self._edges: list[Edge] = []

    def build(self, part: tree.Board) -> Board:
        if not any(isinstance(item, tree.Shape) for item in part.items):
            self._evaluator.wrong("HG401", "this board has no shape", part.span, help="give it one: shape rhombus(11)")
            no_board(self._settings)
        for item in part.items:
            match item:
                case tree.Let():
                    self._settings.scope[item.name.id] = self._evaluator.evaluate(item.value)
                case tree.Grid():
                    self._grid(item)
                case tree.Shape():
                    self._shape(item)
                case tree.Region():
                    self._region(item)
                case tree.Edge():
                    self._edge(item)
        arcs = tuple(tuple(self._index[to] for to in _around(cell) if to in self._index) for cell in self._cells)
        return Board(self._cells, arcs, tuple(self._edges), self._regions)

    def _grid(self, item: tree.Grid) -> None:
        if item.name.id not in GRIDS:
            self._evaluator.wrong(
                "HG404",
                f"unknown grid `{item.name.id}`",
                item.name.span,
                expected=listed(GRIDS),
                help=did_you_mean(item.name.id, GRIDS),
            )

    def _shape(self, item: tree.Shape) -> None:
        if self._first is not None:
            first = ((self._first.span, "first given here"),)
            self._evaluator.wrong("HG104", "a second `shape`", item.span, related=first)
            return
        self._first = item
        shape = self._evaluator.fixed(item.value, "a shape")
        if not isinstance(shape, Shape):
            no_board(self._settings)
            return
        self._cells = tuple(sorted(shape.cells, key=lambda cell: (cell.r, cell.q)))
        self._index = {cell: number for number, cell in enumerate(self._cells)}
        for name in SHAPE_REGIONS:
            self._missing[name] = f"this board has no `{name}`; it has {listed(('cells', *shape.regions), 'and')}"
        for name, value in shape.regions.items():
            self._add_region(name, value)
        self._settings.scope["cells"] = Known.always(Cells(self._cells))

    def _add_region(self, name: str, value: Any) -> None:
        self._regions[name] = value
        self._settings.scope[name] = Known.always(value)

    def _region(self, item: tree.Region) -> None:
        value = self._on_board(self._evaluator.fixed(item.value, "a set of cells"), item.value)
        if value is WRONG:
            self._settings.scope[item.name.id] = WRONG
        else:
            self._add_region(item.name.id, value)

    def _on_board(self, value: Any, node: tree.Expression) -> Any:
        off = [cell for cell in value.items if cell not in self._index] if value is not WRONG else []
        if off and self._cells:
            return self._evaluator.wrong("HG405", f"the cell ({off[0].q}, {off[0].r}) is not on the board", node.span)
        return WRONG if off else value

    def _edge(self, item: tree.Edge) -> None:
        player = self._player(item.player)
        for expression in item.sides:
            value = self._evaluator.fixed(expression, "any")
            sides = value if isinstance(value, tuple) else (value,)
            for number, side in enumerate(sides):
                cells = self._side(side, expression)
                if cells is not None and player is not None:
                    name = format_expression(expression) + (f"[{number}]" if isinstance(value, tuple) else "")
                    ids = tuple(self._index[cell] for cell in cells.items)
                    self._edges.append(Edge(player, name, ids, self._drawn(cells)))

    def _side(self, value: Any, node: tree.Expression) -> Cells | None:
        if value is not WRONG and not isinstance(value, Cells):
            wanted = "a side of the board or another set of cells"
            self._evaluator.wrong("HG302", f"this is {type_of(value)}", node.span, expected=wanted)
            return None
        value = self._on_board(value, node)
        if value is not WRONG and not value.items:
            self._evaluator.wrong("HG406", "this edge lies next to no cell", node.span)
            return None
        return None if value is WRONG else value

    def _player(self, name: tree.Name) -> int | None:
        names = [player.name for player in self._settings.players]
        if name.id in names:
            return names.index(name.id)
        self._evaluator.wrong(
            "HG204",
            f"unknown player `{name.id}`",
            name.span,
            expected=listed(names),
            help=did_you_mean(name.id, names),
        )
        return None

    def _drawn(self, side: Cells) -> tuple[Coordinate, ...]:
        """The places off the board where an edge is drawn: its side's, or those that no other cell lies next to."""
        if side.outside:
            return tuple(place for place in side.outside if place not in self._index)
        cells = set(side.items)
        around = dict.fromkeys(place for cell in side.items for place in _around(cell) if place not in self._index)
        return tuple(place for place in around if all(near in cells for near in _around(place) if near in self._index))


def _around(cell: Coordinate) -> list[Coordinate]:
    return [step(cell, direction) for direction in range(len(STEPS))]
