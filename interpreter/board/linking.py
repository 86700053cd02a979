"""Links by rule: added to a board, or cut from it, cell by cell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from ..deadline import look
from ..source.syntax import tree
from ..values.evaluate import Evaluator
from ..values.types import CELL
from ..values.values import WRONG, Coordinate, Fault, Item, Wrong, type_of
from .board import Arc, Board
from .links import arcs_on

Pair = tuple[int, int]

MOST_VISITED = 1_000_000
"""So many cells may be visited to find which seams links cross, those visited again counted again."""


def linked(board: Board, item: tree.Link, evaluator: Evaluator) -> Board:
    """Return the board with the links of an item added or cut; the board itself where they are wrong.

    An added link crosses the seams that the shortest ways between its cells cross.
    """
    pairs = pairs_of(item, board.places, board.name_of, evaluator)
    if item.name:
        message, advice = "only the links of a graph can be cells", "leave out `as`, or write the board as a `graph`"
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
    for cells in evaluator.for_each(item.binders, item.where, item.cells):
        ends = WRONG if cells is WRONG else _ends(item, cells, places, name_of, evaluator)
        if ends is WRONG:
            return WRONG
        pairs.update(dict.fromkeys(pairwise(ends)))
    return pairs


def _ends(
    item: tree.Link,
    cells: Sequence[Item],
    places: dict[Coordinate, int],
    name_of: Callable[[Coordinate], str],
    evaluator: Evaluator,
) -> tuple[int, ...] | Wrong:
    """The cells of one chain, by number."""
    found: list[int] = []
    for node, cell in zip(item.cells, cells, strict=True):
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
    for (here, there), label in crossed(board, (pair for pair in pairs if pair[1] not in joined[pair[0]])).items():
        found[here][Arc(there, label)] = found[there][Arc(here, label)] = None
    return tuple(map(tuple, found))


def crossed(board: Board, pairs: Iterable[Pair]) -> dict[Pair, int]:
    """For each pair of cells, the seams that every shortest way between them crosses an odd number of times.

    None where no way leads. Raises Fault where the shortest ways differ, and where too many cells are visited.
    """
    found = dict.fromkeys(pairs, 0)
    if not board.seams:
        return found
    others: dict[int, list[int]] = {}
    for here, there in found:
        others.setdefault(here, []).append(there)
    visited = 0
    for here, row in others.items():
        look()
        labels = _labels(board, here, row)
        visited += len(labels)
        if visited > MOST_VISITED:
            raise Fault("HG307", f"finding which seams links cross would visit more than {MOST_VISITED:,} cells",
                        "link only cells that are closer to each other")  # fmt: skip
        for there in row:
            found[here, there] = _only(labels.get(there, 1), board, here, there)
    return found


def _labels(board: Board, start: int, others: Iterable[int]) -> dict[int, int]:
    """The labels of the shortest ways from a cell to the cells around it, as far away as the farthest of others.

    Each is a bit mask, in which bit n says that n is the label of some way.
    """
    labels, border, missing = {start: 1}, [start], set(others) - {start}
    while border and missing:
        reached: dict[int, int] = {}
        for cell in border:
            here = labels[cell]
            for there, label in board.arcs[cell]:
                if there not in labels:
                    reached[there] = reached.get(there, 0) | (_shifted(here, label) if label else here)
        labels.update(reached)
        missing.difference_update(reached)
        border = list(reached)
    return labels


def _shifted(labels: int, label: int) -> int:
    """The labels of a bit mask, each after another arc."""
    return sum(1 << (each ^ label) for each in range(labels.bit_length()) if labels >> each & 1)


def _only(labels: int, board: Board, here: int, there: int) -> int:
    """The one label of a bit mask; raises Fault if there are several."""
    if labels & (labels - 1):
        names = f"{board.names[here]} and {board.names[there]}"
        raise Fault("HG419", f"the shortest ways between {names} cross different seams",
                    "link only cells that are closer to each other")  # fmt: skip
    return labels.bit_length() - 1


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
