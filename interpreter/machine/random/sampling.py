"""Random games and fillings in bulk: what the generated functions take and return.

A machine runs them as plain Python over lists, a compiled one over arrays; the same seed gives both the same counts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .fillings import lane_room

Numbers = Any
"""A list of integers, or a vector, of which `tolist` makes one."""

PARAMETERS: Mapping[str, str] = {
    "tally": "SAASPFLO",
    "fill": "SnnEw",
    "fill_lanes": "Wnnw",
    "exceptions": "SnnE",
    "all_exceptions": "S",
    "rollout": "SnO",
    "step": "Sa",
    "legal": "SO",
    "play": "SaS",
    "legal_all": "MBSO",
    "play_all": "MAASO",
    "begin_all": "MGSAO",
    "seen_all": "MACS",
}
"""The functions called in bulk, with what they take. Numbers: `n` any, `a` a code. Arrays: `S` a state, `O` room for
all codes, `P` codes, `E` cells, `F` and `L` counts of first decisions and of lengths, `W` lanes and `w` wins of
fillings; for many games `M` states, `A` a number each, `B` which codes each has, `C` a number for each cell, `G`
whether each is meant. `play` and those for many games are there only once they are compiled."""

OF_STATES = "SOPE"
"""The letters of vectors whose numbers are as wide as those of a state; those of others are 64 bits wide."""


def lengths_of(size: Size, state: int) -> dict[str, int]:
    """Return how many numbers the vectors of one game have at least, by their letters."""
    return {
        "S": state,
        "O": size.codes,
        "P": 0,
        "E": size.cells,
        "F": (size.codes + 1) * size.ends,
        "L": size.longest + 1,
        "W": lane_room(size.cells),
        "w": 2,
        "A": 0,
    }


class Sampler(ABC):
    """Plays in bulk. `rng` is always a generator's state."""

    start: Numbers
    """The state before the first decision."""

    opening: Numbers
    """The codes on offer there."""

    notes: Sequence[str] = ()
    """Notes on what kept it from being faster."""

    @property
    @abstractmethod
    def size(self) -> Size:
        """How large the game is."""

    @abstractmethod
    def function(self, name: str) -> Callable[..., int]:
        """One of the functions in `PARAMETERS`; raises KeyError if the game does not have it."""

    def improve(self) -> None:
        """Make better whatever was made in haste, if anything was; in the meantime, it can be used."""
        return

    @abstractmethod
    def numbers(self, values: Iterable[int]) -> Numbers:
        """Integers as a state vector."""

    @abstractmethod
    def words(self, values: Iterable[int]) -> Numbers:
        """Integers of 64 bits."""

    @abstractmethod
    def zeros(self, size: int) -> Numbers:
        """A vector of zeros."""

    def sample(self, games: int, rng: int) -> tuple[list[list[int]], list[int]]:
        """How so many random games from the start end, by their first decisions, and how long they are.

        Gives a row for each code, the last for games without a decision, with a count for each of `Size.ends`; and a
        count for each length, the last for all that are longer than `Size.longest`.
        """
        counts = self.counts()
        counts.play(games, rng)
        return counts.firsts, counts.lengths

    def counts(self) -> Counts:
        """Room to play and count random games in; each thread needs its own."""
        return Counts(self)

    def winners(self, games: int, rng: int) -> list[int]:
        """The numbers of random fillings that the first and the second player win."""
        wins = self.zeros(2)
        if self.size.has_lanes:
            self.function("fill_lanes")(self.zeros(lane_room(self.size.cells)), rng, games, wins)
        else:
            self.function("fill")(self.numbers(self.start), rng, games, self._cells(), wins)
        return as_list(wins)

    def exceptions(self, games: int, rng: int) -> int:
        """The number of random fillings that do not have exactly one winner."""
        return int(self.function("exceptions")(self.numbers(self.start), rng, games, self._cells()))

    def all_exceptions(self) -> int:
        """The same for all fillings; raises KeyError if there are too many."""
        return int(self.function("all_exceptions")(self.numbers(self.start)))

    def _cells(self) -> Numbers:
        return self.numbers(range(self.size.cells))


class Counts:
    """Counts of random games, as `Sampler.sample` returns them; each call of `play` adds to them."""

    def __init__(self, sampler: Sampler) -> None:
        codes, self._ends = sampler.size.codes, sampler.size.ends
        self._sampler, self._tally = sampler, sampler.function("tally")
        self._firsts, self._lengths = sampler.zeros((codes + 1) * self._ends), sampler.zeros(sampler.size.longest + 1)
        self._state, self._room = sampler.numbers(sampler.start), sampler.numbers([0] * (codes + 1))

    @property
    def firsts(self) -> list[list[int]]:
        """Games by their first decision (rows) and how they ended (columns)."""
        held, width = as_list(self._firsts), self._ends
        return [held[row : row + width] for row in range(0, len(held), width)]

    @property
    def lengths(self) -> list[int]:
        """Games by their length."""
        return as_list(self._lengths)

    def play(self, games: int, rng: int) -> None:
        """Play random games from a generator's state; if compiled, without holding up other threads."""
        self.play_blocks([games], [rng])

    def play_blocks(self, games: Iterable[int], rngs: Iterable[int]) -> None:
        """Play blocks of so many games, each from a generator's state."""
        start, opening, words = self._sampler.start, self._sampler.opening, self._sampler.words
        self._tally(self._state, words(rngs), words(games), start, opening, self._firsts, self._lengths, self._room)


def as_list(numbers: Numbers) -> list[int]:
    """Return numbers as a list."""
    return numbers if isinstance(numbers, list) else numbers.tolist()


@dataclass(frozen=True)
class Size:
    """How many cells, codes of decisions and end codes there are, these twice where seats can be exchanged; how long a
    random game gets before it is broken off; whether fillings are looked at many at once."""

    cells: int
    codes: int
    ends: int
    longest: int
    has_lanes: bool
