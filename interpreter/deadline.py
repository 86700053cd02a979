"""Deadlines: how long work may take. Work that takes longer is ended by an exception, where loops turn.

A generated module looks at the clock where a turn of a loop is expensive (`program/looks.py`), compiled code where
such a look stands (`native/haste.py`), and whoever does work in steps at the beginning of each.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from .doors.given import real

BEGAN = time.monotonic()
"""When the package was imported."""


class OutOfTime(BaseException):
    """Work took longer than its time limit. It is not an `Exception`, so that no code on the way takes it for a fault
    of its own and goes on."""


class Deadline:
    """When a piece of work must be done, by a clock, and what it does just now."""

    def __init__(
        self,
        seconds: float = math.inf,
        outer: Deadline | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.seconds, self._outer, self._clock = seconds, outer, clock
        self._work = ""
        self._disturbance: BaseException | None = None
        self._until = math.inf
        self.restart()

    def __repr__(self) -> str:
        return f"<Deadline: {self.seconds:g} s, {self.left:.3f} left>"

    @property
    def left(self) -> float:
        """The seconds that are left; inf where there is no limit."""
        left = self._until - self._clock()
        return left if self._outer is None else min(left, self._outer.left)

    @property
    def is_over(self) -> bool:
        """Whether no time is left."""
        return self.left <= 0

    def note(self, work: str) -> None:
        """Note what the time now goes into, as it follows `while`: such as `building the board`."""
        self._work = work
        if self._outer is not None:
            self._outer.note(work)

    def disturb(self, reason: BaseException) -> None:
        """Have compiled code in the main thread end with an exception. Any thread may call this."""
        self._disturbance = reason

    @property
    def disturbance(self) -> BaseException | None:
        """The exception with which compiled code in the main thread is to end, if it is."""
        return self._disturbance or (self._outer.disturbance if self._outer is not None else None)

    def restart(self, since: float | None = None) -> None:
        """Allow the whole time again, from now on or since an earlier time of the clock."""
        self._until = (self._clock() if since is None else since) + self.seconds
        self.is_told = False

    def pause(self) -> None:
        """Let time not count until `restart`."""
        self._until = math.inf

    def cancel(self) -> None:
        """End the work as soon as possible. Any thread may call this."""
        self._until = -math.inf

    def ended(self) -> OutOfTime:
        """Return what ends the work. The work is told only once: nothing interrupts it while it says what it knows."""
        deadline: Deadline | None = self
        while deadline is not None and deadline.is_over:
            deadline.is_told, deadline = True, deadline._outer
        return OutOfTime(str(self))

    def __str__(self) -> str:
        """What was cut short by the limit that ends first, as a message says it."""
        if self._outer is not None and self._outer.left < self._until - self._clock():
            return str(self._outer)
        unit = f"{'processor ' * (self._clock is time.process_time)}second{'s' * (self.seconds != 1)}"
        reached = f"the time limit of {self.seconds:g} {unit} was reached"
        return f"{reached} while {self._work}" if self._work else reached


class _Away(threading.local):
    """Whether a thread is in compiled code, where an exception from a signal's handler would be lost."""

    now = False


away = _Away()

_current: ContextVar[Deadline | None] = ContextVar("deadline", default=None)


@contextmanager
def time_limit(seconds: float = math.inf) -> Iterator[Deadline]:
    """Allow a block so many seconds; once they are over, OutOfTime is raised in it. Limits nest: the shortest holds.

    It holds for this thread. Generated modules, compiled or not, keep it within a fraction of a second whatever the
    rules are; a state whose move or question is cut short stays as it was. Raises ValueError for NaN.

    >>> import hexgame
    >>> state = hexgame.load("hex", size=3).start()
    >>> with hexgame.time_limit(seconds=10):
    ...     print(len(state.legal_moves))
    9
    """
    deadline = Deadline(real("seconds", seconds), _current.get())
    with within(deadline):
        yield deadline


@contextmanager
def within(deadline: Deadline | None) -> Iterator[None]:
    """Put a block under a deadline that another thread may have made, or under none."""
    token = _current.set(deadline)
    try:
        yield
    finally:
        _current.reset(token)


def current() -> Deadline | None:
    """Return the deadline that holds in this thread, if there is one."""
    return _current.get()


@contextmanager
def time_out() -> Iterator[None]:
    """Stop the clock in a block, and allow the whole time again afterwards: somebody is thinking."""
    deadline = _current.get()
    if deadline is not None:
        deadline.pause()
    try:
        yield
    finally:
        if deadline is not None:
            deadline.restart()


def look() -> None:
    """Raise OutOfTime if no time is left."""
    deadline = _current.get()
    if deadline is not None and deadline.is_over:
        raise deadline.ended()


def doing(work: str) -> None:
    """Say what the time now goes into, such as `building the board`; raises OutOfTime if none is left."""
    deadline = _current.get()
    if deadline is not None:
        look()
        deadline.note(work)
