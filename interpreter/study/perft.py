"""Counting move sequences: the cheapest exact test of a game's rules."""

from __future__ import annotations

from ..play.state import State


def perft(state: State, depth: int) -> int:
    """How many sequences of exactly `depth` decisions there are; games that end earlier add nothing."""
    machine = state.game.machine

    def count(vector: list[int], left: int) -> int:
        out = [0] * machine.action_count
        number = machine.legal(vector, out)
        if left == 1:
            return number
        total = 0
        for code in out[:number]:
            after = list(vector)
            machine.step(after, code)
            total += count(after, left - 1)
        return total

    return count(list(state.vector), depth) if depth else 1
