"""What people do at a table.

A move is made in three steps: a worker says what it does, the store keeps it, then everybody is told. Whoever changes a
table holds its lock meanwhile, so that everything at a table happens in one order.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import math
import time
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence

from ..talk import messages
from ..talk.sight import GLANCE
from .clocks.clocks import LEAST, Clocks
from .clocks.hours import Hours
from .hall import Refused
from .limits import Limits
from .places import Bucket
from .rooms import Audience, Room, person_of, seated
from .store import Keeper, Seat, StoreError
from .thinking import AGAIN, Thinking, tell
from .visitor import Person, Visitor
from .workers.crew import Failed
from .workers.wire import Message, objects
from .workers.workshop import Workshop

MOVES = ("played", "branched", "picked")
"""The events by which somebody has made their turn, or their part of it."""

EACH = 0.01
"""Seconds for each browser at a table between two times that all are told how many look on."""

_Views = list[tuple[list[Visitor], Message]]
"""Scenes, each with those who see it."""


class Tables:
    """What can be done at tables. Every method raises `Refused`, `Failed` or `StoreError` where it cannot be done."""

    def __init__(self, keeper: Keeper, workshop: Workshop, limits: Limits, hours: Hours) -> None:
        self._keeper, self._workshop, self._limits, self.hours = keeper, workshop, limits, hours
        self._ringing: set[asyncio.Task[None]] = set()
        self._thinking = Thinking(workshop, self.adopt)
        self._weighing = 0

    async def join(self, visitor: Visitor, room: Room, token: str | None) -> Message:
        """Let a browser see a table, as whoever has the token."""
        before = visitor.people.get(room.name)
        async with self.at(room):
            person = before if before is not None and token is None else person_of(token)
            seats = room.seats_of(person)
            if before is None and not seats and len(room.visitors) >= self._limits.people:
                raise Refused("there are too many people at this table")
            scene = await self._enter(visitor, room, person, seats)
        self._tell_looking(room)
        return {
            "table": room.name, "token": person.token, "seats": sorted(seats), "looking": room.looking, "scene": scene,
        }  # fmt: skip

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
            await self._attended(room)
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
            self._tell_looking(room)
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

    async def sit(self, visitor: Visitor, room: Room, seat: int, name: str | None) -> Message:
        """Give somebody a free seat; who has it already can change their name."""
        person = visitor.people[room.name]
        async with self.at(room):
            held = room.seats.get(seat)
            if seat not in room.human:
                raise Refused("this is not a seat for people")
            if held is not None and held.holder != person.digest:
                raise Refused("somebody else sits there")
            await self._seat(room, {**room.seats, seat: seated(person, name)})
            return {"seats": sorted(room.seats_of(person))}

    async def stand(self, visitor: Visitor, room: Room, seat: int) -> Message:
        """Let somebody leave their seat, so that others can take it."""
        person = visitor.people[room.name]
        async with self.at(room):
            if seat not in room.seats_of(person):
                raise Refused("you do not sit there")
            await self._seat(room, {each: held for each, held in room.seats.items() if each != seat})
            return {"seats": sorted(room.seats_of(person))}

    async def free(self, visitor: Visitor, room: Room, seat: int) -> Message:
        """Let somebody who plays free the seat of another who has been away for long, or anybody if nobody else sits
        there. Nobody is put in the place of a player who has something to hide: whoever frees the seat could take it
        in another browser."""
        person = visitor.people[room.name]
        async with self.at(room):
            held, mine = room.seats.get(seat), room.seats_of(person)
            if held is None or seat in mine or not (mine or room.is_of_one):
                raise Refused("only people who have a seat here can free another seat")
            away, least = room.away(held), self._limits.away
            if away < least:
                raise Refused(f"a seat can be freed after its holder has been away for {least / 60:.0f} minutes: wait "
                              f"{math.ceil((least - away) / 60)} more" if away else "they are here")  # fmt: skip
            if (await self.scene(room, mine))["secret"]:
                raise Refused("while something is hidden, nobody can take another player's place")
            await self._seat(room, {each: other for each, other in room.seats.items() if each != seat})
            return {"seats": sorted(mine)}

    async def glance(self, room: Room, token: str | None) -> Message:
        """Return in short how a table stands, as whoever has the token may see it."""
        seats = room.seats_of(person_of(token))
        async with self.at(room):
            scene = await self.scene(room, seats)
        return {"seats": sorted(seats), **{name: scene[name] for name in GLANCE}, "left": self._left(room, seats)}

    async def scene(self, room: Room, seats: frozenset[int]) -> Message:
        """Return how a table looks to whoever has some seats."""
        ((_, scene),), _ = await self._seen(room, {Audience(seats, ""): []})
        return scene

    async def _seat(self, room: Room, seats: dict[int, Seat]) -> None:
        await self._keeper.do(self._keeper.store.seat, room.name, seats)
        room.seats = seats
        holders = {held.holder for held in seats.values()}
        room.seen = {digest: when for digest, when in room.seen.items() if digest in holders}
        room.said = {digest: each for digest, each in room.said.items() if digest in holders}
        await self._attended(room)
        if room.listing:
            await self.note(room)
        self._tell_looking(room)
        with contextlib.suppress(Failed):
            await self.show(room)

    async def act(self, visitor: Visitor, room: Room, ask: messages.AtTable, message: Message) -> Message:
        """Return the answer to an ask at a table, and tell everybody what it has changed.

        A move that is sent again, because its answer was lost on the way, is answered again and not made again.
        """
        played, store = room.played, self._keeper.store
        deed = _deed(visitor.people[room.name], message) if isinstance(ask, messages.Play) else ""
        asked = self.hours.now
        async with self.at(room, asked) as is_late:
            if room.name not in visitor.people:
                raise Refused("you have left this table")
            if is_late and isinstance(ask, messages.Play):  # meant as a move, not as a try after the game
                now = await self.scene(room, frozenset())
                if now["outcome"]:
                    raise Refused(f"the game is over: {now['standing']}")
            known = await self._keeper.do(store.answer_to, room.name, deed) if deed else None
            if known is not None:
                return known
            if isinstance(ask, messages.Draw):
                self.check_said(room, visitor.people[room.name])
            audiences = room.audiences()
            reply = await self._workshop.at_table(played, {
                "do": "hear", "who": room.who(visitor), "message": message, "people": room.people(),
                "audiences": [each.as_message() for each in audiences],
            })  # fmt: skip
            answer, events = reply["answer"], objects(reply["events"])
            assert isinstance(answer, dict)
            if events:
                await self._keep(room, events, deed, answer)
                moved = any(event["event"] in MOVES for event in events)
                await self._timed(room, reply["turn"], moved=moved, stopped=asked)
                _tell(room, zip(audiences.values(), self._dressed(room, objects(reply["scenes"])), strict=True))
            if isinstance(scene := answer.get("scene"), dict):
                self._dressed(room, [scene])
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
            raise Refused("other browsers at your address are waiting for analyses; try again later")
        if self._weighing >= self._limits.weighed:
            raise Refused("too many people are analysing right now; try again later")
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
        await self._timed(room, reply["turn"])
        scenes = self._dressed(room, objects(reply["scenes"]))
        return list(zip(audiences.values(), scenes, strict=True)), reply["awaits"]

    # Time

    @contextlib.asynccontextmanager
    async def at(self, room: Room, asked: float | None = None) -> AsyncIterator[bool]:
        """Hold a table; return whether it has just been found that time ran out there before something was asked, by
        default before now."""
        async with room.lock:
            clocks = room.clocks
            late = clocks.late(self.hours.now if asked is None else asked) if clocks is not None else []
            if clocks is not None and late:
                await self._flag(room, clocks, late)
            yield bool(late)

    async def _flag(self, room: Room, clocks: Clocks, late: list[int]) -> None:
        audiences = room.audiences()
        reply = await self._workshop.at_table(room.played, {
            "do": "flag", "seats": late, "people": room.people(),
            "audiences": [each.as_message() for each in audiences],
        })  # fmt: skip
        if events := objects(reply["events"]):
            await self._keep(room, events)
        clocks.flagged(late, self.hours.now)
        await self.note(room)
        await self._timed(room, reply["turn"])
        if events:
            _tell(room, zip(audiences.values(), self._dressed(room, objects(reply["scenes"])), strict=True))

            self._thinking.after(room, reply["awaits"])

    async def _timed(self, room: Room, turn: object, *, moved: bool = True, stopped: float | None = None) -> None:
        """Let the clocks of a table follow the turn, and ring when time runs out."""
        if room.clocks is None:
            return
        assert isinstance(turn, dict)
        now = self.hours.now
        if room.clocks.turned(turn, moved=moved, stopped=now if stopped is None else stopped, now=now):
            await self.note(room)
        self._set_alarm(room)

    async def _attended(self, room: Room) -> None:
        """Note who is there, once all seats are taken: clocks begin to run when everybody was."""
        if room.clocks is not None and not room.free and room.clocks.came(room.present, self.hours.now):
            await self.note(room)
            self._set_alarm(room)

    async def note(self, room: Room) -> None:
        """Keep what stands beside the game of a table."""
        if room.listing:
            room.listing["free"] = room.free
        await self._keeper.do(self._keeper.store.accompany, self.hours.now, room.name, room.company, room.is_listed)

    def _set_alarm(self, room: Room, wait: float | None = None) -> None:
        if room.alarm is not None:
            room.alarm.cancel()
        due = room.clocks.due if room.clocks else None
        if due is not None:
            wait = max(0.0, due - self.hours.now) + LEAST if wait is None else wait
            room.alarm = asyncio.get_running_loop().call_later(wait, self._ring, room)

    def _ring(self, room: Room) -> None:
        task = asyncio.create_task(self._rung(room))
        self._ringing.add(task)
        task.add_done_callback(self._ringing.discard)

    async def _rung(self, room: Room) -> None:
        """Look whether time has run out; again later where that cannot be kept."""
        wait = None
        try:
            async with self.at(room):
                pass
        except (Refused, Failed, StoreError):
            wait = AGAIN
        self._set_alarm(room, wait)

    def _left(self, room: Room, seats: frozenset[int]) -> float | None:
        """How much time is left to somebody whose time runs, best to whoever asks; None if none runs."""
        clocks = room.clocks
        seat = next((each for each in clocks.runs if each in seats), next(iter(clocks.runs), None)) if clocks else None
        if clocks is None or seat is None:
            return None
        return round(max(0.0, clocks.left[seat] - (self.hours.now - clocks.at)), 3)

    def _dressed(self, room: Room, scenes: list[Message]) -> list[Message]:
        """Add to scenes what workers do not know: clocks, and who wants the game once more."""
        for scene in scenes:
            scene["clock"] = room.clocks.shown(self.hours.now) if room.clocks else None
            if scene["awaits"] == "over" and len(room.seats) > 1:
                scene["again"] = {"by": sorted(room.again), "table": room.next or None}
        return scenes

    # What is said

    def check_said(self, room: Room, person: Person) -> None:
        """Raise `Refused` where somebody has no seat, or says too much."""
        if not room.seats_of(person):
            raise Refused("only people who have a seat here can speak")
        most = self._limits.said
        left = room.said.setdefault(person.digest, Bucket(most / 60, most))
        if not left.is_ready:
            raise Refused(f"you can say {most} things in a minute; wait a little")
        left.take()

    def _tell_looking(self, room: Room) -> None:
        """Tell everybody how many look on, the less often the more they are."""
        loop = asyncio.get_running_loop()
        if room.telling is None:
            wait = room.told + len(room.visitors) * EACH - loop.time()
            room.telling = loop.call_later(max(0.0, wait), self._told_looking, room)

    def _told_looking(self, room: Room) -> None:
        room.told, room.telling = asyncio.get_running_loop().time(), None
        tell(room, {"tell": "looking", "table": room.name, "number": room.looking})


def _tell(room: Room, views: Iterable[tuple[Iterable[Visitor], Message]]) -> None:
    """Send scenes to those who see them, except to whom they show nothing new: even that would say something."""
    for visitors, scene in views:
        text = json.dumps({"tell": "table", "table": room.name, "scene": scene})
        clock, news = scene["clock"], text
        if isinstance(clock, dict):  # that time passes is no news
            news = json.dumps({**scene, "clock": {**clock, "now": None}})
        for visitor in visitors:
            visitor.tell(room.name, text, news)


def _deed(person: Person, message: Message) -> str:
    """Return what stands for a message of one person: the same for the same message."""
    content = json.dumps(message, sort_keys=True)
    return hashlib.sha256(f"{person.digest} {content}".encode()).hexdigest()
