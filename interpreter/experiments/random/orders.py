"""A game in a form that other processes and machines can play: its texts, from which they build it again."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from functools import lru_cache
from operator import add
from threading import Lock
from typing import TYPE_CHECKING, ClassVar, Protocol

from ...diagnostics.diagnostic import HexgameError
from ...diagnostics.text import Source
from ...loading import rebuild
from ...machine.chance import generator, mixed
from ...machine.plan.forms import Forms
from ...machine.random.sampling import Counts, Sampler
from ...play.game import Game
from ...rules.facts.masks import WORD
from ...values.settings import spelt
from ..work.job import Unavailable
from .totals import Totals

if TYPE_CHECKING:
    from ...native.gpu.cuda import OnDevice

BLOCK = 100
"""Games played from one random generator. All blocks are whole but the last."""

FILLINGS = 100 * WORD
"""Full boards filled from one random generator, where only winners are counted; a word of them is filled at once."""

COMPILED, PLAIN, CUDA = "compiled", "plain", "cuda"


class Counting(Protocol):
    """Plays random games in one thread and counts them."""

    def play_blocks(self, games: Sequence[int], rngs: Sequence[int]) -> None:
        """Play blocks of so many games, each drawn from a generator with such a state."""

    def totals(self) -> Totals:
        """Return the totals of all games so far."""


@dataclass(frozen=True)
class Kernel:
    """A way to play random games of a game; all ways play the same games."""

    engine: str
    forms: Forms
    counting: Callable[[], Counting]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Task:
    """A number of random games from a seed, in blocks that each have a generator of their own."""

    seed: int
    games: int
    block: int = BLOCK

    @property
    def blocks(self) -> int:
        """The number of blocks."""
        return -(-self.games // self.block)

    def size(self, block: int) -> int:
        """Return the number of games in a block."""
        return min(self.block, self.games - block * self.block)

    def rng(self, block: int) -> int:
        """Return the state of the generator with which a block begins."""
        return generator(mixed(mixed(self.seed & _MASK) + (block + 1) * 0x9E3779B97F4A7C15 & _MASK))


_MASK = (1 << 64) - 1


@dataclass(frozen=True)
class Order:
    """A game's texts, its own first, and its options, with how to play it."""

    sources: tuple[tuple[str, str], ...]
    options: tuple[tuple[str, str], ...]
    allows_slow: bool
    forms: Forms | None
    engine: str
    winners_only: bool
    fingerprint: str
    """The SHA-256 of the generated module: other machines must generate the same."""

    def __repr__(self) -> str:
        return f"<Order for {self.sources[0][0]}, {self.engine}, {self.fingerprint[:8]}>"

    @classmethod
    def of(cls, game: Game, engine: str, winners_only: bool = False) -> Order:
        """Return the order for a game."""
        sources = tuple((source.name, source.text) for source in game.sources)
        options = tuple((name, spelt(value)) for name, value in game.options.items())
        return cls(sources, options, game.allows_slow, game.chosen_forms, engine, winners_only, _fingerprint(game))

    def game(self) -> Game:
        """Build the game again; raises ValueError if it is not the same."""
        try:
            sources = tuple(Source(name, text) for name, text in self.sources)
            game = rebuild(sources, dict(self.options), self.allows_slow)
        except HexgameError:
            game = None
        if game is not None and self.forms is not None:
            game = game.in_forms(self.forms)
        if game is None or _fingerprint(game) != self.fingerprint:
            raise ValueError("another version of hexgame-interpreter is installed here: its game differs")
        return game


def _fingerprint(game: Game) -> str:
    return hashlib.sha256(game.machine.source.encode()).hexdigest()


