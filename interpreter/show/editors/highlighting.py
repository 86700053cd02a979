"""The lexer for Pygments, registered as an entry point: `pygmentize -l hexgame`. Only this module imports Pygments."""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Whitespace

from .vocabulary import patterns, terminal

_TOKENS = {
    "comment": Comment.Single,
    "text": String.Double,
    "number": Number.Integer,
    "claim": Name.Constant,
    "attribute": Name.Attribute,
    "function": Name.Builtin,
    "section": Keyword.Declaration,
    "keyword": Keyword,
    "constant": Keyword.Constant,
    "position": Name.Builtin.Pseudo,
    "region": Name.Variable.Global,
    "call": Name.Function,
    "name": Name,
    "operator": Operator,
    "punctuation": Punctuation,
}


class HexgameLexer(RegexLexer):
    """Rule sheets of connection games."""

    name = "hexgame"
    aliases: ClassVar = ["hexgame"]
    filenames: ClassVar = ["*.hexgame"]
    tokens: ClassVar = {
        "root": [
            (terminal("SPACE"), Whitespace),
            *((pattern, _TOKENS[kind]) for kind, pattern in patterns().items()),
        ]
    }
