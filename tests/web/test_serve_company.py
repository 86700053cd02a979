"""People at a table: clocks, offers, phrases, the lobby, one more game; and those who try what they may not."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from served import Message, Page, served

from hexgame.web.serve.app import Site
from hexgame.web.serve.clocks import hours
from hexgame.web.serve.limits import Limits
from hexgame.web.serve.rooms import Room
from hexgame.web.talk.terms import PHRASES

pytestmark = pytest.mark.xdist_group("serve")

LIMITS = Limits(rate=1e6, check=60, move=60, slow=60)
TEN = {"base": 600, "more": 5}


class Time:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 5_000.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


@pytest.fixture(scope="module")
def time() -> Iterator[Time]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(hours, "monotonic", found := Time())
        yield found


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return Site(tmp_path_factory.mktemp("company") / "data", workers=1, limits=LIMITS)


@pytest.fixture(scope="module")
def port(site: Site, time: Time) -> Iterator[int]:
    with served(site) as found:
        yield found


@pytest.fixture
def pages(port: int) -> Iterator[list[Page]]:
    """Ann, Bo and somebody who looks on."""
    with Page(port) as ann, Page(port) as bo, Page(port) as looker:
        yield [ann, bo, looker]


def invited(pages: list[Page], name: str = "hex", size: int = 3, **fields: object) -> str:
    """A table at which Ann has the first seat and Bo the second, while the third looks on."""
    ann, bo, looker = pages
    options = {"size": str(size)} | ({"pie": "no"} if name == "hex" else {})
    fields = {"sheet": {"name": name}, "options": options, "mine": 0, "name": "Ann", **fields}
    answer = ann.ask("open", **fields)
    assert answer["answer"] == "open", answer
    table = str(answer["table"])
    assert looker.join(table)["seats"] == []
    assert bo.join(table)["scene"]["people"] == [{"seat": 0, "name": "Ann", "here": True}]
    assert bo.ask("sit", table=table, seat=1, name="Bo")["seats"] == [1]
    return table


def left(page: Page, table: str) -> tuple[list[float], list[int]]:
    """How much time is left, as a page counts it, and whose runs."""
    clock = page.ask("look", table=table)["scene"]["clock"]
    passed = clock["now"] - clock["at"]
    return [round(time - passed * (seat in clock["runs"]), 3) for seat, time in clock["left"]], clock["runs"]


def moves(pages: list[Page], table: str, *made: str) -> None:
    """Moves by turns, whoever begins."""
    for move in made:
        node = pages[0].ask("look", table=table)["scene"]["tip"]
        answers = [page.ask("play", table=table, node=node, move=move)["answer"] for page in pages[:2]]
        assert "play" in answers, answers


def refused(answer: Message, why: str) -> bool:
    return answer["answer"] == "error" and why in answer["message"]


def test_time_is_for_whoever_has_the_turn(pages: list[Page], time: Time):
    table = invited(pages, clock=TEN)
    time.now += 10
    assert left(pages[0], table) == ([590, 600], [0])
    moves(pages, table, "b2")
    assert left(pages[1], table) == ([595, 600], [1])
    time.now += 30.25
    moves(pages, table, "a1")
    assert left(pages[2], table) == ([595, 574.75], [0])
    assert [each["clock"] for each in pages[2].ask("lobby")["tables"]] == []
