"""Text to tree. What is broken is reported and read as what it most likely was; the rest is read as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lark import UnexpectedInput

from interpreter.source import tree
from interpreter.source.build import DEEPEST, build
from interpreter.source.diagnostics import Diagnostic, Diagnostics
from interpreter.source.grammar import parser
from interpreter.source.text import Source, Span

_TEXT = r'"""(?:[^"]|"(?!""))*"""|"(?!"")[^"\n]*"'
_QUIET = re.compile(rf"{_TEXT}|#[^\n]*")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]|\r(?!\n)")


def parse(source: Source) -> tuple[tree.File | None, Diagnostics]:
    """The tree of a rule sheet and the problems of its text; None where nothing could be read."""
    report = Diagnostics()
    if not source.text.strip():
        report.append(
            Diagnostic(
                "HG102",
                "the file is empty",
                Span(source, 0, 0),
                expected="a rule sheet, beginning with its title",
                help='begin with: game "My game"',
            )
        )
        return None, report
    deep = _too_deep(source.text)
    if deep is not None:
        message = f"brackets nested deeper than {DEEPEST} levels"
        report.append(Diagnostic("HG004", message, Span(source, deep, deep + 1), help="name parts with `let`"))
        return None, report
    text = _printable(source, report)
    try:
        parsed = parser().parse(text)
    except UnexpectedInput:
        from interpreter.source.mend import mend  # noqa: PLC0415 - only mistakes need it

        parsed = mend(source, text, report)
    return build(parsed, source, report), report


def _printable(source: Source, report: Diagnostics) -> str:
    """The text with a space for each character that is not to be seen, the first of which is reported."""
    stray = _CONTROL.search(source.text)
    if stray is None:
        return source.text
    message = f"unexpected character `U+{ord(stray.group()):04X}`"
    report.append(Diagnostic("HG001", message, Span(source, stray.start(), stray.end()), help="delete it"))
    return _CONTROL.sub(" ", source.text)


def _too_deep(text: str) -> int | None:
    """The offset of the first bracket that is nested too deep."""
    return next((inside[-1] for inside in _open_brackets(text) if len(inside) > DEEPEST), None)


def _open_brackets(text: str) -> Iterator[list[int]]:
    """The offsets of the brackets that are open, after each bracket of a text."""
    open_brackets: list[int] = []
    plain = _QUIET.sub(lambda match: " " * len(match.group()), text)
    for match in re.finditer(r"[{}()\[\]]", plain):
        if match.group() in "{([":
            open_brackets.append(match.start())
        elif open_brackets:
            open_brackets.pop()
        yield open_brackets
