"""The page of a report: one file that asks for nothing, whatever a rule sheet says in it."""

from __future__ import annotations

import base64
import hashlib
import math
import re
from html.parser import HTMLParser

import pytest
from conftest import game_of
from matplotlib.figure import Figure

import hexgame
from hexgame.experiments.random.totals import Totals
from hexgame.play.game import Game
from hexgame.reports.kinds.playouts import PLAYOUTS
from hexgame.reports.kinds.walks import WALKS
from hexgame.reports.measures.glance import at_a_glance
from hexgame.reports.measures.lengths import how_long, how_wide
from hexgame.reports.measures.openings import first_moves
from hexgame.reports.measures.unused import unused
from hexgame.reports.measures.winners import endings, who_wins
from hexgame.reports.report import Chapter, Report
from hexgame.reports.sections import Course, Diagram, Plot, Section, Series, Table, as_data
from hexgame.reports.study import Study
from hexgame.show.pictures.geometry import STONE
from hexgame.show.report.boards import course, diagram, signs_of
from hexgame.show.report.page import estimated, interval, page
from hexgame.show.report.plots import _intervals, drawn
from hexgame.statistics.digits import points
from hexgame.statistics.estimates import Estimate, share

EVIL = "</script><script>alert(1)</script><img src=x onerror=alert(1)>$\\\\frac{ & ' {{ 7*7 }} </title>"

SHEET = f"""
game "{EVIL}"
author "{EVIL}" 1999
summary "{EVIL}"
rules "{EVIL}"
option size = 3 in 2..5 "{EVIL}"
players Red, Blue
board {{ shape rhombus(size) edge top, bottom: Red edge left, right: Blue }}
turn {{ place stone on empty }}
win "{EVIL}" when connects(own, own.edges)
"""

OURS = (at_a_glance, who_wins, endings, how_long, how_wide, first_moves, unused)


def studied(game: Game, walks: int = 60) -> Study:
    """A study of a few games, played by the plain text."""
    totals = Totals.of(*game.machine.sample(400, 7))
    return Study(game, 1, {PLAYOUTS.name: totals, WALKS.name: WALKS.job(game, 1, walks).played(range(walks))})


def reported(game: Game, *sections: Section) -> str:
    study = studied(game)
    found = (*filter(None, (measure(study) for measure in OURS)), *sections)
    return page(Report((Chapter(study, found),), command=study.command))


