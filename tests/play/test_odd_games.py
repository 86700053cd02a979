"""Rule sheets written at random: each is refused or can be played; nothing fails."""

from __future__ import annotations

import pytest
from conftest import long
from odd_forms import OddForms
from odd_games import play_odd


@long("??")
@pytest.mark.parametrize("seed", range(60))
def test_an_odd_game_is_refused_or_played(seed: int) -> None:
    play_odd(seed, OddForms)


@long
def test_most_odd_games_are_games() -> None:
    assert sum(not play_odd(seed, OddForms, moves=0) for seed in range(60, 100)) > 20


def test_odd_games_are_the_same_each_time() -> None:
    assert OddForms(3).text() == OddForms(3).text() != OddForms(4).text()
