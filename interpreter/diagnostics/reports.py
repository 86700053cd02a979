"""Diagnostics for logs and machines: one line each, JSON, annotations of a pull request."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator

from ..doors.visible import escaped, on_one_line, visible
from .diagnostic import Diagnostic
from .render import render_all
from .text import Span


def concise(diagnostics: Iterable[Diagnostic]) -> str:
    """One line each: `file:line:column: error[CODE]: message (expected …; help)`."""
    return "\n".join(on_one_line(_line(diagnostic)) for diagnostic in diagnostics)


def _line(diagnostic: Diagnostic) -> str:
    where = f"{diagnostic.span}: " if diagnostic.span else ""
    advice = "; ".join(_advice(diagnostic))
    text = f"{diagnostic.message} ({advice})" if advice else diagnostic.message
    return f"{where}{diagnostic.severity.value}[{diagnostic.code}]: {text}".replace("\n", " ")


def _advice(diagnostic: Diagnostic) -> Iterator[str]:
    """What was expected, and how to mend it."""
    if diagnostic.expected:
        yield f"expected {diagnostic.expected}"
    if diagnostic.help:
        yield diagnostic.help


def as_json(diagnostics: Iterable[Diagnostic]) -> str:
    """A list of objects; lines and columns count from 1, an end column is the one after the last character."""
    return escaped(json.dumps([_object(diagnostic) for diagnostic in diagnostics], ensure_ascii=False, indent=2))


def _object(diagnostic: Diagnostic) -> dict[str, object]:
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        **(_place(diagnostic.span) if diagnostic.span else {}),
        "label": diagnostic.label,
        "related": [{**_place(span), "label": label} for span, label in diagnostic.related],
        "expected": diagnostic.expected,
        "help": diagnostic.help,
    }


def _place(span: Span) -> dict[str, object]:
    end_line, end_column = span.end_position
    return {
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "end_line": end_line,
        "end_column": end_column,
    }


def github(diagnostics: Iterable[Diagnostic]) -> str:
    """Workflow commands that annotate a pull request (docs.github.com, "Workflow commands")."""
    return "\n".join(map(_annotation, diagnostics))


def _annotation(diagnostic: Diagnostic) -> str:
    place = _place(diagnostic.span) if diagnostic.span else {}
    fields = {
        "file": place.get("file"), "line": place.get("line"), "endLine": place.get("end_line"),
        "col": place.get("column"), "endColumn": place.get("end_column"), "title": diagnostic.code,
    }  # fmt: skip
    shown = ",".join(
        f"{key}={_escaped(visible(str(value)), ':,')}" for key, value in fields.items() if value is not None
    )
    text = "\n".join([diagnostic.message, *_advice(diagnostic)])
    return f"::{diagnostic.severity.value} {shown}::{_escaped(visible(text))}"


def _escaped(text: str, more: str = "") -> str:
    for character in "%\r\n" + more:
        text = text.replace(character, f"%{ord(character):02X}")
    return text


FORMATS: dict[str, Callable[[Iterable[Diagnostic]], str]] = {
    "full": render_all, "concise": concise, "json": as_json, "github": github,
}  # fmt: skip
