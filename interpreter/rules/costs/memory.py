"""The memory that a game takes: the numbers in the tables of its module, and in a state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from itertools import chain

from ...board.board import Board
from .. import deeds, elements, ir, lines, program, walk, ways
from ..combined import rows_apart
from ..facts.reach import pairs
from ..roles import Rows
from ..steps.scale import Scale
from ..steps.steady import steady_parts
from ..traits import Node
from ..within import may_be_missing

PICKED = 1 << 14
"""The most entries of a table that lists the picks from each set of cards; with more, there is none."""

IN_PAIRS = 500
"""The most cells of a board on which tables tell what two cells have in common."""

IN_LISTS = 64
"""The most that a cell adds to lists of cells by their values, those with each number of a set included."""


def table_parts(rules: program.Rules, board: Board, scale: Scale) -> Iterator[tuple[str, Node | None, int]]:
    """Give the tables of a game's module, each with the node that needs it and the most numbers that it can hold."""
    cells, nodes, owns = scale.cells, scale.nodes, scale.players
    each = scale.contents * scale.stacks + len(rules.layers)
    yield "what every game has", None, 200 + (cells * each if scale.history else 0)
    yield "links", None, scale.links + nodes * (6 + len(rules.regions)) + 4 * scale.near
    for goal in rules.goals:
        yield "regions of goals", goal, owns * (4 * nodes + 8 * scale.labels)
    for decision in rules.decisions:
        yield "codes of decisions", decision, 2 * cells + _codes(decision.what, cells)
        if _asks_for_a_value(decision.where):
            yield "cells of each value", decision.where, IN_LISTS * (1 + cells)
    known: dict[Hashable, object] = {}
    for node in walk.everything_in(rules):
        size = _numbers(node, known, cells, owns)
        if size:
            yield "cells", node, size


def _codes(what: program.Decided, cells: int) -> int:
    """The numbers that tell what the codes of a decision stand for."""
    match what:
        case program.Move():
            return 2 * len(pairs(what, cells))
        case program.Random(values) | program.Choose(values=values):
            return len(values)
        case _:
            return 0


def _asks_for_a_value(where: ir.Expression | None) -> bool:
    """Whether a decision takes the cells of one value, which may be listed by their values."""
    match where:
        case ir.Has(_, ir.Lookup()) | ir.Operation("==", (ir.Lookup(), _) | (_, ir.Lookup())):
            return True
        case _:
            return False


def _numbers(node: object, known: dict[Hashable, object], cells: int, owns: int) -> int:
    """The numbers that the text of a node has in tables; a table that is known already counts once."""
    match node:
        case (
            ir.Row(rows) | ir.Near(rows=rows) | ways.Steps(rows=rows) | ways.Nearest(rows=rows) | ways.Walks(rows=rows)
        ):
            return 2 * _once(rows, known)
        case ir.Combined() if cells <= IN_PAIRS:
            apart = rows_apart(node)
            return _in_common(apart[0].rows, apart[1].rows, known) if apart else 0
        case lines.Slide(rays, cell) | lines.Between(rays, cell) | lines.Beyond(rays, cell):
            other = cell if isinstance(node, lines.Slide) else node.other
            table = id(rays), may_be_missing(cell), may_be_missing(other)
            ends = 0 if table in known else (cells + 1) ** 2
            known[table] = rays
            return 2 * _once(rays, known) + ends
        case lines.LongestRow(rays):
            return 2 * _once(rays, known)
        case ir.Fixed(regions):
            return _once(regions, known) + len(regions) * cells
        case ir.Lookup(values):
            return 1 + len(values) if _once(values, known) else 0
        case ir.ArcLength(cycle=cycle):
            return 2 * _once(cycle, known)
        case ir.Axis():
            return cells + 1
        case ir.Touches():
            return 2 * cells * owns
        case ir.Constant(values) | deeds.ForElements(elements=values):
            return len(values)
        case program.Pick(choices=choices):
            sets = 1 << max(choices, default=0).bit_length()
            return len(choices) + (sets * (1 + len(choices)) if sets * len(choices) <= PICKED else 0)
        case _:
            return 0


def _in_common(one: Rows, other: Rows, known: dict[Hashable, object]) -> int:
    """How many numbers the table of what two cells have in common holds; 0 where it is counted already."""
    if (id(one), id(other)) in known:
        return 0
    known[id(one), id(other)] = one, other
    into = Counter(chain.from_iterable(other))
    return sum(into[each] for row in one for each in row)


def _once(table: tuple[object, ...], known: dict[Hashable, object]) -> int:
    """How many numbers a table holds; 0 where it is counted already."""
    if id(table) in known:
        return 0
    known[id(table)] = table
    return sum(_flat(table))


def _flat(table: tuple[object, ...]) -> Iterator[int]:
    for each in table:
        yield (
            sum(_flat(each))
            if isinstance(each, tuple) and each and isinstance(each[0], tuple)
            else (len(each) if isinstance(each, tuple) else 1)
        )


def state_parts(rules: program.Rules, board: Board, scale: Scale) -> Iterator[tuple[str, int]]:
    """Give the parts of a state, with the most numbers that each can hold."""
    everything = walk.everything_in(rules)
    cells, nodes, players = scale.cells, scale.nodes, scale.players
    lists = 1 + sum(isinstance(decision.what, program.Move) for decision in rules.decisions) * players
    sorted_ = sum(decision.where is not None for decision in rules.decisions) * (64 + 62 * cells)
    around = {node.cells for node in everything if isinstance(node, ir.Count) and _is_around_a_cell(node.cells)}
    loops = {node.variable.number for node in everything if isinstance(node, deeds.ForCells)}
    walks = {node.number for node in everything if isinstance(node, ways.Steps | ways.Found)}
    cuts = {node.number for node in everything if isinstance(node, ways.Cuts)}
    groups = {node for node in everything if isinstance(node, ir.GroupBound | ir.GroupOf)}
    yield "the position, and a copy to try decisions", 2 * position_numbers(rules, board)
    yield "earlier boards", scale.history + 1
    yield "lists of cells", (lists + 1) * (cells + 1) + sorted_
    yield "counts around cells", len(around) * cells * players + scale.contents
    yield "chains", 4 * nodes * players + (len(rules.goals) + 3) * players + cells + 2
    yield "searches", 3 * (nodes * scale.labels + 2 * cells)
    yield "numbers that come together", cells * len(rules.layers)
    yield "loops", cells * (1 + len(loops))
    steady = [*chain(*steady_parts(rules))]
    yield "what is steady", len(steady)
    yield "ways", len(walks) * (2 * cells + 1)
    yield "cuts", len(cuts) * (4 * cells + 2)
    kept = sum(isinstance(each, elements.Groups) for each in steady)
    yield "groups", (len(groups) + kept) * (3 * cells + 4)


def _is_around_a_cell(counted: ir.CellSet) -> bool:
    """Whether a set is of those whose numbers of cells are kept: what lies around a cell."""
    match counted:
        case ir.Combined("&", ir.Row(), ir.Holding()) | ir.Combined("&", ir.Holding(), ir.Row()):
            return True
        case _:
            return False


def position_numbers(rules: program.Rules, board: Board) -> int:
    """Return the most numbers that a position has, but for the earlier boards that it remembers."""
    players, cells = len(rules.players), len(board.cells)
    cards, marks = players * len(rules.zones), players * cells * len(rules.marks)
    piles = cells * rules.stacks if rules.stacks > 1 else 0
    layers = cells * len(rules.layers)
    return piles + cells + len(board.edges) + 9 + 3 * players + len(rules.variables) + cards + marks + layers