class Reader(HTMLParser):
    """Reads a page, and notes what is open, what is linked to and what would run."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in {"meta", "link", "input", "br"}:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    return reader


@pytest.fixture(scope="module")
def evil() -> str:
    game = game_of(SHEET)
    plot = Plot(EVIL, EVIL, EVIL, (Series(EVIL, (0.0, 1.0), (1.0, 2.0)), Series("b", (0.0, 1.0), (1.0, 2.0))), EVIL,
                "bars", labels=(EVIL, EVIL))  # fmt: skip
    course = Course(EVIL, ("a1", "b1", "a2", "b2", "a3"))
    table = Table(EVIL, (EVIL, EVIL), ((EVIL, share(3, 10)),), shares=True)
    return reported(game, Section("evil", EVIL, (EVIL,), (plot, course, table, Diagram(EVIL, ("a1",)))))


def test_nothing_of_a_sheet_is_markup(evil: str) -> None:
    reader = read(evil)
    assert {tag for tag, _ in reader.tags}.isdisjoint({"img", "iframe", "object", "base", "form"})
    assert sum(tag == "script" for tag, _ in reader.tags) == 1
    assert not [name for _, attributes in reader.tags for name in attributes if name.startswith("on")]
    assert "alert(1)" in evil
    assert "<script>alert" not in evil
    assert "{{ 7*7 }}" in evil.replace("&#39;", "'")


def test_a_page_asks_for_nothing(evil: str) -> None:
    for tag, attributes in read(evil).tags:
        for name in ("href", "src", "xlink:href", "srcset", "action", "data", "poster"):
            if name in attributes:
                assert re.match(r"#|data:,$", attributes[name]), (tag, attributes)
    assert not re.findall(r"url\((?!#)|@import", evil)
    assert "http://" not in evil.replace("https://", "http://")


def test_only_our_script_may_run(evil: str) -> None:
    (script,) = re.findall(r"<script>(.*?)</script>", evil, re.DOTALL)
    (policy,) = (each["content"] for tag, each in read(evil).tags if each.get("http-equiv"))
    assert f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'" in policy
    assert policy.startswith("default-src 'none'")


def test_links_within_a_page_lead_somewhere_and_names_are_given_once(evil: str) -> None:
    tags = read(evil).tags
    names = [each["id"] for _, each in tags if "id" in each]
    assert len(names) == len(set(names))
    aims = {each[name][1:] for _, each in tags for name in ("href", "xlink:href") if each.get(name, "").startswith("#")}
    assert aims <= set(names)


def test_the_same_report_is_the_same_page() -> None:
    game = game_of(SHEET.replace(EVIL, "Hex"))
    study = studied(game, 5)
    report = Report((Chapter(study, tuple(filter(None, (who_wins(study), how_long(study))))),))
    assert page(report) == page(report)


def test_a_game_can_be_replayed(evil: str) -> None:
    (figure,) = re.findall(r'<figure class="board course".*?</figure>', evil[evil.index('id="evil-1"') :], re.DOTALL)
    assert figure.count("<li>") == 5
    stones = re.findall(r'data-from="(\d)" data-to="(\d)"><circle[^>]*class="stone"', figure)
    assert [sum(int(first) <= at <= int(last) for first, last in stones) for at in range(6)] == [0, 1, 2, 3, 4, 5]


def test_stones_differ_in_black_and_white() -> None:
    board = Diagram("", ("a1", "b1", "c1"))
    hex3, torex3 = (hexgame.load(name, size=3) for name in ("hex", "torex"))
    assert signs_of(hex3) == "In black and white: Red's stones are plain, Blue's with a dot."
    assert diagram(hex3, board).count('class="sign"') == 1
    assert signs_of(torex3) == ""
    assert 'class="sign"' not in diagram(torex3, board)
    assert "Green's with a dot, Blue's with a bar" in signs_of(hexgame.load("three_player_hex", size=3))


def test_plain_stones_and_stones_with_signs_bear_no_names() -> None:
    cairo = hexgame.load("cairo_hex", size=1)
    drawing, moves = course(cairo, Course("a game", ("a1", "b1")))
    written = re.findall(r'class="caption"[^>]*>(\w+)<', drawing)
    assert moves == ["Red a1", "Blue b1"]
    assert written.count("a1") == written.count("b1") == 1, "on the board alone"


def test_signs_on_larger_stones_are_larger_and_bear_no_names_either() -> None:
    game = hexgame.load("fractal", size=1)
    large = [game.board.name_of(place) for place in game.board.regions["large"].items]
    drawing, _ = course(game, Course("a game", tuple(large[:2])))
    written = re.findall(r'class="caption"[^>]*>(\w+)<', drawing)
    assert written.count(large[0]) == written.count(large[1]) == 1, "on the board alone"
    (factor,) = re.findall(r'class="sign" transform="translate\([-\d. ]+\) scale\(([\d.]+)\)"', drawing)
    radii = {float(radius) for radius in re.findall(r'<circle[^>]* r="([\d.]+)" class="stone"', drawing)}
    assert float(factor) == pytest.approx(max(radii) / STONE, abs=0.01) == pytest.approx(3, abs=0.01)


def test_plots_take_their_colours_from_the_page() -> None:
    plot = Plot("a", "x", "y", (Series("s", (1.0, 2.0), (3.0, 4.0), (2.0, 3.0), (4.0, 5.0)),), "a curve")
    text = drawn(plot, "one")
    assert "var(--series-1)" in text
    assert not re.findall(r"#[0-9a-f]{6}", text)
    assert drawn(plot, "one") == text


def test_intervals_without_an_end_have_an_arrow_there() -> None:
    axes = Figure().add_subplot()
    _intervals(axes, (0.0, 1.0), Series("s", (0.0, 1.0), (0.0, 300.0), (0.0, 150.0), (0.0, math.inf)), "black")
    arrows = {line.get_marker(): [*line.get_xdata()] for line in axes.lines}
    assert (arrows["^"], arrows["v"]) == ([1.0], [])
    assert estimated(Estimate(667.49, 375.81, math.inf, 8, "")) == "667"
    assert interval(Estimate(667.49, 375.81, math.inf, 8, "")) == "376 … ∞"


def test_items_of_a_list_in_the_rules_are_paragraphs() -> None:
    game = game_of('''
game "Test"
rules """
You win
- with a chain, or
- with a loop that
  goes around.
