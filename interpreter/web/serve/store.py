"""Games on disk: for each table its setup, its events in order, who sits where, and which asks it has answered.

A move is on disk (SQLite, `synchronous=FULL`) before anybody is told of it. Whatever ends the process, each move is
there whole or not at all. One process at a time uses a store. Tables that nobody comes back to are deleted some time.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import os
import sqlite3
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import ParamSpec, TypeVar

from ...doors.folders import Folder, TrustError, own_folder
from .workers.turns import Rounds
from .workers.wire import Message

P = ParamSpec("P")
T = TypeVar("T")

FILE, EMPTY = "games.sqlite3", "empty"
VERSION = 4

HOUR = 3600.0

SLICE, PAGES = 100, 500
"""How many tables are deleted at once, and how many pages given back to the disk: moves are kept in between."""

AHEAD = 4
"""How many calls of a store's methods may wait in its thread; the others wait in rounds of addresses."""

_SCHEMA = """
CREATE TABLE tables (name TEXT PRIMARY KEY, setup TEXT NOT NULL, made REAL NOT NULL, used REAL NOT NULL DEFAULT 0,
  place TEXT NOT NULL DEFAULT '', bytes INTEGER NOT NULL DEFAULT 0, company TEXT NOT NULL DEFAULT '{}',
  listed INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
CREATE TABLE events (name TEXT, number INTEGER, event TEXT NOT NULL, PRIMARY KEY (name, number)) WITHOUT ROWID;
CREATE TABLE seats (name TEXT, seat INTEGER, holder TEXT NOT NULL, person TEXT NOT NULL, PRIMARY KEY (name, seat))
  WITHOUT ROWID;
CREATE TABLE deeds (name TEXT, deed TEXT, answer TEXT NOT NULL, PRIMARY KEY (name, deed)) WITHOUT ROWID;
CREATE INDEX uses ON tables (used);
CREATE TABLE places (place TEXT PRIMARY KEY, bytes INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE lived (seconds REAL NOT NULL);
CREATE INDEX listings ON tables (made) WHERE listed;
"""

_FROM_1 = """
ALTER TABLE tables ADD COLUMN used REAL NOT NULL DEFAULT 0;
CREATE INDEX uses ON tables (used);
UPDATE tables SET used = strftime('%s', 'now');
"""
"""What makes a file of version 1 one of version 2: from now on, it counts when people were at a table."""

_FROM_2 = """
ALTER TABLE tables ADD COLUMN place TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
CREATE TABLE places (place TEXT PRIMARY KEY, bytes INTEGER NOT NULL) WITHOUT ROWID;
"""
"""What makes a file of version 2 one of version 3: from now on, it counts from where a table was opened. Those that
there are already count for no address."""

_FROM_3 = """
ALTER TABLE tables ADD COLUMN company TEXT NOT NULL DEFAULT '{}';
ALTER TABLE tables ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;
CREATE TABLE IF NOT EXISTS lived (seconds REAL NOT NULL);
CREATE INDEX listings ON tables (made) WHERE listed;
"""
"""What makes a file of version 3 one of this version: from now on, it has clocks, and tables that anybody may join."""

_MORE = """
INSERT INTO places SELECT place, ? FROM tables WHERE name = ? AND place != ''
  ON CONFLICT (place) DO UPDATE SET bytes = bytes + excluded.bytes
"""

_PRAGMAS = ("auto_vacuum=INCREMENTAL", "locking_mode=EXCLUSIVE", "journal_mode=WAL", "synchronous=FULL",
            "trusted_schema=OFF")  # fmt: skip

_LESS = """
UPDATE places SET bytes = bytes - (SELECT bytes FROM tables WHERE name = ?)
  WHERE place = (SELECT place FROM tables WHERE name = ?)
"""

_EVENTS = "SELECT event FROM events WHERE name = ? ORDER BY number"

_LISTED = "SELECT name, company FROM tables WHERE listed AND used > ? ORDER BY made DESC LIMIT ?"


