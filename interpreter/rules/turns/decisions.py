"""Choices: the decisions offered together, each with its conditions and effects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from functools import lru_cache
from itertools import combinations, pairwise
from math import comb
from typing import TypeVar, assert_never

from ...diagnostics.diagnostic import Hint
from ...diagnostics.text import Span
from ...source.syntax import tree
from ...values.names import if_a_letter
from ...values.types import TRUTH, Type
from ...values.values import WRONG, Code, Known, Meaning, Nothing, Value, Wrong
from .. import deeds, ir, program
from ..combined import combined
from ..expressions.base import REPEATS
from ..expressions.elaborate import Elaborator
from ..expressions.types import LARGEST_CARD
from ..facts.placement import within_empty
from ..facts.reach import MOST_CODES
from .choosing import choosable
from .effects import check_swap, effects_of
from .pieces import chosen_kinds, is_one_kind, owner_of_kind
from .piles import with_room
from .texts import spoken

_OnBoard = TypeVar("_OnBoard", tree.Place, tree.Move)

NEVER = ir.Constant((0,))
_ALWAYS = ir.Constant((1,))


def choice(offers: Sequence[tree.Offer], elaborator: Elaborator) -> program.Point:
    """The choice that neighbouring `may` and `otherwise` lines make: one tier for each `otherwise`."""
    tiers: list[list[program.Decision]] = []
    reported, outside = elaborator.reported, elaborator.scope
    words = _words(offers, elaborator)
    is_parted = elaborator.reported == reported  # or else names are used that only `then` would keep
    for number, (before, word, offer) in enumerate(zip(["", *words], words, offers, strict=False)):
        told, names = offers[:number], _ended(offers[:number], elaborator)
        names = names if is_parted else dict.fromkeys(unsure(told, elaborator, is_wrong=True), WRONG)
        elaborator.scope = outside.new_child(names) if number else outside
        decisions = decided(offer.decision, elaborator)
        if before == word == "may":
            tiers[-1].extend(decisions)
        else:
            tiers.append(decisions)
    elaborator.scope = outside
    never = tuple(decision for tier in tiers for decision in tier if decision.where == NEVER)
    possible = [tuple(decision for decision in tier if decision.where != NEVER) for tier in tiers]
    if tiers and not any(possible):
        elaborator.wrong("HG506", "with these options, nothing in this choice is ever possible", offers[0].span)
    return program.Point(tuple(filter(None, possible)), never)


def stoppable(point: program.Point, made: ir.Variable, least: ir.Expression, span: Span) -> program.Point:
    """A choice that a player may decline once `made` has reached `least`, in whichever tier is on offer."""
    known = least.values if isinstance(least, ir.Constant) else (0, 1)
    enough = ir.Operation(">=", (made, least)) if any(known) else None
    alone: ir.Expression | None = ir.Operation("==", (made, NEVER)) if 0 in known else None
    if alone is not None and enough is not None:
        alone = ir.Operation("and", (alone, enough))
    stop = program.Decision(program.Stop(alone), None, enough, None, (), span)
    return program.Point(tuple((*tier, stop) for tier in point.tiers), point.never, point.way)


def _words(offers: Sequence[tree.Offer], elaborator: Elaborator) -> list[str]:
    """The words before the decisions; reported where they do not make one choice."""
    words = [offer.word for offer in offers]
    if words[:1] == ["otherwise"]:
        elaborator.wrong("HG505", "`otherwise` has nothing before it", offers[0].span,
                         help="write the preferred decision before it")  # fmt: skip
        words[0] = "may"
    joined = [word == "otherwise" or before == word == "may" for before, word in pairwise(words)]
    if not all(joined):
        second = joined.index(False) + 1
        related = ((offers[second - 1].span, "the choice before it"),)
        elaborator.wrong("HG504", "a second choice without a `then`", offers[second].span, related=related,
                         help="mark alternatives with `may`, or separate the choices with `then`")  # fmt: skip
    return words


def decided(decision: tree.Decision, elaborator: Elaborator) -> list[program.Decision]:
    """The decisions that a statement offers: one for each kind of piece that may be taken."""
    match decision:
        case tree.Place():
            return list(_of_each_kind(decision, elaborator, _place))
        case tree.Move():
            return list(_of_each_kind(decision, elaborator, _move))
        case tree.Pick():
            return [_pick(decision, elaborator)]
        case tree.Choose():
            return [_choose(decision, elaborator)]
        case tree.Swap():
            check_swap(decision.span, elaborator)
            return [_decision(decision, elaborator, program.Swap(), (deeds.Exchange(),))]
        case tree.Pass():
            return [_decision(decision, elaborator, program.Pass())]
        case _:
            assert_never(decision)


def _of_each_kind(
    decision: _OnBoard, elaborator: Elaborator, work: Callable[[_OnBoard, int, Elaborator], program.Decision]
) -> Iterator[program.Decision]:
    """The decisions of all kinds that may be taken; problems are reported of the first kind that has any."""
    name, outside = decision.kind.name, elaborator.of_each_kind
    elaborator.of_each_kind = True
    for kind in chosen_kinds(decision, elaborator):
        before = elaborator.reported
        with elaborator.binding(name, Known.always(kind)) if name else nullcontext():
            yield work(decision, kind.index, elaborator)
        if elaborator.reported > before:
            break
    elaborator.of_each_kind = outside


def _cells(target: tree.Target, asks: str, elaborator: Elaborator) -> ir.CellSet | Wrong:
    """The cells of which one is chosen."""
    with elaborator.hinting(_without_among(target.cells, asks)):
        return elaborator.cells(target.cells, asks)


def _without_among(cells: tree.Expression, asks: str) -> dict[str, Hint]:
    """What is said of a name that was to be that of the cell which is chosen."""
    if isinstance(cells, tree.Binary) and isinstance(cells.left, tree.Name) and cells.operator.symbol == "in":
        help_text = f"to name the cell that is chosen, write: {cells.left.id} among {cells.right.span.text}"
        return {cells.left.id: {"help": help_text, "replacement": "among", "replaced": cells.operator.span}}
    among = "own" if asks == "`from`" else "empty"
    return if_a_letter(cells, f"say which cells it may be, as in: {cells.span.text} among {among}")


def _place(decision: tree.Place, kind: int, elaborator: Elaborator) -> program.Decision:
    owner, text = owner_of_kind(decision.kind, elaborator)
    name = decision.target.name
    with elaborator.binding_unchosen(name):
        target = _cells(decision.target, "`on`", elaborator)
    with elaborator.choosing(decision.target) as cell:
        cells, single = _found(target), ir.Single(cell)
        plain: tuple[deeds.Effect, ...] = (deeds.Becomes(single, kind, owner),)
        if elaborator.declared.stacks > 1:
            plain = (deeds.Gains(single, kind, owner),)
            cells = cells if decision.effect or within_empty(cells) else with_room(cells, elaborator)
        what = program.Place(kind, text, cells)
        return _decision(decision, elaborator, what, plain, decision.target.cells)


def _move(decision: tree.Move, kind: int, elaborator: Elaborator) -> program.Decision:
    owner, text = owner_of_kind(decision.kind, elaborator)
    with elaborator.binding_unchosen(decision.source.name), elaborator.binding_unchosen(decision.target.name):
        source = _cells(decision.source, "`from`", elaborator)
    if source is not WRONG:
        source = _holding(source, kind, owner, decision, elaborator)
    with elaborator.choosing(decision.source) as here:
        with elaborator.binding_unchosen(decision.target.name):
            target = _cells(decision.target, "`to`", elaborator)
        with elaborator.choosing(decision.target) as there:
            plain: tuple[deeds.Effect, ...] = (
                (deeds.Becomes(ir.Single(there), kind, owner), deeds.Becomes(ir.Single(here), 0, None))
                if elaborator.declared.stacks == 1 else (deeds.Travel(here, there),)
            )  # fmt: skip
            what = program.Move(kind, text, _found(source), _found(target))
            return _decision(decision, elaborator, what, plain, decision.source.cells, decision.target.cells)


def _holding(
    cells: ir.CellSet, kind: int, owner: ir.Expression, decision: tree.Move, elaborator: Elaborator
) -> ir.CellSet:
    """The cells that the piece can move from: those that hold it."""
    kinds, whose = len(elaborator.pieces), range(len(elaborator.players) + 1)
    held = tuple(frozenset({1 + player * kinds + kind}) for player in whose)
    if isinstance(owner, ir.Constant):
        holding = ir.Holding(tuple(held[player] for player in owner.values))
    else:
        holding = ir.Holding(held[:-1], None if owner == program.OWN else owner)
    found = combined("&", cells, holding)
    name = elaborator.pieces[kind].name
    if is_one_kind(decision.kind, elaborator) and isinstance(found, ir.Holding) and not any(found.contents):
        elaborator.wrong("HG515", f"no {name} that could move stands there", decision.source.cells.span,
                         expected=f"cells that may hold one, such as `own.{name}`")  # fmt: skip
    return found


def _pick(decision: tree.Pick, elaborator: Elaborator) -> program.Decision:
    return _decision(decision, elaborator, _picked(decision, elaborator) or program.Pick(0, 0, ()))


def _picked(decision: tree.Pick, elaborator: Elaborator) -> program.Pick | None:
    """The cards that can be picked; None, and reported, where that makes no sense."""
    number = elaborator.fixed(decision.number, int, "`pick`")
    source, into = _own_zone(decision.source, elaborator), _own_zone(decision.into, elaborator)
    if number is WRONG or source is WRONG or into is WRONG:
        return None
    cards = sorted({card for mask in elaborator.declared.cards for card in range(LARGEST_CARD + 1) if mask >> card & 1})
    if not 1 <= number <= len(cards):
        elaborator.wrong("HG516", f"{counted(number)} cannot be picked: there are {len(cards)}", decision.number.span)
        return None
    if comb(len(cards), number) > MOST_CODES:
        elaborator.wrong("HG507", f"more than {MOST_CODES:,} ways to pick", decision.span,
                         help="fewer cards, or fewer at a time")  # fmt: skip
        return None
    elaborator.declared.picks.append((decision.source.span, source, number))
    elaborator.declared.filled.add(into)
    return program.Pick(source, into, _choices(tuple(cards), number))


@lru_cache(maxsize=4)
def _choices(cards: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Every way to pick a number of cards, each as a set."""
    return tuple(sum(1 << card for card in chosen) for chosen in combinations(cards, number))


