"""Codes of decisions, for whoever plays on the vector of a position."""

from __future__ import annotations

from ..play.game import Game
from ..rules.program import Swap


def legal(game: Game, vector: list[int]) -> list[int]:
    """Return the codes of the decisions that are possible in a position."""
    room = [0] * (game.machine.action_count + 1)
    return room[: game.machine.legal(vector, room)]


def swaps_of(game: Game) -> frozenset[int]:
    """Return the codes of decisions to swap."""
    return frozenset(code for block in game.machine.blocks if block.decision.what == Swap()
                     for code in range(block.base, block.base + block.size))  # fmt: skip
