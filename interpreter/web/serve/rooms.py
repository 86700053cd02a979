"""Tables where people are: who sits where, who looks on, and which of them see the same."""

from __future__ import annotations

import asyncio
import hashlib
import math
import re
import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass, field

from ...doors.visible import on_one_line
from .clocks.clocks import Clocks
from .places import Bucket
from .store import Kept, Seat
from .visitor import Person, Visitor
from .workers.wire import Message
from .workers.workshop import Played

HUMAN = "human"
"""What the setup calls a seat where a person sits."""

EVENT = 500
"""Bytes that an event takes in memory beside what it says."""

_TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")


def new_name() -> str:
    """Return a name for a table that nobody can guess."""
    return secrets.token_urlsafe(16)


def person_of(token: str | None) -> Person:
    """Return who has a token; somebody new for none, or for a text that is no token."""
    known = token if token is not None and _TOKEN.fullmatch(token) else secrets.token_urlsafe(24)
    return Person(hashlib.sha256(known.encode()).hexdigest(), known)


def seated(person: Person, name: str | None) -> Seat:
    """Return a seat that somebody holds, with what they call themselves."""
    return Seat(person.digest, on_one_line(name or "")[:40])


@dataclass(frozen=True)
class Audience:
    """Those who see the same: they hold the same seats and have the same board drawn already."""

    seats: frozenset[int]
    has: str

    def as_message(self) -> Message:
        """Return it as a worker reads it."""
        return {"seats": sorted(self.seats), "has": self.has}


@dataclass
class Room:
    """A table in memory. Whoever changes it holds its lock."""

    played: Played
    seats: dict[int, Seat] = field(default_factory=dict)
    visitors: set[Visitor] = field(default_factory=set)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    thinking: asyncio.Task[None] | None = None
    used: float = field(default_factory=time.monotonic)
    seen: dict[str, float] = field(default_factory=dict)
    """When people were here last, by their digests; who is missing was not here since the table came into memory."""

    made: float = field(default_factory=time.monotonic)
    place: str = ""
    """From where it was opened, as `Place.digest` has it."""

    size: int = 0
    """The bytes of its setup and of all events."""

    clocks: Clocks | None = None
    alarm: asyncio.TimerHandle | None = None
    """What rings when time runs out for somebody."""

    again: set[int] = field(default_factory=set)
    """The seats that want the same game once more, once it is over."""

    next: str = ""
    """The table where it is played once more."""

    listing: Message = field(default_factory=dict)
    """What others find of it, if anybody may join it."""

    said: dict[str, Bucket] = field(default_factory=dict)
    """What people here may still say, by their digests."""

    told: float = -math.inf
    """When it was told last how many look on."""

    telling: asyncio.TimerHandle | None = None

    @classmethod
    def of(cls, name: str, kept: Kept) -> Room:
        """Return a table as it was kept."""
        room = cls(Played(name, kept.setup, kept.events), kept.seats, place=kept.place, size=kept.size)
        clocks, again, listing = (kept.company.get(name) or {} for name in ("clocks", "again", "listing"))
        assert isinstance(clocks, dict) and isinstance(listing, dict)
        room.clocks = Clocks.of(kept.setup, room.human, clocks)
        room.again, room.next, room.listing = set(again), str(kept.company.get("next", "")), listing  # type: ignore[call-overload]
        return room

    @property
    def kept(self) -> Kept:
        """It as it is kept."""
        played = self.played
        return Kept(played.setup, played.events, self.seats, self.place, self.company, self.is_listed, self.size)

    @property
    def company(self) -> Message:
        """What is kept of it beside its game."""
        kept = {"clocks": self.clocks.kept if self.clocks else None, "again": sorted(self.again),
                "next": self.next, "listing": self.listing}  # fmt: skip
        return {name: value for name, value in kept.items() if value}

    @property
    def free(self) -> list[int]:
        """The seats for people that nobody holds."""
        return [seat for seat in self.human if seat not in self.seats]

    @property
    def is_listed(self) -> bool:
        """Whether others find it and may join it."""
        return bool(self.listing and self.free)

    @property
    def held(self) -> int:
        """The bytes that it takes in memory, at most: a character takes four, and an event some beside its text."""
        return 4 * self.size + EVENT * len(self.played.events)

    @property
    def name(self) -> str:
        """Its name."""
        return self.played.name

    @property
    def human(self) -> list[int]:
        """The seats for people."""
        given = self.played.setup.get("seats")
        return [seat for seat, kind in enumerate(given) if kind == HUMAN] if isinstance(given, list) else []

    @property
    def is_idle(self) -> bool:
        """Whether nobody is there and nothing is going on."""
        return not self.visitors and not self.lock.locked() and self.thinking is None

    @property
    def is_of_one(self) -> bool:
        """Whether one person holds all seats that are held."""
        return len({held.holder for held in self.seats.values()}) == 1

    @property
    def present(self) -> list[int]:
        """The seats whose holders are here."""
        here = {visitor.people[self.name].digest for visitor in self.visitors}
        return [seat for seat, held in sorted(self.seats.items()) if held.holder in here]

    @property
    def looking(self) -> int:
        """How many look on."""
        holders = {held.holder for held in self.seats.values()}
        return sum(visitor.people[self.name].digest not in holders for visitor in self.visitors)

    def silence(self) -> None:
        """Let nothing ring any more, before it leaves memory."""
        for each in (self.alarm, self.telling):
            if each is not None:
                each.cancel()
        self.alarm = self.telling = None

    def seats_of(self, person: Person) -> frozenset[int]:
        """Return the seats that somebody holds."""
        return frozenset(seat for seat, held in self.seats.items() if held.holder == person.digest)

    def who(self, visitor: Visitor) -> Message:
        """Return who a visitor is, as a worker reads it."""
        seats = sorted(self.seats_of(visitor.people[self.name]))
        return {"seats": seats, "name": next((self.seats[seat].person for seat in seats), "")}

    def people(self) -> list[Message]:
        """Return who sits where, and whether they are connected."""
        here = self.present
        return [{"seat": seat, "name": held.person, "here": seat in here} for seat, held in sorted(self.seats.items())]

    def away(self, seat: Seat) -> float:
        """Return for how many seconds the holder of a seat has been away, 0 if they are here."""
        if any(visitor.people[self.name].digest == seat.holder for visitor in self.visitors):
            return 0.0
        return time.monotonic() - self.seen.get(seat.holder, self.made)

    def audiences(self, without: Iterable[Visitor] = ()) -> dict[Audience, list[Visitor]]:
        """Return the visitors by what they may see."""
        found: dict[Audience, list[Visitor]] = {}
        for visitor in self.visitors.difference(without):
            seats = self.seats_of(visitor.people[self.name])
            found.setdefault(Audience(seats, visitor.shown.get(self.name, "")), []).append(visitor)
        return found
