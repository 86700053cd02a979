"""The steps that expressions take: questions about numbers, sets, chains and groups."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from .scale import CALL, CLEARED, TURN, Formula, Scale, searched, written_once
from .sets import ALONG, GROUP_OF, GROUPS, MEMORY, groups_inside, marks

if TYPE_CHECKING:
    from .. import adjacency, deeds, elements, ir, lines, ways
    from ..traits import Node

    OfCells = (
        ir.Count | ir.AtLeast | ir.Alone | ir.ArcLength | ir.Connects | ir.Path | ir.Loop | ir.Encloses | ir.SomeGroup
        | deeds.ForGroups | elements.Groups
    )  # fmt: skip


TIMES = CALL + 20
"""A product that is kept within the largest number."""


def keeps_within(node: elements.Within, scale: Scale) -> int:
    """Return the steps of keeping a number within the largest."""
    return CALL + 8 + scale.of(node.number)


def recalls(node: ir.Variable, scale: Scale) -> int:
    """Return the steps of reading a variable, perhaps that of a player."""
    return 3 if node.player is None else 4 + scale.of(node.player)


def enters(node: elements.Entry, scale: Scale) -> int:
    """Return the steps of reading an item of a list; a table has those for the kinds of what stands on cells."""
    if type(node.place).cost is stands:
        return scale.of(node.place)
    return CALL + 6 + scale.of(node.place)


def stands(node: elements.KindOf | elements.OwnerOf, scale: Scale) -> int:
    """Return the steps of reading what stands on a cell, which is named twice where it may be missing."""
    return 6 + 2 * scale.of(node.cell)


def follows(node: elements.Next, scale: Scale) -> int:
    """Return the steps of finding the next player who is not out."""
    return CALL + 4 + scale.of(node.player) + 4 * scale.players


def looks_below(node: elements.Lying, scale: Scale) -> int:
    """Return the steps of finding a piece of a pile."""
    return CALL + 20 + 2 * scale.of(node.cell) + scale.of(node.place)


def looks_at_bits(node: ir.Size, scale: Scale) -> int:
    """Return the steps of counting the numbers of a set."""
    return CALL + 6 + scale.of(node.numbers) + scale.times(MEMORY) * 8


def looks_back(node: Node, scale: Scale) -> int:
    """Return the steps of comparing the board with all that are remembered."""
    numbers = CALL + scale.times(scale.numbers) * 14 if scale.numbers else 0
    return CALL + 6 + scale.cells * scale.stacks * 12 + numbers + scale.times(scale.history) * 9


def looks_for_a_move(node: Node, scale: Scale) -> int:
    """Return the steps of finding out whether anything can be decided."""
    return 8 + scale.listing


# Questions about sets


def _asked(cells: Node, scale: Scale, steps: Callable[[], int]) -> int:
    """A question about a set; the groups of cells in it are marked first."""
    groups = groups_inside(cells)
    return CALL + sum(CALL + marks(group, scale) for group in groups) + scale.marking(groups, steps)


def looks_over(own: int) -> Formula:
    """Return the formula of a question that takes so many steps, and those of its other parts, for each cell."""

    @written_once
    def formula(node: OfCells, scale: Scale) -> int:
        each = own + scale.all(tuple(part for part in node.children if part is not node.cells))
        return _asked(node.cells, scale, lambda: 3 + scale.over(node.cells, each))

    return formula


counts = looks_over(5)
"""The steps of counting a set."""


@written_once
def reaches(node: OfCells, scale: Scale) -> int:
    """Return the steps of counting a set up to a number."""
    return _asked(node.cells, scale, lambda: 4 + max(scale.over(node.cells, 5), scale.visit(node.cells, 5)))


def operates(node: ir.Operation, scale: Scale) -> int:
    """Return the steps of an operator; where a set is compared with a number, its cells are counted up to that, and to
    find out whether it has any, they are not counted."""
    match node.operands:
        case (count, constant) if type(count).cost is counts and _is_any(node.symbol, constant):
            cells = cast("OfCells", count)
            return 6 + scale.keeping(
                scale.steady(count), lambda: _asked(cells.cells, scale, lambda: 4 + scale.visit(cells.cells, 2))
            )
        case (count, constant) if type(count).cost is counts and _ends_early(node.symbol, constant):
            return 6 + scale.keeping(scale.steady(count), lambda: reaches(cast("OfCells", count), scale))
        case operands:
            return 2 * len(operands) + scale.all(operands)


def _is_any(symbol: str, constant: object) -> bool:
    """Whether comparing a count with a constant tells only if there is anything to count."""
    values = getattr(constant, "values", ())
    return values in ((0,), (1,)) and symbol in {0: ("==", "!=", ">", "<="), 1: (">=", "<")}[values[0]]


def _ends_early(symbol: str, constant: object) -> bool:
    """Whether a count that is compared with a constant ends as soon as that is decided."""
    values: tuple[int, ...] = getattr(constant, "values", ())
    return len(values) == 1 and (symbol in (">=", ">", "<", "<=") or (symbol in ("==", "!=") and values[0] == 1))


@written_once
def tallies(node: ir.HowMany, scale: Scale) -> int:
    """Return the steps of counting the conditions that hold."""
    return CALL + 4 + 5 * len(node.tests) + scale.all(node.tests)


@written_once
def adds_up(node: elements.Aggregate, scale: Scale) -> int:
    """Return the steps of adding up a number for each element, or comparing them."""
    among, nothing = node.among, scale.of(node.nothing)

    def each() -> int:
        return 10 + TIMES * (node.kind == "product") + scale.of(node.test) + scale.of(node.value)

    if among.extent is GROUPS:
        return nothing + scale.of(among) + scale.groups(node.variable.number, each)
    return nothing + _asked(among, scale, lambda: 6 + scale.over(among, each()))


@written_once
def walks_between(node: ways.Steps, scale: Scale) -> int:
    """Return the steps of visiting cells in the order of their steps from a set, until one of another is met."""
    groups = groups_inside(node.cells, node.goal, node.past)

    def steps() -> int:
        goal, past = scale.belongs(node.goal), scale.belongs(node.past)
        visits = scale.cells * (CLEARED + 18) + scale.links * (7 + goal + past)
        return 8 + visits + scale.over(node.cells, 10 + goal)

    marking = sum(CALL + marks(group, scale) for group in groups)
    return CALL + marking + scale.marking(groups, steps)


@written_once
def adds_some(node: elements.Several, scale: Scale) -> int:
    """Return the steps of adding up some numbers, or comparing them."""
    each = 10 + TIMES * (node.kind == "product")
    return CALL + 6 + each * len(node.numbers) + scale.all((*node.tests, *node.numbers, node.nothing))


def belongs(node: ir.Member, scale: Scale) -> int:
    """Return the steps of testing a cell."""
    cell = scale.of(node.cell)
    if node.cells.extent is GROUP_OF:
        return 4 + cell + scale.belongs(node.cells, cell)
    return _asked(node.cells, scale, lambda: 4 + cell + scale.belongs(node.cells, cell))


@written_once
def visits(node: ir.Quantifier, scale: Scale) -> int:
    """Return the steps of looking for a cell with a property."""
    return _asked(node.cells, scale, lambda: 4 + scale.visit(node.cells, 4 + scale.of(node.body)))


@written_once
def touches(node: ir.Touches, scale: Scale) -> int:
    """Return the steps of testing the cells of a region."""
    most = max((scale.regions[region] for region in node.regions), default=0)
    return _asked(node.cells, scale, lambda: 6 + scale.times(most) * (TURN + 4 + scale.belongs(node.cells)))


@written_once
def goes_around(node: ir.ArcLength, scale: Scale) -> int:
    """Return the steps of going around a cycle."""
    turns = scale.times(len(node.cycle))
    return _asked(node.cells, scale, lambda: 20 + turns * (16 + scale.belongs(node.cells)))


@written_once
def looks_for_rows(node: lines.LongestRow, scale: Scale) -> int:
    """Return the steps of following the lines from each cell of a set for as long as they stay in it."""

    def steps() -> int:
        on_lines = scale.farthest(node.rays) * (12 + scale.belongs(node.cells))
        return 6 + scale.over(node.cells, 6 + on_lines)

    return _asked(node.cells, scale, steps)


# Goals


def joins(node: adjacency.Adjacency, scale: Scale) -> int:
    """Return the steps of testing all arcs of an adjacency."""
    return scale.linked(node)[1]


def _links(cells: Node, scale: Scale, each: int) -> int:
    """The steps of going along all links that chains of a set can run along, so many for each."""
    links, tests = scale.linked(cast("adjacency.Along", cells).by if cells.extent is ALONG else None)
    return links * each + tests


@searched
def floods(node: OfCells, scale: Scale) -> int:
    """Return the steps of searching every chain of a set, once over each node and link."""
    test = scale.belongs(node.cells) + 6
    return CALL + 10 + scale.nodes * (30 + test) + _links(node.cells, scale, 12 + test)


@searched
def walks(node: OfCells, scale: Scale) -> int:
    """Return the steps of searching all pairs of a node and a label."""
    test = scale.belongs(node.cells) + 6
    at_node = 24 + test + scale.labels * 16
    return CALL + 10 + scale.labels * (scale.nodes * (at_node + 10) + _links(node.cells, scale, 18 + test))


@searched
def loops(node: OfCells, scale: Scale) -> int:
    """Return the steps of following all chains, with the labels that their links add up to."""
    test, turned = scale.belongs(node.cells) + 6, CALL + 14 * scale.labels
    return CALL + 10 + scale.nodes * (40 + test) + _links(node.cells, scale, 30 + test + turned)


@searched
def encloses(node: OfCells, scale: Scale) -> int:
    """Return the steps of flooding what a set does not hold, and of looking for what stays dry."""
    test = scale.belongs(node.cells)
    return CALL + 20 + scale.places * 30 + scale.near * 2 * (20 + 2 * test) + scale.cells * (8 + test)


def finds_groups(node: OfCells, scale: Scale) -> int:
    """Return the steps of numbering and listing all groups of a set."""
    test = scale.belongs(node.cells) + 6
    return CALL + 10 + scale.cells * (CLEARED + 23 + test) + _links(node.cells, scale, 12 + test)


@searched
def asks_groups(node: ir.SomeGroup, scale: Scale) -> int:
    """Return the steps of looking for a group with a property."""
    assert not isinstance(node.body, tuple)
    body = node.body
    return finds_groups(node, scale) + scale.groups(node.variable.number, lambda: 4 + scale.of(body))
