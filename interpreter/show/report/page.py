"""The page of a report: one HTML file that asks for nothing from outside."""

from __future__ import annotations

import base64
import hashlib
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from itertools import count
from typing import assert_never

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from ...play.game import Game
from ...reports.card.card import Card
from ...reports.headlines import heading, names_of
from ...reports.report import Chapter, Report
from ...reports.sections import Course, Diagram, Entry, Part, Plot, Section, Table, Tree, counted
from ...statistics.digits import UNKNOWN, ends, number, percent, plain
from ...statistics.estimates import Estimate
from ..sheets.atlas import atlas_svg, has_place
from ..sheets.openings import tree_svg
from . import boards, dials, plots

# Numbers


def entry(value: Entry, shares: bool = False) -> str:
    """Return what stands in one place of a table, estimates without their intervals."""
    match value:
        case None:
            return UNKNOWN
        case Estimate():
            return estimated(value, shares)
        case bool():
            return "yes" if value else "no"
        case int():
            return f"{value:,}"
        case float():
            return f"{plain(100 * value, 1)} %" if shares else plain(value, 2)
        case _:
            return str(value)


def estimated(found: Estimate, shares: bool = False) -> str:
    """Return an estimate's value, in percent if it is a share."""
    if not math.isfinite(found.value):
        return UNKNOWN
    return percent(found) if shares else number(found)


def interval(found: Estimate, shares: bool = False) -> str:
    """Return the ends of an estimate's interval: `52.1 … 52.4`."""
    return ends(found, 100 if shares else 1)


MARKED = (
    (re.compile(r"`([^`]+)`"), r"<code>\1</code>"),
    (re.compile(r"\b10\^(\d+(?:\.\d+)?)"), r"10<sup>\1</sup>"),
    (re.compile(r"\b([np]) (=|≥|&lt;) (?=\d)"), "\\1\N{NO-BREAK SPACE}\\2\N{NO-BREAK SPACE}"),
    (re.compile(r"(?<=\d) (?=%)"), "\N{NO-BREAK SPACE}"),
    (re.compile(r"(?<=\d) … (?=[\d∞−])"), "\N{NO-BREAK SPACE}…\N{NO-BREAK SPACE}"),
)
"""What sentences may hold besides plain text, and how a page shows it."""


def prose(text: str) -> Markup:
    """Return a sentence as a page shows it: code, powers of ten, and numbers that stay on the line of their words."""
    shown = str(escape(text))
    for pattern, markup in MARKED:
        shown = pattern.sub(markup, shown)
    return Markup(shown)  # noqa: S704 - escaped before


HINT = 110
"""The most characters beside the title of a folded section."""

SCRIPT, STYLE, TEMPLATE = "report.js", "report.css", "report.html.jinja"


@dataclass(frozen=True)
class Shown:
    """A part of a section as the template takes it."""

    kind: str
    part: Part
    drawing: str = ""
    moves: tuple[str, ...] = ()
    n: str = ""
    """What all estimates of a table were counted in, if that is the same for all."""

    told: str = ""
    """What the caption of a table says of its estimates."""

    size: str = ""
    """How large a board would like to be."""


@dataclass(frozen=True)
class Carded:
    """A card as the template takes it."""

    card: Card
    heading: str
    dials: tuple[Markup, ...]
    """The dials as SVG elements."""

    course: Shown | None
    strip: tuple[tuple[int, Markup], ...]
    """A few positions of the typical game, each after so many moves."""

    map: Markup
    """The library as a map on which the game is a dot; empty where its place is not known."""


@dataclass(frozen=True)
class Told:
    """A section as the template takes it; `number` tells sections of two games apart."""

    section: Section
    parts: tuple[Shown, ...]
    anchor: str

    @property
    def hint(self) -> str:
        """What stands beside the title while the section is folded: the first sentence if it is short."""
        first = self.section.says[0] if self.section.says else ""
        return first if len(first) <= HINT else ""


