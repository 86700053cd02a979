"""What a puzzle is, how hard it is, and which games can have any."""

from __future__ import annotations

from dataclasses import dataclass

from ...play.game import Game
from ...play.moves import Move
from ...play.state import State
from ...rules.program import CHANCE, SECRET, TOGETHER

AT_ONCE = 1
"""The grade of a puzzle whose answer wins at once."""

BUDGETS = (4, 16, 64, 256, 1_024, 4_096)
"""The simulations of the searches that grade puzzles."""

GRADES = {2: 16, 3: 256, 4: 4_096}
"""The most simulations that puzzles of a grade take; those that take more have the grade above."""

HARDEST = max(GRADES) + 1


class Unsuitable(ValueError):  # noqa: N818 - named for what the game is
    """A game that can have no puzzles, with the reason."""


@dataclass(frozen=True)
class Bounds:
    """How much may be spent on one game from which puzzles are taken, so that any game takes a bounded time."""

    simulations: int = 60
    """The simulations a move of the searches that play it."""

    fuel: int = 3_000
    """The positions that the proof of one move's value may visit."""

    positions: int = 30_000
    """The positions that all proofs of the game may visit."""

    checked: int = 20_000
    """The positions that the second search may visit."""

    deepest: int = BUDGETS[-1]
    """The most simulations of the searches that grade it."""


@dataclass(frozen=True)
class Puzzle:
    """A position in which exactly one move wins for whoever moves, and each other is proved not to."""

    codes: tuple[int, ...]
    """All decisions that lead to it from the start, those of chance among them."""

    answer: int
    """The code of the move that wins."""

    simulations: int
    """The fewest simulations with which both of two searches choose the answer, and again with four times as many; 0
    where it wins at once, and one more than the most that was tried where they do not."""

    checked: int
    """The positions that the second search visited."""

    @property
    def grade(self) -> int:
        """How hard it is, from 1, a move that wins at once, to 5."""
        return grade_of(self.simulations)

    def state(self, game: Game) -> State:
        """Return the position."""
        return game.start(decide_chance=False).play_all(map(game.move, self.codes))

    def answer_in(self, state: State) -> Move:
        """Return the move that wins, as the position tells it."""
        return next(move for move in state.legal_moves if move.code == self.answer)


def grade_of(simulations: int) -> int:
    """Return the grade of a puzzle that takes a search so many simulations."""
    if not simulations:
        return AT_ONCE
    return next((grade for grade, most in GRADES.items() if simulations <= most), HARDEST)


HIDDEN = "players do not see everything, so a position has no value of its own"
TOGETHER_THEY = "several players decide at once, so no move decides alone"


def refuse_unsuitable(game: Game) -> None:
    """Raise Unsuitable, with the reason, for a game in which no position has a value for certain.

    Chance may decide how a game begins, but nothing after that: a game that draws later is refused as it is played.
    """
    if game.rules.hides:
        raise Unsuitable(HIDDEN)
    if any(point.way in (TOGETHER, SECRET) for point in game.rules.points):
        raise Unsuitable(TOGETHER_THEY)
    if game.rules.points and all(point.way == CHANCE for point in game.rules.points):
        raise Unsuitable(CHANCES)


CHANCES = "chance decides after the first move, so no move wins for certain"
