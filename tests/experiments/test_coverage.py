"""How often the 95 % interval of a match holds the true score, where openings decide, and where players repeat games.

Each model plays matches between two players of known strength. `make test` plays some,
`make test-wide` enough of them to tell 94 % from less.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import islice

import pytest
from conftest import long, wide

from hexgame.experiments.matches.score import BOUND, Score, SequentialTest
from hexgame.statistics.means import interval_of_mean
from hexgame.statistics.shares import ELO, elo_of, exact, share_of, wilson

Pair = tuple[float, float]
Played = tuple[Pair, int]
"""The scores of the first player in both games, and what tells the pair from others: pairs of one number are one."""

Model = tuple[Callable[[int, random.Random], list[Played]], float]
"""From a number of pairs to so many, and the true score."""

GAMES = (10, 20, 40, 200)
LEAST = 0.94
NODES = 2001


def odds(strength: float) -> float:
    return 1 / (1 + math.exp(-strength))


def game(share: float, draws: float, dice: random.Random) -> float:
    return 0.5 if dice.random() < draws else float(dice.random() < share)


def expected(strength: float, spread: float, draws: float) -> float:
    """The mean of the odds if openings add to the strength what is normally distributed."""
    points = [8 * (2 * node / (NODES - 1) - 1) for node in range(NODES)]
    weights = [math.exp(-point * point / 2) for point in points]
    share = sum(w * odds(strength + spread * p) for w, p in zip(weights, points, strict=True)) / sum(weights)
    return draws / 2 + (1 - draws) * share


def openings(strength: float, spread: float, draws: float = 0.0, seat: bool = False) -> Model:
    """Openings suit one of the players in both games or, with `seat`, whoever sits on one of the seats."""

    def play(pairs: int, dice: random.Random) -> list[Played]:
        found = []
        for number in range(pairs):
            suits = dice.gauss(0, spread)
            shares = odds(strength + suits), odds(strength - suits if seat else strength + suits)
            found.append(((game(shares[0], draws, dice), game(shares[1], draws, dice)), number))
        return found

    return play, expected(strength, spread, draws)


def settled(share: float, draws: float = 0.0) -> Model:
    """Openings decide both games alike."""

    def play(pairs: int, dice: random.Random) -> list[Played]:
        scores = [game(share, draws, dice) for _ in range(pairs)]
        return [((score, score), number) for number, score in enumerate(scores)]

    return play, draws / 2 + (1 - draws) * share


def even_but(share: float) -> Model:
    """Openings decide for a seat, but for some of which the stronger player wins both games."""

    def play(pairs: int, dice: random.Random) -> list[Played]:
        return [((1.0, float(dice.random() < share)), number) for number in range(pairs)]

    return play, (1 + share) / 2


def alike(share: float, number: int, together: float, dealt: bool = True) -> Model:
    """Players who always play alike, from so many openings, dealt out or drawn, each of which is won as it is."""

    def play(pairs: int, dice: random.Random) -> list[Played]:
        kinds = []
        for _ in range(number):
            first = float(dice.random() < share)
            kinds.append((first, first if dice.random() < together else float(dice.random() < share)))
        laps = (kind for _ in range(pairs) for kind in dice.sample(range(number), number))
        which = list(islice(laps, pairs)) if dealt else [dice.randrange(number) for _ in range(pairs)]
        return [(kinds[kind], kind) for kind in which]

    return play, share


def dealt(number: int, strength: float, spread: float) -> Model:
    """Players who leave much to chance, from openings that are dealt out again and again."""
    suits = [spread * (2 * each / (number - 1) - 1) for each in range(number)]

    def play(pairs: int, dice: random.Random) -> list[Played]:
        shares = (odds(strength + suits[kind]) for _ in range(pairs) for kind in dice.sample(range(number), number))
        return [((game(share, 0, dice), game(share, 0, dice)), k) for k, share in enumerate(islice(shares, pairs))]

    return play, sum(odds(strength + each) for each in suits) / number


MODELS = {
    **{f"independent, {share}": openings(-math.log(1 / share - 1), 0) for share in (0.5, 0.65, 0.9, 0.98)},
    **{f"independent, drawn {draws}": openings(0.5, 0, draws) for draws in (0.3, 0.9)},
    "openings suit a player a little": openings(0.5, 1),
    "openings suit a player": openings(0, 3),
    "openings suit the stronger": openings(3, 2),
    "openings suit a player, half drawn": openings(0.5, 2, 0.5),
    **{f"openings settle both games, {share}": settled(share) for share in (0.5, 0.7, 0.9, 0.97)},
    "openings settle both games, most drawn": settled(0.8, 0.9),
    "openings decide for a seat": openings(0.5, 3, seat=True),
    "openings decide for a seat, always": openings(0.2, 10, seat=True),
    "openings decide for a seat, the stronger wins more": openings(2, 2, seat=True),
    **{f"even pairs but for {share}": even_but(share) for share in (0.02, 0.1, 0.4)},
    **{f"players alike, {number} openings, {share}, {together}": alike(share, number, together)
       for number in (5, 16, 121) for share in (0.5, 0.8) for together in (0, 1)},
    **{f"players alike, {number} openings drawn, {share}": alike(share, number, 1, dealt=False)
       for number in (5, 16, 121) for share in (0.5, 0.8)},
    **{f"{number} openings again and again": dealt(number, 0.5, 3) for number in (4, 16)},
}  # fmt: skip


def of(played: Sequence[Played]) -> Score:
    return Score.of([pair for pair, _ in played], [kind for _, kind in played])


@lru_cache(maxsize=100_000)
def interval(weights: tuple[tuple[Pair, int], ...], independent: float) -> tuple[float, float]:
    return Score(tuple(pair for pair, number in weights for _ in range(number)), independent).interval


def held(model: Model, games: int, trials: int, seed: int = 1) -> float:
    """How often the interval of a match of so many games holds the true score."""
    (play, truth), dice, found = model, random.Random(f"{games} {seed}"), 0
    for _ in range(trials):
        score = of(play(games // 2, dice))
        low, high = interval(tuple(sorted(Counter(score.units).items())), score.independent)
        found += low <= truth <= high
    return found / trials


def enough(trials: int) -> float:
    """What a rate of 94 % hardly ever falls short of by chance."""
    return LEAST - 3.5 * math.sqrt(LEAST * (1 - LEAST) / trials)


@wide("*", "!players alike, 5 openings drawn, 0.5", "!even pairs but for 0.1")
@pytest.mark.parametrize("name", MODELS)
def test_intervals_hold_in_matches(name: str) -> None:
    assert all(held(MODELS[name], games, 100) >= enough(100) for games in GAMES[:3])


@long
@wide
@pytest.mark.parametrize("games", GAMES)
@pytest.mark.parametrize("name", MODELS)
def test_intervals_hold_in_many_matches(name: str, games: int) -> None:
    trials = 2000
    assert held(MODELS[name], games, trials) >= enough(trials)


def test_games_taken_as_independent_would_not_do() -> None:
    """What the report said before: the interval of E. B. Wilson for single games."""
    dice, rates = random.Random(1), dict[str, float]()
    for name in ("openings settle both games, 0.7", "openings suit a player", "players alike, 16 openings, 0.5, 1"):
        play, truth = MODELS[name]
        found = [[sum(pair) for pair, _ in play(100, dice)] for _ in range(400)]
        rates[name] = sum(low <= truth <= high for low, high in (wilson(sum(each), 200) for each in found)) / 400
    assert [rate < bound for rate, bound in zip(rates.values(), (0.9, 0.92, 0.6), strict=True)] == [True] * 3


@pytest.mark.parametrize(("some", "of_all"), [(0, 5), (3, 10), (5, 5), (1, 1), (70, 100), (199, 200), (5000, 10_000)])
def test_the_interval_of_zeros_and_ones_is_exact(some: int, of_all: int) -> None:
    weights = {value: float(number) for value, number in ((1.0, some), (0.0, of_all - some)) if number}
    assert interval_of_mean(weights) == pytest.approx(exact(some, of_all, 0.05), abs=1e-5)


def test_the_interval_is_that_of_random_weights() -> None:
    np = pytest.importorskip("numpy")
    dice, seen = np.random.default_rng(1), {0.0: 1.0, 0.25: 2.0, 0.5: 9.0, 0.75: 4.5, 1.0: 4.0}
    for extra, tail, end in ((0.0, 0.025, 0), (1.0, 0.975, 1)):
        shapes = [weight + (value == extra) for value, weight in seen.items()]
        drawn = dice.dirichlet(shapes, 400_000) @ np.array([*seen])
        assert interval_of_mean(seen)[end] == pytest.approx(float(np.quantile(drawn, tail)), abs=1e-3)


def test_what_was_played_again_counts_no_more() -> None:
    once: list[Pair] = [(1.0, 0.0), (1.0, 1.0), (0.0, 0.5), (1.0, 0.0)]
    whole = Score.of(once, range(4))
    assert (whole.independent, whole.interval) == (4, Score.of(once).interval)
    thrice = Score.of(once * 3, [*range(4)] * 3)
    assert (thrice.games, thrice.share, thrice.independent) == (24, whole.share, 4)
    assert thrice.interval == pytest.approx(whole.interval)
    assert Score.of(once * 3).interval[0] > thrice.interval[0]
    assert Score.of([(1.0, 1.0)] * 50, [0] * 50).interval == pytest.approx((0.025, 1.0), abs=1e-5)


def test_a_game_without_its_pair_counts_for_half_of_one() -> None:
    found = Score.of([(1.0, 1.0), (0.0,)])
    assert (found.games, found.wins, found.losses) == (3, 2, 1)
    assert found.interval == interval_of_mean({1.0: 1.0, 0.0: 0.5})


# Tests that end a match


def strength_of(spread: float, seat: bool, elo: float) -> Model:
    """Openings of a kind, and players who are so many points apart."""
    low, high = -200.0, 200.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if expected(middle, spread, 0) < share_of(elo) else (low, middle)
    return openings(low, spread, seat=seat)


def ended(model: Model, test: SequentialTest, dice: random.Random, most: int = 3000) -> tuple[str, Score]:
    """The verdict of a test, which is asked where the evidence has passed a bound, and the score then."""
    pairs, low, high = list[Played](), share_of(test.low), share_of(test.high)
    total, squares = 1.0, 1.0
    while len(pairs) < most:
        for played in model[0](20, dice):
            pairs.append(played)
            value, number = sum(played[0]) / 2, len(pairs)
            total, squares = total + value, squares + value * value
            mean = total / (number + 2)
            evidence = number * (high - low) * (2 * mean - low - high) / 2 / (squares / (number + 2) - mean**2)
            if abs(evidence) >= BOUND:
                score = Score.of([pair for pair, _ in pairs])
                return test.verdict(score), score
    return "", Score.of([pair for pair, _ in pairs])


KINDS = {"independent": (0, False), "suits a player": (3, False), "settles": (30, False), "for a seat": (10, True)}


@wide("*", "!60-settles-elo0")
@pytest.mark.parametrize("elo", [(0, 60), (0, 200)])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("trials", [60, 200])
def test_tests_are_seldom_wrong_and_what_they_end_holds_less_often(
    trials: int, kind: str, elo: tuple[int, int]
) -> None:
    test = SequentialTest(*elo)
    for truth, wrong in zip(elo, ("stronger", "not stronger"), strict=True):
        model, dice = strength_of(*KINDS[kind], truth), random.Random(3)
        found = [ended(model, test, dice) for _ in range(trials)]
        assert all(verdict for verdict, _ in found)
        assert sum(verdict == wrong for verdict, _ in found) / trials <= 0.06 + 3 * math.sqrt(0.06 * 0.94 / trials)
        holds = [low <= model[1] <= high for low, high in (score.interval for _, score in found)]
        assert sum(holds) / trials >= 0.89 - 3 * math.sqrt(0.89 * 0.11 / trials)


def test_repeated_pairs_decide_nothing() -> None:
    played: list[Pair] = [(1.0, 1.0), (1.0, 0.0), (1.0, 0.0)]
    test = SequentialTest(0, 60)
    assert test.verdict(Score.of(played * 40)) == "stronger"
    assert test.verdict(Score.of(played * 40, [0, 1, 2] * 40)) == ""


def test_elo_has_nothing_added() -> None:
    found = Score.of([(1.0, 1.0)] * 10)
    assert found.elo == (math.inf, elo_of(found.interval[0]), math.inf)
    assert Score.of([(1.0, 1.0), (1.0, 0.0)]).elo[0] == pytest.approx(ELO * math.log10(3))
