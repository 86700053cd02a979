"""Random games, counted by first decision, end and length: those that `hexgame playouts` plays from the same seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ...experiments.random.orders import BLOCK, COMPILED, FILLINGS, GamesHere, Order, RandomGames, Task
from ...experiments.random.totals import Totals
from ...play.game import Game
from ..blocks import Compiled
from ..sections import Json, numbers_of
from .making import making
from .single import FEW
from .variants import filled, is_filled, without_swap

PLENTY = 10_000
"""By so many games, shares are known to two percentage points; a report begins with more where they are quick."""


class Playouts:
    """Random games from the start."""

    name = "random"
    unit = "random games"
    version = 1
    share = 0.4
    few = FEW
    size = BLOCK
    most = 1_000_000_000
    nothing: ClassVar[Totals] = Totals()
    winners_only = False

    def suits(self, game: Game) -> bool:
        """Whether there is anything to play: there always is."""
        return True

    def enough(self, game: Game) -> int:
        """Return how many games answer what a card asks."""
        return PLENTY

    def played(self, game: Game) -> Game:
        """Return the game that is played to learn of another."""
        return game

    def compiled(self, game: Game) -> Sequence[Compiled]:
        """Return what plays it."""
        return (making(self.played(game), self.winners_only).compiled,)

    def job(self, game: Game, seed: int, games: int) -> RandomGames:
        """Return so many games as a job."""
        game = self.played(game)
        order = Order.of(game, making(game, self.winners_only).engine, self.winners_only)
        return RandomGames(order, Task(seed, games, self.size))

    def here(self, game: Game, seed: int, games: int) -> GamesHere | None:
        """Return the same for threads; None where the game is not compiled."""
        game = self.played(game)
        kernel = making(game, self.winners_only).kernel()
        if kernel.engine != COMPILED:
            return None
        return GamesHere(Order.of(game, COMPILED, self.winners_only), Task(seed, games, self.size), kernel)

    def read(self, data: Json) -> Totals:
        """Return what was kept."""
        return Totals.read(numbers_of(data))


class Unswapped(Playouts):
    """Random games of the same game with the option that takes the swap away."""

    name = "random-without-swap"
    unit = "random games without the swap"

    def suits(self, game: Game) -> bool:
        """Whether the game has a swap and an option without it, and full boards do not tell more."""
        return without_swap(game) is not None and not is_filled(game)

    def played(self, game: Game) -> Game:
        """Return the game without its swap."""
        return filled(game)


class Filled(Playouts):
    """Random games of which only the winner is counted, without the swap if the game has one: many millions a second.

    Of these games it is proved that full boards tell who wins.
    """

    name = "full-boards"
    unit = "random games, decided by filling the board"
    share = 0.2
    size = FILLINGS
    most = 10 * Playouts.most
    winners_only = True

    def suits(self, game: Game) -> bool:
        """Whether full boards decide, and topology proves that exactly one player wins each."""
        return is_filled(game)

    def played(self, game: Game) -> Game:
        """Return the game without its swap, if it has one."""
        return filled(game)


PLAYOUTS, UNSWAPPED, FILLED = Playouts(), Unswapped(), Filled()
