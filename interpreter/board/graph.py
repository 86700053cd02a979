"""Graph boards: cells with drawing positions and perhaps names, one by one or by rule, and the links between them.

Links can be cells themselves, which lie next to their two ends.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..record import Record
from ..source.syntax import tree
from ..values.cells import Bond
from ..values.evaluate import Evaluator
from ..values.grid import column_letters
from ..values.shapes import MOST_CELLS
from ..values.values import WRONG, Cells, Coordinate, Known, Spot, Wrong
from .board import Arc
from .linking import Pair, pairs_of

Places = dict[Coordinate, tree.GraphCell]
"""The cells so far, each with the item that makes it."""


class Graph(Record):
    """Cells in the order of the file, each at the coordinates where it is drawn; and the sets that rules make."""

    cells: tuple[Coordinate, ...]
    names: dict[Coordinate, str]
    drawn: dict[Coordinate, tuple[float, float]]
    arcs: tuple[tuple[Arc, ...], ...]
    sets: dict[str, Cells]


def build_graph(item: tree.Graph, evaluator: Evaluator) -> Graph:
    """Return the graph that a `graph { … }` describes, its names added to the scope; problems are reported."""
    places: Places = {}
    names: dict[Coordinate, str] = {}
    sets: dict[str, Cells] = {}
    wrong: list[tree.GraphCell] = []
    evaluator.scope.update({part.name.id: WRONG for part in item.items if part.name})
    for part in item.items:
        if isinstance(part, tree.GraphCell):
            made = _made(part, places, evaluator)
            if made is WRONG:
                wrong.append(part)
            if part.name is None:
                continue
            evaluator.scope[part.name.id] = made if made is WRONG else Known.always(made)
            if isinstance(made, Cells):
                sets[part.name.id] = made
            elif made is not WRONG:
                names[made] = part.name.id
    if not places and not wrong:
        evaluator.wrong("HG402", "this board has no cells", item.span, help="give it some: cell a at 0, 0")
    if not places or any(part.binders for part in wrong):
        return Graph((), {}, {}, (), {})
    names = _named(places, names, evaluator)
    arcs = _arcs(item, names, sets, evaluator)
    drawn = {cell: cell.middle if isinstance(cell, Bond) else (float(cell.q), float(cell.r)) for cell in names}
    return Graph(tuple(names), names, drawn, arcs, sets)


def _made(part: tree.GraphCell, places: Places, evaluator: Evaluator) -> Coordinate | Cells | Wrong:
    """Add what an item makes to the cells before it: one cell, or a set where it runs over elements."""
    found: list[Coordinate] = []
    for position in evaluator.for_each(part.binders, part.where, (part.x, part.y), int, "`at`"):
        if position is WRONG:
            return WRONG
        x, y = (number for number in position if isinstance(number, int))
        spot = Spot(x, y)
        if spot in places:
            return _twice(part, places[spot], spot, evaluator)
        if len(places) == MOST_CELLS:
            return _too_large(part, evaluator)
        places[spot] = part
        found.append(spot)
    return Cells(tuple(found)) if part.binders else found[0]


def _twice(part: tree.GraphCell, first: tree.GraphCell, spot: Coordinate, evaluator: Evaluator) -> Wrong:
    """Report a second cell in one place."""
    if part.name and first.name and not part.binders and not first.binders:
        message = f"`{part.name.id}` is drawn in the same place as `{first.name.id}`"
    else:
        message = f"two cells are drawn at {spot.q}, {spot.r}"
    related = ((first.span, "drawn here"),) if first is not part else ()
    return evaluator.wrong("HG418", message, part.span, related=related)


def _named(places: Places, given: dict[Coordinate, str], evaluator: Evaluator) -> dict[Coordinate, str]:
    """Return what cells are called: as the file says, or after the column and the row in which they are drawn."""
    columns = {x: column_letters(rank) for rank, x in enumerate(sorted({cell.q for cell in places}))}
    rows = {y: str(rank) for rank, y in enumerate(sorted({cell.r for cell in places}), 1)}
    names = {cell: given.get(cell, columns[cell.q] + rows[cell.r]) for cell in places}
    called: dict[str, Coordinate] = {}
    for cell, name in names.items():
        first = called.setdefault(name, cell)
        if first != cell:
            one, other = (first, cell) if first in given else (cell, first)
            evaluator.wrong("HG418", f"two cells have the name `{name}`", places[one].span,
                            help=f"give this one another name; the cell at {other.q}, {other.r} is called after its"
                                 " column and row")  # fmt: skip
    return names


def _arcs(
    item: tree.Graph, names: dict[Coordinate, str], sets: dict[str, Cells], evaluator: Evaluator
) -> tuple[tuple[Arc, ...], ...]:
    """Return the links of each cell, those to the cell that is linked first before the others.

    Links that are cells are added to the names, and what they are called together to the sets and to the scope.
    """
    number = {cell: index for index, cell in enumerate(names)}
    arcs: list[dict[Arc, None]] = [{} for _ in names]
    for link in item.items:
        if not isinstance(link, tree.Link):
            continue
        pairs = pairs_of(link, number, names.__getitem__, evaluator)
        if link.name:
            bonds = WRONG if pairs is WRONG else _bonds(link, pairs, names, evaluator)
            evaluator.scope[link.name.id] = WRONG if bonds is WRONG else Known.always(bonds)
            if bonds is WRONG:
                continue
            sets[link.name.id] = bonds
            number = {cell: index for index, cell in enumerate(names)}
            arcs += [{} for _ in range(len(names) - len(arcs))]
            pairs = {(number[end], number[bond]): None for bond in bonds.items for end in _ends(bond)}
        for one, other in () if pairs is WRONG else pairs:
            arcs[one][Arc(other, 0)] = arcs[other][Arc(one, 0)] = None
    return tuple(map(tuple, arcs))


def _bonds(link: tree.Link, pairs: Iterable[Pair], names: dict[Coordinate, str], evaluator: Evaluator) -> Cells | Wrong:
    """Add a cell for each link to the names; it is called after its ends."""
    cells, found = tuple(names), dict[Coordinate, None]()
    for ends in pairs:
        one, other = sorted(cells[end] for end in ends)
        bond = Bond(one, other)
        if bond not in names and len(names) == MOST_CELLS:
            return _too_large(link, evaluator)
        names[bond] = f"{names[one]}_{names[other]}"
        found[bond] = None
    return Cells(tuple(found))


def _ends(cell: Coordinate) -> tuple[Coordinate, ...]:
    """The cells that a cell on a link joins."""
    return cell.ends if isinstance(cell, Bond) else ()


def _too_large(part: tree.GraphItem, evaluator: Evaluator) -> Wrong:
    help_text = f"boards have at most {MOST_CELLS:,} cells"
    return evaluator.wrong("HG402", "this board is too large", part.span, help=help_text)
