"""Computer players: anything with `choose(view) -> Move`."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from ..diagnostics.diagnostic import did_you_mean, listed
from ..play.moves import Move
from ..play.view import View
from .uniform import RandomPlayer


class Player(Protocol):
    """Decides for a colour from what it knows: `view.player` is among `view.deciders`.

    Where nothing is hidden, `view.state` is a copy of the state to search in.
    """

    def choose(self, view: View) -> Move:
        """Return one of `view.choices`."""


HUMAN = "human"

PLAYERS: dict[str, Callable[[int], Player]] = {"random": RandomPlayer}
"""The computer players by name, each made from a seed."""


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
    known = [HUMAN, *PLAYERS]
    for name in names:
        if name not in known:
            guess = did_you_mean(name, known)
            raise ValueError(f"there is no player `{name}`; choose {listed(known)}" + (f" ({guess})" if guess else ""))
    if len(names) != seats:
        raise ValueError(f"this game is for {seats}, and {len(names)} named: {', '.join(names)}")
    if seed is None and any(name != HUMAN for name in names):
        seed = random.SystemRandom().randrange(2**31)
    choosers = {
        number: PLAYERS[name]((seed or 0) * len(names) + number) for number, name in enumerate(names) if name != HUMAN
    }
    return Seating(names, choosers, seed)
