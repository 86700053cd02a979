"""Whose turn it is where more want something done than can be done at once: whoever takes longer, waits longer."""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextvars import ContextVar
from typing import Protocol

PATIENCE = 10
"""Within so many times as long as a job takes, quicker ones that come later go first."""


class Payer(Protocol):
    """An address that pays for what is done for it."""

    def pay(self, seconds: float) -> None:
        """Wait longer, after so many processor seconds of work."""


WHOSE: ContextVar[Payer | None] = ContextVar("WHOSE", default=None)
"""For which address the task works."""


class _Queue:
    """So many turns at a time; subclasses say in which order those who wait are called."""

    def __init__(self, number: int) -> None:
        self._free = number

    def _next(self) -> asyncio.Future[None] | None:
        """Take out whoever is called next; None if nobody waits."""
        raise NotImplementedError

    async def _take(self, wait: Callable[[asyncio.Future[None]], None]) -> None:
        """Take a turn: at once if one is free, else as soon as one's call comes, which `wait` puts in the queue."""
        if self._free:
            self._free -= 1
            return
        call = asyncio.get_running_loop().create_future()
        wait(call)
        try:
            await call
        except asyncio.CancelledError:
            if not call.cancelled():  # it was called just then
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """End a turn: it is given to whoever is next."""
        while call := self._next():
            if not call.done():
                call.set_result(None)
                return
        self._free += 1


class Rounds(_Queue):
    """So many turns at a time, for one address after the other: however much one of them asks, others wait for no more
    of its turns than are taken."""

    def __init__(self, number: int = 1) -> None:
        super().__init__(number)
        self._waiting: OrderedDict[object, deque[asyncio.Future[None]]] = OrderedDict()

    async def __aenter__(self) -> None:
        """Wait for a turn of the address for which the task works, and take it."""
        await self._take(lambda call: self._waiting.setdefault(WHOSE.get(), deque()).append(call))

    async def __aexit__(self, *_: object) -> None:
        """End a turn."""
        self._pass_on()

    def _next(self) -> asyncio.Future[None] | None:
        if not self._waiting:
            return None
        whose, calls = self._waiting.popitem(last=False)
        call = calls.popleft()
        if calls:
            self._waiting[whose] = calls
        return call


class Turns(_Queue):
    """So many turns at a time. However many come at once and take long, who takes little hardly waits."""

    def __init__(self, number: int, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(number)
        self._clock = clock
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._arrivals = itertools.count()

    @contextlib.asynccontextmanager
    async def of(self, seconds: float) -> AsyncIterator[None]:
        """Wait for a turn that is expected to take so long, and take it."""
        due = self._clock() + PATIENCE * seconds
        await self._take(lambda call: heapq.heappush(self._waiting, (due, next(self._arrivals), call)))
        try:
            yield
        finally:
            self._pass_on()

    def _next(self) -> asyncio.Future[None] | None:
        return heapq.heappop(self._waiting)[2] if self._waiting else None
