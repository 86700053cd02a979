"""The player that plays at random."""

from __future__ import annotations

import random

from ..play.moves import Move
from ..play.state import State
from ..rules.program import TOGETHER


class RandomPlayer:
    """Plays a random legal move, or a random part of one that several decide together; all are equally likely."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, state: State, player: str) -> Move:
        """Return one of `state.choices(player)`."""
        if state.way == TOGETHER:
            return self._random.choice(state.choices(player))
        return state.game.move(self._random.choice(state.legal_codes))
