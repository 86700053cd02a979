"""The socket: frames become asks, each ask gets one answer, and nothing that is sent ends the conversation."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from ..talk import envelopes, messages
from ..talk.forms import Malformed, decoded
from .company.company import Company
from .counter import Counter
from .hall import Hall, Refused
from .limits import Limits
from .rooms import Room, person_of
from .store import StoreError
from .tables import Tables
from .visitor import Visitor
from .workers.crew import Failed
from .workers.turns import WHOSE
from .workers.wire import Message

log = logging.getLogger("hexgame.serve")

FEW = 16 << 10
"""Characters of a message that cannot hold so many values that reading it takes long; a longer one is read by a worker
first."""

FAULT = "this server made a mistake; its log says more"


@dataclass(frozen=True)
class Frame:
    """What a browser has sent, and what is to be called when it was answered."""

    content: str | bytes
    then: Callable[[], None]


Receive = Callable[[], Awaitable[Frame | None]]
"""Returns the next frame; None at the end."""


class Conversations:
    """Carries what browsers ask to whoever answers it."""

    def __init__(self, hall: Hall, tables: Tables, counter: Counter, company: Company, limits: Limits) -> None:
        self._hall, self._tables, self._counter, self._company, self._limits = hall, tables, counter, company, limits
        self._responding: set[asyncio.Task[None]] = set()
        self._answering = asyncio.Semaphore(limits.answered)

    async def converse(self, visitor: Visitor, receive: Receive, send: Callable[[str], Awaitable[None]]) -> None:
        """Answer what a browser asks until it is gone. It waits where it asks too much or does not read."""
        free = asyncio.Semaphore(self._limits.waiting)
        writing = asyncio.create_task(visitor.write(send))
        reading = asyncio.create_task(self._read(visitor, receive, free))
        try:
            await asyncio.wait((writing, reading), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (writing, reading):
                task.cancel()
            await asyncio.gather(writing, reading, return_exceptions=True)
            rooms = self._hall.dismiss(visitor)
            for room in rooms:
                with contextlib.suppress(Failed, StoreError):
                    await self._tables.leave(visitor, room)

    async def _read(self, visitor: Visitor, receive: Receive, free: asyncio.Semaphore) -> None:
        while (frame := await receive()) is not None:
            try:
                if seconds := visitor.ask(len(frame.content)):
                    await asyncio.sleep(seconds)
                await free.acquire()
                await visitor.place.answering.acquire()
            except BaseException:
                frame.then()
                raise
            task = asyncio.create_task(self._respond(visitor, frame, free))
            self._responding.add(task)  # what has begun is finished, even if the browser goes
            task.add_done_callback(self._responding.discard)

    async def _respond(self, visitor: Visitor, frame: Frame, free: asyncio.Semaphore) -> None:
        """Answer a frame, in its turn among those of all addresses."""
        WHOSE.set(visitor.place)
        try:
            async with self._answering:
                await self._respond_to(visitor, frame.content, free)
        finally:
            visitor.place.answering.release()
            frame.then()

    async def _respond_to(self, visitor: Visitor, frame: str | bytes, free: asyncio.Semaphore) -> None:
        """Answer a frame. What is asked about a table is answered in its order."""
        try:
            if len(frame) > FEW and (refusal := await self._counter.refusal(frame)):
                visitor.answer(refusal, free.release)
                return
            message = decoded(frame)
            envelope = envelopes.read(message)
        except Malformed as error:
            visitor.answer(envelopes.refused(error.id, str(error)), free.release)
            return
        except Failed as error:
            visitor.answer(envelopes.refused(None, str(error)), free.release)
            return
        assert isinstance(message, dict)
        if isinstance(envelope.ask, messages.SLOW) or not envelope.table:
            visitor.answer(await self._answer(visitor, envelope, message), free.release)
            return
        async with visitor.turn(envelope.table), visitor.place.moving():
            visitor.answer(await self._answer(visitor, envelope, message), free.release)

    async def _answer(self, visitor: Visitor, envelope: envelopes.Envelope, message: Message) -> Message:
        try:
            return await self._answered(visitor, envelope, message)
        except Refused as error:
            return envelopes.refused(envelope.id, str(error), error.code)
        except (Failed, StoreError) as error:
            return envelopes.refused(envelope.id, str(error))
        except Exception:
            log.exception("an ask could not be answered")
            return envelopes.refused(envelope.id, FAULT)

    async def _answered(self, visitor: Visitor, envelope: envelopes.Envelope, message: Message) -> Message:
        hall, tables, company = self._hall, self._tables, self._company
        match envelope.ask:
            case messages.Open() as ask:
                person = person_of(None)
                room = await company.begin(visitor, ask, message, person)
                return envelope.answer(**await self._join(visitor, room, person.token))
            case messages.Lobby():
                return envelope.answer(**await company.lobby())
            case messages.Join(name, token):
                return envelope.answer(**await self._join(visitor, await hall.room(name), token))
            case messages.Glance(name, token):
                return envelope.answer(**await tables.glance(await hall.room(name), token))
            case messages.Sit(name, seat, called):
                room = await self._joined(visitor, name)
                return envelope.answer(**await tables.sit(visitor, room, seat, called))
            case messages.Stand(name, seat):
                return envelope.answer(**await tables.stand(visitor, await self._joined(visitor, name), seat))
            case messages.Free(name, seat):
                return envelope.answer(**await tables.free(visitor, await self._joined(visitor, name), seat))
            case messages.Say(name, phrase):
                return envelope.answer(**await company.say(visitor, await self._joined(visitor, name), phrase))
            case messages.Again(name, yes):
                return envelope.answer(**await company.again(visitor, await self._joined(visitor, name), yes))
            case ask if isinstance(ask, messages.SLOW):
                return await tables.weigh(visitor, await self._joined(visitor, ask.table), message)
            case ask if isinstance(ask, messages.AtTable):
                return await tables.act(visitor, await self._joined(visitor, ask.table), ask, message)
        return await self._counter.answer(visitor, envelope, message)

    async def _join(self, visitor: Visitor, room: Room, token: str | None) -> Message:
        """Let a browser see a table. One that is at as many as it may be leaves the table that it joined first."""
        while room.name not in visitor.people and len(visitor.people) >= self._limits.joined:
            first = next(iter(visitor.people))
            try:
                await self._tables.leave(visitor, await self._hall.room(first))
            except (Refused, Failed, StoreError):
                visitor.leave(first)
        return await self._tables.join(visitor, room, token)

    async def _joined(self, visitor: Visitor, name: str) -> Room:
        """Return a table where a browser is. Raises `Refused` elsewhere."""
        if name not in visitor.people:
            raise Refused("join this table first")
        return await self._hall.room(name)
