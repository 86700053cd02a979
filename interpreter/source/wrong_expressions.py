"""Expressions that are right in other languages, or would be in other places of this one."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.source.diagnostics import Diagnostic
from interpreter.source.fault import OPERATORS, Fault, Mend

_OF_CONDITIONS = {"MEET": "and", "UNION": "or"}
"""What joins conditions as a sign of sets joins these."""


def second_comparison(fault: Fault) -> Iterator[Mend]:
    """Conditions joined by the signs of sets; `a < b < c`."""
    at = fault.at
    if fault.lexeme.kind != "COMPARE" or "COMPARE" in fault.accepted:
        return
    beside = [place for place in range(fault.begins, at) if fault.depths[place] == fault.depths[at]]
    first = max((place for place in beside if fault.terminals[place] == "COMPARE"), default=at)
    joints = [place for place in beside if place > first and fault.terminals[place] in _OF_CONDITIONS]
    if joints:
        yield _conditions_joined(fault, joints[0])
    elif at > first + 1:
        yield _chained(fault, first + 1)


def _conditions_joined(fault: Fault, joint: int) -> Mend:
    sign = fault.lexemes[joint]
    word = _OF_CONDITIONS[sign.kind]
    found = Diagnostic("HG101", f"`{sign.text}` joins sets", fault.span(joint),
                       help=f"conditions are joined by `{word}`", replacement=word)  # fmt: skip
    new = sign._replace(kind=word.upper(), text=word)
    return Mend(joint, joint + 1, (new,), 0.4, "own", lambda: found)


def _chained(fault: Fault, middle: int) -> Mend:
    at = fault.at
    words = f"and {fault.span(middle, at).text} {fault.lexeme.text}"
    found = Diagnostic("HG101", "a comparison has two sides", fault.span(at), "a third begins here",
                       help=f"write: … {words} …", replacement=words)  # fmt: skip
    return Mend(at, at, (fault.made("AND", at), *fault.lexemes[middle:at]), 0.4, "own", lambda: found)


def default_worked_out(fault: Fault) -> Iterator[Mend]:
    """A default that is worked out, without its parentheses."""
    lexemes, first, end = fault.lexemes, fault.begins + 3, fault.at
    is_operator = fault.lexeme.kind in OPERATORS - {"TO"} or fault.lexeme.text in ("if", "not", "-")
    if not is_operator or fault.terminals[fault.begins : first] not in _GIVEN:
        return
    while lexemes[end].text != "in" and not lexemes[end + 1].first:
        end += 1
    if end == first or lexemes[end].text != "in":
        return
    right = f"({fault.span(first, end).text})"
    found = Diagnostic("HG101", "a default that is worked out stands in parentheses", fault.span(first, end),
                       help=f"write: {right}", replacement=right)  # fmt: skip
    new = (fault.made("LPAR", first), *lexemes[first:end], fault.made("RPAR", end))
    yield Mend(first, end, new, 0.4, "own", lambda: found)


_GIVEN = (["OPTION", "NAME", "EQUAL"], ["VAR", "NAME", "EQUAL"])


def quantifier(fault: Fault) -> Iterator[Mend]:
    """`g in groups(own): …` without its `some` or `every`."""
    if fault.lexeme.kind != "COLON":
        return
    for place in range(fault.at - 2, fault.begins, -1):
        if fault.terminals[place + 1] == "IN" and fault.terminals[place] == "NAME" and "SOME" in fault.accepts(place):
            name = fault.lexemes[place].text
            say = fault.saying(place, place + 1, f"`some` or `every` is missing before `{name}`",
                          help_text=f"write: some {name} in …: …, or: every {name} in …: …")  # fmt: skip
            yield Mend(place, place, (fault.made("SOME", place),), 0.9, "own", say)


def condition(fault: Fault) -> Iterator[Mend]:
    """`a then b else c` without its `if`."""
    words = fault.terminals[fault.begins :]
    if fault.lexeme.text == "then" and words.count("IF") <= words.count("THEN"):
        for place in range(fault.at - 1, fault.begins, -1):
            if fault.terminals[place - 1] in ("EQUAL", "COLON", "WHEN", "WHERE", "LPAR", "COMMA", "THEN", "ELSE"):
                yield Mend(place, place, (fault.made("IF", place),), 0.9, "missing")
