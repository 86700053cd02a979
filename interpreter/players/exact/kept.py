"""Values of moves that were proved before: kept in one's own cache, by the game's texts and options and position."""

from __future__ import annotations

from collections.abc import Callable

from ...native.places import SOLVED
from ...native.store import Findings
from ...play.state import State
from .solution import Solution

SOLUTIONS = Findings(SOLVED, 3)
"""Its version is raised when a proof turns out to have been wrong."""


def kept(state: State, say: Callable[[str], None]) -> dict[str, str]:
    """Return the values of moves that were proved of a position before, by their texts; says what is in the way."""
    values = SOLUTIONS.kept(*_about(state), say=say)
    return {str(move): str(value) for move, value in values.items()} if isinstance(values, dict) else {}


def keep(found: Solution, say: Callable[[str], None]) -> None:
    """Keep the values that a solution proves; says what is in the way."""
    if found.values:
        SOLUTIONS.keep({move.text: value for move, value in found.values.items()}, *_about(found.state), say=say)


def _about(state: State) -> tuple[object, ...]:
    return *state.game.identity, state.vector[: state.game.machine.layout.position_size]
