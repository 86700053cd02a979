"""Kinds of work whose blocks are single games, each with dice of its own."""

from __future__ import annotations

import hashlib
import random
from dataclasses import astuple, dataclass
from functools import lru_cache
from typing import Generic, Protocol

from ...deadline import look
from ...experiments.random.orders import PLAIN, Order
from ...native.makers import can_compile
from ...play.game import Game
from ...players.search.engine import workshop
from ..blocks import K, K_co
from ..sections import Json
from .desk import is_veiled
from .making import await_compiled


class Way(Protocol[K_co]):
    """How the games of a kind of work are played. It can be pickled."""

    @property
    def name(self) -> str:
        """The name of the kind."""

    @property
    def nothing(self) -> K_co:
        """What no games add up to."""

    def suits(self, game: Game) -> bool:
        """Whether there is anything to play."""

    def play(self, game: Game, seed: int, number: int, dice: random.Random) -> K_co:
        """Play the game of a number, counted from 0, with dice drawn from the seed and the number."""

    def read(self, data: Json) -> K_co:
        """Return what was kept; raises ValueError, TypeError or KeyError if it cannot be read."""


@dataclass(frozen=True)
class SingleGames(Generic[K]):
    """Games as a job, one a block."""

    order: Order
    way: Way[K]
    seed: int
    games: int

    @property
    def blocks(self) -> int:
        """The number of games."""
        return self.games

    @property
    def nothing(self) -> K:
        """What no games add up to."""
        return self.way.nothing

    @property
    def name(self) -> str:
        """A hash of all that is played."""
        whole = repr((self.way, astuple(self.order), self.seed, self.games))
        return hashlib.sha256(whole.encode()).hexdigest()

    def played(self, run: range) -> K:
        """Play some games."""
        return self._played(_game(self.order), run)

    def told(self, run: range) -> str:
        """Return what to call some games."""
        return f"games {run.start + 1:,} to {run.stop:,}"

    def _played(self, game: Game, run: range) -> K:
        total = self.way.nothing
        for number in run:
            look()
            total += self.way.play(game, self.seed, number, random.Random(f"{self.way.name} {self.seed} {number}"))
        return total


@dataclass(frozen=True)
class SingleGamesHere(SingleGames[K]):
    """The same with the game at hand, for threads of this process."""

    game: Game

    def played(self, run: range) -> K:
        """Play some games."""
        return self._played(self.game, run)


@dataclass(frozen=True)
class SingleKind(Generic[K]):
    """A kind of work that is played in some way, game by game."""

    way: Way[K]
    unit: str
    share: float
    most: int
    version: int = 1
    size: int = 1

    @property
    def name(self) -> str:
        """The name of the way."""
        return self.way.name

    @property
    def nothing(self) -> K:
        """What no games add up to."""
        return self.way.nothing

    def suits(self, game: Game) -> bool:
        """Whether there is anything to play."""
        return self.way.suits(game)

    def job(self, game: Game, seed: int, games: int) -> SingleGames[K]:
        """Return so many games as a job."""
        return SingleGames(Order.of(game, PLAIN), self.way, seed, games)

    def here(self, game: Game, seed: int, games: int) -> SingleGamesHere[K] | None:
        """Return the same for threads, which share a compiled search; None where most of the work is plain Python."""
        if not can_compile() or is_veiled(game):
            return None
        await_compiled(workshop(game).compiled)
        return SingleGamesHere(Order.of(game, PLAIN), self.way, seed, games, game)

    def read(self, data: Json) -> K:
        """Return what was kept."""
        return self.way.read(data)


@lru_cache(maxsize=4)
def _game(order: Order) -> Game:
    return order.game()
