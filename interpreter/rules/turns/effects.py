"""Blocks without decisions: what happens to the board, to variables, cards and marks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, assert_never

from ...diagnostics.diagnostic import listed, meant
from ...diagnostics.text import Span
from ...source.layout.format import format_expression
from ...source.syntax import tree
from ...values import hints, operations
from ...values.values import WRONG, Fault, Known, Nothing, Value, type_of
from .. import ir, program
from ..expressions.elaborate import Elaborator
from ..expressions.types import (
    CELL,
    CELLS,
    GROUPS,
    LARGEST_CARD,
    NAME,
    NOBODY,
    NUMBER,
    NUMBERS,
    PLAYER,
    SCALARS,
    TRUTH,
    Code,
    type_in_words,
)

OWNER = re.compile(r"[\w.()]+")
"""Whose piece is put down, as the text of a move can say it."""

MOST_COPIES = 100
"""The most elements of a list, other than numbers, cells and players, that a block is written out for."""


def effects_of(block: tree.Block, elaborator: Elaborator, deciding: bool) -> tuple[program.Effect, ...]:
    """The effects of a block, in order; `deciding` where it is a decision's own."""
    outside = elaborator.scope
    found: list[program.Effect] = []
    kept: list[program.Effect] = []
    for statement in block.statements:
        if isinstance(statement, tree.Let):
            value, keeping = keep(statement, elaborator)
            elaborator.scope = elaborator.scope.new_child({statement.name.id: value})
            found.extend(keeping)
            kept.extend(program.SetVariable(each.variable, NOTHING_KEPT, None) for each in keeping)
        else:
            found.extend(effect(statement, elaborator, deciding))
    elaborator.scope = outside
    return (*found, *kept)


def keep(statement: tree.Let, elaborator: Elaborator) -> tuple[Value, list[program.SetVariable]]:
    """What a `let` of a script stands for: what play decides is kept as it is now."""
    value = elaborator.evaluate(statement.value)
    if not isinstance(value, Code):
        return value, []
    if value.type not in SCALARS:
        return elaborator.wrong("HG302", f"`let` keeps one value, not {value.type}", statement.value.span,
                                help="name it with `define`: it is then worked out where it is used"), []  # fmt: skip
    slot = elaborator.declared.slot(statement.name.id, 0, ())
    elaborator.declared.kept[slot.number] = value.ir
    return Code(value.type, slot), [program.SetVariable(slot, value.ir, None)]


NOTHING_KEPT = ir.Constant((0,))
"""What lies in a slot for which there is no use."""


def effect(statement: tree.Statement, elaborator: Elaborator, deciding: bool) -> Iterator[program.Effect]:
    """What one statement does."""
    match statement:
        case tree.Becomes():
            yield from _becomes(statement, elaborator)
        case tree.Assign():
            yield from _assign(statement, elaborator)
        case tree.Transfer():
            yield from _transfer(statement, elaborator)
        case tree.Branch():
            yield from _branch(statement, elaborator, deciding)
        case tree.Repeat():
            yield from _repeat(statement, elaborator, deciding)
        case tree.Each():
            yield from _each(statement, statement.binders, elaborator, deciding)
        case tree.Again() if deciding:
            yield program.Again()
        case tree.Offer("", tree.Swap(tree.Filters(None, None, None), None)) if deciding:
            check_swap(statement.span, elaborator)
            yield program.Exchange()
        case tree.Again():
            elaborator.wrong("HG518", "`again` belongs into the block after a decision", statement.span)
        case tree.Let():
            pass  # `effects_of` and scripts keep its value
        case tree.Offer() | tree.Then() | tree.Persist() | tree.Acting() | tree.Together() | tree.Chance():
            elaborator.wrong("HG518", "no decision can stand inside the block of another", statement.span,
                             help="put it after the block, with `then` before it")  # fmt: skip
        case _:
            assert_never(statement)


def check_swap(span: Span, elaborator: Elaborator) -> None:
    """People change seats with the previous mover: that takes turns, and two players."""
    if elaborator.players and len(elaborator.players) != 2:
        elaborator.wrong("HG503", "`swap` is for two players", span)
    elif not elaborator.swaps:
        elaborator.wrong("HG503", "`swap` belongs into a turn: here nobody is the previous mover", span)


# Pieces


def piece_number(name: tree.Name, elaborator: Elaborator, or_empty: bool = False) -> int:
    """The number of a declared piece; 0, and reported, where there is none. Perhaps `empty` could stand there too."""
    kinds = [piece.name for piece in elaborator.pieces]
    if name.id in kinds:
        return kinds.index(name.id)
    guess = meant(name.id, [*kinds, "empty"] if or_empty else kinds)
    if name.id == "empty":
        guess = {"help": "a cell becomes `empty`, nobody's"}
    elif not guess["help"]:
        guess = {"help": f"declare it: pieces {', '.join([*kinds, name.id])}"}
    elaborator.wrong("HG205", f"unknown piece `{name.id}`", name.span, expected=listed(kinds), **guess)
    return 0


