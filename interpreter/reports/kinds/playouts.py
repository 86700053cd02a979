"""Random games, counted by first decision, end and length: those that `hexgame playouts` plays from the same seed."""

from __future__ import annotations

from typing import ClassVar

from ...experiments.random.orders import BLOCK, COMPILED, GamesHere, Order, RandomGames, Task
from ...experiments.random.totals import Totals
from ...play.game import Game
from ..sections import Json, numbers_of
from .making import making


class Playouts:
    """Random games from the start."""

    name = "random"
    unit = "random games"
    version = 1
    share = 1.0
    size = BLOCK
    most = 1_000_000_000
    nothing: ClassVar[Totals] = Totals()

    def suits(self, game: Game) -> bool:
        """Whether there is anything to play: there always is."""
        return True

    def job(self, game: Game, seed: int, games: int) -> RandomGames:
        """Return so many games as a job."""
        return RandomGames(Order.of(game, making(game).engine), Task(seed, games))

    def here(self, game: Game, seed: int, games: int) -> GamesHere | None:
        """Return the same for threads; None where the game is not compiled."""
        kernel = making(game).kernel()
        if kernel.engine != COMPILED:
            return None
        return GamesHere(Order.of(game, COMPILED), Task(seed, games), kernel)

    def read(self, data: Json) -> Totals:
        """Return what was kept."""
        return Totals.read(numbers_of(data))


PLAYOUTS = Playouts()
