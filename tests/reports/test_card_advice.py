"""What a card says to look at next: claims, tricks, options, openings, and what it takes where nothing is known."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from reports import reported

import hexgame
from hexgame.experiments.random.totals import Totals
from hexgame.proofs.verdicts import Undecided
from hexgame.reports.card.advice import advice_of
from hexgame.reports.card.answers import first_moves_of, proved
from hexgame.reports.card.card import card_of
from hexgame.reports.card.dials import Dial, middle_half
from hexgame.reports.card.scales import DRAMA
from hexgame.reports.kinds.playouts import PLAYOUTS
from hexgame.reports.kinds.searched import SEARCHED
from hexgame.reports.kinds.single import Tally
from hexgame.reports.kinds.trials import TRIALS
from hexgame.reports.kinds.walks import WALKS, Walks
from hexgame.reports.measures.context import standing_of
from hexgame.reports.measures.openings import first_moves
from hexgame.reports.measures.strengths import wins_of
from hexgame.reports.sections import Finding
from hexgame.reports.study import Study
from hexgame.show.report.dials import FLOOR, drawn
from hexgame.show.report.page import page
from hexgame.statistics.estimates import Estimate

WEAK = SEARCHED[0]


def test_a_claim_that_games_contradict_is_refuted_on_the_card() -> None:
    game = hexgame.load("torex", size=3)
    verdicts = (Undecided("no-draws", ()), Undecided("finite", ()))
    drawn = next(end for end in range(1, game.machine.too_long) if game.outcome(end).winner is None)

    def told(games: int) -> list[tuple[str, str, str]]:
        totals = Totals(300, Counter({(0, drawn): games, (0, 1): 300 - games}))
        found = proved(Study(game, 1, {PLAYOUTS.name: totals}, verdicts))
        return [(each.tag, each.title, each.finding.partition(":")[0]) for each in found]

    assert told(21) == [
        ("look", "Refuted", "No game is a draw, contradicted by 21 of 300 random games"),
        ("open", "Undecided", "Every game ends"),
    ]
    assert told(0) == [("open", "Undecided", "No game is a draw; every game ends")]


def told_of(study: Study, title: str) -> str:
    return next(each.finding for each in advice_of(study, ()) if each.title == title)


def test_what_is_not_known_says_what_was_tried_and_what_it_takes() -> None:
    game = hexgame.load("havannah", size=4)
    untried = Study(game, 1, {WALKS.name: Walks(games=20)}, is_looked_into=False)
    assert told_of(untried, "What to change?") == "Not tried often enough yet: size = 3, size = 5."
    assert "500 random games recorded move by move; 20 so far" in told_of(untried, "Is anything never used?")
    tried = Study(game, 1, {TRIALS.name: Tally(90, Counter({(trial, 2 * (half % 2), 30): 15 for trial in range(3)
                                                            for half in range(2)}))})  # fmt: skip
    told = told_of(tried, "What do options change?")
    assert "in 30 games of a weak search each" in told
    assert "with size = 3, 50 %" in told
    assert "choose in secret" in told_of(Study(hexgame.load("blind_hex", size=5), 1), "What to change?")


def test_a_game_that_is_like_another_says_in_what() -> None:
    game = hexgame.load("havannah", size=8)
    totals = Totals(400, Counter({(0, 1): 200, (0, 2): 200}), Counter({120: 200, 121: 200}))
    (found,) = (each for each in standing_of(Study(game, 1, {PLAYOUTS.name: totals})).says if "Most like" in each)
    assert " in length, balance and draws of random games" in found


def test_the_typical_game_is_of_middle_length_and_of_the_kind_of_play_that_the_length_is_told_of() -> None:
    assert middle_half({5: 1, 6: 2, 9: 4, 30: 1}) == (6, 9)
    game = hexgame.load("hex", size=4, pie="no")
    found = {kind.name: job.played(range(job.blocks)) for kind, games in ((PLAYOUTS, 200), (WALKS, 8), (WEAK, 24))
             for job in (kind.job(game, 1, games),)}  # fmt: skip

    def typical_length(*kinds: str) -> tuple[str, int, tuple[int, int]]:
        study = Study(game, 1, {kind: found[kind] for kind in kinds})
        card = card_of(study, ())
        weak = wins_of(game, WEAK, study.of(WEAK)).lengths
        return card.course.caption, len(card.course.moves), middle_half(weak or study.of(PLAYOUTS).lengths)

    caption, length, (low, high) = typical_length("random", "walks")
    assert caption == "A typical game in random play"
    assert low <= length <= high
    caption, length, (low, high) = typical_length("random", "walks", WEAK.name)
    assert caption == "A typical game at 10 simulations a move"
    assert low <= length <= high


@pytest.mark.parametrize(("wins", "title", "among"), [
    ((5_000, 3_000, 7_000), "The fairest opening", False), ((5_000, 5_030, 7_000), "One of the fairest openings", True),
    ((5_000, 5_000, 5_000), "With a swap", False),
])  # fmt: skip
def test_what_a_swap_leaves_is_told_and_of_openings_only_what_is_known(wins, title, among) -> None:
    game = hexgame.load("hex", size=3, pie="no")
    red, blue = (next(end for end in range(1, game.machine.too_long) if str(game.outcome(end)).startswith(player))
                 for player in game.players)  # fmt: skip
    ends = Counter({(code, end): games for code, won in enumerate(wins)
                    for end, games in ((red, won), (blue, 10_000 - won))})  # fmt: skip
    study = Study(game, 1, {PLAYOUTS.name: Totals(30_000, ends, Counter({9: 30_000}))})
    (advice,) = (each for each in first_moves_of({"first-moves": first_moves(study)}) if "would win" in each.finding)
    assert advice.title == title
    assert ("which is among the fairest" in advice.finding) == among


def test_a_page_explains_the_marks_it_uses_and_why_there_is_no_map() -> None:
    game = hexgame.load("havannah", size=4)
    totals = Totals(400, Counter({(0, 1): 400}), Counter({120: 400}))
    report = reported(Study(game, 1, {PLAYOUTS.name: totals}, is_looked_into=False))
    shown = page(report)
    assert "open: not known yet" in shown
    assert "try: would change" not in shown
    assert "It has no place on the map yet" in shown


@pytest.mark.parametrize("won", [0, 400])
def test_needles_stay_on_the_arc(won: int) -> None:
    found = Estimate(won / 400, max(0.0, won / 400 - 0.1), min(1.0, won / 400 + 0.1), 400, "")
    drawing = drawn(Dial(DRAMA, Finding("", found), "", ""))
    rows = [float(y) for y in re.findall(r'class="dn".*y1="([\d.]+)".*y2="([\d.]+)"', drawing)[0]]
    assert all(y <= FLOOR - 1.7 for y in rows)
