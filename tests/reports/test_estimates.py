"""Intervals of reports: of each kind, 93 to 97 of 100 hold the value that the samples were drawn with."""

from __future__ import annotations

import ast
import math
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache

import numpy as np
import pytest
from conftest import ROOT, long, wide
from scipy import stats

import hexgame
from hexgame.experiments.random.totals import Totals
from hexgame.reports.card.advice import _turned
from hexgame.reports.kinds.playouts import PLAYOUTS
from hexgame.reports.library.kept import MEANING
from hexgame.reports.measures.context import context, figures_of
from hexgame.reports.sections import Table
from hexgame.reports.study import Study
from hexgame.statistics import estimates, sure
from hexgame.statistics.estimates import EXPONENTIAL, POWER, Estimate, Law, growth, law_of, mean, median, share
from hexgame.statistics.shares import elo_of, wilson

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


def scores_of_pairs(dice: Dice) -> Iterator[bool]:
    worth, chances = [0.0, 0.25, 0.5, 0.75, 1.0], [0.15, 0.1, 0.35, 0.1, 0.3]
    truth = float(np.dot(worth, chances))
    for drawn in dice.multinomial(300, chances, RUNS // 4).tolist():
        yield holds(estimates.score_of_pairs(dict(zip(worth, drawn, strict=True))), truth)


def differences(dice: Dice) -> Iterator[bool]:
    known = cache(lambda one, other: holds(estimates.gap(estimates.share(one, 80), estimates.share(other, 120)), 0.15))
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


def gaps(dice: Dice) -> Iterator[bool]:
    ones, others = dice.normal(5, 2, (RUNS, 40)).tolist(), dice.exponential(3, (RUNS, 70)).tolist()
    return (holds(estimates.gap(mean(one), mean(other)), 2.0) for one, other in zip(ones, others, strict=True))


def exact_shares(dice: Dice) -> Iterator[bool]:
    known = cache(lambda some: holds(estimates.exact_share(some, 4_000, 25), 0.45))
    return (all(map(known, row)) for row in dice.binomial(4_000, 0.45, (RUNS, 25)).tolist())


def smaller_sides(dice: Dice) -> Iterator[bool]:
    known = cache(lambda some: holds(estimates.smaller_side(share(some, 300), some / 300), 0.41))
    return (known(some) for some in dice.binomial(300, 0.59, RUNS).tolist())


def means_of_few(dice: Dice) -> Iterator[bool]:
    return (holds(estimates.mean_of_few(values), 1.5) for values in dice.poisson(1.5, (RUNS, 40)).tolist())


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
    "shares": shares, "shares together": shares_together, "scores": scores, "scores of pairs": scores_of_pairs,
    "differences": differences,
    "means": means, "means of counts": means_of_counts, "means together": means_together, "medians": medians,
    "quartiles": quartiles, "ratios": ratios, "trees": trees, "ladders": ladders, "gaps": gaps,
    "exact shares": exact_shares, "smaller sides": smaller_sides, "means of few": means_of_few,
    "power laws": laws(POWER), "exponential laws": laws(EXPONENTIAL),
}  # fmt: skip

LOOKS = 30, 100, 300
"""The sizes of a sample that grows, at each of which its interval must hold the value."""


