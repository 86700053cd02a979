"""Searched games as stories: who decided, what each seat could expect, who won in the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ....play.game import Game
from ....players import DRAW, LOSS, WIN
from ....rules.program import CHANCE
from ..kinds.desk import NOBODY
from ..kinds.searched import PARTS, Searched

Values = tuple[float, ...]
"""What each seat can expect: 1 for a win, 0.5 for a draw, 0 for a loss."""


@dataclass(frozen=True)
class Story:
    """A game from its start to its end. A seat is a person: a swap exchanges colours, not seats."""

    moves: tuple[str, ...]
    deciders: tuple[int | None, ...]
    """The seat that made each move; None for moves of chance."""

    values: tuple[Values | None, ...]
    """What each seat could expect before each move, and in the end; None where nobody judged that."""

    winner: int
    """The seat that won; NOBODY for a draw."""

    @property
    def judged(self) -> tuple[Values, ...]:
        """What was judged of the positions before the end."""
        return tuple(values for values in self.values[:-1] if values is not None)

    @property
    def leads(self) -> tuple[float, ...]:
        """By how much the eventual winner's value exceeded that of the best of the others, from -1 to 1; empty for a
        draw."""
        if self.winner == NOBODY:
            return ()
        return tuple(values[self.winner] - max(_without(values, self.winner)) for values in self.judged)


def story_of(game: Game, searched: Searched) -> Story:
    """Return the story of a game of which everything is kept."""
    state, judged = game.start(decide_chance=False), iter(searched.values)
    moves, deciders, values = list[str](), list[int | None](), list[Values | None]()
    for code in searched.ended.codes:
        mover = state.to_move
        deciders.append(state.seat(mover) if mover else None)
        known = next(judged, None) if state.way != CHANCE else None
        values.append(tuple(each / PARTS for each in known) if known else None)
        moves.append(state.play(game.move(code)).text)
    seats, winner = len(game.players), searched.ended.seat
    final = tuple(DRAW if winner == NOBODY else WIN if seat == winner else LOSS for seat in range(seats))
    return Story(tuple(moves), tuple(deciders), (*values, final), winner)


def _without(values: Sequence[float], seat: int) -> list[float]:
    return [value for number, value in enumerate(values) if number != seat]
