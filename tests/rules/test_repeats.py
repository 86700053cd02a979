"""`repeats(n)`: a board that is there for the n-th time."""

from __future__ import annotations

import pytest
from conftest import game_of
from lockstep import play_in_lockstep

from hexgame.machine.chance import generator

WALK = """
players White, Black
board {{ grid square8  shape rhombus(3) }}
setup {{ top becomes stone of White  bottom becomes stone of Black }}
turn {{ move stone from s among own to d among adjacent(s) & empty {} }}
win when count(own) > 3
{}
"""
ROUND = ("a1-a2", "a3-b2", "a2-a1", "b2-a3")


def length(text: str) -> int:
    """How many moves two pieces go to and fro until the game is over, or a move is refused."""
    state = game_of(text).start()
    for number in range(40):
        move = ROUND[number % 4]
        if state.is_over or move not in {each.text for each in state.legal_moves}:
            return number
        state.play(move)
    return 40


@pytest.mark.parametrize("times", [2, 3, 4, 7])
def test_a_board_is_there_for_the_nth_time(times: int) -> None:
    assert length(WALK.format("", f"draw when repeats({times})")) == 4 * (times - 1)
    assert length(WALK.format(f"forbid repeats({times})", "")) == 4 * (times - 1) - 1


def test_without_a_number_it_is_the_second_time() -> None:
    one, other = (game_of(WALK.format("", f"draw when {each}")) for each in ("repeats", "repeats(2)"))
    assert [ending.condition for ending in one.rules.endings] == [ending.condition for ending in other.rules.endings]


def test_several_counts_are_told_apart() -> None:
    text = WALK.format("", "let n = 4\ndraw when repeats(n)\nlose when repeats(3) and count(own) > 5")
    assert length(text) == 12


@pytest.mark.parametrize("timed", ["draw when repeats(3)", "lose at end of turn when repeats(4)"])
def test_all_forms_count_alike(timed: str) -> None:
    game = game_of(WALK.format("forbid repeats(5)", timed))
    play_in_lockstep(game, 2, seed=1)


def test_compiled_games_count_alike() -> None:
    pytest.importorskip("llvmlite")
    game = game_of(WALK.format("", "draw when repeats(3)"))
    assert game.compiled().sample(40, generator(5)) == game.machine.sample(40, generator(5))
