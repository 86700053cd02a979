"""All tables of a server, and all browsers: who is let in, which tables are in memory, and how many there may be."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable

from .limits import Limits
from .lines.shares import Ledger
from .places import Place
from .rooms import Room
from .store import Keeper
from .visitor import Visitor

HOUR, DAY = 3600.0, 86400.0

PATIENCE = 10.0
"""Seconds that an address may have to wait for an answer when another browser connects from there."""


class Refused(Exception):  # noqa: N818 - named for what has happened
    """Something cannot be done; the text is for whoever asked for it, the code that of a problem in a sheet."""

    def __init__(self, why: str, code: str | None = None) -> None:
        super().__init__(why)
        self.code = code


class Hall:
    """The tables by name, and the browsers by address."""

    def __init__(self, keeper: Keeper, limits: Limits) -> None:
        self._keeper, self._limits = keeper, limits
        self._rooms: dict[str, Room] = {}
        self.visitors: set[Visitor] = set()
        self._loading = asyncio.Lock()
        self._unread = Ledger(limits.unread_each, limits.unread)

    def admit(self, place: Place, cut: Callable[[], None] = lambda: None) -> Visitor:
        """Return a new browser; `cut` ends its connection. Raises `Refused` where there are too many, or where they
        come too often."""
        if len(self.visitors) >= self._limits.sockets or place.visitors >= self._limits.sockets_each * place.share:
            raise Refused("there are too many connections")
        if place.stray.take() or place.asked.wait > PATIENCE:
            raise Refused("browsers at your address send too many requests; try again later")
        place.visitors += 1
        visitor = Visitor(place, self._limits, self._unread, cut)
        self.visitors.add(visitor)
        return visitor

    def dismiss(self, visitor: Visitor) -> list[Room]:
        """Let a browser go; return the tables in memory where it was."""
        visitor.go()
        self.visitors.discard(visitor)
        visitor.place.visitors -= 1
        return [self._rooms[name] for name in visitor.people if name in self._rooms]

    async def room(self, name: str) -> Room:
        """Return a table, from the disk if need be. Raises `Refused` if there is none."""
        if name in self._rooms:
            return self._rooms[name]
        async with self._loading:
            if name not in self._rooms:
                kept = await self._keeper.do(self._keeper.store.load, name)
                if kept is None:
                    raise Refused("there is no such table, or it was deleted after a long time without visitors")
                self._put(Room.of(name, kept))
            return self._rooms[name]

    async def check_room(self, visitor: Visitor, is_public: bool = False) -> None:
        """Raise `Refused` if a browser may open no more tables, or none that anybody may join."""
        now, times = time.monotonic(), visitor.place.opened
        while times and times[0] < now - HOUR:
            times.popleft()
        if len(times) >= self._limits.opened_each and visitor.place.share == 1:
            raise Refused(f"only {self._limits.opened_each} tables can be opened in an hour; try again later")
        if await self._keeper.do(self._keeper.store.size) >= self._limits.kept:
            raise Refused("this server has no more space for games; no more tables can be opened")
        if await self._keeper.do(self._keeper.store.taken, visitor.place.digest) >= self._limits.kept_each:
            raise Refused("the games opened from your address have used up their space")
        most, place = self._limits.listed_each, visitor.place
        if is_public and await self._keeper.do(self._keeper.store.listed, place.digest) >= most * place.share:
            raise Refused(
                f"only {most} tables with a free seat can be open to anybody; invite a friend with a link instead"
            )
        times.append(now)

    async def add(self, room: Room) -> None:
        """Keep a new table, and put it among the others."""
        await self._keeper.do(self._keeper.store.add_table, room.name, room.kept)
        self._put(room)

    def _put(self, room: Room) -> None:
        """Put a table among the others. If there are too many then, of its address or in all, the one that has been
        idle longest leaves."""
        if not self._has_room(room.place, room):
            raise Refused("there are too many tables in use that were opened from one address; try again later")
        if not self._has_room(None, room):
            self._empty(None)
            raise Refused("there are too many tables in use; try again later")
        self._rooms[room.name] = room

    def _has_room(self, place: str | None, room: Room | None = None) -> bool:
        """Let idle tables leave until those of an address, or of all, are no more than they may be with one that comes;
        return whether that could be done."""
        limits = self._limits
        most, size = (limits.tables, limits.held) if place is None else (limits.tables_each, limits.held_each)
        if place == "":  # this machine's own
            return True
        others = sorted(
            (each for each in self._rooms.values() if place in (None, each.place)), key=lambda each: each.used
        )
        number, held = len(others), sum(each.held for each in others)
        if room is not None:
            number, held = number + 1, held + room.held
        for idle in sorted((each for each in others if each.is_idle), key=lambda each: each.used):
            if number <= most and held <= size:
                break
            number, held = number - 1, held - idle.held
            self._drop(idle)
        return number <= most and held <= size

    def _drop(self, room: Room) -> None:
        room.silence()
        del self._rooms[room.name]

    def is_busy(self, name: str) -> bool:
        """Whether somebody is at a table."""
        return name in self._rooms and bool(self._rooms[name].visitors)

    def sweep(self) -> None:
        """Let tables leave memory where nobody has been for some time, and those that have grown too large: then
        whoever is there has to come again."""
        now = time.monotonic()
        for room in [each for each in self._rooms.values() if each.is_idle and each.used < now - self._limits.idle]:
            self._drop(room)
        for place in {None, *(each.place for each in self._rooms.values())}:
            if not self._has_room(place):
                self._empty(place)

    def _empty(self, place: str | None) -> None:
        """Cut off the browsers at one of the tables of an address; of all, at one of the address with the most."""
        if place is None:
            held = Counter[str]()
            for room in self._rooms.values():
                held[room.place] += room.held
            ((place, _),) = held.most_common(1)
        largest = max((each for each in self._rooms.values() if each.place == place), key=lambda each: each.held)
        for visitor in list(largest.visitors):
            visitor.cut()

    async def prune(self) -> None:
        """Delete tables that nobody has come back to for too long, in slices between which moves are kept. Tables in
        memory are in use."""
        store, limits = self._keeper.store, self._limits
        await self._keeper.do(store.use, list(self._rooms))
        while limits.days:
            async with self._loading:
                found = await self._keeper.do(store.prune, limits.days * DAY, limits.unplayed * DAY, set(self._rooms))
            if not found:
                break
        while await self._keeper.do(store.give_back):
            pass
