"""Pairs of games between two searches, of which one looks four times as far: how much that helps tells how deep a game
is."""

from __future__ import annotations

import random

from ...experiments.matches.games import PAIR
from ...play.game import Game
from .desk import played_pair, searching
from .single import Tallied, Tally, one

FAR, NEAR = 64, 16
"""The simulations a move of the one who looks farther, and of the other."""

OPENING = 2
"""Random decisions with which a pair of games begins."""


class Depth(Tallied):
    """Counts by (games that the farther search has won in a pair, games that it has lost)."""

    name = "depth"
    unit = f"pairs of games, {FAR} simulations a move against {NEAR}"
    share = 1.2
    most = 2_000

    def enough(self, game: Game) -> int:
        """Return how many pairs tell a deep game from one that is not."""
        return 120

    def suits(self, game: Game) -> bool:
        """Whether the game is for two."""
        return len(game.players) == PAIR

    def play(self, game: Game, seed: int, number: int, dice: random.Random) -> Tally:
        """Play one pair of games, with the same opening and the seats exchanged."""
        return one(*played_pair(game, number, (searching(FAR), searching(NEAR)), seed, OPENING, dice))


DEPTH = Depth()
