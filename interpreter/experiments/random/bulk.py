"""Many random games from the start: who wins, how, how soon, and after which first decisions."""

from __future__ import annotations

import math
import random
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...deadline import OutOfTime, doing, look
from ...doors.given import given, real, whole
from ...doors.system import cores
from ...doors.visible import on_one_line
from ...machine.answers import PLAYING
from ...native.makers import ADVICE, can_compile, is_quick
from ...play.game import Game
from ...process import THREADS
from ...rules.program import CHANCE
from ..work.job import Unavailable
from .licence import MOST_COMPILED, MOST_PLAIN, licence, may_be_filled
from .orders import (
    BLOCK,
    COMPILED,
    CUDA,
    FILLINGS,
    PLAIN,
    GamesHere,
    Kernel,
    Order,
    RandomGames,
    Task,
    counted,
    kernel_of,
)
from .totals import Branching, Playouts, Totals

if TYPE_CHECKING:
    from ..work.cluster import Client
    from ..work.crew import Crew

# What starts threads and processes is imported where it does: other ways to look into games do without it.
# ruff: noqa: PLC0415

Progress = Callable[[int, int], None]
"""A function that is called now and then with the number of games done and the number to play."""

Say = Callable[[str], None]
"""A function that is called with what a cluster is waited for."""

ENGINES = (COMPILED, PLAIN, CUDA)

NATIVE_HINT = f"compiled games are many times faster: {ADVICE}"

MEASURED = 1_000
"""Decisions after which enough is known of how many moves are legal."""

JOBS_PER_CORE = 4
FEWEST_JOBS = 64
"""The number of jobs that may run in parallel, however few cores there are."""

FEWEST = 1_024
"""The blocks that a GPU plays at once at first, each in a thread of its own; later more, as long as that pays."""

STRETCH = 1.0
"""Seconds that those may take before there are more of them only if that is much faster: what is broken off is lost."""

PATIENCE = 0.1
"""Seconds that the plain text may take before the compiled game does the same work."""


def _warn(text: str) -> None:
    warnings.warn(text, RuntimeWarning, stacklevel=2)


def playouts(  # noqa: PLR0913 - each is something to ask for
    game: Game,
    n: int = 10_000,
    seed: int = 0,
    jobs: int = 1,
    *,
    engine: str | None = None,
    on: str | None = None,
    patience: float = 600.0,
    winners_only: bool = False,
    trust_claims: bool = False,
    progress: Progress | None = None,
    say: Say = _warn,
) -> Playouts:
    """Play `n` random games from the start and count what happens; the counts depend on the game, `n` and `seed` only.

    `engine` is `compiled` (the default where that can be done), `plain`, or `cuda`, which plays on an NVIDIA GPU and is
    untested on a device; all play the same games. `jobs` is how many threads play compiled games, or processes plain
    ones; 0 means one per core, at most four per core or 64. If a process is lost, another plays its games again; all
    end with this one. `on="dask://HOST:PORT"`, or `tls://HOST:PORT`, plays on a Dask cluster instead. If nothing comes
    back for a while, `say` is called with what is missing; without workers for `patience` seconds, it is given up.

    `winners_only` counts winners alone: if exactly one player wins every full board, random full boards decide that
    many times faster. Small boards are all looked at to prove it; for larger ones `trust_claims` takes the rule sheet's
    word. Ctrl-C or a time limit returns what is done: the first games of the seed, any of them from a cluster. Raises
    ValueError for impossible numbers and unproved `winners_only`, Unavailable for what is missing or unreachable.

    >>> import hexgame
    >>> playouts(hexgame.load("hex", size=3), 1000, seed=1, engine="plain")
    <Playouts of Hex: 1,000 games, plain, seed 1>
    """
    _check_given(game, engine, on, progress)
    _check_numbers(n, seed, jobs, patience)
    if engine == CUDA and (jobs != 1 or on or winners_only):
        raise ValueError("`cuda` plays whole games on this machine's GPU: it excludes jobs, clusters and winners only")
    jobs, task = jobs or cores(), Task(seed, n, FILLINGS if winners_only else BLOCK)
    _look_ahead(game, winners_only)
    client, begun = _connected(on) if on else None, time.perf_counter()
    kernel = kernel_for(game, engine, winners_only)
    reason = _licence(game, kernel.engine, trust_claims) if winners_only else ""
    order = Order.of(game, kernel.engine, winners_only)
    ready, watch = time.perf_counter(), Watch(n, progress, say)
    _play(kernel, order, task, jobs, client, patience, watch)
    seconds = time.perf_counter() - ready
    return Playouts(
        game=game,
        seed=seed,
        asked=n,
        totals=watch.totals,
        branching=None if watch.interrupted or winners_only else branching_of(game, kernel.engine, n, seed),
        seconds=seconds,
        preparing=ready - begun,
        engine=kernel.engine,
        forms=kernel.forms,
        jobs=jobs,
        interrupted=watch.interrupted,
        licence=reason,
        on=on,
        notes=(*kernel.notes, *watch.notes),
    )


