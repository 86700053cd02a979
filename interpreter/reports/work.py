"""Work for a report: blocks with seeds of their own, as many as there is time for, kept so that more can be added.

What is found of a kind of work is always the sum over its first blocks. So it depends on the game, the seed and the
number of games alone, not on who played them, how long that took, or in how many sittings.
"""

from __future__ import annotations

import math
import pkgutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import cache

from ..deadline import OutOfTime, look, time_limit
from ..experiments.work.crew import Crew, Native
from ..experiments.work.job import Job, Unavailable
from ..experiments.work.worker import Worker
from ..native.places import STUDIED
from ..native.store import Findings
from ..play.game import Game
from .blocks import AnyKind, Kept, Rest


class Shelf:
    """Keeps what was found in the first blocks of each kind of work; `say` is called once with what is in the way."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = cache(say)
        self._found = Findings(STUDIED, pkgutil.resolve_name(f"{__name__.partition('.')[0]}:__version__"))

    def kept(self, game: Game, kind: AnyKind, seed: int) -> Kept:
        """Return what is kept; the kind's `nothing` where there is nothing, or nothing that can be read."""
        try:
            return kind.read(self._found.kept(*_about(game, kind, seed)))  # type: ignore[arg-type]
        except (ValueError, TypeError, KeyError):
            return kind.nothing

    def keep(self, game: Game, kind: AnyKind, seed: int, found: Kept) -> None:
        """Keep what was found, unless more is kept."""
        if self.kept(game, kind, seed).games <= found.games:
            self._found.keep(found.data(), *_about(game, kind, seed), say=self._say)


def _about(game: Game, kind: AnyKind, seed: int) -> tuple[object, ...]:
    return kind.name, kind.version, *game.identity, seed


SOON = 0.15
"""The part of the time after which there is something of most kinds, so that an early Ctrl-C leaves no gap."""

SAVED = 10.0
"""Seconds between two times at which what is found is kept."""

LEAST = 0.05
"""Seconds below which playing is not begun."""

STARTING = 8.0
"""Seconds below which processes are not worth starting: one thread of this process plays instead."""

FIRST, ENOUGH = 1_000_000, 10_000
"""Of the kind of work that comes before all others, so many games are played; and so many if that takes long."""

SOONEST, LONGEST = 0.25, 0.6
"""The parts of the time that this may take, once there are enough games and before."""

GLIMPSE = 0.05
"""The part of the time after which it is known whether there will be a million by then."""

CHUNK = 5.0
"""Seconds that a cluster should need for the blocks that are sent to it together."""


Say = Callable[[str], None]


def _unsaid(_: str) -> None:
    """Say nothing."""


@dataclass(frozen=True)
class Crewing:
    """Who works: so many threads or processes here, or a cluster."""

    jobs: int = 1
    on: str | None = None
    patience: float = 600.0


