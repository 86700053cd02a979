"""Numbers of a position that no rule tells from larger ones: play is the same with and without them, and a search ends
although they grow; where one grows all the same, the verdict names it."""

from __future__ import annotations

from random import Random

import pytest
from conftest import game_of
from turning import random_turns

import hexgame
from hexgame.diagnostics.text import Source
from hexgame.play.game import Game
from hexgame.proofs import Limits, Refuted
from hexgame.proofs.checking.play.positions import Positions
from hexgame.proofs.reachability import alike, search
from hexgame.proofs.reachability.alike import levels_of
from hexgame.proofs.reachability.search import Search

BOARD = "board { shape rhombus(2) }\n"
PASSING = "turn { may place stone on empty may pass }\n"
COUNTING = "turn { may place stone on empty may pass { set n = n + 1 } }\n"

GROWING = {
    "turns": PASSING + "win when turn > 40 and count(own) > 3",
    "turns, the other way round": PASSING + "win when 40 < turn and count(own) > 3",
    "passes": PASSING + "win when passes == 3 and count(own) > 3",
    "quiet turns": PASSING + "win when quiet == 3 and count(own) > 3",
    "a player's turns": PASSING + "win when own.turns == 3 and count(own) > 3",
    "a tie to a turn": "turn { may pass on turn 7 may place stone on empty may pass }",
    "a variable": "var n = 0 in 0..900\n" + COUNTING + "win when n > 5 and count(own) > 3",
    "a variable of each player": "var n = 0 in 0..900 for each player\n"
    + COUNTING
    + "win when n > 5 and count(own) > 3",
    "a variable that is never asked for": "var n = 0 in 0..900\n" + COUNTING,
}


@pytest.mark.parametrize("rules", GROWING.values(), ids=GROWING)
def test_passes_under_a_growing_counter_come_to_an_end(rules: str) -> None:
    game = game_of(BOARD + rules)
    found = search.attempt(game, "finite", Limits(20))
    assert isinstance(found, Refuted)
    assert found.certificate["unfinished"]
    state = game.start()
    state.play_all(map(game.move, found.moves))
    assert not state.is_over


TOLD = {
    "`n` only grew": "var n = 0 in 0..900\n" + COUNTING + "win when n * 2 > 999 and count(own) > 4",
    "the number of the turn only grew": PASSING + "win when turn mod 2 == 0 and count(own) > 4",
    "the number of passes only grew": PASSING + "win when passes > count(own) + 9 and count(own) > 4",
    "the number of quiet turns only grew": PASSING + "win when quiet > count(own) + 9 and count(own) > 4",
    "the number of a player's turns only grew": PASSING + "win when own.turns mod 3 == 2 and count(own) > 4",
}


@pytest.mark.parametrize(("told", "rules"), TOLD.items(), ids=TOLD)
def test_what_grows_all_the_same_is_named(told: str, rules: str) -> None:
    found = search.attempt(game_of(BOARD + rules), "finite", Limits(20, memory=1 << 18))
    assert isinstance(found, str)
    assert told in found


@pytest.mark.parametrize(("rules", "number"), [
    (PASSING + "win when turn > count(own)", 0),
    (PASSING + "win when turn > 4 or turn mod 2 == 3", 0),
    ("var n = 0 in 0..9\n" + COUNTING + "win when n > 4", 1),
    ("var n = 0 in 0..9\n" + COUNTING + "win when n > 4 or n == count(own)", 0),
    ("var n = 0 in 0..9\n" + COUNTING.replace("n + 1", "n - 1") + "win when n > 4", 0),
    ("var n = 0 in 0..9\n" + COUNTING.replace("n + 1", "9 - n") + "win when n > 4", 0),
    ("var n = 0 in 0..9\nvar m = 0 in 0..9\n" + COUNTING.replace("n + 1", "m + 1") + "win when n > 4", 1),
    ("var n = 0 in 0..9 for each player\n" + COUNTING + "win when n > 4", 2),
    ("var n = 0 in 0..9 for each player\n" + COUNTING.replace("n + 1", "enemy.n + 1") + "win when n > 4", 0),
])  # fmt: skip
def test_only_what_is_compared_with_known_numbers_is_levelled(rules: str, number: int) -> None:
    game = game_of(BOARD + rules)
    assert len(levels_of(game)) == number


def sheet(seed: int) -> Game | None:
    try:
        return hexgame.load(Source("turns", random_turns(Random(seed))))
    except hexgame.HexgameError:
        return None


@pytest.mark.parametrize("seed", range(40))
def test_search_and_checker_level_alike_and_nothing_changes(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = sheet(seed)
    if game is None or game.facts.remembers:
        return
    assert {(each.place, each.top) for each in levels_of(game)} == {*Positions(game)._tops}
    found = Search(game, Limits(memory=1 << 22)).run("")
    monkeypatch.setattr(alike, "levels_of", lambda game: ())
    plain = Search(game, Limits(memory=1 << 22)).run("")
    if found.is_whole and plain.is_whole:
        for name in ("drawn", "stuck", "cycle"):
            assert (getattr(found, name) is None) == (getattr(plain, name) is None)
        assert len(found) <= len(plain)
