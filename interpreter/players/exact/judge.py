"""The value of a position, by one question after another.

A value is the seat of the person who wins, or `NOBODY_WINS`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...machine.answers import PLAYING
from ...play.game import Game
from ...play.state import State
from ...rules.program import CHANCE, CHOICE
from .hands import Hands
from .kernel import orders
from .search import Question
from .solution import Unsolvable

NOBODY_WINS = -1
"""The value of a draw; with three or more players, of a position in which nobody can force a win."""

_REASONS = {
    orders.LOOPS: "play may come back to a position, so it need not end",
    orders.TOO_LONG: "lines of play are too long, or have too many moves",
    orders.NOT_ALONE: "chance decides, or several players at once",
}


def check(state: State) -> None:
    """Raise Unsolvable, with the reason, for a position that has no exact value or none that this search can prove."""
    if state.is_over:
        raise Unsolvable("the game is over")
    if state.game.rules.sees is not None:
        raise Unsolvable("players do not see everything, so a position has no value of its own")
    if state.way == CHANCE:
        raise Unsolvable("chance decides next; let it decide, or set the option that it decides")
    if state.way != CHOICE:
        raise Unsolvable("several players decide at once")


class Judge:
    """Finds values of positions of one game; what is found for one position helps with the next.

    The values of two players are sought from the point of view of a seat, `person`.
    """

    def __init__(self, game: Game, person: int, hands: Hands) -> None:
        self._game = game
        seats = range(len(game.players))
        asked = [(seat, False) for seat in seats] if len(seats) != 2 else [(person, False), (person, True)]
        self._other = 1 - person if len(seats) == 2 else NOBODY_WINS
        self._questions = [Question(game, seat, draws, hands) for seat, draws in asked]
        self._winners = [NOBODY_WINS if draws else seat for seat, draws in asked]

    @property
    def nodes(self) -> int:
        """How many positions were visited so far."""
        return sum(question.nodes for question in self._questions)

    def value(self, vector: Sequence[int], fuel: int) -> int | None:
        """Return the value of a position; None if visiting so many more does not suffice. Raises Unsolvable."""
        if vector[self._game.machine.layout.end.offset] != PLAYING:
            return end_value(self._game, vector)
        for winner, question in zip(self._winners, self._questions, strict=True):
            if winner == NOBODY_WINS and not self._questions[0].met_draws:
                break
            answer = question.ask(vector, fuel)
            if answer in _REASONS:
                raise Unsolvable(_REASONS[answer])
            if answer != orders.DISPROVED:
                return winner if answer == orders.PROVED else None
        return self._other


def end_value(game: Game, vector: Sequence[int]) -> int:
    """Return the value of a position in which the game is over."""
    layout = game.machine.layout
    winner = game.outcome(vector[layout.end.offset]).winner
    return NOBODY_WINS if winner is None else person(game, vector, game.players.index(winner))


def person(game: Game, vector: Sequence[int], colour: int) -> int:
    """Return the seat of whoever plays a colour."""
    seat = game.machine.layout.seat
    return colour if seat is None else vector[seat.offset + colour]


def best_of(values: Iterable[int | None], chooser: int) -> int | None:
    """Return the value of a position, given those of its moves and who chooses; None if it is open.

    Among three or more, a move that lets somebody else force a win is worse than one that does not.
    """
    known = list(values)
    if chooser in known:
        return chooser
    if None in known:
        return None
    return NOBODY_WINS if len(set(known)) > 1 else known[0]
