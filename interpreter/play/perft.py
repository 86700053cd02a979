"""Perft: counting move sequences, a cheap and exact test of a game's rules."""

from __future__ import annotations

from ..deadline import OutOfTime, doing, look
from ..doors.given import given, whole
from .state import State


def perft(state: State, depth: int) -> int:
    """Count the sequences of exactly `depth` decisions; games that end earlier do not count.

    Raises OutOfTime if a time limit is reached; its message says how many were found.
    """
    given("state", state, State)
    if not whole("depth", depth, 0):
        return 1
    machine, found = state.game.machine, 0
    doing(f"counting the sequences of {depth} decision{'s' * (depth > 1)}")

    def count(vector: list[int], left: int) -> None:
        nonlocal found
        look()
        out = [0] * machine.action_count
        number = machine.legal(vector, out)
        if left == 1:
            found += number
            return
        for code in out[:number]:
            after = list(vector)
            machine.step(after, code)
            count(after, left - 1)

    try:
        count(state.working_copy(), depth)
    except OutOfTime as end:
        raise OutOfTime(f"{end}; there are {found:,} or more") from None
    return found
