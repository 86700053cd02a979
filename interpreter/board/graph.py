"""Graph boards: cells with names and drawing positions, and the links between them."""

from __future__ import annotations

from itertools import pairwise

from ..diagnostics.diagnostic import meant
from ..record import Record
from ..source.syntax import tree
from ..values.evaluate import Evaluator
from ..values.shapes import MOST_CELLS
from ..values.values import Coordinate, Spot
from .board import Arc


class Graph(Record):
    """Cells in the order of the file, each at the coordinates where it is drawn."""

    cells: tuple[Coordinate, ...]
    names: dict[Coordinate, str]
    drawn: dict[Coordinate, tuple[float, float]]
    arcs: tuple[tuple[Arc, ...], ...]


def build_graph(item: tree.Graph, evaluator: Evaluator) -> Graph:
    """The graph that a `graph { … }` describes; links to unknown cells are reported."""
    given = [part for part in item.items if isinstance(part, tree.GraphCell)]
    if len(given) > MOST_CELLS:
        evaluator.wrong(
            "HG402",
            f"a board of {len(given):,} cells is too large",
            item.span,
            help=f"boards have at most {MOST_CELLS:,} cells",
        )
        given = []
    if not given:
        evaluator.wrong("HG402", "this board has no cells", item.span, help="give it some: cell a at 0, 0")
    number = {part.name.id: index for index, part in enumerate(given)}
    places: dict[tuple[int, int], tree.GraphCell] = {}
    for part in given:
        first = places.setdefault((part.x, part.y), part)
        if first is not part:
            evaluator.wrong("HG418", f"`{part.name.id}` is drawn in the same place as `{first.name.id}`", part.span,
                            related=((first.span, "drawn here"),))  # fmt: skip
    arcs: list[dict[Arc, None]] = [{} for _ in given]
    for link in item.items:
        if isinstance(link, tree.GraphLink):
            ends = [_cell(name, number, evaluator) for name in link.cells]
            for one, other in pairwise(ends):
                if one is not None and other is not None:
                    arcs[one][Arc(other, 0)] = None
                    arcs[other][Arc(one, 0)] = None
    cells = tuple(Spot(part.x, part.y) for part in given)
    return Graph(
        cells,
        {cell: part.name.id for cell, part in zip(cells, given, strict=True)},
        {cell: (float(cell.q), float(cell.r)) for cell in cells},
        tuple(map(tuple, arcs)),
    )


def _cell(name: tree.Name, number: dict[str, int], evaluator: Evaluator) -> int | None:
    if name.id not in number:
        evaluator.wrong("HG201", f"unknown cell `{name.id}`", name.span, **meant(name.id, number))
    return number.get(name.id)
