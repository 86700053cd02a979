"""Counts by keys of whole numbers, as several kinds of work find them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..sections import Json, numbers_of

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


def one(*key: int) -> Tally:
    """Return the tally of one game."""
    return Tally(1, {key: 1})
