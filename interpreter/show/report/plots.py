"""Plots as inline SVG. Colours are variables of the page, so that they fit light and dark; marks and dashes tell series
apart in black and white."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import matplotlib as mpl
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from ...reports.sections import Plot, Series

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Dash: TypeAlias = "str | tuple[int, tuple[int, ...]]"

INK, FAINT, PAPER = "#010203", "#010204", "#010205"
SERIES = ("#010211", "#010212", "#010213", "#010214", "#010215", "#010216")
VARIABLES = {
    INK: "var(--ink)",
    FAINT: "var(--faint)",
    PAPER: "var(--paper)",
    **{colour: f"var(--series-{number})" for number, colour in enumerate(SERIES, 1)},
}
"""Colours that no plot has, and the variables of the page that they stand for."""

MARKS = "o", "s", "^", "D", "v", "*"
DASHES: tuple[Dash, ...] = ("-", "--", ":", "-.", (0, (5, 1)), (0, (1, 3)))
HATCHES = "", "///", "...", "xx", "++", "\\\\"

WIDTH, HEIGHT = 5.4, 3.1
"""In inches of 72 units."""

SMALL = 2.7, 2.0
"""The same of plots that stand beside others."""

MARKED = 40
"""The most points that are marked one by one."""

OPEN = 0.1
"""How far beyond the others an interval without an end is drawn, as a part of what they span."""

UNDATED = dict.fromkeys(("Date", "Creator", "Format", "Type"))
"""What a file says of itself: nothing, so that the same plot is the same text."""

STYLE = Path(__file__).with_name("report.mplstyle")


def drawn(plot: Plot, name: str) -> str:
    """Return a plot as an SVG element; `name`, of plain letters, makes its identifiers differ from other plots'."""
    with mpl.rc_context(fname=STYLE):
        figure = Figure(figsize=SMALL if plot.is_small else (WIDTH, HEIGHT), layout="constrained")
        axes = figure.add_subplot()
        _fill(axes, plot)
        out = io.StringIO()
        FigureCanvasSVG(figure).print_svg(out, metadata=UNDATED)  # type: ignore[no-untyped-call]
    return _inline(out.getvalue(), name)


def _fill(axes: Axes, plot: Plot) -> None:
    looks = zip(plot.series, cycle(SERIES), cycle(MARKS), cycle(DASHES), cycle(HATCHES), strict=False)
    for number, (series, colour, mark, dash, hatch) in enumerate(looks):
        if plot.kind == "bars":
            _bars(axes, series, number, len(plot.series), colour, hatch)
        else:
            _line(axes, series, colour, mark, dash if plot.kind == "lines" else "")
    if plot.level is not None:
        axes.axhline(plot.level, color=INK, linewidth=0.9, linestyle=(0, (2, 2)))
    axes.set_xlabel(plot.x)
    if not plot.is_small:
        axes.set_ylabel(plot.y)
    axes.set_yscale(plot.scale)
    if plot.labels:
        axes.set_xticks(range(len(plot.labels)), [*map(_short, plot.labels)])
        if sum(map(len, map(_short, plot.labels))) > 60:
            axes.tick_params(axis="x", rotation=30)
    elif all(float(x).is_integer() for series in plot.series for x in series.xs):
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    if plot.scale == "linear":
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.10g}".replace("-", "−")))
    if len(plot.series) > 1:
        axes.figure.legend(loc="outside upper left", ncols=min(4, len(plot.series)))


def _bars(axes: Axes, series: Series, number: int, of: int, colour: str, hatch: str) -> None:
    width = 0.8 / of * (min((b - a for a, b in zip(series.xs, series.xs[1:], strict=False)), default=1.0) or 1.0)
    at = [x + (number - (of - 1) / 2) * width for x in series.xs]
    axes.bar(at, series.ys, width, color=colour, hatch=hatch, label=_short(series.name), linewidth=0)
    if series.lows:
        _intervals(axes, at, series, INK)


def _line(axes: Axes, series: Series, colour: str, mark: str, dash: Dash) -> None:
    few = len(series.xs) <= MARKED
    axes.plot(series.xs, series.ys, color=colour, marker=mark if few or not dash else "",
              linestyle=dash or "none", label=_short(series.name))  # fmt: skip
    if series.lows and few:
        _intervals(axes, series.xs, series, colour)
    elif series.lows:
        axes.fill_between(series.xs, series.lows, series.highs, color=colour, alpha=0.25, linewidth=0)


def _intervals(axes: Axes, at: Sequence[float], series: Series, colour: str) -> None:
    """Draw intervals; those without an end reach as far as the others, and have an arrow there."""
    known = [each for each in (*series.ys, *series.lows, *series.highs) if math.isfinite(each)]
    least, most = min(known, default=0.0), max(known, default=0.0)
    beyond = OPEN * (most - least or 1.0)
    lows = [max(low, least - beyond) for low in series.lows]
    highs = [min(high, most + beyond) for high in series.highs]
    below = [max(0.0, y - low) for y, low in zip(series.ys, lows, strict=True)]
    above = [max(0.0, high - y) for y, high in zip(series.ys, highs, strict=True)]
    axes.errorbar(at, series.ys, (below, above), fmt="none", color=colour, elinewidth=1.0, capsize=2)
    for mark, ends, open_ends in (("v", lows, series.lows), ("^", highs, series.highs)):
        arrows = [(x, end) for x, end, whole in zip(at, ends, open_ends, strict=True) if math.isinf(whole)]
        axes.plot([x for x, _ in arrows], [end for _, end in arrows], mark, color=colour, markersize=5)


def _short(text: str) -> str:
    return text if len(text) <= 24 else text[:23] + "…"


def _inline(text: str, name: str) -> str:
    """Leave out what a file of its own would need, and give identifiers a name of their own."""
    text = text[text.index("<svg") :]
    text = re.sub(r"\s*<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r' (xmlns(:xlink)?|version)="[^"]*"', "", text)
    text = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{name}-", text)
    for colour, variable in VARIABLES.items():
        text = text.replace(colour, variable)
    return text.replace("<svg", '<svg aria-hidden="true"', 1).strip()
