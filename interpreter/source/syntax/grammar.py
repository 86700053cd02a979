"""The parser, made from `grammar/hexgame.lark` once per process."""

from __future__ import annotations

import re
from functools import cache

from lark import Lark

from ...resources import cache_folder, resource
from .lexer import WordLexer, terminal_pattern

_HUMAN = {
    "NAME": "a name",
    "INT": "a number",
    "STRING": 'a text in "quotes"',
    "COMPARE": "a comparison (`==`, `<` …)",
    "$END": "the end of the file",
}


@cache
def parser() -> Lark:
    """The parser. Its tables are kept in the cache folder, where there is one."""
    folder = cache_folder()
    return build_parser(cache=str(folder / "grammar.lalr") if folder else False)


def build_parser(*, cache: str | bool = False, strict: bool = False) -> Lark:
    """A new parser, its tables read from `cache`; `strict` refuses terminals that overlap."""
    return Lark(
        (resource("grammar") / "hexgame.lark").read_text("utf-8"),
        parser="lalr",
        lexer=WordLexer,
        start="file",
        propagate_positions=True,
        maybe_placeholders=True,
        cache=cache,
        strict=strict,
    )


@cache
def human_name(terminal: str) -> str:
    """A terminal in plain words: `a name`, `` `place` ``."""
    if terminal in _HUMAN:
        return _HUMAN[terminal]
    return f"`{literal(terminal)}`"


def literal(terminal: str) -> str:
    """The text of a keyword or sign; empty for other terminals."""
    if terminal in _HUMAN:
        return ""
    return str(parser().get_terminal(terminal).pattern.value)


@cache
def keywords() -> dict[str, str]:
    """Every keyword of the grammar, with its terminal."""
    fixed = {literal(terminal.name): terminal.name for terminal in parser().terminals}
    return {word: terminal for word, terminal in fixed.items() if word.isalpha()}


@cache
def reserved_words() -> frozenset[str]:
    """The keywords of the grammar, which no declared name may repeat."""
    return frozenset(keywords())


@cache
def pattern() -> re.Pattern[str]:
    """All words, numbers, texts and signs, each in a group named for its terminal; words are `NAME`."""
    return terminal_pattern(parser().terminals)
