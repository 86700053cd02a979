"""Random games side by side with OpenSpiel's own implementations: the same winner at the same move.

Needs the extra `openspiel`.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

import hexgame

pyspiel = pytest.importorskip("pyspiel")


def cells_of(stem: str, game: Any, ours: hexgame.Game) -> dict[int, str]:
    """OpenSpiel's action → our cell: both number the cells of a board row by row."""
    actions = sorted(game.new_initial_state().legal_actions())
    return dict(zip(actions, ours.board.names, strict=True))


@pytest.mark.parametrize(
    ("stem", "size", "options", "theirs"),
    [
        ("hex", 5, {"pie": False}, "hex(board_size=5)"),
        ("y", 5, {}, "y(board_size=5)"),
        ("havannah", 4, {}, "havannah(board_size=4)"),
    ],
)
def test_a_thousand_random_games_end_alike(stem: str, size: int, options: dict[str, object], theirs: str) -> None:
    ours = hexgame.load(stem, size=size, **options)
    game = pyspiel.load_game(theirs)
    cells = cells_of(stem, game, ours)
    draw = random.Random(5)
    for _ in range(1000):
        state, other = ours.start(), game.new_initial_state()
        while not other.is_terminal():
            assert {cells[action] for action in other.legal_actions()} == set(map(str, state.legal_moves))
            assert not state.is_over
            action = draw.choice(other.legal_actions())
            other.apply_action(action)
            state.play(cells[action])
        assert state.outcome is not None
        wanted = {1.0: ours.players[0], -1.0: ours.players[1], 0.0: None}[other.returns()[0]]
        assert state.outcome.winner == wanted
