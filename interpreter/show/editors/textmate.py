"""The TextMate grammar, by which VS Code and many other editors colour a text: `hexgame syntax` prints it."""

from __future__ import annotations

import json

from .vocabulary import patterns

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
