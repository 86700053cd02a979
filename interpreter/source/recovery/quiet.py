"""What stands outside texts and comments, in which anything may stand."""

from __future__ import annotations

import re
from collections.abc import Iterator

_QUIET = re.compile(r'"""(?:[^"]|"(?!""))*"""|"(?!"")[^"\n]*"|#[^\n]*')


def outside_texts(pattern: re.Pattern[str], text: str) -> list[re.Match[str]]:
    """Return the matches that begin neither in a text nor in a comment."""
    return [*_beside(pattern, text, list(_QUIET.finditer(text)))]


def _beside(pattern: re.Pattern[str], text: str, quiet: list[re.Match[str]]) -> Iterator[re.Match[str]]:
    waiting = iter(quiet)
    inside = next(waiting, None)
    for found in pattern.finditer(text):
        while inside is not None and inside.end() <= found.start():
            inside = next(waiting, None)
        if inside is None or found.start() < inside.start():
            yield found
