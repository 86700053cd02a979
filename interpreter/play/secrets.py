"""What is chosen in secret: what others have chosen already, which nobody learns, and what they may have chosen."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..machine.plan.sections import present
from ..rules import deeds
from ..rules.program import SECRET

if TYPE_CHECKING:
    from .state import State


def chosen_by(state: State) -> dict[str, int]:
    """Return who has chosen in secret before the decider, and the numbers of the points at which they did."""
    points, here = state.game.rules.points, state.point
    if state.is_over or points[here].way != SECRET:
        return {}
    first = here
    while first > 0 and points[first - 1] == points[here]:
        first -= 1
    return dict(zip(state.game.players, range(first, here), strict=False))


def drawn_anew(state: State, player: str, dice: random.Random) -> State:
    """Return a state as a player may imagine it: what others have chosen in secret is drawn from what they could."""
    game, vector = state.game, state.working_copy()
    layout = game.machine.layout
    for name, point in chosen_by(state).items():
        if name == player:
            continue
        seat, before, out = game.number_of(name), list(vector), [0] * game.action_count
        before[layout.mover.offset], before[present(layout.at).offset] = seat, point
        code = dice.choice(sorted(out[: game.machine.legal(before, out)]))
        block = game.block_of(code)
        kept = block.decision.effects[0]
        assert isinstance(kept, deeds.SetVariable)
        number = code - block.base
        vector[present(layout.vars).offset + kept.variable.number + seat] = (
            block.named[number][0] if block.named else number
        )
    return type(state)(game, vector)


def shuffled(state: State, unknown: Iterable[Sequence[int]], unread: Iterable[Cell], dice: random.Random) -> State:
    """Return a state in which the pieces on some cells have changed places, among each of several sets of cells.

    What variables hold that are `unread`, each a layer and a cell, are their first values.
    """
    game, vector = state.game, state.working_copy()
    for cells in unknown:
        contents = sorted(vector[cell] for cell in cells)
        dice.shuffle(contents)
        for cell, content in zip(cells, contents, strict=True):
            vector[cell] = content
    for layer, cell in unread:
        place = present(game.machine.layout.layers).offset + layer * len(game.board.cells) + cell
        vector[place] = game.rules.layers[layer].start
    game.machine.rebuild(vector)
    return type(state)(game, vector, state.origin)


Cell = tuple[int, int]
"""A layer, and a cell that has a value there."""
