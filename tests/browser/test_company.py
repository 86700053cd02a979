"""Two people at two browsers: an invitation, a game with a clock that goes on over reloads and a restart, once more."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from pace import crowding
from playwright.sync_api import Browser, Page, expect

from .conftest import CARRIERS, Watched, serving
from .steps import play

pytestmark = pytest.mark.parametrize("carrier", CARRIERS[:1])

AGREEMENT = 100
"""Milliseconds by which two browsers may differ about the same clock, on a machine that has no other work."""

WATCH = """() => {
  const face = document.querySelector(".clock.on");
  window.ends = [];
  new MutationObserver(() => {
    const [minutes, seconds] = face.textContent.split(":").map(Number);
    window.ends.push(Date.now() + 1000 * (60 * minutes + seconds));
  }).observe(face, { childList: true, characterData: true, subtree: true });
}"""
"""Note when time will run out, each time that a clock shows another time: soon after it is true, never before."""


def ends(*pages: Page) -> list[float]:
    """When the running clock of each page runs out, as it shows it."""
    for page in pages:
        expect(page.locator(".clock.on")).to_have_text(re.compile(r"0:\d\d"))
        page.evaluate(WATCH)
    for page in pages:
        page.wait_for_function("() => window.ends.length >= 3")
    return [float(page.evaluate("() => Math.min(...window.ends)")) for page in pages]


def test_friends_play_with_a_clock(chromium: Browser, tmp_path: Path, carrier: str) -> None:
    contexts = [chromium.new_context(reduced_motion="reduce") for _ in range(2)]
    watched = [Watched(context.new_page()) for context in contexts]
    ann, bo = (each.page for each in watched)
    with serving(tmp_path) as address:
        ann.goto(f"{address}#/new/hex")
        ann.locator('form [name="size"]').fill("3")
        ann.locator('form [name="pie"]').select_option("no")
        ann.get_by_role("button", name="Play a friend").click()
        for label in ("Red", "Another …"):
            ann.locator("dialog label").get_by_text(label, exact=True).click()
        for name, value in (("minutes", "1"), ("more", "0"), ("name", "Ann")):
            ann.locator(f'dialog [name="{name}"]').fill(value)
        ann.get_by_role("button", name="Make the link").click()
        if find_spec("segno"):
            expect(ann.locator(".invitation .qr")).to_be_visible()
        bo.goto(ann.url)
        expect(bo.get_by_role("heading", name="Ann invites you to a game of Hex")).to_be_visible()
        bo.get_by_role("button", name="Sit and play as Blue").click()
        expect(ann.locator(".invitation")).to_be_hidden()
        play(ann, ["b1"])
        expect(bo).to_have_title("Your turn: Hex – hexgame")
        expect(bo.locator('link[rel="icon"]')).to_have_attribute("href", "icons/turn.svg")
        bo.reload()
        one, other = ends(ann, bo)
        assert abs(one - other) < AGREEMENT * crowding(3)
    with serving(tmp_path, "--port", address.rpartition(":")[2].rstrip("/")):
        expect(bo.locator("#connection")).to_be_hidden()
        expect(ann.locator("#connection")).to_be_hidden()
        after = ends(ann, bo)
        assert abs(after[0] - after[1]) < AGREEMENT * crowding(3)
        assert after[0] > one + AGREEMENT, "while the server was down, time was counted"
        for page, move in zip((bo, ann, bo, ann), ("a2", "b2", "a3", "b3"), strict=True):
            play(page, [move])
        expect(bo.locator(".standing")).to_have_text("You lost: Red joined top and bottom")
        expect(ann.get_by_role("button", name="Rematch as Blue")).to_be_focused()
        ann.get_by_role("button", name="Say …").click()
        ann.get_by_role("button", name="Good game").click()
        expect(bo.locator(".phrase")).to_have_text("Ann: Good game")
        ann.get_by_role("button", name="Rematch as Blue").click()
        bo.get_by_role("button", name="Rematch as Red").click()
        for page in (ann, bo):
            expect(page.locator(".standing")).to_contain_text("Red to move")
            expect(page.locator(".moves .move")).to_have_count(1)
        play(bo, ["a1"])
        for each in watched:
            each.complaints = [text for text in each.complaints if "WebSocket" not in text and "ERR_" not in text]
            each.settle()
    for context in contexts:
        context.close()
