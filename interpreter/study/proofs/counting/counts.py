"""How many full boards each set of players has won."""

from __future__ import annotations

from collections.abc import Mapping

from ....deadline import look
from ....record import Record
from ..fillings import Fillings
from .course import Course, course_of
from .model import Model
from .outlook import Outlook
from .phrasing import model_of
from .plain import Found, Sweep, Way


class Counts(Record):
    """The full boards of a game, counted."""

    fillings: Fillings
    by_winners: Mapping[frozenset[int], int]
    """For each set of players who have won some full board, and who alone have: how many."""

    examples: Mapping[frozenset[int], tuple[int, ...]]
    """For each such set, the contents of the cells of one of these full boards; shares as play gives them if one was
    found."""

    course: Course
    states: int
    """The most states that the sweep had at once."""

    def with_winners(self, least: int, most: int) -> int:
        """Return how many full boards have from `least` to `most` winners."""
        return sum(number for winners, number in self.by_winners.items() if least <= len(winners) <= most)


def count(fillings: Fillings) -> Counts:
    """Count full boards by who has won. Raises `Unphrased` where a sweep cannot carry along what decides that."""
    model = model_of(fillings)
    course = course_of(model, fillings.game.board)
    found: Found = {}
    most = 0
    for states in Sweep(model, course, Outlook(model)).counted(found):
        look()
        most = max(most, states)
    by_winners = {winners: number for winners, (number, _) in found.items()}
    examples = {winners: _example(model, course, way) for winners, (_, way) in found.items()}
    return Counts(fillings, by_winners, examples, course, most)


def _example(model: Model, course: Course, way: Way) -> tuple[int, ...]:
    """A full board that a way leads to, the cells it leaves open filled for even shares."""
    options: list[int] = []
    lead = way.lead
    here: Way | None = way
    while here is not None and here.before is not None:
        options.append(here.option)
        here = here.before
    options.reverse()
    for node in course.order[len(options) :]:
        several = len(model.options[node]) > 1
        options.append(int(several and lead > 0))
        lead += several * (1 - 2 * options[-1])
    held = {node: model.options[node][option] for node, option in zip(course.order, options, strict=True)}
    return tuple(held[cell] for cell in range(model.cells))
