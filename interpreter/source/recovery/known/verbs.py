"""What stands after a verb as other languages, and people, write it: lists without braces, verbs that there are not."""

from __future__ import annotations

from collections.abc import Iterator

from ...syntax.automaton import END
from ...syntax.grammar import keywords
from .. import costs
from ..fault import Fault, Mend, after_block

_JOINTS = frozenset({"or", "and", ",", "|", "/"})


def joined_kinds(fault: Fault) -> Iterator[Mend]:
    """`move man or king from s`: several kinds of piece without braces."""
    first = fault.at - 1
    if fault.lexeme.text not in _JOINTS or fault.terminals[first - 1 : first + 1] not in _TAKES:
        return
    end = _listing(fault, first)
    if end > fault.at and fault.lexemes[end].text in ("from", "on", "of"):
        yield _braced(fault, first, end, "several kinds of piece stand in braces")


_TAKES = (["PLACE", "NAME"], ["MOVE", "NAME"], ["AMONG", "NAME"])


def unbraced_values(fault: Fault) -> Iterator[Mend]:
    """`choose way in left, right`: several values without braces."""
    first = fault.at - 1
    is_chosen = fault.terminals[first - 3 : first] in (["CHOOSE", "NAME", "IN"], ["RANDOM", "NAME", "IN"])
    if fault.lexeme.text == "," and is_chosen and fault.lexemes[first].kind in ("WORD", "INT"):
        end = _listing(fault, first)
        if end > fault.at:
            yield _braced(fault, first, end, "write what a name is chosen from in braces")


def _listing(fault: Fault, first: int) -> int:
    """Where a list of words and numbers that begins at a place ends, each joined to the next by one sign or word."""
    end = first + 1
    while fault.lexemes[end].text in _JOINTS and fault.lexemes[end + 1].kind in ("WORD", "INT"):
        if fault.lexemes[end + 1].text in keywords():
            break
        end += 2
    return end


def _braced(fault: Fault, first: int, end: int, message: str) -> Mend:
    """The change that puts a list into braces, with commas between its items."""
    items = fault.lexemes[first:end:2]
    written = f"{{{', '.join(each.text for each in items)}}}"
    commas = [[item, fault.made("COMMA", first)] for item in items]
    inside = [each for pair in commas for each in pair][:-1]
    new = (fault.made("LBRACE", first), *inside, fault.made("RBRACE", end, before=True))
    say = fault.saying(first, end, message, "", f"write: {written}", written)
    return Mend(first, end, new, costs.UNBRACED_LIST, "own", say)


def not_a_statement(fault: Fault) -> Iterator[Mend]:
    """`rotate S by 90`, `shoot c`: a verb that there is not."""
    begins, at = fault.begins, fault.at
    verb = fault.lexemes[begins]
    is_new = all(each.text != verb.text for each in fault.lexemes[:begins])
    is_verb = verb.kind == fault.lexeme.kind == "WORD" and verb.text not in keywords() and is_new
    if at - begins != 1 or not is_verb or fault.lexeme.first or fault.context(begins) != "script":
        return
    end = at
    while not (end > at and fault.lexemes[end].first) and fault.lexemes[end].kind not in ("RBRACE", END):
        end = after_block(fault.lexemes, end) if fault.lexemes[end].kind == "LBRACE" else end + 1
    say = fault.saying(begins, at, f"there is no statement `{verb.text}`", "", _WRITE)
    yield Mend(begins, end, (), costs.NOT_A_STATEMENT, "own", say)


_WRITE = "say what becomes of the cells: `c becomes stone`, `c becomes empty`, `c to d`, `exchange c, d`, `set n = 1`"
