"""Places in texts as browsers count them: in UTF-16 code units, of which a character beyond U+FFFF has two."""

from __future__ import annotations

from bisect import bisect_left

from ....diagnostics.text import Source, Span


class Units:
    """Converts between characters of a text and its UTF-16 code units."""

    def __init__(self, text: str) -> None:
        self._size = len(text)
        self._wide = [] if text.isascii() else [at for at, each in enumerate(text) if each > "\uffff"]
        self._units = [at + number for number, at in enumerate(self._wide)]
        """The unit at which each wide character begins."""

    def of(self, at: int) -> int:
        """Return the unit at which a character begins."""
        return at + bisect_left(self._wide, at)

    def span(self, span: Span) -> dict[str, object]:
        """Return a passage as the fields of a message."""
        return {"from": self.of(span.start), "to": self.of(span.end)}

    def character(self, unit: int) -> int:
        """Return the character that begins at a unit or contains it; the end of the text for one beyond it."""
        at = min(unit - bisect_left(self._units, unit), self._size)
        return max(at, 0)


def read_as_typed(name: str, text: str) -> Source:
    """Return a text as the language reads it: every end of a line is one character, and no place has moved."""
    if text.startswith("\ufeff"):
        text = " " + text[1:]
    return Source(name, text.replace("\r\n", " \n").replace("\r", "\n"))


def stored_text(text: str) -> str:
    """Return a text as it is read from a file: without a byte order mark, its lines ended alike."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
