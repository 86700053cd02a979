"""Intervals of reports: of each kind, 93 to 97 of 100 hold the value that the samples were drawn with."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache

import numpy as np
import pytest
from scipy import stats

from hexgame.study.matches.score import elo_of
from hexgame.study.report import estimates
from hexgame.study.report.estimates import EXPONENTIAL, POWER, Estimate, Law, growth, law_of, mean, median, share
from hexgame.study.shares import wilson

RUNS = 2_000
Dice = np.random.Generator
Kind = Callable[[Dice], Iterator[bool]]
"""Draws samples with a known value, and tells of each whether its interval holds it."""


def holds(found: Estimate, value: float) -> bool:
    return found.low <= value <= found.high


def shares(dice: Dice) -> Iterator[bool]:
    known = cache(lambda some: holds(estimates.share(some, 150), 0.37))
    return (known(some) for some in dice.binomial(150, 0.37, RUNS).tolist())


def shares_together(dice: Dice) -> Iterator[bool]:
    known = cache(lambda some: holds(estimates.share(some, 200, together=25), 0.45))
    return (all(map(known, row)) for row in dice.binomial(200, 0.45, (RUNS, 25)).tolist())


def scores(dice: Dice) -> Iterator[bool]:
    known = cache(lambda *games: holds(estimates.score(*games), 0.5 + 0.3 / 2))
    return (known(*games) for games in dice.multinomial(200, [0.5, 0.3, 0.2], RUNS).tolist())


def differences(dice: Dice) -> Iterator[bool]:
    known = cache(lambda one, other: holds(estimates.difference(one, 80, other, 120), 0.15))
    return (known(*pair) for pair in dice.binomial([80, 120], [0.6, 0.45], (RUNS, 2)).tolist())


def means(dice: Dice) -> Iterator[bool]:
    return (holds(mean(values), 3.0) for values in dice.gamma(4, 0.75, (RUNS, 60)).tolist())


def means_of_counts(dice: Dice) -> Iterator[bool]:
    return (holds(mean(Counter(lengths)), 20.0) for lengths in dice.poisson(20, (RUNS, 100)).tolist())


def means_together(dice: Dice) -> Iterator[bool]:
    rows = dice.normal(3, 2, (RUNS, 10, 12)).tolist()
    return (all(holds(mean(values, together=10), 3.0) for values in row) for row in rows)


def medians(dice: Dice) -> Iterator[bool]:
    return (holds(median(values), math.log(2)) for values in dice.exponential(1, (RUNS, 301)).tolist())


def quartiles(dice: Dice) -> Iterator[bool]:
    return (holds(median(values, 0.25), -math.log(0.75)) for values in dice.exponential(1, (RUNS, 300)).tolist())


def ratios(dice: Dice) -> Iterator[bool]:
    under = dice.poisson(30, (RUNS, 60)) + 1
    over = dice.poisson(under * 0.4)
    return (holds(estimates.ratio(*pair), 0.4) for pair in zip(over.tolist(), under.tolist(), strict=True))


def rates(dice: Dice) -> Iterator[bool]:
    known = cache(lambda events: holds(estimates.rate(events, 50.0), 3.0))
    return (known(events) for events in dice.poisson(150, RUNS).tolist())


def trees(dice: Dice) -> Iterator[bool]:
    logs = math.log(1e30) + dice.normal(0, 1, (RUNS, 1_000))
    return (holds(estimates.size_of_tree(row), (math.log(1e30) + 0.5) / math.log(10)) for row in logs)


def ladders(dice: Dice) -> Iterator[bool]:
    chances = [[0.1, 0.15, 0.25, 0.2, 0.3], [0.2, 0.1, 0.4, 0.1, 0.2]]
    worth = [0.0, 0.25, 0.5, 0.75, 1.0]
    truth = sum(elo_of(float(np.dot(each, worth))) for each in chances)
    for number in range(RUNS):
        steps = [dice.choice(worth, 100, p=each).tolist() for each in chances]
        yield holds(estimates.ratings(steps, number)[-1], truth)


def laws(kind: str) -> Kind:
    def drawn(dice: Dice) -> Iterator[bool]:
        sizes = np.arange(5, 12)
        truth = 3 * sizes**1.8 if kind == POWER else 3 * np.exp(0.4 * sizes)
        for noise in dice.normal(0, 0.1, (RUNS, len(sizes))):
            found = growth(sizes.tolist(), (truth * np.exp(noise)).tolist(), kind)
            yield holds(found.rate, 1.8 if kind == POWER else 0.4)

    return drawn


KINDS: dict[str, Kind] = {
    "shares": shares, "shares together": shares_together, "scores": scores, "differences": differences,
    "means": means, "means of counts": means_of_counts, "means together": means_together, "medians": medians,
    "quartiles": quartiles, "ratios": ratios, "rates": rates, "trees": trees, "ladders": ladders,
    "power laws": laws(POWER), "exponential laws": laws(EXPONENTIAL),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_intervals_hold_as_often_as_they_say(kind):
    held = sum(KINDS[kind](np.random.default_rng(19)))
    assert 0.93 * RUNS <= held <= 0.97 * RUNS


def test_every_kind_of_interval_is_tested():
    public = {name for name, each in vars(estimates).items() if getattr(each, "__module__", "") == estimates.__name__}
    tested = {"share", "score", "difference", "mean", "median", "ratio", "rate", "size_of_tree", "ratings", "growth"}
    assert {name for name in public if name[0].islower() and name[0] != "_"} == tested | {"law_of", "weight_of"}


def test_a_score_without_draws_is_a_share():
    for wins, losses in [(0, 20), (7, 13), (20, 0)]:
        found, plain = estimates.score(wins, 0, losses), share(wins, wins + losses)
        assert (found.low, found.high) == pytest.approx((plain.low, plain.high))
        assert (found.low, found.high) == pytest.approx(wilson(wins, wins + losses))


def test_draws_make_a_score_more_certain():
    assert estimates.score(0, 40, 0).low == pytest.approx(0.5, abs=0.05)
    assert estimates.score(0, 1, 0).low < 0.2
    assert estimates.score(20, 0, 20).low < estimates.score(10, 20, 10).low


def test_scipy_agrees_on_means_and_medians():
    values = np.random.default_rng(1).exponential(2, 200).tolist()
    interval = stats.ttest_1samp(values, 0).confidence_interval()
    assert (mean(values).low, mean(values).high) == pytest.approx((interval.low, interval.high))
    below = stats.quantile_test(values, p=0.5).confidence_interval()
    assert (median(values).low, median(values).high) == pytest.approx((below.low, below.high), rel=0.05)
    assert median(values).value == pytest.approx(float(np.median(values)))


@pytest.mark.parametrize("empty", [share(0, 0), estimates.score(0, 0, 0), mean([]), median([]), estimates.ratio([], []),
                                   estimates.size_of_tree([])])  # fmt: skip
def test_nothing_measured_is_nothing_known(empty):
    assert math.isnan(empty.value)
    assert empty.as_dict()["value"] is None


def test_one_value_bounds_nothing():
    assert (mean([4.0]).low, mean([4.0]).high) == (-math.inf, math.inf)
    assert (median([4.0]).low, median([4.0]).high) == (-math.inf, math.inf)
    assert mean([4.0]).as_dict() == {"value": 4.0, "low": None, "high": None, "n": 1, "how": "Student's t"}


def test_a_clean_sweep_has_a_finite_rating():
    (few,), (many,) = (estimates.ratings([[1.0] * pairs], 1) for pairs in (20, 400))
    assert 300 < few.low < few.value < few.high == math.inf
    assert few.value < many.value < 2_000


def test_the_same_seed_gives_the_same_ratings():
    steps = [[1.0, 0.5, 0.75, 0.0] * 10] * 3
    assert estimates.ratings(steps, 5) == estimates.ratings(steps, 5) != estimates.ratings(steps, 6)


def test_few_ways_that_carry_a_tree_are_counted():
    assert estimates.weight_of([0.0] * 50) == pytest.approx(50)
    assert estimates.weight_of([100.0, *[0.0] * 50]) == pytest.approx(1)


@pytest.mark.parametrize(("values", "kind"), [([3 * 2.0**n for n in range(5, 9)], EXPONENTIAL),
                                              ([3.0 * n**2 for n in range(5, 9)], POWER)])  # fmt: skip
def test_the_law_that_fits_is_chosen(values, kind):
    found = law_of([5, 6, 7, 8], values)
    assert isinstance(found, Law)
    assert found.kind == kind
    assert found.misfit == pytest.approx(0, abs=1e-9)
    assert found.rate.value == pytest.approx(2 if kind == POWER else math.log(2))


def test_two_values_are_no_law():
    with pytest.raises(ValueError, match="three options or more"):
        growth([5, 6], [1.0, 2.0], POWER)
