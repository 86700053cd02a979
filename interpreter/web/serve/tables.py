"""What people do at a table.

A move is made in three steps: a worker says what it does, the store keeps it, then everybody is told. Whoever changes a
table holds its lock meanwhile, so that everything at a table happens in one order.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import time
from collections.abc import Iterable, Mapping, Sequence

from ...doors.visible import on_one_line
from ..talk import messages
from ..talk.sight import GLANCE
from .hall import Refused
from .limits import Limits
from .rooms import Audience, Room, person_of
from .store import Keeper, Seat
from .thinking import Thinking
from .visitor import Person, Visitor
from .workers.crew import Failed
from .workers.wire import Message, objects
from .workers.workshop import Workshop

_Views = list[tuple[list[Visitor], Message]]
"""Scenes, each with those who see it."""


class Tables:
    """What can be done at tables. Every method raises `Refused`, `Failed` or `StoreError` where it cannot be done."""

    def __init__(self, keeper: Keeper, workshop: Workshop, limits: Limits) -> None:
        self._keeper, self._workshop, self._limits = keeper, workshop, limits
        self._thinking = Thinking(workshop, self.adopt)
        self._weighing = 0

    async def join(self, visitor: Visitor, room: Room, token: str | None) -> Message:
        """Let a browser see a table, as whoever has the token."""
        before = visitor.people.get(room.name)
        async with room.lock:
            person = before if before is not None and token is None else person_of(token)
            seats = room.seats_of(person)
            if before is None and not seats and len(room.visitors) >= self._limits.people:
                raise Refused("there are too many people at this table")
            scene = await self._enter(visitor, room, person, seats)
        return {"table": room.name, "token": person.token, "seats": sorted(seats), "scene": scene}

    async def _enter(self, visitor: Visitor, room: Room, person: Person, seats: frozenset[int]) -> Message:
        """Show a table to somebody new; the others are told if it is somebody who plays."""
        was_there = visitor in room.visitors
        visitor.people[room.name] = person
        visitor.shown.pop(room.name, None)
        if not visitor.is_gone:
            room.visitors.add(visitor)
        audiences = {Audience(seats, ""): [visitor]}
        if seats and not was_there:
            audiences |= room.audiences(without=[visitor])
        try:
            ((_, scene), *others), awaits = await self._seen(room, audiences)
        except BaseException:
            if not was_there:
                self._forget(visitor, room)
            raise
        visitor.shown[room.name] = str(scene.get("hash", ""))
        _tell(room, others)
        self._thinking.after(room, awaits)
        return scene

    async def leave(self, visitor: Visitor, room: Room) -> None:
        """Let a browser go; the others are told if it is somebody who plays."""
        async with room.lock:
            person = visitor.people.get(room.name)
            self._forget(visitor, room)
            if person is not None and room.seats_of(person):
                with contextlib.suppress(Failed):
                    await self.show(room)

    def _forget(self, visitor: Visitor, room: Room) -> None:
        room.visitors.discard(visitor)
        person = visitor.people.get(room.name)
        if person is not None and room.seats_of(person):
            room.seen[person.digest] = time.monotonic()
        room.used = time.monotonic()
        visitor.leave(room.name)

    async def sit(self, visitor: Visitor, room: Room, seat: int, name: str) -> Message:
        """Give somebody a free seat; who has it already can change their name."""
        person = visitor.people[room.name]
        async with room.lock:
            held = room.seats.get(seat)
            if seat not in room.human:
                raise Refused("this is not a seat for people")
            if held is not None and held.holder != person.digest:
                raise Refused("somebody else sits there")
            await self._seat(room, {**room.seats, seat: Seat(person.digest, on_one_line(name)[:40])})
            return {"seats": sorted(room.seats_of(person))}

    async def stand(self, visitor: Visitor, room: Room, seat: int) -> Message:
        """Let somebody leave their seat, so that others can take it."""
        person = visitor.people[room.name]
        async with room.lock:
            if seat not in room.seats_of(person):
                raise Refused("you do not sit there")
            await self._seat(room, {each: held for each, held in room.seats.items() if each != seat})
            return {"seats": sorted(room.seats_of(person))}

    async def free(self, visitor: Visitor, room: Room, seat: int) -> Message:
        """Let somebody who plays free the seat of another who has been away for long, or anybody if nobody else sits
        there. Nobody is put in the place of a player who has something to hide: whoever frees the seat could take it
        in another browser."""
        person = visitor.people[room.name]
        async with room.lock:
            held, mine = room.seats.get(seat), room.seats_of(person)
            if held is None or seat in mine or not (mine or room.is_of_one):
                raise Refused("only somebody who has a seat here can free the seat of another")
            away, least = room.away(held), self._limits.away
            if away < least:
                raise Refused(f"a seat can be freed after its holder was away for {least / 60:.0f} minutes: wait "
                              f"{math.ceil((least - away) / 60)} more" if away else "they are here")  # fmt: skip
            ((_, scene),), _ = await self._seen(room, {Audience(mine, ""): [visitor]})
            if scene["secret"]:
                raise Refused("while something is hidden, nobody can take the place of another")
            await self._seat(room, {each: other for each, other in room.seats.items() if each != seat})
            return {"seats": sorted(mine)}

    async def glance(self, room: Room, token: str | None) -> Message:
        """Return in short how a table stands, as whoever has the token may see it."""
        seats = room.seats_of(person_of(token))
        async with room.lock:
            ((_, scene),), _ = await self._seen(room, {Audience(seats, ""): []})
        return {"seats": sorted(seats), **{name: scene[name] for name in GLANCE}}

    async def _seat(self, room: Room, seats: dict[int, Seat]) -> None:
        await self._keeper.do(self._keeper.store.seat, room.name, seats)
        room.seats = seats
        holders = {held.holder for held in seats.values()}
        room.seen = {digest: when for digest, when in room.seen.items() if digest in holders}
        with contextlib.suppress(Failed):
            await self.show(room)

    async def act(self, visitor: Visitor, room: Room, ask: messages.AtTable, message: Message) -> Message:
        """Return the answer to an ask at a table, and tell everybody what it has changed.

        A move that is sent again, because its answer was lost on the way, is answered again and not made again.
        """
        played, store = room.played, self._keeper.store
        deed = _deed(visitor.people[room.name], message) if isinstance(ask, messages.Play) else ""
        async with room.lock:
            if room.name not in visitor.people:
                raise Refused("you have left this table")
            known = await self._keeper.do(store.answer_to, room.name, deed) if deed else None
            if known is not None:
                return known
            audiences = room.audiences()
            reply = await self._workshop.at_table(played, {
                "do": "hear", "who": room.who(visitor), "message": message, "people": room.people(),
                "audiences": [each.as_message() for each in audiences],
            })  # fmt: skip
            answer, events = reply["answer"], objects(reply["events"])
            assert isinstance(answer, dict)
            if events:
                await self._keep(room, events, deed, answer)
                _tell(room, zip(audiences.values(), objects(reply["scenes"]), strict=True))
            self._thinking.after(room, reply["awaits"])
        return answer

    async def _keep(self, room: Room, events: Sequence[Message], deed: str = "", answer: Message | None = None) -> None:
        """Keep what a worker has made of a game; if that fails, the worker takes it back."""
        played, limits, size = room.played, self._limits, room.size + len(json.dumps(events))
        try:
            if len(played.events) + len(events) > limits.events or size > limits.game:
                raise Refused("nothing more can happen at this table: its game is too long")
            most = 2 * limits.kept_each if room.place else math.inf
            await self._keeper.do(self._keeper.store.add, room.name, len(played.events), events, deed, answer, most)
        except BaseException:
            self._workshop.undo(played)
            raise
        played.events.extend(events)
        room.size, room.used = size, time.monotonic()

    async def weigh(self, visitor: Visitor, room: Room, message: Message) -> Message:
        """Return the answer to an ask that may take long and changes nothing."""
        if visitor.is_weighing:
            raise Refused("your last analysis is not finished yet")
        place = visitor.place
        if place.weighing >= self._limits.weighed_each:
            raise Refused("other browsers at your address wait for analyses; try again later")
        if self._weighing >= self._limits.weighed:
            raise Refused("too many people analyse just now; try again later")
        visitor.is_weighing = True
        self._weighing += 1
        place.weighing += 1
        try:
            job: Message = {"do": "weigh", "who": room.who(visitor), "message": message}
            answer = (await self._workshop.analyse(room.played, job))["answer"]
        finally:
            visitor.is_weighing = False
            self._weighing -= 1
            place.weighing -= 1
        assert isinstance(answer, dict)
        return answer

    async def adopt(self, room: Room, number: int, events: Sequence[Message]) -> object:
        """Let happen what a computer player has decided after so many events, unless something else has happened since;
        return whom the table awaits then."""
        async with room.lock:
            if number == len(room.played.events):
                await self._keep(room, events)
            return await self.show(room)

    async def show(self, room: Room) -> object:
        """Tell everybody at a table how it stands; return whom it awaits."""
        views, awaits = await self._seen(room, room.audiences())
        _tell(room, views)
        return awaits

    async def _seen(self, room: Room, audiences: Mapping[Audience, list[Visitor]]) -> tuple[_Views, object]:
        """Return how a table looks to each audience, and whom it awaits."""
        job: Message = {"do": "scenes", "people": room.people(), "audiences": [each.as_message() for each in audiences]}
        reply = await self._workshop.at_table(room.played, job)
        return list(zip(audiences.values(), objects(reply["scenes"]), strict=True)), reply["awaits"]


def _tell(room: Room, views: Iterable[tuple[Iterable[Visitor], Message]]) -> None:
    """Send scenes to those who see them, except to whom they show nothing new: even that would say something."""
    for visitors, scene in views:
        text = json.dumps({"tell": "table", "table": room.name, "scene": scene})
        for visitor in visitors:
            visitor.tell(room.name, text)


def _deed(person: Person, message: Message) -> str:
    """Return what stands for a message of one person: the same for the same message."""
    content = json.dumps(message, sort_keys=True)
    return hashlib.sha256(f"{person.digest} {content}".encode()).hexdigest()