@dataclass
class Work:
    """What is computed for a game, kind by kind."""

    game: Game
    kinds: Sequence[AnyKind]
    seed: int = 0
    crewing: Crewing = field(default_factory=Crewing)
    shelf: Shelf | None = None
    """Where what is found is kept; None keeps nothing."""

    say: Say = _unsaid
    """Called with how far the work is."""

    note: Say = _unsaid
    """Called with what went wrong."""

    found: dict[str, Kept] = field(default_factory=dict)
    interrupted: bool = False

    def begin(self, kind: AnyKind, seconds: float) -> None:
        """Add to what is kept of one kind until there are a million games, or enough of them if a million would take a
        large part of so many seconds. Ctrl-C ends it early."""
        with self._until_interrupted():
            self.take_kept()
            games, begun = min(kind.most, -(-FIRST // kind.size) * kind.size), time.monotonic()
            self._play(kind, kind.size, SOONEST * seconds, LONGEST * seconds, 1)  # compiled by then
            before, ready = self.found[kind.name].games, time.monotonic()
            self._play(kind, games, GLIMPSE * seconds, begun + LONGEST * seconds - ready, ENOUGH)
            found, now = self.found[kind.name].games, time.monotonic()
            left = begun + SOONEST * seconds - now
            if found + (found - before) / max(now - ready, LEAST) * left >= games:
                self._play(kind, games, left, 0.0)

    def for_seconds(self, seconds: float, spare: float = 0.0) -> None:
        """Add to what is kept for so many seconds, sharing them among the kinds. Then, those that have found nothing
        may each take what is left of some spare seconds, until they have found something. Ctrl-C ends it early."""
        begun = time.monotonic()
        end = begun + seconds
        with self._until_interrupted():
            self.take_kept()
            self._round(begun + SOON * seconds, end, lambda kind: kind.few)
            self._round(end, end, lambda kind: kind.enough(self.game))
            self._round(end, end, lambda kind: kind.most)
            last = max(end, time.monotonic()) + spare
            for kind in self.kinds:
                self._play(kind, kind.most, 0.0, last - time.monotonic(), enough=1)

    def _round(self, until: float, end: float, goal: Callable[[AnyKind], int]) -> None:
        """Have the kinds that lack games for a goal share the time until a time of the clock, by their shares."""
        for number, kind in enumerate(self.kinds):
            left = [
                other for other in self.kinds[number:] if self.found[other.name].games < min(goal(other), other.most)
            ]
            if left[:1] == [kind]:
                fair = (until - time.monotonic()) * kind.share / sum(other.share for other in left)
                self._play(kind, min(goal(kind), kind.most), fair, self._patience(left, end - time.monotonic()))

    def _patience(self, kinds: Sequence[AnyKind], seconds: float) -> float:
        """How long the first of some kinds may take until it has found a few games, so that the others can, too; the
        first of those that have not found them may take the longest."""
        poor = sum(self.found[kind.name].games < min(kind.few, kind.most) for kind in kinds)
        return seconds * 2 / (poor + 1) if poor else 0.0

    def take_kept(self) -> None:
        """Take what is kept, unless more was found by now, and play nothing."""
        for kind in self.kinds:
            found = self.found.get(kind.name, kind.nothing), self._kept(kind)
            self.found[kind.name] = max(found, key=lambda each: each.games)

    def in_full(self, games: Mapping[str, int]) -> None:
        """Play just so many games of each kind, by name; none of kinds that are not named."""
        with self._until_interrupted():
            for kind in self.kinds:
                wanted = games.get(kind.name, 0)
                kept = self._kept(kind)
                self.found[kind.name] = kept if kept.games <= wanted and _is_whole(kept, kind) else kind.nothing
                self._play(kind, wanted, math.inf, math.inf)

    @contextmanager
    def _until_interrupted(self) -> Iterator[None]:
        try:
            yield
        except (KeyboardInterrupt, OutOfTime):
            self.interrupted = True
        except Unavailable as error:
            self.interrupted = True
            self.note(str(error))
        finally:
            self.found = {kind.name: kind.nothing for kind in self.kinds} | self.found
            self.say("")

    def _kept(self, kind: AnyKind) -> Kept:
        kept = self.shelf.kept(self.game, kind, self.seed) if self.shelf else kind.nothing
        return kept if _is_whole(kept, kind) else kind.nothing

    def _keep(self, kind: AnyKind) -> None:
        """Keep what was found, unless more is kept already or the last block is not whole."""
        found = self.found[kind.name]
        if self.shelf and found.games and _is_whole(found, kind):
            self.shelf.keep(self.game, kind, self.seed, found)

    def _play(self, kind: AnyKind, games: int, seconds: float, patience: float, enough: int | None = None) -> None:
        """Add to what was found until it has so many games, or for so many seconds; until it has enough, as long as
        patience lasts, if that is longer."""
        before, now = self.found[kind.name], time.monotonic()
        limits = Limits(now + seconds, now + max(seconds, patience), kind.few if enough is None else enough)
        if before.games >= games or limits.left(before.games) < LEAST:
            return
        self.say(f"preparing {kind.unit}")
        play = self._on_cluster if self.crewing.on else self._here
        try:
            play(kind, games, limits)
        except _Over:
            pass
        finally:
            if self.found[kind.name].games > before.games:
                self._keep(kind)

    def _here(self, kind: AnyKind, games: int, limits: Limits) -> None:
        """Let threads or processes play; raises _Over once time is up."""
        before, saved = self.found[kind.name], time.monotonic()
        threaded = self._threaded(kind, games, limits.left(before.games))
        rest = Rest(threaded or kind.job(self.game, self.seed, games), before.games // kind.size)
        is_brief = threaded is None and limits.left(before.games) < STARTING
        hands = 1 if is_brief else min(max(1, self.crewing.jobs), rest.blocks)
        within = threaded is not None or hands == 1
        crew = Crew(rest, [Native(rest) if within else Worker(rest) for _ in range(hands)])

        def tell(done: int) -> None:
            nonlocal saved
            self.say(f"{kind.unit}: {before.games + done:,}")
            limits.check(before.games + done)
            if time.monotonic() - saved > SAVED:
                self.found[kind.name] = before + crew.ledger.beginning()
                self._keep(kind)
                saved = time.monotonic()

        try:
            crew.play(tell)
        finally:
            self.found[kind.name] = before + crew.ledger.beginning()

    def _threaded(self, kind: AnyKind, games: int, seconds: float) -> Job[Kept] | None:
        """Return what threads can play, made ready in so many seconds; raises _Over if that takes longer."""
        try:
            with time_limit(seconds):
                return kind.here(self.game, self.seed, games)
        except OutOfTime:
            look()  # the time of all work may be over
            raise _Over from None

    def _on_cluster(self, kind: AnyKind, games: int, limits: Limits) -> None:
        """Let a cluster play, some blocks after the other, so that those that are done are always the first; raises
        _Over once time is up."""
        from ..experiments.work.cluster import close, connected  # noqa: PLC0415 - clusters are rare
        from ..experiments.work.dispatch import Dispatch  # noqa: PLC0415

        client, blocks = connected(self.crewing.on or ""), 1
        with closing_by(lambda: close(client)):
            while self.found[kind.name].games < games:
                begun, first = time.monotonic(), self.found[kind.name].games // kind.size
                rest = Rest(kind.job(self.game, self.seed, min(games, (first + blocks) * kind.size)), first)
                with closing(Dispatch(client, rest, self.crewing.patience, self.note).results()) as parts:
                    total = kind.nothing
                    for part in parts:
                        total += part
                        look()
                        limits.check(self.found[kind.name].games)
                self.found[kind.name] += total
                self.say(f"{kind.unit}: {self.found[kind.name].games:,}")
                pace = (time.monotonic() - begun) / blocks
                blocks = max(1, min(4 * blocks, int(CHUNK / max(pace, 1e-9))))


class _Over(Exception):  # noqa: N818 - named for what has happened
    """The time of one kind of work is over."""


@dataclass(frozen=True)
class Limits:
    """When the time of a kind of work is over, by the monotonic clock: `last` until it has found enough games."""

    usual: float
    last: float
    enough: int

    def left(self, done: int) -> float:
        """Return the seconds that are left after so many games."""
        return (self.usual if done >= self.enough else self.last) - time.monotonic()

    def check(self, done: int) -> None:
        """Raise _Over if time is over after so many games."""
        if self.left(done) < 0:
            raise _Over


@contextmanager
def closing_by(close: Callable[[], None]) -> Iterator[None]:
    """Call a function at the end, however it comes."""
    try:
        yield
    finally:
        close()


def _is_whole(found: Kept, kind: AnyKind) -> bool:
    """Whether games can be added: the last block has all of its games."""
    return found.games % kind.size == 0
