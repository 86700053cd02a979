"""What random games of a small game come to, known without playing: all ways to play are counted with their chances."""

from __future__ import annotations

from dataclasses import dataclass

from ...play.game import Game
from ...play.outcome import Outcome
from ...statistics.estimates import Estimate
from ...statistics.sure import exactly
from ..kinds.desk import NOBODY
from .whole import Whole, whole_of


@dataclass(frozen=True)
class Known:
    """The chances of everything that ends a random game."""

    game: Game
    whole: Whole

    @property
    def by_colour(self) -> dict[str, Estimate]:
        """How likely each colour wins."""
        won = [(outcome.winner, chance) for outcome, chance in self._by_outcome.items()]
        return {
            player: self._exactly(sum(chance for winner, chance in won if winner == player))
            for player in self.game.players
        }

    @property
    def by_seat(self) -> tuple[Estimate, ...]:
        """How likely each seat wins, the first being that of whoever begins."""
        return tuple(map(self._of_seat, range(len(self.game.players))))

    @property
    def drawn(self) -> Estimate:
        """How likely nobody wins."""
        return self._of_seat(NOBODY)

    @property
    def endings(self) -> dict[Outcome, Estimate]:
        """How likely each ending is, the likeliest first."""
        found = sorted(self._by_outcome.items(), key=lambda each: -each[1])
        return {outcome: self._exactly(chance) for outcome, chance in found}

    @property
    def lengths(self) -> dict[int, float]:
        """How likely each number of decisions is."""
        found = dict[int, float]()
        for (length, *_), chance in sorted(self.whole.chances.items()):
            found[length] = found.get(length, 0.0) + chance
        return found

    @property
    def length(self) -> Estimate:
        """The mean number of decisions."""
        return self._exactly(sum(length * chance for length, chance in self.lengths.items()))

    @property
    def _by_outcome(self) -> dict[Outcome, float]:
        found = dict[Outcome, float]()
        for (_, end, _), chance in self.whole.chances.items():
            outcome = self.game.outcome(end)
            found[outcome] = found.get(outcome, 0.0) + chance
        return found

    def _of_seat(self, seat: int) -> Estimate:
        return self._exactly(sum(chance for (_, _, who), chance in self.whole.chances.items() if who == seat))

    def _exactly(self, chance: float) -> Estimate:
        return exactly(chance, self.whole.games)


def known_of(game: Game) -> Known | None:
    """Return what is known of a game's random games; None if the game is too large to be looked at as a whole."""
    whole = whole_of(game)
    return Known(game, whole) if whole else None
