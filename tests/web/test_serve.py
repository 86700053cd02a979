"""The server: people at tables, moves that are kept, and strangers who send what they like."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import random
import re
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partialmethod
from pathlib import Path

import pytest
from conftest import ROOT, long
from expensive_sheets import DOUBLING
from served import Message, Page, served

from hexgame.verbs.serving import serve
from hexgame.web.serve.app import Site
from hexgame.web.serve.limits import Limits, meanings
from hexgame.web.serve.origins import is_loopback, is_own, place_of, usual_names
from hexgame.web.serve.rooms import Room
from hexgame.web.serve.running import bound
from hexgame.web.serve.shelf import Shelf
from hexgame.web.serve.store import Store, StoreError
from hexgame.web.serve.workers.workshop import Workshop

pytestmark = pytest.mark.xdist_group("serve")
"""One server answers all of them."""

LIMITS = Limits(rate=1e6, check=60, move=60, slow=60, memory=300 << 20)
"""Honest work is never late, however busy the machine is."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    folder = tmp_path_factory.mktemp("serve")
    (folder / "sheets").mkdir()
    return Site(folder / "data", folder / "sheets", workers=1, limits=LIMITS)


@pytest.fixture(scope="module")
def port(site: Site) -> Iterator[int]:
    with served(site) as found:
        yield found


@pytest.fixture
def page(port: int) -> Iterator[Page]:
    with Page(port) as found:
        yield found


@pytest.fixture
def other(port: int) -> Iterator[Page]:
    with Page(port) as found:
        yield found


def opened(page: Page, name: str = "hex", seats: tuple[str, ...] = ("human", "human"), **options: str) -> str:
    """A new table."""
    answer = page.ask("open", sheet={"name": name}, options=options, seats=list(seats), seed=1)
    assert answer["answer"] == "open", answer
    return str(answer["table"])


def shared(page: Page, other: Page, name: str = "hex", **options: str) -> str:
    """A new table at which each of two pages has a seat."""
    table = opened(page, name, **options)
    assert other.join(table)["seats"] == []
    assert page.ask("stand", table=table, seat=1)["seats"] == [0]
    assert other.ask("sit", table=table, seat=1, name="Bo")["seats"] == [1]
    return table


def tree(page: Page, table: str) -> list[str]:
    """The moves of a game, as a page sees them."""
    scene = page.ask("look", table=table)["scene"]
    return [row["text"] for row in scene["tree"][1:]]


