"""Sheets that were copied with what stood before each line: a diff, a quoted message, line numbers."""

from __future__ import annotations

import re

from ....diagnostics.diagnostic import Diagnostic, Diagnostics, Doubts
from ....diagnostics.text import Source, Span

_HUNK = re.compile(r"^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@.*$", re.MULTILINE)
_HEADER = re.compile(r"diff |index |--- |\+\+\+ |@@ |\\ No newline")
_MARGINS = (re.compile(r"(?:[>+|] ?)+"), re.compile(r" *\d+[.:|]?(?:[ \t]|$)"))
FEWEST_LINES = 3
"""So many lines must begin alike."""


def unquoted_lines(source: Source, text: str, report: Diagnostics) -> str:
    """Return the text with spaces for what stands before its lines and belongs to none, and report that once."""
    lines = text.split("\n")
    written = [line for line in lines if line.strip()]
    if not written:
        return text
    first = text.find(written[0])
    if _HUNK.search(text) and all(line[0] in "+- " or _HEADER.match(line) for line in written):
        return "\n".join(map(_after, _without_diff(source, lines, first, report)))
    for margin in _MARGINS:
        matches = [margin.match(line) for line in written]
        if len(written) >= FEWEST_LINES and all(matches):
            sign = matches[0].group().strip()  # type: ignore[union-attr]
            said = f"each line begins with `{sign}`" if not sign[0].isdecimal() else "each line begins with its number"
            help_text = "copy the sheet without what stands before its lines"
            report.append(Diagnostic("HG101", said, Span(source, first, first + len(sign)), help=help_text))
            return "\n".join(margin.sub(lambda found: " " * len(found.group()), line, 1) for line in lines)
    return text


def _without_diff(source: Source, lines: list[str], first: int, report: Diagnostics) -> list[str]:
    """The lines of a diff, blank where they were removed or are not of the sheet."""
    gone = [line for line in lines if _HEADER.match(line) or line.startswith("-")]
    lost = {word for line in gone for word in re.findall(r"\w+", line)}
    report.doubts.add(Doubts([Span(source, 0, 0)], lost))
    report.append(Diagnostic(
        "HG101", "this is a diff, not a rule sheet", Span(source, first, source.text.find("\n", first)),
        help="keep the lines that begin with `+` or a space, without that first character"))  # fmt: skip
    return [" " * len(line) if _HEADER.match(line) or line.startswith("-") else line for line in lines]


def _after(line: str) -> str:
    return f" {line[1:]}" if line else line
