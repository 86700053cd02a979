"""Every view can be used by everybody: axe finds nothing serious."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import wide
from playwright.sync_api import Page, expect

from .steps import begin, cell, go, play

VIEWS = {
    "#/": "[data-day] .mount svg",
    "#/new/torex": ".stage svg",
    "#/puzzles/cross": ".stage svg",
    "#/edit/hex": "section.problems[aria-busy=false]",
    "#/help": "h1",
    "#/help/players": "h1",
}
"""The views, each with what is there once it is complete."""

SCREENS = {"a desk": (1200, 900), "a phone upright": (390, 844), "a phone across": (844, 390)}


AT_REST = """async () => {
  do await new Promise(requestAnimationFrame); while (document.getAnimations().length > 0);
  await new Promise(requestAnimationFrame);
}"""


def serious(page: Page) -> list[str]:
    """What axe finds that is serious or critical, once colours change no more."""
    page.evaluate(AT_REST)
    found = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {node['failureSummary']}: {node['html'][:200]}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


@pytest.fixture(params=["light", "dark"])
def coloured(page: Page, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The page in light or dark colours."""
    page.emulate_media(color_scheme=request.param)
    yield page
    page.emulate_media(color_scheme="light")


SELDOM = ("*a phone across-*", "*a desk-dark", "*a phone upright-light")
"""The screens that are looked at less often: what a screen and a mode show is seen on the others."""


@pytest.fixture(params=SCREENS)
def seen(coloured: Page, request: pytest.FixtureRequest) -> Page:
    """The page in light or dark colours on a screen."""
    width, height = SCREENS[request.param]
    coloured.set_viewport_size({"width": width, "height": height})
    return coloured


@wide(*SELDOM)
def test_every_view_can_be_used_by_everybody(seen: Page) -> None:
    for route, complete in VIEWS.items():
        go(seen, route)
        expect(seen.locator(complete).first).to_be_visible()
        assert serious(seen) == [], route


@wide(*SELDOM)
def test_the_dialog_before_a_game_can_be_used_by_everybody(seen: Page) -> None:
    go(seen, "#/edit/hex")
    if seen.evaluate("innerWidth < 56 * 16"):  # there, board and text take turns
        seen.locator(".parts").get_by_role("button", name="Board").click()
    seen.get_by_role("button", name="Play this").click()
    expect(seen.locator("dialog select").first).to_be_visible()
    assert serious(seen) == []
    seen.keyboard.press("Escape")
    expect(seen.locator("dialog")).to_have_count(0)


@wide(*SELDOM)
def test_a_table_can_be_used_by_everybody(seen: Page) -> None:
    begin(seen, "hex", {"size": 3})
    play(seen, ["b1", "a2", "b2", "c3"])  # Red wins with a3 or b3
    for tab in seen.get_by_role("tab").all():
        tab.click()
        assert serious(seen) == []


@wide("socket-light")
def test_an_analysis_and_a_review_can_be_used_by_everybody(coloured: Page) -> None:
    begin(coloured, "hex", {"size": 3})
    play(coloured, ["a1", "b2", "c1", "a3", "b1"])
    coloured.get_by_role("tab", name="Analysis").click()
    coloured.get_by_role("button", name="Best moves").click()
    expect(coloured.locator(".best li").first).to_contain_text("wins, proved", timeout=90_000)
    assert serious(coloured) == []
    cell(coloured, "c2").click()
    coloured.get_by_role("button", name="Review the game").click()
    expect(coloured.locator(".mistakes li").first).to_contain_text("Better", timeout=90_000)
    expect(coloured.locator(".decided [role=status]")).to_contain_text("exact")
    coloured.locator(".mistakes li button").first.click()
    coloured.get_by_text("The values as a table").click()
    for width, height in SCREENS.values():
        coloured.set_viewport_size({"width": width, "height": height})
        assert serious(coloured) == []
        assert coloured.evaluate("document.documentElement.scrollWidth <= innerWidth")
        size = coloured.locator(".graph .scale").first.evaluate("it => it.getBoundingClientRect().height")
        assert size > 11, "letters are as large on a phone"


def test_a_board_stays_in_sight_beside_a_long_panel(page: Page) -> None:
    page.set_viewport_size({"width": 844, "height": 390})
    begin(page, "hex_kb", {})
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert page.evaluate("scrollY") > 0
    box = page.locator(".playboard").bounding_box()
    assert box is not None
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= 390


def test_a_phone_shows_all_of_a_table(visit: Callable[..., Page]) -> None:
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    begin(page, "hex", {"size": 5})
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_a_phone_shows_board_and_standing_without_scrolling(
    visit: Callable[..., Page], width: int, height: int
) -> None:
    page = visit(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    begin(page, "hex_kb", {})
    for name in ("f6", "g6"):
        cell(page, name).tap()
        page.get_by_role("button", name=f"Play {name}").click()  # such cells are too small to be hit for sure
        expect(cell(page, name)).not_to_have_attribute("aria-label", f"{name}, empty, you can play here")
    assert page.evaluate("scrollY") == 0
    for part in (".playboard", ".standing"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
