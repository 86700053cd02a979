"""One browser: what it is sent, in order, and how fast it may ask."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from .limits import Limits
from .lines.shares import Ledger
from .places import Bucket, Place, messages_in
from .workers.wire import Message


@dataclass(frozen=True)
class Person:
    """Somebody at a table: the digest of the token by which they are known again, and the token."""

    digest: str
    token: str


class Visitor:
    """A connected browser. Of what it is told about a table, it is sent only the newest that it has not read yet."""

    def __init__(
        self, place: Place, limits: Limits, unread: Ledger | None = None, cut: Callable[[], None] = lambda: None
    ) -> None:
        self.place, self.cut = place, cut
        self._asked = Bucket(limits.rate, limits.burst)
        self.people: dict[str, Person] = {}
        """Who it is at the tables where it is."""

        self.shown: dict[str, str] = {}
        """The hash of the board that it has of each table."""

        self.is_weighing = False
        """Whether it waits for an analysis."""

        self.is_gone = False
        self._limits = limits
        self._unread = Ledger(limits.unread_each, limits.unread) if unread is None else unread
        self._waiting = 0
        """Bytes that wait until they are read."""

        self._answers: deque[tuple[str, Callable[[], None]]] = deque()
        self._tells: dict[str, str] = {}
        self._told: dict[str, int] = {}
        self._news = asyncio.Event()
        self._turns: dict[str, asyncio.Lock] = {}

    def ask(self, size: int) -> float:
        """Take a message of so many bytes; return the seconds to wait before it is answered."""
        amount = messages_in(size)
        return max(self._asked.take(amount), self.place.asked.take(amount))

    def turn(self, table: str) -> asyncio.Lock:
        """Return the lock by which its messages about a table are answered one after the other."""
        for name in [each for each, lock in self._turns.items() if each not in self.people and not lock.locked()]:
            del self._turns[name]
        return self._turns.setdefault(table, asyncio.Lock())

    def leave(self, table: str) -> None:
        """Forget a table."""
        for known in (self.people, self.shown, self._turns):
            known.pop(table, None)
        for about in [each for each in self._told if each.split()[-1] == table]:
            del self._told[about]
            self._wait_for(-len(self._tells.pop(about, "")))

    def answer(self, message: Message, then: Callable[[], None]) -> None:
        """Send an answer; afterwards call `then`."""
        text = json.dumps(message)
        self._answers.append((text, then))
        self._wait_for(len(text))
        self._news.set()

    def tell(self, about: str, text: str, news: str | None = None) -> None:
        """Send a text, in place of what has not been sent yet about the same; not if what was sent last had the same
        `news`, by default the whole text."""
        known = hash(text if news is None else news)
        if self._told.get(about) != known:
            self._told[about] = known
            self._wait_for(len(text) - len(self._tells.get(about, "")))
            self._tells[about] = text
            self._news.set()

    def _wait_for(self, more: int) -> None:
        """Note that so many bytes more wait to be read. They are counted until the browser is gone or has read them."""
        self._waiting += more
        if not self.is_gone:
            self._unread.hold(self, self._waiting)

    def go(self) -> None:
        """Note that the browser is gone: it is sent nothing more."""
        self._unread.hold(self, 0)
        self.is_gone = True

    async def write(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Send what there is to be sent, until this is cancelled; `send` returns when it is read. Raises `TimeoutError`
        if nobody reads it."""
        while True:
            await self._news.wait()
            self._news.clear()
            while self._answers or self._tells:
                text, then = (
                    self._answers.popleft() if self._answers else (self._tells.pop(next(iter(self._tells))), _done)
                )
                if seconds := self.place.sent.take(len(text)):
                    await asyncio.sleep(seconds)
                async with asyncio.timeout(self._limits.silent):
                    await send(text)
                self._wait_for(-len(text))
                then()


def _done() -> None:
    """Nothing waits for what was told."""
