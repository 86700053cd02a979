"""Diagnostics as text for people: the excerpt, the exact range, what was expected, how to mend it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from interpreter.source.diagnostics import Diagnostic
from interpreter.source.text import Source, Span

WIDEST = 160
"""Longer lines are cut around the marked range."""

Paint = Callable[[str, str], str]
"""(text, role) → text; roles are `error`, `warning`, `note` and `frame`."""


def plain(text: str, role: str) -> str:
    """No colour."""
    return text


def render_all(diagnostics: Iterable[Diagnostic], paint: Paint = plain) -> str:
    return "\n\n".join(render(diagnostic, paint) for diagnostic in diagnostics)


def render(diagnostic: Diagnostic, paint: Paint = plain) -> str:
    """One diagnostic, without a final newline."""
    role = diagnostic.severity.value
    lines = [paint(f"{role}[{diagnostic.code}]", role) + f": {diagnostic.message}"]
    margin = " "
    if diagnostic.span is not None:
        marks = [(diagnostic.span, diagnostic.label, role)]
        marks += [(span, label, "note") for span, label in diagnostic.related]
        here = [mark for mark in marks if mark[0].source is diagnostic.span.source]
        margin = " " * len(str(max(span.line for span, _, _ in marks)))
        lines.append(f"{margin}{paint('-->', 'frame')} {diagnostic.span}")
        lines += _excerpt(here, margin, paint)
        for mark in marks:
            if mark not in here:
                lines.append(f"{margin}{paint(':::', 'frame')} {mark[0]}")
                lines += _excerpt([mark], margin, paint)
    for word, text in (("expected", diagnostic.expected), ("help", diagnostic.help)):
        if text:
            lines.append(f"{margin} {paint('=', 'frame')} {word}: {text}")
    lines.append(f"{margin} {paint('=', 'frame')} explain: hexgame explain {diagnostic.code}")
    return visible("\n".join(lines))


def visible(text: str) -> str:
    """A text that cannot do anything to a terminal but be read; colours are kept."""
    return _CONTROL.sub("�", text)


_CONTROL = re.compile("(?!\x1b\\[[0-9;]*m)[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def _excerpt(marks: list[tuple[Span, str, str]], margin: str, paint: Paint) -> list[str]:
    bar = paint("|", "frame")
    lines = [f"{margin} {bar}"]
    previous = None
    for span, label, role in sorted(marks, key=lambda mark: mark[0].start):
        if span.line != previous:
            if previous is not None and span.line > previous + 1:
                lines.append(f"{margin} {paint('⋮', 'frame')}")
            number = paint(str(span.line).rjust(len(margin)), "frame")
            text, column = _window(span.source, span)
            lines.append(f"{number} {bar} {text}".rstrip())
        else:
            text, column = _window(span.source, span)
        width = max(1, min(span.end - span.start, len(text) - column + 1))
        sign = "^" if role != "note" else "-"
        mark = paint(f"{sign * width} {label}".rstrip(), role)
        lines.append(f"{margin} {bar} {' ' * (column - 1)}{mark}")
        previous = span.line
    return lines


def _window(source: Source, span: Span) -> tuple[str, int]:
    """The line with its tabs and control characters made visible widths, cut when long; and the mark's column."""
    text = "".join(character if character.isprintable() else " " for character in source.line(span.line))
    column = span.column
    if len(text) <= WIDEST:
        return text, column
    start = max(0, min(column - 1 - WIDEST // 4, len(text) - WIDEST))
    return "…" + text[start + 1 : start + WIDEST] if start else text[:WIDEST], column - start
