"""Small games looked at as a whole: every position that play can reach, and every way to play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from ....deadline import look
from ....machine.answers import PLAYING
from ....play.game import Game
from ..kinds.desk import legal

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

    def shortest(self, game: Game, player: str) -> int | None:
        """Return the fewest decisions after which a colour has won in any game; None if it never wins."""
        return min((length for length, end in self.ends if game.outcome(end).winner == player), default=None)


@lru_cache(maxsize=8)
def whole_of(game: Game, steps: int = STEPS) -> Whole | None:
    """Return all of a game, decision by decision, positions that are equal once; None if that takes too many steps."""
    machine, layout = game.machine, game.machine.layout
    size, end = layout.position_size, layout.end.offset
    start = list(machine.start)
    seen, ends = {tuple(start[:size])}, dict[tuple[int, int], int]()
    level: dict[tuple[int, ...], tuple[list[int], int]] = {tuple(start[:size]): (start, 1)}
    length, left, before = 0, steps, 0
    while level:
        after: dict[tuple[int, ...], tuple[list[int], int]] = {}
        length += 1
        first, _ = next(iter(level.values()))
        tries = len(level) * len(legal(game, list(first)))
        if tries > left or tries * tries > SLOWING * left * before > 0:
            return None
        before = tries
        for vector, ways in level.values():
            look()
            for code in legal(game, list(vector)):
                left -= 1
                if left < 0:
                    return None
                reached = list(vector)
                machine.step(reached, code)
                key = tuple(reached[:size])
                seen.add(key)
                if reached[end] != PLAYING:
                    ends[length, reached[end]] = ends.get((length, reached[end]), 0) + ways
                else:
                    after[key] = reached, ways + (after[key][1] if key in after else 0)
        level = after
    return Whole(len(seen), sum(ends.values()), ends)
