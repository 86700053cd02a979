"""Computer players: anything with `choose(view, limits) -> Choice`."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from .names import HUMAN, KINDS, check, player
from .protocol import DRAW, LOSS, UNLIMITED, WIN, Choice, Limits, Player, Weighed, Withdrawn

__all__ = [
    "DRAW", "HUMAN", "KINDS", "LOSS", "UNLIMITED", "WIN",
    "Choice", "Limits", "Player", "Seating", "Weighed", "Withdrawn",
    "check", "player", "seat",
]  # fmt: skip


@dataclass(frozen=True)
class Seating:
    """Who plays: a name for each seat, and the computer players by seat."""

    names: tuple[str, ...]
    choosers: dict[int, Player]
    seed: int | None


def seat(names: Sequence[str], seats: int, seed: int | None) -> Seating:
    """Return the players of these names, all human if there are none; raises ValueError for wrong names.

    Without a seed one is drawn, so that every game with computer players can be played again.
    """
    names = tuple(names) or (HUMAN,) * seats
    for name in names:
        check(name)
    if len(names) != seats:
        raise ValueError(f"this game needs {seats} players, not {len(names)}: {', '.join(names)}")
    if seed is None and any(name != HUMAN for name in names):
        seed = random.SystemRandom().randrange(2**31)
    choosers = {
        number: player(name, (seed or 0) * len(names) + number) for number, name in enumerate(names) if name != HUMAN
    }
    return Seating(names, choosers, seed)
