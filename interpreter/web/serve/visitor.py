"""One browser: what it is sent, in order, and how fast it may ask."""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from .limits import Limits
from .workers.wire import Message
from .workers.workshop import Weight

ONE_MORE = 16 << 10
"""So many bytes of a message count as one message more."""

PENANCE = 30.0
"""Seconds for which an address that has sent a slow sheet waits with its sheets for other slow ones."""


UNKNOWN = 0.5
"""The processor seconds that the first job of an address is expected to take: more than most do."""


@dataclass(frozen=True)
class Person:
    """Somebody at a table: the digest of the token by which they are known again, and the token."""

    digest: str
    token: str


class Bucket:
    """Lets so many messages through a second, and some more at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._left, self._at = burst, time.monotonic()

    def wait(self, size: int = 0) -> float:
        """Take one message of so many bytes; return the seconds to wait before it is answered."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate) - 1 - size / ONE_MORE
        self._at = now
        return max(0.0, -self._left / self._rate)


@dataclass
class Place:
    """An address, and what the browsers there share: many connections get no more than one."""

    visitors: int = 0
    opened: deque[float] = field(default_factory=deque)
    """When tables were opened in the last hour."""

    weighing: int = 0
    """How many analyses are being made."""

    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while something is done at the desk."""

    thinking: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a computer player decides at a table where somebody from here is."""

    weight: Weight = field(default_factory=Weight)
    """What is done for it at the desk."""

    last: float = UNKNOWN
    """The processor seconds that the last job at the desk took."""

    _slow_until: float = -math.inf

    @property
    def is_slow(self) -> bool:
        """Whether sheets from here have taken long lately."""
        return time.monotonic() < self._slow_until

    def is_empty_since(self, then: float) -> bool:
        """Whether there is nothing more to know of it: nobody is there, and no table was opened since."""
        return not (self.visitors or self.is_slow or (self.opened and self.opened[-1] > then))

    def was_slow(self) -> None:
        """Note that a sheet has taken long."""
        self._slow_until = time.monotonic() + PENANCE


class Visitor:
    """A connected browser. Of what it is told about a table, it is sent only the newest that it has not read yet."""

    def __init__(self, place: Place, is_own: bool, limits: Limits) -> None:
        self.place, self.is_own = place, is_own
        self.bucket = Bucket(limits.rate, limits.burst)
        self.people: dict[str, Person] = {}
        """Who it is at the tables where it is."""

        self.shown: dict[str, str] = {}
        """The hash of the board that it has of each table."""

        self.is_weighing = False
        """Whether it waits for an analysis."""

        self.is_gone = False
        self._limits = limits
        self._answers: deque[tuple[str, Callable[[], None]]] = deque()
        self._tells: dict[str, str] = {}
        self._told: dict[str, int] = {}
        self._news = asyncio.Event()
        self._turns: dict[str, asyncio.Lock] = {}

    def turn(self, table: str) -> asyncio.Lock:
        """Return the lock by which its messages about a table are answered one after the other."""
        for name in [each for each, lock in self._turns.items() if each not in self.people and not lock.locked()]:
            del self._turns[name]
        return self._turns.setdefault(table, asyncio.Lock())

    def leave(self, table: str) -> None:
        """Forget a table."""
        for known in (self.people, self.shown, self._turns, self._tells, self._told):
            known.pop(table, None)

    def answer(self, message: Message, then: Callable[[], None]) -> None:
        """Send an answer; afterwards call `then`."""
        self._answers.append((json.dumps(message), then))
        self._news.set()

    def tell(self, about: str, text: str) -> None:
        """Send a text, in place of what has not been sent yet about the same; not if it is what was sent last."""
        if self._told.get(about) != hash(text):
            self._told[about] = hash(text)
            self._tells[about] = text
            self._news.set()

    async def write(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Send what there is to be sent, until this is cancelled. Raises `TimeoutError` if nobody reads it."""
        while True:
            await self._news.wait()
            self._news.clear()
            while self._answers or self._tells:
                text, then = (
                    self._answers.popleft() if self._answers else (self._tells.pop(next(iter(self._tells))), _done)
                )
                async with asyncio.timeout(self._limits.silent):
                    await send(text)
                then()


def _done() -> None:
    """Nothing waits for what was told."""
