"""What the solver answers about single positions while a strategy is written."""

from __future__ import annotations

from collections.abc import Sequence

from ....native.makers import is_quick
from ....play.game import Game
from ..binding import bonds_room
from ..hands import Compiled, Hands, Plain
from ..judge import Question
from ..kernel.orders import DISPROVED, OPEN, PROVED
from ..solution import Unsolvable

PLAIN_NODES, BONDS_TAKE = 15_000, 500
"""How many positions are visited in plain Python before the game is compiled; how much longer one takes with bonds."""

SLICE = 4_000
"""How many positions are visited at a time."""


class Oracle:
    """Tells whether a person can force a win. What it finds for one position helps with the next."""

    def __init__(self, game: Game, memory: int) -> None:
        self._game, self._memory = game, memory
        self._hands: Hands = Plain(game)
        self._questions: dict[int, Question] = {}
        self._left = PLAIN_NODES // (BONDS_TAKE if bonds_room(game.machine) else 1)

    def wins(self, vector: Sequence[int], person: int) -> bool:
        """Return whether a person can force a win, however long that takes."""
        while (found := self.glance(vector, person, SLICE)) is None:
            pass
        return found

    def glance(self, vector: Sequence[int], person: int, fuel: int) -> bool | None:
        """Return whether a person can force a win; None if visiting so many positions does not tell."""
        question = self._questions.get(person)
        if question is None:
            question = self._questions[person] = Question(self._game, person, False, self._hands)
        is_plain = isinstance(self._hands, Plain)
        answer = question.ask(vector, min(fuel, max(self._left - question.nodes, 1)) if is_plain else fuel)
        if answer not in (OPEN, PROVED, DISPROVED):
            raise Unsolvable("play may come back to a position, or lines of play are too long")
        if is_plain and question.nodes > self._left and is_quick():
            self._hands, self._questions = Compiled(self._game, self._memory // len(self._game.players)), {}
        return None if answer == OPEN else answer == PROVED
