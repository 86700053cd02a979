"""What is no rule sheet at all, by how it begins: one problem says so, in place of all that a parser would find."""

from __future__ import annotations

import re
from typing import NamedTuple

from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.text import Source, Span
from ..syntax.grammar import QUIET


class Kind(NamedTuple):
    """A kind of text that is taken for a rule sheet."""

    begins: str
    """The pattern of its beginning; what the group `mark` holds is marked, else its first word or sign."""

    name: str
    advice: str
    anywhere: str = ""
    """The pattern of a line that it must have as well."""

    nowhere: str = r"(?!)"
    """The pattern of a line that it must not have."""


_SHEET = 'a rule sheet begins `game "Title"`'
_TRANSLATE = f"{_SHEET} and has items such as `players Red, Blue`; `hexgame docs language` shows all of them"
_PROGRAM = f"{_SHEET}; run a program with its own interpreter"
_FIRST = f"delete everything before the sheet: {_SHEET}"
_LUDII = r"\b(?:equipment|rules|players|mode)\b"

KINDS = (
    Kind(r"(?P<mark>\(define)\b[^\n]*\n\s*\(", "a Zillions game (ZRF)", _TRANSLATE),
    Kind(r"(?P<mark>\((?:game|variant))\s*\(title\b", "a Zillions game (ZRF)", _TRANSLATE),
    Kind(r'(?P<mark>\(game)\s+"', "a Ludii or Ludax game", _TRANSLATE, _LUDII),
    Kind(r"(?P<mark>\(;)\s*[A-Z]{1,2}\[", "a game record in SGF", f"{_SHEET}; game records are YAML here"),
    Kind(r'(?P<mark>[{\[])\s*(?:"[^"\n]*"\s*[:,]|\{)', "JSON", _TRANSLATE),
    Kind(r"(?P<mark>\[)[\w.-]+\]\s*\n\s*[\w.-]+\s*=", "TOML", _TRANSLATE),
    Kind(r"(?:---\s*\n)?(?P<mark>game:)(?=\s)", "a scenario file", "run its cases: hexgame test FILE", r"^cases:"),
    Kind(r"(?:---\s*\n)?(?P<mark>game:)(?=\s)", "a record of a game", "continue it: hexgame play --from FILE",
         r"^(?:moves|position):"),
    Kind(r"(?:---\s*\n)?game(?P<mark>:)[^\n]*\n(?:[a-z]+:.*\n\s+-|(?:[a-z]+:[^\n]*\n)+[a-z]+:)", "YAML", _TRANSLATE),
    Kind(r"#!.*\bpython|(?:import \w[\w.]*(?: as \w+)?|from \w[\w.]* import\b.*)$|(?:def|class) \w+(?:\(.*\))?:$",
         "a Python program", _PROGRAM, nowhere=r'^game[ \t]+"'),
    Kind(r"<!DOCTYPE\b|<(?!!--)/?[A-Za-z][\w-]*(?:\s[^<>\n]*)?>", "HTML", f"leave out its tags: {_SHEET}"),
    Kind(r"(?P<mark>(?:[$%]|PS [A-Z]:[^>\n]*>|[A-Z]:\\[^>\n]*>|\w+@[^\n$#]*[$#])) ?[\w./~-]+(?: |$)",
         "a terminal command", _FIRST),
    Kind(r"(?:error|warning)\[HG\d{3}\]|Traceback \(most recent", "an error message", _FIRST),
    Kind(r"(?P<mark>(?!game\b)[^\W\d_][^\n{}\"]*)\n(?:={3,}|-{3,})\s*$", "a Markdown heading", _FIRST),
)  # fmt: skip
"""What is pasted in place of a rule sheet or before one, by its first lines."""

_KINDS = [(re.compile(rf"\s*(?:{kind.begins})", re.MULTILINE), kind) for kind in KINDS]
_GAME = re.compile(r'^game[ \t]+"', re.MULTILINE)
_HEADS = re.compile(r"^(players|board|turn)\b", re.MULTILINE)


def another_file(source: Source) -> Diagnostic | None:
    """Return the one problem of a text that is something else, or more than one rule sheet; None for any other."""
    text = source.text
    for pattern, kind in _KINDS:
        found = pattern.match(text)
        is_whole = found and not re.search(kind.nowhere, text, re.MULTILINE)
        if found and is_whole and re.search(kind.anywhere, text, re.MULTILINE):
            start, end = _marked(text, found)
            message = f"this is {kind.name}, not a rule sheet"
            return Diagnostic("HG101", message, Span(source, start, end), help=kind.advice)
    return _second_game(source)


def _marked(text: str, found: re.Match[str]) -> tuple[int, int]:
    if found.groupdict().get("mark"):
        return found.span("mark")
    start = found.end() - len(found.group().lstrip())
    word = re.compile(r"\w+|\W").match(text, start)
    return start, word.end() if word and found.group().lstrip()[0].isalpha() else found.end()


def _second_game(source: Source) -> Diagnostic | None:
    """Where another game begins that has sections which the first has as well."""
    text = source.text
    if len(_GAME.findall(text)) < 2 or "<<<<<<<" in text:
        return None
    plain = QUIET.sub(lambda match: re.sub(r"[^\n]", '"', match.group()), text)
    first, *others = _GAME.finditer(plain)
    heads = [(each.group(), each.start()) for each in _HEADS.finditer(plain)]
    begun, ended = dict(reversed(heads)), dict(heads)
    for other in others:
        if any(begun[head] < other.start() < ended[head] for head in begun):
            begins, again = (Span(source, each.start(), each.start() + len("game")) for each in (first, other))
            return Diagnostic("HG104", "a second game begins here", again, "", ((begins, "the first begins here"),),
                              help="a file holds one game: put this one into a file of its own")  # fmt: skip
    return None
