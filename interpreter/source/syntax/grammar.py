"""The parser of `grammar/hexgame.lark`, made once per process."""

from __future__ import annotations

import re
from functools import cache

from ...resources import resource
from .lexer import keywords_among, terminal_pattern
from .parser import Parser
from .tables import loaded, parser_of

TABLES = resource("grammar") / "hexgame.tables.json"

_HUMAN = {
    "NAME": "a name",
    "INT": "a number",
    "STRING": 'a text in "quotes"',
    "COMPARE": "a comparison (`==`, `<` …)",
    "$END": "the end of the file",
}


@cache
def parser() -> Parser:
    """The parser, with the tables that are shipped; if they do not fit, they are computed."""
    try:
        shipped = TABLES.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        shipped = ""
    return loaded(shipped, grammar_text()) or build_parser()


def build_parser() -> Parser:
    """A new parser, its tables computed from the grammar."""
    from .computed import compute  # noqa: PLC0415 - it imports Lark

    return parser_of(compute(grammar_text()))


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
    return parser().terminal(terminal).value


@cache
def keywords() -> dict[str, str]:
    """Every keyword of the grammar, with its terminal."""
    return keywords_among(parser().terminals)


@cache
def reserved_words() -> frozenset[str]:
    """The keywords of the grammar, which no declared name may repeat."""
    return frozenset(keywords())


@cache
def pattern() -> re.Pattern[str]:
    """All words, numbers, texts and signs, each in a group named for its terminal; words are `NAME`."""
    return terminal_pattern(parser().terminals)
