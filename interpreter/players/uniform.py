"""A player without a plan."""

from __future__ import annotations

import random

from ..play.moves import Move
from ..play.state import State
from ..rules.program import TOGETHER


class RandomPlayer:
    """Plays any legal move, or any part of one that several decide together, each as likely as the others."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, state: State, player: str) -> Move:
        if state.way == TOGETHER:
            return self._random.choice(state.choices(player))
        return state.game.move(self._random.choice(state.legal_codes))
