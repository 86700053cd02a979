"""The player `exact`: what it calls proved is true, and it ends when it is told to."""

from __future__ import annotations

import _thread
import random
import threading

import pytest
from conftest import long
from test_exact import WholeTree

import hexgame
from hexgame.deadline import OutOfTime
from hexgame.players import DRAW, LOSS, WIN, Limits, player
from hexgame.players.exact.player import UNPROVED

SMALL = [
    ("hex", {"size": 3, "pie": "no"}),
    ("hex", {"size": 2}),
    ("y", {"size": 3}),
    ("misere_hex", {"size": 2, "pie": "no"}),
]


@long("*", "!misere_hex*")
@pytest.mark.parametrize(("name", "options"), SMALL)
def test_what_it_calls_proved_is_true(name: str, options: dict[str, object]) -> None:
    game, dice = hexgame.load(name, **options), random.Random(1)
    tree = WholeTree(game)
    for _ in range(3):
        state, exact = game.start(), player("exact:100", 1)
        while not state.is_over:
            assert state.to_move
            view = state.view(state.to_move)
            choice, mine = exact.choose(view), state.seat(state.to_move)
            value = tree.value(state.copy())
            assert choice.move in state.legal_moves
            if choice.proved:
                assert choice.values[mine] == (DRAW if value is None else WIN if value == mine else LOSS)
                assert tree.after(state.copy(), choice.move) == value
            for each in choice.moves:
                if each.proved is not None:
                    after = tree.after(state.copy(), each.move)
                    assert each.proved == (DRAW if after is None else WIN if after == mine else LOSS)
            state.play(choice.move)
            if not state.is_over:
                state.play(dice.choice(state.legal_moves))


@long
def test_a_won_position_is_won_against_anybody() -> None:
    for seed in range(2):
        state, dice, exact = hexgame.load("hex", size=3, pie="no").start(), random.Random(seed), player("exact:300", 1)
        while not state.is_over:
            state.play(exact.choose(state.view("Red")).move)
            if not state.is_over:
                state.play(dice.choice(state.legal_moves))
        assert state.outcome
        assert state.outcome.winner == "Red"


def test_where_nothing_is_proved_a_search_chooses_and_it_says_so() -> None:
    state = hexgame.load("hex", size=5).start().play_all(["c3"])
    choice = player("exact:10", 1).choose(state.view("Blue"))
    assert not choice.proved
    assert UNPROVED in choice.notes
    assert choice.simulations == 10
    assert player("exact:10", 1).choose(state.view("Blue")) == choice


@long("blind_hex*")
@pytest.mark.parametrize(("name", "why"), [("dark_hex", "do not see everything"), ("blind_hex", "at once")])
def test_where_nothing_can_be_proved_it_says_why(name: str, why: str) -> None:
    state = hexgame.load(name).start(seed=1)
    choice = player("exact:2", 1).choose(state.view(state.deciders[0]))
    assert not choice.proved
    assert any(why in note for note in choice.notes)


def test_interrupts_and_time_limits_end_it_as_exceptions() -> None:
    view = hexgame.load("hex", size=11).start().view("Red")
    with pytest.raises(OutOfTime), hexgame.time_limit(0.2):
        player("exact:60s", 1).choose(view)
    timer = threading.Timer(0.2, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        player("exact:60s", 1).choose(view, Limits(seconds=60))
    timer.join()