def _choose(decision: tree.Choose, elaborator: Elaborator) -> program.Decision:
    name = decision.binder.name
    with elaborator.choosing_among(decision.binder.domain):
        found = choosable(decision.binder.domain, elaborator)
    if found is None:
        with elaborator.binding(name, WRONG):
            return _decision(decision, elaborator, program.Choose(name.id, "", None, ()))
    values = tuple((value, f"{name.id} {text}") for value, text in found.values)
    with elaborator.binding_cell(name, found.kind, found.ends) as element:
        elaborator.extremes.values[element.number] = frozenset(value for value, _ in values)
        what = program.Choose(name.id, found.kind.name.lower(), found.among, values)
        return _decision(decision, elaborator, what, (), decision.binder.domain)


def keeping(point: program.Point, kept: ir.Variable, elaborator: Elaborator) -> tuple[program.Point, Value]:
    """A lone choice of an element, which is kept for the rest of the block, and what it means there."""
    (decision,) = (*point.never, *(each for tier in point.tiers for each in tier))
    what = decision.what
    assert isinstance(what, program.Choose)
    if not what.kind:
        return point, WRONG
    noted = deeds.SetVariable(kept, ir.Bound(0), None)
    numbers = [value for value, _ in what.values]
    elaborator.extremes.keep(kept, numbers, is_number=what.kind == "number")
    tiers = tuple(tuple(each.copy_with(effects=(noted, *each.effects)) for each in tier) for tier in point.tiers)
    return program.Point(tiers, point.never, point.way), Code(Type[what.kind.upper()], kept)


