"""What an editor colours: the words and signs of the language by kind, gathered from the grammar and the tables.

`highlighting.py` (Pygments) and `textmate.py` (most editors) are both made of it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from lark.lexer import PatternStr

from ...board.build import SHAPE_REGIONS
from ...board.whole import NEEDS_CELLS
from ...rules.expressions.primitives import PRIMITIVES
from ...rules.rules import CLAIMS
from ...source.syntax.grammar import parser, reserved_words, section_words
from ...values.evaluate import WORDS
from ...values.hints import POSITION_WORDS
from ...values.operations import FUNCTIONS

_PUNCTUATION = frozenset("(){}[],:.")


def words() -> dict[str, frozenset[str]]:
    """Kind → its words. A function's word may be one of the others too: it is a function before a parenthesis."""
    reserved = reserved_words()
    return {
        "claim": frozenset(CLAIMS),
        "function": frozenset({*FUNCTIONS, *PRIMITIVES, *NEEDS_CELLS}),
        "section": section_words(),
        "keyword": reserved - section_words(),
        "constant": frozenset(WORDS.keys() - FUNCTIONS.keys()),
        "position": frozenset(POSITION_WORDS) - reserved,
        "region": frozenset(SHAPE_REGIONS) - reserved,
    }


def patterns() -> dict[str, str]:
    """Kind → the regular expression of its words or signs; where several match, the first counts."""
    return dict(_patterns())


def _patterns() -> Iterator[tuple[str, str]]:
    name, by_kind = terminal("NAME"), words()
    yield "comment", terminal("COMMENT")
    yield "text", terminal("STRING")
    yield "number", terminal("INT")
    yield "claim", _whole(by_kind.pop("claim"))
    yield "attribute", rf"(?<=[^.]\.){name}"
    yield "function", _whole(by_kind.pop("function")) + r"(?=\s*\()"
    yield from ((kind, _whole(known)) for kind, known in by_kind.items())
    yield "call", rf"{name}(?=\()"
    yield "name", name
    yield "operator", f"{terminal('COMPARE')}|{_any_of(_signs() - _PUNCTUATION)}"
    yield "punctuation", _any_of(_PUNCTUATION)


def terminal(name: str) -> str:
    """The regular expression of a terminal of the grammar."""
    return str(parser().get_terminal(name).pattern.to_regexp())


def _signs() -> frozenset[str]:
    """The signs that stand for themselves."""
    fixed = (each.pattern.value for each in parser().terminals if isinstance(each.pattern, PatternStr))
    return frozenset(value for value in fixed if not value.isalpha())


def _whole(known: Collection[str]) -> str:
    """A regular expression for any of some words, where no longer name begins with it."""
    return _any_of(known) + "(?![A-Za-z_0-9])"


def _any_of(known: Collection[str]) -> str:
    """A regular expression for any of some words or signs, the longest first."""
    return f"(?:{'|'.join(re.escape(word) for word in sorted(known, key=lambda word: (-len(word), word)))})"
