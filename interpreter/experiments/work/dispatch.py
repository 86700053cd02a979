"""A job on the workers of a Dask cluster.

A piece of a job depends only on what is sent with it. So it can be played again elsewhere whenever a worker is lost or
does not answer, and it counts once, however often it was played.
"""

from __future__ import annotations

import importlib
import math
import pickle
import time
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Generic, cast

from .cluster import Client, Piece, WorkerFacts, answer, close, reasons, workers_of
from .job import Job, S, Unavailable, played

PIECES = 16
"""Pieces for each thread of a worker: enough that all threads finish at about the same time."""

AHEAD = 4
"""Pieces that are sent to the cluster for each of its threads, before any has come back."""

LARGEST_PIECE = 1_000
"""The most blocks in one piece: what a lost worker had begun is played again."""

RETRIES = 3

PATIENCE = 600.0
"""Seconds without a worker that plays, after which a cluster is given up."""

SILENCE = 10.0
"""Seconds without a result after which one is told what the cluster is waited for; the pauses double from then on."""

TICK = 1.0
"""Seconds to wait for a result at a time."""

LOOK = 5.0
"""Seconds between two looks at the workers."""

FROZEN = 30.0
"""Seconds without a sign of life of a worker after which its pieces are played again elsewhere."""

FETCHING = 5.0
"""Seconds to wait for a result that a worker has ready."""

NAMED = 3
"""How many workers or pieces are named in one message."""

Say = Callable[[str], None]


@dataclass
class Sent:
    """Blocks that are sent to a cluster, once or several times."""

    run: range
    since: float
    pieces: list[Piece] = field(default_factory=list)
    to: list[str] = field(default_factory=list)
    """The workers that may play the last piece; all if there are none."""


@dataclass(frozen=True)
class Call(Generic[S]):
    """Blocks to play, which are played where this is unpickled: so the scheduler, which has to know the functions it
    passes on, needs nothing but Python's own."""

    job: Job[S]
    run: range

    def __reduce__(self) -> tuple[object, ...]:
        return played, (self.job, self.run.start, self.run.stop)


@dataclass
class Signs:
    """What the workers of a cluster last showed of themselves."""

    facts: Mapping[str, WorkerFacts] = field(default_factory=dict)
    tried: set[str] = field(default_factory=set)
    """Workers that were asked for their version of this package."""

    alive: dict[str, float] = field(default_factory=dict)
    """When each worker last gave a new sign of life, by the clock of this process."""

    def see(self, facts: Mapping[str, WorkerFacts], now: float) -> None:
        """Note what the scheduler knows."""
        for address, fact in facts.items():
            if address not in self.facts or self.facts[address]["last_seen"] != fact["last_seen"]:
                self.alive[address] = now
        self.facts = facts

    def quiet(self, now: float) -> dict[str, float]:
        """The workers that have not responded for long, with the seconds since the last one."""
        return {address: now - self.alive[address] for address in self.facts if now - self.alive[address] > FROZEN}

    @property
    def threads(self) -> int:
        """The number of threads of all workers."""
        return sum(fact["nthreads"] for fact in self.facts.values())


def on_cluster(client: Client, job: Job[S], patience: float, say: Say) -> Generator[S]:
    """Yield what the pieces of a job add up to as workers finish them, then disconnect.

    Says what the cluster is waited for if nothing comes back for a while. Raises Unavailable if its workers cannot
    play, or if none has played for `patience` seconds.
    """
    try:
        yield from Dispatch(client, job, patience, say).results()
    finally:
        close(client)


