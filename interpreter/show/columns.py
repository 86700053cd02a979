"""Rows of text as columns, on every page of the terminal."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest

from ..doors.colours import unstyled

Row = tuple[str, ...]


def columns(rows: Iterable[Row], indent: str = "  ", numbers: bool = False) -> str:
    """Return rows as columns, to the left, or all but the first to the right where they are numbers.

    Rows may end early; colours take no room.
    """
    rows = list(rows)
    widths = [max(map(_width, column)) for column in zip_longest(*rows, fillvalue="")]
    return "\n".join(indent + "  ".join(_set(row, widths, numbers)).rstrip() for row in rows)


def _set(row: Row, widths: list[int], numbers: bool) -> Iterable[str]:
    for number, (text, width) in enumerate(zip(row, widths, strict=False)):
        room = " " * (width - _width(text))
        yield room + text if numbers and number else text + room


def _width(text: str) -> int:
    return len(unstyled(text))
