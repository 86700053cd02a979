"""Reading tokens into a tree: of a whole text, or of a list of tokens after a text that broke off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .grammar import parser
from .lexer import Stray, tokens
from .parser import Branch, Reading, Token, Unexpected


class Begun(NamedTuple):
    """A text of which only the beginning could be read."""

    reading: Reading
    offset: int
    """All tokens that begin before it were read."""


def read(text: str) -> Branch | Begun:
    """Return the parse tree of a text, or how far it can be read."""
    reading = Reading(parser())
    try:
        for token in tokens(text, parser(), reading):
            reading.feed(token)
        return reading.tree(len(text))
    except Unexpected as error:
        return Begun(reading, error.token.start)
    except Stray as error:
        return Begun(reading, error.start)


def replayed(read_on: Sequence[Token], begun: Begun | None = None, after: int = 0) -> Branch:
    """Return the tree of some tokens, the first of which were read where a text broke off.

    Raises `Unexpected` if what was read does not go on with the others: then read all.
    """
    reading = begun.reading if begun else Reading(parser())
    for token in read_on[after:]:
        reading.feed(token)
    return reading.tree(read_on[-1].end if read_on else 0)
