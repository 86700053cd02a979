"""The openings from which matches between computer players begin."""

from __future__ import annotations

import importlib.util
from types import ModuleType

import pytest
from conftest import ROOT

FILE = ROOT / "bench" / "openings.py"


def module() -> ModuleType:
    spec = importlib.util.spec_from_file_location("openings", FILE)
    assert spec
    assert spec.loader
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


OPENINGS = module()


@pytest.mark.parametrize("board", OPENINGS.EVEN)
def test_openings_can_be_played_and_differ(board: str) -> None:
    states = OPENINGS.openings(board)
    assert len({tuple(state.vector[: len(state.game.board.cells)]) for state in states}) == len(states)
    assert not any(state.is_over for state in states)
    assert len(states) == OPENINGS.SIEVES[-1][2]


def test_a_board_without_even_openings_has_none() -> None:
    assert not OPENINGS.openings("blind_hex 7")


def test_points_are_those_of_the_outcome() -> None:
    state = OPENINGS.openings("hex 9")[0]
    assert OPENINGS.points(state, 0) == 0.5
    while not state.is_over:
        state.play(state.legal_moves[0])
    assert {OPENINGS.points(state, 0), OPENINGS.points(state, 1)} == {0.0, 1.0}
