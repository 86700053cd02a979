"""Where untrusted work is done: which crew does what, and where a game goes that is too slow for its crew."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ..limits import Limits
from .crew import Crew, Late, Lost, Terms, Worker
from .turns import WHOSE, Turns
from .wire import Message

log = logging.getLogger("hexgame.serve")

YIELDING = 5
"""How much thinking gives way to moves (`nice`)."""


SHARE, LEAST = 0.8, 1.0
"""The part of its time limit that a computer player may think, and the seconds that it may think in any case."""

HEAVY, OFTEN = 0.3, 4
"""Processor seconds at which a job is heavy, and how many more of them than light ones are too many."""


@dataclass
class Weight:
    """Whether what comes from somewhere is heavy again and again."""

    heavy: int = 0
    """How many more jobs were heavy than light lately."""

    def add(self, seconds: float) -> bool:
        """Note what a job took; return whether too many were heavy."""
        self.heavy = max(0, self.heavy + (1 if seconds > HEAVY else -1))
        return self.heavy >= OFTEN


@dataclass
class Played:
    """A game at a table, as workers play it: how it begins, what has happened, and which worker keeps it."""

    name: str
    setup: Message
    events: list[Message] = field(default_factory=list)
    is_slow: bool = False
    worker: Worker | None = None
    weight: Weight = field(default_factory=Weight)


class Workshop:
    """All workers. Moves, checks, slow games, computer players and analyses have workers of their own, so that none of
    them waits for another kind of work."""

    def __init__(self, number: int, limits: Limits, home: Path) -> None:
        self._limits = limits
        terms = Terms(limits.memory, limits.grace, limits.begin, home)
        polite = replace(terms, nice=YIELDING)
        thinking = replace(polite, memory=limits.search)
        some = max(1, number // 2)
        self._tables = Crew.of("tables", number, limits.move, terms)
        self._desk = Crew.of("desk", some, limits.check, terms)
        self._turns = Turns(some)
        self._slow = Crew.of("slow", 1, limits.slow, polite)
        self._players = Crew.of("players", some, limits.think, thinking)
        self._analysis = Crew.of("analysis", some, limits.analyse, thinking)

    async def start(self) -> None:
        """Start those workers for which people would wait; the others start with their first job."""
        await asyncio.gather(self._tables.start(), self._desk.start())

    async def stop(self) -> None:
        """End all workers."""
        crews = (self._tables, self._desk, self._slow, self._players, self._analysis)
        await asyncio.gather(*(crew.stop() for crew in crews))

    async def at_desk(
        self, job: Message, is_slow: bool = False, seconds: float | None = None, expected: float = 0.0
    ) -> Message:
        """Return the answer to a job without a table; what is expected to take longer waits longer. One that takes too
        much processor time or memory is begun anew at the slow worker, where slow ones wait for each other and for
        nobody else; not where `seconds` are given, for what can be trusted."""
        limits = self._limits
        if seconds is not None:
            async with self._turns.of(expected):
                return await self._desk.idlest().ask(job, seconds)
        if not is_slow:
            with contextlib.suppress(Late, Lost):
                async with self._turns.of(expected):
                    return await self._desk.idlest().ask({**job, "processor": limits.quick}, limits.check)
        return await self._slow.idlest().ask(job, limits.check)

    async def at_table(self, game: Played, job: Message) -> Message:
        """Return the answer to a job at a table. A game that takes too much time or memory, be it to set it up, goes to
        the slow worker; so does one that takes much again and again, for others wait meanwhile."""
        quick: Message = {} if game.is_slow else {"processor": self._limits.quick}
        try:
            answer = await self._sticking(game).ask({**job, **quick}, self._crew(game).seconds, game)
        except (Late, Lost):
            _pay(self._crew(game).seconds)
            if game.is_slow:
                raise
            self._slow_down(game)
            return await self._sticking(game).ask(job, self._crew(game).seconds, game)
        _pay(seconds := float(str(answer.get("seconds", 0))))
        if game.weight.add(seconds) and not game.is_slow:
            self._slow_down(game)
        return answer

    def _slow_down(self, game: Played) -> None:
        log.warning("a table takes too much and goes to the slow worker")
        game.is_slow, game.worker = True, None

    async def think(self, game: Played, job: Message) -> Message:
        """Return what a computer player does. The more wait for it to decide, the less it thinks."""
        worker = _keeper(self._players.workers, game.name)
        budget = max(LEAST, SHARE * self._limits.think / (1 + worker.queued))
        return await worker.ask({**job, "budget": budget}, self._limits.think, game)

    def is_cold(self, game: Played) -> bool:
        """Return whether computer players would have to be prepared for a game."""
        return game.name not in _keeper(self._players.workers, game.name).tables

    async def analyse(self, game: Played, job: Message) -> Message:
        """Return the answer to a question that may take long and changes nothing."""
        return await self._analysis.idlest().ask(job, self._limits.analyse, game)

    def undo(self, game: Played) -> None:
        """Take back what a worker has made of a game that could not be kept: it is told the kept one again."""
        if game.worker is not None:
            game.worker.forget(game.name)

    def _crew(self, game: Played) -> Crew:
        return self._slow if game.is_slow else self._tables

    def _sticking(self, game: Played) -> Worker:
        if game.worker is None:
            game.worker = self._crew(game).idlest()
        return game.worker


def _pay(seconds: float) -> None:
    """Have the address pay for which this was done."""
    if whose := WHOSE.get():
        whose.pay(seconds)


def _keeper(workers: Sequence[Worker], name: str) -> Worker:
    """Return the worker that has a table already, or the one with the least to do."""
    return next((worker for worker in workers if name in worker.tables), None) or min(
        workers, key=lambda worker: worker.queued
    )
