"""First decisions compared: known shares are told apart as often as is said, equal ones are not, and SciPy agrees."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest
from conftest import Run, game_of, long, small, wide
from scipy import stats

from hexgame.experiments import playouts
from hexgame.experiments.random.firsts import Comparison, First
from hexgame.experiments.random.totals import opener_of
from hexgame.play.state import State
from hexgame.show.pages.bulk import heat_of
from hexgame.statistics.shares import _moments, _scatter, disagreement, exact, spread_of, surprise

LEAST_WORTH = "board { shape rhombus(2) }\nturn { place stone on empty }\nwin when count(own) > 4"


def simulated(seed: int, shares: list[float], games: int) -> Comparison:
    """Random games whose first decisions, drawn evenly, win with known shares."""
    dice = np.random.default_rng(seed)
    played = dice.multinomial(games, [1 / len(shares)] * len(shares))
    pairs = zip(played.tolist(), dice.binomial(played, shares).tolist(), strict=True)
    return Comparison("Red", tuple(First(None, games, {"Red": wins}) for games, wins in pairs if games))


@long("25-*", "121-*")
@wide("25-*", "121-*")
@pytest.mark.parametrize(
    ("count", "games", "share", "runs"),
    [(9, 600, 0.49, 150), (3, 300, 0.2, 300), (25, 1500, 0.49, 1_000), (121, 5_000, 0.1, 400)],
)
def test_no_difference_is_found_where_there_is_none(count: int, games: int, share: float, runs: int) -> None:
    found = [simulated(seed, [share] * count, games) for seed in range(runs)]
    assert sum(each.differ for each in found) <= 0.06 * runs
    held = sum(all(low <= share <= high for low, high in map(each.interval, each.firsts)) for each in found)
    assert held >= 0.94 * runs


@pytest.mark.parametrize(
    ("count", "games", "share"),
    [(25, 1500, 0.49), (2, 300, 0.5), (4, 300, 0.0), (4, 300, 1.0), (9, 600, 0.02), (25, 5000, 0.999), (61, 9000, 0.1)],
)
def test_a_difference_is_found_as_often_as_is_said(count: int, games: int, share: float) -> None:
    shows = sum(simulated(seed, [share] * count, games).shows for seed in range(20)) / 20
    planted = share + shows if share <= 0.5 else share - shows
    runs = [simulated(seed, [planted] + [share] * (count - 1), games) for seed in range(200)]
    found = sum((run.better[:1] if share <= 0.5 else run.worse[-1:]) == run.firsts[:1] for run in runs)
    assert 0.7 * len(runs) <= found <= 0.9 * len(runs)


def test_where_no_difference_would_have_shown_none_is_said_to() -> None:
    assert simulated(0, [0.5] * 50, 200).shows == 1
    assert Comparison("Red", tuple(First(None, 2, {"Red": 2}) for _ in range(3))).shows == 1


def test_better_and_worse_are_told_apart() -> None:
    found = simulated(1, [0.8, 0.5, 0.5, 0.5, 0.1], 5_000)
    assert found.better == (found.firsts[0],)
    assert found.worse == (found.firsts[4],)
    assert found.ranked[0] is found.firsts[0]
    assert found.ranked[-1] is found.firsts[4]
    guesses = [found.guess(first) for first in found.firsts]
    assert guesses == pytest.approx([0.8, 0.5, 0.5, 0.5, 0.1], abs=0.05)


def test_a_guess_lies_between_what_was_seen_and_the_mean() -> None:
    found = simulated(2, [0.45, 0.5, 0.55] * 5, 900)
    assert spread_of([3, 5, 4], [10, 10, 10]) == 0
    for first in found.firsts:
        ends = sorted((first.rate("Red"), found.mean))
        assert ends[0] <= found.guess(first) <= ends[1]


def test_what_nobody_or_everybody_wins_shows_no_difference() -> None:
    for wins in ([0, 0, 0], [5, 5, 5]):
        found = Comparison("Red", tuple(First(None, 5, {"Red": won}) for won in wins))
        assert not found.differ
        assert [found.guess(first) for first in found.firsts] == [wins[0] / 5] * 3


@pytest.mark.parametrize(("some", "games"), [(0, 7), (1, 10), (50, 83), (83, 83), (400, 1_000)])
def test_exact_intervals_are_clopper_and_pearsons(some: int, games: int) -> None:
    for error in (0.05, 0.0004):
        assert exact(some, games, error) == pytest.approx(
            tuple(stats.binomtest(some, games).proportion_ci(1 - error, "exact")), abs=1e-9
        )


@pytest.mark.parametrize(
    ("some", "games", "all_some", "all_games"), [(3, 3, 3, 6), (20, 25, 1500, 3000), (1, 40, 300, 900), (0, 9, 4, 90)]
)
def test_surprises_are_fishers(some: int, games: int, all_some: int, all_games: int) -> None:
    chance = stats.hypergeom(all_games, all_some, games)
    tails = chance.cdf(some), chance.sf(some - 1)
    assert surprise(some, games, all_some, all_games) == pytest.approx(min(1.0, 2 * min(tails)), rel=1e-6)


def test_disagreement_is_nearly_pearsons() -> None:
    draw = random.Random(3)
    for count in (2, 5, 60):
        games = [draw.randrange(20, 60) for _ in range(count)]
        some = [sum(draw.random() < 0.4 for _ in range(number)) for number in games]
        table = [some, [number - won for won, number in zip(some, games, strict=True)]]
        likelihood = stats.chi2_contingency(table, correction=False).pvalue
        assert disagreement(some, games) == pytest.approx(likelihood, abs=0.02)


@pytest.mark.parametrize(("games", "some"), [((3, 4, 5), 4), ((1, 2, 8, 3), 2), ((2, 2), 3), ((1, 1, 2), 2)])
def test_the_moments_of_scatter_are_those_of_all_ways_to_deal(games: tuple[int, ...], some: int) -> None:
    owners = [number for number, count in enumerate(games) for _ in range(count)]
    dealt = [[each.count(number) for number in range(len(games))] for each in combinations(owners, some)]
    scatters = [_scatter(each, games)[1] for each in dealt]
    assert _moments(some, games) == pytest.approx((np.mean(scatters), np.var(scatters)), abs=1e-12)


def test_where_chance_can_do_nothing_nothing_differs() -> None:
    assert disagreement([1, 0, 0], [1, 1, 1]) == 1


@pytest.mark.parametrize(("count", "games", "share"), [(361, 3610, 0.995), (61, 400, 0.97), (13, 60, 0.6)])
def test_rare_results_are_no_difference(count: int, games: int, share: float) -> None:
    assert sum(simulated(seed, [share] * count, games).differ for seed in range(300)) <= 0.06 * 300


def test_equal_first_moves_are_not_ranked(command: Run) -> None:
    page = command("playouts", "torex", "-n", "600", "--set", "size=4", "--engine", "plain").output
    assert "All first decisions are equivalent: symmetries of the game map each to any other." in page
    page = command("playouts", "blind_hex", "-n", "300", "--set", "size=5", "--engine", "plain").output
    assert "No difference found between 10 first decisions. One that differs by " in page
    assert "etter" not in page
    assert "orse" not in page


def test_decisions_that_are_alike_by_symmetry_are_one() -> None:
    found = playouts(small("hex"), 400, engine="plain")
    named = {str(first.move): [str(move) for move in first.alike] for first in found.compared.firsts}
    cells = len(found.game.board.cells)
    assert named["a1"] == [found.game.board.names[cells - 1]]
    assert sum(1 + len(alike) for alike in named.values()) == cells
    assert sum(first.games for first in found.compared.firsts) == found.games
    heat = heat_of(found)
    assert heat is not None
    assert heat.shares[0] == heat.shares[cells - 1]


def test_few_games_may_tell_no_more_than_that_there_is_a_difference(command: Run) -> None:
    page = command("playouts", "hex", "-n", "2000", "--set", "size=4", "--engine", "plain").output
    assert "First decisions differ" in page


def test_people_are_counted_apart_from_colours() -> None:
    always = game_of(
        "board { shape rhombus(2) edge top, bottom: Red edge left, right: Blue }\n"
        "turn { may place stone on empty where turn != 2  may swap on turn 2 }\nwin for Red when count(empty) == 0"
    )
    found = playouts(always, 40, engine="plain")
    assert found.wins == {"Red": 40, "Blue": 0}
    assert found.people == (0, 40)
    both = playouts(small("hex"), 300, engine="plain")
    assert sum(both.people) == both.games == 300
    assert both.people != tuple(both.wins.values())
    plain = playouts(game_of(LEAST_WORTH), 20, engine="plain")
    assert plain.as_dict()["people"] is None
    assert sum(plain.people) + plain.draws == 20


def test_a_refusal_names_the_option_in_the_way(command: Run) -> None:
    refused = command("playouts", "hex", "--set", "size=3", "--winners-only")
    assert refused.exit_code == 2
    assert "with --set pie=no they do" in refused.output
    assert "--set" not in command("playouts", "knight_vision", "--winners-only").output.split("Error:")[1]


def test_a_likelihood_is_never_nothing() -> None:
    rare, usual = (
        Comparison("Red", tuple(First(None, 1000, {"Red": won}) for won in (won, 500))) for won in (990, 510)
    )
    assert rare.chance == "p < 0.0001"
    assert usual.chance == f"p = {usual.likelihood:.2g}"


def test_who_begins_is_not_looked_for_behind_every_die(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = game_of("""
game "Test"
players Red, Blue
board { shape rhombus(2) }
turn { random die in 1..1000 place stone on empty where die > 0 }
win when count(own) > 1
""")
    monkeypatch.setattr(State, "play_all", lambda *_: pytest.fail("a position behind a die was looked at"))
    assert opener_of(dice) is None
