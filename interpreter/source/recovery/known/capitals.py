"""Words of the language in capitals, as some other languages write them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ....diagnostics.diagnostic import Diagnostic, Diagnostics
from ....diagnostics.text import Source, Span
from ...syntax.grammar import keywords
from ...syntax.vocabulary import Place, rows
from ..foreign import CLOSERS, ELSE_IFS, OPENERS
from ..scan import Lexeme, with_changes

_DECLARING = frozenset(row.word for row in rows(*Place) if row.declares)
_LISTS = frozenset({"players", "pieces", "marks", "cards", "option", "var"})
"""The words that declare several names, or values."""

_OURS = keywords().keys() | {row.word for row in rows(*Place)}
_FOREIGN = CLOSERS | ELSE_IFS | OPENERS

FEW_WORDS = 4
"""More words of ours in capitals show that all words are meant so."""

MOST_PLACES = 3
"""So many more of them are shown."""


def in_small_letters(source: Source, lexemes: Sequence[Lexeme], report: Diagnostics) -> list[Lexeme]:
    """Return the tokens with words in capitals as they are written here.

    Words of ours are reported once; those of other languages where they are read.
    """
    given = _declared(lexemes)
    capitals = [each for each in lexemes if _is_capital(each) and each.text not in given]
    ours = [each for each in capitals if each.text.lower() in _OURS]
    if len(ours) > FEW_WORDS:  # the whole sheet is written so
        ours = capitals
    if ours:
        report.append(_in_capitals(source, ours))
    changed = {each.start for each in capitals if each in ours or each.text.lower() in _FOREIGN}
    mended = {each.start for each in ours}
    return [
        each._replace(text=each.text.lower(), mended=each.start in mended) if each.start in changed else each
        for each in lexemes
    ]


def _in_capitals(source: Source, wrong: Sequence[Lexeme]) -> Diagnostic:
    first, *others = wrong
    small = ((each.start, each.end, each.text.lower()) for each in wrong)
    return Diagnostic(
        "HG101", f"`{first.text}` is written in small letters here: `{first.text.lower()}`",
        Span(source, first.start, first.end), "",
        tuple((Span(source, each.start, each.end), "and here") for each in others[:MOST_PLACES]),
        replacement=with_changes(source.text, small, first.start, wrong[-1].end),
        replaced=Span(source, first.start, wrong[-1].end))  # fmt: skip


def _is_capital(lexeme: Lexeme) -> bool:
    return lexeme.kind == "WORD" and len(lexeme.text) > 1 and lexeme.text.isupper()


def _declared(lexemes: Sequence[Lexeme]) -> set[str]:
    """The words that are declared as names, or given as values."""
    found, line = set[str](), ""
    for before, lexeme in pairwise(lexemes):
        line = before.text.lower() if before.first else line
        is_listed = line in _LISTS and (before.kind in ("COMMA", "EQUAL") or before.text.lower() == "in")
        if is_listed or before.text.lower() in _DECLARING:
            found.add(lexeme.text)
    return found
