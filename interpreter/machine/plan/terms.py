"""Questions about expressions and sets whose answers decide how they are written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from ...record import Record
from ...rules import deeds, ir, lines, walk, ways
from ...rules.adjacency import Along
from ...rules.combined import combined, rows_apart
from ...rules.traits import Part
from ...rules.within import may_be_missing

N = TypeVar("N", bound=Record)

Rows = tuple[tuple[int, ...], ...]

Contents = tuple[frozenset[int], ...]
"""Contents for each `own`, or one entry for all."""


def repeated(effects: Iterable[deeds.Deed]) -> frozenset[deeds.Deed]:
    """The loops that occur more than once in some effects: each can be a function of its own."""
    seen, found = set[deeds.Deed](), set[deeds.Deed]()
    waiting = list(effects)
    while waiting:
        effect = waiting.pop()
        if effect.names and not walk.traits_of(effect).writes & _OF_THE_STEP:
            if effect in seen:
                found.add(effect)
                continue
            seen.add(effect)
        if not isinstance(effect, deeds.AtOnce):
            waiting.extend(each for each in effect.children if isinstance(each, deeds.Deed))
    return frozenset(found)


_OF_THE_STEP = Part.FLOW | Part.MOVER | Part.SEATS
"""What an effect changes by way of the names of the function that it stands in."""


def group_inside(node: Record) -> ir.GroupOf | None:
    """The group of a cell that an expression's sets use, not looking into expressions inside it."""
    for part in node.parts():
        if isinstance(part, ir.GroupOf):
            return part
        if isinstance(part, ir.Combined | ir.Near | ir.Filtered | Along):
            found = group_inside(part)
            if found:
                return found
    return None


def with_group(node: N, old: ir.GroupOf, new: ir.GroupBound) -> N:
    """An expression with a named group in place of the group of a cell."""

    def put(value: object) -> object:
        if value == old:
            return new
        return value.changed(put) if isinstance(value, ir.Combined | ir.Near | ir.Filtered) else value

    return node.changed(put)


def visited(cells: ir.CellSet) -> ir.CellSet | None:
    """The part of a set that a loop runs over so that it need not test every cell of the board; None if it must."""
    match cells:
        case ways.Nearest() | ways.Walks() | ways.Cuts() | ir.Fixed() | ir.Row() | ir.Single() | ir.GroupBound():
            return cells
        case lines.Slide() | lines.Between() | lines.Beyond():
            return None if meet_again(cells.rays) else cells
        case ir.Near():
            return cells if isinstance(cells.cells, ir.Marked) or visited(cells.cells) else None
        case ir.Filtered() | Along():
            return visited(cells.cells)
        case ir.Combined("&", left, right):
            return visited(left) or visited(right)
        case ir.Combined("-", left):
            return visited(left)
        case _:
            return None


def runs_over(cells: ir.Combined) -> tuple[ir.CellSet, ir.CellSet] | None:
    """Which of two sets a loop over what they make runs over, and which it asks of each cell; None if neither suits."""
    both = (cells.left, cells.right), (cells.right, cells.left)
    ways_round = {"&": both, "-": both[:1], "|": ()}[cells.symbol]
    return next((each for suits in (_is_listed, _lists) for each in ways_round if suits(each[0])), None)


def _is_listed(cells: ir.CellSet) -> bool:
    return isinstance(cells, _LISTED)


def _lists(cells: ir.CellSet) -> bool:
    """Whether a loop over a set is one over cells that are listed, of which it leaves some out."""
    match cells:
        case ir.Filtered() | Along():
            return _lists(cells.cells)
        case ir.Combined():
            return runs_over(cells) is not None
        case _:
            return _is_listed(cells)


_LISTED = ways.Found | ir.Fixed | ir.Row | ir.Single | lines.Slide | lines.Between | lines.Beyond | ir.GroupBound
"""Sets with a loop of their own; others test every cell."""


def divided(cells: ir.CellSet) -> tuple[ir.CellSet | None, list[ir.CellSet]]:
    """Divide a union: the part that is asked of every cell of the board, None if there is none; those a loop visits."""
    match cells:
        case ir.Combined("|", left, right):
            (tested, few), (other, more) = divided(left), divided(right)
            both = ir.Combined("|", tested, other) if tested and other else tested or other
            return both, few + more
        case ir.Fixed():
            return cells, []
        case _:
            return (None, [cells]) if visited(cells) else (cells, [])


