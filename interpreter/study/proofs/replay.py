"""Whether play can reach a full board: an order of moves that leads there is searched for and replayed."""

from __future__ import annotations

from collections.abc import Sequence

from ...deadline import look
from ...machine.answers import PLAYING
from ...play.game import Game
from ...rules import ir
from .limits import Limits

FUEL = 2_000
"""How many positions are tried for a full board, and 50 more for each cell."""


def reached(game: Game, filling: Sequence[int], limits: Limits) -> tuple[int, ...] | None:
    """Return codes of moves that lead from the start to a full board; None if none are found among a few thousand."""
    machine, cells = game.machine, len(filling)
    end, fuel = machine.layout.end.offset, FUEL + 50 * cells
    line: list[tuple[list[int], list[int]]] = [(list(machine.start), _towards(game, list(machine.start), filling))]
    moves: list[int] = []
    while line:
        look()
        vector, left = line[-1]
        if tuple(vector[:cells]) == tuple(filling):
            return tuple(moves)
        if not left or fuel <= 0:
            line.pop()
            moves = moves[:-1]
            if fuel <= 0:
                return None
            continue
        code, after = left.pop(), list(vector)
        machine.step(after, code)
        fuel -= 1
        if _fits(after, filling) and (after[end] == PLAYING or tuple(after[:cells]) == tuple(filling)):
            moves.append(code)
            line.append((after, [] if after[end] != PLAYING else _towards(game, after, filling)))
    return None


def _fits(vector: Sequence[int], filling: Sequence[int]) -> bool:
    return all(vector[cell] in (ir.EMPTY, content) for cell, content in enumerate(filling))


def _towards(game: Game, vector: list[int], filling: Sequence[int]) -> list[int]:
    """The legal codes of a position, those that fill cells last, so that they are tried first."""
    codes = [0] * (game.action_count + 1)
    found = codes[: game.machine.legal(list(vector), codes)]
    fills = [code for code in found if game.block_of(code).takes_cell]
    return [code for code in found if code not in fills] + fills[::-1]
