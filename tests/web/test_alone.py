"""The Python of a browser without a server: it can be replaced by another at any time, and answers whatever comes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hexgame.diagnostics.diagnostic import OUT_OF_TIME
from hexgame.web.site.alone import Alone

HEX = {"ask": "open", "sheet": {"name": "hex"}, "options": {"size": "3"}, "seed": 1}


class Browser:
    """What worker.js does: it keeps the tables, and calls Python, a new one each time if `forgets`."""

    def __init__(self, forgets: bool = False) -> None:
        self.forgets, self.python = forgets, Alone()
        self.kept: dict[str, Any] = {"table": "t", "setup": None, "events": []}

    def call(self, **content: object) -> dict[str, Any]:
        """Return Python's reply to a call."""
        if self.forgets:
            self.python = Alone()
        reply: dict[str, Any] = json.loads(self.python.answer(json.dumps({"seconds": 20, **content})))
        return reply

    def open(self, **fields: object) -> dict[str, Any]:
        """Begin a game."""
        reply = self.call(message={"id": 1, **HEX, **fields}, table="t")
        self.kept |= {"setup": reply["setup"], "events": []}
        return reply

    def ask(self, ask: str, **fields: object) -> dict[str, Any]:
        """Ask something at the table, and keep what happens."""
        reply = self.call(message={"id": 2, "ask": ask, "table": "t", **fields}, kept=self.kept)
        self.kept["events"] += reply["events"]
        return reply

    def adopt(self, events: list[Any]) -> dict[str, Any]:
        """Let events happen if they still fit, and keep those that do."""
        reply = self.call(adopt=events, kept=self.kept)
        self.kept["events"] += reply["events"]
        return reply


@pytest.mark.parametrize("forgets", [False, True])
def test_a_game_goes_on_in_another_python(forgets: bool) -> None:
    browser = Browser(forgets)
    assert browser.open()["answer"]["table"] == "t"
    for node, move in enumerate(["b1", "a2", "b2", "a3", "b3"]):
        reply = browser.ask("play", node=node, move=move)
        assert reply["answer"]["answer"] == "play" and reply["scene"]["tip"] == node + 1
    joined = browser.ask("join")["answer"]
    assert joined["seats"] == [0, 1] and joined["scene"]["outcome"]["winner"] == "Red"
    assert [event["move"] for event in browser.kept["events"]] == ["b1", "a2", "b2", "a3", "b3"]


def test_what_another_tab_kept_counts() -> None:
    browser, other = Browser(), Browser()
    browser.open()
    browser.ask("play", node=0, move="a1")
    other.kept = {**browser.kept, "events": []}
    other.ask("play", node=0, move="c3")
    browser.kept = other.kept
    assert [row["text"] for row in browser.ask("look")["answer"]["scene"]["tree"]][1:] == ["c3"]


def test_a_computer_player_thinks_and_its_move_is_adopted_if_it_still_fits() -> None:
    browser = Browser()
    browser.open(seats=["human", "random"])
    reply = browser.ask("play", node=0, move="b2")
    assert reply["awaits"] == "a moment"
    found = browser.call(think=True, kept=browser.kept)["events"]
    assert len(found) == 1
    adopted = browser.adopt(found)
    assert adopted["events"] == found and "awaits" not in adopted
    late = browser.adopt(found)
    assert late["events"] == [] and late["scene"]["tip"] == 2


def test_a_player_that_searches_takes_a_while() -> None:
    assert Browser().open(seats=["normal", "human"])["awaits"] == "a while"


def test_all_seats_of_people_are_this_browser_s() -> None:
    browser = Browser()
    browser.open(seats=["random", "human"])
    assert browser.ask("join")["answer"]["seats"] == [1]
    assert browser.ask("sit", seat=0)["answer"]["message"] == "without a server, all seats are yours"


@pytest.mark.parametrize(
    "message",
    [None, [], "", 3, {}, {"id": 1}, {"id": 1, "ask": 3}, {"id": 1, "ask": "open"}, {"id": 1, "ask": "open", "x": 1},
     {"id": 1, "ask": "play", "table": "t"}, {"id": 1, "ask": "join", "table": 3}, {"id": 1, "ask": "look"},
     {"id": 1, "ask": "open", "sheet": {"text": "game"}}, {"id": {}, "ask": "library"}, {"id": 1, "ask": ["open"]}],
    ids=str,
)  # fmt: skip
def test_whatever_is_sent_is_answered(message: object) -> None:
    browser = Browser()
    browser.open()
    for kept in ({}, {"kept": browser.kept}):
        reply = browser.call(message=message, table="u", **kept)
        assert reply["answer"]["answer"] == "error" and reply["answer"]["message"]
        assert reply["events"] == [] and "setup" not in reply


def test_a_table_that_can_no_longer_be_made_says_why() -> None:
    browser = Browser()
    browser.kept["setup"] = {"sheet": {"name": "hex"}, "options": {"size": "99"}}
    for ask in ("look", "join"):
        assert "size" in browser.ask(ask)["answer"]["message"]


def test_work_that_takes_too_long_is_ended() -> None:
    browser = Browser()
    reply = browser.call(message={"id": 1, "ask": "check", "text": 'game "A"'}, seconds=0)
    assert reply["answer"]["code"] == OUT_OF_TIME
