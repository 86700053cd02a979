"""What is chosen in secret: what others have chosen already, which nobody learns, and what they may have chosen."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from ..machine.plan.sections import present
from ..rules import deeds
from ..rules.program import SECRET
from .moves import UNKNOWN

if TYPE_CHECKING:
    from .state import State
    from .view import View


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


def shuffled(view: View, state: State, dice: random.Random) -> State:
    """Return a state in which pieces of hidden kinds have changed places; hidden variables have their first values."""
    game, vector = state.game, state.working_copy()
    layers, cells = game.machine.layout.layers, range(len(game.board.cells))
    for owner in game.rules.owners:
        hidden = [cell for cell in cells if view.at(cell) == (owner, UNKNOWN)]
        contents = sorted(vector[cell] for cell in hidden)
        dice.shuffle(contents)
        for cell, content in zip(hidden, contents, strict=True):
            vector[cell] = content
    for number, layer in enumerate(game.rules.layers):
        for cell in cells:
            if not view.knows_value(number, cell):
                vector[present(layers).offset + number * len(cells) + cell] = layer.start
    game.machine.rebuild(vector)
    return type(state)(game, vector, state.origin)
