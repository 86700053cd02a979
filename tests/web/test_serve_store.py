"""Games on disk: how long they are kept, very many of them, and files of an earlier version."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from pathlib import Path

import pytest

from hexgame.web.serve.hall import DAY, Hall, Refused
from hexgame.web.serve.limits import Limits
from hexgame.web.serve.rooms import Room
from hexgame.web.serve.store import Keeper, Kept, Seat, Store

MANY = 10_000


def table(*events: str, size: int = 0) -> Kept:
    """A table at which something has happened."""
    return Kept({"sheet": {"name": "hex"}}, [{"event": each * (size or 1)} for each in events], {0: Seat("d", "Ann")})


def aged(store: Store, **days: float) -> None:
    """Let nobody have been at tables for so many days."""
    for name, number in days.items():
        store._base.execute("UPDATE tables SET used = ? WHERE name = ?", (time.time() - number * DAY, name))


def names(store: Store) -> set[str]:
    return {name for (name,) in store._base.execute("SELECT name FROM tables")}


@pytest.fixture
def store(tmp_path: Path):
    with contextlib.closing(Store(tmp_path / "data")) as found:
        yield found


def test_what_nobody_comes_back_to_is_deleted(store: Store):
    for name in ("old", "young", "spared"):
        store.add_table(name, table("a1"))
    for name in ("opened", "begun"):
        store.add_table(name, table())
    store.add("begun", 0, [{"event": "a1"}], "deed", {"answer": "play"})
    aged(store, old=31, young=29, spared=31, opened=8, begun=8)
    assert store.prune(30 * DAY, 7 * DAY, spared={"spared"}) == 2
    assert names(store) == {"young", "spared", "begun"}
    assert store.load("old") is None
    left = "SELECT name FROM events UNION SELECT name FROM seats UNION SELECT name FROM deeds"
    assert {name for (name,) in store._base.execute(left)} == names(store)
    assert store.prune(30 * DAY, 7 * DAY, spared={"spared"}) == 0
    store.use(["spared"])
    assert store.prune(30 * DAY, 7 * DAY) == 0
    assert store.answer_to("begun", "deed") == {"answer": "play"}


def test_what_is_deleted_leaves_room(store: Store):
    before = store.size()
    for number in range(4):
        store.add_table(str(number), table("long", size=100_000))
    full = store.size()
    aged(store, **{str(number): 400 for number in range(4)})
    assert store.prune(365 * DAY, DAY) == 4
    assert store.size() < before + (full - before) / 10
    while store.give_back():
        pass
    assert store._pragma("freelist_count") == 0
    assert store._pragma("page_count") * store._pragma("page_size") == store.size()


def test_tables_in_memory_are_not_deleted(tmp_path: Path):
    async def played() -> None:
        store = Store(tmp_path / "data")
        hall = Hall(Keeper(store), Limits(days=30))
        for name in ("here", "gone"):
            await hall.add(Room.of(name, table("a1")))
        hall._rooms.pop("gone")
        aged(store, here=100, gone=100)
        await hall.prune()
        assert names(store) == {"here"}
        with pytest.raises(Refused, match="deleted"):
            await hall.room("gone")
        await Hall(Keeper(store), Limits(days=0)).prune()
        assert names(store) == {"here"}
        store.close()

    asyncio.run(played())


OLD = {
    1: "CREATE TABLE tables (name TEXT PRIMARY KEY, setup TEXT NOT NULL, made REAL NOT NULL) WITHOUT ROWID; "
    "INSERT INTO tables VALUES ('t', '{}', 1.0)",
    2: "CREATE TABLE tables (name TEXT PRIMARY KEY, setup TEXT NOT NULL, made REAL NOT NULL, "
    "used REAL NOT NULL DEFAULT 0) WITHOUT ROWID; CREATE INDEX uses ON tables (used); "
    "INSERT INTO tables VALUES ('t', '{}', 1.0, strftime('%s', 'now'))",
}


@pytest.mark.parametrize("version", OLD)
def test_a_file_of_an_earlier_version_is_taken_over(tmp_path: Path, version: int):
    Store(tmp_path / "data").close()
    with contextlib.closing(sqlite3.connect(tmp_path / "data" / "games.sqlite3", isolation_level=None)) as base:
        base.executescript(f"DROP TABLE tables; DROP TABLE places; {OLD[version]}; PRAGMA user_version = {version};")
        base.execute("INSERT INTO events VALUES ('t', 0, '{}')")
    for number in (1, 2):
        with contextlib.closing(Store(tmp_path / "data")) as store:
            assert store.load("t") == Kept({}, [{}] * number, {})
            assert store.prune(DAY, DAY) == 0
            store.add("t", number, [{}], most=0)  # it counts for no address
            store.add_table(f"new {number}", Kept({}, place="one"))
    with contextlib.closing(Store(tmp_path / "data")) as store:
        assert store.taken("one") == 4


def test_ten_thousand_tables_do_not_slow_a_store_down(tmp_path: Path):
    with contextlib.closing(Store(tmp_path / "data")) as store:
        store._base.execute("BEGIN")
        store._base.executemany(
            "INSERT INTO tables (name, setup, made, used, place, bytes) VALUES (?, '{}', 0, ?, 'one', 2)",
            ((str(n), time.time()) for n in range(MANY)),
        )
        store._base.executemany("INSERT INTO events VALUES (?, 0, '{}')", ((str(n),) for n in range(MANY)))
        store._base.execute("COMMIT")
    begun = time.process_time()
    with contextlib.closing(Store(tmp_path / "data")) as store:
        assert store.prune(DAY, DAY) == 0
        for number in range(0, MANY, 100):
            assert store.load(str(number)) == Kept({}, [{}], {}, "one")
            store.add(str(number), 1, [{}], "deed", {})
            assert store.size() > 0
    assert time.process_time() - begun < 0.5
