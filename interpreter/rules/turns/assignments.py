"""What a game remembers: variables, cards and marks are given values."""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics.diagnostic import listed
from ...source.syntax import tree
from ...values import hints
from ...values.types import CELL, KIND, NAME, NUMBER, NUMBERS, PLAYER, TRUTH, Type
from ...values.values import ABSENCE, WRONG, Code, Known, Value, Wrong
from .. import deeds, elements, ir
from ..expressions.absence import may_be_none
from ..expressions.elaborate import Elaborator
from ..expressions.many import lists
from ..layers import Layer, OfCell, Slot
from ..roles import Clamp
from ..spellings import ends_of, text_of
from ..within import may_be_missing
from .pieces import travel


def assign(statement: tree.Assign, elaborator: Elaborator) -> Iterator[deeds.Effect]:
    """Return the effects of `set`."""
    if isinstance(statement.subject, tree.Index):
        yield from _set_element(statement, statement.subject, elaborator)
        return
    subject = elaborator.evaluate(statement.subject)
    if subject is WRONG:
        elaborator.evaluate(statement.value)
        return
    yield from _assign(statement, subject, elaborator)


def _assign(statement: tree.Assign, subject: Value, elaborator: Elaborator) -> Iterator[deeds.Effect]:
    """Return the effects of setting what a subject stands for."""
    if subject is WRONG:
        return
    place = subject.ir if isinstance(subject, Code) else None
    match place:
        case ir.Choice(test, ir.Cards() | ir.Variable() as held) if _is_of_one(statement.subject):
            yield deeds.If(test, tuple(_assigned(statement, held, subject.type, elaborator)), ())
        case elements.Chosen(test, ir.Marked() as held) if _is_of_one(statement.subject):
            yield deeds.If(test, tuple(_assigned(statement, held, subject.type, elaborator)), ())
        case _:
            yield from _assigned(statement, place, subject.type, elaborator)


def _is_of_one(subject: tree.Expression) -> bool:
    """Whether it is what somebody has, such as `p.supply` or `p.pool[k]`: where there is nobody, nothing is set."""
    return isinstance(subject.of if isinstance(subject, tree.Index) else subject, tree.Attribute)


def _assigned(statement: tree.Assign, place: object, kind: Type, elaborator: Elaborator) -> Iterator[deeds.Effect]:
    """What gives a value to something that is there."""
    match place:
        case ir.Variable() if place.number in elaborator.declared.bounds:
            yield from _set_variable(statement, place, kind, elaborator)
        case OfCell():
            yield from _set_layer(statement, place, kind, elaborator)
        case ir.Cards():
            numbers = elaborator.typed(statement.value, NUMBERS, "`set`")
            elaborator.declared.filled.add(place.zone)
            if numbers is not WRONG:
                yield deeds.SetCards(place.zone, place.player, numbers)
        case ir.Marked():
            cells = elaborator.cells(statement.value, "`set`")
            if cells is not WRONG:
                yield deeds.SetMarks(place.marks, place.player, cells)
        case _:
            elaborator.wrong("HG519", "this cannot be set", statement.subject.span,
                             expected="a variable (`var`), or a player's cards or marks",
                             help=hints.unset(kind))  # fmt: skip


def _set_element(statement: tree.Assign, subject: tree.Index, elaborator: Elaborator) -> Iterator[deeds.Effect]:
    """Set what one of some elements has; nothing happens where play decides on one that has none."""
    of, at = elaborator.value(subject.of), elaborator.value(subject.index)
    if of is WRONG or at is WRONG:
        elaborator.evaluate(statement.value)
        return
    found = lists.read_by(of, elaborator) if isinstance(of, Code) else None
    if found is None or isinstance(at, Known):
        yield from _assign(statement, elaborator.evaluate(subject), elaborator)
        return
    wanted, items = found
    if at.type is not wanted:
        elaborator.mismatch(subject.index, at.type, wanted, "an index")
        return
    which = elaborator.declared.slot("which", 0, ())
    yield deeds.SetVariable(which, elaborator.expression(at), None)
    for number, item in items.items():
        effects = tuple(_assign(statement, item, elaborator))
        if not effects:
            return  # it was reported
        yield deeds.If(ir.Operation("==", (which, ir.Constant((number,)))), effects, ())
    yield deeds.SetVariable(which, ir.Constant((0,)), None)


def _set_variable(
    statement: tree.Assign, variable: ir.Variable, kind: Type, elaborator: Elaborator
) -> Iterator[deeds.Effect]:
    slot = elaborator.declared.slots[variable.number]
    bounds = elaborator.declared.bounds[variable.number] if kind is NUMBER else None
    value = _value(statement, slot, kind, bounds, elaborator)
    if value is not WRONG:
        yield deeds.SetVariable(variable, value, bounds)


def _set_layer(statement: tree.Assign, place: OfCell, kind: Type, elaborator: Elaborator) -> Iterator[deeds.Effect]:
    layer = elaborator.declared.layers[place.layer]
    bounds = ends_of(layer.values) if kind is NUMBER else None
    value = _value(statement, layer, kind, bounds, elaborator)
    if value is not WRONG:
        yield deeds.SetLayer(place.layer, place.cell, value, bounds, place.of_pieces)