class StoreError(Exception):
    """Says why games cannot be kept."""


_OLD = """
SELECT name FROM tables WHERE used < ? OR (used < ? AND NOT EXISTS (SELECT 1 FROM events WHERE name = tables.name))
"""


@dataclass(frozen=True)
class Seat:
    """Who holds a seat: the digest of their token, and what they call themselves."""

    holder: str
    person: str


@dataclass
class Kept:
    """A table as it is kept."""

    setup: Message
    events: list[Message] = field(default_factory=list)
    seats: dict[int, Seat] = field(default_factory=dict)
    place: str = ""
    """From where it was opened, as `Place.digest` has it; empty for this machine."""

    company: Message = field(default_factory=dict)
    """What is kept beside the game, as `Room.company` has it."""

    is_listed: bool = field(default=False, compare=False)
    """Whether anybody may join it."""

    size: int = field(default=0, compare=False)
    """The bytes of its setup and of what has happened."""


def usual_folder() -> Path:
    """Return the folder for data of this program in the user's profile. Raises `StoreError` where there is no home."""
    home = Path(os.path.expanduser("~"))  # noqa: PTH111 - Path.home() raises where there is no home
    variable, usual = {
        "win32": ("LOCALAPPDATA", home / "AppData" / "Local"),
        "darwin": ("", home / "Library" / "Application Support"),
    }.get(sys.platform, ("XDG_DATA_HOME", home / ".local" / "share"))
    for base in (Path(os.environ.get(variable, "")), usual):
        if base.is_absolute():
            return base / "hexgame" / "serve"
    raise StoreError("there is no home folder to store games in; name a folder with --data")


