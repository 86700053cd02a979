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
