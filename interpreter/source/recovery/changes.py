"""The small changes that may mend a fault: a token respelt, left out, put in, exchanged or swapped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...diagnostics.spelling import allowance, distance
from ..syntax.automaton import END, starters
from ..syntax.grammar import keywords, literal
from ..syntax.vocabulary import Place, beside, rows, words
from . import costs
from .brackets import bracket_changes
from .fault import BRACKETS, CLOSERS, HOLES, OPERATORS, PREFIXES, PUNCTUATION, Fault, Mend

FARTHEST = 3
"""So many tokens before the fault, changes are tried."""


def small_changes(fault: Fault) -> Iterator[Mend]:
    """Yield the changes at the fault and just before it, the likeliest first."""
    places = range(fault.at, max(fault.begins, fault.at - FARTHEST) - 1, -1)
    yield from bracket_changes(fault)
    yield from _joined_line(fault)
    yield from _first_word(fault)
    yield from _doubled(fault)
    for place in places:
        yield from _respelt(fault, place)
    for place in places:
        yield from _deleted(fault, place)
        yield from swapped(fault, place)
        if fault.at - place <= 1:
            yield from _inserted(fault, place)
    yield from _replaced(fault, fault.at)
    yield from _rest_of_line(fault)


def _respelt(fault: Fault, place: int) -> Iterator[Mend]:
    """A word that is nearly a keyword."""
    lexeme = fault.lexemes[place]
    if lexeme.kind != "WORD" or (place < fault.at and fault.terminals[place] != "NAME" and not lexeme.first):
        return
    word, back = lexeme.text, fault.at - place
    cost = costs.SPELLING + costs.BACK * back + costs.SPELLING_OF_KEYWORD * (word in keywords())
    if back and sum(each.text == word for each in fault.lexemes) > 1:
        cost += costs.SPELLING_USED_AGAIN
    for terminal in sorted(fault.accepts(place), key=lambda each: (literal(each)[:1] != word[:1], each)):
        known = literal(terminal)
        if known.isalpha() and known != word:
            far = distance(word, known, allowance(word, known))
            if far is not None:
                new = lexeme._replace(kind=terminal, text=known)
                yield Mend(place, place + 1, (new,), cost + costs.SPELLING_LETTER * far, "spelling")


def _deleted(fault: Fault, place: int) -> Iterator[Mend]:
    """A token too many."""
    lexeme = fault.lexemes[place]
    if lexeme.kind == END or (fault.head and place == fault.at):
        return
    before = fault.lexemes[place - 1] if place else None
    bracket = BRACKETS.get(lexeme.kind, 0)
    more = costs.BACK * (fault.at - place)
    if bracket and fault.surplus != bracket:
        more += costs.UNBALANCED
    if before and (before.text, before.kind) == (lexeme.text, lexeme.kind):
        yield Mend(place, place + 1, (), (costs.DOUBLE_BRACKET if bracket else costs.DOUBLE) + more, "double")
        return
    yield Mend(place, place + 1, (), costs.EXTRA.get(lexeme.kind, costs.EXTRA_ANY) + more, "extra")


def _doubled(fault: Fault) -> Iterator[Mend]:
    """A token that stands twice, further back in the item."""
    for place in range(fault.at - 1, fault.begins, -1):
        one, other = fault.lexemes[place - 1 : place + 1]
        bracket = BRACKETS.get(one.kind, 0)
        fits = not bracket or fault.imbalance * bracket > 0
        if (one.kind, one.text) == (other.kind, other.text) and fits:
            cost = costs.DOUBLE_EARLIER_BRACKET if bracket else costs.DOUBLE_EARLIER
            yield Mend(place, place + 1, (), cost, "double")


def swapped(fault: Fault, place: int) -> Iterator[Mend]:
    """Two tokens in the wrong order."""
    last = (fault.lexemes[-1],) * 2
    one, other = fault.lexemes[place : place + 2] if place + 1 < len(fault.lexemes) else last
    if END in (one.kind, other.kind) or one.text == other.text or (fault.head and place + 1 >= fault.at):
        return
    cost = costs.ORDER + costs.BACK * (fault.at - place)
    if one.first and one.text in keywords() and other.kind in OPERATORS | PUNCTUATION | {"DOT"}:
        cost += costs.ORDER_OVER_KEYWORD
    if place == fault.at and keywords().get(other.text, other.kind) in fault.accepted:
        cost = costs.ORDER_AT_FAULT
    new = (other._replace(first=one.first, indent=one.indent), one._replace(first=other.first, indent=other.indent))
    yield Mend(place, place + 2, new, cost, "order")


def _inserted(fault: Fault, place: int) -> Iterator[Mend]:
    """A token that is missing."""
    back = costs.BACK * (fault.at - place)
    for terminal in sorted(fault.accepts(place) - {END}, key=_rank):
        cost = _base_cost(fault, place, terminal) + _place_cost(fault, place, terminal)
        yield Mend(place, place, (fault.made(terminal, place, terminal in BRACKETS),), cost + back, "missing")


def _base_cost(fault: Fault, place: int, terminal: str) -> float:
    """What a missing token costs, wherever it is missing."""
    if terminal == "IN":
        return costs.MISSING_IN_OR_COMPARISON if "COMPARE" in fault.accepts(place) else costs.MISSING_ANY
    if terminal in OPERATORS:
        return costs.MISSING_OPERATOR
    if terminal in PREFIXES and not (terminal == "IF" and fault.context(place)):
        return costs.MISSING_PREFIX
    cost = costs.MISSING.get(terminal, costs.MISSING_ANY)
    bracket = BRACKETS.get(terminal, 0)
    return cost + costs.UNBALANCED * (bracket != 0 and fault.surplus != -bracket)


def _place_cost(fault: Fault, place: int, terminal: str) -> float:
    """What a missing token costs in addition because of what stands around it."""
    context, lexeme = fault.context(place), fault.lexemes[place]
    is_fresh = lexeme.first or (place > 0 and fault.lexemes[place - 1].kind == "LBRACE")
    cost = 0.0
    if context and not is_fresh and terminal in starters()[context]:
        cost += costs.MISSING_ITEM if context == "file" else costs.MISSING_STATEMENT
    if context == "file" and not fault.beginnings.isdisjoint(_ONCE.get(terminal, ())):
        cost += costs.MISSING_SECOND_SECTION
    if terminal == "DOT" and is_fresh:
        cost += costs.MISSING_DOT_BEGINS
    if terminal == "DOT" and (lexeme.text in _NEVER_ATTRIBUTES or fault.lexemes[place - 1].kind == "INT"):
        cost += costs.MISSING_DOT_OF_NOTHING
    if CLOSERS.get(terminal) == lexeme.kind and terminal != "LBRACE":
        cost += costs.MISSING_OPENER_OF_NOTHING
    return cost


def _replaced(fault: Fault, place: int) -> Iterator[Mend]:
    """Another token in place of this."""
    lexeme = fault.lexemes[place]
    if lexeme.kind == END or fault.head:
        return
    for terminal in sorted(fault.accepted - {END}):
        new = fault.made(terminal, place)._replace(end=lexeme.end)
        closing = terminal in CLOSERS.values() and lexeme.kind in CLOSERS.values()
        alike = (closing and not fault.imbalance) or {terminal, lexeme.kind} == {"EQUAL", "COLON"}
        cost = costs.OTHER_ALIKE if alike else costs.OTHER
        cost += costs.OTHER_MADE_UP * (terminal in HOLES) + costs.OTHER_OPERATOR * (terminal in OPERATORS)
        yield Mend(place, place + 1, (new,), cost, "other")


def _rest_of_line(fault: Fault) -> Iterator[Mend]:
    """Everything up to the end of the line."""
    end, depth = fault.at, 0
    while fault.lexemes[end].kind != END and (end == fault.at or not fault.lexemes[end].first):
        depth += BRACKETS.get(fault.lexemes[end].kind, 0)
        if depth < 0:
            break
        end += 1
    if end - fault.at > 1 and depth <= 0 and not fault.head:
        yield Mend(fault.at, end, (), costs.EXTRA_LINE, "line")


def _joined_line(fault: Fault) -> Iterator[Mend]:
    """What was taken for a statement of its own amid a line goes on with the one before it."""
    begins = fault.begins
    if begins in (0, fault.at) or fault.terminals[begins] != "NAME" or fault.lexemes[begins].first:
        return
    if fault.lexemes[begins - 1].kind in ("LBRACE", "RBRACE"):
        return
    for place in (begins, begins - 1):
        back = costs.BACK * (fault.at - place)
        for change in (*_respelt(fault, place), *_inserted(fault, place), *_deleted(fault, place)):
            yield replace(change, cost=change.cost - back + costs.JOINED_LINE)


def _first_word(fault: Fault) -> Iterator[Mend]:
    """The word that was taken for the beginning of a statement."""
    back = fault.at - fault.begins
    if back > FARTHEST and fault.terminals[fault.begins] == "NAME":
        for change in _respelt(fault, fault.begins):
            yield replace(change, cost=change.cost - costs.BACK * back + costs.FIRST_WORD)


_ONCE = {row.terminal: beside(row.word) for row in rows(Place.FILE) if row.has_block}
"""The sections in braces, with those that may not stand beside them."""

_NEVER_ATTRIBUTES = frozenset(words(Place.POSITION, Place.REGION, Place.CONSTANT))

_LIKELY = ("TURN", "PLAYERS", "PLACE", "WIN", "OPTION", "EDGE", "SHAPE", "IF", "FOR", "LET", "MAY", "COMMA")


def _rank(terminal: str) -> tuple[int, str]:
    """The order of what is missing: the likeliest first."""
    return _LIKELY.index(terminal) if terminal in _LIKELY else len(_LIKELY), terminal
