"""Openings as a tree, drawn from left to right: a bar for how often whoever moves first wins, with its interval."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...reports.measures.tree import DEEPEST, VALUES
from ...reports.sections import Branch
from ..pictures.elements import clean, tag
from ..pictures.picture import FONTS

ROW, COLUMN, BAR = 34, 250, 100
"""The height of a row, the width of a ply and of a bar, in pixels."""

FILLS = {VALUES[0]: "#2f7d5b", VALUES[1]: "#c2502f", "draw": "#8a8a8a", "": "#6f86b5"}
"""The colour of a bar, by what is proved of the position."""

WORDS = {VALUES[0]: " · proved: first wins", VALUES[1]: " · proved: second wins", "draw": " · proved: a draw", "": ""}
"""What is said of a value beside the bar."""

KEY = "bars: how often whoever moves first wins, with its interval · green: proved to win, red: to lose, grey: drawn"


def tree_svg(branches: Sequence[Branch], title: str) -> str:
    """Return a tree of openings as an SVG, in the colour of the text around it."""
    rows = sum(map(_height, branches))
    width, height = COLUMN * DEEPEST + 20, ROW * rows + 40
    parts = [tag("title", clean(title)), *_drawn(branches, 4, 4), tag("text", KEY, x=4, y=height - 10, font_size=12)]
    return tag("svg", "\n" + "\n".join(parts) + "\n", width=width, height=height,
               viewBox=f"0 0 {width} {height}", font_family=FONTS, fill="currentColor")  # fmt: skip


def _height(branch: Branch) -> int:
    """How many rows a branch takes."""
    return max(1, sum(map(_height, branch.branches)))


def _drawn(branches: Sequence[Branch], x: float, y: float) -> Iterator[str]:
    for each in branches:
        told = f"{each.move} · {each.games:,} games" + (f" · {each.alike} alike" if each.alike > 1 else "")
        yield tag("text", clean(told), x=x, y=y + 11, font_size=12)
        yield tag("rect", x=x, y=y + 16, width=BAR, height=8, fill="#88888844")
        if each.share.n:
            value, low, high = (round(x + BAR * end, 1) for end in (each.share.value, each.share.low, each.share.high))
            yield tag("rect", tag("title", clean(each.value or "not proved")), x=x, y=y + 16, width=value - x, height=8,
                      fill=FILLS[each.value], class_="share")  # fmt: skip
            yield tag("line", x1=low, x2=high, y1=y + 20, y2=y + 20, stroke="currentColor", stroke_width=1.5)
            yield tag(
                "text", f"{100 * each.share.value:.0f} %{WORDS[each.value]}", x=x + BAR + 6, y=y + 24, font_size=11
            )
        if each.branches:
            yield tag("line", x1=x + COLUMN - 60, x2=x + COLUMN - 8, y1=y + 20, y2=y + 20, stroke="#88888888")
        yield from _drawn(each.branches, x + COLUMN, y)
        y += ROW * _height(each)
