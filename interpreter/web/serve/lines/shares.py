"""How what connections hold is shared: each address has a part of the whole; whoever holds on longest goes first."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from ..places import Place

AGAIN = 0.5
"""Seconds between two looks for room."""

SOON = 2.0
"""Seconds for which nobody has to give up a slot."""


class Holder(Protocol):
    """A connection that holds something."""

    @property
    def place(self) -> Place:
        """Whose connection it is."""

    def cut(self) -> None:
        """End it at once."""


class Ledger:
    """How much each connection holds. Where an address holds more than its share, the connection there that has held on
    longest is cut off; where all hold too much, one at the address that holds most."""

    def __init__(self, each: int, whole: int) -> None:
        self._each, self._whole = each, whole
        self._held: dict[Place, dict[Holder, int]] = {}
        self._sums: dict[Place, int] = {}
        self.total = 0

    def of(self, place: Place) -> int:
        """Return how much an address holds."""
        return self._sums.get(place, 0)

    def hold(self, holder: Holder, amount: int) -> None:
        """Note how much a connection holds now; nothing for 0."""
        place = holder.place
        self._note(holder, amount)
        while self.of(place) > self._each * place.share:
            self._cut(place)
        while self.total > self._whole:
            self._cut(max(self._sums, key=self.of))

    def _note(self, holder: Holder, amount: int) -> None:
        place = holder.place
        held = self._held.setdefault(place, {})
        change = amount - held.get(holder, 0)
        if amount:
            held[holder] = amount
        else:
            held.pop(holder, None)
        self._sums[place] = self.of(place) + change
        self.total += change
        if not held:
            del self._held[place], self._sums[place]

    def _cut(self, place: Place) -> None:
        oldest = next(iter(self._held[place]))
        self._note(oldest, 0)
        oldest.cut()


class Slots:
    """Room for a few at a time, and of these for a few from each address. If an address that has none finds no room,
    whoever is slowest at the address that has most of it is cut off."""

    def __init__(self, each: int, whole: int) -> None:
        self._each, self._whole = each, whole
        self._taken: dict[Holder, float] = {}
        """Who has a slot, and since when."""

        self._changed = asyncio.Event()

    async def take(self, holder: Holder) -> None:
        """Wait for a slot."""
        while not self._has_room(holder.place):
            self._changed.clear()
            try:
                async with asyncio.timeout(AGAIN):
                    await self._changed.wait()
            except TimeoutError:
                self._displace(holder.place)
        self._taken[holder] = time.monotonic()

    def hand_over(self, holder: Holder) -> Callable[[], None]:
        """Let a slot be held by what is done for its holder; return what gives it back then."""
        work = _Work(holder.place)
        self._taken[work] = self._taken.pop(holder)
        return partial(self.give, work)

    def give(self, holder: Holder) -> None:
        """Give a slot back."""
        if self._taken.pop(holder, None) is not None:
            self._changed.set()

    def _has_room(self, place: Place) -> bool:
        return len(self._taken) < self._whole and self._of(place) < self._each * place.share

    def _of(self, place: Place) -> int:
        return sum(holder.place is place for holder in self._taken)

    def _displace(self, place: Place) -> None:
        """Cut off whoever is slow, for an address that has nothing."""
        if len(self._taken) < self._whole or self._of(place):
            return
        late = time.monotonic() - SOON
        slow = [holder for holder, since in self._taken.items() if since < late and not isinstance(holder, _Work)]
        if slow:
            found = max(slow, key=lambda holder: self._of(holder.place))
            self.give(found)
            found.cut()


@dataclass(eq=False)
class _Work:
    """What is done for a connection, which may be gone."""

    place: Place

    def cut(self) -> None:
        """Go on: it is bounded by itself."""
