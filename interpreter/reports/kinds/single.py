"""Kinds of work whose blocks are single games, each with dice of its own."""

from __future__ import annotations

import hashlib
import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, field
from functools import lru_cache
from typing import Generic

from ...deadline import look
from ...experiments.random.orders import PLAIN, Order
from ...native.makers import can_compile
from ...play.game import Game
from ...players.search.engine import workshop
from ..blocks import Compiled, K
from ..sections import Json, numbers_of
from .desk import is_veiled
from .making import await_compiled

FEW = 30
"""So many games of most kinds are waited for."""


class SingleKind(ABC, Generic[K]):
    """A kind of work that is played game by game. It can be pickled."""

    name: str
    unit: str
    share: float
    most: int
    version = 1
    few = FEW
    size = 1
    nothing: K

    @abstractmethod
    def suits(self, game: Game) -> bool:
        """Whether there is anything to play."""

    def enough(self, game: Game) -> int:
        """Return how many games answer what a card asks."""
        return self.few

    @abstractmethod
    def play(self, game: Game, seed: int, number: int, dice: random.Random) -> K:
        """Play the game of a number, counted from 0, with dice drawn from the seed and the number."""

    @abstractmethod
    def read(self, data: Json) -> K:
        """Return what was kept; raises ValueError, TypeError or KeyError if it cannot be read."""

    def compiled(self, game: Game) -> Sequence[Compiled]:
        """Return the searches that play it; none where most of the work is plain Python."""
        return (workshop(game).compiled,) if can_compile() and not is_veiled(game) else ()

    def job(self, game: Game, seed: int, games: int) -> SingleGames[K]:
        """Return so many games as a job."""
        return SingleGames(Order.of(game, PLAIN), self, seed, games)

    def here(self, game: Game, seed: int, games: int) -> SingleGamesHere[K] | None:
        """Return the same for threads, which share compiled searches, once they are there or time is up for that; None
        where most of the work is plain Python."""
        searches = self.compiled(game)
        for each in searches:
            await_compiled(each)
        if not searches:
            return None
        return SingleGamesHere(Order.of(game, PLAIN), self, seed, games, game)


@dataclass(frozen=True)
class SingleGames(Generic[K]):
    """Games as a job, one a block."""

    order: Order
    kind: SingleKind[K]
    seed: int
    games: int

    @property
    def blocks(self) -> int:
        """The number of games."""
        return self.games

    @property
    def nothing(self) -> K:
        """What no games add up to."""
        return self.kind.nothing

    @property
    def name(self) -> str:
        """A hash of all that is played."""
        whole = repr((self.kind.name, self.kind.version, astuple(self.order), self.seed, self.games))
        return hashlib.sha256(whole.encode()).hexdigest()

    def played(self, run: range) -> K:
        """Play some games."""
        return self._played(_game(self.order), run)

    def told(self, run: range) -> str:
        """Return what to call some games."""
        return f"games {run.start + 1:,} to {run.stop:,}"

    def _played(self, game: Game, run: range) -> K:
        total = self.kind.nothing
        for number in run:
            look()
            total += self.kind.play(game, self.seed, number, random.Random(f"{self.kind.name} {self.seed} {number}"))
        return total


@dataclass(frozen=True)
class SingleGamesHere(SingleGames[K]):
    """The same with the game at hand, for threads of this process."""

    game: Game

    def played(self, run: range) -> K:
        """Play some games."""
        return self._played(self.game, run)


@lru_cache(maxsize=4)
def _game(order: Order) -> Game:
    return order.game()


Key = tuple[int, ...]


@dataclass(frozen=True)
class Tally:
    """How often each of several things was seen."""

    games: int = 0
    counts: Mapping[Key, int] = field(default_factory=dict)

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.games + other.games, Counter(self.counts) + Counter(other.counts))

    def data(self) -> dict[str, list[list[int]]]:
        """Return it as data for JSON."""
        return {"games": [[self.games]], "counts": [[*key, number] for key, number in sorted(self.counts.items())]}

    @classmethod
    def read(cls, data: Json) -> Tally:
        """Return what `data` was made of; raises ValueError, TypeError or KeyError for other data."""
        found = numbers_of(data)
        ((games,),) = found["games"]
        return cls(games, {tuple(key): number for *key, number in found["counts"]})


class Tallied(SingleKind[Tally]):
    """A kind of work whose games are counted by keys."""

    nothing = Tally()

    def read(self, data: Json) -> Tally:
        """Return what was kept."""
        return Tally.read(data)


def one(*key: int) -> Tally:
    """Return the tally of one game."""
    return Tally(1, {key: 1})
