"""The player that plays at random."""

from __future__ import annotations

import random

from ..play.moves import Move
from ..play.view import View


class RandomPlayer:
    """Plays a random legal move, or a random part of one that several decide together; all are equally likely."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View) -> Move:
        """Return one of `view.choices`."""
        return self._random.choice(view.choices)
