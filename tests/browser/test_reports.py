"""Reports in a browser: no text lies on another or leaves its picture, everybody can use them, nothing is asked for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from conftest import wide
from playwright.sync_api import Browser, Page
from reports import reported, whole_study

import hexgame
from hexgame.proofs.verdicts import Proved
from hexgame.reports.report import Report
from hexgame.reports.sections import Section, Table
from hexgame.reports.study import Study
from hexgame.show.report.page import page
from hexgame.statistics.estimates import Estimate, share

from .conftest import Watched
from .test_views import serious

CROWDED = """() => [...document.querySelectorAll("figure svg")].flatMap((svg) => {
  const frame = svg.getBoundingClientRect();
  const name = svg.closest("figure").querySelector("figcaption").textContent;
  const texts = [...svg.querySelectorAll("text")].map((text) => [text.textContent, text.getBoundingClientRect()])
    .filter(([said, box]) => box.width && said.trim());
  const out = texts.filter(([, box]) => box.left < frame.left - 1 || box.right > frame.right + 1
    || box.top < frame.top - 1 || box.bottom > frame.bottom + 1).map(([said]) => `${name}: ${said} is cut off`);
  const over = texts.flatMap(([said, a], at) => texts.slice(at + 1).filter(([, b]) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.4 * Math.min(a.height, b.height))
    .map(([other]) => `${name}: ${said} lies on ${other}`));
  return [...out, ...over];
})"""
"""What is cut off, and what lies on something else, in the pictures of a page."""


def unfold(shown: Page) -> None:
    """Open all that a page has folded."""
    shown.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a report on a small game."""
    path = tmp_path_factory.mktemp("report") / "hex.html"
    path.write_text(page(reported(whole_study(hexgame.load("hex", size=3)))), "utf-8")
    return path


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1200, "light")])
def test_a_report_can_be_read_by_everybody(chromium: Browser, report: Path, width: int, scheme: str) -> None:
    context = chromium.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, offline=True)  # type: ignore[arg-type]
    watched, asked = Watched(context.new_page()), list[str]()
    watched.page.on("request", lambda request: asked.append(request.url))
    watched.page.goto(report.as_uri())
    unfold(watched.page)
    assert watched.page.evaluate(CROWDED) == []
    assert watched.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert [url for url in asked if not url.startswith("data:")] == [report.as_uri()]
    watched.settle()
    assert serious(watched.page) == []
    context.close()


WORDS = """() => [...document.querySelectorAll(".basis code > span, header code > span")].filter((word) =>
  word.offsetHeight > 1.9 * parseFloat(getComputedStyle(word).fontSize)).map((word) => word.textContent)"""
"""Words of commands that are broken into lines."""


@wide("1200")
@pytest.mark.parametrize("width", [390, 1200])
def test_no_table_is_cut_off_and_no_option_of_a_command_is_broken(
    chromium: Browser, tmp_path: Path, width: int
) -> None:
    proved = Proved("at-least-one-winner", "topology", "size = 3", "It is so, as everybody knows. " * 9, {})
    whole = whole_study(hexgame.load("hex", size=3))
    (path := tmp_path / "one.html").write_text(page(reported(replace(whole, verdicts=(proved,)))), "utf-8")
    shown = chromium.new_page(viewport={"width": width, "height": 900})
    shown.goto(path.as_uri())
    unfold(shown)
    assert shown.evaluate(WORDS) == []
    assert min(shown.locator("caption").evaluate_all("all => all.map((each) => each.clientWidth)")) > 100
    assert (
        shown.locator("table").evaluate_all(
            "all => all.filter((each) => each.parentNode.scrollWidth > each.parentNode.clientWidth + 1)"
            ".map((each) => each.caption.textContent)"
        )
        == []
    )
    shown.close()


def test_tables_fit_where_two_games_stand_side_by_side(chromium: Browser, tmp_path: Path) -> None:
    proved = Proved("at-least-one-winner", "topology", "size = 3", "It is so, as everybody knows. " * 9, {})
    study = Study(hexgame.load("hex", size=3), 1, {}, (proved,))
    (path := tmp_path / "two.html").write_text(page(reported(study, study)), "utf-8")
    shown = chromium.new_page(viewport={"width": 1200, "height": 900})
    shown.goto(path.as_uri())
    unfold(shown)
    assert not shown.locator(".scroll").evaluate_all(
        "all => all.some((each) => each.scrollWidth > each.clientWidth + 1)"
    )
    shown.close()


