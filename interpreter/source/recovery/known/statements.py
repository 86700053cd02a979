"""Statements that are right in other languages."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ...syntax.automaton import END
from ...syntax.grammar import keywords
from ...syntax.vocabulary import Place, rows, words
from .. import costs
from ..fault import CHANGES, Fault, Mend, after_block, operand_after
from ..foreign import GIVES, LINES
from ..scan import Lexeme

# What limits a decision


def limited_by_if(fault: Fault) -> Iterator[Mend]:
    """`if` for `where` after a decision."""
    place = fault.begins
    if fault.terminals[place : place + 1] != ["IF"] or fault.lexemes[place].first or place + 1 >= fault.at:
        return
    ends = fault.lexeme.first or fault.lexeme.kind in ("RBRACE", END)
    if ends and fault.automaton.opens(fault.stacks[fault.at]) and "WHERE" in fault.accepts(place):
        new = fault.lexemes[place]._replace(kind="WHERE", text="where")
        say = fault.unexpected(place, place + 1, "write `where` to limit a decision", "where")
        yield Mend(place, place + 1, (new,), costs.IF_AFTER_DECISION, "own", say)


_BRACES = ("LBRACE", "RBRACE")


# Lines for which there is nothing here


def foreign_line(fault: Fault) -> Iterator[Mend]:
    """`import hex`, `return`: a line that other languages have."""
    lexemes = fault.lexemes
    for place in {fault.at, fault.begins}:
        word = lexemes[place]
        where = fault.context(place)
        advice = LINES.get(where, {}).get(word.text)
        if not advice or word.kind != "WORD" or (place == fault.at and fault.head):
            continue
        end = fault.line_end(place + 1, *_BRACES)
        say = fault.saying(place, place + 1, f"`{word.text}` does not begin {_PARTS[where]} here", "", advice)
        yield Mend(place, end, (), costs.FOREIGN_LINE, "own", say)


_PARTS = {"file": "an item", "script": "a statement"}


# Pieces and cells in English


def declared(fault: Fault, word: str) -> set[str]:
    """Return the names that stand on the lines that a word begins."""
    names, line = set[str](), ""
    for lexeme in fault.lexemes:
        line = lexeme.text if lexeme.first else line
        if line == word and lexeme.kind == "WORD" and not lexeme.first:
            names.add(lexeme.text)
    return names


def unperformed(fault: Fault) -> Iterator[Mend]:
    """`fill` for `fill()`, `clear g` for `clear(g)`: an effect without its parentheses, where a statement begins."""
    for place in (fault.at, fault.at - 1):
        name, following = fault.lexemes[place], fault.lexemes[min(place + 1, len(fault.lexemes) - 1)]
        begins = name.first or fault.lexemes[place - 1].kind in ("LBRACE", "RBRACE")
        if place < 1 or not begins or following.kind == "LPAR" or fault.context(place) != "script":
            continue
        heads = fault.lexemes[:-2]
        if any(each.text == "effect" and heads[at + 1].text == name.text for at, each in enumerate(heads[:-1])):
            is_given = following.kind in ("WORD", "INT") and not following.first
            end = operand_after(fault, place + 1) if is_given else None
            end = place + 1 if end is None else end
            given = fault.lexemes[place + 1 : end]
            new = (name, fault.made("LPAR", place + 1, before=True), *given, fault.made("RPAR", end, before=True))
            written = f"{name.text}({fault.span(place + 1, end).text if given else ''})"
            say = fault.saying(place, end, f"`{name.text}` is an effect", "", f"write: {written}", written)
            yield Mend(place, end, new, costs.UNPERFORMED, "own", say)


# Changes


def given_a_value(fault: Fault) -> Iterator[Mend]:
    """`c = stone`, `n = 3`, `n++`: a value is given without `becomes` or `set`."""
    begins, at, lexemes = fault.begins, fault.at, fault.lexemes
    if "BECOMES" not in fault.accepted or fault.terminals[begins : begins + 1] != ["NAME"]:
        return
    if fault.lexeme.kind not in ("EQUAL", "COMPARE") and fault.lexeme.text not in GIVES:
        return
    start = at + 1 + (fault.lexeme.text == "<" and lexemes[at + 1].kind == "MINUS")  # `<-`
    end = fault.line_end(start, "RBRACE")
    value = [each.text for each in lexemes[start:end]]
    given = fault.span(start, end).text if value else ""
    counted = () if value else (fault.made("NAME", start, before=True),)  # `n++`
    write = fault.span(begins, at).text
    if _keeps_a_value(fault, lexemes[begins].text, write):
        new = (fault.made("SET", begins), *lexemes[begins:at], fault.made("EQUAL", at), *counted)
        say = fault.saying(begins, end, f"`{write}` needs `set` to change its value", "",
                           f"write: set {write} = {given}")  # fmt: skip
        yield Mend(begins, start, new, costs.GIVEN_A_VALUE, "own", say)
    elif len(value) == 1 or value[1:2] == ["of"]:
        new = (*lexemes[begins:at], lexemes[at]._replace(kind="BECOMES", text="becomes"))
        help_text = f"change a cell with `becomes`: {write} becomes {given}"
        say = fault.unexpected(at, start, help_text, "becomes")
        yield Mend(begins, start, new, costs.GIVEN_A_VALUE, "own", say)


_KEPT = frozenset(row.word for row in rows(Place.FILE) if row.group == "kept" and row.declares)


def _keeps_a_value(fault: Fault, name: str, subject: str) -> bool:
    """Whether a name was declared as a variable, cards or marks."""
    wanted = {name, subject.rpartition(".")[2]}
    declared = False
    for lexeme in fault.lexemes:
        if lexeme.first:
            declared = lexeme.text in _KEPT
        if declared and lexeme.text in wanted:
            return True
    return False


def set_becomes(fault: Fault) -> Iterator[Mend]:
    """`(S) becomes empty`, `a, b becomes stone`, `{a, b} becomes stone` right after a decision."""
    at, lexemes = fault.at, fault.lexemes
    start = at if fault.lexeme.kind in ("LPAR", "LBRACE") else _first_on_its_line(fault)
    if fault.context(start) != "script" and lexemes[start].kind != "LPAR":
        return
    end = start
    while lexemes[end].text not in CHANGES and (end == start or not lexemes[end].first):
        if lexemes[end].kind in (END, "RBRACE") or lexemes[end].text in words(Place.SCRIPT, Place.DECISION):
            return
        end = after_block(lexemes, end)
    if lexemes[end].text not in CHANGES or lexemes[end].first or fault.balance(start, end):
        return
    last, opener = end + 2, lexemes[start].kind
    while lexemes[last].text in ("of", ".") and not lexemes[last].first:
        last += 2
    if opener == "LPAR" and after_block(lexemes, start) == end:
        yield _changed(fault, start, end, last, lexemes[start + 1 : end - 1], "a statement cannot begin with `(`")
    elif opener == "LBRACE" and fault.automaton.opens(fault.stacks[start]):
        yield _changed(fault, start, end, last, lexemes[start:end], "a brace after a decision opens its block")
    elif opener == "WORD" and fault.lexeme.kind == "COMMA":
        braced = [fault.made("LBRACE", start), *lexemes[start:end], fault.made("RBRACE", end, before=True)]
        yield _changed(fault, start, end, last, braced, "several cells need braces")


def _first_on_its_line(fault: Fault) -> int:
    """Where the line of the fault begins, if that is where its statement does, or what was read as a call."""
    place = fault.at
    while place and not fault.lexemes[place].first and fault.lexemes[place - 1].kind not in ("LBRACE", "RBRACE"):
        place -= 1
    return place


def _changed(fault: Fault, start: int, end: int, last: int, cells: list[Lexeme], message: str) -> Mend:
    """The change by which a statement begins with the cells that it changes: in a loop where it cannot."""
    text = "".join(" " * bool(each.start > before.end) + each.text for before, each in pairwise([cells[0], *cells]))
    rest, stack = fault.span(end, last).text, fault.stacks[start]
    if cells[0].kind == "WORD" or (cells[0].kind == "LBRACE" and not fault.automaton.opens(stack)):
        written, new = f"{text} {rest}", (*cells, *fault.lexemes[end:last])
    else:
        name = next(name for name in ("d", "x", "each") if name not in {each.text for each in cells})
        written = f"for {name} in {text} {{ {name} {rest} }}"
        new = (fault.made("FOR", start), fault.made("NAME", start), fault.made("IN", start), *cells,
               fault.made("LBRACE", end), fault.made("NAME", end), *fault.lexemes[end:last],
               fault.made("RBRACE", last, before=True))  # fmt: skip
    say = fault.saying(start, last, message, "", f"write: {written}", written)
    return Mend(start, last, new, costs.SET_BECOMES, "own", say)


# Verbs that there are not


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
