"""What the page without a server shows before Python is there, and what becomes of presses meanwhile."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from hexgame.source.reading.files import shipped

from .conftest import CARRIERS, CHROMIUM, FLAGS, Host
from .steps import begin, cell, play

ALONE = pytest.mark.parametrize("carrier", CARRIERS[1:], indirect=True)

OUTLINE = """() => {
  const told = new Set(["class", "href", "id", "type", "for", "role", "data-game", "placeholder", "autocomplete"]);
  const outline = (element) => [
    element.tagName,
    ...[...element.attributes].filter(({ name }) => told.has(name)).map(({ name, value }) => `${name}=${value}`).sort(),
    ...[...element.childNodes]
      .filter((each) => !each.hidden && !element.matches(".mount")) // boards come as they are seen
      .map((each) => (each.nodeType === Node.TEXT_NODE ? each.data : outline(each))),
  ];
  return outline(document.querySelector("#main > .view:not([hidden])"));
}"""

STAYS = """() => {
  const moved = [];
  new PerformanceObserver((list) => moved.push(...list.getEntries().map(({ value }) => value)))
    .observe({ type: "layout-shift", buffered: true });
  const search = document.getElementById("search");
  const card = document.querySelector("li[data-game=hex]");
  const place = () => [card.offsetLeft, card.offsetTop, card.offsetWidth, card.offsetHeight].join();
  const box = place();
  search.focus();
  return new Promise((resolve) => {
    const taken = () => document.querySelector("[data-begun]") === null;
    const look = () => (taken() ? resolve([
      document.getElementById("search") === search,
      document.activeElement === search,
      document.querySelector("li[data-game=hex]") === card,
      moved.reduce((sum, each) => sum + each, 0) < 0.02,
      place(), box,
    ]) : requestAnimationFrame(look));
    look();
  });
}"""


@pytest.fixture
def no_python() -> Iterator[Callable[[], None]]:
    """A host that does not send Python before this is called."""
    Host.may_send_python.clear()
    yield Host.may_send_python.set
    Host.may_send_python.set()


@pytest.fixture
def bare(chromium: Browser, origin: str) -> Iterator[Page]:
    """A page whose modules never come."""
    page = chromium.new_page(base_url=origin)
    page.route("**/app.js", lambda route: None)
    yield page
    page.close()


@ALONE
def test_games_are_seen_before_any_module(bare: Page) -> None:
    bare.goto("", wait_until="commit")
    expect(bare.locator("li.game")).to_have_count(len(shipped()))
    for place in ("[data-start=hex]", "[data-day]"):
        expect(bare.locator(f"{place} .mount svg path").first).to_be_visible()
    bare.get_by_role("link", name="Torex").click()
    expect(bare.locator("h1:visible")).to_have_text("Torex")
    expect(bare.locator(".stage svg.board polygon").first).to_be_visible()
    assert bare.evaluate("document.querySelectorAll('#main > :not([hidden])').length") == 1


@ALONE
def test_who_types_before_the_modules_are_there_keeps_the_focus(bare: Page) -> None:
    bare.goto("", wait_until="commit")
    bare.locator("[data-begun] li.game").first.wait_for()
    bare.locator("#search").focus()
    bare.keyboard.type("he")
    bare.evaluate("() => new Promise((done) => { addEventListener('hashchange', done); location.hash = '#/'; })")
    bare.keyboard.type("x")
    assert bare.locator("#search").input_value() == "hex"


@ALONE
@pytest.mark.parametrize("route", ["#/new/nowhere", "#/new/%22%5D", "#/edit", "#/play/x", "#/help/language"])
def test_of_what_the_page_does_not_know_it_shows_nothing_yet(bare: Page, route: str) -> None:
    bare.goto(route, wait_until="commit")
    bare.wait_for_function("() => document.querySelector('[data-begun]')?.hidden")
    assert bare.evaluate("document.querySelectorAll('#main > :not([hidden])').length") == 0


@ALONE
def test_the_page_begins_with_what_its_modules_make(chromium: Browser, origin: str, bare: Page) -> None:
    def emptied(route: Route) -> None:
        text = route.fetch().text()
        route.fulfill(body=re.sub(r"(?s)(<main[^>]*>).*?(</main>)\s*<script.*?</script>", r"\1\2", text, count=1))

    bare.goto("", wait_until="commit")
    bare.locator(".gallery").wait_for()
    page = chromium.new_page(base_url=origin)
    page.route(origin, emptied)
    page.goto("")
    page.locator("li.game").first.wait_for()
    assert page.evaluate(OUTLINE) == bare.evaluate(OUTLINE)
    page.close()


@ALONE
def test_the_modules_take_over_and_nothing_moves(chromium: Browser, origin: str, no_python: Callable[[], None]) -> None:
    del no_python
    page = chromium.new_page(base_url=origin)
    held: list[Route] = []
    page.route("**/known/library.json", lambda route: held.append(route))  # noqa: PLW0108 - it is marked
    page.goto("", wait_until="commit")
    page.locator("[data-begun] li.game").first.wait_for()
    taken = page.evaluate_handle(f"() => ({{ answer: ({STAYS})() }})")
    page.keyboard.type("  ")  # which no game is left out for
    for route in held:
        route.continue_()
    *kept, before, after = page.evaluate("({ answer }) => answer", taken)
    assert kept == [True] * 4
    assert before == after
    assert page.locator("#search").input_value() == "  "
    page.close()


@ALONE
def test_a_press_before_python_says_what_it_waits_for_and_is_kept(
    visit: Callable[..., Page], no_python: Callable[[], None]
) -> None:
    page = visit("#/new/hex")
    page.get_by_label("size").fill("4")
    page.locator("fieldset.seats select").nth(1).select_option("human")
    page.get_by_role("button", name="Play", exact=True).click()
    waits = page.locator("form .waits")
    expect(waits).to_have_text(re.compile(r"The game will start on its own\. Loading Python, \d+ of 1\d MB"))
    assert page.locator("#connection:visible").count() == 0
    assert page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found === undefined)")
    no_python()
    expect(page.locator(".playboard [role=gridcell]")).to_have_count(16)
    play(page, ["b2"])
    assert page.evaluate("navigator.serviceWorker.ready.then(() => true)")


@ALONE
def test_what_else_waits_for_python_says_so(visit: Callable[..., Page], no_python: Callable[[], None]) -> None:
    page = visit("#/edit/hex")
    expect(page.locator("#connection")).to_have_text(re.compile("Loading Python, .* MB"))
    expect(cell(page, "b2")).to_be_visible()
    no_python()
    play(page, ["b2"])
    expect(page.locator("#connection")).to_be_hidden()


def test_it_can_be_installed(origin: str, tmp_path: Path, chromium: Browser) -> None:
    context = chromium.browser_type.launch_persistent_context(tmp_path, executable_path=CHROMIUM, args=FLAGS)
    page = context.new_page()
    page.goto(origin)
    session = context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"].endswith("/manifest.webmanifest")
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    context.close()


@ALONE
def test_a_table_that_is_loaded_again_is_seen_before_python_and_keeps_a_press(
    visit: Callable[..., Page], no_python: Callable[[], None]
) -> None:
    no_python()
    page = visit("#/new/hex")
    begin(page, "hex", {"size": 4})
    play(page, ["b2"])
    Host.may_send_python.clear()
    page.reload()
    expect(page.locator(".boardside svg").first).to_be_visible()
    cell(page, "c3").click()
    expect(page.locator(".boardside .waits")).to_have_text(re.compile(r"Your move will be made\. Loading Python"))
    expect(page.locator(".playboard [role=gridcell][aria-label*=Blue]")).to_have_count(0)
    Host.may_send_python.set()
    expect(page.locator(".playboard [role=gridcell][aria-label*=Blue]")).to_have_count(1)
    expect(page.locator(".boardside .waits")).to_be_hidden()
