"""Random games without the swap, for those that have one: what the swap mends can only be seen where it is missing."""

from __future__ import annotations

from typing import ClassVar

from ...experiments.random.orders import GamesHere, RandomGames
from ...experiments.random.totals import Totals
from ...play.game import Game
from .playouts import Playouts
from .variants import is_filled, without_swap


class Unswapped(Playouts):
    """Random games of the same game with the option that takes the swap away."""

    name = "random-without-swap"
    unit = "random games without the swap"
    share = 1.0
    nothing: ClassVar[Totals] = Totals()

    def suits(self, game: Game) -> bool:
        """Whether the game has a swap and an option without it, and full boards do not tell more."""
        return without_swap(game) is not None and not is_filled(game)

    def job(self, game: Game, seed: int, games: int) -> RandomGames:
        """Return so many games as a job."""
        return super().job(without_swap(game) or game, seed, games)

    def here(self, game: Game, seed: int, games: int) -> GamesHere | None:
        """Return the same for threads; None where the game is not compiled."""
        return super().here(without_swap(game) or game, seed, games)


UNSWAPPED = Unswapped()