def test_nothing_of_a_table_is_out_of_sight_on_a_phone(chromium: Browser, tmp_path: Path) -> None:
    (chapter,) = reported(Study(hexgame.load("hex", size=3), 1, {}, ())).chapters
    columns = "simulations", "Elo", "score against half as many", "a share"
    rows = tuple((k, Estimate(314.2, 191.8, 441.5, 108 * k, ""), *[share(149 * k, 216 * k)] * 2) for k in (1, 2))
    tables = tuple(Table("a ladder", columns[:wide], tuple(row[:wide] for row in rows)) for wide in (3, 4))
    section = Section("ladder", "Ladder", (), tables)
    (path := tmp_path / "table.html").write_text(page(Report((replace(chapter, sections=(section,)),))), "utf-8")
    shown = chromium.new_page(viewport={"width": 390, "height": 900})
    shown.goto(path.as_uri())
    unfold(shown)
    hidden = "all => all.filter((each) => each.scrollWidth > each.clientWidth + 1).length"
    assert shown.locator(".scroll").count() == 2
    assert shown.locator(".scroll").evaluate_all(hidden) == 0
    shown.close()


@wide
def test_a_large_board_can_be_moved_about_on_a_phone(chromium: Browser, tmp_path: Path) -> None:
    (path := tmp_path / "board.html").write_text(
        page(reported(Study(hexgame.load("hex", size=26), 1, {}, ()))), "utf-8"
    )
    shown = chromium.new_page(viewport={"width": 390, "height": 900})
    shown.goto(path.as_uri())
    unfold(shown)
    assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert shown.locator("figure.board > div").first.evaluate("each => each.scrollWidth > 1.2 * each.clientWidth")
    assert shown.evaluate(CROWDED) == []
    shown.close()


def test_parts_of_a_printed_report_stand_side_by_side(chromium: Browser, report: Path) -> None:
    shown = chromium.new_page(viewport={"width": 680, "height": 960})  # A4 without its margins
    shown.emulate_media(media="print")
    shown.goto(report.as_uri())
    unfold(shown)
    first, second, *_ = shown.locator("#endings-1 .parts > *").evaluate_all("all => all.map((each) => each.offsetTop)")
    assert first == second
    assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")
    shown.close()


@wide("tara-*")
@pytest.mark.parametrize(("stem", "least"), [("fractal", 20.0), ("tara", 40.0)])
def test_boards_are_as_large_as_their_cells_ask_for(chromium: Browser, tmp_path: Path, stem: str, least: float) -> None:
    (path := tmp_path / "board.html").write_text(page(reported(Study(hexgame.load(stem), 1, {}, ()))), "utf-8")
    shown = chromium.new_page(viewport={"width": 1200, "height": 900})
    shown.goto(path.as_uri())
    unfold(shown)
    board = shown.locator("figure.board svg").first
    box, (_, _, width, height) = board.bounding_box(), map(float, str(board.get_attribute("viewBox")).split())
    assert box is not None
    assert box["width"] / box["height"] == pytest.approx(width / height, rel=0.01)
    apart = 64 if stem == "fractal" else 40
    assert apart * box["width"] / width >= least, "so far apart are the closest cells"
    shown.set_viewport_size({"width": 680, "height": 960})
    shown.emulate_media(media="print")
    assert (printed := board.bounding_box()) is not None
    assert printed["height"] < 460, "half a page"
    shown.close()


def test_a_report_replays_games(chromium: Browser, report: Path) -> None:
    shown = Watched(chromium.new_page(color_scheme="light"))
    shown.page.goto(report.as_uri())
    unfold(shown.page)
    figure = shown.page.locator("figure.course").first
    moves = figure.locator("li").count()
    stones = figure.locator("circle.stone:visible")
    figure.get_by_role("button", name="to the end").click()
    after = stones.count()
    figure.get_by_role("button", name="to the start").click()
    assert stones.count() == 0
    assert figure.locator("output").text_content() == "the start"
    for _ in range(moves):
        figure.get_by_role("button", name="one move on").click()
    assert stones.count() == after > 0
    shown.settle()
    shown.page.close()


def test_no_empty_page_follows_the_last_section_in_print(chromium: Browser, report: Path) -> None:
    shown = Watched(chromium.new_page())
    shown.page.goto(report.as_uri())
    unfold(shown.page)
    shown.page.emulate_media(media="print")
    ends = "[...document.querySelectorAll('main section')].at(-1).getBoundingClientRect().bottom"
    assert shown.page.evaluate(f"document.documentElement.scrollHeight - {ends} - scrollY") < 2
    shown.settle()
    shown.page.close()
