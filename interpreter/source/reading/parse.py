"""Text to tree. Errors of syntax are reported, and parsing recovers from them by the likeliest small change."""

from __future__ import annotations

import re
from collections.abc import Container, Hashable, Iterator

from lark import Token, Tree

from ...diagnostics.diagnostic import Diagnostic, Diagnostics
from ...diagnostics.text import Source, Span
from ..syntax import tree
from ..syntax.build import DEEPEST, LARGEST, build
from ..syntax.grammar import QUIET, keywords
from ..syntax.replay import Begun, read
from ..syntax.vocabulary import also_values
from .pasted import another_file

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]|\r(?!\n)")


def parse(source: Source, unlikely: Container[Hashable] = ()) -> tuple[tree.File | None, Diagnostics]:
    """Return the tree of a rule sheet and the problems of its text; None for the tree if nothing could be parsed.

    `unlikely` changes do not mend it.
    """
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
    other = another_file(source)
    if other is not None:
        report.append(other)
        return None, report
    text = _printable(source, report)
    parsed = read(text)
    if isinstance(parsed, Begun) or _swallows(parsed, text):
        from ..recovery.mend import mend  # noqa: PLC0415 - only mistakes need it

        parsed = mend(source, text, report, parsed if isinstance(parsed, Begun) else None, unlikely)
    return build(parsed, source, report), report


_ALL = range(LARGEST)
_GIVING: dict[str, range] = {
    **dict.fromkeys(("domain", "names", "claim"), _ALL),
    **dict.fromkeys(("let", "define", "effect", "binder", "target", "chance", "variant", "named"), range(1)),
    **dict.fromkeys(("region", "zone", "piece", "portal", "graph_cell"), range(1)),
    **dict.fromkeys(("option", "var", "relation", "label"), range(2)),
    **dict.fromkeys(("quantified", "gathered", "attribute"), range(1, 2)),
}
"""The rules in which a keyword may be a name or a value, and at which places among their children."""


def _swallows(parsed: Tree[Token], text: str) -> bool:
    """Whether a keyword at the start of a line was parsed as a name: what stands before it is unfinished and would
    swallow the statement."""
    words = keywords().keys() - also_values()
    found = [
        (token, place in _GIVING.get(node.data, ()))
        for node in parsed.iter_subtrees_topdown()  # type: ignore[no-untyped-call]
        for place, token in enumerate(node.children)
        if isinstance(token, Token) and token.type == "NAME" and token in words
    ]
    given = {str(token) for token, is_given in found if is_given}
    return any(token not in given and _begins_line(text, token.start_pos or 0) for token, _ in found)


def _begins_line(text: str, start: int) -> bool:
    return not text[text.rfind("\n", 0, start) + 1 : start].strip()


def _printable(source: Source, report: Diagnostics) -> str:
    """The text with spaces in place of control characters, the first of which is reported."""
    stray = _CONTROL.search(source.text)
    if stray is None:
        return source.text
    message = f"unexpected character `U+{ord(stray.group()):04X}`"
    report.append(Diagnostic("HG001", message, Span(source, stray.start(), stray.end()), help="delete it"))
    return _CONTROL.sub(" ", source.text)


def _too_deep(text: str) -> int | None:
    """The offset of the first bracket beyond the limit of nesting; None if there is none."""
    return next((inside[-1] for inside in _open_brackets(text) if len(inside) > DEEPEST), None)


def _open_brackets(text: str) -> Iterator[list[int]]:
    """The offsets of the open brackets after each bracket of a text."""
    open_brackets: list[int] = []
    plain = QUIET.sub(lambda match: " " * len(match.group()), text)
    for match in re.finditer(r"[{}()\[\]]", plain):
        if match.group() in "{([":
            open_brackets.append(match.start())
        elif open_brackets:
            open_brackets.pop()
        yield open_brackets
