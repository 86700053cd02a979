"""How a game ended."""

from __future__ import annotations

from collections.abc import Sequence

from ..record import Record


class Outcome(Record):
    """How a game ended: the winning colour, None for a draw, and the ending's label.

    >>> print(Outcome("Red", "four corners"))
    Red wins (four corners)
    >>> print(Outcome(None))
    a draw
    """

    winner: str | None
    label: str = ""

    def __str__(self) -> str:
        result = f"{self.winner} wins" if self.winner else "a draw"
        return f"{result} ({self.label})" if self.label else result


def resignation(players: Sequence[str], player: str, how: str = "resigned") -> Outcome:
    """Return how a game for two ends if a player gives up; raises ValueError if none of two players has the name.

    >>> print(resignation(("Red", "Blue"), "Red"))
    Blue wins (Red resigned)
    """
    if player not in players or len(players) != 2:
        raise ValueError(f"{player} cannot resign in a game of {' and '.join(players)}")
    return Outcome(next(other for other in players if other != player), f"{player} {how}")


RESIGNED, FORFEITED, OUT_OF_TIME, AGREED = "resigned", "forfeited", "out_of_time", "agreed"


class Settled(Record):
    """How a game ended of which the rules say that it goes on: a player gave up or could not go on, time ran out, or
    a draw was agreed.

    >>> print(Settled(OUT_OF_TIME, ("Red",)).outcome(("Red", "Blue")))
    Blue wins (Red ran out of time)
    >>> print(Settled(AGREED).outcome(("Red", "Blue")))
    a draw (agreed)
    """

    how: str
    colours: tuple[str, ...] = ()
    """Who gave up or could not go on, or whose time ran out."""

    def outcome(self, players: Sequence[str]) -> Outcome:
        """Return how the game ended; raises ValueError if those of whom it speaks do not play it."""
        if self.how in (RESIGNED, FORFEITED):
            return resignation(players, "".join(self.colours), self.how)
        if not set(players).issuperset(self.colours):
            raise ValueError(
                f"{' and '.join(self.colours)} cannot run out of time in a game of {' and '.join(players)}"
            )
        if self.how == AGREED:
            return Outcome(None, "agreed")
        left = [player for player in players if player not in self.colours]
        return Outcome(left[0] if len(left) == 1 else None, f"{' and '.join(self.colours)} ran out of time")
