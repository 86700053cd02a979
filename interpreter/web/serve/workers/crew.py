"""The processes that do untrusted work: each does one job at a time, and is killed and replaced when it does not stop.

A crew is a few workers for one kind of work. What belongs to a table sticks to one of them, which keeps the table.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from .turns import Rounds
from .wire import Message, framed, receive_frame

log = logging.getLogger("hexgame.serve")

START = 60.0
"""Seconds that a worker may take to start."""

CHANGING = ("hear", "flag")
"""The jobs whose events a worker has let happen at its own table."""

_ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")


class Failed(Exception):  # noqa: N818 - named for what has happened
    """A job was not done; the text is for whoever asked for it."""


class Late(Failed):
    """A job took longer than its time limit."""


class Lost(Failed):
    """A job took more memory than a worker has, or ended its worker."""


class Faulty(Failed):
    """A job failed in a way in which it would fail again."""


class Game(Protocol):
    """A table as a worker is told of it: a game that begins with a setup and goes on with events."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def setup(self) -> Message:
        """How it begins."""

    @property
    def events(self) -> Sequence[Message]:
        """What has happened."""


@dataclass(frozen=True)
class Terms:
    """How workers of a crew run."""

    memory: int
    """Bytes of address space."""

    grace: float
    """Seconds after the end of the time limit until the process is killed."""

    begin: float
    """Seconds more for a table that a worker must set up first."""

    home: Path
    """The folder where they run: an empty one."""

    nice: int = 0
    program: str = f"{__package__}.process"
    """The module that they run."""


class Worker:
    """One process, started when there is something to do."""

    def __init__(self, name: str, terms: Terms) -> None:
        self.name = name
        self.tables: dict[str, int] = {}
        """How many events of each table it has been sent."""

        self.queued = 0
        """How many jobs wait for it or are being done."""

        self._terms = terms
        self._turn = Rounds()
        self._process: asyncio.subprocess.Process | None = None
        self._killed: list[asyncio.subprocess.Process] = []
        self._is_done = False

    async def start(self) -> None:
        """Start the process unless it runs."""
        async with self._turn:
            await self._running()

    async def ask(self, job: Message, seconds: float, game: Game | None = None) -> Message:
        """Return the answer to a job, which may take so many seconds from the moment that it begins.

        A job at a table is sent the events that the worker has not been sent before. Raises `Late`, `Lost`, `Failed`.
        """
        self.queued += 1
        try:
            async with self._turn:
                return await self._at_table(job, seconds, game) if game else await self._asked(job, seconds)
        finally:
            self.queued -= 1

    def forget(self, name: str) -> None:
        """Send everything again the next time that there is work at a table."""
        self.tables.pop(name, None)

    async def _at_table(self, job: Message, seconds: float, game: Game) -> Message:
        await self._running()
        while True:
            known, number = self.tables.pop(game.name, None), len(game.events)
            news: Message = {"table": game.name, "events": game.events[known or 0 :]}
            if known is None:
                news["setup"] = game.setup
            answer = await self._asked({**job, **news}, seconds + (self._terms.begin if known is None else 0))
            if known is None or "missing" not in answer:
                break
        made = answer.get("events", [])
        self.tables[game.name] = number + (len(made) if job["do"] in CHANGING and isinstance(made, list) else 0)
        return answer

    async def _asked(self, job: Message, seconds: float) -> Message:
        process = await self._running()
        assert process.stdin and process.stdout
        try:
            process.stdin.write(framed({**job, "seconds": seconds}))
            async with asyncio.timeout(seconds + self._terms.grace):
                answer = await receive_frame(process.stdout)
        except TimeoutError:
            self._kill(f"did not stop within {seconds:g} s")
            raise Late(_late(seconds)) from None
        except (OSError, ValueError, asyncio.IncompleteReadError):
            self._kill("ended")
            raise Lost("this needs more memory than there is") from None
        except asyncio.CancelledError:
            self._kill("was no longer needed")  # its answer would be taken for that of the next job
            raise
        match answer.get("failed"):
            case None:
                return answer
            case "late":
                raise Late(_late(seconds))
            case "memory":
                self._kill("had no memory left")
                raise Lost("this needs more memory than there is")
            case fault:
                log.error("worker %s: %s", self.name, ascii(fault)[:500])
                if "told" in answer:
                    raise Faulty(str(answer["told"]))
                raise Failed("this server made a mistake; its log says more")

    async def _running(self) -> asyncio.subprocess.Process:
        """Return the process, a new one if there is none."""
        if self._is_done:
            raise Failed("this server is shutting down")
        if self._process is not None and self._process.returncode is None:
            return self._process
        self.tables.clear()
        terms = self._terms
        self._process = process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", terms.program, str(terms.memory), str(terms.nice),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
            cwd=terms.home, env={**os.environ, **_ONE_THREAD}, start_new_session=True,
        )  # fmt: skip
        assert process.stdout
        try:
            async with asyncio.timeout(START):
                await receive_frame(process.stdout)
        except BaseException as error:
            self._kill("did not start")
            if isinstance(error, TimeoutError | OSError | ValueError | asyncio.IncompleteReadError):
                raise Failed("this server cannot start a worker") from None
            raise
        return process

    def _kill(self, why: str) -> None:
        if not self._is_done:
            log.warning("worker %s %s and is replaced", self.name, why)
        self.tables.clear()
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            self._killed = [each for each in self._killed if each.returncode is None] + [process]

    async def stop(self) -> None:
        """End the process, for good."""
        self._is_done = True
        self._kill("is no longer needed")
        await asyncio.gather(*(process.wait() for process in self._killed))


@dataclass
class Crew:
    """Workers for one kind of work, which takes at most so many seconds a job."""

    name: str
    seconds: float
    workers: list[Worker] = field(default_factory=list)

    @classmethod
    def of(cls, name: str, number: int, seconds: float, terms: Terms) -> Crew:
        """Return a crew of so many workers."""
        return cls(name, seconds, [Worker(f"{name} {each + 1}", terms) for each in range(number)])

    def idlest(self) -> Worker:
        """Return the worker with the fewest jobs, and among those with the fewest tables."""
        return min(self.workers, key=lambda worker: (worker.queued, len(worker.tables)))

    async def start(self) -> None:
        """Start all workers."""
        await asyncio.gather(*(worker.start() for worker in self.workers))

    async def stop(self) -> None:
        """End all workers."""
        await asyncio.gather(*(worker.stop() for worker in self.workers))


def _late(seconds: float) -> str:
    return f"this takes longer than {seconds:g} s, the time limit of this server"
