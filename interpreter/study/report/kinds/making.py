"""What plays random games: compiled by a thread, and the plain text where there is no time to wait for that."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from threading import Lock, Thread
from typing import Protocol
from weakref import WeakSet

from ....deadline import Deadline, OutOfTime, current, look, within
from ....play.game import Game
from ...random.bulk import kernel_for
from ...random.orders import PLAIN, Kernel, kernel_of

PATIENCE = 0.5
"""The part of the time limit, if there is one, that games wait for what is being compiled."""

MOMENT = 0.05
"""Seconds between two looks at the clock meanwhile."""


_compiling: WeakSet[Compiling] = WeakSet()
"""What reports have begun to compile."""


class Compiling(Protocol):
    """What a thread compiles."""

    def give_up(self) -> None:
        """Have the thread end soon, unless it is done; the next who needs what it makes begins anew."""


def note_compiling(what: Compiling) -> None:
    """Note that a thread of something has begun to compile."""
    _compiling.add(what)


def give_up_compiling() -> None:
    """Have all threads end that reports have compile: they would hold up what comes after play."""
    for each in tuple(_compiling):
        each.give_up()


def await_compiled(is_compiling: Callable[[], bool], wait: Callable[[float], object]) -> None:
    """Wait until something is compiled, but no longer than for a part of the time limit.

    Games that are played meanwhile would hold it up.
    """
    deadline = current()
    until = time.monotonic() + PATIENCE * deadline.left if deadline else math.inf
    while is_compiling() and time.monotonic() < until:
        wait(MOMENT)
        look()


class Making:
    """A game that a thread compiles for random play."""

    def __init__(self, game: Game, winners_only: bool = False) -> None:
        self._game, self._winners_only, self._lock = game, winners_only, Lock()
        self._made: Kernel | None = None
        self._thread: Thread | None = None
        self._deadline = Deadline()

    def kernel(self) -> Kernel:
        """Return the fastest way to play that there is soon; all ways play the same games."""
        with self._lock:
            if self._thread is None:
                self._deadline = Deadline()
                self._thread = Thread(
                    target=self._make, args=(self._deadline,), name="compiling random games", daemon=True
                )
                self._thread.start()
                note_compiling(self)
        await_compiled(self._thread.is_alive, self._thread.join)
        return self._made or kernel_of(self._game, PLAIN, self._winners_only)

    @property
    def engine(self) -> str:
        """What other processes are to play with: nothing waits here once `kernel` has waited."""
        if self._thread is None:
            return self.kernel().engine
        return self._made.engine if self._made else PLAIN

    def give_up(self) -> None:
        """Have the thread end soon, unless it is done; the next who needs a kernel begins anew."""
        with self._lock:
            if self._made is None:
                self._deadline.cancel()
                self._thread = None

    def _make(self, deadline: Deadline) -> None:
        with suppress(OutOfTime), within(deadline):
            self._made = kernel_for(self._game, winners_only=self._winners_only)


@lru_cache(maxsize=8)
def making(game: Game, winners_only: bool = False) -> Making:
    """Return what compiles a game for random play, once."""
    return Making(game, winners_only)
