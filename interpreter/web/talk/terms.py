"""On what terms people sit at a table: how much time they have, and what they can say to each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from .forms import optional, whole

MOST_MOVE, MOST_BASE, MOST_MORE = 30 * 86_400, 7 * 86_400, 3_600
"""Seconds that a clock may give for a turn, for a game, and for each turn beside that."""

ANY = "any"
"""Any seat for people, which chance chooses."""

PHRASES = ("Hello", "Good luck", "Good game", "Well played", "Thanks", "One moment…")
"""All that players can say to each other."""


@dataclass(frozen=True)
class Clock:
    """How much time people have: `move` seconds for each turn, or `base` for the game and `more` after each turn."""

    move: Annotated[int | None, optional(whole(5, MOST_MOVE))] = None
    base: Annotated[int | None, optional(whole(10, MOST_BASE))] = None
    more: Annotated[int, whole(0, MOST_MORE)] = 0

    @property
    def problem(self) -> str:
        """What is wrong with it; empty if nothing is."""
        if (self.move is None) != (self.base is None) and not (self.move and self.more):
            return ""
        return "`clock` has either `move`, the seconds for each turn, or `base`, those for the game, with `more`"
