"""Reports for tests: all kinds of work, played by the plain text, and what can be found wrong in any report."""

from __future__ import annotations

import html
import math
import re
from collections.abc import Iterator, Mapping

from hexgame.play.game import Game
from hexgame.reports.kinds import kinds_for
from hexgame.reports.report import Report, chapter_of
from hexgame.reports.sections import Part, Plot, Section, Table
from hexgame.reports.study import Study
from hexgame.show.report.page import page
from hexgame.statistics.estimates import Estimate

FEW = {"random": 300, "random-without-swap": 300, "full-boards": 6_400, "walks": 40, "search-10": 8, "search-1000": 0}
"""Games of kinds of work."""

ODD = (
    (r"\bn[aA]n\b|\bNone\b(?! of)|\bundefined\b|\binf(inity)?\b", "no number"),
    (r"(?<![\d.,^])1 (games|moves|decisions|cells|stones|pairs|symmetries|players|points|mappings)\b", "one, but many"),
    (r"  |\s[,.;:](?!\d|\.)|\.\.(?!\d|\.)|\(\)|<\w+ object", "badly set"),
    (r"\b(a) (?=[aeio]\w+\b)|\b(\w+) \2\b(?<!that that)(?<!had had)", "bad English"),
)
"""What no sentence of a report holds."""

_CODE = re.compile(r"<code>[^<]*</code>")
"""Commands and rules, which are no sentences."""


def whole_study(game: Game, games: Mapping[str, int] = FEW, others: int = 3, seed: int = 1) -> Study:
    """A study with a few games of every kind of work, played by the plain text; so many of those not named."""
    found = {}
    for kind in kinds_for(game):
        job = kind.job(game, seed, games.get(kind.name, others))
        found[kind.name] = job.played(range(job.blocks))
    return Study(game, seed, found)


def reported(*studies: Study) -> Report:
    """The report on some studies."""
    return Report(tuple(map(chapter_of, studies)))


def wrong(report: Report) -> list[str]:
    """What is wrong with a report, as far as it can be found without looking at it."""
    found = [f"{section.name}: {fault}" for section in sections(report) for fault in _faults(section)]
    return [*found, *(f"page: {fault}" for fault in _faults_of_text(words(_CODE.sub("a rule", page(report)))))]


def sections(report: Report) -> list[Section]:
    """All sections of a report."""
    return [section for chapter in report.chapters for section in chapter.sections] + [*report.shared]


def words(text: str) -> str:
    """What a page says, one piece of text a line, what is folded as well; the moves of games are left out."""
    text = re.sub(r"<(style|script|svg)\b.*?</\1>", "", text, flags=re.DOTALL)
    text = re.sub(r"<details><summary>All moves</summary>.*?</details>", "", text, flags=re.DOTALL)
    return "\n".join(piece for line in re.split(r"<[^>]*>", text) if (piece := html.unescape(line).strip()))


def _faults(section: Section) -> Iterator[str]:
    if not section.says and not section.parts:
        yield "it says nothing"
    for said in section.says:
        if not re.search(r"[.:!?]$", said) and section.name != "glance":
            yield f"no sentence: {said!r}"
    estimates = [value for part in section.parts if isinstance(part, Table) for row in part.rows for value in row
                 if isinstance(value, Estimate)]  # fmt: skip
    if estimates and not section.bases:
        yield "nothing says what its numbers were counted in"
    yield from (f"n = {basis.n} {basis.unit}" for basis in section.bases if basis.n < 1)
    yield from (f"{each} is not within its interval" for each in estimates if not _is_within(each))
    for part in section.parts:
        yield from (f"{part.caption}: {fault}" for fault in _faults_of(part))


def _is_within(each: Estimate) -> bool:
    return math.isnan(each.value) or (each.low <= each.value <= each.high and each.n > 0)


def _faults_of(part: Part) -> Iterator[str]:
    if not part.caption:
        yield "no caption"
    match part:
        case Table():
            if not part.rows:
                yield "an empty table"
            if any(len(row) != len(part.columns) for row in part.rows):
                yield "rows are not as long as there are columns"
        case Plot():
            points = [y for series in part.series for y in series.ys if math.isfinite(y)]
            if len(points) < 2:
                yield "an empty plot"
            if not part.description.endswith(".") or not (part.x and part.y):
                yield "nobody says what it shows"


def _faults_of_text(text: str) -> Iterator[str]:
    for pattern, fault in ODD:
        for match in re.finditer(pattern, text):
            yield f"{fault}: {text[max(0, match.start() - 40) : match.end() + 20]!r}"
