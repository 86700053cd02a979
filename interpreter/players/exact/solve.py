"""Solves a position: its value, then those of all its moves, in threads that share the moves."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock, Thread

from ...deadline import Deadline, OutOfTime, current, look, within
from ...native.makers import ADVICE, is_quick
from ...play.state import State
from ...process import THREADS
from ..protocol import UNLIMITED, Limits
from .binding import bonds_room
from .hands import Compiled, Hands, Plain
from .images import orbits
from .judge import NOBODY_WINS, Judge, best_of, check, person
from .solution import DRAW, NOBODY, Solution

PLAIN_NODES, PLAIN_SLICE, COMPILED_SLICE = 15_000, 50, 4_000
"""How many positions are visited in plain Python before the game is compiled, and how many at a time."""

BONDS_TAKE = 500
"""How many times as long a position takes where bonds are looked for."""

STINT = 10
"""How many slices a move is searched when its turn first comes; then twice as many each time."""

MOMENT, GRACE = 0.02, 0.25
"""Seconds between two reports, and those that threads have to end."""

Progress = Callable[[Solution], None]


def solve(
    state: State,
    limits: Limits = UNLIMITED,
    jobs: int = 1,
    known: Mapping[str, str] | None = None,
    progress: Progress | None = None,
) -> Solution:
    """Return the value of a position and of all its moves, as far as they can be proved within limits.

    `jobs` is the number of threads; each has a part of `limits.memory`. `known` has values of moves from an earlier
    solution, by their texts. `progress` is called now and then with what is proved so far, which Ctrl-C, a time limit
    of the caller or the end of the limits return as well. With one job and no time limit, a solution is the same each
    time. Raises Unsolvable for a position without an exact value, or one whose play need not end.

    >>> import hexgame
    >>> from hexgame.players.exact import solve
    >>> found = solve(hexgame.load("hex", size=3, pie="no").start())
    >>> print(found.winner, *found.moves)
    Red c1 a2 b2 c2 a3
    """
    work = Work(state, limits, jobs, known or {})
    with suppress(KeyboardInterrupt, OutOfTime):
        work.finish(limits.seconds, GRACE, progress)
    return work.solution


@dataclass
class _Task:
    """A position whose value is sought: the one to solve, or one after a move."""

    vector: list[int]
    value: int | None = None
    slices: int = STINT
    turns: int = 0
    """How often it was given out. At its first turn it is only looked up, as the search may have met it."""

    worker: int | None = None
    """Who searches it, or did so last: its table helps."""

    is_taken: bool = False


class Work:
    """A position that is being solved by threads, which share its moves. With `only_best`, they end as soon as a best
    move is proved. Raises Unsolvable as `solve` does."""

    def __init__(
        self, state: State, limits: Limits, jobs: int, known: Mapping[str, str], *, only_best: bool = False
    ) -> None:
        check(state)
        self._state, self._limits, self._jobs, self._only_best = state, limits, jobs, only_best
        game, vector = state.game, list(state.vector)
        self._chooser = person(game, vector, vector[game.machine.layout.mover.offset])
        self._names = {person(game, vector, colour): name for colour, name in enumerate(game.players)}
        self._names[NOBODY_WINS] = DRAW if len(game.players) == 2 else NOBODY
        seats = {name: seat for seat, name in self._names.items()}
        self._moves = state.legal_moves
        self._whole = _Task(vector)
        self._tasks = list[_Task]()
        first, tasks = orbits(state), dict[int, _Task]()
        for move in self._moves:
            if first[move.code] not in tasks:
                after = list(vector)
                game.machine.step(after, move.code)
                tasks[first[move.code]] = _Task(after)
            task = tasks[first[move.code]]
            task.value = seats.get(known.get(move.text, ""), task.value)
            self._tasks.append(task)
        self._pace = BONDS_TAKE if bonds_room(game.machine) else 1
        self._judges: dict[int, Judge] = {}
        self._nodes_before: dict[int, int] = {}
        self._compiled: Compiled | None = None
        self._notes: list[str] = []
        self._lock, self._making = Lock(), Lock()
        self._deadline = Deadline()
        self._is_over = False
        self._fault: Exception | None = None
        self._begun, self._took = time.perf_counter(), 0.0

    def finish(self, seconds: float | None, grace: float, progress: Progress | None = None) -> None:
        """Search until all is proved, or for so many seconds; then allow the threads some more to end.

        `progress` is called now and then. Raises Unsolvable where play need not end, and whatever interrupts it.
        """
        until = self._begun + (seconds or math.inf)
        if not THREADS:
            self._finish_alone(until)
            return
        crew = [Thread(target=self._run, args=(number,), daemon=True) for number in range(self._jobs)]
        try:
            for thread in crew:
                thread.start()
            for thread in crew:
                while thread.is_alive() and time.perf_counter() < until:
                    thread.join(min(MOMENT, max(until - time.perf_counter(), 0)))
                    look()
                    if progress:
                        progress(self.solution)
        finally:
            self._stop()
            given_up = time.perf_counter() + grace
            for thread in crew:
                thread.join(max(0.0, given_up - time.perf_counter()) if thread.is_alive() else 0.0)
            self._took = time.perf_counter() - self._begun
        if self._fault is not None:
            raise self._fault

    def _finish_alone(self, until: float) -> None:
        """Search in this thread, where there is no other."""
        self._deadline = Deadline(max(until - time.perf_counter(), 0), current())
        self._run(0)
        self._took = time.perf_counter() - self._begun
        if self._fault is not None:
            raise self._fault

    def _stop(self) -> None:
        """Have the threads end as soon as possible."""
        self._is_over = True
        self._deadline.cancel()

    def _run(self, number: int) -> None:
        """What one thread does."""
        try:
            with within(self._deadline):
                while (task := self._take(number)) is not None:
                    self._search(number, task)
                    task.is_taken = False
        except OutOfTime:
            pass
        except Exception as error:
            self._fault = error
            self._stop()

    @property
    def _value(self) -> int | None:
        """The value of the position, if it is known or follows from those of its moves."""
        known = self._whole.value
        return best_of((task.value for task in self._tasks), self._chooser) if known is None else known

    @property
    def _has_best(self) -> bool:
        """Whether a best move is known, or that the position is lost whatever the move."""
        value = self._value
        is_lost = value not in (None, self._chooser, NOBODY_WINS)
        return is_lost or (value is not None and any(task.value == value for task in self._tasks))

    def _take(self, number: int) -> _Task | None:
        """Give out a position that is open: to the first thread the whole, as long as its value is."""
        with self._lock:
            if self._is_over or (self._only_best and self._has_best):
                return None
            if number == 0 and self._value is None:
                return self._whole
            free = [task for task in self._tasks if task.value is None and not task.is_taken]
            if not free:
                return None
            task = min(free, key=lambda each: (each.turns, each.worker not in (None, number)))
            task.is_taken, task.worker = True, number
            task.turns += 1
            return task

    def _search(self, number: int, task: _Task) -> None:
        """Search a position for a stint; the whole, until its value is known."""
        is_new = task.turns == 1
        for _ in range(1 if is_new else task.slices):
            if self._is_over or task.value is not None:
                return
            judge, fuel = self._judge(number)
            task.value = judge.value(task.vector, 0 if is_new else fuel)
            if self._limits.nodes is not None and self.nodes >= self._limits.nodes:
                self._stop()
        if not is_new:
            task.slices *= 2

    @property
    def nodes(self) -> int:
        """How many positions were visited so far."""
        return sum(self._nodes_before.values()) + sum(judge.nodes for judge in list(self._judges.values()))

    def _judge(self, number: int) -> tuple[Judge, int]:
        """Return what searches for a thread, and how far at a time: plain Python at first, then compiled code."""
        game = self._state.game
        judge = self._judges.get(number)
        if judge is None:
            judge = self._judges[number] = Judge(game, self._chooser, Plain(game))
        if number in self._nodes_before:
            return judge, COMPILED_SLICE
        if judge.nodes * self._pace < PLAIN_NODES or (hands := self._compiled_hands()) is None:
            return judge, max(PLAIN_SLICE // self._pace, 1)
        self._nodes_before[number] = judge.nodes
        judge = self._judges[number] = Judge(game, self._chooser, hands)
        return judge, COMPILED_SLICE

    def _compiled_hands(self) -> Hands | None:
        """Return compiled code, made by the first thread that needs it; None where it cannot be had."""
        with self._making:
            if self._compiled is None and not self._notes:
                if not is_quick():
                    self._notes.append(f"there is no compiler, so plain Python searches: {ADVICE}")
                else:
                    self._compiled = Compiled(self._state.game, self._limits.memory // (2 * self._jobs))
                    self._notes += self._compiled.notes
            return self._compiled

    @property
    def solution(self) -> Solution:
        """What is known so far."""
        value, names = self._value, self._names
        values = {move: task.value for move, task in zip(self._moves, self._tasks, strict=True)}
        best = [move for move, known in values.items() if known == value is not None]
        if value is not None and not best and None not in values.values():
            best = list(self._moves)  # the chooser loses, to one player or to another
        return Solution(
            self._state,
            None if value is None else names[value],
            tuple(best),
            {move: names[known] for move, known in values.items() if known is not None},
            tuple(move for move, known in values.items() if known is None),
            self.nodes,
            self._took or time.perf_counter() - self._begun,
            tuple(self._notes),
        )
