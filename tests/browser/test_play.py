"""Games on the page, by clicks."""

from __future__ import annotations

from pathlib import Path

import yaml
from conftest import Run
from playwright.sync_api import Page, expect

from .steps import begin, play, record


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
    begin(page, "hex", {"size": 4}, ["human", "random"])
    play(page, ["b2"])
    expect(page.locator(".playboard [role=gridcell][aria-label*=Blue]")).to_have_count(1)


def test_a_page_that_is_loaded_again_goes_on_where_it_stood(page: Page) -> None:
    begin(page, "hex", {"size": 3})
    play(page, ["b1", "a2"])
    page.reload()
    expect(page.locator(".playboard [role=gridcell][aria-label*=Red]")).to_have_count(1, timeout=60_000)
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
