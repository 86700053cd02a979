"""What several players decide in a state: one of them, or all at once."""

from __future__ import annotations

from collections.abc import Mapping

from ..play.moves import Move
from ..play.state import State
from ..rules.program import TOGETHER
from .protocol import UNLIMITED, Choice, Limits, Player


def decide(
    state: State, choosers: Mapping[int, Player], given: Mapping[str, Move] | None = None, limits: Limits = UNLIMITED
) -> dict[str, Choice]:
    """Return what each of those who decide now does, by colour.

    `choosers` are the players by seat; `given` are parts of a joint decision that were made already.
    """
    choices = dict[str, Choice]()
    for colour in state.deciders:
        if given and colour in given:
            choices[colour] = Choice(given[colour])
        else:
            choices[colour] = choosers[state.seat(colour)].choose(state.view(colour), limits)
    return choices


def play_parts(state: State, parts: Mapping[str, Move]) -> Move:
    """Play what was decided, and return it as one move; raises as `State.play` does."""
    return state.join(**parts) if state.way == TOGETHER else state.play(next(iter(parts.values())))


def dismiss(choosers: Mapping[int, Player]) -> None:
    """Let the players of a game go: some hold more than memory, such as a program of their own."""
    for each in choosers.values():
        leave = getattr(each, "leave", None)
        if leave is not None:
            leave()
