"""How games go: measures of constructed values, in which swings with the mover count for nothing."""

from __future__ import annotations

import pytest
from conftest import game_of

from hexgame.reports.kinds.searched import SEARCHED
from hexgame.reports.measures.going import Shape, how_it_goes, shape_of, told_of
from hexgame.reports.measures.stories import Story
from hexgame.reports.study import Study

MARGIN = 0.1
RACE = """
game "Race"
players Red, Blue
board { shape rhombus(4) }
turn { place stone on empty }
win when count(own) == 6
"""
"""Whoever begins has six stones first, whatever anybody does."""


def story(*values: float, winner: int = 0, swing: float = 0.0, deciders: tuple[int, ...] = ()) -> Story:
    """A game of two seats, of which the first is worth so much before each move, and more as it is to move."""
    turns = deciders or tuple(number % 2 for number in range(len(values)))
    first = [value + (swing if seat == 0 else -swing) for value, seat in zip(values, turns, strict=True)]
    final = (1.0, 0.0) if winner == 0 else (0.0, 1.0)
    return Story(("a1",) * len(values), turns, (*((each, 1 - each) for each in first), final), winner)


def shape(*values: float, **how) -> Shape:
    return shape_of(story(*values, **how), MARGIN)


@pytest.mark.parametrize("swing", [0.0, 0.1, 0.3])
def test_values_that_swing_with_the_mover_are_no_lead(swing):
    found = shape(*[0.5] * 12, swing=swing)
    assert (found.lead_changes, found.drama, found.comeback, found.late_surprise) == (0, 0, 0, 0)
    assert found.uncertainty == pytest.approx(1)
    assert found.killer_move == pytest.approx(0)
    assert found.decided == 1


@pytest.mark.parametrize("swing", [0.0, 0.2])
def test_a_comeback_counts_once_however_values_swing(swing):
    found = shape(*[0.5] * 4, *[0.25] * 8, *[0.9] * 6, swing=swing)
    assert (found.comeback, found.lead_changes, found.late_surprise) == (1, 1, 0)
    assert found.drama == pytest.approx(0.5**0.5, abs=0.06)
    assert found.killer_move == pytest.approx(0.65)


def test_who_is_behind_in_the_last_quarter_surprises():
    assert shape(*[0.5] * 12, *[0.2] * 6).late_surprise == 1
    assert shape(*[0.2] * 6, *[0.6] * 14).late_surprise == 0
    assert shape(*[0.5] * 12, *[0.8] * 6, winner=1).late_surprise == 1


def test_a_game_is_decided_when_the_winner_stays_ahead():
    assert shape(*[0.95] * 10).decided == 0
    assert shape(*[0.5] * 5, *[0.95] * 5).decided == pytest.approx(5 / 9)
    assert shape(*[0.95] * 8, 0.5, 0.5).decided == 1


def test_a_turn_of_several_decisions_is_one():
    turns = (0, 1, 1, 0, 0, 1, 1)
    told = story(0.5, 0.5, 0.9, 0.5, 0.1, 0.5, 0.9, deciders=turns)
    assert [seat for seat, _ in told.turns] == [0, 1, 0, 1]
    assert told.rounds == ((0.5, 0.5),) * 3


def test_a_game_shorter_than_a_round_has_one():
    assert story(0.6).rounds == ((0.6, 0.4),)
    assert story().rounds == ()


def test_a_race_has_no_drama():
    game = game_of(RACE)
    kind = SEARCHED[0]
    study = Study(game, 0, {kind.name: kind.job(game, 1, 8).played(range(8))})
    shapes = told_of(study, kind).shapes
    assert {(each.drama, each.lead_changes, each.comeback, each.late_surprise) for each in shapes} == {(0, 0, 0, 0)}
    section = how_it_goes(study)
    captions = [part.caption for part in section.parts if type(part).__name__ == "Course"]
    assert not any("dramatic" in caption for caption in captions)