class Dispatch(Generic[S]):
    """Sends the blocks of a job to a cluster and receives what they add up to."""

    def __init__(self, client: Client, job: Job[S], patience: float, say: Say) -> None:
        self._client, self._job, self._patience, self._say = client, job, patience, say
        self._name = f"hexgame-{job.name}"
        self._lost = (importlib.import_module("distributed").KilledWorker, CancelledError, OSError)
        self._next, self._sent = 0, dict[int, Sent]()
        self._done: SimpleQueue[tuple[Sent, Piece]] = SimpleQueue()
        self._signs, self._answers, self._looked = Signs(), True, -math.inf
        self._played = self._heard = time.monotonic()
        """When a worker was last seen to play, and when a result last came."""

        self._pause = SILENCE

    def results(self) -> Generator[S]:
        """Yield what each piece adds up to, once."""
        while self._sent or self._next < self._job.blocks:
            self._look()
            self._send()
            self._wait()
            try:
                sent, piece = self._done.get(timeout=TICK)
            except Empty:
                continue
            found = self._received(sent, piece)
            if found is not None:
                self._played = self._heard = time.monotonic()
                self._pause = SILENCE
                yield found

    def _send(self) -> None:
        """Send pieces until there are enough on the way."""
        threads = max(1, self._signs.threads)
        length = max(1, min(LARGEST_PIECE, self._job.blocks // (PIECES * threads)))
        while self._next < self._job.blocks and len(self._sent) < AHEAD * threads:
            run = range(self._next, min(self._next + length, self._job.blocks))
            self._next = run.stop
            sent = self._sent[run.start] = Sent(run, time.monotonic())
            self._submit(sent, [])

    def _submit(self, sent: Sent, to: list[str]) -> None:
        run, times, sent.to = sent.run, len(sent.pieces), to
        where = {"workers": to, "allow_other_workers": True} if to else {}
        key = f"{self._name}-{run.start}-{run.stop}-{times}"
        play = pickle.dumps(Call(self._job, run))
        piece = self._client.submit(pickle.loads, play, key=key, retries=RETRIES, **where)
        sent.pieces.append(piece)
        piece.add_done_callback(lambda piece: self._done.put((sent, piece)))

    def _received(self, sent: Sent, piece: Piece) -> S | None:
        """What a piece adds up to; None if they have come before, or cannot be fetched."""
        if sent.run.start not in self._sent:
            return None
        try:
            found = piece.result(timeout=FETCHING)
        except TimeoutError:  # it lies on a worker that does not answer
            if not self._again([sent]):
                self._done.put((sent, piece))
            return None
        except (ImportError, ValueError) as error:
            raise Unavailable(f"a worker cannot play: {error}") from error
        except self._lost as error:
            raise Unavailable(f"the cluster gave up {self._games(sent)}: {error}") from error
        del self._sent[sent.run.start]
        for each in sent.pieces:
            each.release()
        return cast(S, found)

    def _again(self, those: Iterable[Sent]) -> bool:
        """Have other workers play what was sent to some that are quiet; whether there are any."""
        quiet = self._signs.quiet(time.monotonic())
        others = [address for address in self._signs.facts if address not in quiet]
        if others:
            for sent in those:
                self._submit(sent, others)
        return bool(others)

    def _look(self) -> None:
        """Look at the workers, if it is time to; raises Unavailable if some of them cannot play."""
        now = time.monotonic()
        if now - self._looked < LOOK and self._signs.facts:
            return
        self._looked = now
        try:
            self._signs.see(workers_of(self._client), now)
            self._try_new()
            given = answer(self._client.processing)
        except (TimeoutError, OSError):
            self._answers = False
            return
        self._answers, quiet = True, self._signs.quiet(now)
        holders = {key: address for address, keys in given.items() for key in keys}
        latest = {sent.pieces[-1].key: sent for sent in self._sent.values()}
        live = self._signs.facts.keys() - quiet
        if any(holders.get(key) in live for key in latest):
            self._played = now
        stranded = [sent for sent in latest.values() if sent.to and live.isdisjoint(sent.to)]
        self._again([*stranded, *(sent for key, sent in latest.items() if holders.get(key) in quiet)])

    def _try_new(self) -> None:
        """See whether workers that have joined can play."""
        new = self._signs.facts.keys() - self._signs.tried
        if new:
            found = reasons(self._client, sorted(new))
            self._signs.tried |= found.keys()
            unfit = [f"{address} {reason}" for address, reason in found.items() if reason]
            if unfit:
                raise Unavailable(f"some workers cannot play: {_few(unfit)}")

    def _wait(self) -> None:
        """Say what is waited for after a while without results; raises Unavailable if patience has run out."""
        now = time.monotonic()
        if now - self._played >= self._patience:
            raise Unavailable(f"gave up: no worker has played for {now - self._played:.0f} s: {self._why()}")
        if now - self._heard >= self._pause:
            self._say(f"the cluster has finished no games for {now - self._heard:.0f} s: {self._why()}")
            self._pause *= 2

    def _why(self) -> str:
        """What a cluster is waited for."""
        now, count = time.monotonic(), len(self._signs.facts)
        sent = _few([f"{self._games(sent)} sent {now - sent.since:.0f} s ago" for sent in self._sent.values()])
        if not self._answers:
            return f"its scheduler does not answer; {sent}"
        if not count:
            return f"it has no workers; {sent}"
        quiet = [f"{address} has not responded for {gone:.0f} s" for address, gone in self._signs.quiet(now).items()]
        return "; ".join(filter(None, [f"it has {count} worker{'s' * (count != 1)}", _few(quiet), sent]))

    def _games(self, sent: Sent) -> str:
        return self._job.told(sent.run)


def _few(texts: Sequence[str]) -> str:
    more = len(texts) - NAMED
    return ", ".join(texts[:NAMED]) + (f" and {more} more" if more > 0 else "")
