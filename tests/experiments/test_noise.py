"""Chance is not called a finding, and what differs is found as often as reports say, in games really played."""

from __future__ import annotations

import math
from collections import Counter
from functools import cache

import pytest
from conftest import game_of, long, wide

import hexgame
from hexgame.experiments import playouts
from hexgame.experiments.random.firsts import Comparison
from hexgame.experiments.random.totals import Playouts
from hexgame.play.game import Game
from hexgame.reports.measures.winners import fairness

COIN = """
game "Coin"
players Red, Blue
board { shape rhombus(3) }
var luck = 1 in 1..20
setup {
  random k in 1..20
  set luck = k
}
turn { place stone on empty }
win for Red when count(Red) == 1 and (luck <= 10 or luck <= 14 and cell(1, 1) in Red)
win for Blue when count(Red) == 1 and not (luck <= 10 or luck <= 14 and cell(1, 1) in Red)
"""
"""A game in which a toss decides after the first stone. Red wins half of the games but those that begin in the middle,
of which Red wins seven in ten."""

GAMES = 970
"""So many games show a difference of 0.2 between first moves four times out of five."""

MIDDLE = "b2"
NUMBERS = [200, 1_000]
"""How many reports are looked at."""


@cache
def coin() -> Game:
    return game_of(COIN)


@cache
def torex() -> Game:
    return hexgame.load("torex", size=3)


@cache
def tosses(seed: int) -> Playouts:
    return playouts(coin(), GAMES, seed=seed)


def apart(found: Playouts, but: str = "") -> Comparison:
    """The first moves compared one by one, also those that are alike by symmetry."""
    firsts = tuple(each for each in found.firsts if each.move and str(each.move) != but)
    return Comparison(found.game.players[0], firsts)


@long
@wide("1000")
@pytest.mark.parametrize("number", NUMBERS)
def test_first_moves_that_are_worth_the_same_are_not_told_apart(number: int) -> None:
    found = [apart(tosses(seed), but=MIDDLE) for seed in range(number)]
    assert sum(not each.differ for each in found) >= 0.94 * number


@long
@wide("1000")
@pytest.mark.parametrize("number", NUMBERS[1:])
def test_first_moves_of_torex_are_not_told_apart(number: int) -> None:
    found = [apart(playouts(torex(), 400, seed=seed)) for seed in range(number)]
    assert all(len(each.firsts) == 9 for each in found)
    assert sum(not each.differ for each in found) >= 0.94 * number


@long
@wide("1000")
@pytest.mark.parametrize("number", NUMBERS)
def test_a_better_first_move_is_found_as_often_as_is_said(number: int) -> None:
    found = [apart(tosses(seed)) for seed in range(number)]
    assert apart(tosses(0), but=MIDDLE).shows == pytest.approx(0.2, abs=0.012)
    better = sum(any(str(first.move) == MIDDLE for first in each.better) for each in found)
    assert 0.74 * number <= better <= 0.88 * number
    assert (
        sum(all(str(first.move) == MIDDLE for first in (*each.better, *each.worse)) for each in found) >= 0.95 * number
    )


TOGETHER = 15
"""So many reports together show what Red leads by."""


def said(wins: dict[str, int]) -> bool:
    return fairness(wins, "play").startswith("Red wins more often")


@long
@wide("1000")
@pytest.mark.parametrize("number", NUMBERS)
def test_players_who_win_equally_often_are_not_told_apart(number: int) -> None:
    wins = [Counter[str]() for _ in range(number)]
    for seed, each in enumerate(wins):
        for first in apart(tosses(seed), but=MIDDLE).firsts:
            each.update(first.wins)
    found = [fairness(dict(each), "play") for each in wins]
    assert sum(text.startswith("No difference found") for text in found) >= 0.94 * number


@long
@wide("1000")
@pytest.mark.parametrize("number", NUMBERS)
def test_a_favoured_player_is_found_as_often_as_is_said(number: int) -> None:
    """Red leads by 2/45 of all games, which reports round up; fifteen together show it four times out of five."""
    together = [
        sum((Counter(tosses(seed + step).wins) for step in range(TOGETHER)), Counter())
        for seed in range(0, number - TOGETHER + 1, TOGETHER)
    ]
    games = TOGETHER * GAMES // 2
    assert "a lead of 4.5 percentage points" in fairness({"Red": games, "Blue": games}, "play")
    shown = sum(said(dict(each)) for each in together) / len(together)
    assert shown == pytest.approx(0.8, abs=3 * math.sqrt(0.8 * 0.2 / len(together)))
