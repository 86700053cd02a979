"""Mending what can be mended without doubt: diagnostics whose range has one right text."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from interpreter.source.diagnostics import Diagnostic
from interpreter.source.files import read
from interpreter.source.parse import parse
from interpreter.source.text import Source
from interpreter.source.writing import replace_text

MOST_ROUNDS = 20
"""How often a text is mended and read again: one mistake may hide another."""


def mend(path: Path) -> bool:
    """Mend a file in place; whether anything was changed. What cannot be read is left as it is."""
    source = read(path)
    if not isinstance(source, Source):
        return False
    text = mended(source.text)
    if text == source.text:
        return False
    replace_text(path, text)
    return True


def mended(text: str) -> str:
    """A text with its sure mistakes mended."""
    for _ in range(MOST_ROUNDS):
        changed = _applied(text, parse(Source("", text))[1])
        if changed == text:
            break
        text = changed
    return text


def _applied(text: str, problems: Iterable[Diagnostic]) -> str:
    sure = [(each.span, each.replacement) for each in problems if each.span and each.replacement is not None]
    for span, replacement in sorted(sure, key=lambda fix: fix[0].start, reverse=True):
        text = text[: span.start] + replacement + text[span.end :]
    return text
