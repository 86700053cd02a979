"""Blocks without decisions: effects on the board, variables, cards and marks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import assert_never

from ...diagnostics.text import Span
from ...source.syntax import tree
from ...values import operations
from ...values.types import CELL, CELLS, GROUPS, KIND, NUMBER, NUMBERS, PIECE, PLAYER, SCALARS, SELECTION, TRUTH
from ...values.values import WRONG, Code, Known, Meaning, Nothing, Player, Value
from .. import deeds, elements, ir
from ..expressions.absence import may_be_none
from ..expressions.elaborate import Elaborator
from ..expressions.types import LARGEST_CARD
from ..program import OWN
from .assignments import assign, transfer
from .domains import known_elements, nothing_to_run_over
from .pieces import apart, at_once, exchange, if_anybody
from .piles import changed
from .texts import spoken


def effects_of(block: tree.Block, elaborator: Elaborator, deciding: bool) -> tuple[deeds.Effect, ...]:
    """The effects of a block, in order; `deciding` where the block belongs to a decision."""
    outside = elaborator.scope
    found: list[deeds.Effect] = []
    kept: list[deeds.Effect] = []
    for statement in block.statements:
        if isinstance(statement, tree.Let):
            value, keeping = keep(statement, elaborator)
            elaborator.scope = elaborator.scope.new_child({statement.name.id: value})
            found.extend(keeping)
            kept.extend(deeds.SetVariable(each.variable, NOTHING_KEPT, None) for each in keeping)
        else:
            found.extend(effect(statement, elaborator, deciding))
            if isinstance(statement, tree.Each):
                elaborator.scope = elaborator.scope.new_child(after_loop(statement, elaborator))
    elaborator.scope = outside
    return (*found, *kept)


def after_loop(statement: tree.Each, elaborator: Elaborator) -> dict[str, Meaning]:
    """Return what the names of a loop mean after it."""
    names = (binder.name.id for binder in statement.binders)
    return {
        name: Nothing("HG517", f"`{name}` is known only in its `for`", "use it inside the block of that loop")
        for name in names if name not in elaborator.scope
    }  # fmt: skip


def keep(statement: tree.Let, elaborator: Elaborator) -> tuple[Value, list[deeds.SetVariable]]:
    """The value that a `let` names, and the effects that store it where play decides it."""
    value = elaborator.evaluate(statement.value)
    if not isinstance(value, Code):
        return value, []
    if value.type not in SCALARS:
        main = "round" if elaborator.declared.is_round else "turn"
        local = elaborator.local_names(statement.value)
        called = f"{statement.name.id}({', '.join(local)})" if local else statement.name.id
        note = f"as an item of the file, before `{main}`: define {called} = {statement.value.span.text}"
        note += f"; here, write {called}" if local else ""
        return elaborator.mismatch(statement.value, value.type, "a single value", "`let`", note=note), []
    slot, keeping = _stored(statement.name, value, elaborator)
    return Code(value.type, slot), [keeping]


def _stored(name: tree.Name, value: Code, elaborator: Elaborator) -> tuple[ir.Variable, deeds.SetVariable]:
    """A slot for a single value that play decides, and the effect that stores it there.

    An effect with a name keeps the same value in the same slot wherever it is used, so that its uses are equal; so do
    the blocks of a decision among kinds.
    """
    kept = elaborator.expression(value)
    slot = elaborator.declared.kept_in(name, kept, shared=elaborator.is_applying or elaborator.of_each_kind)
    if value.type is NUMBER:
        elaborator.extremes.slots[slot.number] = elaborator.extremes.of(kept)
    if value.type in (CELL, PLAYER, KIND) and may_be_none(kept, value.type, elaborator):
        elaborator.declared.perhaps_none.add(slot.number)
    return slot, deeds.SetVariable(slot, kept, None)


NOTHING_KEPT = ir.Constant((0,))
"""The value of a slot that is not in use."""


def effect(statement: tree.Statement, elaborator: Elaborator, deciding: bool) -> Iterator[deeds.Effect]:
    """The effects of one statement."""
    for each in _effect(statement, elaborator, deciding):
        elaborator.note(each, head(statement))
        yield each


def head(statement: tree.Statement) -> Span:
    """Return the words that begin a statement: those before its block."""
    match statement:
        case tree.Each() | tree.Repeat() | tree.UpTo() | tree.Persist() | tree.Branch() | tree.Together():
            words = Span(statement.span.source, statement.span.start, statement.block.span.start)
            return Span(words.source, words.start, words.start + len(words.text.rstrip()))
        case _:
            return statement.span


def _effect(statement: tree.Statement, elaborator: Elaborator, deciding: bool) -> Iterator[deeds.Effect]:
    match statement:
        case tree.Becomes() | tree.Gains() | tree.Loses() | tree.Carry():
            yield from changed(statement, elaborator)
        case tree.Assign() | tree.Exchange() | tree.Transfer() | tree.Say():
            yield from _done(statement, elaborator)
        case tree.Together() if not any(isinstance(each, tree.Offer) for each in statement.block.statements):
            yield from _together(statement, elaborator, deciding)
        case tree.Branch():
            yield from _branch(statement, elaborator, deciding)
        case tree.Repeat():
            yield from _repeat(statement, elaborator, deciding)
        case tree.Each():
            yield from _each(statement, statement.binders, elaborator, deciding)
        case tree.Perform():
            yield from _perform(statement, elaborator, deciding)
        case tree.Again() if deciding:
            yield deeds.Again()
        case tree.Offer("", tree.Swap(None, tree.Filters(None, None, None), None)) if deciding:
            check_swap(statement.span, elaborator)
            yield deeds.Exchange()
        case tree.Again():
            elaborator.wrong("HG518", "`again` belongs in the block after a decision", statement.span)
        case tree.Let():
            pass  # `effects_of` and the flattener store its value
        case (
            tree.Offer() | tree.Then() | tree.UpTo() | tree.Persist() | tree.Acting() | tree.Together() | tree.Chance()
        ):
            _no_decision(statement, elaborator)
        case _:
            assert_never(statement)


def _no_decision(statement: tree.Statement, elaborator: Elaborator) -> None:
    """Report a decision among effects: in the block of another, or in an effect with a name."""
    where, advice = "inside the block of another", "put it after the block, with `then` before it"
    if (effect := elaborator.applying) is not None:
        where = f"in an effect: `{effect}` is put in place where it is used"
        advice = f"write it in the turn, and let its block use `{effect}`"
    elaborator.wrong("HG518", f"a decision cannot stand {where}", statement.span, help=advice)


def _done(
    statement: tree.Assign | tree.Exchange | tree.Transfer | tree.Say, elaborator: Elaborator
) -> Iterator[deeds.Effect]:
    """The effects of a statement without a block."""
    match statement:
        case tree.Assign():
            yield from assign(statement, elaborator)
        case tree.Exchange():
            yield from exchange(statement, elaborator)
        case tree.Transfer():
            yield from transfer(statement, elaborator)
        case tree.Say():
            yield from _say(statement, elaborator)
        case _:
            assert_never(statement)


def check_swap(span: Span, elaborator: Elaborator) -> None:
    """Report a `swap` outside a turn, or with other than two players."""
    if elaborator.players and len(elaborator.players) != 2:
        elaborator.wrong("HG503", "`swap` needs a game for two players", span)
    elif not elaborator.swaps:
        elaborator.wrong("HG503", "`swap` belongs in a turn: there is no previous mover here", span)


def _say(statement: tree.Say, elaborator: Elaborator) -> Iterator[deeds.Effect]:
    """The effects of `say`: one for each player that it names, or one for all of them."""
    words = spoken(statement.words, elaborator)
    if statement.to is None:
        if isinstance(nobody := elaborator.scope.get("own"), Nothing):
            elaborator.wrong(nobody.code, "no player decides here, so it is unclear who is told", statement.span,
                             help=f"{statement.span.text} to players")  # fmt: skip
        yield deeds.Say(words, OWN)
        return
    value = elaborator.value(statement.to)
    if value is WRONG:
        return
    found = value.values[0] if isinstance(value, Known) and len(value.values) == 1 else None
    told = [each for each in found if isinstance(each, Player)] if isinstance(found, tuple) else []
    if isinstance(found, tuple) and len(told) == len(found):
        if len(told) == len(elaborator.players):
            yield deeds.Say(words, None)
        else:
            yield from (deeds.Say(words, ir.Constant((each.index,))) for each in told)
    elif value.type is PLAYER:
        player = elaborator.expression(value)
        yield from if_anybody(player, (deeds.Say(words, player),), elaborator)
    else:
        elaborator.mismatch(statement.to, value.type, "a player, or `players`", "`say … to`", like=PLAYER)


# Effects with names


def _perform(statement: tree.Perform, elaborator: Elaborator, deciding: bool) -> Iterator[deeds.Effect]:
    """The effects of an `effect` of the file, put in place. A single value that play decides is stored as it begins."""
    routine = elaborator.routine(statement)
    if routine is None:
        return
    arguments: dict[str, Meaning] = {}
    stored: list[deeds.SetVariable] = []
    for parameter, argument in zip(routine.parameters, statement.plain, strict=True):
        value = arguments[parameter.id] = elaborator.value(argument)
        if isinstance(value, Code) and value.type in SCALARS and not isinstance(value.ir, ir.Bound):
            slot, keeping = _stored(parameter, value, elaborator)
            arguments[parameter.id] = Code(value.type, slot)
            stored.append(keeping)
    yield from stored
    with elaborator.applied(statement, routine, arguments):
        body = effects_of(routine.block, elaborator, deciding)
    yield from body
    yield from (deeds.SetVariable(each.variable, NOTHING_KEPT, None) for each in stored)


# Changes at once


def _together(statement: tree.Together, elaborator: Elaborator, deciding: bool) -> Iterator[deeds.Effect]:
    apart(head(statement), elaborator)
    with elaborator.gathering():
        body = effects_of(statement.block, elaborator, deciding)
    yield from at_once(body, elaborator)


# Conditions and loops


def _branch(statement: tree.Branch, elaborator: Elaborator, deciding: bool) -> Iterator[deeds.Effect]:
    test = elaborator.typed(statement.test, TRUTH, "`if`")
    then = effects_of(statement.block, elaborator, deciding)
    other = effects_of(statement.other, elaborator, deciding) if statement.other else ()
    if test is not WRONG:
        yield deeds.If(test, then, other)


def _repeat(statement: tree.Repeat, elaborator: Elaborator, deciding: bool) -> Iterator[deeds.Effect]:
    times = elaborator.typed(statement.times, NUMBER, "`repeat`")
    test = elaborator.typed(statement.test, TRUTH) if statement.test else None
    most = 0 if times is WRONG else _most_times(times, statement, elaborator)
    with elaborator.bound() as variable, elaborator.looping(statement.times.span):
        body = effects_of(statement.block, elaborator, deciding)
    if times is WRONG or test is WRONG:
        return
    if isinstance(times, ir.Constant) and len({*times.values}) == 1:
        yield deeds.ForElements(variable, tuple(range(most)), body, test)
        return
    limit = elaborator.declared.slot("times", 0, ())
    goes_on = ir.Operation("<", (variable, limit))
    yield deeds.SetVariable(limit, times, None)
    yield deeds.ForElements(
        variable, tuple(range(most)), body, ir.Operation("and", (goes_on, test)) if test else goes_on
    )
    yield deeds.SetVariable(limit, NOTHING_KEPT, None)


def _most_times(times: ir.Expression, statement: tree.Repeat, elaborator: Elaborator) -> int:
    """How often a block is repeated at most; 0, and reported, where that is too often."""
    most = elaborator.extremes.at_most(times)
    if most <= operations.LONGEST:
        return most
    is_known = isinstance(times, ir.Constant)
    what = f"this {'repeats' if is_known else 'may repeat'} more than {operations.LONGEST:,} times"
    elaborator.wrong("HG304", what, statement.times.span, help="" if is_known else "limit it: smallest(turn, 100)")
    return 0


def _each(
    statement: tree.Each, binders: tuple[tree.Binder, ...], elaborator: Elaborator, deciding: bool
) -> Iterator[deeds.Effect]:
    if not binders:
        body = effects_of(statement.block, elaborator, deciding)
        if statement.where is None:
            yield from body
            return
        test = elaborator.typed(statement.where, TRUTH, "`where`")
        if test is not WRONG:
            yield deeds.If(test, body, ())
        return
    first, *rest = binders

    def inside() -> tuple[deeds.Effect, ...]:
        with elaborator.looping(first.domain.span):
            return tuple(_each(statement, tuple(rest), elaborator, deciding))

    domain = elaborator.as_domain(elaborator.value(first.domain))
    if domain is WRONG:
        return
    kind = domain.type
    if isinstance(domain, Known):
        yield from _each_known(first, domain, elaborator, inside)
    elif kind == CELLS:
        with elaborator.binding_cell(first.name) as variable:
            yield deeds.ForCells(variable, elaborator.cell_set(domain), inside())
    elif kind == GROUPS:
        group = elaborator.grouping()
        with elaborator.binding(first.name, Code(CELLS, group)):
            yield deeds.ForGroups(group, elaborator.cell_set(domain), inside())
    elif isinstance(domain.ir, elements.Pile):
        with elaborator.binding_cell(first.name, PIECE) as variable:
            yield deeds.ForPieces(variable, domain.ir, inside())
    elif domain.chosen and kind == SELECTION:
        for condition, value in domain.chosen:
            with elaborator.binding(first.name, value):
                yield deeds.If(elaborator.expression(condition), inside(), ())
    elif isinstance(domain.ir, elements.Span):
        yield from _each_number(first, domain.ir, elaborator, inside)
    elif kind == NUMBERS:
        with elaborator.binding_cell(first.name, NUMBER, (0, LARGEST_CARD)) as variable:
            body = (deeds.If(ir.Has(variable, elaborator.expression(domain)), inside(), ()),)
            yield deeds.ForElements(variable, tuple(range(LARGEST_CARD + 1)), body)
    else:
        nothing_to_run_over(first, kind, elaborator)


def _each_number(
    binder: tree.Binder, span: elements.Span, elaborator: Elaborator, inside: Callable[[], tuple[deeds.Effect, ...]]
) -> Iterator[deeds.Effect]:
    """Run over a range whose ends are those that it has as the loop begins."""
    known = elaborator.extremes
    low, high = known.at_least(span.first), known.at_most(span.last)
    ends = [elaborator.declared.slot(binder.name.id, 0, ()) for _ in range(2)]
    for slot, value in zip(ends, (span.first, span.last), strict=True):
        yield deeds.SetVariable(slot, value, None)
    with elaborator.binding_cell(binder.name, NUMBER, (low, high)) as variable:
        within = (ir.Operation("<=", (ends[0], variable)), ir.Operation("<=", (variable, ends[1])))
        body = (deeds.If(ir.Operation("and", within), inside(), ()),)
        yield deeds.ForElements(variable, tuple(range(low, high + 1)), body)
    for slot in ends:
        yield deeds.SetVariable(slot, NOTHING_KEPT, None)


FEW_KINDS = 8
"""Over more kinds of piece, effects run in a loop; for fewer they are written out, as they know each kind."""


def _each_known(
    binder: tree.Binder, domain: Known, elaborator: Elaborator, inside: Callable[[], tuple[deeds.Effect, ...]]
) -> Iterator[deeds.Effect]:
    found = known_elements(binder, domain, elaborator)
    if found is None:
        return
    elements, kind = found
    if kind in SCALARS and not (kind is KIND and len(elements) <= FEW_KINDS):
        numbers = tuple(elaborator.integer(element.of(0)) for element in elements)
        ends = (min(numbers), max(numbers)) if numbers and kind is NUMBER else None
        with elaborator.binding_cell(binder.name, kind, ends) as variable:
            yield deeds.ForElements(variable, numbers, inside())
        return
    for element in elements:
        with elaborator.binding(binder.name, element):
            yield from inside()
