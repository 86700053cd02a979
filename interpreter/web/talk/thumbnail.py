"""A drawing of a position made small: what is alike becomes one path, and what is too small to be seen is left out.

The page puts it into itself, so that it is coloured as all boards are (`page/board/themes.css`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

Spot = tuple[float, float]

LARGEST = 32 << 10
"""The most characters of a small drawing that pages are sent."""

FINE = 500
"""Drawings less wide and high than this are rounded to a tenth of a unit, all others to whole units."""

_PREFIX = "{http://www.w3.org/2000/svg}"
_LEFT_OUT = re.compile(r"labels|coordinate|caption|name")
"""Layers and texts that are too small to be read."""

_SHAPES = {"points", "d", "cx", "cy", "r", "x", "y", "width", "height", "x1", "y1", "x2", "y2", "font-size"}
_UNSEEN = {"data-place", "data-owner", "pointer-events", "font-family", "text-anchor", "tabindex"}
_STEP = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@dataclass
class _Pen:
    """What has been drawn: the elements, and the corners of what they cover."""

    digits: int
    written: list[str] = field(default_factory=list)
    corners: list[Spot] = field(default_factory=list)

    def number(self, value: float) -> str:
        """Return a number as it is written here."""
        return f"{round(value, self.digits) + 0:g}"

    def rounded(self, text: str) -> str:
        """Return a text with all numbers in it as they are written here."""
        return _NUMBER.sub(lambda found: self.number(float(found[0])), text)

    def outline(self, spots: Sequence[Spot]) -> str:
        """Return the path along spots, each seen from the one before: outlines that are alike are written alike."""
        near = [(round(x, self.digits), round(y, self.digits)) for x, y in spots]
        begin = ",".join(map(self.number, near[0]))
        return f"M{begin}" + "".join(self.step(x - left, y - top) for (left, top), (x, y) in pairwise(near))

    def step(self, x: float, y: float) -> str:
        """Return a step of a path."""
        if not y:
            return f"h{self.number(x)}"
        return f"l{self.number(x)},{self.number(y)}" if x else f"v{self.number(y)}"

    def dot(self, element: ElementTree.Element, radius: float) -> str:
        """Return how a disc looks that is drawn as a line without length."""
        look = {"class": f"{element.get('class', '')} dots", "stroke": element.get("fill", "")}
        look |= {"stroke-width": self.number(2 * radius), "stroke-linecap": "round"}
        look |= {name: value for name, value in element.attrib.items() if name in ("data-paint", "data-mark")}
        return "".join(f" {name}={quoteattr(value)}" for name, value in look.items())

    def covers(self, spots: Sequence[Spot], margin: float) -> None:
        """Note what is drawn as far as a margin around spots."""
        self.corners += [(x + dx, y + dy) for x, y in spots for dx, dy in ((-margin, -margin), (margin, margin))]


def thumbnail(ground: str, stones: str, view: Sequence[float], seen: Sequence[float]) -> str:
    """Return the board and the stones of a scene as a small SVG document; the board alone if both are too much.

    `view` is all that is drawn, `seen` the part of it that is shown.
    """
    pen = _Pen(0 if max(view[2:]) > FINE else 1)
    for group in (ground, stones):
        for child in ElementTree.fromstring(group):  # noqa: S314 - it was drawn here
            _layer(pen, child)
    left, top = (math.floor(min(each[axis] for each in pen.corners)) for axis in (0, 1)) if pen.corners else view[:2]
    right, low = (math.ceil(max(each[axis] for each in pen.corners)) for axis in (0, 1)) if pen.corners else view[2:]
    box = (left, top, right - left, low - top) if list(seen) == list(view) else seen
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(map(str, box))}">'
    text = f"{head}{''.join(pen.written)}</svg>"
    return text if len(text) <= LARGEST else f"{head}</svg>"


def _layer(pen: _Pen, group: ElementTree.Element) -> None:
    """Draw a layer: the runs of its elements that look alike as one path each, the others as they are."""
    if _LEFT_OUT.search(group.get("class", "")):
        return
    wide = float(group.get("stroke-width", 0)) / 2
    pen.written.append(f"<g{_look(group)}>")
    drawn = (_drawn(pen, each, wide) for each in group if not _is_unseen(each))
    for look, paths in groupby(drawn, lambda each: each[0]):
        inside = "".join(path for _, path in paths)
        pen.written.append(f'<path d="{inside}"{look}/>' if look else inside)
    pen.written.append("</g>")


def _is_unseen(element: ElementTree.Element) -> bool:
    is_text = element.tag == f"{_PREFIX}text" and _LEFT_OUT.search(element.get("class", ""))
    return bool(is_text) or {element.get("fill"), element.get("stroke")} == {"none"}


def _drawn(pen: _Pen, element: ElementTree.Element, wide: float) -> tuple[str, str]:
    """Return how an element looks, with its path; where it cannot be part of a path, nothing with its text."""
    kind, own, look = element.tag.removeprefix(_PREFIX), _numbers(element), _look(element)
    wide = float(element.get("stroke-width", 2 * wide)) / 2
    match kind:
        case "polygon":
            spots = _pairs(element.get("points", ""))
            pen.covers(spots, wide)
            if "stone" not in element.get("class", ""):
                return look, pen.outline(spots) + "z"
        case "line":
            ends = [(own["x1"], own["y1"]), (own["x2"], own["y2"])]
            pen.covers(ends, wide)
            return f'{look} fill="none"', pen.outline(ends)
        case "path":
            steps = element.get("d", "")
            pen.covers([spot for step, rest in _STEP.findall(steps) if step.isupper() for spot in _pairs(rest)], wide)
            return "", f'<path d="{pen.rounded(steps)}"{look}/>'
        case "circle":
            pen.covers([(own["cx"], own["cy"])], own["r"] + wide)
            if element.get("fill") != "none" and element.get("class") != "stone":
                return pen.dot(element, own["r"]), f"M{pen.number(own['cx'])},{pen.number(own['cy'])}h0"
    sizes = "".join(f' {name}="{pen.rounded(element.attrib[name])}"' for name in element.attrib if name in _SHAPES)
    inside = escape(element.text or "") if kind == "text" else ""
    return "", f"<{kind}{sizes}{look}>{inside}</{kind}>" if inside else f"<{kind}{sizes}{look}/>"


def _look(element: ElementTree.Element) -> str:
    """Return the attributes that say how an element looks."""
    kept = {name: value for name, value in element.attrib.items() if name not in _SHAPES | _UNSEEN}
    if "data-cell" in kept:
        kept["data-cell"] = ""
    return "".join(f" {name}={quoteattr(value)}" for name, value in kept.items())


def _numbers(element: ElementTree.Element) -> dict[str, float]:
    return {name: float(value) for name, value in element.attrib.items() if name in _SHAPES - {"points", "d"}}


def _pairs(text: str) -> list[Spot]:
    found = [float(each) for each in _NUMBER.findall(text)]
    return list(zip(found[::2], found[1::2], strict=False))
