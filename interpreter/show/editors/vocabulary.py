"""What an editor colours: the words and signs of the language by kind.

Gathered from the table of words and from the registries of functions and claims; `highlighting.py` (Pygments) and
`textmate.py` (most other editors) are both generated from it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator

from lark.lexer import PatternStr

from ...board.whole import NEEDS_CELLS
from ...rules.expressions.primitives import PRIMITIVES
from ...rules.rules import CLAIMS
from ...source.syntax.grammar import keywords, parser
from ...source.syntax.vocabulary import Place
from ...source.syntax.vocabulary import words as words_of
from ...values.operations import FUNCTIONS

_PUNCTUATION = frozenset("(){}[],:.")


def words() -> dict[str, frozenset[str]]:
    """The words of each kind. A function may share its name with a word of another kind: it stands before `(`."""
    sections, reserved = frozenset(words_of(Place.FILE)), keywords().keys()
    return {
        "claim": frozenset(CLAIMS),
        "function": frozenset({*FUNCTIONS, *PRIMITIVES, *NEEDS_CELLS}),
        "section": sections,
        "keyword": frozenset(reserved - sections),
        "constant": frozenset(words_of(Place.CONSTANT)),
        "position": frozenset(words_of(Place.POSITION)) - reserved,
        "region": frozenset(words_of(Place.REGION)) - reserved,
    }


def patterns() -> dict[str, str]:
    """The regular expression of each kind of word or sign; where several match, the first counts."""
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
    """The signs of the grammar."""
    fixed = (each.pattern.value for each in parser().terminals if isinstance(each.pattern, PatternStr))
    return frozenset(value for value in fixed if not value.isalpha())


def _whole(known: Collection[str]) -> str:
    """A regular expression for some words that does not match the beginning of a longer name."""
    return _any_of(known) + "(?![A-Za-z_0-9])"


def _any_of(known: Collection[str]) -> str:
    """A regular expression for some words or signs, the longest first."""
    return f"(?:{'|'.join(re.escape(word) for word in sorted(known, key=lambda word: (-len(word), word)))})"


_SCOPES = {
    "comment": "comment.line.number-sign",
    "number": "constant.numeric.integer",
    "claim": "support.constant.claim",
    "attribute": "variable.other.member",
    "function": "support.function",
    "section": "keyword.declaration",
    "keyword": "keyword.control",
    "constant": "constant.language",
    "position": "variable.language",
    "region": "support.variable.region",
    "call": "entity.name.function",
    "name": "variable.other",
    "operator": "keyword.operator",
    "punctuation": "punctuation",
}


# Editors match line by line, so a text over several lines needs a pattern for each end.
_TEXT = {
    "patterns": [
        {"begin": '"""', "end": '"""', "name": "string.quoted.triple.hexgame"},
        {"begin": '"', "end": '"|$', "name": "string.quoted.double.hexgame"},
    ]
}


def textmate() -> str:
    """The grammar as JSON. It depends on `hexgame.lark` and the tables of words alone."""
    rules = {
        kind: _TEXT if kind == "text" else {"match": pattern, "name": f"{_SCOPES[kind]}.hexgame"}
        for kind, pattern in patterns().items()
    }
    grammar = {
        "name": "hexgame",
        "scopeName": "source.hexgame",
        "fileTypes": ["hexgame"],
        "comment": "Made of hexgame.lark and the language's tables: hexgame syntax > hexgame.tmLanguage.json",
        "patterns": [{"include": f"#{kind}"} for kind in rules],
        "repository": rules,
    }
    return json.dumps(grammar, indent=2, ensure_ascii=False) + "\n"
