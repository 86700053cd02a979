"""Searched games that begin with each first decision in turn, and in which nobody swaps."""

from __future__ import annotations

import random
from functools import lru_cache

from ...experiments.codes import legal, swaps_of
from ...play.game import Game
from ...play.state import State
from ...players.exact.images import orbits
from ...rules.program import CHOICE
from .desk import begun, chooser, is_veiled, played, searching
from .single import Tallied, Tally, one

SIMULATIONS = 100
FEWEST = 2
"""The fewest openings that can be compared."""

FEW, LAPS = 8, 24
"""So many openings, spread over all of them, come first, so many times in turn: a few that are told apart say more of
what a swap leaves than many of which nobody has seen two games."""


class Openings(Tallied):
    """Counts by (code of the first decision, the seat that won or -1), the codes dealt out round by round: a few first,
    then all.

    Of first decisions that lead to images of the same position only the first is played.
    """

    name = "openings"
    unit = f"games searched with {SIMULATIONS} simulations a move from given first moves"
    share = 0.6
    few = 8
    most = 20_000
    version = 2

    def suits(self, game: Game) -> bool:
        """Whether two players take turns in the open, and the first decision is a choice that is the same each time."""
        return len(game.players) == 2 and not is_veiled(game) and len(openings_of(game)) >= FEWEST

    def play(self, game: Game, seed: int, number: int, dice: random.Random) -> Tally:
        """Play one game."""
        codes, few = openings_of(game), few_of(game)
        if number < LAPS * len(few):
            codes = few
        lap, place = divmod(number, len(codes))
        order = random.Random(f"openings {seed} {lap}").sample(codes, len(codes))
        vector, before = begun(game, dice)
        game.machine.step(vector, order[place])
        hand = searching(SIMULATIONS)
        both = [chooser(game, hand, dice, swaps_of(game)) for _ in range(2)]
        ended = played(game, both, dice, (vector, [*before, order[place]]))
        return one(order[place], ended.seat)


OPENINGS = Openings()


@lru_cache(maxsize=8)
def openings_of(game: Game) -> tuple[int, ...]:
    """Return the first decisions that differ, by symmetry, from all others; none where chance decides first.

    Only games whose first decision does not end them are compared.
    """
    vector = list(game.machine.start)
    point = game.rules.points[vector[game.machine.layout.at.offset] if game.machine.layout.at else 0]
    if point.way != CHOICE:
        return ()
    first = orbits(State(game, vector))
    return tuple(sorted({first[code] for code in legal(game, vector)} - swaps_of(game)))


def few_of(game: Game) -> tuple[int, ...]:
    """Return the openings that are played first, evenly spread over all; none where there are not many."""
    codes = openings_of(game)
    return tuple(codes[number * (len(codes) - 1) // (FEW - 1)] for number in range(FEW)) if len(codes) > FEW else ()
