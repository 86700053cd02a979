"""Every view can be used by everybody: axe finds nothing serious."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from .steps import begin, cell, go, play

VIEWS = {
    "#/": "img[data-game][src]",
    "#/new/torex": ".stage svg",
    "#/edit/hex": "section.problems[aria-busy=false]",
    "#/help": "h1",
}
"""The views, each with what is there once it is complete."""


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


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("route", VIEWS)
def test_a_view_can_be_used_by_everybody(page: Page, route: str, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    go(page, route)
    expect(page.locator(VIEWS[route]).first).to_be_visible()
    assert serious(page) == []


def test_a_table_can_be_used_by_everybody(page: Page) -> None:
    begin(page, "hex", {"size": 4})
    play(page, ["b2", "c3"])
    for tab in page.get_by_role("tab").all():
        tab.click()
        assert serious(page) == []


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
        expect(cell(page, name)).not_to_have_attribute("aria-label", f"{name}, empty, you can play here")
    assert page.evaluate("scrollY") == 0
    for part in (".playboard", ".standing"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
