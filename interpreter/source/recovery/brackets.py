"""Brackets that are never opened, never closed, or closed in the wrong place, as the indentation shows."""

from __future__ import annotations

from collections.abc import Iterator

from ..syntax.grammar import keywords
from . import costs
from .fault import CLOSERS, OPENERS, OPERATORS, PREFIXES, Fault, Mend
from .scan import Lexeme

_JOINING = OPERATORS | PREFIXES | {"IN", "DOT", "LSQB", "COLON"}
"""What makes parentheses worthwhile, inside them as well as beside them."""

_FURTHEST = 100
"""The opening bracket may be missing so many tokens before the closing one, on the same line."""


def bracket_changes(fault: Fault) -> Iterator[Mend]:
    """Yield the changes that balance the brackets before a fault."""
    yield from _without_head(fault)
    yield from _unopened(fault)
    yield from _called_across_lines(fault)
    if fault.head:
        yield from _unclosed(fault)
    yield from _closed_too_early(fault)


def _without_head(fault: Fault) -> Iterator[Mend]:
    """A function without its name, or a block without the last word of its head, which seems to be a value."""
    place = next(reversed(fault.opened()), None)
    if place is not None and "NAME" in fault.accepts(place):
        yield Mend(place, place, (fault.made("NAME", place),), costs.NAMELESS_BRACKET, "missing")


def _unopened(fault: Fault) -> Iterator[Mend]:
    """A bracket that is closed on this line, or `for` in a set, where nothing was opened."""
    if fault.imbalance >= 0:
        return
    if fault.lexeme.text == "for":
        yield from _opened_at("LBRACE", fault, range(fault.at - 1, max(fault.begins, fault.at - _FURTHEST), -1))
    opener = OPENERS.get(fault.lexeme.kind)
    if opener in ("LPAR", "LSQB"):
        first = next((place for place in range(fault.at - 1, 0, -1) if fault.lexemes[place].first), 1)
        yield from _opened_at(opener, fault, range(fault.at - 1, max(first, fault.at - _FURTHEST) - 1, -1))


def _opened_at(opener: str, fault: Fault, places: range) -> Iterator[Mend]:
    if not fault.at:
        return
    before, closer = fault.lexemes[fault.at - 1 : fault.at + 1]
    cost = costs.UNOPENED + costs.UNOPENED_DOUBLE * (before.kind == closer.kind and before.end == closer.start)
    for place in places:
        if opener in fault.accepts(place) and (opener == "LBRACE" or _is_worth_it(fault, place)):
            yield Mend(place, place, (fault.made(opener, place, before=True),), cost, "missing")


def _called_across_lines(fault: Fault) -> Iterator[Mend]:
    """A `:` before a parenthesis that begins a line, and so calls nothing that stands before it."""
    for place in range(fault.at - 1, fault.begins, -1):
        is_call = fault.lexemes[place].first and fault.terminals[place - 1 : place + 1] == ["NAME", "LPAR"]
        if is_call and "COLON" in fault.accepts(place):
            yield Mend(place, place, (fault.made("COLON", place),), costs.CALLED_ACROSS_LINES, "missing")


def _is_worth_it(fault: Fault, place: int) -> bool:
    """Whether a bracket may have been opened at a place and closed at the fault: what was opened is a list, a function
    is called, or an operator stands inside and another beside it."""
    if fault.lexemes[place].kind in CLOSERS.values():
        return False
    if place and fault.terminals[place - 1] == "NAME":
        return fault.lexemes[place].kind != "LPAR"
    inside = {fault.terminals[each] for each in range(place, fault.at) if fault.depths[each] == fault.depths[place]}
    if fault.lexeme.kind == "RSQB":
        return "COMMA" in inside
    after = fault.lexemes[fault.at + 1]
    beside = {keywords().get(after.text, after.kind), fault.terminals[place - 1]}
    return not _JOINING.isdisjoint(inside) and not _JOINING.isdisjoint(beside)


# Never closed


