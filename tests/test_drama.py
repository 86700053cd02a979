"""Measures of how games go, on games that were made up: each has one right value."""

from __future__ import annotations

import math
from dataclasses import astuple

import numpy as np
import pytest

from hexgame.study.report.estimates import mean
from hexgame.study.report.measures import drama
from hexgame.study.report.measures.drama import shape_of
from hexgame.study.report.measures.stories import Story


def story(*firsts: float, winner: int = 0) -> Story:
    """A game for two in which the first seat could expect so much before each move; both decide in turn."""
    values = [(each, 1 - each) for each in firsts]
    final = (1.0, 0.0) if winner == 0 else (0.0, 1.0)
    return Story(
        tuple(map(str, range(len(firsts)))), tuple(ply % 2 for ply in range(len(firsts))), (*values, final), winner
    )


EVEN = story(0.5, 0.5, 0.5, 0.5)
COMEBACK = story(0.5, 0.1, 0.1, 0.6, 0.95, 0.95, 0.95, 0.95)
SWINGS = story(0.9, 0.1, 0.9, 0.1)


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (EVEN, {"drama": 0, "lead_changes": 0, "decided": 1, "uncertainty": 1, "killer_move": 0, "comeback": 0}),
        (COMEBACK, {"drama": math.sqrt(0.8), "lead_changes": 1, "decided": 0.5, "comeback": 1, "late_surprise": 0}),
        (SWINGS, {"drama": math.sqrt(0.8), "lead_changes": 4, "late_surprise": 1, "killer_move": 0}),
        (story(0.1, 0.9), {"killer_move": 0.8, "lead_changes": 1, "decided": 0.5}),
        (story(0.9, 0.95, 0.99), {"drama": 0, "decided": 0, "uncertainty": 0.32 / 3, "lead_changes": 0}),
    ],
)
def test_made_up_games(game, expected):
    found = shape_of(game, 0.1)
    assert {name: getattr(found, name) for name in expected} == pytest.approx(expected)


@pytest.mark.parametrize("game", [EVEN, COMEBACK, SWINGS])
def test_seats_are_alike(game):
    other = Story(game.moves, tuple(1 - seat for seat in game.deciders), tuple(each[::-1] for each in game.values), 1)
    assert astuple(shape_of(game, 0.1)) == pytest.approx(astuple(shape_of(other, 0.1)))


def test_a_lead_within_the_margin_is_none():
    noise = story(0.52, 0.48, 0.53, 0.47)
    assert drama.lead_changes(noise, 0.1) == drama.comeback(noise, 0.1) == drama.drama(noise, 0.1) == 0
    assert drama.lead_changes(noise, 0.01) == 4


def test_of_three_players_the_winner_is_compared_with_the_best_of_the_others():
    game = Story(("a", "b"), (0, 1), ((0.2, 0.5, 0.3), (0.6, 0.3, 0.1), (1.0, 0.0, 0.0)), 0)
    assert game.leads == pytest.approx((-0.3, 0.3))
    assert drama.drama(game, 0.1) == pytest.approx(math.sqrt(0.3))
    assert drama.lead_changes(game, 0.1) == 1


def test_moves_of_chance_surprise_nobody():
    game = Story(("a", "b"), (None, 0), ((0.2, 0.8), (0.9, 0.1), (1.0, 0.0)), 0)
    assert drama.killer_move(game, 0.1) == pytest.approx(0.1)


def test_games_with_known_parameters_are_measured_right():
    dice = np.random.default_rng(3)
    games = [story(0.5, *dice.choice([0.3, 0.7], 20), winner=int(dice.integers(2))) for _ in range(400)]
    changes = mean([drama.lead_changes(game, 0.1) for game in games])
    assert changes.low <= 10 <= changes.high  # 19 pairs of positions, and one at the end, each with an even chance
    behind = mean([drama.drama(game, 0.1) for game in games])
    assert behind.value == pytest.approx(math.sqrt(0.4), abs=0.01)


def test_a_draw_has_no_shape():
    with pytest.raises(ValueError, match="nobody won"):
        shape_of(Story(("a",), (0,), ((0.5, 0.5), (0.5, 0.5)), -1), 0.1)
