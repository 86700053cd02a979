"""The page without a server: it works without a network, in two tabs, and goes on when a Python hangs."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from conftest import ROOT, wide
from playwright.sync_api import Page, expect

from .conftest import CARRIERS
from .steps import begin, go, play

pytestmark = pytest.mark.parametrize("carrier", CARRIERS[1:], indirect=True)

MANY = 2_000
"""Simulations that plain Python cannot make in the second that an analysis takes; WebAssembly makes some 50,000."""

STONES = ".playboard [role=gridcell][aria-label*=Red], .playboard [role=gridcell][aria-label*=Blue]"


def test_it_works_without_a_network_once_it_was_loaded(visit: Callable[..., Page]) -> None:
    page = visit("#/help")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.reload()
    begin(page, "hex", {"size": 4, "pie": "no"}, ["human", "random"])
    play(page, ["b2"])
    expect(page.locator(STONES)).to_have_count(2, timeout=120_000)  # a computer player has a Python of its own
    go(page, "#/help/language")
    expect(page.get_by_role("link", name="Try it").first).to_be_visible()


@wide
def test_two_tabs_show_the_same_game(page: Page) -> None:
    begin(page, "hex", {"size": 3})
    play(page, ["b1"])
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator(STONES)).to_have_count(1)
    play(other, ["a2"])
    expect(page.locator(STONES)).to_have_count(2)
    other.close()


HANGING = """async (text) => {
  const { Python } = await import("./carriers/python.js");
  const python = new Python("hangs", -1.9); // it has 0.1 seconds, with the grace
  const late = python.call({ seconds: 60, message: { id: 1, ask: "check", text } });
  const code = await late.then(() => "in time", (error) => error.code);
  python.seconds = 60;
  const next = await python.call({ message: { id: 2, ask: "highlight" } });
  python.worker.terminate();
  return [code, next.answer.answer];
}"""


@wide
def test_a_python_that_hangs_is_ended_and_another_goes_on(page: Page) -> None:
    sheet = (ROOT / "games" / "twixt.hexgame").read_text("utf-8")
    assert page.evaluate(HANGING, sheet) == ["HG615", "highlight"]


LATE = """async () => {
  const { Python } = await import("./carriers/python.js");
  const python = new Python("late", 60);
  const setup = { sheet: { name: "hex" }, options: {}, seats: ["random", "random"], seed: 4 };
  const think = (seconds) => python.call({ seconds, think: true, kept: { table: "t", setup, events: [] } });
  const late = await think(0).then(() => "in time", (error) => error.code);
  const { events } = await think(60);
  python.worker.terminate();
  return [late, events.length];
}"""


@wide
def test_a_player_that_decides_too_late_is_told_from_a_fault(page: Page) -> None:
    assert page.evaluate(LATE) == ["HG615", 1]


SENT = """async (messages) => {
  const worker = new Worker("carriers/worker.js", { type: "module" });
  const answers = await new Promise((resolve) => {
    const found = [];
    worker.onmessage = ({ data }) => data.answer && found.push(data.answer) === messages.length && resolve(found);
    messages.forEach((message) => worker.postMessage(message));
  });
  worker.terminate();
  return answers;
}"""


def test_whatever_is_sent_is_answered(page: Page) -> None:
    odd = [None, 3, "x", [], {}, {"id": 1}, {"id": 2, "ask": "look", "table": "nowhere"}, {"id": 3, "ask": ["open"]},
           {"id": 4, "ask": "play", "table": "../x", "node": 0, "move": "a1"},
           {"id": 5, "ask": "sheet", "name": "../hex"}, {"id": 6, "ask": "docs", "page": "nowhere"},
           {"id": 7, "ask": "check", "text": 3}]  # fmt: skip
    answers = page.evaluate(SENT, [*odd, {"id": 8, "ask": "highlight"}])
    assert sorted(answers) == ["error"] * len(odd) + ["highlight"]


def test_a_computer_player_and_an_analysis_search_in_webassembly(page: Page) -> None:
    begin(page, "hex", {"size": 11}, ["human", "normal"])
    play(page, ["b2"])
    expect(page.locator(STONES)).to_have_count(2)
    page.get_by_role("tab", name="Analysis").click()
    status = page.locator(".analysis [role=status]")
    for _ in range(10):  # the first time, it is made ready within the second as well
        page.get_by_role("button", name="Best moves").click()
        expect(status).to_contain_text("simulations")
        found = int((status.text_content() or "").partition(" ")[0].replace(",", ""))
        if found > MANY:
            break
    assert found > MANY
    expect(page.locator(".analysis .notes")).to_have_text("")


def expect_kept(page: Page, words: str) -> None:
    """Wait until the text that is kept of Hex holds some words."""
    until = time.monotonic() + 10
    while words not in (kept := page.evaluate("localStorage.getItem('hexgame:sheet:hex')") or ""):
        assert time.monotonic() < until, kept
        page.wait_for_timeout(50)


@wide
def test_a_sheet_that_is_written_in_two_tabs_is_overwritten_by_neither(page: Page) -> None:
    go(page, "#/edit/hex")
    other = page.context.new_page()
    other.goto(page.url)
    for each, said in ((page, "# mine"), (other, "# theirs")):
        each.locator(".cm-content").click()
        each.keyboard.press("ControlOrMeta+End")
        each.keyboard.insert_text(f"\n{said}\n")
        expect_kept(page, "# mine")
    expect(other.get_by_text("This sheet was changed in another tab.")).to_be_visible()
    expect_kept(page, "# mine")
    other.get_by_role("button", name="Keep mine").click()
    expect_kept(other, "# theirs")
    other.close()
    page.evaluate("localStorage.removeItem('hexgame:sheet:hex')")


KEPT_TABLES = """(table) => new Promise((resolve) => {
  indexedDB.open("hexgame", 1).onsuccess = ({ target: { result: database } }) => {
    const counting = database.transaction("tables").objectStore("tables").count(table);
    counting.onsuccess = () => { database.close(); resolve(counting.result); };
  };
})"""
"""How many tables of a name this browser keeps."""


@wide
def test_a_game_that_another_tab_has_deleted_takes_no_move(page: Page) -> None:
    begin(page, "hex", {"size": 3})
    play(page, ["b1"])
    table = page.url.rpartition("/")[2]
    other = page.context.new_page()
    other.goto(page.url.partition("#")[0])
    other.locator(f'.tables [data-table="{table}"] button').click()
    other.get_by_text("Delete this game?").click()
    expect(other.locator(f'.tables [data-table="{table}"]')).to_have_count(0)
    until = time.monotonic() + 30
    while page.evaluate(KEPT_TABLES, table):
        assert time.monotonic() < until
        page.wait_for_timeout(50)
    page.locator('.playboard [role=gridcell][aria-label^="a2,"]').click()
    expect(page.locator(".boardside .problem")).to_have_text("This game was deleted in another tab.")
    other.close()


def test_sample_games_are_played_in_webassembly(page: Page) -> None:
    """Plain Python plays some 200 games of Gonnect within the ten seconds that there are."""
    begin(page, "gonnect", {})
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_role("button", name="Sample games").click()
    expect(page.locator(".analysis .notes")).to_contain_text("500 games by random moves")