def _look_ahead(game: Game, winners_only: bool) -> None:
    """Find out what is needed first; raises ValueError if full boards cannot decide, whatever is proved or claimed."""
    if winners_only:
        may_be_filled(game)
    else:
        _ = game.symmetries  # the report merges first moves by them, and may have to be written when time is over


def _check_given(game: object, engine: object, on: object, progress: object) -> None:
    given("game", game, Game)
    for name, value, kind in (("engine", engine, str), ("on", on, str), ("progress", progress, Callable)):
        given(name, value, kind, type(None))


def _check_numbers(n: int, seed: int, jobs: int, patience: float) -> None:
    if whole("n", n) < 1:
        raise ValueError("play at least one game")
    whole("seed", seed)
    if not 0 <= whole("jobs", jobs) <= most_jobs():
        raise ValueError(f"jobs must be 0 to {most_jobs()}: at most {JOBS_PER_CORE} for each core, or {FEWEST_JOBS}")
    if not real("patience", patience) > 0:
        raise ValueError("patience must be more than 0 seconds")


def _play(
    kernel: Kernel, order: Order, task: Task, jobs: int, client: Client | None, patience: float, watch: Watch
) -> None:
    """Play all blocks of a task: on a cluster, in threads where the game is compiled, else in processes or here."""
    if client is not None:
        from ..work.dispatch import on_cluster

        with closing(on_cluster(client, RandomGames(order, task), patience, watch.say)) as parts:
            watch.add_up(parts)
    elif kernel.engine == CUDA:
        watch.add_up(at_once(kernel, task))
    elif not THREADS or (jobs == 1 and kernel.engine == PLAIN):
        watch.add_up(in_order(kernel, task))
    else:
        from ..work.crew import Crew, Native
        from ..work.worker import Worker

        hands = min(jobs, task.blocks)
        job, here = RandomGames(order, task), GamesHere(order, task, kernel)
        compiled = kernel.engine == COMPILED
        watch.follow(Crew(job, [Native(here) if compiled else Worker(job) for _ in range(hands)]))


def _licence(game: Game, engine: str, trust_claims: bool) -> str:
    sampler, most = (game.compiled(), MOST_COMPILED) if engine == COMPILED else (game.machine, MOST_PLAIN)
    return licence(game, sampler, most, trust_claims)


def most_jobs() -> int:
    """Return how many jobs may run in parallel here."""
    return max(FEWEST_JOBS, JOBS_PER_CORE * cores())


def _connected(address: str) -> Client:
    from ..work.cluster import connected

    return connected(address)


def kernel_for(game: Game, engine: str | None = None, winners_only: bool = False) -> Kernel:
    """Return what plays random games of a game, with a note where something faster cannot.

    Raises ValueError for an unknown engine, and what keeps a game from being compiled where that is asked for.
    """
    doing(f"preparing random games of `{game.name}`")
    if engine not in (None, *ENGINES):
        raise ValueError(f"there is no engine `{on_one_line(engine[:40])}`; choose {' or '.join(ENGINES)}")
    if engine == PLAIN:
        return kernel_of(game, PLAIN, winners_only)
    if engine == CUDA and not can_compile():
        raise Unavailable(f"games for GPUs need the extra `fast`: {ADVICE}")
    if engine == CUDA:
        return kernel_of(game, CUDA)
    if not is_quick():
        if engine == COMPILED:
            raise Unavailable(f"compiled games need the extra `fast`: {ADVICE}")
        note = f"there is no compiler, so the plain text is played; {NATIVE_HINT}"
    else:
        try:
            return kernel_of(game, COMPILED, winners_only)
        except Exception as error:
            if engine == COMPILED:
                raise
            note = f"this game cannot be compiled here, so the plain text is played ({type(error).__name__}: {error})"
    kernel = kernel_of(game, PLAIN, winners_only)
    return replace(kernel, notes=(*kernel.notes, note))


