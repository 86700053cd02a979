"""Reading tokens into a tree: of a whole text, or of a list of tokens after a text that broke off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lark import Token, Tree, UnexpectedInput, UnexpectedToken
from lark.parsers.lalr_interactive_parser import InteractiveParser

from .grammar import parser


class Begun(NamedTuple):
    """A text of which only the beginning could be read."""

    reading: InteractiveParser
    offset: int
    """All tokens that begin before it were read."""


def read(text: str) -> Tree[Token] | Begun:
    """Return the parse tree of a text, or how far it can be read."""
    try:
        return parser().parse(text)
    except UnexpectedInput as error:
        at = error.token.start_pos if isinstance(error, UnexpectedToken) else error.pos_in_stream
        is_end = isinstance(error, UnexpectedToken) and error.token.type == "$END"
        assert isinstance(error.interactive_parser, InteractiveParser)
        return Begun(error.interactive_parser, len(text) if is_end or at is None else at)


def replayed(tokens: Sequence[Token], begun: Begun | None = None, after: int = 0) -> Tree[Token]:
    """Return the tree of some tokens, the first of which were read where a text broke off.

    Raises `UnexpectedToken` if what was read does not go on with the others: then read all.
    """
    reading = begun.reading if begun else parser().parse_interactive("")
    for token in tokens[after:]:
        reading.feed_token(token)
    tree: Tree[Token] = reading.feed_eof(tokens[-1] if tokens else None)  # type: ignore[no-untyped-call]
    return tree
