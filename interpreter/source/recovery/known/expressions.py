"""Expressions that are right in other languages, or elsewhere in this one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from ....diagnostics.diagnostic import Diagnostic
from ...syntax.automaton import END
from ...syntax.grammar import keywords, literal
from ...syntax.vocabulary import Place, words
from .. import costs
from ..fault import BRACKETS, Fault, Mend, after_block
from ..foreign import WORDS

_OF_CONDITIONS = {"MEET": "and", "UNION": "or"}
"""The operators that join conditions as these signs join sets."""


def conditions_joined(fault: Fault) -> Iterator[Mend]:
    """Conditions joined by the signs of sets."""
    at = fault.at
    if fault.lexeme.kind != "COMPARE" or "COMPARE" in fault.accepted:
        return
    beside = [place for place in range(fault.begins, at) if fault.depths[place] == fault.depths[at]]
    first = max((place for place in beside if fault.terminals[place] == "COMPARE"), default=at)
    joints = [place for place in beside if place > first and fault.terminals[place] in _OF_CONDITIONS]
    if joints:
        sign = fault.lexemes[joints[0]]
        word = _OF_CONDITIONS[sign.kind]
        found = Diagnostic("HG101", f"`{sign.text}` joins sets, not conditions", fault.span(joints[0]),
                           help=f"write `{word}`", replacement=word)  # fmt: skip
        new = sign._replace(kind=word.upper(), text=word)
        yield Mend(joints[0], joints[0] + 1, (new,), costs.SETS_FOR_CONDITIONS, "own", lambda: found)


# Choices


def choice(fault: Fault) -> Iterator[Mend]:
    """`a ? b : c`, `b if a else c`."""
    at, lexemes = fault.at, fault.lexemes
    joint, word = ("COLON", ":") if fault.lexeme.kind == "QUESTION" else ("WORD", "else")
    if fault.lexeme.kind != "QUESTION" and (fault.lexeme.text != "if" or fault.lexeme.first):
        return
    first, middle = _beginning(fault), _at_this_depth(fault, at + 1, joint, word)
    if middle is not None and first < at:
        end = _at_this_depth(fault, middle + 1)
        assert end is not None
        one, two, three = (fault.span(*ends).text for ends in ((first, at), (at + 1, middle), (middle + 1, end)))
        test, then = ((one, two), (two, one))[word == "else"]
        write = f"if {test} then {then} else {three}"
        shown = f"write: if {test} then {then} else {'…' if '?' in three else three}"
        say = fault.saying(first, end, "write a choice as `if … then … else …`", "", shown, write)
        asked, given = (lexemes[first:at], lexemes[at + 1 : middle])[:: -1 if word == "else" else 1]
        new = (fault.made("IF", first), *asked, fault.made("THEN", at), *given, fault.made("ELSE", middle))
        yield Mend(first, middle + 1, new, costs.CHOICE, "own", say)
    elif word == "else" and first < at and not lexemes[at - 1].first:
        say = fault.unexpected(at, at + 1, "write a choice as `if … then … else …`")
        yield Mend(at, _at_this_depth(fault, at + 1) or at + 1, (), costs.CHOICE_UNFINISHED, "own", say)
    if fault.lexeme.kind == "QUESTION":
        found = Diagnostic("HG001", "unexpected character `?`", fault.span(at),
                           help="write a choice as `if … then … else …`")  # fmt: skip
        yield Mend(at, at + 1, (), costs.QUESTION_ALONE, "own", lambda: found)
        yield Mend(at, _at_this_depth(fault, at + 1) or at + 1, (), costs.QUESTION_WITH_REST, "own", lambda: found)


_BEFORE_VALUES = frozenset({"EQUAL", "COMMA", "LPAR", "LSQB", "LBRACE", "COLON", "WHEN", "WHERE", "FORBID", "THEN",
                            "ELSE", "IF", "SHAPE", "SEES", "REQUIRE", "ON", "AMONG"})  # fmt: skip
"""The terminals before an expression."""


def _beginning(fault: Fault) -> int:
    """Where the expression begins that reaches up to the fault."""
    place = fault.at
    while place > fault.begins + 1:
        is_inside = fault.depths[place] > fault.depths[fault.at]
        if not is_inside and fault.terminals[place - 1] in _BEFORE_VALUES:
            break
        place -= 1
    return place


def _at_this_depth(fault: Fault, place: int, kind: str = END, text: str = "") -> int | None:
    """Where a word comes next before the expression ends, or where it ends; None where the word does not come."""
    first, depth, waiting = place, 0, 0
    while fault.lexemes[place].kind != END:
        lexeme = fault.lexemes[place]
        if depth == 0 and lexeme.kind == kind == "LBRACE":
            return place
        depth += BRACKETS.get(lexeme.kind, 0)
        if depth < 0 or (place > first and lexeme.first and depth == 0) or (depth == 0 and lexeme.kind == "COMMA"):
            break
        waiting += depth == 0 and kind == "COLON" and lexeme.kind == "QUESTION"
        if depth == 0 and lexeme.kind == kind and lexeme.text == text:
            if not waiting:
                return place
            waiting -= 1
        place += 1
    return place if kind == END else None


# Calls and lists


# Conditions that lack a word


def nameless_quantifier(fault: Fault) -> Iterator[Mend]:
    """`some groups(own): …`, `every in own: …`, `for own { … }`: without a name for the elements."""
    for place in range(fault.at - 1, max(fault.begins, fault.at - 3) - 1, -1):
        read, domain = fault.terminals[place], place + 1
        terminal = _CALLED_SO.get(fault.lexemes[place].text, "") if read == "NAME" else read
        if terminal in _EACH and terminal in fault.accepts(place):
            has_in = fault.lexemes[domain].text == "in"
            lacks_in = fault.accepted == {"IN"} and fault.lexeme.text not in ("of", "from", "on")
            end = _at_this_depth(fault, domain, *_EACH[terminal])
            if has_in or (lacks_in if read == terminal else end is not None and domain == fault.at):
                yield _named(fault, place, terminal, end)
            return


def _named(fault: Fault, place: int, terminal: str, end: int | None) -> Mend:
    """A quantifier with a name for its elements, and with `:` after its set if that is missing."""
    word, domain = fault.lexemes[place].text, place + 1
    first = domain + (fault.lexemes[domain].text == "in")
    stop = max(end or _at_this_depth(fault, domain) or fault.at, domain + 1)
    words = fault.span(first, max(stop, first + 1)).text
    used = re.findall(r"\w+", words)
    name = "g" if words.startswith("groups") else next((each for each in "cdxy" if each not in used), "z")
    ending = " { … }" if terminal == "FOR" else ": …"
    say = fault.saying(place, stop, f"`{word}` needs a name for each element", "",
                       f"write: {literal(terminal)} {name} in {words}{ending}")  # fmt: skip
    new = [fault.made(terminal, place), fault.made("NAME", domain), fault.made("IN", domain)]
    if end is not None or terminal == "FOR":
        return Mend(place, first, tuple(new), costs.NAMELESS_QUANTIFIER, "own", say)
    ends = (fault.made("COLON", stop, before=True), fault.made("NAME", stop, before=True))
    return Mend(place, stop, (*new, *fault.lexemes[first:stop], *ends), costs.NAMELESS_QUANTIFIER, "own", say)


_CALLED_SO = {"all": "EVERY", "each": "EVERY", "forall": "EVERY", "any": "SOME", "exists": "SOME"}
_EACH = {"SOME": ("COLON", ":"), "EVERY": ("COLON", ":"), "FOR": ("LBRACE", "{")}
"""What names the elements of a set, with what ends the set."""


# Sets


def names_an_element(fault: Fault) -> bool:
    """Return whether `c in` follows."""
    return [lexeme.text for lexeme in fault.lexemes[fault.at + 2 : fault.at + 3]] == ["in"]


def without_else(fault: Fault) -> Iterator[Mend]:
    """`(if a then b)`: a choice with one value."""
    at = fault.at
    ends = fault.lexeme.kind in ("RPAR", "RSQB", "RBRACE", "COMMA", END) or fault.lexeme.first
    if not ends or "ELSE" not in fault.accepted:
        return
    read = [place for place in range(fault.begins, at) if fault.terminals[place] in ("IF", "THEN", "ELSE")]
    if len(read) < 2 or [fault.terminals[place] for place in read[-2:]] != ["IF", "THEN"]:
        return
    write = f"write: {fault.span(read[-2], at).text} else …"
    say = fault.saying(read[-2], at, "this choice has no `else`", "", write)
    new = (fault.made("ELSE", at, before=True), fault.made("NAME", at, before=True))
    yield Mend(at, at, new, costs.ELSE_MISSING, "own", say)


def uncalled(fault: Fault) -> Iterator[Mend]:
    """`encloses own`, `parallelogram width, height`: a function without its parentheses."""
    at, lexemes = fault.at, fault.lexemes
    may_call = at > 0 and fault.terminals[at - 1] == "NAME" and "LPAR" in fault.accepted
    if not may_call or "COMMA" in fault.accepted or fault.lexeme.first or not _is_argument(fault.lexeme.text):
        return
    name = lexemes[at - 1].text
    uses = [after.kind for each, after in pairwise(lexemes) if each.text == name and each is not lexemes[at - 1]]
    if {*uses} - {"LPAR"} or name in _VALUES or name.casefold() in WORDS:
        return
    end = _after_argument(fault, at)
    while lexemes[end].kind == "COMMA" and _is_argument(lexemes[end + 1].text):
        end = _after_argument(fault, end + 1)
    say = fault.saying(at - 1, end, f"`{name}` needs its arguments in `(…)`", "",
                       f"write: {name}({fault.span(at, end).text})")  # fmt: skip
    new = (fault.made("LPAR", at), *lexemes[at:end], fault.made("RPAR", end, before=True))
    yield Mend(at, end, new, costs.UNCALLED, "own", say, supposes=True)


_VALUES = frozenset(words(Place.POSITION, Place.REGION, Place.CONSTANT, Place.FUNCTION))


def _is_argument(word: str) -> bool:
    return word.isdecimal() or (word.isidentifier() and (word not in keywords() or word in _VALUES))


def _after_argument(fault: Fault, place: int) -> int:
    """The place after a name or number with its attributes and arguments."""
    place += 1
    while fault.lexemes[place].kind in ("DOT", "LPAR", "LSQB") and not fault.lexemes[place].first:
        place = place + 2 if fault.lexemes[place].kind == "DOT" else after_block(fault.lexemes, place)
    return place
