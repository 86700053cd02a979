"""Puzzles on the page: a wrong move is told from the right one, whose proof is told, and another puzzle follows."""

from __future__ import annotations

from typing import Literal

from playwright.sync_api import Page, expect

import hexgame
from hexgame.experiments.puzzles import ready

from .steps import cell, go
from .test_views import serious

SCHEMES: tuple[Literal["light", "dark"], ...] = ("dark", "light")


def unusable(page: Page) -> list[str]:
    """What axe finds in dark and in light colours."""
    found = list[str]()
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found += serious(page)
    return found


def test_a_puzzle_is_solved_on_the_board(page: Page) -> None:
    row = ready.kept()["cross"]
    first = row.puzzles[0]
    state = hexgame.load("cross", **row.options).start().play_all(first.moves)
    wrong = next(str(move) for move in state.legal_moves if str(move) != first.answer)
    go(page, "#/new/cross")
    page.get_by_role("link", name=f"Solve {len(row.puzzles)} puzzles").click()
    expect(page.get_by_text(f"{first.player} moves. One move wins")).to_be_visible()
    told = page.locator(".panel .standing")
    cell(page, wrong).click()
    expect(told).to_have_text(f"After {wrong}, {first.player} cannot be sure to win. Try another move.")
    assert unusable(page) == []
    cell(page, first.answer).click()
    expect(told).to_have_text(f"Right: {first.answer} wins, and no other move does. Two searches have proved it.")
    assert unusable(page) == []
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.get_by_text(f"Puzzle 2 of {len(row.puzzles)}")).to_be_visible()
    page.get_by_role("button", name="Show the answer").click()
    expect(told).to_have_text(f"{row.puzzles[1].answer} wins, and no other move does. Two searches have proved it.")


def test_a_game_without_puzzles_says_so(page: Page) -> None:
    go(page, "#/puzzles/dark_hex")
    expect(page.get_by_text("This game has no puzzles.")).to_be_visible()
