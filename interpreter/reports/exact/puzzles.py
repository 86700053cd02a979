"""Puzzles as a section of a report: the boards first, the answers in a table after them."""

from __future__ import annotations

from collections.abc import Sequence

from ...experiments.puzzles import Puzzle
from ...play.game import Game
from ..sections import Diagram, Section, Table

SAYS = "In each position exactly one move wins, whatever the other does: two searches have proved it independently."


def puzzles_section(game: Game, puzzles: Sequence[Puzzle]) -> Section | None:
    """Return the section about some puzzles of a game; None where there are none."""
    states = [puzzle.state(game) for puzzle in puzzles]
    boards = [Diagram(f"{number}. {state.to_move} to move and win (grade {puzzle.grade})", tuple(map(str, state.moves)))
              for number, (state, puzzle) in enumerate(zip(states, puzzles, strict=True), 1)]  # fmt: skip
    rows = tuple((f"{number}", str(puzzle.answer_in(state)), puzzle.grade)
                 for number, (state, puzzle) in enumerate(zip(states, puzzles, strict=True), 1))  # fmt: skip
    answers = Table("Answers", ("puzzle", "move", "grade"), rows)
    return Section("puzzles", "Puzzles", (SAYS,), (*boards, answers)) if puzzles else None
