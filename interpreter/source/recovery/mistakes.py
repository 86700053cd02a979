"""The mistakes that people bring from other languages or often make in this one, each with its own message."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from contextlib import suppress
from itertools import pairwise
from typing import NamedTuple

from ...diagnostics.diagnostic import Diagnostic
from ..syntax.grammar import keywords
from . import costs
from .fault import Fault, Mend
from .foreign import SIGNS, WORDS, meanings
from .known.blocks import closing_word, head, selection, unbraced
from .known.expressions import (
    choice,
    conditions_joined,
    nameless_quantifier,
    names_an_element,
    uncalled,
    without_else,
)
from .known.items import (
    option,
    shapeless,
    trailing_comma,
    unfinished,
)
from .known.matching import rewritten
from .known.methods import method
from .known.names import misnamed, parted, reserved
from .known.places import misplaced
from .known.statements import (
    foreign_line,
    given_a_value,
    limited_by_if,
    not_a_statement,
    set_becomes,
    unperformed,
)
from .known.texts import path_of_a_variant, prose, quoted_name, text_out_of_place, unopened_long, unquoted


def candidates(fault: Fault) -> Iterator[Mend]:
    """Yield the changes that mend a known mistake."""
    for find in _KNOWN:
        yield from find(fault)


# Signs


class _Slip(NamedTuple):
    """A sign or word at the fault in whose place one of ours belongs."""

    fits: Callable[[Fault], bool]
    ours: str
    """The terminal that it stands for; empty where it is to be left out."""

    advice: str
    cost: float
    replacement: str | None = None


def _slip(fault: Fault) -> Iterator[Mend]:
    """`=` for `==`, `:` for `for`, `,` for `then`: one token for another."""
    at = fault.at
    for slip in _SLIPS:
        if (slip.ours and slip.ours not in fault.accepted) or not slip.fits(fault):
            continue
        new = (fault.made(slip.ours, at)._replace(end=fault.lexeme.end),) if slip.ours else ()
        yield Mend(at, at + 1, new, slip.cost, "own", fault.unexpected(at, at + 1, slip.advice, slip.replacement))


def _names_an_argument(fault: Fault) -> bool:
    """Whether the word before the fault stands where an argument begins, and nowhere as a value."""
    name, before = fault.lexemes[fault.at - 1], fault.terminals[fault.at - 2]
    uses = [after.kind for each, after in pairwise(fault.lexemes) if each.text == name.text]
    return before in ("LPAR", "COMMA") and {*uses} <= {"EQUAL", "COLON"}


def _separates_items(fault: Fault) -> bool:
    """Whether a comma stands at the end of a line, or of a block."""
    after = fault.lexemes[min(fault.at + 1, len(fault.lexemes) - 1)]
    return fault.lexeme.kind == "COMMA" and not fault.lexeme.first and (after.first or after.kind == "RBRACE")


def _joins(signs: Container[str], *heads: str) -> Callable[[Fault], bool]:
    """Whether a sign or word stands between the parts of an expression that some words begin."""
    return lambda fault: fault.lexeme.text in signs and not fault.lexeme.first and not {*heads}.isdisjoint(
        fault.terminals[fault.begins :])  # fmt: skip


_SLIPS = (
    _Slip(lambda fault: fault.lexeme.kind == "EQUAL" and _names_an_argument(fault),
          "COLON", "write `:` after the name of an argument", costs.EQUALITY, ":"),
    _Slip(lambda fault: fault.lexeme.kind == "EQUAL" and not ("COLON" in fault.accepted and _names_an_argument(fault)),
          "COMPARE", "write `==` to compare", costs.EQUALITY, "=="),
    _Slip(lambda fault: fault.lexeme.text == "==", "EQUAL", "write `=` to give a value", costs.EQUALITY, "="),
    _Slip(lambda fault: fault.lexeme.kind == "COLON" and names_an_element(fault),
          "FOR", "did you mean `for`?", costs.SET_WITH_COLON, " for"),
    _Slip(_joins((":", "=", "of", "from"), "SOME", "EVERY", "FOR"), "IN", "did you mean `in`?", costs.WRONG_JOINT),
    _Slip(_joins((":", ","), "IF"), "THEN", "did you mean `then`?", costs.WRONG_JOINT),
    _Slip(_joins(("has", "have", "where", "with"), "SOME", "EVERY"),
          "COLON", "did you mean `:`?", costs.WRONG_JOINT),
    _Slip(_separates_items, "", "leave it out: items and statements need no separator", costs.COMMA_AFTER_ITEM),
)  # fmt: skip


def _number(fault: Fault) -> Iterator[Mend]:
    """`1.5`, `2n`."""
    at, lexemes = fault.at, fault.lexemes
    one, here = lexemes[at - 1 : at + 1] if at else (lexemes[0], lexemes[0])
    if here.kind == "INT" and one.kind == "DOT" and at > 1 and lexemes[at - 2].kind == "INT":
        message = f"`{lexemes[at - 2].text}.{here.text}` is not a whole number"
        help_text = f"numbers are whole; write a range as `{lexemes[at - 2].text}..{here.text}`"
        say = fault.saying(at - 2, at + 1, message, help_text=help_text)
        yield Mend(at - 1, at + 1, (), costs.DECIMAL, "own", say)
    for place in range(at, max(at - 2, 0), -1):
        one, here = lexemes[place - 1 : place + 1]
        if here.kind == "WORD" and one.kind == "INT" and one.end == here.start:
            yield from _glued(fault, place, one.text, here.text)


def _glued(fault: Fault, place: int, number: str, word: str) -> Iterator[Mend]:
    """A word with nothing between it and the number before it."""
    message = f"`{number}{word}` is neither a number nor a name"
    write = f"write `{number} * {word}`, or begin the name with a letter"
    with suppress(ValueError):
        message, write = "a number has decimal digits only", f"write: {int(number + word, 0)}"
    say = fault.saying(place - 1, place + 1, message, help_text=write)
    yield Mend(place, place, (fault.made("TIMES", place),), costs.NUMBER_GLUED, "own", say, word=number + word)
    yield Mend(place, place + 1, (), costs.NUMBER_GLUED_LOST, "own", say, word=number + word)


def _arrow(fault: Fault) -> Iterator[Mend]:
    """`move stone -> empty`, `c -> stone`, `place stone on empty -> pass`."""
    at = fault.at
    if fault.lexeme.kind != "ARROW":
        return
    say = fault.saying(at, at + 1, f"`{fault.lexeme.text}` is not used here", help_text=SIGNS["->"].advice)
    if fault.lexeme.text == "=>":
        is_sure = fault.lexemes[at - 1].kind == "INT" or fault.lexemes[at + 1].kind == "INT"
        meant = fault.saying(at, at + 1, "`=>` is not an operator here: write `>=`", new=">=" if is_sure else None)
        made = fault.made("COMPARE", at)._replace(text=">=")
        yield Mend(at, at + 1, (made,), costs.EQUALITY, "own", meant, supposes=not is_sure)
    hole, to = fault.made("NAME", at), keywords()["to"]
    for number, words in enumerate(((to,), ("BECOMES",), ("INTO",), ("FROM", "NAME", to), ("THEN",), ())):
        new = tuple(hole if word == "NAME" else fault.made(word, at) for word in words)
        yield Mend(at, at + 1, new, costs.FOREIGN_SIGN + costs.FOREIGN_WORD_NEXT * number, "own", say)


def _backslash(fault: Fault) -> Iterator[Mend]:
    """`cells \\ own`: what is left of a set; at the end of a line, nothing."""
    at = fault.at
    if fault.lexeme.kind != "BACKSLASH":
        return
    if fault.lexemes[at + 1].first:
        found = Diagnostic("HG001", "`\\` is not used here", fault.span(at), replacement="",
                           help="leave it out: an item can continue over several lines")  # fmt: skip
        yield Mend(at, at + 1, (), costs.FOREIGN_SIGN, "own", lambda: found)
        return
    say = fault.saying(at, at + 1, "`\\` is not an operator here: write `-`", "", "", "-")
    yield Mend(at, at + 1, (fault.made("MINUS", at),), costs.FOREIGN_SIGN, "own", say)
    yield Mend(at, at + 1, (), costs.FOREIGN_SIGN + costs.BACK, "own", fault.unexpected(at, at + 1, "leave it out"))


# Words


def _synonym(fault: Fault) -> Iterator[Mend]:
    """A word that another language has here, or that belongs elsewhere in this language."""
    for back, place in enumerate(range(fault.at, max(fault.begins, fault.at - 2) - 1, -1)):
        lexeme = fault.lexemes[place]
        if lexeme.kind != "WORD" or (fault.terminals[place] != "NAME" if back else fault.head):
            continue
        fitting = [(ours, terminal) for ours, terminal in meanings(lexeme.text) if terminal in fault.accepts(place)]
        plain = lexeme.text.casefold()
        is_ours = plain != lexeme.text and plain in keywords()  # in capitals, and perhaps in its right place
        is_sure = len(fitting) == 1 and not is_ours and WORDS[plain].sure
        for number, (ours, terminal) in enumerate(meanings(lexeme.text)):
            if (ours, terminal) not in fitting:
                continue
            new = lexeme._replace(kind=terminal, text=ours)
            say = fault.unexpected(place, place + 1, f"did you mean `{ours}`?", ours if is_sure else None)
            cost = costs.FOREIGN_WORD_OURS if lexeme.text in keywords() else costs.FOREIGN_WORD
            cost += costs.FOREIGN_WORD_NEXT * number + costs.FOREIGN_WORD_BACK * back
            yield Mend(place, place + 1, (new,), cost, "own", say)


def _article(fault: Fault) -> Iterator[Mend]:
    """`place a stone on the empty cells`."""
    for place in dict.fromkeys((fault.at, fault.at - 1, fault.begins - 1)):
        word = fault.lexemes[max(place, 0)].text
        if word in ("a", "an", "the") and sum(each.text == word for each in fault.lexemes) == 1:
            say = fault.unexpected(place, place + 1, "leave it out")
            yield Mend(place, place + 1, (), costs.ARTICLE if word != "a" else costs.ARTICLE_A, "own", say)


_KNOWN = (
    rewritten, _slip, _arrow, _backslash, foreign_line, conditions_joined, _number, unquoted, quoted_name,
    closing_word, unbraced, _synonym, head, selection,
    option, misplaced, shapeless, unfinished,
    trailing_comma, reserved, limited_by_if, given_a_value, choice, nameless_quantifier,
    misnamed, parted, path_of_a_variant, prose, unopened_long, _article,
    uncalled, without_else, set_becomes,
    text_out_of_place, not_a_statement, unperformed, method,
)  # fmt: skip
