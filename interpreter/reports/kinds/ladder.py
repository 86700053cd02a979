"""Pairs of games between searches of which one may look twice as far, and against players that hardly look."""

from __future__ import annotations

import random
from itertools import count

from ...experiments.matches.games import PAIR
from ...play.game import Game
from ...players.search.engine import workshop
from .desk import FIRST, GREEDY, RANDOM, Hand, is_veiled, played_pair, searching
from .single import Tallied, Tally, one

LOWEST, DOUBLINGS = 4, 11
"""The simulations of the lowest rung, and the number of rungs above it, each with twice as many as the one below."""

RUNGS = tuple(searching(LOWEST << rung) for rung in range(DOUBLINGS + 1))
SEARCH = searching(128)
DUELS: tuple[tuple[Hand, Hand], ...] = (
    *zip(RUNGS[1:], RUNGS, strict=False),
    (SEARCH, RANDOM), (GREEDY, RANDOM), (SEARCH, GREEDY), (SEARCH, FIRST),
)  # fmt: skip
"""Who plays whom: each rung the one below it, the lowest first; then players that hardly look."""

STEPS = range(DOUBLINGS)
SEARCH_RANDOM, GREEDY_RANDOM, SEARCH_GREEDY, SEARCH_FIRST = range(DOUBLINGS, DOUBLINGS + 4)
AGAINST_LITTLE = SEARCH_RANDOM, GREEDY_RANDOM, SEARCH_GREEDY, SEARCH_FIRST
"""The duels of players that hardly look."""

EACH = 20
"""So many pairs against each trick come first: whether it wins is asked of every game."""

OPENING = 1
"""Random decisions with which a pair of games begins."""


class Ladder(Tallied):
    """Counts by (duel, games that its first player has won in a pair of games, games that the second has won).

    The first pairs are of the tricks. Then, every fourth pair is of a player that hardly looks. Of the others, every
    other one is of the lowest step, every fourth of the next, and so on: each step takes about as much time.
    """

    name = "ladder"
    unit = "pairs of games on the ladder"
    share = 0.8
    most = 20_000
    version = 3

    def enough(self, game: Game) -> int:
        """Return how many pairs tell of each trick whether it wins."""
        return EACH * len(_tricks(has_senses(game)))

    def suits(self, game: Game) -> bool:
        """Whether the game is for two."""
        return len(game.players) == PAIR

    def play(self, game: Game, seed: int, number: int, dice: random.Random) -> Tally:
        """Play one pair of games, with the same opening and the seats exchanged."""
        duel, turn = _scheduled(number, has_senses(game))
        return one(duel, *played_pair(game, turn, DUELS[duel], seed + duel, OPENING, dice))


LADDER = Ladder()


def has_senses(game: Game) -> bool:
    """Return whether the rules say what players build, so that one look at a position tells something."""
    return not is_veiled(game) and workshop(game).text.sense > 0


def first_step(pairs: int) -> int:
    """Return how many pairs are played until the lowest step has so many."""
    return next(number + 1 for number in count() if _scheduled(number, has_greedy=True) == (0, pairs - 1))


def _scheduled(number: int, has_greedy: bool) -> tuple[int, int]:
    """The duel of a pair, and how many pairs of it came before."""
    tricks = _tricks(has_greedy)
    first = EACH * len(tricks)
    if number < first:
        return tricks[number % len(tricks)], number // len(tricks)
    duel, before = _later(number - first, has_greedy)
    return duel, before + EACH * (duel in tricks)


def _tricks(has_greedy: bool) -> tuple[int, ...]:
    return (SEARCH_GREEDY, SEARCH_FIRST) if has_greedy else (SEARCH_FIRST,)


def _later(number: int, has_greedy: bool) -> tuple[int, int]:
    if number % 4 == 3:
        lap = number // 4
        others = AGAINST_LITTLE if has_greedy else (SEARCH_RANDOM, SEARCH_FIRST)
        return others[lap % len(others)], lap // len(others)
    place = number - number // 4 + 1
    step = (place & -place).bit_length() - 1
    return (step, place >> (step + 1)) if step < DOUBLINGS - 1 else (DOUBLINGS - 1, (place >> DOUBLINGS - 1) - 1)
