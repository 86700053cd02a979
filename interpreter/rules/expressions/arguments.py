"""What the parameters of functions of the position read of their arguments."""

from __future__ import annotations

from collections.abc import Callable

from ...record import Record
from ...source.syntax import tree
from ...values.mismatch import needs, without_chains
from ...values.types import CELL, CELLS, LIST, RELATION, Type
from ...values.values import WRONG, Cells, Code, Coordinate, EdgeRef, Known, Relation, SeamRef, Worth, Wrong
from .. import ir, walk
from ..combined import combined
from ..roles import PerPlayer
from .base import RuleEvaluator
from .types import is_regions

PerOwn = tuple[tuple[int, ...], ...]
"""The numbers of the regions of a list, for each `own`."""


class Argument(Record):
    """What stands for a parameter in a call."""

    elaborator: RuleEvaluator
    call: tree.Call
    node: tree.Expression
    value: Worth

    @property
    def asks(self) -> str:
        """The function, as messages name it."""
        return f"`{self.call.function.id}`"

    def mismatch(self, wanted: str, like: Type | None = None) -> Wrong:
        """Report that something else is needed here, of a type such as `like`."""
        return self.elaborator.mismatch(self.node, self.value.type, wanted, self.asks, like)


# What parameters read


def anything(argument: Argument) -> Worth:
    """Any value, as it is."""
    return argument.value


def cell(argument: Argument) -> ir.Expression | Wrong:
    """One cell."""
    return argument.elaborator.as_expression(argument.value, argument.node, CELL, argument.asks)


def cells(argument: Argument) -> ir.CellSet | Wrong:
    """A set of cells; a player stands for their pieces."""
    return argument.elaborator.as_cell_set(argument.value, argument.node, argument.asks)


def cell_or_cells(argument: Argument) -> ir.CellSet | Wrong:
    """A set of cells, or a cell, which stands for the set of it."""
    value = argument.value
    if value.type is not CELL:
        return cells(argument)
    found = cell(argument)
    return WRONG if found is WRONG else ir.Single(found)


def chained(argument: Argument) -> ir.CellSet | Wrong:
    """A set of cells in which chains or groups are sought."""
    found = cells(argument)
    if found is not WRONG and any(isinstance(part, ir.GroupOf) for part in walk.everything(found)):
        return argument.elaborator.mismatched(without_chains(argument.asks), argument.node.span,
                                              help="ask about the group itself: touches(group(c), …)")  # fmt: skip
    return found


class Moving(Record):
    """A list of sets some of which play decides, with what asks whether a chain meets each of them."""

    meets: tuple[Callable[[ir.CellSet], ir.Expression], ...]

    def all(self, chain: ir.CellSet) -> ir.Expression:
        """The condition that a chain meets all of them."""
        return ir.Operation("and", tuple(meets(chain) for meets in self.meets))


def meeting(cells: ir.CellSet) -> Callable[[ir.CellSet], ir.Expression]:
    """What asks whether a set shares a cell with another."""
    return lambda chain: ir.Operation(">", (ir.Count(combined("&", chain, cells)), ir.Constant((0,))))


def _moving(argument: Argument, items: tuple[Worth, ...]) -> Moving | Wrong:
    elaborator = argument.elaborator
    meets: list[Callable[[ir.CellSet], ir.Expression]] = []
    for item in items:
        if isinstance(item, Known) and all(isinstance(each, EdgeRef) for each in item.values):
            numbers = tuple(elaborator.region(each) for each in item.values if isinstance(each, EdgeRef))
            meets.append(lambda chain, numbers=numbers: ir.Touches(chain, numbers))  # type: ignore[misc]
            continue
        cells = elaborator.as_cell_set(item, argument.node, argument.asks)
        if cells is WRONG:
            return WRONG
        meets.append(meeting(cells))
    return Moving(tuple(meets))


def regions(argument: Argument) -> PerOwn | Moving | Wrong:
    """A list of regions, such as `own.edges`; or of sets, which play decides."""
    value, region = argument.value, argument.elaborator.region
    if isinstance(value, Code) and value.type is LIST and value.items:
        return _moving(argument, value.items)
    if isinstance(value, Known):
        lists = [tuple(map(region, each)) for each in value.values if is_regions(each)]
        if len(lists) == len(value.values):
            return tuple(lists)
    return argument.mismatch("a list of regions, such as `own.edges`, `sides` or `[top, bottom]`", LIST)


def two_regions(argument: Argument) -> PerOwn | Moving | Wrong:
    """A list of two regions."""
    found = regions(argument)
    if found is WRONG:
        return found
    for ends in (found.meets,) if isinstance(found, Moving) else found:
        if len(ends) != 2:
            message = needs(argument.asks, "a list of two regions", f"a list of {len(ends)}")
            return argument.elaborator.mismatched(message, argument.node.span)
    return found


def region(argument: Argument) -> PerPlayer | ir.CellSet | Wrong:
    """A region or an edge known before play, or a set of cells that play decides."""
    value = argument.value
    if isinstance(value, Code) and value.type is CELLS:
        return argument.elaborator.cell_set(value)
    if isinstance(value, Known):
        found = [argument.elaborator.region(each) for each in value.values if isinstance(each, Cells | EdgeRef)]
        if len(found) == len(value.values):
            return tuple(found)
    return argument.mismatch("a region or an edge known before play, such as `top` or `sides[0]`")


def cycle(argument: Argument) -> tuple[int, ...] | Wrong:
    """Cells in order, known before play."""
    value = argument.value
    if isinstance(value, Known) and len(value.values) == 1 and isinstance(found := value.of(0), Cells):
        return argument.elaborator.ids(found)
    return argument.mismatch("cells in order, known before play, such as `perimeter`")


def seams(argument: Argument) -> int | Wrong:
    """The bits of a seam, or of a list of seams."""
    value = argument.value
    if not isinstance(value, Known) or len(value.values) > 1:
        return argument.elaborator.too_late(argument.node.span)
    named = value.of(0)
    listed = named if isinstance(named, tuple) and not isinstance(named, Coordinate) else (named,)
    found = [seam.bit for seam in listed if isinstance(seam, SeamRef)]
    if len(found) < len(listed):
        return argument.mismatch("the name of a wrap or a portal, or a list of them")
    return sum(1 << bit for bit in set(found))


def relation(argument: Argument) -> Relation | Wrong:
    """A relation known before play, the same for all players."""
    value = argument.value
    if isinstance(value, Known) and isinstance(found := value.of(0), Relation):
        if len(value.values) == 1:
            return found
        message = "lines must run along the same relation for all players"
        return argument.elaborator.wrong(
            "HG303", message, argument.node.span, help="write one case for each: if own == … { … }"
        )
    return argument.mismatch("a relation known before play, such as `leap(1, 1)`", RELATION)
