"""Whether skill matters: how much stronger a search becomes with each doubling, and whom it beats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ...experiments.matches.games import PAIR
from ...statistics import sure
from ...statistics.digits import ends, percent
from ...statistics.estimates import Estimate, ratings
from ..kinds.depth import DEPTH, FAR, NEAR
from ..kinds.desk import is_veiled
from ..kinds.ladder import (
    AGAINST_LITTLE,
    DUELS,
    LADDER,
    LOWEST,
    STEPS,
    first_step,
    has_senses,
)
from ..kinds.single import Tally
from ..sections import Finding, Part, Plot, Section, Series, Table, Unanswered
from ..study import Study
from .winners import capital

TITLE = "Does skill matter"

FEWEST = 6
"""The fewest pairs of games of a step that count: the ladder is shown up to the first step with fewer."""


TELLING = 0.7
"""Where each doubling may score more than this, it is not said that none was found to help."""


def does_skill_matter(study: Study) -> Section | Unanswered | None:
    """Elo of a search by its simulations a move, each rung against the one with half as many, with intervals by B.
    Efron's bootstrap (1979) over pairs of games that have the same opening; and the scores of a search and a greedy
    player against weaker ones, over pairs. To each rung, one pair that is won and one
    that is lost are added, so that a clean sweep has a rating: with few pairs, ratings are drawn towards 0.

    Such ladders are known from S. Tavener's AiAi and from Ludii. This one ends where the pairs played do. The last
    doubling that is found to help is a limit of this search on this game, not of the game.
    """
    found = study.of(LADDER)
    if not found.games:
        return None
    steps = steps_of(found)
    rated, scores = ratings(steps, study.seed), duels_of(found, STEPS[: len(steps)])
    duels = duels_of(found, AGAINST_LITTLE)
    duels = {duel: each for duel, each in duels.items() if each.n >= FEWEST}
    rows = tuple((f"{DUELS[duel][0].name} against {DUELS[duel][1].name}", each) for duel, each in duels.items())
    parts = list[Part]()
    if rated:
        budgets = [LOWEST << step for step in range(len(rated) + 1)]
        rungs = [f"{budget:,}" for budget in budgets[1:]]
        table = tuple(zip(rungs, rated, scores.values(), strict=True))
        series = Series("search", tuple(map(float, range(len(rated) + 1))), (0.0, *(each.value for each in rated)),
                        (0.0, *(each.low for each in rated)), (0.0, *(each.high for each in rated)))  # fmt: skip
        least = min(each.n for each in rated)
        caption = f"Elo by simulations a move (n ≥ {least:,} pairs of games a step, and one won and one lost added)"
        shown = f"Elo changes by {rated[-1].value:.0f} from {LOWEST} simulations a move to {budgets[-1]:,}."
        parts.append(
            Plot(caption, "simulations a move", f"Elo above {LOWEST} simulations", (series,), shown,
                 kind="points", labels=tuple(f"{budget:,}" for budget in budgets))
        )  # fmt: skip
        head = ("simulations", "Elo, with a pair won and a pair lost added to each step", "score against half as many")
        parts.append(Table("The ladder", head, table))
    if not rated and not duels:
        return study.lacks(LADDER, TITLE, first_step(FEWEST))
    if rows:
        parts.append(Table("Scores", ("who", "score"), rows, shares=True))
    blind = VEILED if is_veiled(study.game) else "" if has_senses(study.game) else NO_SENSES
    says = (*_deep(deep_score(study)), *_climbed(scores, rated), *_beaten(duels), *filter(None, [blind]))
    return Section("skill", TITLE, says, tuple(parts), (study.basis(LADDER),))


VEILED = "Players do not see everything, or decide at the same time: there is no greedy player for that."
NO_SENSES = "The rules do not say what players build, so there is no greedy player to compare with."


def steps_of(found: Tally) -> list[list[float]]:
    """Return the mean scores of the pairs of each step of the ladder, up to the first step with too few."""
    steps = []
    for step in STEPS:
        pairs = _pairs(found, step)
        if len(pairs) < FEWEST:
            break
        steps.append(pairs)
    return steps


def duels_of(found: Tally, duels: Sequence[int]) -> dict[int, Estimate]:
    """Return the scores of the first players of some duels, by duel; none of those that were not played."""
    pairs = {duel: Counter(_pairs(found, duel)) for duel in duels}
    return {duel: sure.score_of_pairs(counts, len(pairs)) for duel, counts in pairs.items() if counts}


def _pairs(found: Tally, duel: int) -> list[float]:
    """The mean scores of the first player of a duel, pair by pair."""
    return [
        1 / 2 + (won - lost) / 2 / PAIR
        for (each, won, lost), number in sorted(found.counts.items()) if each == duel
        for _ in range(number)
    ]  # fmt: skip


def deep_score(study: Study) -> Estimate:
    """Return what a search that looks four times as far scores."""
    pairs = Counter[float]()
    for (won, lost), games in study.of(DEPTH).counts.items():
        pairs[(1 + (won - lost) / PAIR) / 2] += games
    return sure.score_of_pairs(pairs)


def _deep(found: Estimate) -> list[str]:
    """That thinking helps, where four times as much of it does: of steps of twice as much this says nothing."""
    if not found.n or found.low <= 1 / 2:
        return []
    words = (
        f"Thinking helps: {FAR // NEAR} × the simulations score {percent(found)} ({ends(found)}), {found.n:,} pairs."
    )
    return [Finding(words, found, 0.5, 1.0)]


def _climbed(scores: Mapping[int, Estimate], rated: Sequence[Estimate]) -> list[str]:
    if not rated:
        return ["Too few pairs of games were played for a ladder."]
    helping = [step for step, each in scores.items() if each.low > 1 / 2]
    if not helping:
        pairs = min(each.n for each in scores.values())
        games = f"{pairs:,} pairs of games or more"
        if min(each.high for each in scores.values()) > TELLING:
            return [f"Which single doublings help is not known yet: {games} of each are too few."]
        return [f"No single doubling was found to help, of {len(rated)} that were played in {games}."]
    last, most = helping[-1], len(rated) - 1
    found = scores[last]
    says = f"The last doubling that was found to help is that to {_budget(last)} simulations a move"
    if last == most:
        says += ", and it is the last that was played often enough"
    says += f": it scores {percent(found)} ({ends(found)}) against half as many."
    more = [f"More games may show that those up to {_budget(most)} help, too."] if last < most else []
    return [Finding(says, found, 0.5, 1.0), *more]


def _budget(step: int) -> str:
    """How far a search looks after a step of the ladder."""
    return f"{LOWEST << step + 1:,}"


def _beaten(duels: Mapping[int, Estimate]) -> list[str]:
    says = list[str]()
    for duel, each in duels.items():
        one, other = (hand.name for hand in DUELS[duel])
        verdict = "beats" if each.low > 1 / 2 else "loses to" if each.high < 1 / 2 else "was not found to beat"
        says.append(Finding(f"{capital(one)} {verdict} {other}: {percent(each)} ({ends(each)}) of the points in "
                            f"{each.n:,} pairs of games.", each))  # fmt: skip
    return says