@dataclass(frozen=True)
class RandomGames:
    """Random games of a game as a job: an order, and the task to do."""

    order: Order
    task: Task
    nothing: ClassVar[Totals] = Totals()

    @property
    def blocks(self) -> int:
        """The number of blocks."""
        return self.task.blocks

    @property
    def name(self) -> str:
        """A hash of the order and the task."""
        return hashlib.sha256(repr((astuple(self.order), self.task)).encode()).hexdigest()

    def played(self, run: range) -> Totals:
        """Play some blocks, with what this process has compiled or compiles now."""
        with _LOCK:
            counting = _kernel(self.order).counting()
        return counted(counting, self.task, run)

    def told(self, run: range) -> str:
        """Return what to call some blocks: `games 1 to 100`."""
        block = self.task.block
        return f"games {run.start * block + 1:,} to {min(run.stop * block, self.task.games):,}"


@dataclass(frozen=True)
class GamesHere(RandomGames):
    """The same with a kernel at hand, for threads of this process."""

    kernel: Kernel

    def played(self, run: range) -> Totals:
        """Play some blocks."""
        return counted(self.kernel.counting(), self.task, run)


def counted(counting: Counting, task: Task, run: range) -> Totals:
    """Play some blocks of a task and return all that was counted."""
    counting.play_blocks([*map(task.size, run)], [*map(task.rng, run)])
    return counting.totals()


_LOCK = Lock()
"""Held while a game is built: threads that start together build it once."""


@lru_cache(maxsize=8)
def _kernel(order: Order) -> Kernel:
    return kernel_of(order.game(), order.engine, order.winners_only)


def kernel_of(game: Game, engine: str, winners_only: bool = False) -> Kernel:
    """Return what plays a game, compiled and ready; raises ModuleNotFoundError if it must be compiled and cannot be,
    Unavailable if a GPU must play and cannot."""
    if engine == CUDA:
        from ...native.gpu.cuda import OnDevice  # noqa: PLC0415 - hardly anybody asks for a GPU

        with _with_gpu():
            device = OnDevice(game.machine)
        return Kernel(engine, game.forms, lambda: _Gathering(device))
    sampler: Sampler = game.compiled() if engine == COMPILED else game.machine
    if winners_only:
        sampler.winners(1, 1)
        return Kernel(engine, game.forms, lambda: _Filling(game, sampler), tuple(sampler.notes))
    sampler.counts().play(0, 1)
    return Kernel(engine, game.forms, lambda: _Playing(sampler.counts()), tuple(sampler.notes))


class _Playing:
    """Counts whole games."""

    def __init__(self, counts: Counts) -> None:
        self._counts = counts
        self.play_blocks = counts.play_blocks

    def totals(self) -> Totals:
        return Totals.of(self._counts.firsts, self._counts.lengths)


@contextmanager
def _with_gpu() -> Iterator[None]:
    """A block that asks for a GPU, which may not be there, or refuse something."""
    from ...native.gpu.driver import DeviceError  # noqa: PLC0415 - hardly anybody asks for a GPU

    try:
        yield
    except DeviceError as error:
        raise Unavailable(str(error)) from None


class _Gathering:
    """Gathers blocks, all of which a GPU plays at once when they are counted."""

    def __init__(self, device: OnDevice) -> None:
        self._device, self._games, self._rngs = device, array("q"), array("q")

    def play_blocks(self, games: Sequence[int], rngs: Sequence[int]) -> None:
        self._games.extend(games)
        self._rngs.extend(rngs)

    def totals(self) -> Totals:
        with _with_gpu():
            return Totals.of(*self._device.sample(self._games, self._rngs))


class _Filling:
    """Counts who wins full boards."""

    def __init__(self, game: Game, sampler: Sampler) -> None:
        self._game, self._sampler, self._wins = game, sampler, [0, 0]

    def play_blocks(self, games: Sequence[int], rngs: Sequence[int]) -> None:
        for each in map(self._sampler.winners, games, rngs):
            self._wins = [*map(add, self._wins, each)]

    def totals(self) -> Totals:
        return Totals.of_wins(self._game, self._wins)
