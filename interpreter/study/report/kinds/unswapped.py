"""Random games without the swap, for those that have one: what the swap mends can only be seen where it is missing."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from ....diagnostics.diagnostic import HexgameError
from ....loading import rebuild
from ....play.game import Game
from ....rules.traits import Part
from ....rules.walk import traits_of
from ...random.orders import GamesHere, RandomGames
from ...random.totals import Totals
from .playouts import Playouts

FEW = 4
"""How many values of each option are tried."""


class Unswapped(Playouts):
    """Random games of the same game with the option that takes the swap away."""

    name = "random-without-swap"
    unit = "random games without the swap"
    share = 1.0
    nothing: ClassVar[Totals] = Totals()

    def suits(self, game: Game) -> bool:
        """Whether the game has a swap, and an option without it."""
        return without_swap(game) is not None

    def job(self, game: Game, seed: int, games: int) -> RandomGames:
        """Return so many games as a job."""
        return super().job(without_swap(game) or game, seed, games)

    def here(self, game: Game, seed: int, games: int) -> GamesHere | None:
        """Return the same for threads; None where the game is not compiled."""
        return super().here(without_swap(game) or game, seed, games)


UNSWAPPED = Unswapped()


def has_swap(game: Game) -> bool:
    """Whether a decision that the options allow makes people change their seats."""
    return any(Part.SEATS in traits_of(block.decision).writes for block in game.machine.blocks)


@lru_cache(maxsize=8)
def without_swap(game: Game) -> Game | None:
    """Return the same game with one option changed so that nobody swaps; None if it has no swap or no such option."""
    if not has_swap(game):
        return None
    for option in game.settings.options:
        for value in option.values[:FEW]:
            if isinstance(value, range) or value == game.options[option.name]:
                continue
            try:
                other = rebuild(game.sources, {**game.options, option.name: value})
            except HexgameError:
                continue
            if not has_swap(other) and len(other.board.cells) == len(game.board.cells):
                return other.copy_with(name=game.name)
    return None