def unsure(offers: Sequence[tree.Offer], elaborator: Elaborator, is_wrong: bool) -> dict[str, Meaning]:
    """What names of elements mean after a choice in which something else may have been decided, or that is wrong."""
    names = (each.decision.binder.name.id for each in offers if isinstance(each.decision, tree.Choose))
    chosen = {
        name: WRONG if is_wrong else Nothing("HG517", f"`{name}` is known only if this was decided",
                      f"use it in the block of its `choose`, or set a variable there: {{ set … = {name} }}")
        for name in names if name not in elaborator.scope
    }  # fmt: skip
    return {**_ended(offers, elaborator), **chosen}


def _ended(offers: Sequence[tree.Offer], elaborator: Elaborator) -> dict[str, Meaning]:
    """What the names of the cells of `place` and `move` mean after the choice."""
    ended = dict[str, Meaning]()
    for each in (offer.decision for offer in offers if isinstance(offer.decision, tree.Place | tree.Move)):
        targets = (each.source, each.target) if isinstance(each, tree.Move) else (each.target,)
        for target in targets:
            if target.name is not None and target.name.id not in elaborator.scope:
                name, word = target.name.id, type(each).__name__.lower()
                ended[name] = Nothing(
                    "HG517", f"`{name}` is known only in its `{word}`", _KEPT_CELL[target is each.target]
                )
    return ended


