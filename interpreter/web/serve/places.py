"""Addresses: what the browsers at one of them share, for many connections get no more than one.

A place is an IPv4 address or the network of IPv6 that one customer has. It is remembered for as long as it matters what
was done there; connecting again changes nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import math
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from .limits import Limits
from .origins import is_loopback, place_of
from .workers.workshop import Weight

ONE_MORE = 16 << 10
"""So many bytes of a message count as one message more."""

DEAR = 360
"""As so many messages counts a processor second at tables: by its rate, an address gets a third of one worker."""

PENANCE = 30.0
"""Seconds for which an address that has sent a slow sheet waits with its sheets for other slow ones."""

UNKNOWN = 0.5
"""The processor seconds that the first job of an address is expected to take: more than most do."""

OWN = 16
"""So many times as much as another address may the people have who sit at this machine: they share its address with
each other, and with a proxy of which the server was not told."""

HOUR = 3600.0


class Bucket:
    """Lets so many through a second, and some more at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._left, self._at = burst, time.monotonic()

    @property
    def _now(self) -> float:
        return min(self._burst, self._left + (time.monotonic() - self._at) * self._rate)

    @property
    def is_full(self) -> bool:
        """Whether nothing has been taken lately."""
        return self._now >= self._burst

    @property
    def wait(self) -> float:
        """The seconds to wait until what was taken has been let through."""
        return max(0.0, -self._now / self._rate)

    @property
    def is_ready(self) -> bool:
        """Whether one can be taken without waiting."""
        return self._now >= 1

    def take(self, amount: float = 1) -> float:
        """Take so much; return the seconds to wait for it."""
        self._left, self._at = self._now - amount, time.monotonic()
        return self.wait


def messages_in(size: int) -> float:
    """Return as how many messages one of so many bytes counts."""
    return 1 + size / ONE_MORE


@dataclass(eq=False)
class Place:
    """An address, and what the browsers there share."""

    name: str = ""
    limits: Limits = field(default_factory=Limits)
    share: int = 1
    """How many times as much as another address it may have."""

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

    def __post_init__(self) -> None:
        limits, share = self.limits, self.share
        self.asked = Bucket(share * limits.rate_each, share * limits.burst_each)
        """Its messages."""

        self.stray = Bucket(share * limits.rate_each, share * limits.burst_each)
        """Its connections, requests for files, and frames that are no messages."""

        self.sent = Bucket(share * limits.sent_each, 4 * share * limits.sent_each)
        """The bytes that it is sent."""

        self.answering = asyncio.Semaphore(share * limits.waiting_each)
        """One for each message that is being answered."""

        self._moving = asyncio.Semaphore(share * limits.moving_each)

    @contextlib.asynccontextmanager
    async def moving(self) -> AsyncIterator[None]:
        """Wait until a table may be asked for this address: until few are, and what they took is paid for."""
        async with self._moving:
            if self.asked.wait:
                await asyncio.sleep(self.asked.wait)
            yield

    @property
    def digest(self) -> str:
        """What stands for it on disk; empty for this machine, whose people have the disk anyway."""
        return "" if self.share > 1 else hashlib.sha256(self.name.encode()).hexdigest()[:24]

    @property
    def is_slow(self) -> bool:
        """Whether sheets from here have taken long lately."""
        return time.monotonic() < self._slow_until

    def is_empty_since(self, then: float) -> bool:
        """Whether there is nothing more to know of it: nobody is there, no table was opened since, and it has taken
        nothing that it would get back by being forgotten."""
        is_known = self.visitors or self.is_slow or self.weighing or (self.opened and self.opened[-1] > then)
        return not is_known and all(each.is_full for each in (self.asked, self.stray, self.sent))

    def pay(self, seconds: float) -> None:
        """Let messages from here wait longer, after so many processor seconds of work at tables."""
        self.asked.take(seconds * DEAR)

    def was_slow(self) -> None:
        """Note that a sheet has taken long."""
        self._slow_until = time.monotonic() + PENANCE


class Places:
    """The addresses that are remembered, a bounded number: of those where nobody is, the one that was there longest ago
    is forgotten first."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._places: OrderedDict[str, Place] = OrderedDict()

    def __len__(self) -> int:
        return len(self._places)

    def of(self, address: str) -> Place:
        """Return the place of an address."""
        name = place_of(address)
        place = self._places.pop(name, None)
        if place is None:
            place = Place(name, self._limits, OWN if is_loopback(address) else 1)
            self._make_room()
        self._places[name] = place
        return place

    def _make_room(self) -> None:
        if len(self._places) >= self._limits.places:
            gone = next((name for name, place in self._places.items() if not place.visitors), None)
            self._places.pop(gone or next(iter(self._places)))

    def sweep(self) -> None:
        """Forget the addresses of which there is nothing to know."""
        then = time.monotonic() - HOUR
        for name in [name for name, place in self._places.items() if place.is_empty_since(then)]:
            del self._places[name]
