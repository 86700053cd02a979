"""Sheets in the editor: what the page says of them is what the command says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT
from playwright.sync_api import Page, expect

import hexgame
from hexgame import Diagnostic, Source
from hexgame.source.reading.fixes import fixes_of

from .steps import cell, drop, go, play, record, write

HEX = (ROOT / "games" / "hex.hexgame").read_text("utf-8")

EDITS = [
    ("rhombus", "rhombos"),
    ("place stone on empty", "place stone"),
    ('game "Hex"\n', ""),
    ("players Red, Blue", "players Red"),
    ("edge top, bottom: Red", "edge top, bottom: Green"),
    ("win when connects(own, own.edges)", "win when connects(own)"),
    ("turn {", "turn"),
    ("size = 11 in 2..26", "size = 40 in 2..26"),
    ("rhombus(size)", "rhombus(size - size)"),
    ("rhombus", "rhombus"),
]
"""Ten edits of Hex, each of the shipped text; the last leaves it as it is."""

KINDS = {"HG1", "HG2", "HG3", "HG4"}
"""Problems of syntax, names, types and boards."""


def wanted(text: str) -> list[Diagnostic]:
    return list(hexgame.check(Source("hex.hexgame", text)))


def shows(page: Page, text: str) -> None:
    """The page lists the problems of a text, each with its line, and offers to fix those that can be fixed."""
    problems, source = page.locator("section.problems"), Source("hex.hexgame", text)
    found = [each for each in wanted(text) if each.span]
    expect(problems.locator("li .message")).to_have_text([each.message.replace("`", "") for each in found])
    expect(problems.locator("li .line")).to_have_text([f"Line {each.span.line}" for each in found if each.span])
    expect(problems).to_have_attribute("aria-busy", "false")
    fixed = sum(any(fixes_of(each, source)) for each in hexgame.check(source))
    expect(problems.locator("li button.fix")).to_have_count(fixed)


def test_ten_edits_show_the_problems_that_validate_shows(page: Page) -> None:
    go(page, "#/edit/hex")
    expect(page.locator(".cm-content")).to_be_visible()
    assert {each.code[:3] for old, new in EDITS for each in wanted(HEX.replace(old, new, 1))} >= KINDS
    for old, new in EDITS:
        assert old in HEX
        text = HEX.replace(old, new, 1)
        write(page, text)
        shows(page, text)


@pytest.mark.parametrize(("old", "new"), [EDITS[0], ("stone on empty", "stone on emty")])
def test_a_fix_is_one_click_away(page: Page, old: str, new: str) -> None:
    go(page, "#/edit/hex")
    source = Source("hex.hexgame", HEX.replace(old, new, 1))
    write(page, source.text)
    shows(page, source.text)
    page.locator("section.problems button.fix").first.click()
    fix = next(iter(fixes_of(hexgame.check(source)[0], source)))
    shows(page, source.text[: fix.start] + fix.new + source.text[fix.end :])


def test_a_word_is_completed_and_explained(page: Page) -> None:
    go(page, "#/edit")
    write(page, 'game "Own"\nplay')
    page.keyboard.press("Control+Space")
    page.locator(".cm-tooltip-autocomplete li", has_text="players").click()
    expect(page.locator(".cm-line")).to_have_text(['game "Own"', "players"])
    page.locator(".cm-line .word-section", has_text="players").hover()
    expect(page.locator(".cm-tooltip .about")).to_contain_text("players")


def test_a_text_is_laid_out(page: Page) -> None:
    go(page, "#/edit")
    write(page, 'game "Own"\nplayers   Red,Blue\nboard {\nshape rhombus( 3 )\n}')
    page.get_by_role("button", name="Format").click()
    expect(page.locator(".cm-line")).to_have_text(
        ['game "Own"', "", "players Red, Blue", "", "board { shape rhombus(3) }", ""]
    )


@pytest.mark.parametrize("name", ["torex"])
def test_a_sheet_and_its_board_stand_side_by_side(page: Page, name: str, tmp_path: Path) -> None:
    go(page, f"#/edit/{name}")
    expect(page.locator(".cm-content")).to_contain_text("game")
    expect(page.locator(".playboard [role=gridcell]").first).to_be_visible()


def test_a_shared_sheet_does_not_take_what_was_being_written(visit: Callable[..., Page]) -> None:
    page = visit("#/edit")
    write(page, "my own work")
    expect(page.locator(".cm-content")).to_have_text("my own work")
    code = page.evaluate("import('./keeping/sharing.js').then(it => it.packed({ text: 'variant of hex' }))")
    go(page, f"#/s/{code}")
    page.get_by_role("button", name="Open in the editor").click()
    expect(page.locator(".cm-content")).to_have_text("variant of hex")
    page.get_by_role("button", name="Restore mine").click()
    expect(page.locator(".cm-content")).to_have_text("my own work")


BASE = 'game "Own"\nplayers Red, Blue\nboard { shape rhombus(3) edge top, bottom: Red edge left, right: Blue }\n'
BASE += "turn { place stone on empty }\nwin when connects(own, own.edges)\n"
VARIANT = 'variant of my_own\ngame "Mine"\n'


def test_a_shared_variant_of_an_own_sheet_is_edited_and_played_on(page: Page, tmp_path: Path) -> None:
    shared = {"text": VARIANT, "bases": [{"name": "my_own", "text": BASE}], "moves": ["b2"]}
    code = page.evaluate("shared => import('./keeping/sharing.js').then(it => it.packed(shared))", shared)
    go(page, f"#/s/{code}")
    page.get_by_role("button", name="Open in the editor").click()
    title = page.locator(".live .heading h2")
    expect(title).to_have_text("Mine")
    page.reload()
    expect(title).to_have_text("Mine", timeout=60_000)  # without a server, Python starts again
    expect(page.locator("section.problems h2")).to_have_text("No problems")
    page.get_by_role("button", name="Play this").click()
    page.locator("dialog select").last.select_option("human")
    page.locator("dialog").get_by_role("button", name="Play", exact=True).click()
    page.locator(".playing").wait_for()
    play(page, ["b2"])
    text = record(page, tmp_path)
    go(page, "#/edit")
    expect(title).to_have_text("Mine")
    drop(page, ".cm-content", "mine.yaml", text)
    page.locator(".playing").wait_for()
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2, Red, last move")
