"""The endings of a game as questions that a sweep over its board can answer."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Literal, TypeVar, assert_never

from ...board.topology import components
from ...machine.plan.nodes import Nodes, Surroundings, nodes_of, region_cells, surroundings
from ...machine.plan.terms import stones_of
from ...rules import ir, walk
from ...rules.adjacency import Adjacency, Along, adjacency, bare
from ...rules.elements import Chosen
from ..fillings import Fillings, Unphrased
from .judging import SYMBOLS, bounds
from .model import (
    ALWAYS,
    Connected,
    Field,
    Filled,
    Grouped,
    Layer,
    Looped,
    Model,
    Question,
    Reading,
    Table,
    Tally,
    Verdict,
    Walked,
)

Rows = tuple[tuple[tuple[int, int], ...], ...]
_Value = TypeVar("_Value")


def model_of(fillings: Fillings) -> Model:
    """Return what decides who has won a full board. Raises `Unphrased` where a sweep cannot carry along what the
    endings ask for."""
    phrasing = _Phrasing(fillings)
    return phrasing.model(
        tuple(
            Verdict(each.player, each.ending.result, phrasing.condition(each.ending.condition, each.player))
            for each in fillings.asked
        )
    )


class _Phrasing:
    """Collects layers and questions while conditions are put in terms of them."""

    def __init__(self, fillings: Fillings) -> None:
        self.fillings, game = fillings, fillings.game
        self.rules, self.board = game.rules, game.board
        self.cells, self.edges = len(self.board.cells), len(self.board.edges)
        self.around = surroundings(self.board) if any(
            isinstance(each, ir.Encloses) for each in walk.everything(self.rules.endings)) else None  # fmt: skip
        self.holes = _holes(self.around, self.cells) if self.around else ()
        self.options = (
            *((content,) if content != ir.EMPTY else fillings.contents for content in fillings.start),
            *[(ALWAYS,)] * (self.edges + 1 + len(self.holes)),
        )
        self.layers: dict[tuple[Table, Rows], list[Field]] = {}
        self.questions: dict[Question, int] = {}
        self.nodes: dict[Adjacency | None, Nodes] = {}

    def model(self, endings: tuple[Verdict, ...]) -> Model:
        """Everything collected, in layers that know labels only if a question asks for them."""
        labelled = {each.layer for each in self.questions if isinstance(each, Walked | Looped)}
        labels = 1 << self.rules.seams
        layers = [
            Layer(members, rows if number in labelled else _unlabelled(rows), labels if number in labelled else 1,
                  tuple(fields))
            for number, ((members, rows), fields) in enumerate(self.layers.items())
        ]  # fmt: skip
        return Model(len(self.rules.players), self.cells, self.options, tuple(layers), tuple(self.questions), endings)

    # Conditions

    def condition(self, node: ir.Expression, own: int) -> ir.Expression:
        """A condition or number of one player, in terms of questions."""
        match node:
            case ir.Constant(values):
                return ir.Constant((int(_of(values, own)),))
            case ir.Counter("passes"):
                return ir.Constant((0,))
            case ir.Operation(symbol, operands) if symbol in SYMBOLS:
                return ir.Operation(symbol, tuple(self.condition(each, own) for each in operands))
            case ir.HowMany(tests):
                return ir.HowMany(tuple(self.condition(each, own) for each in tests))
            case ir.Choice(test, then, other):
                return ir.Choice(*(self.condition(each, own) for each in (test, then, other)))
            case ir.Connects() | ir.Path() | ir.Loop() | ir.Encloses() | ir.SomeGroup():
                return self._goal(node, own)
            case ir.Count(cells):
                return self._tally(self.members(cells, own), self.cells)
            case ir.AtLeast(cells, least):
                found = self._tally(self.members(cells, own), max(least, 0))
                return ir.Operation(">=", (found, ir.Constant((least,))))
            case ir.Alone(cells):
                return ir.Operation("==", (self._tally(self.members(cells, own), 2), ir.Constant((1,))))
            case ir.Touches(cells, regions):
                return self._tally(_met(self.members(cells, own), self.near(_of(regions, own))), 1)
            case ir.Member(ir.Constant(values), cells):
                return self._tally(_met(self.members(cells, own), frozenset({_of(values, own)})), 1)
            case _:
                raise Unphrased(f"a sweep over the board cannot answer what an ending asks for ({_name(node)})")

    def _tally(self, members: Table, most: int) -> ir.Expression:
        if all(len(set(row)) == 1 for row in members):
            return ir.Constant((min(sum(row[0] for row in members), most),))
        return self._asked(Tally(members, most))

    def _asked(self, question: Question) -> ir.Bound:
        return ir.Bound(self.questions.setdefault(question, len(self.questions)))

    # Goals

    def _goal(self, goal: ir.Goal, own: int) -> ir.Expression:
        match goal:
            case ir.Connects(cells, regions):
                layer = self._chains(cells, own)
                fields = tuple(self.field(layer, self._meeting(layer, each, "bits")) for each in _of(regions, own))
                return self._asked(Connected(layer, fields))
            case ir.Path(cells, regions, wanted):
                layer = self._chains(cells, own)
                ends = [self.field(layer, self._meeting(layer, each, "labels")) for each in _of(regions, own)]
                return self._asked(Walked(layer, ends[0], ends[1], wanted))
            case ir.Loop(cells, wanted):
                return self._asked(Looped(self._chains(cells, own), wanted))
            case ir.Encloses(cells):
                return self._ring(cells, own)
            case ir.SomeGroup(variable, cells, body):
                members = self.members(cells, own)
                layer = self._layer(members, adjacency(cells))
                group = _Group(self, layer, members, variable, own)
                phrased = group.condition(body)
                self._close(layer, group.readings, phrased)
                return self._asked(Grouped(layer, tuple(group.readings), phrased))
            case _:
                assert_never(goal)

    def _close(self, layer: int, readings: list[Reading], body: ir.Expression) -> None:
        """Have the gaps filled that never matter, if a property only asks for an arc: those of which no arc is so long
        that the property differs from that of the whole cycle."""
        fields = list(self.layers.values())[layer]
        if [each.kind for each in readings] != ["arc"] or readings[0].field < len(fields) - 1:
            return
        asked = (each for each in self.questions if isinstance(each, Grouped) and each.layer == layer)
        if any(reading.field == readings[0].field for each in asked for reading in each.readings):
            return
        size = fields[-1].size
        holds = [bounds(body, [(length, length)]) for length in range(size + 1)]
        longest = max((length for length in range(size) if holds[length] != holds[size]), default=0)
        fields[-1] = fields[-1].copy_with(closes=size - longest - 1)

    def _chains(self, cells: ir.CellSet, own: int) -> int:
        """The layer of the chains of a set, own edges among them."""
        members = list(self.members(bare(cells), own))
        stones = stones_of(bare(cells), self.cells)
        for number, edge in enumerate(self.board.edges, self.cells):
            contents = self.rules.contents_of(edge.player)
            members[number] = (int(stones is None or not _of(stones, own).isdisjoint(contents)),)
        return self._layer(tuple(members), adjacency(cells))

    def _layer(self, members: Table, by: Adjacency | None) -> int:
        if by is not None and by.test is not None:
            raise Unphrased("which cells are joined depends on the position")
        seams = self._nodes(by).seams
        rows = tuple(
            tuple((packed >> seams, packed & ((1 << seams) - 1)) for packed in row) for row in self._nodes(by).rows
        )
        return self._layer_of(members, (*rows, (), *[()] * len(self.holes)))

    def _layer_of(self, members: Table, rows: Rows) -> int:
        self.layers.setdefault((members, rows), [])
        return list(self.layers).index((members, rows))

    def _nodes(self, by: Adjacency | None) -> Nodes:
        if by not in self.nodes:
            self.nodes[by] = nodes_of(self.board, self.rules, by)
        return self.nodes[by]

    def field(self, layer: int, field: Field) -> int:
        """The number of a field of a layer, which is added if it is new."""
        fields = list(self.layers.values())[layer]
        if field not in fields:
            fields.append(field)
        return fields.index(field)

    def _meeting(self, layer: int, region: int, kind: Literal["bits", "labels"]) -> Field:
        """The field of a region: whether a block meets it or, for walks, at which labels."""
        nodes = self._nodes(None)
        met = nodes.meets(self.rules.regions[region])
        if kind == "bits":
            met = tuple(int(labels != 0) for labels in met)
        every = (*met, 0, *[0] * len(self.holes))
        gains = tuple((value,) * len(options) for value, options in zip(every, self.options, strict=True))
        return Field("labels", nodes.labels, gains) if kind == "labels" else Field("bits", 1, gains)

    def _ring(self, cells: ir.CellSet, own: int) -> ir.Expression:
        """A ring is there if a part with a cell of what the set does not hold is cut off from the outside, or one
        has stones all around it; holes of the board belong to what the set does not hold."""
        assert self.around is not None
        members, outside = self.members(cells, own), self.cells + self.edges
        number = {place: outside + 1 + hole for hole, places in enumerate(self.holes) for place in places}
        number |= {cell: cell for cell in range(self.cells)} | {self.around.outside: outside}
        near: list[set[int]] = [set() for _ in self.options]
        for place, row in enumerate(self.around.rows):
            near[number[place]] |= {number[each] for each in row} - {number[place]}
        others = tuple(tuple(1 - value for value in row) for row in members[: self.cells])
        rest = [(1,)] * (1 + len(self.holes))
        rows = tuple(tuple((each, 0) for each in sorted(row)) for row in near)
        layer = self._layer_of((*others, *[(0,)] * self.edges, *rest), rows)
        free, inside = (
            self.field(layer, Field("bits", 1, _among(self.options, nodes)))
            for nodes in (range(outside, outside + 1), range(self.cells))
        )
        readings = tuple(Reading(field, "value") for field in (free, inside)[: 2 if self.holes else 1])
        cut_off: ir.Expression = ir.Operation("not", (ir.Bound(0),))
        if self.holes:
            cut_off = ir.Operation("and", (cut_off, ir.Bound(1)))
        inner = (self._filled(cell, near) for cell in range(self.cells) if outside not in near[cell])
        filled = Filled(members, tuple(tuple(sorted(each)) for each in inner))
        return ir.Operation("or", (self._asked(Grouped(layer, readings, cut_off)), self._asked(filled)))

    def _filled(self, cell: int, near: Sequence[set[int]]) -> set[int]:
        """The cells that hold stones where one of them has stones all around it: a hole next to it is enclosed, too."""
        found = {cell} | near[cell]
        return {each for hole in found if hole >= self.cells for each in near[hole]} | {
            each for each in found if each < self.cells
        }

    # Sets of cells

    def near(self, region: int) -> frozenset[int]:
        """The cells that touch a region."""
        return frozenset(region_cells(self.board, self.rules.regions[region]))

    def members(self, cells: ir.CellSet, own: int, group: bool | None = None) -> Table:
        """Which options of each cell belong to a set; edges and the outside do not.

        `group` says whether cells belong to the group that is asked about, if there is one.
        """
        found = [
            tuple(int(self._belongs(cells, cell, content, own, group)) for content in self.options[cell])
            for cell in range(self.cells)
        ]
        return (*found, *[(0,)] * (self.edges + 1 + len(self.holes)))

    def _belongs(self, cells: ir.CellSet, cell: int, content: int, own: int, group: bool | None) -> bool:
        match cells:
            case ir.Holding(contents, None):
                return content in _of(contents, own)
            case ir.Holding(contents, ir.Constant(values)):
                return content in _of(contents, _of(values, own))
            case ir.Fixed(regions):
                return cell in _of(regions, own)
            case ir.Single(ir.Constant(values)):
                return cell == _of(values, own)
            case ir.GroupBound() if group is not None:
                return group
            case Along(inner):
                return self._belongs(inner, cell, content, own, group)
            case Chosen(ir.Constant(values), then, other):
                return self._belongs(then if _of(values, own) else other, cell, content, own, group)
            case ir.Combined(symbol, left, right):
                both = (self._belongs(each, cell, content, own, group) for each in (left, right))
                return _combined(symbol, *both)
            case _:
                raise Unphrased(f"a sweep over the board cannot tell what is in a set ({_name(cells)})")


class _Group:
    """Puts the property of a group in terms of what the sweep can read off it."""

    def __init__(self, phrasing: _Phrasing, layer: int, members: Table, variable: ir.GroupBound, own: int) -> None:
        self.phrasing, self.layer, self.members, self.variable, self.own = phrasing, layer, members, variable, own
        self.readings: list[Reading] = []

    def condition(self, node: ir.Expression) -> ir.Expression:
        """A condition or number about the group, in terms of its readings."""
        match node:
            case ir.Constant(values):
                return ir.Constant((int(_of(values, self.own)),))
            case ir.Operation(symbol, operands) if symbol in SYMBOLS:
                return ir.Operation(symbol, tuple(map(self.condition, operands)))
            case ir.HowMany(tests):
                return ir.HowMany(tuple(map(self.condition, tests)))
            case ir.Choice(test, then, other):
                return ir.Choice(*map(self.condition, (test, then, other)))
            case ir.Count(cells):
                return self._number(self._inside(cells), self.phrasing.cells)
            case ir.AtLeast(cells, least):
                found = self._number(self._inside(cells), max(least, 0))
                return ir.Operation(">=", (found, ir.Constant((least,))))
            case ir.Alone(cells):
                return ir.Operation("==", (self._number(self._inside(cells), 2), ir.Constant((1,))))
            case ir.Member(ir.Constant(values), cells):
                return self._number(_met(self._inside(cells), frozenset({_of(values, self.own)})), 1)
            case ir.Touches(cells, regions):
                return self._number(_met(self._inside(cells), self.phrasing.near(_of(regions, self.own))), 1)
            case ir.ArcLength(cells, cycle):
                return self._arc(self._inside(cells), cycle)
            case _:
                raise Unphrased(f"a sweep over the board cannot tell of a group what is asked ({_name(node)})")

    def _inside(self, cells: ir.CellSet) -> Table:
        """The members of a set that holds cells of the group only."""
        used = {each for each in walk.everything(cells) if isinstance(each, ir.GroupBound)}
        if used != {self.variable}:
            raise Unphrased("a property of groups asks about more than the group")
        inside = self.phrasing.members(cells, self.own, group=True)
        if any(map(any, self.phrasing.members(cells, self.own, group=False))):
            raise Unphrased("a property of groups asks about cells around the group")
        return inside

    def _number(self, table: Table, most: int) -> ir.Expression:
        table = tuple(
            tuple(value * member for value, member in zip(row, members, strict=True))
            for row, members in zip(table, self.members, strict=True)
        )
        most = min(most, sum(map(max, table)))
        if not most:
            return ir.Constant((0,))
        return self._read(Field("bits", 1, table) if most == 1 else Field("number", most, table), "value")

    def _arc(self, table: Table, cycle: tuple[int, ...]) -> ir.Expression:
        places = [sum(1 << place for place, cell in enumerate(cycle) if cell == node) for node in range(len(table))]
        gains = tuple(tuple(value * place for value in row) for place, row in zip(places, table, strict=True))
        return self._read(Field("bits", len(cycle), gains), "arc")

    def _read(self, field: Field, kind: Literal["value", "arc"]) -> ir.Bound:
        reading = Reading(self.phrasing.field(self.layer, field), kind)
        if reading not in self.readings:
            self.readings.append(reading)
        return ir.Bound(self.readings.index(reading))


def _of(values: Sequence[_Value], own: int) -> _Value:
    """The value for a player; a single one is for all."""
    return values[own % len(values)]


def _name(node: object) -> str:
    return type(node).__name__


def _combined(symbol: str, left: bool, right: bool) -> bool:
    return {"&": left and right, "|": left or right, "-": left and not right}[symbol]


def _met(table: Table, cells: frozenset[int]) -> Table:
    return tuple(row if node in cells else (0,) * len(row) for node, row in enumerate(table))


def _among(options: tuple[tuple[int, ...], ...], nodes: Container[int]) -> Table:
    return tuple((int(each in nodes),) * len(row) for each, row in enumerate(options))


def _holes(around: Surroundings, cells: int) -> tuple[tuple[int, ...], ...]:
    """The places of each hole of the board."""
    places = set(range(cells, around.outside))
    return tuple(
        tuple(sorted(each)) for each in components(sorted(places), lambda place: set(around.rows[place]) & places)
    )


def _unlabelled(rows: Rows) -> Rows:
    found = (dict.fromkeys((near, 0) for near, _ in row) for row in rows)
    return tuple(tuple((near, 0) for near, _ in row if near != node) for node, row in enumerate(map(tuple, found)))
