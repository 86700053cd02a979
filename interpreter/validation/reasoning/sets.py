"""Bounds of sets: the cells that a set certainly holds, those that it may hold, and how many."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from typing import Self, TypeVar

from ...board.lines import Ray
from ...rules import elements, ir, lines, ways
from ...rules.adjacency import Along
from . import chains
from .algebra import Algebra
from .extents import ANY, NOTHING, Domain, Extent, Range, common, gathered, listed, united, without
from .store import Store

FIRST_TURNS = 5
"""The number of turns that count as the first ones of a game."""

Of = TypeVar("Of")

Place = tuple[int, bool]
"""The cells that an expression can name, and whether it may name none."""


class SetBounds:
    """For one `own`; `names` are the cells and numbers that are bound, `groups` the groups."""

    def __init__(
        self,
        store: Store,
        own: int,
        names: Mapping[int, Domain] = {},
        groups: Mapping[int, Extent] = {},
    ) -> None:
        self.store, self.own = store, own
        self.names, self.groups = names, groups

    def naming(self, name: ir.Bound, domain: Domain) -> Self:
        """The same bounds where a name has a domain."""
        return type(self)(self.store, self.own, {**self.names, name.number: domain}, self.groups)

    def naming_group(self, name: ir.GroupBound, group: Extent) -> Self:
        """The same bounds where a group has an extent."""
        return type(self)(self.store, self.own, self.names, {**self.groups, name.number: group})

    def later(self) -> Self:
        """The same bounds once the first turns are over."""
        return self._counting(turn=Range(FIRST_TURNS, ANY.high), turns=Range(FIRST_TURNS, ANY.high))

    def on_turn(self, number: int) -> Self:
        """The same bounds on one turn."""
        return self._counting(turn=Range(number, number))

    def _counting(self, **counters: Range) -> Self:
        store = copy(self.store)
        store.counters = {**store.counters, **counters}
        return type(self)(store, self.own, self.names, self.groups)

    def mine(self, values: tuple[Of, ...]) -> Of:
        """The value for this `own`, of values for each `own` or one for all."""
        return values[self.own % len(values)]

    @abstractmethod
    def value(self, node: ir.Expression) -> Range:
        """The bounds of a number, a truth, a player or a cell's number."""

    def slots(self, node: ir.Variable) -> range:
        """The slots that a variable may stand for: one, or one for each who may be its player."""
        if node.player is None:
            return range(node.number, node.number + 1)
        low, high = self.value(node.player)
        last = len(self.store.rules.players) - 1
        return range(node.number + min(max(low, 0), last), node.number + min(max(high, 0), last) + 1)

    # Cells

    def place(self, node: ir.Expression) -> Place:
        """The cells that an expression can name."""
        match node:
            case ir.Bound() if node.number in self.names:
                return self.names[node.number].cells, False
            case ir.Constant():
                value = self.mine(node.values)
                return (1 << value, False) if value >= 0 else (0, True)
            case ir.Lookup():
                places, missing = self._places(node.cell, len(node.values))
                found = {node.values[place] for place in places} | ({node.nothing} if missing else set())
                return gathered(cell for cell in found if cell >= 0), min(found, default=0) < 0
            case ir.Choice():
                then, other = self.place(node.then), self.place(node.other)
                return then[0] | other[0], then[1] or other[1]
            case ir.Variable():
                low, high = self.value(node)
                cells = self.store.cells & ((1 << max(0, min(high, len(self.store.board.cells)) + 1)) - 1)
                return cells >> max(low, 0) << max(low, 0), low < 0
            case _:
                return self.store.cells, True

    def among(self, node: ir.Expression) -> ir.CellSet | None:
        """A set that certainly holds the cell that an expression names, if any is known."""
        match node:
            case ir.Bound() if node.number in self.names:
                return self.names[node.number].among
            case ir.Counter("last") if self.store.keeps_pieces:
                return self.store.pieces
            case _:
                return None

    def algebra(self) -> Algebra:
        """The algebra of sets for this `own`, for one question."""
        return Algebra(self.own, len(self.store.board.cells))

    def _places(self, node: ir.Expression, size: int) -> tuple[list[int], bool]:
        """The entries of a table that a cell, or a loop's number, can lead to; whether there may be none."""
        if isinstance(node, ir.Variable):
            low, high = self.value(node)
            return list(range(max(low, 0), min(high + 1, size))), low < 0
        cells, missing = self.place(node)
        self.store.spend(cells.bit_count() // 4)
        return [cell for cell in listed(cells) if cell < size], missing

    # Sets of cells

    def extent(self, node: ir.CellSet) -> Extent:
        """The bounds of a set of cells."""
        self.store.spend(1)
        found = EXTENTS.get(type(node))
        return found(self, node) if found else Extent.within(self.store.cells)

    def _fixed(self, node: ir.Fixed) -> Extent:
        return Extent.exactly(gathered(self.mine(node.cells)))

    def _holding(self, node: ir.Holding) -> Extent:
        sets = [self.mine(node.contents)]
        if node.of is not None:
            low, high = self.value(node.of)
            sets = list(node.contents[max(low, 0) : high + 1] or node.contents)
        may, always = 0, self.store.cells
        for held in sets:
            always &= self.store.cells
            for content, cells in enumerate(self.store.contents):
                may |= cells if content in held else 0
                always &= self.store.cells if content in held else ~cells
        return Extent.between(always, may)

    def _marked(self, node: ir.Marked) -> Extent:
        return Extent.within(self.store.marks[node.marks])

    def _row(self, node: ir.Row) -> Extent:
        places, missing = self._places(node.cell, len(node.rows))
        masks = self.store.masks(node.rows)
        rows = [masks[place] for place in places] + [0] * missing
        if not rows:
            return NOTHING
        must, may = rows[0], 0
        for row in rows:
            must, may = must & row, may | row
        sizes = [row.bit_count() for row in rows]
        return Extent.between(must, may, min(sizes), max(sizes))

    def _near(self, node: ir.Near) -> Extent:
        extent = self.extent(node.cells)
        rows = self.store.masks(node.rows)
        self.store.spend(extent.may.bit_count() // 4)
        must = gathered(cell for cell, row in enumerate(rows) if row & extent.must) if extent.must else 0
        return Extent.between(must, gathered(cell for cell, row in enumerate(rows) if row & extent.may))

    def _slide(self, node: lines.Slide) -> Extent:
        places, missing = self._places(node.cell, len(node.rays))
        past = self.extent(node.past).may
        self.store.spend(8 * len(places))
        reached = [_slid(node.rays[place], past) for place in places] + [0] * missing
        may = 0
        for cells in reached:
            may |= cells
        return Extent.between(0, may, 0, max((cells.bit_count() for cells in reached), default=0))

    def _between(self, node: lines.Between) -> Extent:
        if node.cell == node.other:
            return NOTHING
        past = self.store.cells if node.past is None else self.extent(node.past).may
        return self._stretch(node, lambda ray, at: () if gathered(ray[:at]) & ~past else ray[:at])

    def _beyond(self, node: lines.Beyond) -> Extent:
        past = self.store.cells if node.past is None else self.extent(node.past).may
        return self._stretch(node, lambda ray, at: listed(_slid((ray[at + 1 :],), past)))

    def _stretch(self, node: lines.Between | lines.Beyond, part: Callable[[Ray, int], Iterable[int]]) -> Extent:
        """Cells of lines from a cell; `part` gives them for a line and the place of the other cell on it."""
        starts, _ = self._places(node.cell, len(node.rays))
        ends, _ = self.place(node.other)
        may, most = 0, 0
        for ray in (ray for start in starts for ray in node.rays[start]):
            self.store.spend(1)
            for at in (at for at, cell in enumerate(ray) if ends >> cell & 1):
                cells = gathered(part(ray, at))
                may, most = may | cells, max(most, cells.bit_count())
        most_lines = max((len(node.rays[start]) for start in starts), default=0)
        return Extent.between(0, may, 0, most * most_lines)

    def _single(self, node: ir.Single) -> Extent:
        cells, missing = self.place(node.cell)
        must = cells if cells.bit_count() == 1 and not missing else 0
        return Extent.between(must, cells, int(bool(cells) and not missing), 1)

    def _filtered(self, node: ir.Filtered) -> Extent:
        extent = self.extent(node.cells)
        if not extent.may:
            return NOTHING
        test = self.naming(node.variable, Domain.of_cells(extent.may, node.cells)).value(node.test)
        if test.low:
            return extent
        return Extent(0, extent.may, 0, extent.most) if test.high else NOTHING

    def _combined(self, node: ir.Combined) -> Extent:
        if node.symbol == "&" and self.algebra().apart(node.left, node.right):
            return NOTHING
        if node.symbol == "-" and self.algebra().within(node.left, node.right):
            return NOTHING
        return {"&": common, "|": united, "-": without}[node.symbol](self.extent(node.left), self.extent(node.right))

    def _chosen(self, node: elements.Chosen) -> Extent:
        test = self.value(node.test)
        if test.is_one:
            return self.extent(node.then if test.low else node.other)
        one, other = self.extent(node.then), self.extent(node.other)
        most = max(one.most, other.most)
        return Extent.between(one.must & other.must, one.may | other.may, min(one.least, other.least), most)

    def _nearest(self, node: ways.Nearest) -> Extent:
        extent = self.extent(node.cells)
        return Extent.within(extent.may if self.extent(node.goal).may else 0)

    def _walks(self, node: ways.Walks) -> Extent:
        return Extent.within(self.store.cells if self.extent(node.cells).may else 0)

    def _cuts(self, node: ways.Cuts) -> Extent:
        return Extent.within(self.extent(node.cells).may)

    def _group_bound(self, node: ir.GroupBound) -> Extent:
        return self.groups.get(node.number, Extent.within(self.store.cells))

    def _along(self, node: Along) -> Extent:
        return self.extent(node.cells)

    def _group_of(self, node: ir.GroupOf) -> Extent:
        cells, _ = self.place(node.cell)
        held = [part for part in chains.parts(self.store.links_by(node.by), self.store.occupied()) if part & cells]
        return Extent.between(0, sum(held), 0, max((part.bit_count() for part in held), default=0))


def _slid(rays: tuple[tuple[int, ...], ...], past: int) -> int:
    """The cells that straight lines lead to over some cells."""
    found = 0
    for ray in rays:
        for cell in ray:
            found |= 1 << cell
            if not past >> cell & 1:
                break
    return found


EXTENTS: dict[type, Callable[..., Extent]] = {
    ir.Fixed: SetBounds._fixed,
    ir.Holding: SetBounds._holding,
    ir.Marked: SetBounds._marked,
    ir.Row: SetBounds._row,
    ir.Near: SetBounds._near,
    lines.Slide: SetBounds._slide,
    lines.Between: SetBounds._between,
    lines.Beyond: SetBounds._beyond,
    ir.Single: SetBounds._single,
    ir.Filtered: SetBounds._filtered,
    ir.Combined: SetBounds._combined,
    elements.Chosen: SetBounds._chosen,
    ways.Nearest: SetBounds._nearest,
    ways.Walks: SetBounds._walks,
    ways.Cuts: SetBounds._cuts,
    ir.GroupBound: SetBounds._group_bound,
    ir.GroupOf: SetBounds._group_of,
    Along: SetBounds._along,
}
