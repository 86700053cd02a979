"""The clocks of a table: how much time each seat has left, and whose runs.

They change only when everybody at the table sees that the turn does. So they tell nobody that somebody has tried a cell
in vain, or what a part of a decision is that several make together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from ...talk.forms import filled
from ...talk.terms import Clock
from ..workers.wire import Message

LEAST = 1e-3
"""Seconds by which two clocks may differ that run out together."""


@dataclass
class Clocks:
    """How much time seats for people have left, and since when whose time runs. A clock begins to run once all seats
    are taken and everybody has been there since."""

    terms: Clock
    left: dict[int, float]
    deciding: tuple[int, ...] = ()
    """The seats that have a part in the decision that is being made."""

    round: int = -1
    """Which decision it is, if several make it together."""

    pending: tuple[int, ...] = ()
    """Those of them that have not made their part."""

    at: float = 0.0
    """When that began, or when it last changed who they are."""

    here: set[int] = field(default_factory=set)
    """The seats whose holders have been there since all were taken."""

    @classmethod
    def of(cls, setup: Message, seats: Iterable[int], kept: Message) -> Clocks | None:
        """Return the clocks of a table as they were kept, or as they begin; None if it has none."""
        given = setup.get("clock")
        if not isinstance(given, dict):
            return None
        terms = filled(Clock, given)
        found = cls(terms, dict.fromkeys(seats, float(terms.move or terms.base or 0)))
        if isinstance(left := kept.get("left"), dict):
            found.left = {int(seat): float(seconds) for seat, seconds in left.items()}
            found.deciding, found.pending = _seats(kept["deciding"]), _seats(kept["pending"])
            found.round, found.at = int(str(kept["round"])), float(str(kept["at"]))
            found.here = set(_seats(kept["here"]))
        return found

    @property
    def kept(self) -> Message:
        """Them as they are kept."""
        return {
            "left": {str(seat): seconds for seat, seconds in self.left.items()}, "deciding": list(self.deciding),
            "pending": list(self.pending), "round": self.round, "at": self.at, "here": sorted(self.here),
        }  # fmt: skip

    @property
    def runs(self) -> tuple[int, ...]:
        """The seats whose time runs."""
        return self.pending if self.here.issuperset(self.left) else ()

    def came(self, seats: Collection[int], now: float) -> bool:
        """Note whose holders are there while all seats are taken; return whether that is news."""
        if self.here.issuperset(seats):
            return False
        self.here.update(seats)
        self.at = now
        return True

    def turned(self, turn: Message, *, moved: bool, stopped: float, now: float) -> bool:
        """Note whose turn it is: `stopped` is when that was asked for, `now` when time begins to run for whoever is
        next, and `moved` says whether somebody has played. Return whether that is news."""
        deciding, pending = _seats(turn["deciding"]), _seats(turn["pending"])
        number = int(str(turn["round"]))
        if (deciding, pending, number) == (self.deciding, self.pending, self.round):
            return False
        has_begun = bool(self.runs)
        for seat in self.runs:
            self.left[seat] = self._left(seat, stopped)
        done = self.deciding if number != self.round else [each for each in self.deciding if each not in deciding]
        for seat in done if has_begun else ():
            if self.terms.move:
                self.left[seat] = float(self.terms.move)
            elif moved:
                self.left[seat] += self.terms.more
        self.deciding, self.pending, self.round, self.at = deciding, pending, number, now
        return True

    def _left(self, seat: int, now: float) -> float:
        return max(0.0, self.left[seat] - max(0.0, now - self.at))

    @property
    def due(self) -> float | None:
        """When time runs out for somebody, if nothing happens; None if no time runs."""
        return min((self.at + self.left[seat] for seat in self.runs), default=None)

    def late(self, now: float) -> list[int]:
        """Return the seats for which time has run out first."""
        due = self.due
        if due is None or due > now:
            return []
        return [seat for seat in self.runs if self.at + self.left[seat] <= due + LEAST]

    def flagged(self, seats: Iterable[int], now: float) -> None:
        """Stop: time has run out for some seats."""
        stopped = self.due or now
        self.left = {seat: self._left(seat, stopped) if seat in self.runs else left for seat, left in self.left.items()}
        self.left |= dict.fromkeys(seats, 0.0)
        self.deciding, self.pending, self.round, self.at = (), (), -1, now

    def shown(self, now: float) -> Message:
        """Return them as a scene has them."""
        terms = {"move": self.terms.move, "base": self.terms.base, "more": self.terms.more}
        left = [[seat, round(seconds, 3)] for seat, seconds in sorted(self.left.items())]
        return {**terms, "left": left, "runs": list(self.runs), "at": round(self.at, 3), "now": round(now, 3)}


def _seats(given: object) -> tuple[int, ...]:
    assert isinstance(given, list)
    return tuple(map(int, given))
