"""Several puzzles of one game that differ, in a bounded time."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from ...deadline import OutOfTime, look, time_limit
from .puzzle import Puzzle
from .setter import Setter

MOST_GAMES = 5_000
"""The most games from which puzzles are taken."""


def collect(
    setter: Setter,
    count: int,
    seconds: float,
    seed: int = 0,
    easiest: int = 2,
    progress: Callable[[int], None] | None = None,
) -> list[Puzzle]:
    """Return puzzles of which none is the image of another, the easiest first: so many of a grade or above, or as many
    as are found in so many seconds or before Ctrl-C. `progress` is called with their number after each game.

    The games are those of numbers from 0, so the same seed and time enough give the same puzzles.
    """
    found: dict[tuple[int, ...], Puzzle] = {}
    with suppress(OutOfTime, KeyboardInterrupt), time_limit(seconds):
        for number in range(MOST_GAMES):
            for puzzle in setter.set(seed, number):
                if puzzle.grade >= easiest and len(found) < count:
                    found.setdefault(setter.print_of(puzzle), puzzle)
            if progress:
                progress(len(found))
            if len(found) == count:
                break
    look()
    return sorted(found.values(), key=lambda each: (each.simulations, len(each.codes)))
