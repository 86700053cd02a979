"""Threads that share the blocks of a job. Each plays them itself, or has a process of its own that does."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Generic, Protocol

from ...deadline import Deadline, look, within
from .job import Job, S, S_co, Unavailable
from .worker import Lost

MOMENT = 0.1
"""Seconds between two reports of progress."""

STRETCH = 0.1
"""Seconds that a run of blocks should take: little is lost where one is broken off."""

GROWTH = 8
"""How many times as long the next run may be at most: the first ones are short, and a poor measure."""

GRACE = 0.25
"""Seconds that threads have for the blocks they are at when play is stopped; later results are dropped."""

TRIES = 3
"""How often a block is played anew after the worker that played it was lost."""


class Hand(Protocol[S_co]):
    """What plays blocks for one thread."""

    def play(self, run: range) -> S_co:
        """Return what was found in some blocks; raises Lost where playing them again may succeed."""

    def kill(self) -> None:
        """Break off what it plays, if that can be done from another thread."""

    def end(self) -> None:
        """Release what it holds."""


@dataclass(frozen=True)
class Native(Generic[S]):
    """Plays in the thread itself."""

    job: Job[S]
    _deadline: Deadline = field(default_factory=Deadline)

    def play(self, run: range) -> S:
        """Return what was found in some blocks."""
        with within(self._deadline):
            return self.job.played(run)

    def kill(self) -> None:
        """Break off what the thread plays: it looks at its deadline."""
        self._deadline.cancel()

    def end(self) -> None:
        """Do nothing: there is nothing to release."""


@dataclass
class Ledger(Generic[S]):
    """Which blocks of a job are given out, and what was found in those played, as runs that do not touch."""

    job: Job[S]
    is_closed: bool = False
    """Whether no more blocks are given out."""

    _next: int = 0
    _done: list[tuple[range, S]] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)

    def take(self, most: int) -> range:
        """Give out the next blocks; none if none are left or the ledger is closed."""
        with self._lock:
            first = self._next
            if not self.is_closed:
                self._next = min(first + most, self.job.blocks)
            return range(first, self._next)

    def enter(self, run: range, found: S) -> None:
        """Add what was found in blocks that were given out."""
        with self._lock:
            apart = []
            for other, more in self._done:
                if other.stop == run.start or run.stop == other.start:
                    run, found = range(min(run.start, other.start), max(run.stop, other.stop)), found + more
                else:
                    apart.append((other, more))
            self._done = [*apart, (run, found)]

    @property
    def left(self) -> int:
        """The number of blocks that have not been given out."""
        return self.job.blocks - self._next

    def beginning(self) -> S:
        """Return what was found in all blocks before the first that has not been played."""
        with self._lock:
            return next((found for run, found in self._done if run.start == 0), self.job.nothing)


class Crew(Generic[S]):
    """Threads, each with a hand, that play the blocks of a job; `kept` is called, in a thread, with what each found."""

    def __init__(self, job: Job[S], hands: Sequence[Hand[S]], kept: Callable[[S], None] = lambda _: None) -> None:
        self.job, self.ledger, self._hands, self._kept = job, Ledger(job), hands, kept
        self.losses = 0
        """How often a worker was lost."""

        self._ends: SimpleQueue[BaseException | None] = SimpleQueue()
        self._threads = [Thread(target=self._work, args=(hand,), daemon=True) for hand in hands]

    def play(self, tell: Callable[[int], None]) -> None:
        """Play all blocks, reporting now and then how many of the first games are done; raises what a thread raised.

        However it ends, no more blocks are begun afterwards, and no worker is left.
        """
        try:
            tell(0)
            for thread in self._threads:
                thread.start()
            for _ in self._threads:
                self._await_one(tell)
            tell(self.ledger.beginning().games)
        finally:
            self._stop()

    def _await_one(self, tell: Callable[[int], None]) -> None:
        while True:
            try:
                failure = self._ends.get(timeout=MOMENT)
            except Empty:
                look()
                tell(self.ledger.beginning().games)
                continue
            if failure is not None:
                raise failure
            return

    def _stop(self) -> None:
        self.ledger.is_closed, until = True, time.monotonic() + GRACE
        for hand in self._hands:
            hand.kill()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(max(0.0, until - time.monotonic()))

    def _work(self, hand: Hand[S]) -> None:
        """What one thread does."""
        failure, length = None, 1
        try:
            while run := self.ledger.take(self._share(length)):
                begun = time.perf_counter()
                found = self._played(hand, run)
                self.ledger.enter(run, found)
                self._kept(found)
                length = _adapted(len(run), time.perf_counter() - begun)
        except BaseException as error:
            failure = error
        finally:
            hand.end()
            self._ends.put(failure)

    def _share(self, length: int) -> int:
        """A length, or less towards the end of the job, so that several threads end at about the same time."""
        hands = len(self._hands)
        return length if hands == 1 else max(1, min(length, self.ledger.left // (4 * hands)))

    def _played(self, hand: Hand[S], run: range) -> S:
        """Play blocks; if their worker is lost, play them again one by one."""
        try:
            return hand.play(run)
        except Lost:
            self._count_loss()
        return sum((self._insisted(hand, block) for block in run), self.job.nothing)

    def _count_loss(self) -> None:
        """A worker was lost, unless it was killed because play is stopped."""
        self.losses += not self.ledger.is_closed

    def _insisted(self, hand: Hand[S], block: int) -> S:
        """Play a block again; raises Unavailable if its worker is lost each time."""
        reason = ""
        for _ in range(TRIES):
            if self.ledger.is_closed:
                break
            try:
                return hand.play(range(block, block + 1))
            except Lost as error:
                self._count_loss()
                reason = str(error)
        raise Unavailable(
            f"{TRIES} workers in a row ended while they played {self.job.told(range(block, block + 1))} "
            f"(block {block:,}): {reason}"
        )


def _adapted(blocks: int, seconds: float) -> int:
    """How many blocks to play in a run after one that took so many seconds."""
    return max(1, min(GROWTH * blocks, int(blocks * STRETCH / max(seconds, 1e-9))))
