"""What a card says to look at next: claims, tricks, options, openings, and what it takes where nothing is known."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from reports import reported

import hexgame
from hexgame.experiments.codes import swaps_of
from hexgame.experiments.random.totals import Totals
from hexgame.proofs.prove import prove, settled
from hexgame.proofs.verdicts import Refuted, Undecided
from hexgame.reports.card.advice import advice_of
from hexgame.reports.card.answers import proved
from hexgame.reports.card.card import card_of
from hexgame.reports.card.dials import Dial, fair_of, middle_half
from hexgame.reports.card.scales import DRAMA
from hexgame.reports.card.swap import swap_of
from hexgame.reports.card.text import lines_of
from hexgame.reports.kinds.desk import Ended
from hexgame.reports.kinds.playouts import PLAYOUTS
from hexgame.reports.kinds.searched import MIDDLING, NO_SWAP, SEARCHED, Searched, SearchedGames
from hexgame.reports.kinds.single import Tally
from hexgame.reports.kinds.trials import TRIALS
from hexgame.reports.kinds.walks import WALKS, Walks
from hexgame.reports.measures.context import standing_of
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
        return [(each.tag, each.title, each.finding.partition(":")[0]) for each in found if each.title != "Not tested"]

    assert told(21) == [
        ("look", "A claim is false", "The sheet claims that no game is a draw; this one is"),
        ("open", "Undecided", "Every game ends"),
    ]
    assert told(0) == [("open", "Undecided", "No game is a draw; every game ends")]


def test_a_refuted_claim_is_told_with_its_counterexample_and_first() -> None:
    game = hexgame.load("torex", size=3)
    study = Study(game, 1, {}, (prove(game, "no-draws"), prove(game, "finite")))
    first, *others = advice_of(study, ())
    assert re.fullmatch(r"The sheet claims that no game is a draw; this one is: ([a-c]\d ){6}… \(all 9 moves .*\)\.",
                        first.finding)  # fmt: skip
    assert card_of(study, ()).first.startswith("Look first at this: A claim is false.")
    (untested,) = (each.finding for each in others if each.title == "Not tested")
    assert "whoever has to move always can" in untested


def test_what_is_possible_and_not_claimed_to_be_impossible_is_no_fault() -> None:
    game = hexgame.load("havannah", size=3)
    drawn = prove(game, "no-draws")
    assert isinstance(drawn, Refuted)
    verdicts = settled(game, (Undecided("at-least-one-winner", ()), drawn))
    assert isinstance(verdicts[0], Refuted)
    study = Study(game, 1, {WEAK.name: SearchedGames(tuple(
        Searched(number, Ended((0, 1), 1, 0), 20, is_whole=False) for number in range(340)))}, verdicts)  # fmt: skip
    (possible,) = (each for each in proved(study) if each.title == "Possible")
    assert possible.tag == "know"
    assert possible.finding.startswith("A full board may have no winner: ")
    drawish = card_of(study, ()).dials[4]
    assert drawish.word == "Draws are possible, but rare"
    assert drawish.figure.startswith("0 of 340 games are drawn")


def told_of(study: Study, title: str) -> str:
    return next(each.finding for each in advice_of(study, ()) if each.title == title)


def test_what_is_not_known_says_what_was_tried_and_what_it_takes() -> None:
    game = hexgame.load("havannah", size=4)
    untried = Study(game, 1, {WALKS.name: Walks(games=20)}, is_looked_into=False)
    assert told_of(untried, "What do options change?") == "Not tried often enough yet: size = 3, size = 5."
    assert "500 random games recorded move by move; 20 so far" in told_of(untried, "Is anything never used?")
    tried = Study(game, 1, {TRIALS.name: Tally(90, Counter({(trial, 2 * (half % 2), 30): 15 for trial in range(3)
                                                            for half in range(2)}))})  # fmt: skip
    (told,) = (each for each in advice_of(tried, ()) if each.title == "What do options change?")
    assert told.finding == "No option is known to make it better. Searched with 30 simulations a move:"
    assert [row[0] for row in told.rows] == ["", "as it is", "size = 3", "size = 5"]
    assert all(row[1].startswith("50 % (") and row[3] == "30" for row in told.rows[1:])
    assert told.rows[2][1] in "\n".join(lines_of(card_of(tried, ()), ""))
    assert told.rows[2][1].replace(" %", "\N{NO-BREAK SPACE}%") in page(reported(tried))
    assert "choose in secret" in told_of(Study(hexgame.load("blind_hex", size=5), 1), "What do options change?")


def test_a_change_is_proposed_only_for_what_it_makes_better() -> None:
    game = hexgame.load("havannah", size=4)

    def told(wins: tuple[int, int, int], lengths: tuple[int, int, int]) -> list[tuple[str, str, str]]:
        counts = Counter({(trial, half, lengths[trial] + place % 2): games // 2 for trial, won in enumerate(wins)
                          for half, games in ((2, won), (0, 200 - won)) for place in range(2)})  # fmt: skip
        study = Study(game, 1, {TRIALS.name: Tally(600, counts)}, is_looked_into=False)
        return [(each.tag, each.title, each.gain) for each in advice_of(study, ()) if "size" in each.title]

    assert told((180, 100, 180), (30, 30, 30)) == [("try", "size = 3", "makes games fairer")]
    assert told((100, 180, 100), (30, 30, 30)) == [("keep", "size = 4", "")]
    assert told((100, 100, 100), (30, 14, 30)) == [("know", "size = 3 makes games shorter", "")]


@pytest.mark.parametrize(("with_it", "without", "swapped", "title"), [
    ((220, 200), (340, 80), 210, "The swap"), ((340, 92), (340, 80), 0, "The swap was not used"),
    ((330, 90), (340, 80), 20, "Does the swap do its job?"),
    ((350, 50), (220, 200), 50, "The swap makes games less even"), ((5, 5), (340, 80), 3, "Does the swap do its job?"),
])  # fmt: skip
def test_a_swap_is_judged_by_games_of_one_strength(with_it, without, swapped, title) -> None:
    game = hexgame.load("hex", size=4)
    (swap,) = swaps_of(game)

    def games(won: tuple[int, int], swaps: int) -> SearchedGames:
        seats = [0] * won[0] + [1] * won[1]
        ended = (Ended((0, swap if number < swaps else 1), 1, seat) for number, seat in enumerate(seats))
        return SearchedGames(tuple(Searched(number, each, 12, is_whole=False) for number, each in enumerate(ended)))

    study = Study(game, 1, {MIDDLING.name: games(with_it, swapped), NO_SWAP.name: games(without, 0)})
    (found,) = swap_of(study, fair_of(study))
    assert found.title == title
    assert (found.tag == "keep") == (title == "The swap")
    assert found.finding.count("100 simulations a move") == 1


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


@pytest.mark.parametrize(("wins", "tag", "title", "says"), [
    ((5_000, 6_000, 7_000), "try", "a swap", "leaves the evenest choice: whoever begins with it scores 50"),
    ((5_000, 4_900, 5_100), "open", "Is a swap worth adding?", "searched games tell, not random ones"),
    ((6_000, 6_000, 6_000), "open", "Is a swap worth adding?", "No first moves are told apart"),
])  # fmt: skip
def test_whether_a_swap_is_worth_adding_is_told(wins, tag, title, says) -> None:
    game = hexgame.load("hex", size=5, pie="no")
    red, blue = (next(end for end in range(1, game.machine.too_long) if str(game.outcome(end)).startswith(player))
                 for player in game.players)  # fmt: skip
    ends = Counter({(code, end): games for code, won in enumerate(wins)
                    for end, games in ((red, won), (blue, 10_000 - won))})  # fmt: skip
    study = Study(game, 1, {PLAYOUTS.name: Totals(30_000, ends, Counter({9: 30_000}))})
    (advice,) = swap_of(study, fair_of(study))
    assert (advice.tag, advice.title) == (tag, title)
    assert says in advice.finding
    assert (": a swap, which makes games fairer." in card_of(study, ()).first) == (tag == "try")


def test_an_even_game_does_not_need_a_swap() -> None:
    game = hexgame.load("hex", size=5, pie="no")
    games = tuple(Searched(number, Ended((0, 1), 1, number % 2), 15, is_whole=False) for number in range(2_000))
    study = Study(game, 1, {WEAK.name: SearchedGames(games)})
    (advice,) = swap_of(study, fair_of(study))
    assert advice.title == "A swap is not needed at 10 simulations a move"
    assert "Whoever begins scores 50" in advice.finding


def test_where_all_first_moves_are_alike_a_swap_hands_the_edge_over() -> None:
    game = hexgame.load("torex", size=5)
    red, blue = (next(end for end in range(1, game.machine.too_long) if str(game.outcome(end)).startswith(player))
                 for player in game.players)  # fmt: skip
    ends = Counter({(0, red): 7_000, (0, blue): 3_000})
    study = Study(game, 1, {PLAYOUTS.name: Totals(10_000, ends, Counter({25: 10_000}))})
    (advice,) = swap_of(study, fair_of(study))
    assert advice.title == "A swap does not help"
    assert "hands the edge over" in advice.finding


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
