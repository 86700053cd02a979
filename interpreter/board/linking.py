"""Links by rule: added to a board, or cut from it, cell by cell."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise

from ..source.syntax import tree
from ..values.evaluate import Evaluator
from ..values.types import CELL
from ..values.values import WRONG, Coordinate, Fault, Wrong, type_of
from .board import Arc, Board
from .links import arcs_on

Pair = tuple[int, int]


def linked(board: Board, item: tree.Link, evaluator: Evaluator) -> Board:
    """Return the board with the links of an item added or cut; the board itself where they are wrong.

    An added link crosses the seams that the shortest ways between its cells cross.
    """
    pairs = pairs_of(item, board.places, board.name_of, evaluator)
    if item.name:
        message, advice = "only the links of a graph can be cells", "leave `as` out, or write the board as a `graph`"
        evaluator.wrong("HG417", message, item.name.span, help=advice)
    if pairs is WRONG:
        return board
    if item.is_cut:
        gone = {*pairs, *((there, here) for here, there in pairs)}
        kept = (tuple(arc for arc in arcs if (cell, arc.to) not in gone) for cell, arcs in enumerate(board.arcs))
        return board.copy_with(arcs=tuple(kept))
    try:
        return board.copy_with(arcs=_added(board, pairs))
    except Fault as fault:
        evaluator.wrong(fault.code, fault.message, item.span, help=fault.help)
        return board


def pairs_of(
    item: tree.Link, places: dict[Coordinate, int], name_of: Callable[[Coordinate], str], evaluator: Evaluator
) -> dict[Pair, None] | Wrong:
    """Return the pairs of cells, by number, that an item links or parts: for each combination of its elements."""
    pairs: dict[Pair, None] = {}
    with evaluator.repeating_for(item.binders, item.where, *item.cells):
        for bound in evaluator.combinations(item.binders, item.where):
            ends = WRONG if bound is WRONG else _ends(item, places, name_of, evaluator)
            if ends is WRONG:
                return WRONG
            pairs.update(dict.fromkeys(pairwise(ends)))
    return pairs


def _ends(
    item: tree.Link, places: dict[Coordinate, int], name_of: Callable[[Coordinate], str], evaluator: Evaluator
) -> tuple[int, ...] | Wrong:
    """The cells of one chain, by number."""
    found: list[int] = []
    for node in item.cells:
        cell = evaluator.known(node)
        if cell is WRONG:
            return WRONG
        if not isinstance(cell, Coordinate):
            return evaluator.mismatch(node, type_of(cell), CELL, "`unlink`" if item.is_cut else "`link`")
        if cell not in places:
            return evaluator.wrong("HG405", f"the cell ({cell.q}, {cell.r}) is not on the board", node.span)
        if places[cell] in found[-1:]:
            return evaluator.wrong("HG419", f"this links {name_of(cell)} to itself", node.span,
                                   help="leave such pairs out: … where c != d")  # fmt: skip
        found.append(places[cell])
    return tuple(found)


def _added(board: Board, pairs: Iterable[Pair]) -> tuple[tuple[Arc, ...], ...]:
    """The arcs of the board with those of the pairs, in both directions; raises Fault."""
    found = [dict.fromkeys(arcs) for arcs in board.arcs]
    joined = [{arc.to for arc in arcs} for arcs in board.arcs]
    for here, there in pairs:
        if there not in joined[here]:
            label = crossed(board, here, there)
            found[here][Arc(there, label)] = found[there][Arc(here, label)] = None
    return tuple(map(tuple, found))


def crossed(board: Board, here: int, there: int) -> int:
    """The seams that every shortest way between two cells crosses an odd number of times; none where no way leads.

    Raises Fault where the shortest ways differ.
    """
    if not board.seams:
        return 0
    labels: dict[int, set[int]] = {here: {0}}
    border = {here}
    while border and there not in labels:
        reached: dict[int, set[int]] = {}
        for cell in border:
            for arc in board.arcs[cell]:
                if arc.to not in labels:
                    reached.setdefault(arc.to, set()).update(label ^ arc.label for label in labels[cell])
        labels.update(reached)
        border = set(reached)
    found = labels.get(there, {0})
    if len(found) > 1:
        names = f"{board.names[here]} and {board.names[there]}"
        raise Fault("HG419", f"the shortest ways between {names} cross different seams",
                    "link only cells that lie nearer to one another")  # fmt: skip
    return next(iter(found))


def changed_links(board: Board) -> tuple[tuple[Pair, ...], tuple[Pair, ...]]:
    """The pairs of cells, the smaller first, that rules have linked, and those that they have cut.

    A graph board has none, nor have the vertices of a tiling: all their links are drawn alike.
    """
    base = board.glue if board.mesh is None or board.mesh.kind == "vertices" else board.mesh
    if base is None:
        return (), ()
    own, grid = _pairs(board.arcs), _pairs(arcs_on(base, board.places))
    return tuple(pair for pair in own if pair not in grid), tuple(pair for pair in grid if pair not in own)


def _pairs(arcs: tuple[tuple[Arc, ...], ...]) -> dict[Pair, None]:
    return dict.fromkeys((cell, arc.to) for cell, row in enumerate(arcs) for arc in row if cell < arc.to)
