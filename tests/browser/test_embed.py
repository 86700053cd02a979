"""Boards on pages of others: the example of the manual, on a page of another origin."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import ROOT
from playwright.sync_api import Browser, BrowserContext, FrameLocator, Page, expect

import hexgame

from .conftest import START, Watched, hosting

EXAMPLE = re.search(r"```html\n(.*?)```", (ROOT / "docs" / "site.md").read_text("utf-8"), re.DOTALL)
HOSTILE = """
<hexgame-board id="odd" game="&lt;img src=x onerror=alert(1)&gt;" size="99999"></hexgame-board>
<hexgame-board id="long" game="hex" moves="&lt;b&gt;x&lt;/b&gt; b2"></hexgame-board>
<hexgame-board id="alone" game="hex" options="size=3 pie=no" play="engine"></hexgame-board>
<script>
  window.heard = [];
  const hear = ({ type, target, detail }) => heard.push([target.id, type, detail]);
  for (const kind of ["move", "end"]) addEventListener(kind, hear);
</script>
"""


def board(page: Page, number: int) -> FrameLocator:
    """What is in the frame of a board, once it has come into view."""
    element = page.locator("hexgame-board").nth(number)
    element.scroll_into_view_if_needed()
    return element.locator("iframe").content_frame


def press(frame: FrameLocator, cell: str, owner: str) -> None:
    """Make a move on a board."""
    frame.locator(f'[role=gridcell][aria-label^="{cell},"]').click()
    expect(frame.locator(f'[role=gridcell][aria-label^="{cell}, {owner}"]')).to_be_attached()


def test_boards_on_a_page_of_somebody_else(context: BrowserContext, origin: str, tmp_path: Path) -> None:
    assert EXAMPLE is not None
    example = EXAMPLE[1].replace("https://games.example.org/", origin)
    head = "<!doctype html><title>A page</title><link rel=icon href=data:,>"
    (tmp_path / "index.html").write_text(f"{head}{example}{HOSTILE}")
    watched = Watched(context.new_page())
    page = watched.page
    with hosting(tmp_path, policy="default-src * data: 'unsafe-inline'") as address:
        page.goto(address)
        looked_at, played, own, odd, refused, alone = (board(page, number) for number in range(6))
        expect(looked_at.locator(".stones .stone")).to_have_count(3, timeout=1000 * START)
        expect(looked_at.get_by_role("img", name="Hex: Blue to move")).to_be_visible()
        expect(odd.get_by_role("alert")).to_have_text(
            "This board cannot be shown: game must be the name of a game in the library."
        )
        expect(refused.get_by_role("alert")).to_have_text("Move 1, <b>x</b>, cannot be played.")
        press(played, "b2", "Red")
        page.evaluate("mine.setAttribute('moves', 'b1')")
        expect(played.locator(".stones .stone")).to_have_count(1)
        press(played, "c3", "Blue")
        played.get_by_role("button", name="Take back").click()
        expect(played.locator(".stones .stone")).to_have_count(1)
        for cell, owner in (("a2", "Red"), ("b2", "Blue"), ("a3", "Red")):
            press(own, cell, owner)
        expect(own.locator(".standing")).to_have_text("Red wins")
        press(alone, "b2", "Red")
        expect(alone.locator(".stones .stone")).to_have_count(2)  # the computer has answered
        page.wait_for_function("heard.filter(([id]) => id === 'alone').length === 2")
        page.evaluate("postMessage({ from: 'hexgame board', tell: 'end', winner: 'me', text: '' }, '*')")  # not a frame
        heard = [each for each in page.evaluate("heard") if each[0] != "alone"]
        assert heard[:2] == [["mine", "move", {"move": "b2", "moves": ["b2"]}],
                             ["mine", "move", {"move": "c3", "moves": ["b1", "c3"]}]]  # fmt: skip
        assert heard[-1] == ["", "end", {"winner": "Red", "text": "Red wins"}]
        heights = page.evaluate("[...document.querySelectorAll('hexgame-board')].map((each) => each.clientHeight)")
        assert all(height > 150 for height in heights[:3])
        page.close()
    watched.settle()


SYNCED = ("drawing", "standing", "notice", "buttons", "able", "chosen", "undoable")
MOUNTED = """async ([source, state]) => {
  const { default: widget } = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  const heard = new Map();
  const model = {
    get: (name) => state[name],
    on: (name, act) => heard.set(name, act),
    off: () => {},
    send: async (content) => {
      state = await window.kernel(content);
      heard.forEach((act) => act());
    },
  };
  widget.render({ model, el: document.body });
}"""


def test_a_board_of_a_notebook_is_played_by_clicks(chromium: Browser) -> None:
    pytest.importorskip("anywidget")
    widget = hexgame.widget(hexgame.load("hex", size=3).start())

    def kernel(content: object) -> dict[str, object]:
        widget._handle_custom_msg(content, [])
        return state()

    def state() -> dict[str, object]:
        return {name: value for name, value in widget.get_state().items() if name in SYNCED}

    watched = Watched(chromium.new_page())
    page = watched.page
    page.expose_function("kernel", kernel)
    source = (ROOT / "interpreter" / "web" / "notebook" / "widget.js").read_text()
    page.evaluate(MOUNTED, [source, state()])
    page.locator("[data-cell='1']").first.click()
    expect(page.get_by_role("status")).to_have_text("Blue to move")
    page.get_by_role("button", name="Swap sides").click()
    expect(page.locator("[data-cell='1'].able")).to_have_count(0)
    assert widget.moves == ("b1", "swap")
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_role("button", name="Swap sides")).to_be_visible()
    watched.settle()
    page.close()