def owner_of_kind(kind: tree.Kind, elaborator: Elaborator) -> tuple[ir.Expression, str]:
    """Whose a piece is, and how move texts say it: nothing for the mover's own."""
    own = elaborator.scope.get("own")
    if kind.owner is None:
        if isinstance(own, Nothing):
            elaborator.wrong(own.code, f"nobody decides here: whose {kind.piece.id} is it?", kind.span,
                             help=f"say whose: {kind.piece.id} of …")  # fmt: skip
        return program.OWN, ""
    value = elaborator.evaluate(kind.owner)
    if value is WRONG:
        return program.OWN, ""
    if type_in_words(value) not in (PLAYER, NOBODY):
        elaborator.wrong("HG302", f"this is {type_in_words(value)}", kind.owner.span, expected=PLAYER)
        return program.OWN, ""
    if value == own:
        return program.OWN, ""
    if isinstance(value, Known) and len(value.values) == 1:
        return elaborator.code(value), value.of(0).name
    text = format_expression(kind.owner)
    if not OWNER.fullmatch(text):
        elaborator.wrong("HG302", "moves cannot say this: whose piece it is needs a name", kind.owner.span,
                         help="name it before: let whose = …, then stone of whose")  # fmt: skip
    return elaborator.code(value), text


def _becomes(statement: tree.Becomes, elaborator: Elaborator) -> Iterator[program.Effect]:
    value = elaborator.as_cells(elaborator.evaluate(statement.subject))
    kind = statement.kind
    if kind.piece.id == "empty" and kind.owner is None:
        number, owner = 0, None
    else:
        number = piece_number(kind.piece, elaborator, or_empty=kind.owner is None)
        owner, _ = owner_of_kind(kind, elaborator)
    if value is WRONG:
        return
    if type_in_words(value) == CELL:
        yield program.Becomes(ir.Single(elaborator.code(value)), number, owner)
    elif type_in_words(value) == CELLS:
        yield program.Becomes(elaborator.code(value), number, owner)
    else:
        elaborator.wrong("HG302", f"this is {type_in_words(value)}", statement.subject.span,
                         expected="a cell or a set of cells")  # fmt: skip


# Variables, cards, marks


def _assign(statement: tree.Assign, elaborator: Elaborator) -> Iterator[program.Effect]:
    subject = elaborator.evaluate(statement.subject)
    if subject is WRONG:
        elaborator.evaluate(statement.value)
        return
    place = getattr(subject, "ir", None)
    match place:
        case ir.Variable() if place.number in elaborator.declared.bounds:
            yield from _set_variable(statement, subject, elaborator)
        case ir.Cards():
            numbers = elaborator.typed(statement.value, NUMBERS)
            elaborator.declared.filled.add(place.zone)
            if numbers is not WRONG:
                yield program.SetCards(place.zone, place.player, numbers)
        case ir.Marked():
            cells = elaborator.typed(statement.value, CELLS)
            if cells is not WRONG:
                yield program.SetMarks(place.marks, place.player, cells)
        case _:
            elaborator.wrong("HG519", "this cannot be set", statement.subject.span,
                             expected="a game variable (`var`), or a player's cards or marks",
                             help=hints.unset(type_in_words(subject)))  # fmt: skip


def _set_variable(statement: tree.Assign, subject: Code, elaborator: Elaborator) -> Iterator[program.Effect]:
    value = elaborator.typed(statement.value, subject.type)
    if value is WRONG:
        return
    slot = elaborator.declared.slots[subject.ir.number]
    bounds = elaborator.declared.bounds[subject.ir.number] if subject.type == NUMBER else None
    possible = _possible(value, subject.type, elaborator)
    if possible is not None and not possible <= dict(slot.values).keys():
        values = "{}..{}".format(*bounds) if bounds else listed(text for _, text in slot.values)
        elaborator.wrong("HG519", f"`{slot.name}` cannot be that", statement.value.span, expected=values)
        return
    yield program.SetVariable(subject.ir, value, bounds)


def _possible(value: ir.Expression, kind: str, elaborator: Elaborator) -> set[int] | None:
    """All that a value can be; None for numbers, which the bounds of a variable keep in."""
    match value:
        case ir.Constant():
            return set(value.values)
        case ir.Choice():
            both = [_possible(branch, kind, elaborator) for branch in (value.then, value.other)]
            return None if None in both else set().union(*filter(None, both))
        case ir.Variable() if value.number in elaborator.declared.kept:
            return _possible(elaborator.declared.kept[value.number], kind, elaborator)
        case ir.Variable() if kind == NAME:
            return {each for each, _ in elaborator.declared.slots[value.number].values}
        case ir.Lookup() if kind == NAME:
            return set(value.values)
        case _:
            return {PLAYER: set(range(len(elaborator.players))), TRUTH: {0, 1}}.get(kind)


