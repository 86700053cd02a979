"""The games of a match: who sits where, and how each begins."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from ...play.game import Game
from ...play.moves import Move
from ...play.state import State

PAIR = 2
"""Games with the same opening; in the second, the seats are exchanged."""

TRIES = 100
"""How often an opening that ends the game is drawn again."""


@dataclass(frozen=True)
class Fixture:
    """One game of a match, counted from 0."""

    number: int

    @property
    def pair(self) -> int:
        """The pair that the game belongs to."""
        return self.number // PAIR

    @property
    def seats(self) -> tuple[int, int]:
        """Which player of the match sits on each seat."""
        return (0, 1) if self.number % PAIR == 0 else (1, 0)

    def opening(self, game: Game, seed: int, plies: int) -> State:
        """Return the position in which the game begins: after so many random moves, the same in both games of a pair.

        First moves are dealt out, so that each is played equally often; later ones are drawn. Chance decides the same
        in both games, too.
        """
        dice = random.Random(f"{seed} {self.pair}")
        state = game.start(seed=dice.randrange(1 << 32))
        for attempt in range(TRIES):
            begun = state.copy()
            for ply in range(plies):
                moves = begun.legal_moves
                if moves:
                    begun.play(dice.choice(moves) if ply else _dealt(moves, seed, self.pair + attempt))
                    begun.let_chance_decide(dice.randrange(1 << 32))
            if not begun.is_over:
                return begun
        return state


def _dealt(moves: Sequence[Move], seed: int, number: int) -> Move:
    """Return a move for a pair: each round deals out all moves in an order of its own."""
    lap, place = divmod(number, len(moves))
    order = list(range(len(moves)))
    random.Random(f"{seed} lap {lap}").shuffle(order)
    return moves[order[place]]
