"""Connections as uvicorn keeps them, with bounds that it lacks: what is never finished, never read or never asked for
takes little memory, and not for long."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from ..limits import Limits
from ..places import Place, Places
from .shares import Ledger, Slots

if TYPE_CHECKING:
    import h11
    from uvicorn._types import ASGIReceiveEvent
    from websockets.http11 import Request

PATIENCE = 120.0
"""Seconds that a browser may take to ask for a file and to take it."""

LEAVING = 10.0
"""Seconds that a browser may take to read what it was sent before its socket was closed."""

UNREAD = 1 << 20
"""Bytes that may wait for a browser that goes on sending pings."""

CHUNK, LONG_CHUNK, WAITING = 4 << 10, 16 << 10, 16 << 10
"""Bytes that are read at once, the same in a long message, and bytes that wait to be sent before more are."""

PIECE = 64
"""Bytes that a piece of a message takes beside what it holds."""

LINE = "hexgame.line"
"""The name of the extension by which an application finds its connection."""


@dataclass
class Entrance:
    """What all connections share."""

    limits: Limits
    places: Places

    def __post_init__(self) -> None:
        limits = self.limits
        self.lines = Ledger(limits.lines_each, limits.lines)
        self.slots = Slots(limits.long_each, limits.long)


class Socket(WebSocketsSansIOProtocol):
    """A socket. What its browser does not finish or does not read fills no memory, and what is no message costs as much
    as one."""

    def __init__(self, entrance: Entrance, **given: object) -> None:
        super().__init__(**given)  # type: ignore[arg-type]
        self._limits, self._slots = entrance.limits, entrance.slots
        self._place: Place | None = None
        self._gathered = 0
        """Bytes that the pieces of an unfinished message take."""

        self._stray = 0
        """Frames that were no messages, in what was read last."""

        self._has_slot = False
        self._releases: deque[Callable[[], None]] = deque()
        """For each message that was not taken yet, what gives back its slot."""

        self._waits: set[str] = set()
        """For what it waits before more is read."""

        self._late: asyncio.TimerHandle | None = None
        self._asking: asyncio.Task[None] | None = None

    @property
    def place(self) -> Place:
        """Where the browser is."""
        assert self._place is not None
        return self._place

    def belong(self, place: Place) -> None:
        """Note where the browser is. Before that, it may send no more than a short message."""
        self._place = place

    def cut(self) -> None:
        """End the connection at once."""
        self.transport.abort()

    async def drained(self) -> None:
        """Wait until the browser has read nearly all that it was sent."""
        await self.writable.wait()

    def taken(self) -> Callable[[], None]:
        """Note that a message was taken; return what is to be called when it was answered."""
        return self._releases.popleft()

    # What uvicorn calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take a connection over."""
        super().connection_made(transport)
        _read_and_write_little(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        if self._late:
            self._late.cancel()
        if self._asking:
            self._asking.cancel()
        self._slots.give(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what was read."""
        self._stray = 0
        super().data_received(data)
        if not self.transport.is_closing():
            self._charge()
            self._watch()

    def handle_connect(self, event: Request) -> None:
        """Let the application find this connection."""
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            self.scope["extensions"] = {**(self.scope["extensions"] or {}), LINE: self}  # type: ignore[dict-item]

    def handle_text(self, event: Frame) -> None:
        """Take a message, or its first piece."""
        super().handle_text(event)
        self._gathered = 0 if event.fin else len(event.data) + PIECE

    def handle_bytes(self, event: Frame) -> None:
        """Take a message, or its first piece."""
        super().handle_bytes(event)
        self._gathered = 0 if event.fin else len(event.data) + PIECE

    def handle_cont(self, event: Frame) -> None:
        """Take a piece of a message."""
        self._stray += 1
        super().handle_cont(event)
        self._gathered = 0 if event.fin else self._gathered + len(event.data) + PIECE

    def handle_ping(self) -> None:
        """Answer a ping."""
        self._stray += 1
        if self.transport.get_write_buffer_size() > UNREAD:
            self.cut()
        else:
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take a pong."""
        self._stray += 1
        super().handle_pong(event)

    def send_receive_event_to_app(self) -> None:
        """Hand a message to the application, with its slot."""
        before = self.queue.qsize()
        super().send_receive_event_to_app()
        if self.queue.qsize() > before:
            self._releases.append(self._slots.hand_over(self) if self._has_slot else _nothing)
            if self._has_slot:
                _read_and_write_little(self.transport)
            self._has_slot = False

    async def receive(self) -> ASGIReceiveEvent:
        """Return the next message."""
        message = await super().receive()
        if self._waits:
            self.transport.pause_reading()
        return message

    def keepalive_timeout(self) -> None:
        """Cut off a browser that does not answer a ping: it will not read that it should close, either."""
        if self._waits or self.read_paused:  # it may have answered
            self.pong_timer, self.pending_ping_payload = None, None
            self.schedule_ping()
            return
        super().keepalive_timeout()
        self.cut()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Close the connection, whether or not the browser reads what it was sent."""
        super().on_task_complete(task)
        while self._releases:
            self._releases.popleft()()
        self.loop.call_later(LEAVING, self.transport.abort)

    # What is bounded

    @property
    def _pending(self) -> int:
        """Bytes of an unfinished message."""
        return len(self.conn.reader.buffer) + self._gathered

    def _charge(self) -> None:
        """Have the address pay for frames that were no messages."""
        if not self._stray:
            return
        seconds = self.place.stray.take(self._stray) if self._place else 0.0
        if seconds > PATIENCE:
            self.cut()
        elif seconds:
            self._wait("turn")
            self.loop.call_later(seconds, self._go_on, "turn")

    def _watch(self) -> None:
        """Begin to watch over an unfinished message; a long one waits for a slot."""
        pending = self._pending
        if not pending:
            if self._late:
                self._late.cancel()
                self._late = None
            return
        if self._late is None:
            self._late = self.loop.call_later(self._limits.whole, self._be_late)
        if pending > self._limits.short and not self._has_slot:
            if self._place is None:
                self.cut()
            elif self._asking is None:
                self._wait("slot")
                self._asking = self.loop.create_task(self._take_slot())
        elif pending > 2 * self.config.ws_max_size:
            self.cut()

    async def _take_slot(self) -> None:
        await self._slots.take(self)
        self._asking, self._has_slot = None, True
        if self._late:
            self._late.cancel()
        self._late = self.loop.call_later(self._limits.whole, self._be_late)
        _read_and_write_little(self.transport, LONG_CHUNK)
        self._go_on("slot")

    def _be_late(self) -> None:
        """Cut off a browser that does not finish a message; not while it is not listened to."""
        self._late = None
        if self._waits or self.read_paused:
            self._late = self.loop.call_later(self._limits.whole, self._be_late)
        else:
            self.cut()

    def _wait(self, reason: str) -> None:
        self._waits.add(reason)
        self.transport.pause_reading()

    def _go_on(self, reason: str) -> None:
        self._waits.discard(reason)
        if not self._waits and not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()


class Line(H11Protocol):
    """A connection on which files are asked for, until a socket takes it over."""

    def __init__(self, entrance: Entrance, **given: object) -> None:
        super().__init__(**given)  # type: ignore[arg-type]
        self._entrance = entrance

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, unless its address connects too often."""
        super().connection_made(transport)
        _read_and_write_little(transport)
        self.place = self._entrance.places.of(self.client[0] if self.client else "")
        self._since = self.loop.time()
        self._looking = self.loop.call_later(PATIENCE, self._look)
        if self.place.stray.take():
            self.cut()
        else:
            self._entrance.lines.hold(self, 1)

    def cut(self) -> None:
        """End the connection at once."""
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._looking.cancel()
        self._entrance.lines.hold(self, 0)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Let a socket take over."""
        self._looking.cancel()
        self._entrance.lines.hold(self, 0)
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        self._since = self.loop.time()
        super().on_response_complete()

    def _look(self) -> None:
        """Cut off a browser that takes too long."""
        end = self._since + PATIENCE
        if self.loop.time() >= end:
            self.cut()
        else:
            self._looking = self.loop.call_at(end, self._look)


def _read_and_write_little(transport: asyncio.BaseTransport, chunk: int = CHUNK) -> None:
    """Have little read at once, for it is worked on at once, and little wait to be sent."""
    assert isinstance(transport, asyncio.WriteTransport)
    if hasattr(transport, "max_size"):  # as the selector's transports have it
        transport.max_size = chunk
    transport.set_write_buffer_limits(WAITING)


def _nothing() -> None:
    """A short message holds nothing."""
