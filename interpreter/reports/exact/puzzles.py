"""Puzzles as a section of a report: the boards first, the answers folded after them."""

from __future__ import annotations

from collections.abc import Sequence

from ...experiments.puzzles import Puzzle, ready
from ...experiments.puzzles.fitting import fitting
from ..kinds.puzzles import PUZZLES, setter_of
from ..sections import Diagram, Section, Table
from ..study import Study

MOST = 6
"""The most puzzles of a report."""


def puzzles(study: Study) -> Section | None:
    """Positions of searched games, on a board small enough for proofs, in which exactly one move wins: each is proved
    by two searches that share no code. The grade tells with how many simulations a search finds the move."""
    setter = setter_of(study.game)
    if setter is None:
        return None
    game, changed = fitting(study.game)
    own = {setter.print_of(each): each for _, each in study.of(PUZZLES).all}
    made = {setter.print_of(each): each for each in ready.puzzles_of(game)}
    found = spread([*{**made, **own}.values()])
    if not found:
        return None
    states = [puzzle.state(game) for puzzle in found]
    name = changed.partition("=")[0]
    options = {name: game.options[name]} if name else None
    asked = [(f"{number}", puzzle, state) for number, (puzzle, state) in enumerate(zip(found, states, strict=True), 1)]
    boards = (Diagram(f"{number}. {state.to_move} to move and win (grade {puzzle.grade})",
                      tuple(map(str, state.moves)), options=options) for number, puzzle, state in asked)  # fmt: skip
    rows = tuple((number, str(puzzle.answer_in(state)), puzzle.grade) for number, puzzle, state in asked)
    where = f" with {name} = {game.options[name]}" if name else ""
    one = len(found) == 1
    says = (f"{len(found)} position{'s' * (not one)}{where} in which exactly one move wins, "
            f"{'' if one else 'each '}proved by two searches.",
            "Grades go from 2, which a short search finds, to 5, which a long one does not.")  # fmt: skip
    answers = Table("Answers", ("puzzle", "move", "grade"), rows, is_folded=True)
    bases = (study.basis(PUZZLES),) if own else ()
    return Section("puzzles", "Puzzles", says, (*boards, answers), bases)


def spread(found: Sequence[Puzzle]) -> list[Puzzle]:
    """Return a few puzzles from the easiest to the hardest, evenly spread."""
    ranked = sorted(found, key=lambda each: (each.simulations, len(each.codes), each.codes))
    few = min(MOST, len(ranked))
    return [ranked[number * (len(ranked) - 1) // max(1, few - 1)] for number in range(few)]
