"""Wins of positions of one game, each proved or refuted within a bound, the same by compiled code and without."""

from __future__ import annotations

from collections.abc import Sequence

from ...machine.answers import PLAYING
from ...native.makers import is_quick
from ...play.game import Game
from .hands import Compiled, Hands, Plain
from .judge import Question, end_value, why_not
from .kernel.orders import ENTRY, OPEN, PROVED
from .solution import Unsolvable

ENTRIES = 1 << 16
"""The entries of the table of each question."""


class Prover:
    """Tells whether persons, numbered as seats are, can force a win. What it finds for one position helps with others,
    so the answers are the same for the same questions in the same order."""

    def __init__(self, game: Game, *, compiled: bool = True) -> None:
        """`compiled` has the game compiled first, where that can be done."""
        self._game = game
        self._hands: Hands = Compiled(game, 8 * ENTRY * ENTRIES) if compiled and is_quick() else Plain(game)
        self._hands.entries, self._hands.most_bonded = ENTRIES, Compiled.most_bonded
        self._questions = dict[int, Question]()

    @property
    def visited(self) -> int:
        """How many positions were visited so far."""
        return sum(question.nodes for question in self._questions.values())

    def wins(self, vector: Sequence[int], person: int, fuel: int) -> bool | None:
        """Return whether a person can force a win; None if visiting so many positions does not tell.

        Raises Unsolvable for positions that the search cannot decide.
        """
        if vector[self._game.machine.layout.end.offset] != PLAYING:
            return end_value(self._game, vector) == person
        if person not in self._questions:
            self._questions[person] = Question(self._game, person, False, self._hands)
        answer = self._questions[person].ask(vector, fuel)
        if reason := why_not(answer):
            raise Unsolvable(reason)
        return None if answer == OPEN else answer == PROVED