def let_time_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have whoever is away been away for long enough to free their seats."""
    away = Room.away
    monkeypatch.setattr(Room, "away", lambda room, seat: (found := away(room, seat)) and found + LIMITS.away)


def refused(answer: Message, why: str) -> bool:
    return answer["answer"] == "error" and why in answer["message"]


def test_two_people_play_a_game_and_others_look_on(page: Page, other: Page, port: int):
    table = shared(page, other, size="3", pie="no")
    with Page(port) as third:
        assert third.join(table)["scene"]["awaits"] == "other"
        for node, move in enumerate(["b2", "a1", "b1", "a2", "b3"]):
            player = other if node % 2 else page
            scene = player.until(table, node=node, awaits="you")
            assert move in [each["text"] for each in scene["moves"]]
            assert player.ask("play", table=table, node=node, move=move)["answer"] == "play"
        for each in (page, other, third):
            scene = each.until(table, awaits="over")
            assert scene["outcome"]["winner"] == "Red"
            assert "board" not in scene["svg"]
        assert third.ask("play", table=table, node=5, move="c1")["answer"] == "error"
    people = page.scenes[table]["people"]
    assert [(each["seat"], each["name"]) for each in people] == [(0, ""), (1, "Bo")]


def test_seats_belong_to_those_who_sit_there(page: Page, other: Page):
    table = opened(page)
    assert page.tokens[table] not in str(other.join(table))
    assert refused(other.ask("sit", table=table, seat=0), "somebody else")
    assert refused(other.ask("stand", table=table, seat=0), "do not sit")
    assert refused(other.ask("sit", table=table, seat=7), "not a seat")
    assert other.ask("play", table=table, node=0, move="a1")["answer"] == "error"
    assert tree(page, table) == []
    assert refused(other.ask("look", table="nowhere"), "join")
    assert refused(other.ask("join", table="nowhere"), "no such table")


def test_who_comes_back_has_their_seats(page: Page, other: Page, port: int):
    table = shared(page, other)
    with Page(port, dict(other.tokens)) as again:
        assert again.join(table)["seats"] == [1]
    with Page(port, {table: "x" * 32}) as stranger:
        assert stranger.join(table)["seats"] == []
        assert stranger.ask("sit", table=table, seat=1)["answer"] == "error"


def test_a_table_is_never_too_full_for_those_who_play(page: Page, port: int, monkeypatch: pytest.MonkeyPatch):
    table = opened(page)
    monkeypatch.setitem(vars(LIMITS), "people", 1)
    with Page(port) as stranger, Page(port, dict(page.tokens)) as again:
        assert refused(stranger.ask("join", table=table), "too many people")
        assert again.join(table)["seats"] == [0, 1]


def test_it_is_seen_who_is_there(page: Page, other: Page, port: int):
    table = shared(page, other)

    def people(here: bool) -> list[Message]:
        return [{"seat": 0, "name": "", "here": True}, {"seat": 1, "name": "Bo", "here": here}]

    page.until(table, people=people(True))
    other.__exit__()
    page.until(table, people=people(False))
    with Page(port, other.tokens) as again:
        again.join(table)
        page.until(table, people=people(True))
        assert again.ask("sit", table=table, seat=1, name="Bo\u202e" * 20)["answer"] == "sit"
        while page.scenes[table]["people"][1]["name"] == "Bo":
            page.hear()
        assert page.scenes[table]["people"][1]["name"].startswith("Bo<U+202E>")
        assert len(page.scenes[table]["people"][1]["name"]) == 40


def test_the_seat_of_somebody_who_is_gone_can_be_freed(
    port: int, page: Page, other: Page, monkeypatch: pytest.MonkeyPatch
):
    table, hidden = shared(page, other), shared(page, other, "dark_hex")
    assert refused(page.ask("free", table=table, seat=1), "they are here")
    with Page(port) as third:
        third.join(table)
        assert refused(third.ask("free", table=table, seat=1), "only people who have a seat here can free another seat")
        other.__exit__()
        while page.scenes[table]["people"][1]["here"]:
            page.hear()
        assert refused(page.ask("free", table=table, seat=1), "its holder has been away for 10 minutes: wait 10 more")
        let_time_pass(monkeypatch)
        assert refused(third.ask("free", table=table, seat=1), "only people who have a seat here can free another seat")
        assert refused(page.ask("free", table=table, seat=0), "only people who have a seat here can free another seat")
        assert refused(page.ask("free", table=hidden, seat=1), "something is hidden")
        assert page.ask("free", table=table, seat=1)["seats"] == [0]
        assert third.ask("sit", table=table, seat=1)["seats"] == [1]
    with Page(port, dict(other.tokens)) as again:
        assert again.join(table)["seats"] == []


def test_the_seat_of_somebody_alone_can_be_taken_by_whoever_has_the_link(
    port: int, other: Page, monkeypatch: pytest.MonkeyPatch
):
    with Page(port) as page:
        table, hidden = (opened(page, name, ("human", "random")) for name in ("hex", "dark_hex"))
        for each in (table, hidden):
            other.join(each)
        assert refused(other.ask("free", table=table, seat=0), "they are here")
    while other.scenes[table]["people"][0]["here"] or other.scenes[hidden]["people"][0]["here"]:
        other.hear()
    assert refused(other.ask("free", table=table, seat=0), "away for 10 minutes")
    let_time_pass(monkeypatch)
    assert refused(other.ask("free", table=hidden, seat=0), "something is hidden")
    assert refused(other.ask("free", table=table, seat=1), "only people who have a seat here can free another seat")
    assert other.ask("free", table=table, seat=0)["seats"] == []
    assert other.ask("sit", table=table, seat=0)["seats"] == [0]


def test_a_glance_says_how_a_table_stands(page: Page, other: Page, port: int):
    table = shared(page, other, size="3")
    page.ask("play", table=table, node=0, move="b2")
    with Page(port) as third:
        for token, awaits, seats in ((other.tokens[table], "you", [1]), (None, "other", []), ("x" * 32, "other", [])):
            glance = third.ask("glance", table=table, token=token)
            assert (glance["standing"], glance["awaits"], glance["seats"]) == ("Blue to move", awaits, seats)
        assert refused(third.ask("look", table=table), "join this table first")
        assert refused(third.ask("glance", table="nowhere"), "no such table")


def test_who_opens_many_tables_leaves_the_first(page: Page):
    tables = [opened(page, size="2") for _ in range(LIMITS.joined + 1)]
    assert refused(page.ask("play", table=tables[0], node=0, move="a1"), "join this table first")
    assert all("scene" in page.ask("look", table=table) for table in tables[1:])
    assert page.join(tables[0])["seats"] == [0, 1]


def test_a_move_whose_answer_was_lost_is_made_once(page: Page, port: int):
    table = opened(page)
    for number in range(4):
        with Page(port, page.tokens) as torn:
            torn.join(table)
            message = {"id": f"again {number}", "ask": "play", "table": table, "node": number, "move": f"a{number + 1}"}
            torn.socket.send(json.dumps(message))
            if number % 2:
                torn.answer(message["id"])
        with Page(port, page.tokens) as again:
            again.join(table)
            again.socket.send(json.dumps(message))
            assert again.answer(message["id"])["answer"] == "play"
    assert tree(page, table) == ["a1", "a2", "a3", "a4"]


@long("1000")
@pytest.mark.parametrize("number", [60, 1000])
def test_whatever_is_sent_is_answered(page: Page, number: int):
    table, dice = opened(page, size="4"), random.Random(number)
    words = [
        "open",
        "join",
        "sit",
        "stand",
        "look",
        "play",
        "resign",
        "undo",
        "agree",
        "note",
        "prune",
        "record",
        "xyz",
    ]
    values = [
        None,
        True,
        -1,
        0,
        1,
        2**70,
        1e300,
        "",
        "a1",
        "hex",
        "\ud800",
        "x" * 5000,
        [],
        {},
        [[[]]],
        {"name": "hex"},
        table,
    ]
    fields = [
        "table",
        "node",
        "move",
        "seat",
        "seats",
        "sheet",
        "options",
        "token",
        "yes",
        "text",
        "eyes",
        "seed",
        "id",
        "clock",
        "mine",
        "phrase",
        "public",
    ]
    for _ in range(number):
        message = {
            "ask": dice.choice(words),
            **{dice.choice(fields): dice.choice(values) for _ in range(dice.randrange(5))},
        }
        message = message | {"table": table} if dice.random() < 0.6 else message
        text = json.dumps(message)
        frame = dice.choice(
            [text] * 4 + [text[: dice.randrange(len(text))], text.encode(), bytes(dice.randbytes(9)), "[" * 9999]
        )
        page.socket.send(frame)
        while "answer" not in (answer := page.hear()):
            pass
        assert set(answer) >= {"id", "answer"}
        assert "mistake" not in str(answer.get("message"))
    assert page.ask("look", table=table)["answer"] == "look"


def test_frames_that_are_too_long_are_refused(page: Page):
    page.socket.send(json.dumps({"id": 1, "ask": "check", "text": "x" * (1 << 20)}))
    assert page.hear()["answer"] == "error"
    assert refused(page.ask("check", text="x" * (300 << 10)), "text")
    assert page.ask("explain", code="HG101")["answer"] == "explain"


STRANGE = [None, "null", "http://evil.example", "http://evil.example:{port}", "https://127.0.0.1", "http://127.0.0.1:1"]


@pytest.mark.parametrize("host", ["127.0.0.1", "evil.example"])
@pytest.mark.parametrize("origin", STRANGE)
def test_other_sites_get_no_socket(port: int, host: str, origin: str | None):
    given = {} if origin is None else {"Origin": origin.format(port=port)}
    key = {
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "A" * 22 + "==",
    }
    assert got(port, "/socket", Host=f"{host}:{port}", **key, **given)[0] == 403


def test_only_the_server_s_own_names_are_trusted():
    names = usual_names("127.0.0.1")
    assert is_own("http://localhost:8000", "localhost:8000", names)
    assert is_own("https://192.168.1.5:8000", "192.168.1.5:8000", names)
    assert is_own("http://[::1]:8000", "[::1]:8000", names)
    assert is_own("https://play.example.org", "127.0.0.1:8000", names, {"https://play.example.org"})
    assert not is_own("http://play.example.org", "play.example.org", names, {"https://play.example.org"})
    assert not is_own("file://localhost:8000", "localhost:8000", names)
    assert not is_own("http://[::1", "[::1", names)


def got(port: int, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """What a GET returns, with the path as it is."""
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port)) as line:
        line.putrequest("GET", path, skip_accept_encoding=True, skip_host="Host" in headers)
        for name, value in headers.items():
            line.putheader(name.replace("_", "-"), value)
        line.endheaders()
        reply = line.getresponse()
        return reply.status, {name.lower(): value for name, value in reply.getheaders()}, reply.read()


TRICKS = [
    "/..", "/../pages.py", "/..%2fserve/pages.py", "/%2e%2e/serve/pages.py", "/%2e%2e%2fserve%2fpages.py",
    "//etc/passwd",     "/./index.html/../../serve/app.py",
    "/..\\serve\\app.py", "/index.html%00.js", "/%c0%ae%c0%ae/", "/vendor/..%5c..",
    "/data/games.sqlite3", "/etc/passwd", "/index.html/", "/vendor", "/vendor/", "/%00", "/" + "a" * 5000, "/C:/", "/~",
]  # fmt: skip


@pytest.mark.parametrize("path", TRICKS)
def test_tricks_with_paths_reach_nothing(port: int, path: str):
    status, headers, content = got(port, path)
    assert status == 404
    assert content == b"There is nothing here.\n"
    assert "default-src 'none'" in headers["content-security-policy"]


def test_the_page_is_sent_with_care(port: int):
    status, headers, content = got(port, "/")
    assert status == 200
    assert b'<meta name="carrier" content="socket">' in content
    assert headers["content-type"] == "text/html; charset=utf-8"
    assert "unsafe" not in headers["content-security-policy"]
    assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "no-referrer")
    assert got(port, "/", If_None_Match=headers["etag"])[0] == 304
    status, headers, packed = got(port, "/", Accept_Encoding="gzip")
    assert headers["content-encoding"] == "gzip"
    assert len(packed) < len(content)
    assert got(port, "/app.js")[1]["content-type"] == "text/javascript; charset=utf-8"


def test_other_sites_may_frame_a_board_and_nothing_else(port: int):
    carried = {path: got(port, path)[1] for path in ("/", "/index.html", "/app.js", "/embed.html", "/board.js", "/no")}
    framable = {path for path, each in carried.items() if "frame-ancestors" not in each["content-security-policy"]}
    lent = {path for path, each in carried.items() if each["cross-origin-resource-policy"] == "cross-origin"}
    assert (framable, lent) == ({"/embed.html"}, {"/embed.html", "/board.js"})
    assert carried["/embed.html"]["content-security-policy"].startswith("default-src 'none'; script-src 'self';")


@long
def test_a_slow_sheet_is_answered_in_time_and_others_do_not_notice(
    page: Page, other: Page, monkeypatch: pytest.MonkeyPatch
):
    table, played = opened(page), 0
    with monkeypatch.context() as patched, ThreadPoolExecutor() as pool:
        patched.setattr(Workshop, "at_desk", partialmethod(Workshop.at_desk, seconds=0.4))
        slow = [other.send("check", text=DOUBLING)["id"], other.send("open", sheet={"text": DOUBLING})["id"]]
        answers = pool.submit(lambda: [other.answer(number) for number in slow])
        for played, move in enumerate(f"{column}{row}" for row in range(1, 12) for column in "abcdefghijk"):
            if answers.done():
                break
            assert page.ask("play", table=table, node=played, move=move)["answer"] == "play"
            time.sleep(0.05)
        check, opening = answers.result()
    assert played > 2 * len(slow), "moves wait for checks"
    assert "time limit" in str(check["problems"])
    assert "time limit" in opening["message"]
    assert other.ask("check", text='game "x"')["answer"] == "check"


@long
def test_the_folder_of_sheets_is_watched(page: Page, site: Site):
    assert site.sheets is not None
    (site.sheets / "mine.hexgame").write_text('game "Mine"\nvariant of hex\noption size = 4 in 2..5\n', "utf-8")
    while (told := page.hear()).get("tell") != "library":
        pass
    assert told["changed"] == ["mine"]
    (mine,) = [each for each in page.ask("library")["games"] if each["family"] == "Your sheets"]
    assert (mine["name"], mine["title"], mine["players"]) == ("mine", "Mine", ["Red", "Blue"])
    assert "variant of hex" in page.ask("sheet", name="mine")["text"]
    table = opened(page, "mine")
    (site.sheets / "mine.hexgame").unlink()
    assert page.ask("play", table=table, node=0, move="d4")["answer"] == "play"
    while page.hear().get("tell") != "library":
        pass


def hidden(page: Page, other: Page, looker: Page, moves: list[str]) -> set[str]:
    """What Red and somebody who looks on are sent in a game of Dark Hex, without names and tokens, and without how many
    look on, which is told the later the busier the machine is."""
    table = shared(page, other, "dark_hex", size="4")
    page.until(table, people=[{"seat": 0, "name": "", "here": True}, {"seat": 1, "name": "Bo", "here": True}])
    first = len(page.frames)
    looker.join(table)
    for number, move in enumerate(moves):
        player, waiting = (other, page) if number % 2 else (page, other)
        scene = player.until(table, awaits="you")
        assert player.ask("play", table=table, node=scene["node"], move=move)["answer"] == "play"
        player.until(table, awaits="other")
        waiting.until(table, awaits="you")
        looker.until(table, deciders=[("Blue", "Red")[number % 2]])
    frames = [json.loads(frame) for frame in (*page.frames[first:], *looker.frames)]
    for frame in frames:
        frame.pop("id", None)
        frame.pop("token", None)
    numbers = [frame for frame in frames if frame.get("tell") == "looking"]
    assert all(each == {"tell": "looking", "table": table, "number": each["number"]} for each in numbers)
    assert {each["number"] for each in numbers} <= {0, 1}
    told = (frame for frame in frames if frame.get("tell") not in ("library", "looking"))
    return {json.dumps(frame).replace(table, "T") for frame in told}


def test_what_is_hidden_reaches_nobody(port: int):
    seen = []
    for blue in (["d1", "d2"], ["c4", "d4"]):
        with Page(port) as page, Page(port) as other, Page(port) as looker:
            seen.append(hidden(page, other, looker, ["a1", blue[0], "b1", blue[1]]))
    assert seen[0] == seen[1]
    assert len(seen[0]) > 6


def test_a_computer_player_answers(page: Page):
    table = opened(page, seats=("human", "random"), size="4")
    page.ask("play", table=table, node=0, move="b2")
    page.until(table, node=2, awaits="you")
    for name in ("gtp:/bin/sh", "mcts:1s@64"):
        assert page.ask("open", sheet={"name": "hex"}, seats=["human", name])["answer"] == "error"


def test_a_move_that_cannot_be_kept_is_not_made(page: Page, monkeypatch: pytest.MonkeyPatch):
    table = opened(page)

    def full(*_: object) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(Store, "add", full)
        assert refused(page.ask("play", table=table, node=0, move="a1"), "disk is full")
        assert tree(page, table) == []
    page.ask("play", table=table, node=0, move="b1")
    assert tree(page, table) == ["b1"]


def test_when_the_disk_is_full_players_are_told_and_go_on_later(page: Page, monkeypatch: pytest.MonkeyPatch):
    table, made = opened(page, size="9", pie="no"), list[str]()
    cells = (f"{column}{row}" for row in range(1, 10) for column in "abcdefghi")
    add, is_full = Store.add, True

    def limited(store: Store, *what: object) -> None:
        pages = store._pragma("page_count") if is_full else 1 << 30
        store._base.execute(f"PRAGMA max_page_count = {pages}")
        add(store, *what)  # type: ignore[arg-type]

    def played() -> Message:
        move = next(cells)
        answer = page.ask("play", table=table, node=len(made), move=move)
        made.extend([move] if answer["answer"] == "play" else [])
        return answer

    monkeypatch.setattr(Store, "add", limited)
    for number in range(40):  # until no page has room left
        if refused(page.ask("note", table=table, node=0, text=f"{number}" * 4000), "disk is full"):
            break
    while not refused(played(), "cannot be kept: database or disk is full"):
        pass
    is_full = False
    assert [played()["answer"] for _ in range(3)] == ["play"] * 3
    assert tree(page, table) == made


def test_games_are_on_disk(page: Page, site: Site):
    table = opened(page)
    page.ask("play", table=table, node=0, move="a1")
    assert (site.data.stat().st_mode & 0o777, (site.data / "games.sqlite3").stat().st_mode & 0o777) == (0o700, 0o600)
    with (
        pytest.raises(sqlite3.OperationalError, match="locked"),
        contextlib.closing(sqlite3.connect(site.data / "games.sqlite3", timeout=0)) as base,
    ):
        base.execute("SELECT * FROM events").fetchall()


def test_names_and_tokens_are_long_and_no_token_is_kept(page: Page, other: Page, site: Site):
    tables = [opened(each) for each in (page, page, other)]
    tokens = [page.tokens[tables[0]], page.tokens[tables[1]], other.tokens[tables[2]]]
    secret = [*tables, *tokens]
    assert len(set(secret)) == len(secret)
    assert all(re.fullmatch(r"[\w-]{22,}", each) for each in secret)
    kept = b"".join(path.read_bytes() for path in site.data.glob("games.sqlite3*"))
    assert all(each.encode() in kept for each in tables)
    assert not any(each.encode() in kept for each in tokens)


def test_the_server_listens_to_its_own_machine_unless_told_otherwise():
    hosts = {each.name: each.default for each in serve.params}
    assert is_loopback(str(hosts["host"]))
    with contextlib.closing(bound(str(hosts["host"]), 0)) as listening:
        assert is_loopback(listening.getsockname()[0])


def test_addresses_of_one_customer_count_as_one():
    assert place_of("2001:db8::1:2:3:4") == place_of("2001:db8::9") != place_of("2001:db8:1::9")
    assert place_of("192.0.2.1") != place_of("192.0.2.2")
    assert place_of("::ffff:192.0.2.1") == place_of("192.0.2.1")
    assert place_of("") == ""
    assert [is_loopback(each) for each in ("::1", "::ffff:127.0.0.1", "localhost", "192.0.2.1", "")] == [True] * 3 + [
        False
    ] * 2


def test_a_shelf_takes_sheets_and_nothing_else(tmp_path: Path):
    (tmp_path / "one.hexgame").write_text('game "One"\nvariant of two\n')
    (tmp_path / "two.hexgame").write_text('game "Two"\nvariant of three\n')
    (tmp_path / "three.hexgame").write_text('game "Three"\nvariant of one\n')
    (tmp_path / "large.hexgame").write_text("#" * 300_000)
    (tmp_path / "bytes.hexgame").write_bytes(b"\xff")
    (tmp_path / "note.txt").write_text("note")
    (tmp_path / "line\nend.hexgame").write_text("x")
    (tmp_path / "folder.hexgame").mkdir()
    (tmp_path / "gone.hexgame").symlink_to(tmp_path / "nothing")
    os.mkfifo(tmp_path / "pipe.hexgame")
    shelf = Shelf(tmp_path)
    assert shelf.look() == sorted(shelf.sheets) == ["one", "three", "two"]
    assert [base["name"] for base in shelf.bases("one")] == ["two", "three"]
    assert shelf.look() == []
    only = Shelf(tmp_path / "one.hexgame")
    assert only.look() == ["one"]
    assert [base["name"] for base in only.bases("one")] == ["two", "three"]
    (tmp_path / "one.hexgame").unlink()
    assert (shelf.look(), only.look(), Shelf(None).look()) == (["one"], ["one"], [])


def test_links_out_of_a_folder_of_sheets_lead_nowhere(tmp_path: Path):
    folder = tmp_path / "sheets"
    folder.mkdir()
    (tmp_path / "secret.hexgame").write_text("a secret")
    (tmp_path / "linked").symlink_to(folder)
    (folder / "own.hexgame").write_text("variant of secret")
    for name, target in (("secret", "../secret.hexgame"), ("passwd", "/etc/passwd"), ("again", "own.hexgame")):
        (folder / f"{name}.hexgame").symlink_to(target)
    (folder / "loop.hexgame").symlink_to("loop.hexgame")
    for path in (folder, tmp_path / "linked"):
        assert Shelf(path).look() == ["again", "own"]
    only = Shelf(folder / "own.hexgame")
    assert (only.look(), only.bases("own")) == (["own"], [])
    assert Shelf(folder / "secret.hexgame").look() == ["secret"]


def test_the_limits_are_documented():
    rows = [f"| `{name}` | {usual:,} | {meaning} |" for name, (usual, meaning) in meanings().items()]
    assert "\n".join(rows) in (ROOT / "docs" / "serving.md").read_text("utf-8")


def test_a_sheet_of_empty_lines_does_not_hold_the_shelf_up(tmp_path: Path):
    (tmp_path / "blank.hexgame").write_text("\n" * 200_000 + "variant  of hex")
    shelf, began = Shelf(tmp_path), time.process_time()
    shelf.look()
    assert shelf.bases("blank") == []
    assert time.process_time() - began < 2
