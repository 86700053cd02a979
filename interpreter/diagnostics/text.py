"""Texts and places in them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from ..record import Single


class Source(Single):
    """A text and its name: a path, or `-` for standard input."""

    name: str
    text: str

    def __repr__(self) -> str:
        return f"<Source {self.name}, {len(self.text):,} characters>"

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(i + 1 for i, character in enumerate(self.text) if character == "\n")]

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from 1."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line, counted from 1, without its line end."""
        start = self._line_starts[number - 1]
        return self.text[start:].split("\n", 1)[0].rstrip("\r")


def hash_of(sources: Iterable[Source]) -> str:
    """Return the SHA-256 of texts, one after another, as hexadecimal digits."""
    import hashlib  # noqa: PLC0415 - it takes a moment

    digest = hashlib.sha256()
    for source in sources:
        digest.update(source.text.encode())
        digest.update(b"\0")
    return digest.hexdigest()


@dataclass(frozen=True)
class Span:
    """The characters of a source from `start` up to, but not including, `end`."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        """The line of the first character, counted from 1."""
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """The column of the first character, counted from 1."""
        return self.source.position(self.start)[1]

    @property
    def end_position(self) -> tuple[int, int]:
        """The line and column just after the last character."""
        return self.source.position(self.end)

    @property
    def text(self) -> str:
        """The characters."""
        return self.source.text[self.start : self.end]

    def within(self, other: Span) -> bool:
        """Whether another span contains this one."""
        return self.source is other.source and other.start <= self.start and self.end <= other.end

    def meets(self, other: Span) -> bool:
        """Whether two spans have a character in common."""
        return self.source is other.source and self.start < other.end and other.start < self.end

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"
