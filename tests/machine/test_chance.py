"""Chance over cells of a set that play decides, and over many values."""

from __future__ import annotations

from collections import Counter

import pytest
from conftest import game_of, long, wide
from lockstep import play_in_lockstep

from hexgame.play.perft import perft

OBSTACLES = """
board { shape rhombus(3) edge top, bottom: Red edge left, right: Blue }
setup { repeat 2 { random c in empty  c becomes stone of neutral } }
turn { place stone on empty }
win when connects(own, own.edges)
"""
STORM = """
board { shape rhombus(4) }
turn {
  place stone on empty
  random c in adjacent(last) & enemy
  if c != none { c becomes empty }
  random n in 1..300
}
win when count(own) == 6
draw when turn > 40
"""


def test_chance_draws_from_the_cells_of_a_set() -> None:
    game = game_of(OBSTACLES)
    state = game.start(decide_chance=False)
    assert state.way == "chance"
    assert [str(move) for move in state.legal_moves] == [f"c={name}" for name in game.board.names]
    assert [perft(game.start(decide_chance=False), depth) for depth in (1, 2, 3)] == [9, 72, 504]
    state.play("c=b2")
    assert "c=b2" not in map(str, state.legal_moves)
    assert state.pieces["neutral"] == {"stone": ("b2",)}


def test_nothing_is_drawn_from_an_empty_set() -> None:
    state = game_of(STORM).start(decide_chance=False)
    state.play("a1")
    assert {str(move) for move in state.legal_moves} == {f"n={number}" for number in range(1, 301)}
    state.play("n=250")
    state.play("b1")
    assert [str(move) for move in state.legal_moves] == ["c=a1"]
    state.play("c=a1")
    assert state.pieces["Red"] == {"stone": ()}


@long
@wide("obstacles")
@pytest.mark.parametrize("text", [OBSTACLES, STORM], ids=["obstacles", "storm"])
def test_all_forms_and_compiled_games_agree(text: str) -> None:
    game = game_of(text)
    play_in_lockstep(game, 10, 1)
    assert game.machine.sample(30, 7) == game.compiled().sample(30, 7)


def test_all_cells_are_equally_likely() -> None:
    game = game_of(OBSTACLES)
    drawn = Counter(cell for seed in range(900) for cell in game.start(seed=seed).pieces["neutral"]["stone"])
    assert set(drawn) == set(game.board.names)
    assert all(140 < number < 260 for number in drawn.values())  # 200 ± 12 each


def test_a_position_that_is_set_has_the_set_up_by_chance_behind_it() -> None:
    game = game_of(OBSTACLES)
    state = game.start(decide_chance=False).play_all(["c=a1", "c=b2"])
    assert game.position({"neutral": ["a1", "b2"]}, turn=1) == state
    assert game.position({"neutral": ["a1", "b2"]}, turn=1).play("c1") == state.play("c1")