def page(report: Report) -> str:
    """Return a report as an HTML document."""
    environment = Environment(loader=PackageLoader(__package__ or "", ""), autoescape=True, undefined=StrictUndefined,
                              trim_blocks=True, lstrip_blocks=True)  # fmt: skip
    environment.filters |= {
        "entry": entry,
        "interval": interval,
        "prose": prose,
        "command": _command,
        "counted": counted,
    }
    environment.tests |= {"estimate": lambda value: isinstance(value, Estimate), "number": _is_number}
    script, names = _text(SCRIPT), (f"plot{number}" for number in count(1))
    chapters = [(chapter, [_told(chapter.study.game, each, names, f"-{number}") for each in chapter.sections])
                for number, chapter in enumerate(report.chapters, 1)]  # fmt: skip
    first = report.chapters[0].study.game
    return environment.get_template(TEMPLATE).render(
        title=" and ".join(dict.fromkeys(chapter.study.game.title for chapter in report.chapters)),
        chapters=chapters,
        cards=[_card(chapter, names) for chapter in report.chapters],
        rows=_rows([told for _, told in chapters]),
        shared=[_told(first, each, names, "") for each in report.shared],
        command=report.command,
        headings=names_of([chapter.study.game for chapter in report.chapters]) if len(chapters) > 1 else [""],
        signs=[*dict.fromkeys(filter(None, (boards.signs_of(chapter.study.game) for chapter in report.chapters)))],
        interrupted=report.interrupted,
        style=Markup(_text(STYLE)),  # noqa: S704 - a file of ours
        script=Markup(script),  # noqa: S704 - a file of ours
        hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    )


def _card(chapter: Chapter, names: Iterator[str]) -> Carded:
    """A card as the template takes it."""
    card, game = chapter.card, chapter.study.game
    drawings = tuple(Markup(dials.drawn(dial)) for dial in card.dials)  # noqa: S704 - numbers alone
    course = _shown(game, card.course, names) if card.course else None
    strip = boards.strip(game, card.course) if card.course else []
    frames = tuple((at, Markup(drawing)) for at, drawing in strip)  # noqa: S704 - `svg` escapes texts
    return Carded(card, heading(game), drawings, course, frames, _map(card, game))


def _map(card: Card, game: Game) -> Markup:
    figures, likes = card.standing.figures, {each.stem: each.title for each in card.standing.likes}
    drawing = atlas_svg(figures, game.title, likes) if has_place(figures) else ""
    return Markup(drawing)  # noqa: S704 - `clean` escapes titles


def _text(name: str) -> str:
    return files(__package__ or "").joinpath(name).read_text("utf-8")


def _command(line: str) -> Markup:
    """A command whose words stay whole at the end of a line."""
    return Markup("<code>{}</code>").format(Markup(" ").join(map(Markup("<span>{}</span>").format, line.split(" "))))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float | Estimate) and not isinstance(value, bool)


def _rows(chapters: list[list[Told]]) -> list[list[Told | None]]:
    """The sections of all games, those of the same name beside each other."""
    names = dict.fromkeys(told.section.name for chapter in chapters for told in chapter)
    found = [{told.section.name: told for told in chapter} for chapter in chapters]
    return [[each.get(name) for each in found] for name in names]


def _told(game: Game, section: Section, names: Iterator[str], suffix: str) -> Told:
    shown = tuple(_shown(game, part, names) for part in section.parts)
    return Told(section, shown, section.name + suffix)


def _shown(game: Game, part: Part, names: Iterator[str]) -> Shown:
    match part:
        case Table():
            n = _common(part)
            return Shown("table", part, n=n, told=_told_of(part, n))
        case Plot():
            return Shown("plot", part, Markup(plots.drawn(part, next(names))))  # noqa: S704 - matplotlib escapes texts
        case Diagram():
            drawing = boards.diagram(game, part)
            return Shown("diagram", part, Markup(drawing), size=boards.size_of(drawing))  # noqa: S704 - `svg` escapes texts
        case Course():
            drawing, moves = boards.course(game, part)
            size = boards.size_of(drawing)
            return Shown("course", part, Markup(drawing), tuple(moves), size=size)  # noqa: S704 - `svg` escapes texts
        case Tree():
            return Shown("tree", part, Markup(tree_svg(part.branches, part.caption)))  # noqa: S704 - `clean` escapes
        case never:
            assert_never(never)


def _common(table: Table) -> str:
    """The number that all estimates of a table were counted in; empty if they differ or there are none."""
    found = {value.n for value in _estimates(table)}
    return f"{found.pop():,}" if len(found) == 1 else ""


def _told_of(table: Table, n: str) -> str:
    """What all estimates of a table were counted in, and whether their intervals hold together."""
    found = _estimates(table)
    are_together = bool(found) and all(value.is_together for value in found)
    intervals = f"95 % intervals{' that hold together' * are_together}" if n or are_together else ""
    return "; ".join(filter(None, (f"n = {n}" if n else "", intervals)))


def _estimates(table: Table) -> list[Estimate]:
    return [value for row in table.rows for value in row if isinstance(value, Estimate)]
