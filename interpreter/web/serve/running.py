"""Running a server until Ctrl-C."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable, Iterator
from functools import partial

import uvicorn

from ...doors.system import LEAVING, SHARES_PORTS, allow_files, sleep_through_alarms
from ..talk.forms import LARGEST_MESSAGE
from .app import Site, app
from .lines.connections import Entrance, Line, Socket
from .places import Places

PATIENCE = 1
"""Seconds that a server that ends waits for what it is answering."""

SPARED = 64 << 10
"""Messages too long by so many bytes are answered; longer ones end the connection."""

BACKLOG = 512


class Taken(Exception):  # noqa: N818 - named for what has happened
    """An address cannot be used."""


def bound(host: str, port: int) -> socket.socket:
    """Return a socket bound to an address. Raises `Taken` where that cannot be."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # or asyncio delays small answers
    except UnicodeError:
        raise Taken("this cannot be the name of a host") from None
    except OSError as error:
        raise Taken(error.strerror or str(error)) from None
    try:
        if not SHARES_PORTS:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
        found.listen(BACKLOG)
    except OSError as error:
        found.close()
        raise Taken(error.strerror or str(error)) from None
    return found


def run(site: Site, listening: socket.socket, when_ready: Callable[[], object]) -> int:
    """Serve until a signal ends it; return the signal. Raises `StoreError` if games cannot be kept."""
    allow_files(site.limits.sockets + site.limits.lines)
    server = Server(site, when_ready)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(server.live(listening))
    return server.signal


class Server(uvicorn.Server):
    """A server that is ended by signals in its own way. Raises `StoreError` if games cannot be kept."""

    def __init__(self, site: Site, when_ready: Callable[[], object]) -> None:
        limits = site.limits
        entrance = Entrance(limits, places := Places(limits))
        config = uvicorn.Config(
            app(site, places),
            http=partial(Line, entrance),  # type: ignore[arg-type]
            ws=partial(Socket, entrance),  # type: ignore[arg-type]
            loop="asyncio",
            lifespan="on",
            ws_max_size=LARGEST_MESSAGE + SPARED,
            ws_per_message_deflate=False,
            limit_concurrency=limits.sockets + limits.lines,
            access_log=False,
            log_config=None,
            server_header=False,
            proxy_headers=site.is_behind_proxy,
            timeout_graceful_shutdown=PATIENCE,
        )
        super().__init__(config)
        self.signal = 0
        self._when_ready = when_ready

    async def live(self, listening: socket.socket) -> None:
        """Serve until a signal ends it."""
        loop = asyncio.get_running_loop()
        for number in LEAVING:
            with contextlib.suppress(NotImplementedError, ValueError, RuntimeError):
                loop.add_signal_handler(number, self._leave, number)
        sleep_through_alarms()  # nobody reads what is printed: pages still do
        await self.serve([listening])

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve, and say so."""
        await super().startup(sockets)
        if self.started:
            self._when_ready()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to the loop."""
        yield

    def _leave(self, number: int) -> None:
        self.force_exit = self.should_exit
        self.should_exit, self.signal = True, number
