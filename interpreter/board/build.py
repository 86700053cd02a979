"""From the board part of a tree to a `Board`, item by item in the order of the text.

First the places and what is glued, then the cells and edges, last the relations and labels and whatever speaks of
them, since they need the whole board (`whole.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, assert_never

from ..diagnostics.diagnostic import Diagnostics, listed, meant, nearest
from ..source.syntax import tree
from ..source.syntax.vocabulary import Place, words
from ..values import mismatch
from ..values.evaluate import Evaluator
from ..values.grid import HEX, Grid
from ..values.hints import called_elsewhere, elsewhere
from ..values.names import declared_below, visible
from ..values.operations import shape_functions
from ..values.settings import Settings, check_requirement
from ..values.shapes import SHAPES, Region, Shape, changed_regions, check_extent
from ..values.types import CELL, CELLS
from ..values.values import WRONG, Cells, Coordinate, Fault, Item, Known, Meaning, SeamRef, Wrong, type_of
from .board import NOWHERE, Board
from .edges import Borders, graph_edge, make_edge
from .glue import Glue
from .graph import Graph, build_graph
from .grids import chosen, shapes_on
from .linking import linked
from .links import arcs_on, canonical, number_cells
from .outline import outline
from .whole import NEEDS_CELLS, make_label, make_relation, parted, steps, warn

if TYPE_CHECKING:
    from ..values.tilings.mesh import Mesh

SHAPE_REGIONS = words(Place.REGION)
"""The regions that some shape or other has."""


_SIDES = ("top", "right", "bottom", "left")
"""The sides of shapes with four."""


def build_board(part: tree.Board, settings: Settings, report: Diagnostics) -> tuple[Board, dict[str, Meaning]]:
    """The board, `NOWHERE` when it cannot be built, and what it names."""
    names: dict[str, Meaning] = {}
    return _Builder(settings, names, report).build(part), names


def missing_regions(board: Board) -> dict[str, str]:
    """For the names of regions that a board does not have, how to say so."""
    found = listed([*board.regions, *([] if board.given_names else ["outside"])], "and")
    return {name: f"this board has no `{name}`; it has {found}" for name in SHAPE_REGIONS if name not in board.regions}


def unnamed() -> dict[str, Meaning]:
    """What a board would name that is missing: all that would be on it keeps silent."""
    return dict.fromkeys((*SHAPE_REGIONS, *NEEDS_CELLS), WRONG)


class _Builder:
    def __init__(self, settings: Settings, names: dict[str, Meaning], report: Diagnostics) -> None:
        self._settings, self._names, self._report, self._own = settings, names, report, settings.own
        self._missing = {name: f"`{name}` does not exist before the board has a shape" for name in SHAPE_REGIONS}
        self._missing |= {name: f"`{name}` is for relations, labels and rules" for name in NEEDS_CELLS}
        self._evaluator = Evaluator(settings.scope.new_child(names), report, self._missing)
        self._evaluator.advice = dict(settings.inside)
        self._grid: Grid | Mesh = HEX
        self._first: tree.Shape | tree.Graph | None = None
        self._has_shape = False
        self._glue = Glue(HEX, frozenset())
        self._graph: Graph | None = None
        self._regions: dict[str, Region] = {}
        self._borders = Borders(settings.players, self._evaluator, report, self._as_border)

    def build(self, part: tree.Board) -> Board:
        self._has_shape = any(isinstance(item, tree.Shape | tree.Graph) for item in part.items)
        if not self._has_shape:
            self._evaluator.wrong("HG401", "this board has no shape", part.span, help="give it one: shape rhombus(11)")
            self._name(unnamed())
        self._evaluator.advice |= declared_below(name for _, name in part.declarations)
        links = (item.name for item in part.items if isinstance(item, tree.Link) and item.name)
        self._names.update({name.id: WRONG for name in links})
        first, later = parted(part, self._own)
        for item in first:
            self._item(item)
        if not self._glue.places:
            self._name(unnamed())
            self._forget(part)
            return NOWHERE
        board = self._board()
        self._know(board)
        for item in later:
            match item:
                case tree.Relation():
                    self._names[item.name.id] = make_relation(item, board, self._evaluator, self._row, self._settings)
                case tree.Label():
                    self._names[item.name.id] = make_label(item, board, self._evaluator)
                case tree.Link():
                    board = linked(board, item, self._evaluator)
                    self._know(board)
                case _:
                    self._item(item)
        if not self._report.failed:
            warn(board, part, self._first.span if self._first else part.span, self._evaluator)
        board.regions.update(changed_regions(self._regions, self._canonical))
        return board

    def _know(self, board: Board) -> None:
        """What is known of a whole board, with the links that it has now."""
        self._name(steps(board))

    def _name(self, words: Mapping[str, Meaning]) -> None:
        """What the language calls something of this board, unless the sheet calls something else so."""
        self._names.update(visible(words, self._own))

    def _item(self, item: tree.BoardItem) -> None:
        match item:
            case tree.Let():
                self._names[item.name.id] = self._evaluator.value(item.value)
            case tree.Require():
                check_requirement(item, self._settings.values, self._settings.asked, self._evaluator)
            case tree.Grid() | tree.Tiled():
                self._choose_grid(item)
            case tree.Shape():
                self._shape(item)
            case tree.Graph():
                self._make_graph(item)
            case tree.Region():
                self._region(item)
            case tree.Edge():
                self._borders.add(item)
            case tree.Wrap():
                self._wrap(item)
            case tree.Antipodal():
                self._antipodal(item)
            case tree.Portal():
                self._portal(item)
            case tree.Relation() | tree.Label() | tree.Link():
                raise AssertionError("relations, labels and links wait for the whole board")
            case _:
                assert_never(item)

    def _board(self) -> Board:
        cells, places = number_cells(self._glue)
        if self._graph:
            cells = self._graph.cells
            places = {cell: number for number, cell in enumerate(cells)}
        regions = changed_regions(self._regions, self._canonical)
        for name, value in regions.items():
            self._names[name] = Known.always(value)
        mesh = None if isinstance(self._grid, Grid) else self._grid
        make = graph_edge if self._graph else partial(make_edge, around=self._grid.around, glue=self._glue)
        return Board(
            self._glue.grid,
            cells,
            places,
            self._graph.arcs if self._graph else arcs_on(mesh or self._glue, places),
            tuple(make(*side, places) for side in self._borders.parted(self._glue.wrapped)),
            tuple(self._glue.seams),
            regions,
            None if self._graph or mesh else self._glue,
            self._graph.drawn if self._graph else {},
            self._graph.names if self._graph else {},
            mesh,
        )

    def _canonical(self, cells: Cells) -> Cells:
        return canonical(cells, self._glue)

    def _forget(self, part: tree.Board) -> None:
        """What the board would have named keeps silent."""
        for item, name in part.declarations:
            if not isinstance(item, tree.Let):
                self._names[name.id] = WRONG

    def _try(self, item: tree.Node, attempt: Callable[[], None]) -> bool:
        """Whether an attempt succeeds; a fault points at the item."""
        try:
            attempt()
        except Fault as fault:
            self._evaluator.wrong(fault.code, fault.message, item.span, help=fault.help)
            return False
        return True

    # Places

    def _choose_grid(self, item: tree.Grid | tree.Tiled) -> None:
        grid = chosen(item, self._evaluator)
        if self._first is not None:
            self._evaluator.wrong("HG404", "the grid comes before the shape", item.span)
        elif grid is not WRONG:
            self._grid = grid
            self._name(shape_functions(shapes_on(grid)))

    def _is_second(self, item: tree.Shape | tree.Graph) -> bool:
        if self._first is None:
            self._first = item
            return False
        self._evaluator.wrong(
            "HG104", "a second shape", item.span, related=((self._first.span, "the first is given here"),)
        )
        return True

    def _known_shape(self, node: tree.Expression) -> Shape | Wrong:
        """The shape that an item gives; a function that is none, and like none, is reported with all there are."""
        if isinstance(node, tree.Call) and node.function.id not in self._evaluator.scope:
            name = node.function.id
            if not (nearest(name, SHAPES) or elsewhere(name) or called_elsewhere(node, SHAPES)):
                return self._evaluator.wrong(
                    "HG201", f"unknown shape `{name}`", node.function.span, expected=listed(SHAPES)
                )
        return self._evaluator.fixed(node, Shape, "`shape`")

    def _shape(self, item: tree.Shape) -> None:
        if self._is_second(item):
            return
        shape = self._known_shape(item.value)
        if shape is not WRONG and not shape.cells:
            shape = self._evaluator.wrong("HG402", "this board has no cells", item.value.span)
        cells = () if shape is WRONG else shape.cells
        if shape is WRONG or not self._try(item, lambda: check_extent(cells)):
            self._name(unnamed())
            return
        places = frozenset(cells)
        self._glue = Glue(self._grid if isinstance(self._grid, Grid) else HEX, places)
        perimeter, outside = outline(places, self._grid)
        ordered = tuple(sorted(places, key=lambda cell: (cell.r, cell.q)))
        found: dict[str, Region] = {"cells": Cells(ordered), "perimeter": Cells(perimeter), **shape.regions}
        for name, value in found.items():
            if name not in self._own:
                self._add_region(name, value)
        self._name({"outside": Known.always(Cells(outside))})
        for name in SHAPE_REGIONS:
            self._missing[name] = f"this board has no `{name}`; it has {listed(found, 'and')}"
            sides = shape.regions.get("sides")
            if name in _SIDES and isinstance(sides, tuple) and isinstance(item.value, tree.Call):
                known = f"its {len(sides)} sides are `sides[0]` to `sides[{len(sides) - 1}]`, clockwise from the top"
                self._missing[name] = f"the board is a {item.value.function.id} and has no `{name}`: {known}"

    def _make_graph(self, item: tree.Graph) -> None:
        if self._is_second(item):
            return
        self._grid = HEX
        self._graph = graph = build_graph(item, self._evaluator)
        if not graph.cells or not self._try(item, lambda: check_extent(graph.drawn.values())):
            self._name(unnamed())
            return
        self._glue = Glue(HEX, frozenset(graph.cells))
        if "cells" not in self._own:
            self._add_region("cells", Cells(graph.cells))
        for name, value in graph.sets.items():
            self._add_region(name, value)
        for name in SHAPE_REGIONS[1:]:
            self._missing[name] = f"a graph board has no `{name}`; give it regions of its own"

    def _add_region(self, name: str, value: Region) -> None:
        self._regions[name] = value
        self._names[name] = Known.always(value)

    def _region(self, item: tree.Region) -> None:
        value = self._cells(item.value)
        if value is WRONG:
            self._names[item.name.id] = WRONG
        else:
            self._add_region(item.name.id, value)

    def _cells(self, node: tree.Expression, on_board: bool = True) -> Cells | Wrong:
        """The cells that an expression gives; a shape stands for its cells."""
        return self._as_cells(self._evaluator.known(node), node, on_board)

    def _row(self, node: tree.Expression) -> Cells | Wrong:
        """The cells that an expression gives, each by its first place."""
        value = self._evaluator.known(node)
        if isinstance(value, Coordinate):
            help_text = f"did you mean `{{{node.span.text}}} & cells`?"
            return self._evaluator.mismatched(mismatch.needs("", CELLS, CELL), node.span, help=help_text)
        cells = self._as_cells(value, node)
        return canonical(cells, self._glue) if cells is not WRONG else WRONG

    def _as_cells(self, value: Item | Wrong, node: tree.Expression, on_board: bool = True) -> Cells | Wrong:
        if isinstance(value, Shape):
            value = Cells(value.cells)
        if value is not WRONG and self._first is None and self._has_shape:
            message, help_text = "a board has no cells before it has a shape", "write the shape first"
            return self._evaluator.wrong("HG403", message, node.span, help=help_text)
        if value is WRONG or not self._glue.places:
            return WRONG
        if not isinstance(value, Cells):
            return self._evaluator.mismatch(node, type_of(value), CELLS)
        off = [cell for cell in value.items if cell not in self._glue.places] if on_board else []
        if off:
            text = node.span.text if not isinstance(node, tree.Binary) else f"({node.span.text})"
            return self._evaluator.wrong("HG405", f"the cell ({off[0].q}, {off[0].r}) is not on the board", node.span,
                                         help=f"to leave out what is off the board, write: {text} & cells")  # fmt: skip
        return value

    def _as_border(self, value: Item | Wrong, node: tree.Expression, is_side: bool) -> Cells | Wrong:
        """The cells and the places outside that a value stands for; a side lies next to the board."""
        cells = self._as_cells(value, node, on_board=is_side and self._graph is not None)
        if is_side and cells is not WRONG and not any(self._touches(place) for place in cells.items):
            return self._evaluator.wrong("HG406", "this edge touches no cell", node.span)
        return cells

    def _touches(self, place: Coordinate) -> bool:
        return place in self._glue.places or any(near in self._glue.places for near in self._grid.around(place))

    # Glue

    def _wrap(self, item: tree.Wrap) -> None:
        first, second = self._cells(item.first), self._cells(item.second)
        if first is WRONG or second is WRONG:
            self._join(item, None)
        else:
            self._join(item, partial(self._glue.wrap, item.name.id, first, second, item.is_reversed))

    def _antipodal(self, item: tree.Antipodal) -> None:
        perimeter = self._cells(item.perimeter)
        if perimeter is WRONG:
            self._join(item, None)
        else:
            self._join(item, partial(self._glue_antipodal, item.name.id, perimeter))

    def _glue_antipodal(self, name: str, perimeter: Cells) -> None:
        _, outside = outline(self._glue.places, self._glue.grid)
        self._glue.antipodal(name, perimeter.items, outside)

    def _portal(self, item: tree.Portal) -> None:
        ways, way = ("translation", "reflection"), item.by.id
        if way not in ways:
            message = f"a portal is made by {listed(ways)}"
            self._evaluator.wrong("HG409", message, item.by.span, **meant(way, ways))
        first, second = self._cells(item.first), self._cells(item.second)
        if way not in ways or first is WRONG or second is WRONG:
            self._join(item, None)
        else:
            self._join(item, partial(self._glue.portal, item.name.id, first, second, way))

    def _join(self, item: tree.Wrap | tree.Antipodal | tree.Portal, glue: Callable[[], None] | None) -> None:
        """Glue what is known, and name the seam if there is one now."""
        before = len(self._glue.seams)
        if glue is not None and self._has_grid(item):
            self._try(item, glue)
        made = len(self._glue.seams) > before
        self._names[item.name.id] = Known.always(SeamRef(before)) if made else WRONG

    def _has_grid(self, item: tree.Node) -> bool:
        what = "graph board" if self._graph is not None else "" if isinstance(self._grid, Grid) else "tiling"
        if what:
            self._evaluator.wrong("HG417", f"a {what} cannot be glued", item.span, help="link its cells instead")
        return not what
