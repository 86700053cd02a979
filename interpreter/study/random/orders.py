"""A game that other processes and machines can play: its texts, which are all that it takes to make it again."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Protocol

from ...diagnostics.text import Source
from ...loading import Sheet, read_sheet
from ...machine.chance import generator, mixed
from ...machine.plan.forms import Forms
from ...machine.random.sampling import Counts, Sampler
from ...play.game import Game
from ...rules.facts.masks import WORD
from ...source.reading.files import SUFFIX
from ...values.settings import spelt
from .totals import Totals

BLOCK = 100
"""So many games are played from one generator: what is played at all is whole blocks, but for the last."""

FILLINGS = 100 * WORD
"""The same where only who wins is asked, of full boards: then many are looked at together."""

COMPILED, PLAIN = "compiled", "plain"


class Unavailable(RuntimeError):  # noqa: N818 - named for what it is
    """What was asked for needs a package, or a cluster, that is not there."""


class Counting(Protocol):
    """Room in which one thread plays and counts random games."""

    def play(self, games: int, rng: int) -> None:
        """Play so many games from a generator's state."""

    def totals(self) -> Totals:
        """All of them so far."""


@dataclass(frozen=True)
class Kernel:
    """What plays a game's random games: which one does is a value, and all of them play the same games."""

    engine: str
    forms: Forms
    counting: Callable[[], Counting]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Task:
    """So many random games from a seed, in blocks that each have a generator of their own."""

    seed: int
    games: int
    block: int = BLOCK

    @property
    def blocks(self) -> int:
        return -(-self.games // self.block)

    def size(self, block: int) -> int:
        """How many games a block has."""
        return min(self.block, self.games - block * self.block)

    def rng(self, block: int) -> int:
        """The generator's state with which a block begins."""
        return generator(mixed(mixed(self.seed & _MASK) + (block + 1) * 0x9E3779B97F4A7C15 & _MASK))


_MASK = (1 << 64) - 1


@dataclass(frozen=True)
class Order:
    """A game's texts and options, its own text first, with how it is to be played."""

    sources: tuple[tuple[str, str], ...]
    options: tuple[tuple[str, str], ...]
    forms: Forms | None
    engine: str
    winners_only: bool
    fingerprint: str
    """Of the generated module: other machines must generate the very same."""

    @classmethod
    def of(cls, game: Game, engine: str, winners_only: bool = False) -> Order:
        sources = tuple((source.name, source.text) for source in game.sources)
        options = tuple((name, spelt(value)) for name, value in game.options.items())
        return cls(sources, options, game.chosen_forms, engine, winners_only, _fingerprint(game))

    def game(self) -> Game:
        """The game, made again; raises ValueError where it is not the same."""
        own, *bases = (Source(name, text) for name, text in self.sources)
        with tempfile.TemporaryDirectory() as folder:
            for base in bases:  # a variant looks for its base beside itself
                (Path(folder) / f"{Path(base.name).stem}{SUFFIX}").write_text(base.text, "utf-8")
            sheet = read_sheet(own, Path(folder))
        game = sheet.compiled(dict(self.options))[0] if isinstance(sheet, Sheet) else None
        if game is not None and self.forms is not None:
            game = game.in_forms(self.forms)
        if game is None or _fingerprint(game) != self.fingerprint:
            raise ValueError("another version of hexgame-interpreter is installed here: it makes another game of this")
        return game


def _fingerprint(game: Game) -> str:
    return hashlib.sha256(game.machine.source.encode()).hexdigest()


def played(order: Order, task: Task, first: int, beyond: int) -> Totals:
    """The blocks of a task from one up to, not including, another: the same wherever it runs, and however often."""
    with _LOCK:
        counting = _kernel(order).counting()
    for block in range(first, beyond):
        counting.play(task.size(block), task.rng(block))
    return counting.totals()


_LOCK = Lock()
"""Threads that begin together wait for one of them to make the game."""


@lru_cache(maxsize=8)
def _kernel(order: Order) -> Kernel:
    return kernel_of(order.game(), order.engine, order.winners_only)


def kernel_of(game: Game, engine: str, winners_only: bool = False) -> Kernel:
    """What plays a game; what is compiled is ready when this returns. Raises ModuleNotFoundError without Numba."""
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
        self.play = counts.play

    def totals(self) -> Totals:
        firsts, lengths = self._counts.firsts, self._counts.lengths
        return Totals.of(*(each if isinstance(each, list) else each.tolist() for each in (firsts, lengths)))


class _Filling:
    """Counts who wins full boards."""

    def __init__(self, game: Game, sampler: Sampler) -> None:
        self._game, self._sampler, self._wins = game, sampler, [0, 0]

    def play(self, games: int, rng: int) -> None:
        wins = self._sampler.winners(games, rng)
        self._wins = [before + int(more) for before, more in zip(self._wins, wins, strict=True)]

    def totals(self) -> Totals:
        return Totals.of_wins(self._game, self._wins)
