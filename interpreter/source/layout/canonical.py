"""The canonical layout of a whole text, with its comments."""

from __future__ import annotations

from ...diagnostics.diagnostic import HexgameError
from ...diagnostics.text import Source
from ..reading.parse import parse
from .format import format_file


def formatted(source: Source) -> str:
    """A rule sheet in its canonical layout, with its comments. Raises `HexgameError` if it does not parse, or if its
    canonical text would not."""
    file, problems = parse(source)
    if file is None or problems.failed:
        raise HexgameError(problems.in_order())
    text = format_file(file, source.text)
    _, others = parse(Source(f"{source.name} (formatted)", text))
    if others.failed:
        raise HexgameError(others.in_order())
    return text


def difference(source: Source) -> str:
    """What `formatted` would change, as a unified diff; empty if nothing."""
    import difflib  # noqa: PLC0415 - only this needs it

    before, after = (text.splitlines(keepends=True) for text in (source.text, formatted(source)))
    lines = difflib.unified_diff(before, after, source.name, f"{source.name} (formatted)")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
