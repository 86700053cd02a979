"""What a picture shows besides the position: colours and texts on cells; below the board, a caption and a key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ...record import Record
from .elements import Point, label, tag

LINE = 24
"""The height of each line below the board."""

USUAL = 800
"""The width of a picture above which what stands below the board is written larger."""

SIZE, BAR = 12, 18.0
"""The size of letters, and the width of each colour of a key."""

GAP = 5.0
"""How far the texts of a key are from its colours."""

Frame = tuple[int, int, int, int]
"""Left, top, width and height of a picture, with the lines below the board."""


class Key(Record):
    """The colours of a scale, with what its beginning and its end stand for."""

    low: str
    high: str
    colours: tuple[str, ...]


@dataclass(frozen=True)
class Cover:
    """What is shown on cells besides pieces: backgrounds, texts and their colours; below the board,
    a caption and what the backgrounds mean."""

    fills: Mapping[int, str] = field(default_factory=dict)
    texts: Mapping[int, str] = field(default_factory=dict)
    inks: Mapping[int, str] = field(default_factory=dict)
    caption: str = ""
    key: Key | None = None


def height_of(width: int, caption: str, key: Key | None) -> int:
    """Return the room that is needed below a board."""
    return round(LINE * _larger(width) * ((caption != "") + (key is not None)))


def _larger(width: int) -> float:
    """How many times as large as usual letters are below a wide board, which pages show in less than its own size."""
    return max(1.0, width / USUAL)


def below(frame: Frame, caption: str, key: Key | None) -> Iterator[str]:
    """Write the caption and the key into the room that `height_of` keeps at the bottom of a picture."""
    left, top, width, height = frame
    larger = _larger(width)
    size, bar, gap = SIZE * larger, BAR * larger, GAP * larger
    middle, line = left + width / 2, top + height - height_of(width, caption, key) + size / 2
    if caption:
        yield label(Point(middle, line), caption, min(size, 1.75 * width / len(caption)), class_="words")
        line += LINE * larger
    if key:
        reach = bar * len(key.colours) / 2
        for number, colour in enumerate(key.colours):
            x = middle - reach + number * bar
            yield tag("rect", class_="key", x=x, y=line - size / 2, width=bar, height=size, fill=colour)
        yield label(Point(middle - reach - gap, line), key.low, size, class_="key", text_anchor="end")
        yield label(Point(middle + reach + gap, line), key.high, size, class_="key", text_anchor="start")
