"""How many full boards each set of players has won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec

from ...deadline import look
from ...record import Record
from ..fillings import Fillings
from ..limits import Limits
from ..questions.model import Model
from ..questions.phrasing import model_of
from .course import Course, course_of
from .outlook import Outlook
from .plain import Found, Sweep, TooManyStates
from .shares import TOGETHER, Shares

_PLAIN_STATE = 4_000
"""The bytes that a state takes in plain Python, at most."""


class Counts(Record):
    """The full boards of a game, counted."""

    fillings: Fillings
    by_winners: Mapping[frozenset[int], int]
    """For each set of players who have won some full board, and who alone have: how many."""

    examples: Mapping[frozenset[int], tuple[int, ...]]
    """For each such set, the contents of the cells of one of these full boards, with shares as even as was found;
    nothing if no examples were asked for."""

    shared: Mapping[frozenset[int], int]
    """For each such set, how many of these full boards hold the shares of stones that taking turns gives; nothing if
    that was not asked for."""

    course: Course | None = None
    """The course of the sweep; None where boards were judged one by one."""

    states: int = 0
    """The most states that the sweep had at once."""

    judged: int = 0
    """How many boards were judged, of which the others are images; 0 where a sweep counted them."""

    def with_winners(self, least: int, most: int) -> int:
        """Return how many full boards have from `least` to `most` winners."""
        return sum(number for winners, number in self.by_winners.items() if least <= len(winners) <= most)

    @property
    def total(self) -> int:
        """The number of full boards."""
        return sum(self.by_winners.values())


def count(
    fillings: Fillings, limits: Limits | None = None, *, examples: bool = False, plain: bool = False,
    by_shares: bool = False,
) -> Counts:  # fmt: skip
    """Count full boards by who has won, in plain Python if need be or if asked to. With `by_shares`, boards that are
    filled in turn are also counted by themselves, where `fillings.share` is known.

    Raises `Unphrased` where a sweep cannot carry along what decides that, `TooManyStates` and OutOfTime beyond limits,
    and RuntimeError if the numbers do not add up to all full boards.
    """
    limits = limits or Limits()
    model = model_of(fillings)
    course = course_of(model, fillings.game.board)
    shares = Shares.over(len(fillings.free)) if by_shares and fillings.share >= 0 else TOGETHER
    numbers: dict[frozenset[int], int]
    ways: dict[frozenset[int], list[int]]
    if plain or not _fits(model, course):
        found: Found = {}
        most = _watched(Sweep(model, course, Outlook(model), shares).counted(found), course, limits, _PLAIN_STATE)
        numbers = {winners: number for winners, (number, _) in found.items()}
        ways = {winners: way.options for winners, (_, way) in found.items()}
    else:
        from .arrays import ArraySweep, Trace  # noqa: PLC0415 - NumPy is slow to import

        trace = Trace() if examples else None
        sweep = ArraySweep(model, course, Outlook(model), limits.memory, trace, shares)
        most = _watched(sweep.counted(), course, limits, 0)
        numbers = sweep.found
        ways = {winners: trace.options_to(winners) for winners in trace.ends} if trace else {}
    shared = {winners: shares.of(number, fillings.share) for winners, number in numbers.items() if shares.bits}
    if shares.bits:
        places = range(len(fillings.free) + 1)
        numbers = {winners: sum(shares.of(number, each) for each in places) for winners, number in numbers.items()}
    if sum(numbers.values()) != fillings.total:
        raise RuntimeError("full boards were lost as they were counted")
    shown = {winners: _example(model, course, options) for winners, options in ways.items()} if examples else {}
    return Counts(fillings, numbers, shown, shared, course, most)


def _fits(model: Model, course: Course) -> bool:
    """Whether NumPy is there, and the states of a sweep fit its arrays."""
    if find_spec("numpy") is None:
        return False
    from .arrays import ArraySweep  # noqa: PLC0415 - NumPy is slow to import

    return ArraySweep.fits(model, course)


def _watched(sizes: Iterator[int], course: Course, limits: Limits, size: int) -> int:
    """Let a sweep go on within limits; returns the most states at once."""
    most = 0
    for number, states in enumerate(sizes, 1):
        look()
        most = max(most, states)
        limits.came(f"after {number} of {len(course.steps)} steps of a sweep, with {states:,} states")
        if states * size > limits.memory:
            raise TooManyStates
    return most


def _example(model: Model, course: Course, known: Sequence[int]) -> tuple[int, ...]:
    """A full board with the first options in the order of a course, the other cells filled for even shares."""
    options = list(known)
    several = [len(model.options[node]) > 1 for node in course.order]
    lead = sum(1 - 2 * min(option, 1) for option, free in zip(options, several, strict=False) if free)
    for free in several[len(options) :]:
        options.append(int(free and lead > 0))
        lead += free * (1 - 2 * options[-1])
    held = {node: model.options[node][option] for node, option in zip(course.order, options, strict=True)}
    return tuple(held[cell] for cell in range(model.cells))
