"""The parser of `grammar/hexgame.lark`, made once per process."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, TypedDict

from lark import Lark

from ...resources import resource
from .lexer import WordLexer, terminal_pattern
from .tables import START, loaded

QUIET = re.compile(r'"""(?:[^"]|"(?!""))*"""|"(?!"")[^"\n]*"|#[^\n]*')
"""Texts and comments, in which anything may stand."""

TABLES = resource("grammar") / "hexgame.tables.json"

_HUMAN = {
    "NAME": "a name",
    "INT": "a number",
    "STRING": 'a text in "quotes"',
    "COMPARE": "a comparison (`==`, `<` …)",
    "$END": "the end of the file",
}


class _Options(TypedDict):
    parser: Literal["lalr"]
    lexer: type[WordLexer]
    start: str
    propagate_positions: bool
    maybe_placeholders: bool


_OPTIONS: _Options = {
    "parser": "lalr",
    "lexer": WordLexer,
    "start": START,
    "propagate_positions": True,
    "maybe_placeholders": True,
}


@cache
def parser() -> Lark:
    """The parser, with the tables that are shipped; if they do not fit, it is built."""
    try:
        tables = TABLES.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return build_parser()
    return loaded(tables, grammar_text(), _OPTIONS) or build_parser()


def build_parser(*, strict: bool = False) -> Lark:
    """A new parser, its tables computed from the grammar; `strict` refuses terminals that overlap."""
    return Lark(grammar_text(), strict=strict, **_OPTIONS)


def grammar_text() -> str:
    """The grammar, as Lark reads it."""
    return (resource("grammar") / "hexgame.lark").read_text("utf-8")


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


FREE = frozenset({"each", "end", "piece", "player", "possible", "start", "up"})
"""The keywords that are names as well: they stand only amid items, where no expression begins or goes on."""


@cache
def reserved_words() -> frozenset[str]:
    """The keywords of the grammar that no declared name may repeat."""
    return frozenset(keywords()) - FREE


@cache
def pattern() -> re.Pattern[str]:
    """All words, numbers, texts and signs, each in a group named for its terminal; words are `NAME`."""
    return terminal_pattern(parser().terminals)
