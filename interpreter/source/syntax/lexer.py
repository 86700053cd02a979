"""The lexer. A word is a keyword where the grammar accepts that keyword, and a name anywhere else."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache

from .parser import Parser, Reading, Terminal, Token


class Stray(Exception):  # noqa: N818 - no mistake of the program
    """Text that begins no token."""

    def __init__(self, start: int) -> None:
        super().__init__(f"no token begins at {start}")
        self.start = start


def tokens(text: str, parser: Parser, reading: Reading) -> Iterator[Token]:
    """Yield the tokens of a text, each kind chosen by what the reading accepts; raises Stray."""
    pattern, keywords = _lexical(parser.terminals)
    position = 0
    while position < len(text):
        match = pattern.match(text, position)
        if match is None:
            raise Stray(position)
        kind, position = str(match.lastgroup), match.end()
        if kind in parser.ignored:
            continue
        word = match.group()
        if kind == "NAME" and word in keywords:
            kind = keywords[word] if keywords[word] in reading.row or "NAME" not in reading.row else "NAME"
        yield Token(kind, word, match.start(), position)


@cache
def _lexical(terminals: tuple[Terminal, ...]) -> tuple[re.Pattern[str], dict[str, str]]:
    """The pattern of all terminals, and the terminal of each keyword."""
    return terminal_pattern(terminals), keywords_among(terminals)


def keywords_among(terminals: Iterable[Terminal]) -> dict[str, str]:
    """The terminals that are words, by word."""
    return {each.value: each.name for each in terminals if each.is_fixed and each.value.isalpha()}


def terminal_pattern(terminals: Collection[Terminal]) -> re.Pattern[str]:
    """All words, numbers, texts and signs, each in a group named for its terminal; words are `NAME`."""
    signs = [each for each in terminals if each.is_fixed and not each.value.isalpha()]
    others = [each for each in terminals if not each.is_fixed]
    known = (*others, *sorted(signs, key=lambda each: -len(each.value)))  # `==` before `=`
    return re.compile("|".join(f"(?P<{each.name}>{each.pattern})" for each in known))
