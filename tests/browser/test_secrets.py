"""Two people in two browsers, and somebody who looks on: none of them can find out what they may not know.

A browser is sent the same, and shows and keeps the same, in two games that differ only in what is hidden from it. What
is compared is every frame of its socket, its whole document, its storage, and what it saves.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from conftest import wide
from pace import crowding
from playwright.sync_api import Browser, BrowserContext, Page, expect
from served import served

import hexgame
from hexgame.play.state import State
from hexgame.web.serve.app import Site
from hexgame.web.serve.rooms import Room
from hexgame.web.talk.scene import moves_of

from .conftest import CARRIERS
from .steps import begin, press, record

pytestmark = pytest.mark.parametrize("carrier", CARRIERS[:1], indirect=True)

QUIET = 120
"""Milliseconds without a frame after which nothing more is expected, on a machine that has no other work."""

KEPT = """async () => {
  const bases = await indexedDB.databases();
  const kept = (storage) => Object.fromEntries(Object.entries(storage).sort()); // else in the order of chance's names
  return [document.title, document.documentElement.outerHTML, kept(localStorage), kept(sessionStorage), bases];
}"""


@dataclass
class Seen:
    """A browser, and all that has reached it."""

    context: BrowserContext
    page: Page
    frames: list[str] = field(default_factory=list)
    found: list[str] = field(default_factory=list)
    """What a careful reader finds there, without what differs from game to game by chance."""

    def __post_init__(self) -> None:
        self.page.on(
            "websocket", lambda socket: socket.on("framereceived", lambda frame: self.frames.append(str(frame)))
        )

    def look(self) -> None:
        """Note what has come and what is there now, if it is not what was there before."""
        now = [*sorted(map(self.plain, self.frames)), self.plain(json.dumps(self.page.evaluate(KEPT)))]
        self.frames.clear()
        if now != self.found[-len(now) :]:
            self.found += now

    def plain(self, text: str) -> str:
        """A text without the name of the table, tokens and the numbers of messages."""
        text = re.sub(r'(\\*"(?:token|id)\\*": ?)(?:\\*"[\w-]*\\*"|\d+)', r"\1-", text)
        return re.sub(r"[\w-]{32}|(?<![\w-])[\w-]{22}(?![\w-])", "-", text)


@dataclass
class Three:
    """A table with two people and a spectator, each in their own browser."""

    first: Seen
    second: Seen
    watcher: Seen
    state: State

    @property
    def all(self) -> tuple[Seen, Seen, Seen]:
        """All browsers."""
        return self.first, self.second, self.watcher

    def settle(self) -> None:
        """Wait until nothing more comes, then let each look."""
        counts = None
        while counts != (counts := [len(each.frames) for each in self.all]):
            self.watcher.page.wait_for_timeout(QUIET * crowding(10))
        for each in self.all:
            each.look()

    def press(self, seat: int, move: str) -> None:
        """Let a person make a move, or their part of one."""
        colour = next(each for each in self.state.game.players if self.state.seat(each) == seat)
        part = next(each for each in self.state.choices(colour) if str(each) == move)
        press(self.all[seat].page, colour, moves_of(self.state.view(colour), [part])[0])

    def play(self, move: str) -> None:
        """Let whoever decides make a move."""
        assert self.state.to_move is not None
        self.press(self.state.seat(self.state.to_move), move)
        self.state.play(move)
        self.settle()

    def pry(self, seat: int) -> None:
        """Let all try what might tell them more: the record, a picture, taking back a move, which the other refuses."""
        for each in self.all:
            each.page.locator("details").filter(has_text="Share and save").evaluate("it => { it.open = true }")
            with each.page.expect_download() as download:
                each.page.get_by_role("button", name="Picture (SVG)").click()
            each.found.append(each.plain(download.value.path().read_text("utf-8")))
            each.page.get_by_role("button", name="Save the game").click()
            expect(each.page.locator(".boardside .problem")).to_contain_text("hides something")
        self.all[seat].page.get_by_role("button", name="Take back").click()
        self.all[1 - seat].page.get_by_role("button", name="Refuse").click()
        self.settle()


Tables = Callable[..., Three]
"""Opens a table: `tables("dark_hex", size=4)`."""


@pytest.fixture
def tables(chromium: Browser, carrier: str, tmp_path: Path) -> Iterator[Tables]:
    """Opens a table of a game in three browsers without a past, at a server in this process."""
    opened: list[Seen] = []
    with served(Site(tmp_path / "games", workers=1)) as port:

        def table(name: str, **options: object) -> Three:
            for each in opened:
                each.context.close()
            opened.clear()
            for _ in range(3):
                context = chromium.new_context(
                    base_url=f"http://127.0.0.1:{port}/", reduced_motion="reduce", accept_downloads=True
                )
                opened.append(Seen(context, context.new_page()))
            first, second, watcher = opened
            first.page.goto("#/help")  # not the library, whose boards a new server would draw
            begin(first.page, name, options)
            first.page.get_by_role("button", name="Invite").last.click()
            expect(first.page.get_by_role("button", name="Sit here")).to_be_visible()
            for each in (second, watcher):
                each.page.goto(first.page.url)
                expect(each.page.locator(".playboard [role=gridcell]").first).to_be_attached()
            second.page.get_by_role("button", name="Sit here").click()
            expect(first.page.get_by_role("button", name="Sit here")).to_have_count(0)
            three = Three(first, second, watcher, hexgame.load(name, **options).start(decide_chance=False))
            three.settle()
            for each in three.all:
                each.found.clear()
            return three

        yield table
        for each in opened:
            each.context.close()


GAMES = {
    0: (
        "d1 d1 a2 a3 b1 b4 a3 c1 c3 c3 d2 c2",
        "d1 a1 a3 b2 b4 a3 d1 b4 a4 c3 c3 c4 c2",
    ),
    1: (
        "d3 b2 a4 b3 d2 a3 b3 d4 d1 a1 c4 b4 c2",
        "b1 b2 c1 b3 a1 a3 a2 d1 b2 a3 a4 c4 c3 c2",
    ),
}  # fmt: skip
"""For each seat two games of Dark Hex that it cannot tell apart before they are over, with stones tried in vain."""


PRIED = 3
"""After so many changes of turn all try to find out more."""


@wide("1-socket")
@pytest.mark.parametrize("seat", GAMES)
def test_games_that_are_the_same_in_the_dark_are_the_same_in_the_browser(tables: Tables, seat: int) -> None:
    one, other = (dark(tables("dark_hex", size=4), game.split(), seat) for game in GAMES[seat])
    for seen in (seat, 2):
        assert one[seen] == other[seen]
        assert len(one[seen]) > 5
    assert one[1 - seat] != other[1 - seat]


ENDED = re.compile("^(?:You won|You lost|\\w+ wins)")
"""How the page says that a game is over, to those who played it and to who looks on."""


def dark(three: Three, moves: list[str], seat: int) -> list[list[str]]:
    """Play a game of Dark Hex to its end; return what each browser has found before the last move."""
    turns = 0
    for move in moves[:-1]:
        before = three.state.to_move
        three.play(move)
        turns += before != three.state.to_move
        if turns == PRIED and three.state.to_move != before:
            three.pry(seat)
    found = [list(each.found) for each in three.all]
    three.play(moves[-1])
    for each in three.all:
        expect(each.page.locator(".standing")).to_have_text(ENDED)
    return found


def test_a_pick_is_not_in_another_browser_before_both_have_picked(tables: Tables, tmp_path: Path) -> None:
    """In every round one person picks first, takes it back and picks something else: nobody else can tell."""
    three = tables("blind_hex", size=5, handicapped="X")
    blind(three)
    for each in three.all:
        expect(each.page.locator(".standing")).to_have_text(ENDED)
        assert "moves:" in record(each.page, tmp_path)


def blind(three: Three, rounds: int = 100) -> None:
    """Play Blind Hex, to its end or for some rounds."""
    state = three.state
    while not state.is_over and rounds:
        if len(state.deciders) == 1:
            three.play(str(state.legal_moves[0]))
            continue
        rounds -= 1
        early, late = (0, 1) if rounds % 2 else (1, 0)
        picks = [[str(pick) for pick in state.choices(state.game.players[seat])] for seat in (0, 1)]
        found = []
        for pick in (picks[early][0], picks[early][-1]):
            for each in three.all:
                each.found.clear()
            three.press(early, pick)
            three.settle()
            found.append([list(each.found) for each in three.all])
            if pick != picks[early][-1]:
                three.all[early].page.get_by_role("button", name="Take back").click()
                expect(three.all[late].page.get_by_text("has picked")).to_have_count(0)
                three.settle()
        for seen in (late, 2):
            assert found[0][seen] == found[1][seen]
            assert found[0][seen]
        chosen = {early: picks[early][-1], late: picks[late][0]}
        three.press(late, chosen[late])
        state.play(f"{chosen[0]}/{chosen[1]}")
        three.settle()


CHOSEN = {
    "bidding_hex": ({"size": 3, "purse": 9}, ("n 2", "n 7"), "n 4"),
    "simultaneous_hex": ({"size": 3}, ("c b2", "c a3"), "c c1"),
}
"""For a game its options, what the first person may choose in secret, and what the second then does."""


@wide("simultaneous_hex-socket")
@pytest.mark.parametrize("name", CHOSEN)
def test_a_choice_in_secret_is_in_no_other_browser_before_both_have_chosen(tables: Tables, name: str) -> None:
    """Two tables at which the first person chooses different things look the same to all others, until both have."""
    options, choices, answer = CHOSEN[name]
    before, after = [], []
    for choice in choices:
        three = tables(name, **options)
        three.play(choice)
        before.append([list(each.found) for each in three.all])
        three.play(answer)
        after.append([list(each.found) for each in three.all])
    assert before[0][0] != before[1][0]
    for seen in (1, 2):
        assert before[0][seen] == before[1][seen]
        assert before[0][seen]
        assert after[0][seen] != after[1][seen]


@wide
def test_a_leak_is_found(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that tells everybody what was played last, in names of people, fails both tests."""
    people = Room.people

    def leaking(room: Room) -> list[dict[str, object]]:
        last = room.played.events[-1:]
        return [{**each, "name": f"{each['name']} {[event.get('move') for event in last]}"} for each in people(room)]

    monkeypatch.setattr(Room, "people", leaking)
    found = []
    for game in GAMES[0]:
        three = tables("dark_hex", size=4)
        for move in game.split()[:2]:
            three.play(move)
        found.append(three.first.found)
    assert found[0] != found[1]
    with pytest.raises(AssertionError):
        blind(tables("blind_hex", size=5, handicapped="X"), 1)
