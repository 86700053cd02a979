"""What a picture shows besides the position: colours and texts on cells; below the board, a caption and a key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ...record import Record
from .elements import label, tag
from .geometry import Point

LINE = 24
"""The height of each line below the board."""

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


def height_of(caption: str, key: Key | None) -> int:
    """Return the room that is needed below the board."""
    return LINE * ((caption != "") + (key is not None))


def below(frame: Frame, caption: str, key: Key | None) -> Iterator[str]:
    """Write the caption and the key into the room that `height_of` keeps at the bottom of a picture."""
    left, top, width, height = frame
    middle, line = left + width / 2, top + height - height_of(caption, key) + LINE / 2 - SIZE / 2
    if caption:
        yield label(Point(middle, line), caption, min(SIZE, 1.75 * width / len(caption)), class_="words")
        line += LINE
    if key:
        reach = BAR * len(key.colours) / 2
        for number, colour in enumerate(key.colours):
            x = middle - reach + number * BAR
            yield tag("rect", class_="key", x=x, y=line - SIZE / 2, width=BAR, height=SIZE, fill=colour)
        yield label(Point(middle - reach - GAP, line), key.low, SIZE, class_="key", text_anchor="end")
        yield label(Point(middle + reach + GAP, line), key.high, SIZE, class_="key", text_anchor="start")
