"""Sets by a condition, as other languages and mathematicians write them."""

from __future__ import annotations

from collections.abc import Iterator

from .. import costs
from ..fault import CLOSERS, Fault, Mend, after_block

_SUCH_THAT = frozenset({"where", ":", "such", "with", "if", "when", "and", ","})
"""What precedes the condition of a set, here and in other languages."""


def ungathered(fault: Fault) -> Iterator[Mend]:
    """`{c in S where …}`, `{c in S: …}`, `{c in S | …}`: what the set gathers is missing."""
    first = next(reversed(fault.opened()), fault.at) + 1
    if fault.terminals[first - 1 : first + 2] != ["LBRACE", "NAME", "IN"] or fault.at < first + 3:
        return
    joint = _bar(fault, first) if fault.lexeme.kind == "COMPARE" else fault.at
    if joint is None or (joint == fault.at and fault.lexeme.text not in _SUCH_THAT - {"and", ","}):
        return
    name = fault.lexemes[first]
    domain = fault.span(first + 2, joint).text
    write = f"{{{name.text} for {name.text} in {domain} where …}}"
    say = fault.saying(first, joint, "this set does not say what it gathers", "", f"write: {write}")
    new = (name, fault.made("FOR", first + 1), *fault.lexemes[first:joint], fault.made("WHERE", joint))
    yield Mend(first, _after_such_that(fault, joint), new, costs.SET_WITHOUT_ELEMENT, "own", say)


def joint_of_a_set(fault: Fault) -> Iterator[Mend]:
    """`{c for c in S if …}`, `{c for c in S: …}`, `{c for c in S such that …}`."""
    opened = fault.opened()
    is_set = bool(opened) and fault.lexemes[opened[-1]].kind == "LBRACE" and "WHERE" in fault.accepted
    if is_set and fault.lexeme.text in _SUCH_THAT and not fault.lexeme.first:
        end = _after_such_that(fault, fault.at)
        say = fault.unexpected(fault.at, end, "did you mean `where`?", "where" if fault.lexeme.text != "," else None)
        yield Mend(fault.at, end, (fault.made("WHERE", fault.at),), costs.SET_JOINT, "own", say)


def unbraced_set(fault: Fault) -> Iterator[Mend]:
    """`[c for c in S]`, `count(c for c in S)`: a set without its braces."""
    opened = fault.opened()
    if fault.lexeme.text != "for" or not opened or fault.lexeme.first or not names_an_element(fault):
        return
    first = opened[-1]
    bracket, end = fault.lexemes[first].kind, after_block(fault.lexemes, first)
    last = end - 1
    if bracket == "LBRACE" or fault.balance(first, end) or fault.lexemes[last].kind != CLOSERS[bracket]:
        return
    inside = fault.lexemes[first + 1 : last]
    braced = (fault.made("LBRACE", first + 1), *inside, fault.made("RBRACE", last, before=True))
    new = braced if bracket == "LSQB" else (fault.lexemes[first], *braced, fault.lexemes[last])
    words = " ".join(fault.span(first + 1, last).text.split())
    say = fault.saying(first, fault.at + 1, "a set with `for` needs braces", "", f"write: {{{words}}}")
    yield Mend(first, end, new, costs.SET_UNBRACED, "own", say)


def emptiness(fault: Fault) -> Iterator[Mend]:
    """`S is empty`, `S is not empty`: whether a set has no cells."""
    at, lexemes = fault.at, fault.lexemes
    texts = [lexeme.text for lexeme in lexemes[at : at + 3]]
    if "COMPARE" not in fault.accepted or (texts[:2] != ["is", "empty"] and texts != ["is", "not", "empty"]):
        return
    sign, end = ("!=", at + 3) if texts[1] == "not" else ("==", at + 2)
    say = fault.unexpected(at, end, f"compare with the set that has no cells: … {sign} {{}}", f"{sign} {{}}")
    new = (lexemes[at]._replace(kind="COMPARE", text=sign), fault.made("LBRACE", end), fault.made("RBRACE", end))
    yield Mend(at, end, new, costs.SET_IS_EMPTY, "own", say)


def names_an_element(fault: Fault) -> bool:
    """Return whether `c in` follows."""
    return [lexeme.text for lexeme in fault.lexemes[fault.at + 2 : fault.at + 3]] == ["in"]


def _bar(fault: Fault, first: int) -> int | None:
    """Where the `|` stands that precedes the condition."""
    depth = fault.depths[first]
    bars = (place for place in range(first, fault.at) if fault.depths[place] == depth)
    return next((place for place in bars if fault.terminals[place] == "UNION"), None)


def _after_such_that(fault: Fault, joint: int) -> int:
    """The place after what precedes a condition: a word or sign, or `such that`."""
    words = [lexeme.text for lexeme in fault.lexemes[joint : joint + 2]]
    return joint + (2 if words == ["such", "that"] else 1)
