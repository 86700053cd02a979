"""All tables of a server, and all browsers: who is let in, which tables are in memory, and how many there may be."""

from __future__ import annotations

import asyncio
import time

from .limits import Limits
from .rooms import Room
from .store import Keeper, Kept
from .visitor import Place, Visitor

HOUR, DAY = 3600.0, 86400.0


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
        self._places: dict[str, Place] = {}

    def admit(self, address: str, is_own: bool) -> Visitor:
        """Return a new browser; `is_own` says that it runs on this machine, where many may. Raises `Refused`."""
        place = Place() if is_own else self._places.setdefault(address, Place())
        if len(self.visitors) >= self._limits.sockets or place.visitors >= self._limits.sockets_each:
            raise Refused("there are too many connections")
        place.visitors += 1
        visitor = Visitor(place, is_own, self._limits)
        self.visitors.add(visitor)
        return visitor

    def dismiss(self, visitor: Visitor) -> list[Room]:
        """Let a browser go; return the tables in memory where it was."""
        visitor.is_gone = True
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
                    raise Refused("there is no such table, or nobody was at it for so long that it was deleted")
                self._put(Room.of(name, kept))
            return self._rooms[name]

    async def check_room(self, visitor: Visitor) -> None:
        """Raise `Refused` if a browser may open no more tables."""
        now, times = time.monotonic(), visitor.place.opened
        while times and times[0] < now - HOUR:
            times.popleft()
        if len(times) >= self._limits.opened_each and not visitor.is_own:
            raise Refused(f"only {self._limits.opened_each} tables can be opened in an hour; try again later")
        if await self._keeper.do(self._keeper.store.size) >= self._limits.kept:
            raise Refused("this server keeps as many games as it can; no more tables can be opened")
        times.append(now)

    async def add(self, room: Room) -> None:
        """Keep a new table, and put it among the others."""
        played = room.played
        kept = Kept(played.setup, played.events, room.seats)
        await self._keeper.do(self._keeper.store.add_table, played.name, kept)
        self._put(room)

    def _put(self, room: Room) -> None:
        """Put a table among the others; the one that has been idle longest leaves if there are too many."""
        if len(self._rooms) >= self._limits.tables:
            idle = [each for each in self._rooms.values() if each.is_idle]
            if not idle:
                raise Refused("there are too many tables in use; try again later")
            del self._rooms[min(idle, key=lambda each: each.used).name]
        self._rooms[room.name] = room

    def sweep(self) -> None:
        """Let tables and addresses leave memory where nobody has been for some time."""
        now = time.monotonic()
        for room in [each for each in self._rooms.values() if each.is_idle and each.used < now - self._limits.idle]:
            del self._rooms[room.name]
        then = now - HOUR
        self._places = {address: place for address, place in self._places.items() if not place.is_empty_since(then)}

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
