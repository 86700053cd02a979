"""Interval analysis: the least and greatest value of each expression of the rules, whatever happens in play.

An expression is worked out once for all positions: cells may hold whatever can come to them, numbers of the state lie
in their bounds. What is said to hold always or never is certain; what is left open need not be possible.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import Self, get_args

from ...board.lines import Rays
from ...machine.plan.nodes import region_cells
from ...rules import elements, ir, layers, lines
from ...rules.adjacency import adjacency, bare
from ...rules.expressions.primitives import PRIMITIVES, Primitive
from ...rules.expressions.types import LARGEST_CARD
from ...values.operations import LARGEST
from ...values.shapes import MOST_CELLS
from ...values.types import TRUTH
from . import chains
from .extents import (
    ALWAYS,
    ANY,
    BOUNDLESS,
    NEVER,
    OPEN,
    Domain,
    Extent,
    Range,
    gathered,
    joined,
    kept_in,
    listed,
    worked_out,
)
from .sets import SetBounds


class Bounds(SetBounds):
    """The bounds of numbers and truths, and of goals."""

    # Numbers and truths

    def value(self, node: ir.Expression) -> Range:
        """The bounds of a number, a truth, a player or a cell's number."""
        self.store.spend(1)
        found = VALUES.get(type(node))
        return found(self, node) if found else ANY

    def _constant(self, node: ir.Constant) -> Range:
        value = self.mine(node.values)
        return Range(value, value)

    def _counter(self, node: ir.Counter) -> Range:
        return Range(self.own, self.own) if node.name == "mover" else self.store.counters[node.name]

    def _variable(self, node: ir.Variable) -> Range:
        return joined(self.store.variables[number] for number in self.slots(node))

    def _of_cell(self, node: layers.OfCell) -> Range:
        _, missing = self.place(node.cell)
        held = self.store.layers[node.layer]
        return held.joined(Range(node.nothing, node.nothing)) if missing else held

    def _bound(self, node: ir.Bound) -> Range:
        return self.names[node.number].numbers if node.number in self.names else ANY

    def _operation(self, node: ir.Operation) -> Range:
        return worked_out(node.symbol, list(map(self.value, node.operands)))

    def _choice(self, node: ir.Choice) -> Range:
        test = self.value(node.test)
        if test in (ALWAYS, NEVER):
            return self.value(node.then if test == ALWAYS else node.other)
        return self.value(node.then).joined(self.value(node.other))

    def _axis(self, node: ir.Axis) -> Range:
        cells, missing = self.place(node.cell)
        values = [self.store.board.cells[cell][node.axis] for cell in listed(cells)] + [0] * missing
        return Range(min(values), max(values)) if values else ANY

    def _lookup(self, node: ir.Lookup) -> Range:
        places, missing = self._places(node.cell, len(node.values))
        values = [node.values[place] for place in places] + [node.nothing] * missing
        return Range(min(values), max(values)) if values else ANY

    def _entry(self, node: elements.Entry) -> Range:
        place = self.value(node.place)
        inside = node.values[max(place.low, 0) : place.high + 1]
        is_sure = place.low >= 0 and place.high < len(node.values)
        values = [*inside, *[node.nothing] * (not is_sure)]
        return Range(min(values), max(values))

    def _kind_of(self, node: elements.KindOf) -> Range:
        kinds = len(self.store.rules.pieces)
        return self._of_piece(node.cell, kinds, lambda held: (held - 1) % kinds)

    def _owner_of(self, node: elements.OwnerOf) -> Range:
        kinds, players = len(self.store.rules.pieces), len(self.store.rules.players)
        return self._of_piece(node.cell, players, lambda held: min((held - 1) // kinds, players))

    def _of_piece(self, cell: ir.Expression, nothing: int, told: Callable[[int], int]) -> Range:
        """The bounds of what is told of the piece on a cell, `nothing` where there is none."""
        cells, missing = self.place(cell)
        held = [content for content, where in enumerate(self.store.contents) if where & cells]
        values = [nothing if content == ir.EMPTY else told(content) for content in held] + [nothing] * missing
        return Range(min(values), max(values)) if values else ANY

    def _count(self, node: ir.Count) -> Range:
        extent = self.extent(node.cells)
        return Range(extent.least, extent.most)

    def _alone(self, _: ir.Alone) -> Range:
        return Range(0, 1)

    def _at_least(self, node: ir.AtLeast) -> Range:
        extent = self.extent(node.cells)
        return Range(extent.least >= node.number, extent.most >= node.number)

    def _how_many(self, node: ir.HowMany) -> Range:
        tests = list(map(self.value, node.tests))
        return Range(sum(test.low for test in tests), sum(test.high for test in tests))

    def _member(self, node: ir.Member) -> Range:
        cells, missing = self.place(node.cell)
        extent, among = self.extent(node.cells), self.among(node.cell)
        is_sure, is_ruled_out = not missing and not cells & ~extent.must, not cells & extent.may
        if among is not None and not is_sure and not is_ruled_out:
            is_sure = self.algebra().within(among, node.cells)
            is_ruled_out = not is_sure and self.algebra().apart(among, node.cells)
        return Range(is_sure, not is_ruled_out)

    def _quantifier(self, node: ir.Quantifier) -> Range:
        if not isinstance(node.cells, ir.CellSet):
            return OPEN
        extent = self.extent(node.cells)
        if not extent.may:
            return NEVER if node.some else ALWAYS
        body = self.naming(node.variable, Domain.of_cells(extent.may, node.cells)).value(node.body)
        if node.some:
            return Range(body.low and extent.least > 0, body.high)
        return Range(body.low, body.high or extent.least == 0)

    def _aggregate(self, node: elements.Aggregate) -> Range:
        most, inside = self._within(node)
        nothing = self.value(node.nothing)
        if not most or not inside.value(node.test).high:
            return nothing
        value = inside.value(node.value)
        if node.kind == "product":
            return Range(0 if value.low >= 0 else -LARGEST, LARGEST).joined(nothing)
        if node.kind != "sum":
            return value.joined(nothing)
        return kept_in(min(value.low * most, value.low, nothing.low), max(value.high * most, value.high, nothing.high))

    def _within(self, node: elements.Aggregate) -> tuple[int, Self]:
        """The most elements that an aggregate runs over, and the bounds inside."""
        match node.among, node.variable:
            case elements.Groups(cells), ir.GroupBound() as group:
                extent = self.extent(cells)
                return extent.most, self.naming_group(group, Extent.within(extent.may, 1))
            case elements.Span(first, last, most), ir.Bound() as name:
                numbers = Range(self.value(first).low, self.value(last).high)
                some = (number for number in range(max(numbers.low, 0), min(numbers.high, MOST_CELLS) + 1))
                return most, self.naming(name, Domain(gathered(some), numbers))
            case elements.Pile(), ir.Bound():
                return self.store.rules.stacks, self
            case elements.Numbers(), ir.Bound() as name:
                return LARGEST_CARD + 1, self.naming(name, Domain.of_numbers(range(LARGEST_CARD + 1)))
            case cells, ir.Bound() as name if isinstance(cells, ir.CellSet):
                extent = self.extent(cells)
                return extent.most, self.naming(name, Domain.of_cells(extent.may)) if extent.may else self
            case _:
                return BOUNDLESS, self

    def _several(self, node: elements.Several) -> Range:
        tests, nothing = list(map(self.value, node.tests)), self.value(node.nothing)
        values = [self.value(number) for number, test in zip(node.numbers, tests, strict=True) if test.high]
        always = [value for value, test in zip(values, (t for t in tests if t.high), strict=True) if test.low]
        if not values:
            return nothing
        if node.kind == "product":
            return Range(0 if min(value.low for value in values) >= 0 else -LARGEST, LARGEST).joined(nothing)
        if node.kind != "sum":
            return joined(values) if always else joined([*values, nothing])
        low, high = (sum(each) for each in zip(*((min(v.low, 0), max(v.high, 0)) for v in values), strict=True))
        return kept_in(low, high) if always else kept_in(low, high).joined(nothing)

    def _kept_within(self, node: elements.Within) -> Range:
        number = self.value(node.number)
        return Range(max(number.low, -LARGEST), min(number.high, LARGEST))

    def _touches(self, node: ir.Touches) -> Range:
        region = self.store.rules.regions[self.mine(node.regions)]
        near = gathered(region_cells(self.store.board, region))
        extent = self.extent(node.cells)
        return Range(bool(extent.must & near), bool(extent.may & near))

    def _arc(self, node: ir.ArcLength) -> Range:
        extent = self.extent(node.cells)
        return Range(_arc_length(node.cycle, extent.must), _arc_length(node.cycle, extent.may))

    def _longest(self, node: lines.LongestRow) -> Range:
        extent = self.extent(node.cells)
        self.store.spend(extent.may.bit_count())
        return Range(_longest_row(node.rays, extent.must), _longest_row(node.rays, extent.may))

    # Goals

    def _connects(self, node: ir.Connects) -> Range:
        regions = [self.store.rules.regions[region] for region in self.mine(node.regions)]
        nodes, links = self.store.nodes_by(adjacency(node.cells))
        return self._chained(node, lambda belongs: chains.connects(nodes, links, belongs, regions), *regions)

    def _path(self, node: ir.Path) -> Range:
        regions = [self.store.rules.regions[region] for region in self.mine(node.regions)]
        nodes, wanted = self.store.nodes_by(adjacency(node.cells))[0], node.wanted
        first, last = regions
        return self._chained(node, lambda belongs: chains.leads(nodes, belongs, first, last, wanted), *regions, wanted)

    def _loop(self, node: ir.Loop) -> Range:
        nodes = self.store.nodes_by(adjacency(node.cells))[0]
        return self._chained(node, lambda belongs: chains.loops(nodes, belongs, node.wanted), node.wanted)

    def _encloses(self, node: ir.Encloses) -> Range:
        extent, store = self.extent(node.cells), self.store

        def holds(cells: int) -> bool:
            return chains.encloses(store.around, len(store.board.cells), cells)

        return Range(store.judged("encloses", extent.must, holds), store.judged("encloses", extent.may, holds))

    def _chained(self, goal: ir.Connects | ir.Path | ir.Loop, holds: Callable[[int], bool], *what: object) -> Range:
        """The bounds of a goal that stays true as its set grows: judged for the smallest and the largest set."""
        cells, by, store = bare(goal.cells), adjacency(goal.cells), self.store
        extent, count = self.extent(cells), len(store.board.cells)
        edges = gathered(count + number for number, edge in enumerate(self.store.board.edges)
                         if self._is_stone(cells, edge.player))  # fmt: skip
        named = type(goal), by, *what
        is_sure = by is None or by.test is None  # else cells need not be joined
        least = is_sure and store.judged(named, extent.must | edges, holds)
        return Range(least, store.judged(named, extent.may | edges, holds))

    def _is_stone(self, cells: ir.CellSet, player: int) -> bool:
        """Whether a set includes a player's edges: it does where it includes their stones."""
        stones = self._stones(cells)
        return stones is None or not stones.isdisjoint(self.store.rules.contents_of(player))

    def _stones(self, cells: ir.CellSet) -> frozenset[int] | None:
        """The contents that a set speaks of; None for all."""
        match cells:
            case ir.Holding():
                held: frozenset[int] = self.mine(cells.contents)
                return held
            case ir.Fixed():
                return None if len(self.mine(cells.cells)) == len(self.store.board.cells) else frozenset()
            case ir.Combined(symbol):
                left, right = self._stones(cells.left), self._stones(cells.right)
                everything = frozenset(range(len(self.store.contents)))
                one, other = (everything if each is None else each for each in (left, right))
                if symbol == "|":
                    return one | other
                if symbol == "&":
                    return one if not other else other if not one else one & other
                return one - other if isinstance(cells.right, ir.Holding) else one
            case _:
                return frozenset()

    def _some_group(self, node: ir.SomeGroup) -> Range:
        extent = self.extent(node.cells)
        self.store.spend(len(self.store.links) // 4)
        parts = chains.parts(self.store.links_by(adjacency(node.cells)), extent.may)
        if not parts:
            return NEVER
        body = joined(self.naming_group(node.variable, Extent.within(part, 1)).value(node.body) for part in parts)
        return Range(body.low and extent.least > 0, body.high)


def _arc_length(cycle: tuple[int, ...], cells: int) -> int:
    """The length of the shortest run of a cycle that holds some cells on it."""
    held = [place for place, cell in enumerate(cycle) if cells >> cell & 1]
    if not held:
        return 0
    following = [*held[1:], held[0] + len(cycle)]
    return len(cycle) + 1 - max(after - before for before, after in zip(held, following, strict=True))


def _longest_row(rays: Rays, cells: int) -> int:
    """The most of some cells that follow one another on a line."""
    most = 0
    for ray in (ray for start in listed(cells) for ray in rays[start]):
        if len(ray) > most and cells >> ray[most] & 1:  # else it is no longer than another
            most = max(most, len(list(takewhile(lambda cell: cells >> cell & 1, ray))))
    return 1 + most if cells else 0


def _open(bounds: Bounds, node: ir.Expression) -> Range:
    return OPEN


def _declared(row: Primitive) -> Callable[[Bounds, object], Range]:
    known = Range(*row.bounds) if row.bounds else OPEN if row.result is TRUTH else ANY
    return lambda bounds, node: known


VALUES: dict[type, Callable[..., Range]] = {
    **{node: _declared(row) for row in PRIMITIVES.values() for node in row.nodes if node in get_args(ir.Expression)},
    ir.Constant: Bounds._constant,
    ir.Counter: Bounds._counter,
    ir.PlayerCounter: lambda bounds, node: bounds.store.counters[node.name],
    ir.Variable: Bounds._variable,
    layers.OfCell: Bounds._of_cell,
    ir.Has: _open,
    ir.Cards: lambda bounds, node: ANY,
    ir.Size: lambda bounds, node: Range(0, LARGEST_CARD + 1),
    ir.Repeats: _open,
    ir.Stuck: _open,
    ir.Bound: Bounds._bound,
    ir.Operation: Bounds._operation,
    ir.Choice: Bounds._choice,
    ir.Axis: Bounds._axis,
    ir.Lookup: Bounds._lookup,
    elements.Entry: Bounds._entry,
    elements.Next: lambda bounds, node: Range(0, len(bounds.store.rules.players) - 1),
    elements.Out: _open,
    elements.KindOf: Bounds._kind_of,
    elements.Lying: lambda bounds, node: Range(0, bounds.store.rules.content_count - 1),
    elements.PieceKind: lambda bounds, node: Range(0, len(bounds.store.rules.pieces)),
    elements.PieceOwner: lambda bounds, node: Range(0, len(bounds.store.rules.players)),
    elements.OwnerOf: Bounds._owner_of,
    ir.Count: Bounds._count,
    ir.AtLeast: Bounds._at_least,
    ir.Alone: Bounds._alone,
    ir.HowMany: Bounds._how_many,
    elements.Aggregate: Bounds._aggregate,
    elements.Several: Bounds._several,
    elements.Within: Bounds._kept_within,
    elements.Listed: lambda bounds, node: ANY,
    elements.Height: lambda bounds, node: Range(0, bounds.store.rules.stacks),
    ir.Member: Bounds._member,
    ir.Quantifier: Bounds._quantifier,
    ir.Touches: Bounds._touches,
    ir.ArcLength: Bounds._arc,
    lines.LongestRow: Bounds._longest,
    ir.Connects: Bounds._connects,
    ir.Path: Bounds._path,
    ir.Loop: Bounds._loop,
    ir.Encloses: Bounds._encloses,
    ir.SomeGroup: Bounds._some_group,
}
