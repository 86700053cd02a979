"""Games on the page, by clicks."""

from __future__ import annotations

import re
from pathlib import Path

import yaml
from conftest import Run
from playwright.sync_api import Page, expect

from .steps import begin, cell, drop, go, play, record, write


def test_a_whole_game_by_clicks(page: Page, command: Run, tmp_path: Path) -> None:
    moves = ["b1", "a2", "b2", "a3", "b3"]
    begin(page, "hex", {"size": 3})
    play(page, moves)
    expect(page.get_by_text("Red wins").first).to_be_visible()
    typed = "".join(f"{move}\n" for move in moves)
    command("play", "hex", "--set", "size=3", input=f"{typed}save {tmp_path / 'typed.yaml'}\nquit\n")
    clicked, kept = yaml.safe_load(record(page, tmp_path)), yaml.safe_load((tmp_path / "typed.yaml").read_text("utf-8"))
    assert clicked | {"seed": None} == kept | {"seed": None}


def test_a_computer_player_answers(page: Page) -> None:
    begin(page, "hex", {"size": 4, "pie": "no"}, ["human", "random"])  # with the pie rule, it may swap instead
    play(page, ["b2"])
    expect(page.locator(".playboard [role=gridcell][aria-label*=Blue]")).to_have_count(1)


def test_who_plays_one_colour_reads_what_ended_the_game(page: Page) -> None:
    begin(page, "hex", {"size": 2, "pie": "no"}, ["human", "random"])
    play(page, ["b1"])
    page.locator(".playboard .can").last.click()  # either cell of the lower row joins both sides
    expect(page.locator(".standing")).to_have_text("You won: Red joined top and bottom")
    expect(page.get_by_role("button", name="Play again")).to_be_focused()


def test_boards_change_their_look(page: Page) -> None:
    begin(page, "hex", {"size": 3})
    page.get_by_text("Appearance").click()
    fills = {
        "flat": {"light": "rgb(238, 241, 240)", "dark": "rgb(42, 50, 48)"},
        "contrast": {"light": "rgb(255, 255, 255)", "dark": "rgb(0, 0, 0)"},
        "wood": {"light": "rgb(230, 191, 133)", "dark": "rgb(94, 65, 41)"},
    }
    for theme, modes in fills.items():
        page.get_by_label("boards").select_option(theme)
        for _ in modes:
            page.locator("#theme").click()
            mode = page.locator("html").get_attribute("data-mode") or ""
            expect(cell(page, "a1")).to_have_css("fill", modes[mode])
    page.get_by_label("boards").select_option("flat")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "flat")
    page.evaluate("localStorage.clear()")
    page.reload()


def test_a_page_that_is_loaded_again_goes_on_where_it_stood(page: Page) -> None:
    begin(page, "hex", {"size": 3})
    play(page, ["b1", "a2"])
    page.reload()
    expect(page.locator(".playboard [role=gridcell][aria-label*=Red]")).to_have_count(1)
    play(page, ["b2", "a3", "b3"])
    expect(page.get_by_text("Red wins").first).to_be_visible()


def test_rules_can_be_read_beside_the_game(page: Page) -> None:
    begin(page, "hex", {"size": 3})
    page.get_by_text("Rules", exact=True).click()
    expect(page.locator(".tabpanel p", has_text="Whoever joins their own two sides")).to_be_visible()


def test_a_link_with_moves_shows_the_board_after_them(page: Page) -> None:
    page.evaluate("""async () => {
        const { packed } = await import("./keeping/sharing.js");
        location.hash = `#/s/${await packed({ name: "hex", options: { size: "3" }, moves: ["b2"] })}`;
    }""")
    expect(page.get_by_text("The game begins after 1 move.")).to_be_visible()
    expect(page.locator(".stage svg circle").first).to_be_attached()


def test_a_link_with_a_move_that_cannot_be_made_says_so(page: Page) -> None:
    page.evaluate("""async () => {
        const { packed } = await import("./keeping/sharing.js");
        location.hash = `#/s/${await packed({ name: "hex", options: { size: "3" }, moves: ["b2", "b2"] })}`;
    }""")
    expect(page.locator("form .problem")).to_have_text("move 2, b2, cannot be played")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_disabled()


OWN = 'game "Own"\nplayers Red, Blue\nboard { shape rhombus(3) edge top, bottom: Red edge left, right: Blue }\n'
OWN += "turn { place stone on empty }\nwin when connects(own, own.edges)\n"


def test_a_record_of_an_own_sheet_is_played_on(page: Page, tmp_path: Path) -> None:
    go(page, "#/edit")
    write(page, OWN)
    page.get_by_role("button", name="Play this").click()
    page.locator("dialog select").last.select_option("human")
    page.locator("dialog").get_by_role("button", name="Play", exact=True).click()
    page.locator(".playing").wait_for()
    play(page, ["b2", "a1"])
    text = record(page, tmp_path)
    table = page.url
    drop(page, ".playing", "own.yaml", text)
    page.wait_for_url(lambda url: url != table)
    expect(cell(page, "a1")).to_have_attribute("aria-label", "a1, Blue, last move")
    go(page, "#/")
    page.locator(".games").first.wait_for()
    drop(page, ".gallery", "own.yaml", text)
    expect(page.get_by_text("Open the sheet in the editor")).to_be_visible()
    go(page, "#/edit")
    drop(page, ".cm-content", "own.yaml", text)
    page.locator(".playing").wait_for()
    expect(cell(page, "a1")).to_have_attribute("aria-label", "a1, Blue, last move")