def _value(
    statement: tree.Assign, slot: Slot | Layer, kind: Type, bounds: Clamp | None, elaborator: Elaborator
) -> ir.Expression | Wrong:
    """What a variable is set to; WRONG, and reported, where it may be something that the variable cannot hold."""
    value = elaborator.typed(statement.value, kind, f"`{slot.name}`", or_none=True)
    if value is WRONG:
        return WRONG
    possible = _possible(value, kind, elaborator)
    if bounds and isinstance(value, ir.Constant) and any(text_of(slot.values, each) for each in value.values):
        low, high = bounds  # only some players set it beyond its range
        return ir.Constant(tuple(max(low, min(each, high)) for each in value.values))
    if possible is not None and not all(text_of(slot.values, each) for each in possible):
        if kind is CELL:
            return elaborator.wrong("HG519", f"`{slot.name}` cannot be `none`, as this may be", statement.value.span,
                                    help=f"allow it: var {slot.name} = … in cells, none")  # fmt: skip
        values = "{}..{}".format(*bounds) if bounds else listed(text for _, text in slot.values)
        return elaborator.wrong("HG519", f"`{slot.name}` cannot have this value", statement.value.span, expected=values)
    return value


def _possible(value: ir.Expression, kind: Type, elaborator: Elaborator) -> set[int] | None:
    """The values that an expression can have; None for numbers, which the variable's bounds limit, and for cells."""
    match value:
        case ir.Constant():
            return set(value.values)
        case ir.Choice() if kind is not CELL:
            both = [_possible(branch, kind, elaborator) for branch in (value.then, value.other)]
            return None if None in both else set().union(*filter(None, both))
        case ir.Bound() if kind is NAME and value.number in elaborator.extremes.values:
            return set(elaborator.extremes.values[value.number])
        case ir.Variable() if kind is NAME and value.number in elaborator.extremes.kept:
            return set(elaborator.extremes.kept[value.number])
        case ir.Variable() if value.number in elaborator.declared.kept:
            return _possible(elaborator.declared.kept[value.number], kind, elaborator)
        case elements.KindOf() | elements.OwnerOf() | elements.PieceKind() | elements.PieceOwner():
            return set(range(1 + len(elaborator.pieces if kind is KIND else elaborator.players)))
        case ir.Variable() if kind in (NAME, KIND) or (kind is PLAYER and value.number in elaborator.declared.bounds):
            return {each for each, _ in elaborator.declared.slots[value.number].values}
        case OfCell() if kind in (NAME, PLAYER):
            nothing = {value.nothing} if may_be_missing(value.cell) else set[int]()
            return {each for each, _ in elaborator.declared.layers[value.layer].values} | nothing
        case ir.Lookup() if kind is NAME:
            return set(value.values)
        case elements.Entry() if kind in (NAME, KIND):
            return {*value.values, value.nothing}
        case _ if kind is CELL:
            return {elaborator.integer(ABSENCE, CELL)} if may_be_none(value, CELL, elaborator) else None
        case _:
            every = {PLAYER: len(elaborator.players), KIND: len(elaborator.pieces), TRUTH: 2}
            return set(range(every[kind])) if kind in every else None


def transfer(statement: tree.Transfer, elaborator: Elaborator) -> Iterator[deeds.Effect]:
    """Return the effects of `ZONE to ZONE`."""
    ends = elaborator.value(statement.source), elaborator.value(statement.into)
    if any(end is not WRONG and end.type is CELL for end in ends):
        yield from travel(statement, ends, elaborator)
        return
    source, into = _zone(statement.source, ends[0], elaborator), _zone(statement.into, ends[1], elaborator)
    if source is None or into is None:
        return
    elaborator.declared.filled.add(into[0].zone)
    tests = tuple(test for _, test in (source, into) if test is not None)
    laid = _laid(source[0], into[0])
    yield from (deeds.If(ir.Operation("and", tests) if len(tests) > 1 else tests[0], laid, ()),) if tests else laid


def _laid(source: ir.Cards, into: ir.Cards) -> tuple[deeds.Effect, ...]:
    """What lays all cards of a zone into another."""
    laid = (
        deeds.SetCards(into.zone, into.player, ir.Operation("|", (into, source))),
        deeds.SetCards(source.zone, source.player, ir.Constant((0,))),
    )
    if source.zone != into.zone:
        return laid
    if source == into:
        return ()
    return (deeds.If(ir.Operation("!=", (source.player, into.player)), laid, ()),)  # they may be the same


def _zone(node: tree.Expression, value: Value, elaborator: Elaborator) -> tuple[ir.Cards, ir.Expression | None] | None:
    """A player's zone of cards, with the condition that there is such a player; None, and reported, for all else."""
    match value.ir if isinstance(value, Code) else None:
        case ir.Cards() as cards:
            return cards, None
        case ir.Choice(test, ir.Cards() as cards):
            return cards, test
    if value is not WRONG:
        elaborator.mismatch(node, value.type, "a cell or a zone of cards, such as `hand`", "`to`")
    return None
