"""Small games looked at as a whole: every position that play can reach, and every way to play."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from ...deadline import look
from ...experiments.codes import legal
from ...machine.answers import PLAYING
from ...play.game import Game
from ..kinds.desk import winner_of

STEPS = 60_000
"""How many decisions are tried at most; beyond them a game is too large to be looked at as a whole."""

SLOWING = 4
"""The number of decisions may grow so many times as slowly with the next move as with the last."""


@dataclass(frozen=True)
class Whole:
    """All of a game."""

    positions: int
    """Positions that differ in anything that the rules can tell, the start and the ends among them."""

    games: int
    """Ways to play from the start to an end."""

    ends: Mapping[tuple[int, int], int]
    """The number of games by (decisions, how they end as `Game.outcome` reads it)."""

    shortest_games: Mapping[int, tuple[int, ...]]
    """The codes of a shortest game that ends so, by how it ends."""

    chances: Mapping[tuple[int, int, int], float]
    """How likely a random game is to take so many decisions, to end so, and to be won by that seat (-1: by nobody)."""

    def shortest(self, game: Game, player: str) -> tuple[int, ...] | None:
        """Return the codes of a shortest game that a colour wins; None if it never wins."""
        won = (codes for end, codes in self.shortest_games.items() if game.outcome(end).winner == player)
        return min(won, key=len, default=None)


@lru_cache(maxsize=8)
def whole_of(game: Game, steps: int = STEPS) -> Whole | None:
    """Return all of a game, decision by decision, positions that are equal once; None if that takes too many steps."""
    machine, layout = game.machine, game.machine.layout
    size, end = layout.position_size, layout.end.offset
    start = list(machine.start)
    seen, ends, shortest = {tuple(start[:size])}, dict[tuple[int, int], int](), dict[int, tuple[int, ...]]()
    chances = defaultdict[tuple[int, int, int], float](float)
    level: dict[tuple[int, ...], _Reached] = {tuple(start[:size]): _Reached(start, 1, 1.0, None)}
    length, left, before = 0, steps, 0
    while level:
        after: dict[tuple[int, ...], _Reached] = {}
        length += 1
        tries = len(level) * len(legal(game, list(next(iter(level.values())).vector)))
        if tries > left or tries * tries > SLOWING * left * before > 0:
            return None
        before = tries
        for vector, ways, chance, way in level.values():
            look()
            codes = legal(game, list(vector))
            for code in codes:
                left -= 1
                if left < 0:
                    return None
                reached = list(vector)
                machine.step(reached, code)
                key = tuple(reached[:size])
                seen.add(key)
                if reached[end] != PLAYING:
                    chances[length, reached[end], winner_of(game, reached)] += chance / len(codes)
                    ends[length, reached[end]] = ends.get((length, reached[end]), 0) + ways
                    shortest.setdefault(reached[end], _codes((way, code)))
                elif key in after:
                    after[key] = after[key].reached_by(ways, chance / len(codes))
                else:
                    after[key] = _Reached(reached, ways, chance / len(codes), (way, code))
        level = after
    return Whole(len(seen), sum(ends.values()), ends, shortest, chances)


_Way: TypeAlias = "tuple[_Way, int] | None"
"""A way to a position: the one before, and the code of the last decision. Ways share what they have in common."""


class _Reached(NamedTuple):
    """A position, the number of ways that lead to it, how likely random play comes there, and one of the ways."""

    vector: list[int]
    ways: int
    chance: float
    way: _Way

    def reached_by(self, ways: int, chance: float) -> _Reached:
        """Return the same, reached in more ways."""
        return self._replace(ways=self.ways + ways, chance=self.chance + chance)


def _codes(way: _Way) -> tuple[int, ...]:
    """The codes of all decisions on a way."""
    codes = list[int]()
    while way:
        way, code = way
        codes.append(code)
    return tuple(reversed(codes))