def _transfer(statement: tree.Transfer, elaborator: Elaborator) -> Iterator[program.Effect]:
    ends = [(node, elaborator.evaluate(node)) for node in (statement.source, statement.into)]
    for node, value in ends:
        if value is not WRONG and not isinstance(getattr(value, "ir", None), ir.Cards):
            elaborator.wrong("HG302", f"this is {type_in_words(value)}, no zone of cards", node.span)
            return
    if any(value is WRONG for _, value in ends):
        return
    source, into = (value.ir for _, value in ends)
    elaborator.declared.filled.add(into.zone)
    laid = (
        program.SetCards(into.zone, into.player, ir.Operation("|", (into, source))),
        program.SetCards(source.zone, source.player, ir.Constant((0,))),
    )
    if source.zone != into.zone:
        yield from laid
    elif source != into:  # whose they are may turn out to be the same
        yield program.If(ir.Operation("!=", (source.player, into.player)), laid, ())


# Conditions and loops


def _branch(statement: tree.Branch, elaborator: Elaborator, deciding: bool) -> Iterator[program.Effect]:
    test = elaborator.typed(statement.test, TRUTH)
    then = effects_of(statement.block, elaborator, deciding)
    other = effects_of(statement.other, elaborator, deciding) if statement.other else ()
    if test is not WRONG:
        yield program.If(test, then, other)


def _repeat(statement: tree.Repeat, elaborator: Elaborator, deciding: bool) -> Iterator[program.Effect]:
    times = elaborator.fixed(statement.times, NUMBER)
    laps = 1 if times is WRONG else times
    with elaborator.bound() as variable, elaborator.looping(laps, statement.times.span):
        body = effects_of(statement.block, elaborator, deciding)
    if times is not WRONG and times <= operations.LONGEST:
        yield program.ForElements(variable, tuple(range(times)), body)
    elif times is not WRONG:
        elaborator.wrong("HG304", f"at most {operations.LONGEST:,} times", statement.times.span)


def _each(
    statement: tree.Each, binders: tuple[tree.Binder, ...], elaborator: Elaborator, deciding: bool
) -> Iterator[program.Effect]:
    if not binders:
        body = effects_of(statement.block, elaborator, deciding)
        if statement.where is None:
            yield from body
            return
        test = elaborator.typed(statement.where, TRUTH)
        if test is not WRONG:
            yield program.If(test, body, ())
        return
    first, *rest = binders

    def inside(laps: int = len(elaborator.board.cells)) -> tuple[program.Effect, ...]:
        with elaborator.looping(laps, first.domain.span):
            return tuple(_each(statement, tuple(rest), elaborator, deciding))

    domain = elaborator.as_cells(elaborator.evaluate(first.domain))
    if domain is WRONG:
        return
    kind = type_in_words(domain)
    if isinstance(domain, Known):
        yield from _each_known(first, domain, elaborator, inside)
    elif kind == CELLS:
        with elaborator.binding_cell(first.name) as variable:
            yield program.ForCells(variable, domain.ir, inside())
    elif kind == GROUPS:
        group = elaborator.grouping()
        with elaborator.binding(first.name, Code(CELLS, group)):
            yield program.ForGroups(group, domain.ir, inside())
    elif kind == NUMBERS:
        with elaborator.binding_cell(first.name, NUMBER) as variable:
            body = (program.If(ir.Has(variable, domain.ir), inside(LARGEST_CARD), ()),)
            yield program.ForElements(variable, tuple(range(LARGEST_CARD + 1)), body)
    else:
        nothing_to_run_over(first, kind, elaborator)


def nothing_to_run_over(binder: tree.Binder, kind: str, elaborator: Elaborator) -> None:
    """Report a domain without elements."""
    elaborator.wrong("HG302", f"{kind} has no elements to run over", binder.domain.span,
                     expected="a range, a list or a set, such as `1..5` or `players`")  # fmt: skip


def _each_known(binder: tree.Binder, domain: Known, elaborator: Elaborator, inside: Any) -> Iterator[program.Effect]:
    found = known_elements(binder, domain, elaborator)
    if found is None:
        return
    elements, kind = found
    if kind in SCALARS:
        with elaborator.binding_cell(binder.name, kind) as variable:
            yield program.ForElements(variable, tuple(map(elaborator.integer, elements)), inside(len(elements)))
        return
    for element in elements:
        with elaborator.binding(binder.name, Known.always(element)):
            yield from inside(1)


def known_elements(binder: tree.Binder, domain: Known, elaborator: Elaborator) -> tuple[tuple[Any, ...], str] | None:
    """The elements that a loop runs over, and their type; None, and reported, where there are none."""
    if len(domain.values) > 1:
        elaborator.wrong("HG303", "what a loop runs over is the same for all players", binder.domain.span)
        return None
    try:
        elements = operations.elements(domain.of(0))
    except Fault as fault:
        if fault.code == "HG302":
            nothing_to_run_over(binder, type_in_words(domain), elaborator)
        else:
            elaborator.wrong(fault.code, fault.message, binder.domain.span)
        return None
    kinds = {type_of(element) for element in elements}
    if len(kinds) > 1 or (not kinds <= set(SCALARS) and len(elements) > MOST_COPIES):
        elaborator.wrong("HG302", f"a loop runs over values of one type, not {listed(sorted(kinds), 'and')}",
                         binder.domain.span)  # fmt: skip
        return None
    return elements, kinds.pop() if kinds else NUMBER