def surely_scores(dice: Dice) -> Iterator[bool]:
    known = cache(lambda *games: holds(sure.score(*games), 0.5 + 0.2 / 2))
    for games in dice.multinomial(100, [0.5, 0.2, 0.3], (RUNS // 8, 3)).cumsum(axis=1).tolist():
        yield all(known(*each) for each in games)


def surely_means(dice: Dice) -> Iterator[bool]:
    return (
        all(holds(sure.average(values[:size]), 20.0) for size in LOOKS)
        for values in dice.gamma(4, 5, (RUNS // 8, LOOKS[-1])).tolist()
    )


def surely_ratios(dice: Dice) -> Iterator[bool]:
    under = dice.poisson(30, (RUNS // 8, LOOKS[-1])) + 1
    over = dice.poisson(under * 0.4)
    return (
        all(holds(sure.ratio(top[:size], bottom[:size]), 0.4) for size in LOOKS)
        for top, bottom in zip(over.tolist(), under.tolist(), strict=True)
    )


SURE = {"surely scores": surely_scores, "surely means": surely_means, "surely ratios": surely_ratios}
"""Intervals that miss the value, at any look, as seldom as a group of a page may."""


def exact_numbers() -> Iterator[tuple[Estimate, float, float, float, int]]:
    yield sure.exactly(0.625, 40), 0.625, 0.625, 0.625, 40


def figures() -> Iterator[tuple[Estimate, float, float, float, int]]:
    """The figures of a game in its table, beside those that are kept."""
    game = hexgame.load("hex", size=3)
    study = Study(game, 1, {PLAYOUTS.name: Totals.of(*game.machine.sample(200, 7))})
    section = context(study)
    assert section is not None
    shown = {row[0]: row[1] for table in section.parts if isinstance(table, Table) for row in table.rows}
    for name, each in figures_of(study).items():
        found = shown.pop(MEANING[name])
        assert isinstance(found, Estimate)
        yield found, each.value, each.low, each.high, each.n
    assert not shown


def turned_scores() -> Iterator[tuple[Estimate, float, float, float, int]]:
    one, other = sure.score(7, 2, 11), sure.score(11, 2, 7)
    yield _turned(one), other.value, other.low, other.high, other.n


COPIED = {"exact numbers": exact_numbers, "figures": figures, "turned scores": turned_scores}
"""Intervals that are known, or those of others: each beside its value, its ends, and its sample."""

COVERED = {
    "estimates.share": "shares", "estimates.score": "scores", "estimates.score_of_pairs": "scores of pairs",
    "estimates.gap": "gaps", "estimates.exact_share": "exact shares", "estimates.smaller_side": "smaller sides",
    "estimates.mean": "means", "estimates.mean_of_few": "means of few", "estimates.median": "medians",
    "estimates.ratio": "ratios", "estimates.size_of_tree": "trees", "estimates.ratings": "ladders",
    "estimates.growth": "power laws",
    "sure._bounded": "surely scores", "sure.average": "surely means", "sure.ratio": "surely ratios",
    "sure.exactly": "exact numbers", "context._estimate": "figures", "advice._turned": "turned scores",
}  # fmt: skip
"""For each function that makes an interval, a kind of sample, or of number, that tests it."""


@wide("ladders", "scores of pairs", "power laws", "medians", "quartiles", "trees")
@long("means together", "exponential laws", "differences")
@pytest.mark.parametrize("kind", KINDS)
def test_intervals_hold_as_often_as_they_say(kind):
    held = [*KINDS[kind](np.random.default_rng(19))]
    assert len(held) >= RUNS // 4
    assert 0.93 <= sum(held) / len(held) <= 0.97


@pytest.mark.parametrize("kind", SURE)
def test_sure_intervals_miss_at_any_look_as_seldom_as_they_say(kind):
    held = [*SURE[kind](np.random.default_rng(19))]
    assert len(held) == RUNS // 8
    assert held.count(False) <= stats.binom.isf(0.001, len(held), sure.error())


@pytest.mark.parametrize("kind", COPIED)
def test_intervals_that_are_passed_on_stay_as_they_are(kind):
    for found, *expected in COPIED[kind]():
        assert (found.value, found.low, found.high, found.n) == pytest.approx(tuple(expected))


def makers() -> set[str]:
    """The functions of the rooms of statistics and reports that make an interval, after their modules."""
    found = set()
    for room in ("statistics", "reports", "show/report"):
        for file in sorted((ROOT / "interpreter" / room).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.FunctionDef):
                    calls = (each.func for each in ast.walk(node) if isinstance(each, ast.Call))
                    if any(isinstance(each, ast.Name) and each.id == "Estimate" for each in calls):
                        found.add(f"{file.stem}.{node.name}")
    return found


def test_every_kind_of_interval_is_tested():
    assert makers() == set(COVERED), "an interval without a test of how often it holds"
    assert set(COVERED.values()) <= {*KINDS, *SURE, *COPIED}
    assert {*SURE, *COPIED} <= set(COVERED.values())


def test_a_mean_that_was_always_the_same_has_an_end():
    found = estimates.mean_of_few([0.0] * 30)
    assert found.value == found.low == 0
    assert (1 - found.high) ** 30 < 0.05


def test_the_mean_of_shares_is_a_share():
    found = estimates.mean_share([1.0] * 30 + [0.2, 0.9])
    assert found.low > 0.9
    assert found.high == 1
    assert estimates.mean_of_few([1.0] * 30 + [0.2, 0.9], 1.0) == found
    assert estimates.mean_of_few([1.0] * 30 + [0.2, 0.9]) == mean([1.0] * 30 + [0.2, 0.9])


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


def test_a_ladder_that_may_lead_anywhere_has_no_ends():
    *_, top = estimates.ratings([[0.0] * 30, [1.0] * 30], 1)
    assert (top.low, top.high) == (-math.inf, math.inf)
