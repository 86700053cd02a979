"""Elements of SVG documents, as text, and the points where they lie."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import hypot
from xml.sax.saxutils import escape, quoteattr

from ...doors.visible import on_one_line


@dataclass(frozen=True)
class Point:
    """A point or a vector of the plane."""

    x: float
    y: float

    def __add__(self, other: Point) -> Point:
        return Point(self.x + other.x, self.y + other.y)

    def __mul__(self, factor: float) -> Point:
        return Point(self.x * factor, self.y * factor)

    @property
    def key(self) -> tuple[float, float]:
        """A key that coinciding points share, in spite of rounding errors."""
        return round(self.x, 2), round(self.y, 2)

    @property
    def unit(self) -> Point:
        """The vector of one pixel in the same direction."""
        length = hypot(self.x, self.y)
        return self * (1 / length) if length else self


def layer(name: str, items: Iterable[str], **attributes: str | float) -> str:
    """Return a group of drawings, one per line; an empty text if there are none."""
    lines = list(items)
    return tag("g", "\n" + "\n".join(lines) + "\n", class_=name, **attributes) if lines else ""


def tag(name: str, inside: str = "", **attributes: str | float) -> str:
    """Return an element around XML text; `stroke_width` becomes `stroke-width`, `class_` becomes `class`."""
    listed = "".join(
        f" {key.rstrip('_').replace('_', '-')}={_quoted(value if isinstance(value, str) else number(value))}"
        for key, value in attributes.items()
    )
    return f"<{name}{listed}>{inside}</{name}>" if inside else f"<{name}{listed}/>"


def label(at: Point, text: str, size: float, **attributes: str | float) -> str:
    """Return a text centred on a point; `size` is the font size."""
    return tag("text", clean(text), x=at.x, y=at.y + 0.36 * size, font_size=size, **attributes)


def clean(text: str) -> str:
    """Return a text on one line, with what XML would take for a sign written out."""
    return escape(on_one_line(text))


def points(along: Iterable[Point]) -> str:
    """Return points as the attribute of a line or polygon."""
    return " ".join(f"{number(point.x)},{number(point.y)}" for point in along)


@lru_cache(maxsize=4096)
def _quoted(value: str) -> str:
    """Return the value of an attribute; positions of a game have most of them in common."""
    return quoteattr(value)


@lru_cache(maxsize=4096)
def number(value: float) -> str:
    """Write a number with at most two decimals, never as `-0`."""
    return f"{round(value, 2) + 0:.2f}".rstrip("0").rstrip(".")
