"""The library as a map: length across, width upwards; colour tells balance, size depth, a ring draws."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from ...reports.library.kept import BALANCE, DEPTH, DRAWS, LENGTH, WIDTH, Figures, kept
from ..pictures.elements import clean, tag
from ..pictures.paint import mix
from ..pictures.picture import FONTS

SIDE, HIGH, MARGIN = 760, 520, 60
"""The width and height of the map in pixels, and the room around its plot."""

EVEN, UNEVEN = "#2f7d5b", "#c2502f"
"""Colours of games that are even, and of those that one colour always wins."""

GRID = "#88888844"

FULLY = 0.25
"""How far from one half the first colour's share is where a dot has the colour of the uneven."""

LEAST, MOST = 4.0, 10.0
"""The radius of a dot of which depth is 50 %, and of one of 100 %."""

DRAWN = 0.05
"""From which share of draws on a game has a ring."""

TICKS = (5, 10, 20, 50, 100, 200, 500, 1000)


def atlas_svg(own: Figures, title: str = "", named: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return the map as an SVG. `own` are the figures of a game to point at, `title` what it is called; of the games
    `named`, given by their names in the library, the titles are written."""
    rows = {stem: row.figures for stem, row in kept().items() if has_place(row.figures)}
    every = [*rows.values(), *([own] if has_place(own) else [])]
    across = _Scale([each[LENGTH].value for each in every], MARGIN, SIDE - MARGIN)
    upward = _Scale([each[WIDTH].value for each in every], HIGH - MARGIN, MARGIN)
    parts = [tag("title", clean(f"{len(rows)} games by length and width")),
             *_axes(across, upward)]  # fmt: skip
    parts += [_dot(stem, each, across, upward) for stem, each in rows.items()]
    taken = [(across.at(own[LENGTH].value), upward.at(own[WIDTH].value))] if has_place(own) else []
    for x, y in taken:
        parts.append(_dot("", own, across, upward))
        parts.append(tag("circle", cx=x, cy=y, r=MOST + 4, fill="none", stroke="currentColor", stroke_width=3,
                         class_="own"))  # fmt: skip
        parts.append(_written(title, x, y - MOST - 9, font_size=19, font_weight="bold"))
    for stem, name in named.items():
        x, y = (across.at(rows[stem][LENGTH].value), upward.at(rows[stem][WIDTH].value)) if stem in rows else (0.0, 0.0)
        if x and all(abs(x - to_x) > APART or abs(y - to_y) > LINE for to_x, to_y in taken):
            parts.append(_written(name, x, y + MOST + 14 if y < HIGH - 2 * MARGIN else y - MOST - 5, font_size=16))
            taken.append((x, y))
    return tag("svg", "\n" + "\n".join(parts) + "\n", width=SIDE, height=HIGH,
               viewBox=f"0 0 {SIDE} {HIGH}", font_family=FONTS, text_anchor="middle", fill="currentColor")  # fmt: skip


def has_place(figures: Figures) -> bool:
    """Whether a game has what the map shows."""
    return {LENGTH, WIDTH} <= {*figures}


APART, LINE = 120, 42
"""Names of games that are nearer to each other than this, in pixels, would be written over one another."""


def _written(text: str, x: float, y: float, **look: str | float) -> str:
    """A name at a dot, which stays within the map."""
    side = "start" if x < SIDE / 4 else "end" if x > SIDE * 3 / 4 else "middle"
    return tag("text", clean(text), x=x, y=max(y, 14), text_anchor=side, **look)


class _Scale:
    """Where numbers lie between two pixels, by their logarithms."""

    def __init__(self, values: list[float], first: float, last: float) -> None:
        logs = [math.log(max(each, 1.0)) for each in values] or [0.0]
        self.low, self._first = min(logs), first
        self.high = max(logs)
        self._pace = (last - first) / max(self.high - self.low, 1e-9)

    def at(self, value: float) -> float:
        """Return the pixel of a value."""
        return round(self._first + (math.log(max(value, 1.0)) - self.low) * self._pace, 1)

    @property
    def ticks(self) -> list[int]:
        """Round numbers between the ends."""
        return [each for each in TICKS if self.low <= math.log(each) <= self.high]


def _axes(across: _Scale, upward: _Scale) -> Iterator[str]:
    for value in across.ticks:
        x = across.at(value)
        yield tag("line", x1=x, x2=x, y1=MARGIN / 2, y2=HIGH - MARGIN + 15, stroke=GRID)
        yield tag("text", str(value), x=x, y=HIGH - MARGIN + 30, font_size=15)
    for value in upward.ticks:
        y = upward.at(value)
        yield tag("line", x1=MARGIN - 15, x2=SIDE - MARGIN / 2, y1=y, y2=y, stroke=GRID)
        yield tag("text", str(value), x=MARGIN - 30, y=y + 4, font_size=15)
    yield tag("text", "decisions in a game →", x=SIDE - MARGIN, y=HIGH - 8, font_size=16, text_anchor="end")
    yield tag("text", "↑ legal moves at a decision", x=8, y=18, font_size=16, text_anchor="start")


def _dot(stem: str, figures: Figures, across: _Scale, upward: _Scale) -> str:
    balance, depth, draws = (figures.get(name) for name in (BALANCE, DEPTH, DRAWS))
    uneven = min(abs(balance.value - 0.5) / FULLY, 1.0) if balance else 0.0
    deep = max(0.0, 2 * depth.value - 1) if depth else 0.0
    is_ringed = draws is not None and draws.value >= DRAWN
    look: dict[str, str | float] = {"stroke": "currentColor", "stroke_width": 2} if is_ringed else {}
    fill = mix(EVEN, UNEVEN, uneven) if balance else "#999999"
    x, y, radius = across.at(figures[LENGTH].value), upward.at(figures[WIDTH].value), LEAST + deep * (MOST - LEAST)
    named = {"data_game": stem} if stem else {}
    return tag(
        "circle",
        tag("title", clean(stem)) if stem else "",
        cx=x,
        cy=y,
        r=round(radius, 1),
        fill=fill,
        fill_opacity=0.8,
        **named,
        **look,
    )
