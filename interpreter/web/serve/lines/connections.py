"""Connections as uvicorn keeps them, with bounds that it lacks: whoever is silent or does not read is cut off."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ..origins import is_loopback, place_of

PATIENCE = 120.0
"""Seconds that a browser may take to ask for a file and to take it."""

LEAVING = 10.0
"""Seconds that a browser may take to read what it was sent before its socket was closed."""

UNREAD = 1 << 20
"""Bytes that may wait for a browser that goes on sending pings."""

EACH = 256
"""Connections from one address, those for files included; an address of this machine may have more."""


class Socket(WebSocketsSansIOProtocol):
    """A socket. Pings of a browser that does not read, and what it never takes, fill no memory."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Note where the browser is."""
        super().connection_made(transport)
        self.place = place_of(self.client[0]) if self.client else ""

    def handle_ping(self) -> None:
        """Answer a ping."""
        if self.transport.get_write_buffer_size() > UNREAD:
            self.transport.abort()
        else:
            super().handle_ping()

    def keepalive_timeout(self) -> None:
        """Cut off a browser that does not answer a ping: it will not read that it should close, either."""
        super().keepalive_timeout()
        self.transport.abort()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Close the connection, whether or not the browser reads what it was sent."""
        super().on_task_complete(task)
        self.loop.call_later(LEAVING, self.transport.abort)


class Line(H11Protocol):
    """A connection on which files are asked for, until a socket takes it over."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, unless its address has too many."""
        super().connection_made(transport)
        self.place = place_of(self.client[0]) if self.client else ""
        self._since = self.loop.time()
        self._looking = self.loop.call_later(PATIENCE, self._look)
        same = [each for each in self.connections if isinstance(each, Line | Socket) and each.place == self.place]
        if len(same) > EACH and not is_loopback(self.place):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._looking.cancel()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        self._since = self.loop.time()
        super().on_response_complete()

    def _look(self) -> None:
        """Cut off a browser that takes too long."""
        if self.transport.get_protocol() is not self:
            return
        end = self._since + PATIENCE
        if self.loop.time() >= end:
            self.transport.abort()
        else:
            self._looking = self.loop.call_at(end, self._look)
