"""The server put together: its page, its socket, and what runs while it does."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from .clocks.hours import Hours
from .company.company import Company
from .conversations import Conversations, Frame
from .counter import Counter
from .hall import Hall, Refused
from .limits import Limits
from .lines.connections import LINE, Socket
from .origins import is_own
from .pages import HEADERS, PAGE, Pages
from .places import Places
from .shelf import Shelf
from .store import Keeper, Store, StoreError
from .tables import Tables
from .workers.workshop import Workshop

log = logging.getLogger("hexgame.serve")

SWEEP, PRUNE, LOOK, LIVE = 10.0, 3600.0, 1.0, 60.0
"""Seconds between two looks for idle tables, for tables to be deleted, and at the folder of sheets; and until it is
kept again how long the server has run."""

FULL, STRANGE = 1013, 1008
"""Why a socket is closed at once: there are too many; the page is not one of this server's."""


@dataclass(frozen=True)
class Site:
    """What is served: which sheets, to whom, and where its games are kept."""

    data: Path
    sheets: Path | None = None
    names: frozenset[str] = frozenset({"localhost"})
    origins: frozenset[str] = frozenset()
    is_behind_proxy: bool = False
    """Whether all browsers come through a proxy, which says where they are."""

    workers: int = 2
    limits: Limits = field(default_factory=Limits)
    page: Path = PAGE


def app(site: Site, places: Places) -> Starlette:
    """Return the server of a site as an ASGI application. Raises `StoreError` if games cannot be kept."""
    limits = site.limits
    keeper = Keeper(Store(site.data))
    workshop = Workshop(site.workers, limits, keeper.store.empty)
    hours = Hours(keeper.store.lived())
    shelf, hall, tables = Shelf(site.sheets), Hall(keeper, limits), Tables(keeper, workshop, limits, hours)
    counter = Counter(workshop, shelf, limits)
    conversations = Conversations(hall, tables, counter, Company(hall, tables, counter, keeper, limits), limits)
    pages = Pages(site.page)

    async def converse(socket: WebSocket) -> None:
        """Answer a browser until it is gone."""
        host, origin = socket.headers.get("host", ""), socket.headers.get("origin", "")
        if not is_own(origin, host, site.names, site.origins):
            log.info("a socket of another site was refused: %s", ascii(origin[:100]))
            await socket.close(STRANGE)
            return
        line: Socket = socket.scope["extensions"][LINE]
        line.belong(places.of(_address(socket)))
        try:
            visitor = hall.admit(line.place, line.cut)
        except Refused as error:
            await socket.close(FULL, str(error))
            return
        await socket.accept()

        async def send(text: str) -> None:
            await socket.send_text(text)
            await line.drained()

        await conversations.converse(visitor, lambda: _frame(socket, line), send)

    async def page(request: Request) -> Response:
        return pages.answer(request)

    @contextlib.asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        """Run what runs beside the answers."""
        await asyncio.to_thread(shelf.look)
        await workshop.start()
        beside = [
            asyncio.create_task(each)
            for each in (_sweep(hall, places), _prune(hall), _watch(shelf, hall), _live(keeper, hours))
        ]
        try:
            yield
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
            await workshop.stop()
            with contextlib.suppress(StoreError):
                await keeper.do(keeper.store.accompany, hours.now)
            await asyncio.to_thread(keeper.close)

    routes = [WebSocketRoute("/socket", converse), Route("/{path:path}", page, methods=["GET"])]
    found = Starlette(routes=routes, lifespan=life)
    found.add_middleware(Guarded, places=places)
    return found


class Guarded:
    """Adds to every answer what keeps browsers from doing more with it than they should, and has an address wait that
    asks for too many files or takes too much of them."""

    def __init__(self, app: ASGIApp, places: Places) -> None:
        self._within, self._places = app, places

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""

        if scope["type"] != "http":
            await self._within(scope, receive, send)
            return
        place = self._places.of(_address(HTTPConnection(scope)))

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = dict(message.get("headers", []))
                usual = {name.lower().encode(): value.encode() for name, value in HEADERS.items()}
                message = {**message, "headers": [*({**usual, **own}).items()]}
            await asyncio.sleep(place.sent.take(len(message.get("body", b""))))
            await send(message)

        await asyncio.sleep(place.stray.take())
        await self._within(scope, receive, guarded)


async def _frame(socket: WebSocket, line: Socket) -> Frame | None:
    """Return the next frame of a socket; None at its end."""
    try:
        message = await socket.receive()
    except (WebSocketDisconnect, RuntimeError):
        return None
    if message["type"] != "websocket.receive":
        return None
    text: str | bytes | None = message.get("text")
    return Frame(text if text is not None else message.get("bytes", b""), line.taken())


def _address(of: HTTPConnection) -> str:
    return of.client.host if of.client else ""


async def _sweep(hall: Hall, places: Places) -> None:
    while True:
        await asyncio.sleep(SWEEP)
        hall.sweep()
        places.sweep()


async def _live(keeper: Keeper, hours: Hours) -> None:
    """Keep how long servers have run: of what is not kept when this one is killed, people have the time again."""
    while True:
        await asyncio.sleep(LIVE)
        with contextlib.suppress(StoreError):
            await keeper.do(keeper.store.accompany, hours.now)


async def _prune(hall: Hall) -> None:
    while True:
        try:
            await hall.prune()
        except StoreError as error:
            log.warning("old tables cannot be deleted: %s", ascii(str(error)))
        await asyncio.sleep(PRUNE)


async def _watch(shelf: Shelf, hall: Hall) -> None:
    """Read what changes in the folder of sheets, and tell everybody: each time, so the looks are numbered."""
    for look in count():
        await asyncio.sleep(LOOK)
        try:
            changed = await asyncio.to_thread(shelf.look)
        except OSError as error:
            log.warning("the folder of sheets cannot be read: %s", ascii(error.strerror))
            continue
        if changed:
            for visitor in hall.visitors:
                visitor.tell("library", json.dumps({"tell": "library", "changed": changed, "look": look}))
