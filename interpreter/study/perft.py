"""Perft: counting move sequences, a cheap and exact test of a game's rules."""

from __future__ import annotations

from ..play.state import State


def perft(state: State, depth: int) -> int:
    """Count the sequences of exactly `depth` decisions; games that end earlier do not count."""
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

    return count(state.working_copy(), depth) if depth else 1
