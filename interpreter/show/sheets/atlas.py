"""The library as a map: length across, width upwards; colour tells balance, size depth, a ring draws."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ...reports.library.kept import BALANCE, DEPTH, DRAWS, LENGTH, WIDTH, Figures, kept
from ..pictures.elements import clean, tag
from ..pictures.paint import mix
from ..pictures.picture import FONTS

SIDE, HIGH, MARGIN = 760, 520, 60
"""The width and height of the map in pixels, and the room around its plot."""

EVEN, UNEVEN, OWN = "#2f7d5b", "#c2502f", "#1b1b1b"
"""Colours of games that are even, of those that one colour always wins, and around one's own."""

GRID = "#dddddd"

FULLY = 0.25
"""How far from one half the first colour's share is where a dot has the colour of the uneven."""

LEAST, MOST = 4.0, 10.0
"""The radius of a dot of which depth is 50 %, and of one of 100 %."""

DRAWN = 0.05
"""From which share of draws on a game has a ring."""

TICKS = (5, 10, 20, 50, 100, 200, 500, 1000)


def atlas_svg(own: Figures | None = None, title: str = "") -> str:
    """Return the map as a standalone SVG. `own` are the figures of a game to point at, `title` what it is called."""
    rows = {stem: row.figures for stem, row in kept().items() if {LENGTH, WIDTH} <= {*row.figures}}
    has_own = own is not None and {LENGTH, WIDTH} <= {*own}
    every = [*rows.values(), *([own] if own is not None and has_own else [])]
    across = _Scale([each[LENGTH].value for each in every], MARGIN, SIDE - MARGIN)
    upward = _Scale([each[WIDTH].value for each in every], HIGH - MARGIN, MARGIN)
    parts = [tag("title", clean(f"{len(rows)} games by length and width")),
             tag("rect", width=SIDE, height=HIGH, fill="#ffffff"), *_axes(across, upward)]  # fmt: skip
    parts += [_dot(stem, each, across, upward) for stem, each in rows.items()]
    if own is not None and has_own:
        x, y = across.at(own[LENGTH].value), upward.at(own[WIDTH].value)
        parts.append(tag("circle", cx=x, cy=y, r=MOST + 4, fill="none", stroke=OWN, stroke_width=3, class_="own"))
        parts.append(tag("text", clean(title), x=x, y=y - MOST - 9, font_size=15, font_weight="bold"))
    parts.append(tag("text", KEY, x=SIDE / 2, y=HIGH - 8, font_size=12, fill="#555555"))
    return tag("svg", "\n" + "\n".join(parts) + "\n", xmlns="http://www.w3.org/2000/svg", width=SIDE, height=HIGH,
               viewBox=f"0 0 {SIDE} {HIGH}", role="img", font_family=FONTS, text_anchor="middle")  # fmt: skip


KEY = "green: even, red: one colour wins · larger: deeper · ring: at least 5 % of random games are drawn"


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
        yield tag("text", str(value), x=x, y=HIGH - MARGIN + 30, font_size=12, fill="#555555")
    for value in upward.ticks:
        y = upward.at(value)
        yield tag("line", x1=MARGIN - 15, x2=SIDE - MARGIN / 2, y1=y, y2=y, stroke=GRID)
        yield tag("text", str(value), x=MARGIN - 30, y=y + 4, font_size=12, fill="#555555")
    yield tag("text", "decisions in a game →", x=SIDE - MARGIN, y=HIGH - 28, font_size=12, text_anchor="end")
    yield tag("text", "↑ legal moves at a decision", x=8, y=18, font_size=12, text_anchor="start")


def _dot(stem: str, figures: Figures, across: _Scale, upward: _Scale) -> str:
    balance, depth, draws = (figures.get(name) for name in (BALANCE, DEPTH, DRAWS))
    uneven = min(abs(balance.value - 0.5) / FULLY, 1.0) if balance else 0.0
    deep = max(0.0, 2 * depth.value - 1) if depth else 0.0
    is_ringed = draws is not None and draws.value >= DRAWN
    look: dict[str, str | float] = {"stroke": "#222222", "stroke_width": 2} if is_ringed else {}
    fill = mix(EVEN, UNEVEN, uneven) if balance else "#999999"
    x, y, radius = across.at(figures[LENGTH].value), upward.at(figures[WIDTH].value), LEAST + deep * (MOST - LEAST)
    named = tag("title", clean(stem))
    return tag("circle", named, cx=x, cy=y, r=round(radius, 1), fill=fill, fill_opacity=0.8, data_game=stem, **look)
