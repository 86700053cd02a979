"""Sheets in the editor: what the page says of them is what the command says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT
from playwright.sync_api import Page, expect

import hexgame
from hexgame import Source

from .steps import go, write

HEX = (ROOT / "games" / "hex.hexgame").read_text("utf-8")

EDITS = [
    ("rhombus", "rhombos"),
    ("place stone on empty", "place stone"),
    ('game "Hex"', ""),
    ("players Red, Blue", "players Red"),
    ("edge top, bottom: Red", "edge top, bottom: Green"),
    ("win when connects(own, own.edges)", "win when connects(own)"),
    ("turn {", "turn"),
    ("size = 11 in 2..26", "size = 40 in 2..26"),
    ("shape rhombus(size)", "shape rhombus(size) && disc(a1, 2)"),
    ("rhombus", "rhombus"),
]
"""Ten edits of Hex, each of the shipped text; the last leaves it as it is."""


def test_ten_edits_show_the_problems_that_validate_shows(page: Page) -> None:
    go(page, "#/edit/hex")
    expect(page.locator(".cm-content")).to_be_visible()
    for old, new in EDITS:
        assert old in HEX
        text = HEX.replace(old, new, 1)
        wanted = [problem.message.replace("`", "") for problem in hexgame.check(Source("hex.hexgame", text))]
        write(page, text)
        problems = page.locator("section.problems")
        expect(problems.locator("li .message")).to_have_text(wanted)
        expect(problems).to_have_attribute("aria-busy", "false")


@pytest.mark.parametrize("name", ["torex"])
def test_a_sheet_and_its_board_stand_side_by_side(page: Page, name: str, tmp_path: Path) -> None:
    go(page, f"#/edit/{name}")
    expect(page.locator(".cm-content")).to_contain_text("game")
    expect(page.locator(".playboard [role=gridcell]").first).to_be_visible()


def test_a_shared_sheet_does_not_take_what_was_being_written(visit: Callable[..., Page]) -> None:
    page = visit("#/edit")
    write(page, "my own work")
    expect(page.locator(".cm-content")).to_have_text("my own work")
    code = page.evaluate("import('/keeping/sharing.js').then(it => it.packed({ text: 'variant of hex' }))")
    go(page, f"#/s/{code}")
    page.get_by_role("button", name="Open in the editor").click()
    expect(page.locator(".cm-content")).to_have_text("variant of hex")
    page.get_by_role("button", name="Restore mine").click()
    expect(page.locator(".cm-content")).to_have_text("my own work")
