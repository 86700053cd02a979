"""What part of a large board a position needs: where all its pieces lie, and all that moves can name.

It follows from the rules alone: nobody sees less than others, and where anything is hidden all see the whole board.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ...play.game import Game
from ...play.state import State
from ...play.view import View
from ...rules.program import SECRET, TOGETHER, Rules
from .words import Shown

LARGE = 120
"""How many cells a board has at least of which a part is shown."""

BACK = 3
"""So many positions before this one count too: what is seen must not change with whoever is to move."""


def in_focus(shown: Shown) -> Iterator[frozenset[int]]:
    """Yield cells that must be seen, by their numbers, until none is missing; nothing where the whole board must be.

    What takes long to find out comes last, so whoever has seen enough stops.
    """
    board = shown.game.board
    held = frozenset(cell for cell in range(len(board.cells)) if shown.at(cell))
    if not held or len(board.cells) < LARGE or board.seams or _has_secrets(shown.game.rules):
        return
    yield held
    state = shown.state if isinstance(shown, View) else shown.copy()
    yield _named(state.game, tuple(state.working_copy()))
    for _ in range(min(BACK, len(state.moves))):
        state.undo()
        yield _named(state.game, tuple(state.working_copy()))


def _has_secrets(rules: Rules) -> bool:
    return rules.hides or any(point.way in (SECRET, TOGETHER) for point in rules.points)


@lru_cache(maxsize=256)
def _named(game: Game, vector: tuple[int, ...]) -> frozenset[int]:
    """The cells that hold something in a position, and those that a move can name."""
    state, by_name = State(game, vector), game.board.by_name
    held = {cell for cell in range(len(by_name)) if state.at(cell)}
    moves = state.legal_moves if state.deciders else ()
    return frozenset(held.union(by_name[name] for move in moves for name in (move.cell, move.source) if name))