def test_a_dropped_sheet_goes_to_the_editor(page: Page) -> None:
    go(page, "#/edit")
    write(page, OWN)
    go(page, "#/")
    page.locator(".games").first.wait_for()
    drop(page, ".gallery", "other.hexgame", OWN.replace("Own", "Other"))
    expect(page.locator(".cm-content")).to_contain_text("Other")
    page.get_by_role("button", name="Restore mine").click()
    expect(page.locator(".cm-content")).to_contain_text("Own")


OUTDATE = """() => {
  for (const key of Object.keys(localStorage).filter((each) => each.startsWith("hexgame:table:"))) {
    const { at, value } = JSON.parse(localStorage.getItem(key));
    localStorage.setItem(key, JSON.stringify({ at, value: { ...value, standing: "unknown" } }));
  }
}"""

FORGET_AT_ONCE = """async (table) => {
  const row = () => document.querySelector(`.tables [data-table="${table}"]`);
  while (!row()) await new Promise(requestAnimationFrame);
  row().querySelector("button").click();
  while (!row().textContent.includes("to move")) await new Promise(requestAnimationFrame);
  return row().querySelector("button").textContent;
}"""


def test_a_browser_lists_its_tables(page: Page) -> None:
    begin(page, "hex", {"size": 3})
    play(page, ["b2"])
    table = page.url.rpartition("/")[2]
    begin(page, "y", {"size": 3}, ["human", "random"])
    go(page, "#/")
    row = page.locator(f'.tables [data-table="{table}"]')
    expect(row).to_contain_text("Blue to move")
    expect(row.locator(".tag")).to_have_text("your turn")
    expect(page.locator(".tables li a").first).to_have_text("Y")
    row.get_by_role("link", name="Hex").click()
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2, Red, last move")
    page.evaluate(OUTDATE)
    go(page, "#/")
    assert page.evaluate(FORGET_AT_ONCE, table) != "Forget", "what is found about a table leaves its question alone"
    expect(row).to_contain_text("Blue to move")
    row.get_by_role("button").click()
    expect(row).to_have_count(0)
    go(page, "#/help")
    go(page, "#/")
    expect(page.locator(".tables li a").first).to_have_text("Y")
    expect(row).to_have_count(0)


def test_a_saved_game_brings_back_variations_and_comments(page: Page, tmp_path: Path) -> None:
    begin(page, "hex", {"size": 3})
    play(page, ["b2"])
    page.get_by_role("tab", name="Moves").click()
    note = page.get_by_label("Comment on this position")
    note.fill("Too early.")
    note.blur()
    page.get_by_role("button", name="Start").click()
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2, empty, you can play here")
    play(page, ["c3"])
    page.get_by_role("tab", name="Game").click()
    text = record(page, tmp_path)
    table = page.url
    drop(page, ".playing", "game.yaml", text)
    page.wait_for_url(lambda url: url != table)
    page.get_by_role("tab", name="Moves").click()
    expect(page.locator(".variation .move")).to_have_attribute("aria-label", "1. Red b2, comment: Too early.")
    assert "\ncomments:" not in text
    assert "variations:" in text


def test_a_position_and_a_game_are_saved_as_pictures(page: Page) -> None:
    begin(page, "hex", {"size": 3})
    play(page, ["b1", "a2"])
    page.get_by_text("Share and save").click()
    found = {}
    for name in ("Picture (SVG)", "Picture (PNG)", "Animation"):
        with page.expect_download() as download:
            page.get_by_role("button", name=name).click()
        found[name] = download.value.path().read_bytes()
    assert found["Picture (PNG)"].startswith(b"\x89PNG")
    assert found["Picture (SVG)"].count(b'class="stone"') == 2
    assert found["Animation"].count(b"<animate ") == 3  # the positions before and after both moves


def test_a_position_is_analysed(page: Page) -> None:
    begin(page, "hex", {"size": 3})
    play(page, ["b1", "a2", "b2", "c3"])  # Red wins with a3 or b3
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_role("button", name="Threats").click()
    expect(page.locator(".notes")).to_contain_text("Red can win at once with: a3, b3")
    expect(page.locator(".overlay g.threat > *")).to_have_count(2)
    page.get_by_label("Players of the sample games").select_option("a weak search")
    page.get_by_role("button", name="Sample games").click()
    expect(page.locator(".notes")).to_contain_text("Red wins", timeout=90_000)  # a second Python may have to start
    expect(page.locator(".notes")).to_contain_text("games by a weak search; 95 % confidence intervals")
    expect(page.locator(".overlay .value").first).to_be_visible()
    page.get_by_role("button", name="Best moves").click()
    expect(page.locator(".best li").first).to_contain_text("wins, proved")
    page.get_by_role("button", name="Whole game").click()
    expect(page.locator(".graph svg")).to_have_attribute("aria-label", re.compile("after 1 move .*after 4 moves"))
    page.locator(".graph svg").click(position={"x": 6, "y": 30})
    expect(page.locator(".standing")).to_contain_text("Red to move")
    expect(page.locator(".stones .stone")).to_have_count(0)


def test_a_computer_player_that_cannot_go_on_says_what_helps(page: Page) -> None:
    said = """async () => (await import("./table/play.js")).troubled({ message: "This takes long.", again: false })"""
    advice = "Take back a move, or load the page again to let it try once more."
    assert page.evaluate(said) == f"The computer player cannot go on: This takes long. {advice}"
    assert page.evaluate(said.replace("false", "true")).endswith("This takes long. It will try again.")
