"""A player without a plan."""

from __future__ import annotations

import random

from interpreter.machine.moves import Move
from interpreter.machine.state import State


class RandomPlayer:
    """Plays any legal move, each as likely as the others."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, state: State) -> Move:
        return state.game.move(self._random.choice(state.legal_codes))
