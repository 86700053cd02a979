"""Positions in which exactly one move wins, taken from searched games on a board that proofs come to the end of."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ...experiments.puzzles import Bounds, Puzzle, Unsuitable
from ...experiments.puzzles.fitting import fitting
from ...experiments.puzzles.setter import Setter
from ...play.game import Game
from ..blocks import Compiled
from ..sections import Json, numbers_of
from .single import SingleKind

BOUNDS = Bounds(positions=10_000, fuel=1_000, deepest=1_024)
"""Less than the command spends on a game, as there is other work to do."""

LARGEST = 40
"""The most cells of the board."""


@dataclass(frozen=True)
class Puzzles:
    """The puzzles that some games gave, each with the number of its game."""

    games: int = 0
    all: tuple[tuple[int, Puzzle], ...] = ()

    def __add__(self, other: Puzzles) -> Puzzles:
        return Puzzles(self.games + other.games, tuple(sorted((*self.all, *other.all), key=lambda each: each[0])))

    def data(self) -> dict[str, list[list[int]]]:
        """Return them as data for JSON."""
        rows = [[number, each.answer, each.simulations, each.checked, *each.codes] for number, each in self.all]
        return {"games": [[self.games]], "puzzles": rows}

    @classmethod
    def read(cls, data: Json) -> Puzzles:
        """Return what `data` was made of; raises ValueError, TypeError or KeyError for other data."""
        found = numbers_of(data)
        ((games,),) = found["games"]
        rows = found["puzzles"]
        return cls(games, tuple((row[0], Puzzle(tuple(row[4:]), row[1], row[2], row[3])) for row in rows))


class Setting(SingleKind[Puzzles]):
    """Searched games on the largest board of 25 cells or fewer, each of which gives a few puzzles or none."""

    name = "puzzles"
    unit = "games looked through for puzzles"
    share = 0.3
    few = 3
    most = 400
    nothing = Puzzles()

    def suits(self, game: Game) -> bool:
        """Whether positions have a value for certain, and some board is small enough."""
        return setter_of(game) is not None

    def play(self, game: Game, seed: int, number: int, dice: random.Random) -> Puzzles:
        """Look through the game of a number for puzzles."""
        setter = setter_of(game)
        return Puzzles(1, tuple((number, each) for each in setter.set(seed, number)) if setter else ())

    def compiled(self, game: Game) -> Sequence[Compiled]:
        """Return the search of the smaller board."""
        return super().compiled(fitting(game)[0])

    def read(self, data: Json) -> Puzzles:
        """Return what was kept."""
        return Puzzles.read(data)


PUZZLES = Setting()


@lru_cache(maxsize=8)
def setter_of(game: Game) -> Setter | None:
    """Return what sets puzzles of a game on a small board; None where there can be none."""
    try:
        Setter(game)
        found, _ = fitting(game)
        return Setter(found, BOUNDS) if len(found.board.cells) <= LARGEST else None
    except Unsuitable:
        return None