_KEPT_CELL = (
    "keep it in a variable, in the block: { set … = … }",
    "the cell of the last stone is `last`; others are kept in a variable, in the block: { set … = … }",
)
"""How the cell that a piece left, and that on which it came, are spoken of afterwards."""


def counted(number: int) -> str:
    """A number of cards, as text."""
    return "1 card" if number == 1 else f"{number} cards"


def _own_zone(node: tree.Expression, elaborator: Elaborator) -> int | Wrong:
    """The number of a zone that belongs to the player who decides."""
    value, own = elaborator.evaluate(node), elaborator.scope["own"]
    if value is WRONG or not isinstance(own, Known):
        return WRONG
    if isinstance(value, Code) and isinstance(value.ir, ir.Cards) and value.ir.player == elaborator.expression(own):
        return value.ir.zone
    return elaborator.mismatch(node, value.type, "the name of one of your zones of cards, such as `hand`", "`pick`")


def _decision(
    decision: tree.Decision,
    elaborator: Elaborator,
    what: program.Decided,
    plain: tuple[deeds.Effect, ...] = (),
    *sets: tree.Expression,
) -> program.Decision:
    """A decision with its conditions and its block; `plain` is what it does where it has no block. `sets` are what
    it takes elements of, as they are written."""
    filters = decision.filters
    if filters.turn and not filters.turn.value:
        elaborator.wrong("HG304", "turns are counted from 1", filters.turn.span)
    effects = effects_of(decision.effect, elaborator, deciding=True) if decision.effect else ()
    if decision.effect and isinstance(what, program.Pick | program.Swap):
        effects = (*plain, *effects)
    where = _condition(filters.where, elaborator, _ALWAYS)
    with elaborator.speaking({"repeats": REPEATS}):
        forbid = _condition(filters.forbid, elaborator, NEVER)
    return program.Decision(
        what,
        filters.turn.value if filters.turn else None,
        where,
        forbid,
        effects if decision.effect else plain,
        decision.span,
        tuple(each.span for each in sets),
        filters.where.condition.span if filters.where else None,
        filters.forbid.condition.span if filters.forbid else None,
        spoken(decision.prompt, elaborator),
        spoken(filters.where.reason, elaborator) if filters.where else "",
        spoken(filters.forbid.reason, elaborator) if filters.forbid else "",
    )


def _found(cells: ir.CellSet | Wrong) -> ir.CellSet:
    """A set without errors; no cells where there is one."""
    return ir.Holding((frozenset(),)) if cells is WRONG else cells


def _condition(node: tree.Limit | None, elaborator: Elaborator, idle: ir.Expression) -> ir.Expression | None:
    """A condition; None where there is none or it never matters."""
    if node is None:
        return None
    condition = elaborator.typed(node.condition, TRUTH)
    return None if condition is WRONG or condition == idle else condition


def decides(statement: tree.Statement) -> bool:
    """Whether a player or chance decides anything inside a statement."""
    match statement:
        case tree.Together(block):
            return not block.statements or any(map(decides, block.statements))
        case tree.Offer() | tree.Chance() | tree.UpTo() | tree.Persist() | tree.Acting() | tree.Then():
            return True
        case tree.Branch(_, block, other):
            return any(map(decides, (*block.statements, *(other.statements if other else ()))))
        case tree.Repeat() | tree.Each():
            return any(map(decides, statement.block.statements))
        case tree.Let() | tree.Doing() | tree.Perform():
            return False
        case _:
            assert_never(statement)
