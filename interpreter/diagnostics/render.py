"""Diagnostics as text for people: an excerpt with the range marked, what was expected, how to fix it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby

from ..doors.visible import in_columns, on_one_line, visible
from .diagnostic import Diagnostic
from .text import Span

WIDEST = 160
"""Longer lines are cut around the range."""

Paint = Callable[[str, str], str]
"""(text, role) → text; roles are `error`, `warning`, `note` and `frame`."""


def plain(text: str, role: str) -> str:
    """No colour."""
    return text


def render_all(diagnostics: Iterable[Diagnostic], paint: Paint = plain) -> str:
    """Diagnostics with an empty line between them."""
    return "\n\n".join(render(diagnostic, paint) for diagnostic in diagnostics)


def render(diagnostic: Diagnostic, paint: Paint = plain) -> str:
    """One diagnostic, without a final newline."""
    role = diagnostic.severity.value
    lines = [paint(f"{role}[{diagnostic.code}]", role) + f": {on_one_line(diagnostic.message)}"]
    margin = " "
    if diagnostic.span is not None:
        marks = [(diagnostic.span, on_one_line(diagnostic.label), role)]
        marks += [(span, on_one_line(label), "note") for span, label in diagnostic.related]
        here = [mark for mark in marks if mark[0].source is diagnostic.span.source]
        margin = " " * len(str(max(span.line for span, _, _ in marks)))
        lines.append(f"{margin}{paint('-->', 'frame')} {on_one_line(str(diagnostic.span))}")
        lines += _excerpt(here, margin, paint)
        for mark in marks:
            if mark not in here:
                lines.append(f"{margin}{paint(':::', 'frame')} {on_one_line(str(mark[0]))}")
                lines += _excerpt([mark], margin, paint)
    for word, text in (("expected", diagnostic.expected), ("help", diagnostic.help)):
        if text:
            lines.append(f"{margin} {paint('=', 'frame')} {word}: {visible(text)}")
    lines.append(f"{margin} {paint('=', 'frame')} explain: hexgame explain {diagnostic.code}")
    return "\n".join(lines)


def _excerpt(marks: list[tuple[Span, str, str]], margin: str, paint: Paint) -> list[str]:
    bar = paint("|", "frame")
    lines = [f"{margin} {bar}"]
    previous = None
    for number, group in groupby(sorted(marks, key=_start), key=lambda mark: mark[0].line):
        on_line = list(group)
        if previous is not None and number > previous + 1:
            lines.append(f"{margin} {paint('⋮', 'frame')}")
        text, cut = _window(on_line[0][0].source.line(number), on_line[0][0].column)
        lines.append(f"{paint(str(number).rjust(len(margin)), 'frame')} {bar} {text}".rstrip())
        for span, label, role in on_line:
            column = min(span.column - cut, len(text))
            width = max(1, min(span.end - span.start, len(text) - column + 1))
            mark = paint(f"{('-' if role == 'note' else '^') * width} {label}".rstrip(), role)
            lines.append(f"{margin} {bar} {' ' * (column - 1)}{mark}")
        previous = number
    return lines


def _start(mark: tuple[Span, str, str]) -> int:
    return mark[0].start


def _window(line: str, column: int) -> tuple[str, int]:
    """A line without unprintable characters, cut around a column if long; and how much was cut from its start."""
    text = in_columns(line)
    if len(text) <= WIDEST:
        return text, 0
    start = max(0, min(column - 1 - WIDEST // 4, len(text) - WIDEST))
    shown = text[start : start + WIDEST]
    shown = "…" + shown[1:] if start else shown
    return (shown[:-1] + "…" if start + WIDEST < len(text) else shown), start
