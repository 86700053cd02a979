"""People at a table: clocks, offers, phrases, the lobby, one more game; and those who try what they may not."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT
from served import Message, Page, served

from hexgame.web.serve.app import Site
from hexgame.web.serve.clocks import hours
from hexgame.web.serve.limits import Limits
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


def test_a_flag_ends_the_game_at_the_table(pages: list[Page], time: Time):
    ann, bo, _ = pages
    table = invited(pages, clock={"base": 10})
    moves(pages, table, "b2")
    time.now += 10.5
    assert refused(bo.ask("play", table=table, node=1, move="a1"), "the game is over: Red wins (Blue ran out of time)")
    for page in pages:
        scene = page.until(table, awaits="over")
        assert (scene["standing"], scene["outcome"]["winner"]) == ("Red wins (Blue ran out of time)", "Red")
        assert scene["clock"]["left"] == [[0, 10.0], [1, 0.0]] and scene["clock"]["runs"] == []
    assert "out_of_time:\n- Blue\n" in ann.ask("record", table=table)["text"].replace("  -", "-")
    assert refused(bo.ask("undo", table=table), "the game did not end by a move, so there is none to take back")


THREE = """game "Three"
players Red, Blue, Green
board { shape rhombus(4) }
turn { place stone on empty }
draw when empty == {}
"""


def test_where_three_play_the_computer_goes_on_for_who_is_late(pages: list[Page], time: Time):
    answer = pages[0].ask("open", sheet={"text": THREE}, mine=0, name="A", clock={"base": 10})
    table = str(answer["table"])
    for seat, page in enumerate(pages[1:], 1):
        page.join(table)
        page.ask("sit", table=table, seat=seat, name="BC"[seat - 1])
    node = pages[0].ask("look", table=table)["scene"]["tip"]
    time.now += 10.5
    assert refused(pages[0].ask("play", table=table, node=node, move="a1"), "")
    scene = pages[2].until(table, standing="Blue to move")  # Red's move was made
    assert [each["kind"] for each in scene["players"]] == ["easy", "human", "human"]
    assert scene["said"] == ["Red ran out of time: the computer goes on for Red."]
    assert left(pages[1], table) == ([0, 10, 10], [1])
    assert refused(pages[0].ask("play", table=table, node=scene["tip"], move=scene["last"]["text"]), "")
    time.now += 10.5
    scene = pages[2].until(table, awaits="over")
    assert scene["standing"] == "Green wins (Red and Blue ran out of time)"
    assert "out_of_time:" in pages[2].ask("record", table=table)["text"]


def test_time_runs_out_where_nobody_asks_anything(pages: list[Page], time: Time):
    table = invited(pages, clock={"move": 5})
    moves(pages, table, "b2")
    time.now += 4.9  # what is left passes by itself
    moves(pages, table, "a1")
    assert left(pages[0], table) == ([5, 5], [0])
    time.now += 4.95
    pages[0].ask("look", table=table)
    pages[0].ask("glance", table=table)  # sets the alarm again: a twentieth of a second is left
    time.now += 0.1
    assert pages[2].until(table, awaits="over")["outcome"]["winner"] == "Blue"


def test_whoever_has_not_chosen_has_less_time(pages: list[Page], time: Time):
    table = invited(pages, "blind_hex", 5, clock={"base": 100, "more": 3}, options={"size": "5", "handicapped": "X"})
    moves(pages, table, "{1,2}")
    assert left(pages[0], table) == ([103, 100], [0, 1])
    time.now += 20
    pages[0].ask("play", table=table, node=1, move="{3,4}")
    for _ in range(3):  # taking back and picking again gives no time
        time.now += 10
        pages[0].ask("undo", table=table)
        pages[0].ask("play", table=table, node=1, move="{3,4}")
    assert left(pages[2], table) == ([83, 50], [1])
    pages[1].ask("play", table=table, node=1, move="{1,2}")
    assert left(pages[2], table) == ([86, 53], [1])
    time.now += 53
    assert pages[1].ask("look", table=table)["scene"]["standing"] == "X wins (O ran out of time)"


def test_clocks_wait_until_both_were_there(pages: list[Page], port: int, time: Time):
    ann, bo, _ = pages
    table = str(ann.ask("open", sheet={"name": "hex"}, mine=1, clock=TEN)["table"])
    time.now += 100
    ann.__exit__()
    while bo.join(table)["scene"]["people"][0]["here"]:
        pass
    bo.ask("sit", table=table, seat=0)
    time.now += 100
    assert left(bo, table) == ([600, 600], [])
    with Page(port, ann.tokens) as again:
        again.join(table)
        time.now += 7
        assert left(bo, table) == ([593, 600], [0])


def test_a_server_that_is_down_takes_nobody_s_time(tmp_path: Path, time: Time):
    tokens: dict[str, str] = {}
    site = Site(tmp_path / "data", workers=1, limits=LIMITS)
    with served(site) as port, Page(port, tokens) as ann, Page(port) as bo, Page(port) as looker:
        table = invited([ann, bo, looker], clock=TEN)
        moves([ann, bo], table, "b2")
        time.now += 50
    time.now += 5_000
    with served(site) as port, Page(port, tokens) as again, Page(port) as looker:
        time.now += 8
        again.join(table)
        assert left(again, table) == ([605, 542], [1])
        assert looker.ask("glance", table=table)["left"] == 542
        time.now += 542
        assert looker.ask("glance", table=table)["standing"] == "Red wins (Blue ran out of time)"


def test_clocks_out_of_bounds_are_refused(pages: list[Page]):
    for clock, why in (
        ({"move": 4}, "in `clock`: `move` must be a whole number in 5..2592000, or null"),
        ({"base": 10**9}, "in `clock`: `base` must be a whole number in 10..604800, or null"),
        ({"base": 60, "more": -1}, "in `clock`: `more` must be a whole number in 0..3600"),
        ({"base": 60, "fast": 1}, "in `clock`: there is no field `fast` here: move, base, more may stand here"),
        ({}, "`clock` has either `move`"),
        ({"base": 60, "move": 60}, "`clock` has either `move`"),
        ("blitz", "`clock` must be an object of move, base, more, or null"),
    ):
        assert refused(pages[0].ask("open", sheet={"name": "hex"}, clock=clock), why), clock
    assert refused(pages[0].ask("open", sheet={"name": "hex"}, mine=7), "`mine` is not a seat for people")
    assert refused(pages[0].ask("open", sheet={"name": "hex"}, mine="all"), "`mine` must be a whole number in 0..99")


def test_a_draw_is_offered_where_there_are_draws(pages: list[Page]):
    ann, bo, looker = pages
    drawless, table = invited(pages), invited(pages, "havannah", 4)
    assert ann.scenes[drawless]["draw"] is None
    assert refused(ann.ask("draw", table=drawless), "there are no draws in this game")
    assert refused(looker.ask("draw", table=table), "only people who have a seat here")
    for answer in ("play", "no", "yes"):
        ann.ask("draw", table=table)
        for page in pages:
            page.until(table, draw={"by": [ann.scenes[table]["players"][0]["colour"]], "waits": [
                ann.scenes[table]["players"][1]["colour"]]})  # fmt: skip
        assert refused(
            looker.ask("agree", table=table, yes=True), "nobody has asked you to take back a move or to agree to a draw"
        )
        if answer == "play":
            moves(pages, table, "d4")
        else:
            bo.ask("agree", table=table, yes=answer == "yes")
        if answer != "yes":
            assert looker.until(table, draw={"by": [], "waits": []})["awaits"] == "other"
    assert looker.until(table, awaits="over")["standing"] == "a draw (agreed)"
    assert "agreed: draw" in bo.ask("record", table=table)["text"]


def test_the_same_game_once_more_with_colours_exchanged(pages: list[Page]):
    ann, bo, looker = pages
    table = invited(pages, clock=TEN)
    assert refused(ann.ask("again", table=table), "not over yet")
    ann.ask("resign", table=table)
    assert refused(looker.ask("again", table=table), "you have no seat here")
    assert ann.ask("again", table=table)["table"] is None
    bo.until(table, again={"by": [0], "table": None})
    bo.ask("again", table=table, yes=False)
    ann.until(table, again={"by": [], "table": None})
    bo.ask("again", table=table)
    again = ann.ask("again", table=table)["table"]
    for page, seats in ((ann, [1]), (bo, [0]), (looker, [])):
        page.until(table, again={"by": [0, 1], "table": again})
        if table in page.tokens:
            page.tokens[again] = page.tokens[table]
        assert page.join(again)["seats"] == seats
    assert [(each["seat"], each["name"]) for each in ann.scenes[again]["people"]] == [(0, "Bo"), (1, "Ann")]
    assert looker.scenes[again]["clock"]["base"] == 600


def test_players_say_a_few_things_and_not_too_often(pages: list[Page]):
    ann, _, looker = pages
    table = invited(pages)
    assert refused(looker.ask("say", table=table, phrase="Hello"), "only people who have a seat here can speak")
    for phrase in ("hello", "Buy gold", "", 3):
        assert refused(ann.ask("say", table=table, phrase=phrase), f"`phrase` must be one of {', '.join(PHRASES)}")
    answers = [ann.ask("say", table=table, phrase=phrase) for phrase in itertools.islice(itertools.cycle(PHRASES), 30)]
    assert [each["answer"] for each in answers[:6]] == ["say"] * 6
    assert all(refused(each, "you can say 6 things in a minute") for each in answers[6:])
    while (said := looker.hear()).get("phrase") != PHRASES[-1]:
        pass
    assert (said["tell"], said["seat"]) == ("said", 0)


def test_others_find_a_table_that_anybody_may_join(pages: list[Page], port: int):
    ann, bo, looker = pages
    before = looker.ask("lobby")["tables"]
    hidden = ann.ask("open", sheet={"name": "hex"}, mine="any")["table"]
    table = ann.ask("open", sheet={"name": "hex"}, mine=1, public=True, name="Ann\u202e", clock=TEN)["table"]
    (found,) = [each for each in looker.ask("lobby")["tables"] if each not in before]
    assert (found["table"], found["by"], found["free"], found["here"]) == (table, "Ann<U+202E>", [0], True)
    assert (found["title"], found["players"], found["clock"]["base"]) == ("Hex", ["Red", "Blue"], 600)
    assert hidden not in str(looker.ask("lobby")) and ann.tokens[table] not in str(looker.frames)
    bo.join(table)
    bo.ask("sit", table=table, seat=0)
    assert looker.ask("lobby")["tables"] == before
    bo.ask("stand", table=table, seat=0)
    assert [each["table"] for each in looker.ask("lobby")["tables"] if each not in before] == [table]


def test_the_page_offers_the_phrases_that_the_server_knows():
    page = (ROOT / "interpreter" / "web" / "page" / "table" / "company.js").read_text("utf-8")
    assert f"PHRASES = {json.dumps(PHRASES, ensure_ascii=False)};" in page


def test_it_is_told_how_many_look_on(pages: list[Page], port: int):
    table = invited(pages)

    def told(number: int) -> None:
        while pages[0].hear() != {"tell": "looking", "table": table, "number": number}:
            pass

    with Page(port) as another:
        another.join(table)
        told(2)
    told(1)


SAID: list[Message] = [{"ask": "say", "phrase": "Thanks"}, {"ask": "draw"}, {"ask": "again"}, {"ask": "lobby"}]


def in_the_dark(pages: list[Page], time: Time, tried: list[str]) -> set[str]:
    """What Ann and somebody who looks on are sent of a game of Dark Hex in which Bo tries cells in vain and in between
    does all that there is to do beside playing."""
    ann, bo, looker = pages
    table = invited(pages, "dark_hex", 4, clock={"base": 600, "more": 5}, public=True)
    for page in pages:
        page.until(table, people=[{"seat": 0, "name": "Ann", "here": True}, {"seat": 1, "name": "Bo", "here": True}])
    moves(pages, table, "b2", "d1", "b3")
    looker.until(table, deciders=["Blue"])
    ann.until(table, awaits="other")
    first = [len(page.frames) for page in pages]
    start = time.now
    for move in tried:
        scene = bo.until(table, awaits="you")
        time.now += 40 / len(tried)
        bo.ask("play", table=table, node=scene["tip"], move=move)
    time.now = start + 40
    for message in SAID:
        bo.ask(**{**message, **({} if message["ask"] == "lobby" else {"table": table})})
    bo.ask("play", table=table, node=bo.ask("look", table=table)["scene"]["tip"], move="d4")
    ann.until(table, awaits="you")
    looker.until(table, deciders=["Red"])
    for page in (ann, looker):
        for ask in ("look", "glance", "lobby"):
            page.ask(ask, **({} if ask == "lobby" else {"table": table}))
    found = set()
    for page, number in zip((ann, looker), (first[0], first[2]), strict=True):
        for frame in map(json.loads, page.frames[number:]):
            for name in ("id", "number"):
                frame.pop(name, None)
            found.add(json.dumps(frame).replace(table, "T"))
    bo.ask("resign", table=table)
    later = ('"library"', '"looking"')  # told at some time of its own
    return {frame for frame in found if not any(each in frame for each in later)}


def test_nothing_tells_what_was_tried_in_vain(pages: list[Page], time: Time):
    begun = time.now
    seen = []
    for tried in ([], ["b2"], ["b2", "b3"]):
        time.now = begun
        seen.append(in_the_dark(pages, time, tried))
    assert seen[0] == seen[1] == seen[2]
    assert len(seen[0]) > 6
