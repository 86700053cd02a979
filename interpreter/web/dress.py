"""Boards as pages show them, as pictures that stand alone: in a theme, by day or by lamplight."""

from __future__ import annotations

from functools import cache
from xml.etree import ElementTree

from ..resources import resource
from ..show.boards.words import Shown, standing
from ..show.pictures.elements import clean, tag
from ..show.pictures.ground import Ground
from ..show.pictures.picture import FONTS, ground_group, ground_of, part, stones_group
from .cascade import Element, Sheet

_GLOSSY, _STOPS = ("red", "blue", "black", "white"), (0, 0.55, 1)
_SVG = "http://www.w3.org/2000/svg"
_DRAWN = ("fill", "stroke", "stroke-width", "opacity", "stop-color")


def dressed(
    shown: Shown, theme: str, is_dark: bool = False, ground: Ground | None = None, *, follows: bool = False
) -> str:
    """Return a position as a page shows it, as a standalone SVG document; `follows` as for `picture.svg`."""
    ground = ground or ground_of(shown.game)
    left, top, width, height = part([shown], ground) if follows else ground.frame
    parts = [
        tag("title", clean(f"{shown.game.title}: {standing(shown)}")),
        tag("rect", class_="paper", x=left, y=top, width=width, height=height),
        glosses(),
        ground_group(ground),
        stones_group(shown, ground),
    ]
    text = tag("svg", "".join(parts), xmlns=_SVG, width=width, height=height, viewBox=f"{left} {top} {width} {height}",
               role="img", font_family=FONTS, text_anchor="middle", data_theme=theme)  # fmt: skip
    return worn(text, is_dark)


def worn(text: str, is_dark: bool) -> str:
    """Return an SVG document in the colours of the theme that `data-theme` names at its root."""
    root = ElementTree.fromstring(text)  # noqa: S314 - our own drawing
    for element, values in _sheet().styled(root, is_dark):
        _put_on(element, values)
    del root.attrib["data-theme"]
    ElementTree.register_namespace("", _SVG)
    return ElementTree.tostring(root, encoding="unicode")


def _put_on(element: Element, values: dict[str, str]) -> None:
    for name in _DRAWN:
        if name in values:
            element.set(name, values[name].partition(" ")[0] if values[name].startswith("url") else values[name])


def glosses() -> str:
    """The gradients of stones, which a page has beside the board."""
    gradients = (
        tag("radialGradient", "".join(tag("stop", offset=stop) for stop in _STOPS), id=f"gloss-{paint}",
            data_paint=paint, cx=0.36, cy=0.3, r=0.78)
        for paint in _GLOSSY
    )  # fmt: skip
    return tag("defs", "".join(gradients), id="glosses")


@cache
def _sheet() -> Sheet:
    page = resource("web") / "page"
    tokens = (page / "style.css").read_text("utf-8")
    paper = next(line for line in tokens.splitlines() if line.strip().startswith("--paper:"))
    sheet = f":root {{ {paper} }} .paper {{ fill: var(--paper); }}" + (page / "board" / "themes.css").read_text("utf-8")
    return Sheet(sheet.replace('url("', "url(").replace('")', ")"))
