"""Searched games as stories: who decided, what each seat could expect, who won in the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from ...play.game import Game
from ...players import DRAW, LOSS, WIN
from ...rules.program import CHANCE
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
    def turns(self) -> tuple[tuple[int, Values], ...]:
        """The seat that has each turn, and what was judged of the position in which it began. A turn is all decisions
        that a seat makes in a row."""
        found = list[tuple[int, Values]]()
        for seat, values in zip(self.deciders, self.values, strict=False):
            if seat is not None and values is not None and (not found or found[-1][0] != seat):
                found.append((seat, values))
        return tuple(found)

    @property
    def rounds(self) -> tuple[Values, ...]:
        """What each seat could expect over a round: the means over as many turns in a row as there are seats.

        A search thinks more of a position for whoever moves next, so its values swing from turn to turn. A round has a
        turn of each seat, so that these swings cancel. A game that is shorter than a round has one, of all its turns.
        """
        turns = [values for _, values in self.turns]
        size = len(turns[0]) if turns else 0
        return tuple(
            tuple(map(fmean, zip(*turns[first : first + size], strict=True)))
            for first in range(max(1, len(turns) - size + 1) if turns else 0)
        )

    @property
    def leads(self) -> tuple[float, ...]:
        """By how much the eventual winner's value exceeded that of the best of the others, round by round, from -1 to
        1; empty for a draw."""
        if self.winner == NOBODY:
            return ()
        return tuple(values[self.winner] - max(_without(values, self.winner)) for values in self.rounds)


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
