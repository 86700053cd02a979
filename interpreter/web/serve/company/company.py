"""What people do at tables beside playing: they find each other, talk in ready phrases, and play again."""

from __future__ import annotations

import itertools
import json
import secrets

from ...talk import envelopes, messages
from ...talk.terms import ANY
from ..counter import Counter
from ..hall import DAY, Hall, Refused
from ..limits import Limits
from ..rooms import Room, seated
from ..store import Keeper
from ..tables import Tables
from ..thinking import tell
from ..visitor import Person, Visitor
from ..workers.wire import Message

LONGEST, MOST, ROOM = 80, 10, 1000
"""How many characters of a title or a colour the lobby shows, how many colours, and how many characters of options: a
sheet may have more."""


class Company:
    """What can be done so. Every method raises `Refused`, `Failed` or `StoreError` where it cannot be done."""

    def __init__(self, hall: Hall, tables: Tables, counter: Counter, keeper: Keeper, limits: Limits) -> None:
        self._hall, self._tables, self._counter, self._keeper, self._limits = hall, tables, counter, keeper, limits
        self._numbers = itertools.count(1)

    async def begin(self, visitor: Visitor, ask: messages.Open, message: Message, person: Person) -> Room:
        """Return a new table, at which somebody holds all seats for people, or the one that they want."""
        await self._hall.check_room(visitor, ask.public)
        room = await self._counter.opened(visitor, ask, message)
        human = room.human
        wanted = secrets.choice(human) if ask.mine == ANY and human else ask.mine
        if wanted is not None and wanted not in human:
            raise Refused("`mine` is not a seat for people")
        room.seats = {seat: seated(person, ask.name) for seat in human if wanted in (None, seat)}
        await self._hall.add(room)
        if ask.public:
            await self._list(room, ask)
        return room

    async def _list(self, room: Room, ask: messages.Open) -> None:
        """Let others find a table."""
        async with room.lock:
            scene = await self._tables.scene(room, frozenset())
            players = scene["players"]
            assert isinstance(players, list)
            colours = {int(str(each["seat"])): str(each["colour"])[:LONGEST] for each in players}
            room.listing = {
                "title": str(scene["title"])[:LONGEST],
                "options": scene["options"] if len(json.dumps(scene["options"])) <= ROOM else {},
                "players": [colours[seat] for seat in sorted(colours)][:MOST],
                "by": next(iter(room.seats.values())).person,
                "clock": room.played.setup.get("clock"),
            }
            await self._tables.note(room)

    async def lobby(self) -> Message:
        """Return the tables that anybody may join, those first where somebody is."""
        store, most = self._keeper.store, self._limits.listed
        found = [(name, kept["listing"]) for name, kept in await self._keeper.do(store.lobby, most, DAY)]
        tables = [{"table": name, "here": self._hall.is_busy(name), **listing} for name, listing in found
                  if isinstance(listing, dict)]  # fmt: skip
        return {"tables": sorted(tables, key=lambda each: not each["here"])}

    async def say(self, visitor: Visitor, room: Room, phrase: str) -> Message:
        """Let a player say something to everybody."""
        person = visitor.people[room.name]
        self._tables.check_said(room, person)
        said: Message = {"tell": "said", "table": room.name, "seat": min(room.seats_of(person)), "phrase": phrase}
        tell(room, {**said, "number": next(self._numbers)})
        return {}

    async def again(self, visitor: Visitor, room: Room, yes: bool) -> Message:
        """Note that somebody wants the same game once more, or does not; begin it once all who play do."""
        person = visitor.people[room.name]
        async with self._tables.at(room):
            mine = room.seats_of(person)
            if not mine:
                raise Refused("you have no seat here")
            scene = await self._tables.scene(room, mine)
            if scene["awaits"] != "over":
                raise Refused("the game is not over yet")
            if not room.next:
                self._tables.check_said(room, person)
                room.again = room.again | mine if yes else set()
                if room.again.issuperset(room.seats):
                    room.next = await self._begun(visitor, room, scene["begins"])
                await self._tables.note(room)
                await self._tables.show(room)
        return {"table": room.next or None}

    async def _begun(self, visitor: Visitor, room: Room, begins: object) -> str:
        """Begin the game of a table once more, each at the next seat; return the name of the new table."""
        assert isinstance(begins, dict)
        seats: list[str] = begins["seats"]
        message: Message = {"id": None, "ask": "open", **begins, "seats": [*seats[-1:], *seats[:-1]]}
        ask = envelopes.read(message).ask
        assert isinstance(ask, messages.Open)
        await self._hall.check_room(visitor)
        new = await self._counter.opened(visitor, ask, message)
        new.seats = {(seat + 1) % len(seats): held for seat, held in room.seats.items()}
        await self._hall.add(new)
        return new.name