def _unclosed(fault: Fault) -> Iterator[Mend]:
    """Brackets that are still open where a section begins."""
    opened = fault.opened()
    if not opened:
        return
    if fault.lexemes[opened[-1]].kind != "LBRACE":
        for place in range(opened[-1] + 2, fault.at):
            yield Mend(place, place, (_closer(fault, opened[-1], place),), costs.UNCLOSED_AMID, "closing")
    for place, opener in _misfits(fault, opened):
        yield Mend(place, place, (_closer(fault, opener, place),), costs.UNCLOSED_MISFIT, "closing")
    new = tuple(_closer(fault, opener, fault.at) for opener in reversed(opened))
    yield Mend(fault.at, fault.at, new, costs.UNCLOSED, "closing")
    hole = fault.made("NAME", fault.at, before=True)
    yield Mend(fault.at, fault.at, (hole, *new), costs.UNCLOSED_AND_UNFINISHED, "closing")


def _closer(fault: Fault, opener: int, place: int) -> Lexeme:
    """A token that closes a bracket at a place."""
    return fault.made(CLOSERS[fault.lexemes[opener].kind], place, before=True)


def _misfits(fault: Fault, opened: list[int]) -> Iterator[tuple[int, int]]:
    """Where a brace should have been closed, as the indentation shows, with the brace."""
    unclosed: list[int] = []
    culprit = None
    for place in range(opened[0], fault.at):
        lexeme = fault.lexemes[place]
        if lexeme.kind == "LBRACE":
            unclosed.append(place)
        elif lexeme.kind == "RBRACE" and unclosed:
            opener = unclosed.pop()
            if lexeme.first and lexeme.indent != _margin(fault, opener) and culprit is None:
                culprit = opener
    if culprit is None and fault.lexemes[opened[-1]].kind == "LBRACE":
        culprit = opened[-1]
    if culprit is None:
        return
    margin = _margin(fault, culprit)
    for place in range(culprit + 1, fault.at):
        if fault.lexemes[place].first and fault.lexemes[place].indent <= margin:
            yield place, culprit
            return


def _margin(fault: Fault, place: int) -> int:
    """The indentation of the item or statement that reaches up to a place."""
    item = fault.item_at(place)
    while item and fault.depths[item] != fault.depths[place]:
        item = fault.item_at(item)
    return fault.lexemes[item].indent


# Closed too early


def _closed_too_early(fault: Fault) -> Iterator[Mend]:
    """A closing brace too many, or one that was never opened, before the fault."""
    if fault.depths[fault.at] + fault.balance(fault.at, fault.next_head(fault.at)) != -1:
        return
    closer = fault.at - 1
    while closer > 0 and fault.depths[closer] <= 0:
        closer -= 1
    opener = closer
    while opener > 0 and not (fault.depths[opener] <= 0 and fault.lexemes[opener].kind == "LBRACE"):
        opener -= 1
    if fault.lexemes[closer].kind != "RBRACE" or fault.lexemes[opener].kind != "LBRACE":
        return
    for place in _deeper(fault, opener):
        yield Mend(place, place, (fault.made("LBRACE", place, before=True),), costs.DEEPER_THAN_OPENED, "missing")
    extra = _too_many(fault, opener)
    fits = fault.lexemes[closer].first and fault.lexemes[closer].indent == fault.lexemes[opener].indent
    if extra is None and not fits and (fault.lexeme.kind != "RBRACE" or fault.lexeme.first):
        extra = closer
    if extra is not None:
        kind = "double" if fault.lexemes[extra - 1].kind == "RBRACE" else "extra"
        yield Mend(extra, extra + 1, (), costs.CLOSED_TOO_EARLY, kind)


def _deeper(fault: Fault, opener: int) -> Iterator[int]:
    """Statements that are indented more than the one before, which opens no block."""
    for place in range(opener + 1, fault.at):
        lexeme, stack = fault.lexemes[place], fault.stacks[place]
        is_deeper = lexeme.first and lexeme.indent > _margin(fault, place) and fault.automaton.opens(stack)
        if is_deeper and fault.automaton.begins_item(stack, fault.terminals[place]):
            yield place


def _too_many(fault: Fault, opener: int) -> int | None:
    """The closing brace after which the next ones are indented too far: the last that is not where its block began."""
    unclosed: list[int] = []
    last = misfit = None
    for place in range(opener, fault.at + 1):
        lexeme = fault.lexemes[place]
        if lexeme.kind == "LBRACE":
            unclosed.append(place)
        elif lexeme.kind == "RBRACE":
            if lexeme.first and unclosed and lexeme.indent > fault.lexemes[unclosed[-1]].indent:
                return last if misfit is None else misfit
            last = place
            if unclosed and fault.lexemes[unclosed.pop()].indent != lexeme.indent:
                misfit = place
    return None