def in_order(cells: ir.CellSet) -> ir.CellSet | None:
    """A set as a loop along the rows of a table gives it, in the order of the board; None where it needs more."""
    if group_inside(cells):
        return None
    match cells:
        case ir.Single():
            return cells
        case ir.Row():
            return ir.Row(tuple(tuple(sorted(row)) for row in cells.rows), cells.cell)
        case ir.Filtered():
            inside = in_order(cells.cells)
            return inside and ir.Filtered(cells.variable, inside, cells.test)
        case ir.Combined("&" | "-", left, right):
            first = in_order(left)
            if first:
                return ir.Combined(cells.symbol, first, right)
            second = in_order(right) if cells.symbol == "&" else None
            return second and ir.Combined("&", second, left)
        case _:
            return None


def is_weighed(test: ir.Expression) -> bool:
    """Whether a condition is quick to work out whatever comes of its parts, of which at most one counts cells."""
    match test:
        case ir.Operation("and", operands):
            counting = sum(isinstance(each, ir.Operation) for each in operands)
            return counting <= 1 and all(map(is_weighed, operands))
        case ir.Operation("==", (ir.Count(ir.Combined() as cells), ir.Constant((1,)))):
            apart = rows_apart(cells)
            return apart is not None and (apart[2] is None or _is_quick(apart[2]))
        case ir.Member(cell, cells):
            return not may_be_missing(cell) and _is_quick(cells)
        case _:
            return False


def _is_quick(cells: ir.CellSet) -> bool:
    """Whether belonging to a set is a comparison or two."""
    match cells:
        case ir.Holding(of=None) | ir.Single(ir.Bound()):
            return True
        case ir.Combined("&" | "-", left, right):
            return _is_quick(left) and _is_quick(right)
        case _:
            return False


def one_content(cells: ir.CellSet) -> tuple[int, ...] | None:
    """The one content that the cells of a set hold, for each `own`; None where there are several."""
    if not isinstance(cells, ir.Holding) or cells.of is not None:
        return None
    return tuple(min(each) for each in cells.contents) if all(len(each) == 1 for each in cells.contents) else None


# Relations and lines


def meet_again(rays: tuple[Rows, ...]) -> bool:
    """Whether lines from one cell meet elsewhere: over seams they may."""
    return any(len({cell for line in lines for cell in line}) < sum(map(len, lines)) for lines in rays)


def in_common(one: Rows, other: Rows) -> tuple[Rows, ...]:
    """For each two cells, what a relation gives for the first, in its order, if another gives it for the second too."""
    back: list[list[int]] = [[] for _ in other]
    for cell, row in enumerate(other):
        for each in row:
            back[each].append(cell)
    found = []
    for row in one:
        both: dict[int, list[int]] = {}
        for each in row:
            for cell in back[each]:
                both.setdefault(cell, []).append(each)
        found.append(tuple(tuple(both.get(cell, ())) for cell in range(len(other))))
    return tuple(found)


def lines_to(rays: tuple[Rows, ...]) -> Rows:
    """For each cell and each other, the number of the line that leads there, counted from 1; 0 for none."""
    rows = []
    for some in rays:
        row = [0] * len(rays)
        for number, line in reversed(tuple(enumerate(some, 1))):
            for cell in line:
                row[cell] = number
        rows.append(tuple(row))
    return tuple(rows)


# Edges


def stones_of(cells: ir.CellSet, count: int) -> Contents | None:
    """The contents that a set of a board of so many cells uses: they decide which edges belong to it.

    None stands for all.
    """
    match cells:
        case ir.Holding():
            return cells.contents
        case ir.Fixed() if all(len(region) == count for region in cells.cells):
            return None
        case ir.Combined(symbol):
            left, right = stones_of(cells.left, count), stones_of(cells.right, count)
            if symbol == "|":
                return None if left is None or right is None else _joined("|", left, right)
            if symbol == "&":
                return _met(left, right)
            if isinstance(cells.right, ir.Holding):
                return _joined("-", _EVERYTHING if left is None else left, cells.right.contents)
            return left
        case _:
            return _NONE


def _met(left: Contents | None, right: Contents | None) -> Contents | None:
    if left is None or right is None or right == _NONE:
        return right if left is None else left
    return right if left == _NONE else _joined("&", left, right)


def _joined(symbol: str, left: Contents, right: Contents) -> Contents:
    joined = combined(symbol, ir.Holding(left), ir.Holding(right))
    assert isinstance(joined, ir.Holding)
    return joined.contents


_NONE: Contents = (frozenset(),)
_EVERYTHING: Contents = (frozenset(range(100)),)
