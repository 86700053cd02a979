"""Words used as names that cannot be names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....diagnostics.diagnostic import Diagnostic, another_name, did_you_mean, other_name
from ...syntax.grammar import keywords
from ...syntax.vocabulary import forms, kept_as
from .. import costs
from ..fault import Fault, Mend


def reserved(fault: Fault) -> Iterator[Mend]:
    """A keyword used as a name."""
    lexeme = fault.lexeme
    if lexeme.kind == "WORD" and lexeme.text in keywords() and "NAME" in fault.accepted and not fault.head:
        message = f"`{lexeme.text}` is a word of the language and cannot be a name"
        span = fault.span(fault.at)
        names = {each.text for each in fault.lexemes if each.kind == "WORD"} - keywords().keys()
        is_player = fault.terminals[fault.begins : fault.begins + 1] == ["PLAYERS"]
        guess = did_you_mean(lexeme.text, names) or another_name(other_name(lexeme.text, is_player))
        yield Mend(fault.at, fault.at + 1, (lexeme._replace(kind="NAME"),), costs.RESERVED, "own",
                   lambda: Diagnostic("HG203", message, span, kept_as(lexeme.text), help=guess))  # fmt: skip


def misnamed(fault: Fault) -> Iterator[Mend]:
    """`1st`, `2`, `Light-Blue`: digits first, signs amid a name."""
    start, end = _word(fault)
    if start == end or "NAME" not in fault.accepts(start) or (start == fault.at and "INT" in fault.accepted):
        return
    word = fault.span(start, end).text
    if word.isdecimal() and fault.lexemes[start - 1].kind == "DOT":
        return
    if "INT" in fault.accepts(start) and _is_used(word.lstrip("0123456789"), fault):
        return  # a number times a name
    if word.isdecimal():
        form = forms().get(fault.terminals[fault.begins], "") if fault.begins < start else ""
        message, write = f"the number `{word}` is not a name", f"names begin with a letter, as in: {form}"
    elif word[0].isdecimal():
        message, write = f"the name `{word}` begins with a digit", f"names begin with a letter, such as `{_ours(word)}`"
    else:
        message, write = f"`{word}` is not a name", f"names consist of letters, digits and `_`, such as `{_ours(word)}`"
    new = fault.lexemes[start]._replace(kind="NAME", text=word, end=fault.lexemes[end - 1].end)
    say = fault.saying(start, end, message, "", write)
    yield Mend(start, end, (new,), costs.ROW, "own", say, word=word)


def _is_used(word: str, fault: Fault) -> bool:
    return any(each.text == word for each in fault.lexemes)


def _word(fault: Fault) -> tuple[int, int]:
    """Where the word around the fault begins and ends, with nothing between its parts."""
    lexemes = fault.lexemes
    start = end = fault.at
    while start > 0 and lexemes[start - 1].end == lexemes[start].start and lexemes[start - 1].kind in _PARTS:
        start -= 1
    while lexemes[end].kind in _PARTS and (end == start or lexemes[end - 1].end == lexemes[end].start):
        end += 1
    kinds = [lexeme.kind for lexeme in lexemes[start:end]]
    is_whole = "MINUS" not in (kinds[:1] + kinds[-1:]) and kinds != ["WORD"]
    return (start, end) if is_whole else (start, start)


_PARTS = ("INT", "WORD", "MINUS")


def _ours(word: str) -> str:
    """A valid name like a word."""
    if word in _ORDINALS:
        return _ORDINALS[word]
    digits, letters = re.findall(r"^\d*|.+", word) if word[0].isdecimal() else ("", word)
    return re.sub(r"\W", "_", letters + digits)


_ORDINALS = {"1st": "First", "2nd": "Second", "3rd": "Third", "4th": "Fourth", "5th": "Fifth", "6th": "Sixth"}