Exactly one player wins.

All of it.
"""
players Red, Blue
board { shape rhombus(2) }
turn { place stone on empty }
win when count(own) > 1
''')
    says = at_a_glance(Study(game, 0)).says
    assert says == (
        "You win", "- with a chain, or", "- with a loop that goes around.", "Exactly one player wins.", "All of it.",
    )  # fmt: skip


def test_numbers_have_the_digits_that_their_intervals_warrant() -> None:
    assert estimated(share(300, 1000), shares=True) == "30.0 %"
    assert interval(share(300, 1000), shares=True) == "27.2 … 32.9"
    assert estimated(Estimate(24.0, 23.0, 24.0, 100, "")) == "24"
    assert interval(Estimate(24.0, 23.0, 24.0, 100, "")) == "23 … 24"
    assert estimated(Estimate(0.4958678, 0.4958678 - 1e-16, 0.4958678 + 1e-16, 40, ""), shares=True) == "49.6 %"
    assert estimated(share(0, 300), shares=True) == "0 %"
    assert interval(share(0, 300), shares=True) == "0 … 1.26"
    assert interval(share(300, 300), shares=True) == "98.74 … 100"
    assert estimated(Estimate(float("nan"), 0.0, 1.0, 0, "")) == "–"
    assert estimated(Estimate(3.2e12, 3.1e12, 3.3e12, 5, "")) == "3.20 · 10^12"


@pytest.mark.parametrize(
    ("low", "high", "shares", "shown"),
    [
        (-28.0, -0.3, False, "−28 … −0.3"),
        (-0.004, 130.0, False, "−0.004 … 130"),
        (-130.0, 0.0, False, "−130 … 0"),
        (0.8, 0.9996, True, "80.0 … 99.96"),
        (0.0004, 0.3, True, "0.04 … 30"),
        (1e-18, 0.3, True, "0 … 30"),
    ],
)
def test_an_end_that_is_not_0_is_not_shown_as_0(low, high, shares, shown):
    assert interval(Estimate((low + high) / 2, low, high, 10, ""), shares) == shown


def test_no_number_is_minus_nothing():
    assert estimated(Estimate(-0.01, -8.0, 8.5, 10, "")) == "0.0"
    assert points(Estimate(-0.16, -0.28, -0.003, 10, "")) == "−16 percentage points (−28 … −0.3)"
    assert points(Estimate(0.0, -0.5, 0.5, 10, "")) == "0 percentage points (−50 … +50)"


def test_sections_become_plain_data() -> None:
    data = as_data(Section("a", "b", ("c",), (Table("t", ("x",), ((share(1, 2),), (None,))),)))
    assert data["parts"][0]["is"] == "table"
    assert data["parts"][0]["rows"][0][0]["n"] == 2
    with pytest.raises(TypeError):
        as_data(object())


def test_what_there_was_no_time_for_is_told_of_each_game_by_what_tells_them_apart() -> None:
    games = hexgame.load("hex", size=3), hexgame.load("hex", size=3, pie="no")
    one, other = (Chapter(Study(game, 1, left_out=("games",)), ()) for game in games)
    told = page(Report((one, other)))
    assert "There was no time for these of pie = yes: games." in told
    assert "There was no time for these of pie = no: games." in told
    assert "There was no time for: games." in page(Report((one,)))
