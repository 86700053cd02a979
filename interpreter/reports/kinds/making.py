"""What plays random games: compiled by a thread, and the plain text where there is no time to wait for that."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from threading import Event, Thread
from weakref import WeakSet

from ...deadline import current, look
from ...experiments.random.bulk import kernel_for
from ...experiments.random.orders import PLAIN, Kernel, kernel_of
from ...play.game import Game
from ...preparing import Preparing
from ...process import THREADS
from ..blocks import Compiled

PATIENCE = 0.5
"""The part of the time limit, if there is one, that games wait for what is being compiled."""

PATIENT = 0.65
"""The part that random games wait: they come first, and the plain text plays hundreds of times fewer."""

MOMENT = 0.05
"""Seconds between two looks at the clock meanwhile."""


_compiling: WeakSet[Compiled] = WeakSet()
"""What reports have begun to compile."""


def give_up_compiling() -> None:
    """Have all threads end that reports have compile: they would hold up what comes after play."""
    for each in tuple(_compiling):
        each.give_up()


def await_compiled(compiled: Compiled, patience: float = PATIENCE) -> None:
    """Have something compiled and wait for it, but no longer than for a part of the time limit.

    Games that are played meanwhile would hold it up.
    """
    compiled.begin()
    _compiling.add(compiled)
    deadline = current()
    until = time.monotonic() + patience * deadline.left if deadline else math.inf
    while compiled.is_under_way and time.monotonic() < until:
        compiled.wait(MOMENT)
        look()


@contextmanager
def compiling_ahead(several: Sequence[Compiled]) -> Iterator[None]:
    """A block that leaves a processor idle, on which a thread has several things compiled meanwhile, one after the
    other; what it has begun goes on after the block."""
    is_over = Event()

    def compile_all() -> None:
        for each in several:
            if is_over.is_set():
                break
            each.begin()
            _compiling.add(each)
            each.wait()

    if several and THREADS:
        Thread(target=compile_all, name="compiling ahead", daemon=True).start()
    try:
        yield
    finally:
        is_over.set()


class Making:
    """A game that a thread compiles for random play."""

    def __init__(self, game: Game, winners_only: bool = False) -> None:
        self._game, self._winners_only = game, winners_only
        self.compiled: Preparing[Kernel] = Preparing("compiling random games", self._compile)

    def kernel(self) -> Kernel:
        """Return the fastest way to play that there is soon; all ways play the same games."""
        await_compiled(self.compiled, PATIENT)
        return self.compiled.made or kernel_of(self._game, PLAIN, self._winners_only)

    @property
    def engine(self) -> str:
        """What other processes are to play with: nothing waits here once `kernel` has waited."""
        if not self.compiled.has_begun:
            return self.kernel().engine
        return self.compiled.made.engine if self.compiled.made else PLAIN

    def _compile(self) -> Iterator[Kernel]:
        yield kernel_for(self._game, winners_only=self._winners_only)


@lru_cache(maxsize=8)
def making(game: Game, winners_only: bool = False) -> Making:
    """Return what compiles a game for random play, once."""
    return Making(game, winners_only)
