"""Compiled games play exactly the games that the plain text plays."""

from __future__ import annotations

import pytest
from conftest import GAMES, small

from interpreter.machine.chance import generator

pytest.importorskip("numba")


@pytest.mark.parametrize("stem", [path.stem for path in GAMES])
def test_a_seed_gives_the_same_games_plain_and_compiled(stem: str) -> None:
    game = small(stem)
    firsts, lengths = game.compiled().sample(40, generator(5))
    plain_firsts, plain_lengths = game.machine.sample(40, generator(5))
    assert firsts.tolist() == plain_firsts
    assert lengths.tolist() == plain_lengths
    assert firsts.sum() == lengths.sum() == 40
