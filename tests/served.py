"""A server within the test's own process, and what talks to it as a page does."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
from collections.abc import Iterator
from typing import Any

from websockets.sync.client import connect

from hexgame.web.serve.app import Site
from hexgame.web.serve.running import Server, bound

Message = dict[str, Any]


@contextlib.contextmanager
def served(site: Site) -> Iterator[int]:
    """Serve a site in a thread; yield the port."""
    listening, ready = bound("127.0.0.1", 0), threading.Event()
    server = Server(site, ready.set)
    thread = threading.Thread(target=lambda: asyncio.run(server.live(listening)))
    thread.start()
    try:
        assert ready.wait(60)
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(20)
        assert not thread.is_alive()
        listening.close()


class Page:
    """A page with a socket. It keeps every frame that it was sent."""

    def __init__(self, port: int, tokens: dict[str, str] | None = None) -> None:
        self.origin = f"http://127.0.0.1:{port}"
        self.tokens = {} if tokens is None else tokens
        self.frames: list[str] = []
        self.scenes: dict[str, Message] = {}
        self._ids = iter(range(1, 10**9))
        self._open = contextlib.ExitStack()
        address = f"ws://127.0.0.1:{port}/socket"
        self.socket = self._open.enter_context(connect(address, origin=self.origin, max_size=None))  # type: ignore[arg-type]

    def __enter__(self) -> Page:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def send(self, ask: str, **fields: object) -> Message:
        """Send a message; return it."""
        message = {"id": next(self._ids), "ask": ask, **fields}
        self.socket.send(json.dumps(message))
        return message

    def hear(self, seconds: float = 30) -> Message:
        """Return what comes next."""
        frame = self.socket.recv(timeout=seconds)
        assert isinstance(frame, str)
        self.frames.append(frame)
        message: Message = json.loads(frame)
        if message.get("tell") == "table":
            self.scenes[message["table"]] = message["scene"]
        if "token" in message:
            self.tokens[message["table"]] = message["token"]
            self.scenes[message["table"]] = message["scene"]
        return message

    def answer(self, number: object) -> Message:
        """Return the answer to the message of a number; what is told meanwhile is kept."""
        while True:
            message = self.hear()
            if "answer" in message and message["id"] == number:
                return message

    def ask(self, ask: str, **fields: object) -> Message:
        """Return the answer to an ask."""
        return self.answer(self.send(ask, **fields)["id"])

    def join(self, table: str) -> Message:
        """Come to a table, with the token for it if there is one."""
        token = {"token": self.tokens[table]} if table in self.tokens else {}
        return self.ask("join", table=table, **token)

    def until(self, table: str, **fields: object) -> Message:
        """Return the scene of a table once it has some fields."""
        while any(self.scenes[table].get(name) != value for name, value in fields.items()):
            self.hear()
        return self.scenes[table]