class Store:
    """The games in a folder that belongs to this user alone. Its methods wait for the disk.

    All methods raise `StoreError`; a move that fails is not kept in part.
    """

    def __init__(self, folder: Path) -> None:
        try:
            with own_folder(folder, make=True) as opened:
                _make_file(opened)
                with opened.folder(EMPTY, make=True):
                    self.empty = folder / EMPTY
        except TrustError as error:
            raise StoreError(f"games cannot be stored in {folder}: {error}") from None
        except OSError as error:
            raise StoreError(f"games cannot be stored in {folder}: {error.strerror or error}") from None
        with _said(f"games cannot be stored in {folder / FILE}", "; move the file away to start afresh"):
            self._base = sqlite3.connect(
                folder / FILE, isolation_level=None, check_same_thread=False, timeout=0.5, cached_statements=32
            )
            self._prepare(folder)

    def _prepare(self, folder: Path) -> None:
        try:
            for pragma in _PRAGMAS:
                self._base.execute(f"PRAGMA {pragma}")
            self._base.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            self._base.close()
            if "locked" in str(error):
                raise StoreError(
                    f"another server stores its games in {folder}; name another folder with --data"
                ) from None
            raise
        (version,) = self._base.execute("PRAGMA user_version").fetchone()
        if version not in range(VERSION + 1):
            raise StoreError(f"{folder / FILE} was written by another version of hexgame")
        wanted = "".join((_FROM_1, _FROM_2, _FROM_3)[version - 1 :]) if version else _SCHEMA
        for statement in filter(str.strip, wanted.split(";")):
            self._base.execute(statement)
        self._base.execute(f"PRAGMA user_version = {VERSION}")
        self._base.execute("COMMIT")

    def add_table(self, name: str, kept: Kept) -> None:
        """Keep a new table."""
        with self._whole() as base:
            now, setup = time.time(), _text(kept.setup)
            given = (name, setup, now, now, kept.place, _text(kept.company), kept.is_listed)
            names = "name, setup, made, used, place, company, listed"
            base.execute(f"INSERT INTO tables ({names}) VALUES (?, ?, ?, ?, ?, ?, ?)", given)  # noqa: S608
            self._grow(name, len(setup) + self._add_events(name, 0, kept.events))
            self._add_seats(name, kept.seats)

    def add(
        self,
        name: str,
        first: int,
        events: Sequence[Message],
        deed: str = "",
        answer: Message | None = None,
        most: float = math.inf,
    ) -> None:
        """Keep events of a table, the first of them with its number, and the answer to the ask that they come from; not
        where all tables that were opened from one address would then take more than so many bytes."""
        with self._whole() as base:
            size = self._add_events(name, first, events)
            if deed:
                base.execute("INSERT INTO deeds VALUES (?, ?, ?)", (name, deed, text := _text(answer or {})))
                size += len(deed) + len(text)
            if self._grow(name, size) > most:
                raise StoreError("the games opened from your address have used up their space")

    def _grow(self, name: str, size: int) -> int:
        """Note that a table has grown; return how many bytes all tables of its address take."""
        self._base.execute("UPDATE tables SET bytes = bytes + ? WHERE name = ?", (size, name))
        self._base.execute(_MORE, (size, name))
        found = self._base.execute(
            "SELECT places.bytes FROM tables JOIN places USING (place) WHERE tables.name = ?", (name,)
        ).fetchone()
        return found[0] if found else 0

    def _add_events(self, name: str, first: int, events: Sequence[Message]) -> int:
        """Add events; return their bytes."""
        rows = [(name, number, _text(event)) for number, event in enumerate(events, first)]
        self._base.executemany("INSERT INTO events VALUES (?, ?, ?)", rows)
        return sum(len(text) for *_, text in rows)

    def taken(self, place: str) -> int:
        """Return how many bytes the tables take that were opened from an address."""
        with _said():
            found = self._base.execute("SELECT bytes FROM places WHERE place = ?", (place,)).fetchone()
        return found[0] if found else 0

    def _add_seats(self, name: str, seats: Mapping[int, Seat]) -> None:
        rows = [(name, seat, held.holder, held.person) for seat, held in seats.items()]
        self._base.executemany("INSERT INTO seats VALUES (?, ?, ?, ?)", rows)

    def seat(self, name: str, seats: Mapping[int, Seat]) -> None:
        """Keep who sits where at a table, in place of who sat there."""
        with self._whole() as base:
            base.execute("DELETE FROM seats WHERE name = ?", (name,))
            self._add_seats(name, seats)

    def accompany(self, lived: float, name: str = "", company: Message | None = None, is_listed: bool = False) -> None:
        """Keep how long servers have run by now, and what stands beside the game of a table, if one is named."""
        with self._whole() as base:
            given = (_text(company or {}), is_listed, name)
            base.execute("UPDATE tables SET company = ?, listed = ? WHERE name = ?", given)
            base.execute("DELETE FROM lived")
            base.execute("INSERT INTO lived VALUES (?)", (lived,))

    def lived(self) -> float:
        """Return how long servers have run on this store."""
        with _said():
            found = self._base.execute("SELECT seconds FROM lived").fetchone()
        return float(found[0]) if found else 0.0

    def lobby(self, most: int, seconds: float) -> list[tuple[str, Message]]:
        """Return so many of the tables that anybody may join and where somebody was within so many seconds, with what
        stands beside their games, the newest first."""
        with _said():
            found = self._base.execute(_LISTED, (time.time() - seconds, most)).fetchall()
        return [(name, json.loads(company)) for name, company in found]

    def listed(self, place: str) -> int:
        """Return how many tables that anybody may join were opened from an address."""
        with _said():
            (found,) = self._base.execute("SELECT count(*) FROM tables WHERE listed AND place = ?", (place,)).fetchone()
        return int(found)

    def load(self, name: str) -> Kept | None:
        """Return a table; None if none has the name."""
        with _said():
            found = self._base.execute("SELECT setup, place, company FROM tables WHERE name = ?", (name,)).fetchone()
            if found is None:
                return None
            events = [event for (event,) in self._base.execute(_EVENTS, (name,))]
            seats = self._base.execute("SELECT seat, holder, person FROM seats WHERE name = ?", (name,))
            held = {seat: Seat(holder, person) for seat, holder, person in seats}
            size = len(found[0]) + sum(map(len, events))
            return Kept(
                json.loads(found[0]),
                [json.loads(event) for event in events],
                held,
                found[1],
                json.loads(found[2]),
                size=size,
            )

    def answer_to(self, name: str, deed: str) -> Message | None:
        """Return the answer that an ask was given; None if it changed nothing so far."""
        with _said():
            row = self._base.execute("SELECT answer FROM deeds WHERE name = ? AND deed = ?", (name, deed)).fetchone()
        answer: Message | None = json.loads(row[0]) if row else None
        return answer

    def use(self, names: Iterable[str]) -> None:
        """Note that people are at tables, or were a moment ago."""
        now = time.time()
        with self._whole() as base:
            rows = [(now, name, now - HOUR) for name in names]
            base.executemany("UPDATE tables SET used = ? WHERE name = ? AND used < ?", rows)

    def prune(self, seconds: float, unplayed: float, spared: Collection[str] = ()) -> int:
        """Delete some tables at which nobody was for so many seconds, or for `unplayed` ones where nothing has happened
        yet; return how many, 0 if there are no more."""
        now, found = time.time(), list[str]()
        with self._whole() as base:
            old = base.execute(_OLD, (now - seconds, now - min(unplayed, seconds)))
            found = [name for (name,) in islice((row for row in old if row[0] not in spared), SLICE)]
            base.executemany(_LESS, [(name, name) for name in found])
            base.execute("DELETE FROM places WHERE bytes <= 0")
            for part in ("events", "seats", "deeds", "tables"):
                base.executemany(f"DELETE FROM {part} WHERE name = ?", [(name,) for name in found])  # noqa: S608
        return len(found)

    def give_back(self) -> bool:
        """Give some of the pages that are no longer used back to the disk; return whether there are more."""
        with _said():
            self._base.execute(f"PRAGMA incremental_vacuum({PAGES})").fetchall()
            return bool(self._pragma("auto_vacuum")) and self._pragma("freelist_count") > 0

    def size(self) -> int:
        """Return how many bytes all games take."""
        with _said():
            return (self._pragma("page_count") - self._pragma("freelist_count")) * self._pragma("page_size")

    def _pragma(self, name: str) -> int:
        (value,) = self._base.execute(f"PRAGMA {name}").fetchone()
        return int(value)

    def close(self) -> None:
        """Close the file."""
        with contextlib.suppress(sqlite3.Error):
            self._base.close()

    @contextlib.contextmanager
    def _whole(self) -> Iterator[sqlite3.Connection]:
        """Do what the block does wholly, or not at all."""
        with _said():
            self._base.execute("BEGIN IMMEDIATE")
            try:
                yield self._base
                self._base.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    self._base.execute("ROLLBACK")
                raise


def _make_file(folder: Folder) -> None:
    """Make the file, so that nobody else may read it."""
    if FILE not in folder.names():
        folder.write(FILE, b"")


@contextlib.contextmanager
def _said(what: str = "the game cannot be kept", advice: str = "") -> Iterator[None]:
    """Raise what the database says as `StoreError`."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"{what}: {error}{advice}") from None


def _text(message: Message) -> str:
    return json.dumps(message, separators=(",", ":"))


class Keeper:
    """A store whose methods are called in a thread of their own, one after the other, in rounds of addresses."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._thread = ThreadPoolExecutor(1, "store")
        self._turn = Rounds(AHEAD)

    async def do(self, method: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """Return what a method of the store returns. What has begun is finished, even if the caller is cancelled."""
        async with self._turn:
            future = self._thread.submit(method, *given, **named)
            return await asyncio.shield(asyncio.wrap_future(future))

    def close(self) -> None:
        """Finish what has begun, and close the store."""
        self._thread.shutdown()
        self.store.close()
