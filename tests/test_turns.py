"""How turns run and end: endings and their times, choices that a player may stop, effects with names."""

from __future__ import annotations

import pytest
from conftest import game_of
from lockstep import play_in_lockstep
from test_scripts import LINE, movers, played

from hexgame import Outcome
from hexgame.machine.chance import generator

# Endings at the end of a turn


ENEMY_TOO = "turn { place stone on empty then place stone of enemy on empty }"


def test_at_the_end_of_a_turn_an_ending_is_checked_once_it_is_over() -> None:
    text = f"{LINE}\n{ENEMY_TOO}\nwin at end of turn when count(own) == 1 and own == Red"
    state = played(text, "a1")
    assert (state.outcome, state.wins) == (None, ("Red",))
    state.play("Blue@b1" if "Blue@b1" in map(str, state.legal_moves) else "enemy@b1")
    assert state.outcome == Outcome("Red")


def test_at_the_end_of_a_turn_the_mover_is_asked_before_the_others() -> None:
    text = f"{LINE}\n{ENEMY_TOO}\nwin at end of turn when count(own) == 2"
    assert played(text, "a1", "enemy@b1", "c1", "enemy@d1").outcome == Outcome("Blue")
    text = f"{LINE}\n{ENEMY_TOO}\nlose at end of turn when count(own) == 2"
    assert played(text, "a1", "enemy@b1", "c1", "enemy@d1").outcome == Outcome("Red")


def test_endings_at_the_end_of_a_turn_keep_their_place_among_the_others() -> None:
    both = ("draw when count(empty) == 4", "win at end of turn when count(own) == 1")
    for endings, outcome in ((both, Outcome(None)), (both[::-1], Outcome("Red"))):
        text = "\n".join([LINE, ENEMY_TOO, *endings])
        assert played(text, "a1", "enemy@b1").outcome == outcome


def test_a_turn_that_goes_on_after_its_last_decision_ends_only_then() -> None:
    text = f"""{LINE}
    turn {{ place stone on empty cell(0, 0) becomes empty }}
    win at end of turn when count(own) == 1
    """
    assert played(text, "a1").outcome is None
    assert played(text, "a1", "b1").outcome == Outcome("Blue")


def test_a_swap_ends_a_turn_and_asks_at_its_end() -> None:
    text = f"""{LINE}
    turn {{ may place stone on empty may swap on turn 2 then place stone on empty }}
    win at end of turn when turn == 2
    """
    assert played(text, "a1", "b1", "swap").outcome == Outcome("Blue")
    assert played(text, "a1", "b1", "c1").outcome is None


def test_who_loses_at_the_end_of_a_turn_is_out_of_a_game_of_three() -> None:
    text = """players A, B, C
    board { grid square shape rhombus(5) }
    turn { place stone on empty then place stone on empty }
    lose at end of turn when cell(0, 0) in own
    """
    assert movers(played(text), "a1", "b1", "c1", "d1", "e1", "a2", "b2", "c2") == "AABBCCBBC"


ALIKE = {
    "an ending at the end of a turn": """board { shape rhombus(3) }
        turn { place stone on empty if turn > 1 { place stone of enemy on empty } }
        win at end of turn when connects(own, [top, bottom])
        draw at end of turn when count(empty) == 0""",
}


@pytest.mark.parametrize("name", ALIKE)
def test_all_forms_agree(name: str) -> None:
    play_in_lockstep(game_of(ALIKE[name]), 20, 1)


@pytest.mark.parametrize("name", ALIKE)
def test_a_seed_gives_the_same_games_plain_and_compiled(name: str) -> None:
    game = game_of(ALIKE[name])
    firsts, lengths = game.compiled().sample(30, generator(5))
    assert (firsts.tolist(), lengths.tolist()) == game.machine.sample(30, generator(5))