class Watch:
    """What is done so far, and whether play was interrupted."""

    def __init__(self, asked: int, progress: Progress | None, say: Say = _warn) -> None:
        self.asked, self._progress, self.say = asked, progress, say
        self.totals, self.interrupted = Totals(), False
        self.notes: list[str] = []

    def report(self, games: int) -> None:
        """Report how many games are done."""
        if self._progress:
            self._progress(games, self.asked)

    @contextmanager
    def keeping(self) -> Iterator[None]:
        """Keep what is done where Ctrl-C is pressed, the cluster is lost or a block cannot be played."""
        try:
            yield
        except (KeyboardInterrupt, OutOfTime):
            self.interrupted = self.totals.games < self.asked
        except Unavailable as error:
            if not self.totals.games:
                raise
            self.interrupted = True
            self.notes.append(str(error))

    def add_up(self, parts: Iterable[Totals]) -> None:
        """Add up totals as they come."""
        with self.keeping():
            self.report(0)
            for part in parts:
                self.totals += part
                look()
                self.report(self.totals.games)

    def follow(self, crew: Crew[Totals]) -> None:
        """Let a crew play; what is kept of it are always the first games."""
        with self.keeping():
            try:
                crew.play(self.report)
            finally:
                self.totals = crew.ledger.beginning()
        if crew.losses == 1:
            self.notes.append("a worker was lost; another one played its games again")
        elif crew.losses:
            self.notes.append(f"{crew.losses} workers were lost; others played their games again")


def in_order(kernel: Kernel, task: Task) -> Iterator[Totals]:
    """Play one block after another in this thread."""
    for block in range(task.blocks):
        yield counted(kernel.counting(), task, range(block, block + 1))


def at_once(kernel: Kernel, task: Task) -> Iterator[Totals]:
    """Play many blocks at once, then as many again or twice as many: a GPU is quicker the more it has to do."""
    first, count, best = 0, FEWEST, math.inf
    while first < task.blocks:
        run = range(first, min(first + count, task.blocks))
        begun = time.perf_counter()
        found = counted(kernel.counting(), task, run)
        seconds = time.perf_counter() - begun
        rate = seconds / len(run)
        if seconds < STRETCH or rate < 0.75 * best:
            count *= 2
        first, best = run.stop, min(best, rate)
        yield found


# What is on offer


def branching_of(game: Game, engine: str, games: int, seed: int) -> Branching | None:
    """How many decisions are on offer where a player decides, in a few of so many games, played for that alone.

    The plain text is at hand, and most often done before what it takes could be compiled; if not, that is.
    """
    offered = _offered(game, PLAIN, games, seed, math.inf if engine == PLAIN else PATIENCE)
    offers, decisions, played = offered or _offered(game, COMPILED, games, seed, math.inf) or (0, 0, 0)
    return Branching(offers / decisions, played) if decisions else None


def _offered(game: Game, engine: str, games: int, seed: int, seconds: float) -> tuple[int, int, int] | None:
    """How many decisions were on offer in all, how often a player had to decide, and in how many games; None where
    there was no time for all of them."""
    until = time.monotonic() + seconds
    machine, dice = game.machine, random.Random(seed)
    runner: Any = game.compiled() if engine == COMPILED else machine
    vector: Callable[[Sequence[int]], Any] = runner.numbers if engine == COMPILED else list
    layout, chances = machine.layout, [point.way == CHANCE for point in game.rules.points]
    end, at = layout.end.offset, layout.at.offset if layout.at else None
    legal, step = runner.function("legal"), runner.function("step")
    room = vector([0] * (machine.action_count + 1))
    offers = decisions = played = 0
    while played < games and decisions < MEASURED:
        played += 1
        state = vector(machine.start)
        for _ in range(machine.plan.playouts.longest):
            if state[end] != PLAYING:
                break
            if time.monotonic() > until:
                return None
            count = legal(state, room)
            if not chances[state[at] if at is not None else 0]:
                offers, decisions = offers + count, decisions + 1
            step(state, int(room[dice.randrange(count)]))
    return offers, decisions, played
