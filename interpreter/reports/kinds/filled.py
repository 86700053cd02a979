"""Random full boards, for games of which it is proved that they tell who wins: many millions a second."""

from __future__ import annotations

from typing import ClassVar

from ...experiments.random.orders import COMPILED, FILLINGS, GamesHere, Order, RandomGames, Task
from ...experiments.random.totals import Totals
from ...play.game import Game
from .making import making
from .playouts import Playouts
from .variants import filled, is_filled


class Filled(Playouts):
    """Random games of which only the winner is counted, without the swap if the game has one."""

    name = "full-boards"
    unit = "random games, decided by filling the board"
    share = 0.6
    size = FILLINGS
    most = 10 * Playouts.most
    nothing: ClassVar[Totals] = Totals()

    def suits(self, game: Game) -> bool:
        """Whether full boards decide, and topology proves that exactly one player wins each."""
        return is_filled(game)

    def job(self, game: Game, seed: int, games: int) -> RandomGames:
        """Return so many games as a job."""
        game = filled(game)
        engine = making(game, winners_only=True).engine
        return RandomGames(Order.of(game, engine, winners_only=True), Task(seed, games, FILLINGS))

    def here(self, game: Game, seed: int, games: int) -> GamesHere | None:
        """Return the same for threads; None where the game is not compiled."""
        game = filled(game)
        kernel = making(game, winners_only=True).kernel()
        if kernel.engine != COMPILED:
            return None
        return GamesHere(Order.of(game, COMPILED, winners_only=True), Task(seed, games, FILLINGS), kernel)


FILLED = Filled()
