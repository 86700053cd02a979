"""The player that plays at random."""

from __future__ import annotations

import random

from ..play.view import View
from .protocol import UNLIMITED, Choice, Limits


class RandomPlayer:
    """Plays a random legal move, or a random part of one that several decide together; all are equally likely."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View, limits: Limits = UNLIMITED) -> Choice:
        """Return one of `view.choices`, which takes no time to speak of."""
        return Choice(self._random.choice(view.choices))
