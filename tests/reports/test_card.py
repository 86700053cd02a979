"""Cards: what is said first rests on numbers, holds at every look, and is the same on terminal, page and in JSON."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from functools import cache

import numpy as np
import pages
import pytest
from conftest import wide
from reports import reported

import hexgame
from hexgame.reports.card.card import Card, card_of
from hexgame.reports.card.dials import dials_of
from hexgame.reports.card.scales import DEEP, DRAWN, LENGTH, UNKNOWN, fair
from hexgame.reports.card.text import lines_of
from hexgame.reports.exact.known import known_of
from hexgame.reports.kinds.desk import NOBODY, Ended
from hexgame.reports.kinds.playouts import FILLED, PLAYOUTS
from hexgame.reports.kinds.searched import Searched, SearchedGames
from hexgame.reports.measures.strengths import Wins, trends
from hexgame.reports.measures.winners import who_wins
from hexgame.reports.study import Study
from hexgame.show.report.page import page
from hexgame.statistics import sequences, sure
from hexgame.statistics.estimates import Estimate


def between(low: float, high: float) -> Estimate:
    return Estimate((low + high) / 2, low, high, 100, sure.HOW)


@cache
def simulated(name: str, look: int = pages.LOOKS - 1) -> Study:
    found, dice = dict[str, object](), np.random.default_rng(3)
    for number in range(look + 1):
        found = pages.more_of(pages.TRUTHS[name], number, found, dice)
    return Study(pages.the_game(), 0, found, is_looked_into=False)


@pytest.mark.parametrize(("scale", "low", "high", "said"), [
    (fair(2), 0.47, 0.53, "Even"), (fair(2), 0.53, 0.57, "Even, or a little better for whoever begins"),
    (fair(2), 0.51, 0.7, "Better for whoever begins"), (fair(2), 0.3, 0.7, UNKNOWN), (fair(3), 0.32, 0.35, "Even"),
    (DRAWN, 0.0, 0.0, "Never a draw"), (DRAWN, 0.0, 0.01, "Never or hardly ever a draw"),
    (DEEP, 0.7, 0.8, "Deep"), (LENGTH, 31.0, 60.0, "Of middle length"), (LENGTH, 1.0, 500.0, UNKNOWN),
])  # fmt: skip
def test_a_game_is_called_what_its_interval_allows(scale, low, high, said):
    word, least, most = scale.kind(between(low, high))
    assert word == said
    assert least <= low <= high <= most


@wide("0-unfair by 10", "4-drawish")
@pytest.mark.parametrize("name", ["unfair by 10", "drawish"])
@pytest.mark.parametrize("look", [0, pages.LOOKS - 1])
def test_every_sentence_agrees_with_its_json(name, look):
    report = reported(simulated(name, look))
    (game,) = report.as_dict()["games"]
    card = game["card"]
    found = [*card["dials"], *card["findings"], *(each for each in card["advice"] if "test" in each)]
    found += [each for section in game["sections"] for each in section["findings"]]
    found += card["library"]["findings"]
    assert len(found) > 8
    for each in found:
        number, test = each["estimate"], each["test"]
        if not number["n"]:
            continue
        low, high = (
            (-math.inf if test["low"] is None else test["low"]),
            (math.inf if test["high"] is None else test["high"]),
        )
        assert low <= number["low"] + 1e-9, each["words"]
        assert number["high"] - 1e-9 <= high, each["words"]
    shown, told = page(report), "\n".join(lines_of(report.chapters[0].card, "title"))
    library = [each["words"] for each in card["library"]["findings"]]
    assert library
    assert all(each in shown.replace("\N{NO-BREAK SPACE}", " ") for each in library)
    assert " ".join(("In the library:", *library)) in " ".join(told.split())
    for dial in card["dials"]:
        assert dial["words"] in shown
        assert dial["words"] in told
        for value in re.findall(r"(\d+(?:\.\d+)?)(?: %)? \(", dial["figure"]):
            scale = 1 if dial["name"] == "length" else 100
            assert float(value) == pytest.approx(scale * dial["estimate"]["value"], abs=0.51)


def test_what_is_planted_is_on_the_card():
    fair_, deep, length, _, drawn = dials_of(simulated("unfair by 10"))
    assert "etter for whoever begins" in fair_.finding
    assert deep.estimate.low <= 0.7 <= deep.estimate.high
    assert str(length.finding) == "Short or of middle length"
    assert drawn.finding == "Seldom a draw, if ever"
    advice = [each.title for each in reported(simulated("a trick wins")).chapters[0].card.advice]
    assert "A cheap trick wins: copying the other's moves" in advice


def test_a_verdict_says_which_of_its_parts_are_of_random_play():
    found = {name: each for name, each in simulated("fair").found.items() if name in ("random", "depth")}
    says = reported(Study(pages.the_game(), 0, found, is_looked_into=False)).chapters[0].card.says
    assert re.fullmatch(r"Thinking helps a lot: .*\. In random play: .*; about \d+ moves long\.", says)
    assert "random play" not in reported(simulated("fair")).chapters[0].card.says
    only = {"random": found["random"]}
    assert reported(Study(pages.the_game(), 0, only)).chapters[0].card.says.startswith("In random play: ")


def test_where_a_search_cannot_tell_yet_whether_a_game_is_fair_random_play_is_told_as_well():
    found = simulated("unfair by 5").found
    few = pages.more_of(pages.TRUTHS["fair"], 0, {}, np.random.default_rng(1))
    card = (
        reported(Study(pages.the_game(), 0, {"random": found["random"], "search-10": few["search-10"]}))
        .chapters[0]
        .card
    )
    assert card.dials[0].word == UNKNOWN
    assert re.search(r"^4[45]\.\d+ % \(.*\) in [\d,]+ random games$", card.dials[0].as_well)
    assert "In random play: better for whoever moves later" in card.says
    assert card.says.endswith("Whether it is fair is not known yet.")
    alone = reported(Study(pages.the_game(), 0, {"random": found["random"]})).chapters[0].card
    assert alone.dials[0].word.endswith(" in random play")


def test_random_play_in_which_the_swap_is_taken_at_random_says_nothing_of_fairness():
    game = hexgame.load("hex", size=5)
    found = {kind.name: job.played(range(job.blocks)) for kind, games in ((PLAYOUTS, 300), (FILLED, 6_400))
             for job in (kind.job(game, 1, games),)}  # fmt: skip
    random = {PLAYOUTS.name: found[PLAYOUTS.name]}
    card = card_of(Study(game, 1, random, is_looked_into=False), ())
    assert not card.dials[0].is_measured
    assert "swap" in card.dials[0].advice
    assert "fair" not in card.says
    card = card_of(Study(game, 1, found, is_looked_into=False), ())
    assert card.dials[0].word.endswith("in random play without the swap")
    assert card.says.startswith("In random play without the swap: ")


def test_games_that_are_counted_as_a_whole_have_exact_shares():
    game = hexgame.load("torex", size=3)
    known = known_of(game)
    assert known is not None
    assert known.by_colour["Black"].value == pytest.approx(4 / 7)
    section = who_wins(Study(game, 0))
    assert section is not None
    assert section.says[0].startswith("Black wins more often in random play: Black 57.143 %;")
    counted = hexgame.load("hex", size=3, pie="no")
    played = sum(counted.machine.sample(4_000, 1)[0][code][1] for code in range(counted.action_count))
    share = sure.share(played, 4_000)
    chance = sum(each for (_, end, _), each in known_of(counted).whole.chances.items() if end == 1)
    assert share.low <= chance <= share.high


@pytest.mark.parametrize(("scores", "said"), [
    ((317, 908, 10), "The first seat scores neither more nor less as both players search better: 31.7 %, 90.8 %"),
    ((700, 500, 300), "The first seat scores less as both players search better"),
    ((700, 690, 300), "The first seat scores less with 1,000 simulations a move than with 10"),
    ((500, 510, 505), ""),
])  # fmt: skip
def test_a_trend_is_a_trend_at_each_step(scores, said):
    base = Wins(10, 1_000, (), (), None, None)
    told = [
        replace(base, simulations=10 ** (number + 1), by_seat=(won, 1_000 - won)) for number, won in enumerate(scores)
    ]
    found = trends(told, 2)
    assert (found[0].startswith(said) and len(found) == 1) if said else not found


def test_sequences_hold_at_every_look():
    dice = np.random.default_rng(5)
    sizes = (10, 30, 100, 300, 1_000)
    missed = 0
    for draws in dice.random((400, sizes[-1])):
        values = np.where(draws < 0.3, 0.0, np.where(draws < 0.5, 0.5, 1.0))
        for size in sizes:
            names, counts = np.unique(values[:size], return_counts=True)
            low, high = sequences.bounded(dict(zip(names.tolist(), counts.tolist(), strict=True)), 0.1)
            if not low <= 0.6 <= high:
                missed += 1
                break
    assert missed <= 40


@pytest.mark.parametrize("counts", [{0.0: 10**9, 1.0: 10**9}, {0.0: 10**6, 1.0: 1}, {1.0: 50}, {0.0: 3}, {0.25: 7}])
def test_sequences_of_any_size_hold_what_was_seen(counts):
    low, high = sequences.bounded(counts, 0.01)
    mean = sum(value * number for value, number in counts.items()) / sum(counts.values())
    assert 0 <= low <= mean <= high <= 1
    assert high - low < 10 / math.sqrt(sum(counts.values()))


@pytest.mark.parametrize("games", [30, 150, 5_000])
def test_what_would_probably_show_does_so_four_times_out_of_five(games: int) -> None:
    share, dice = 0.5 + sure.shows(games), np.random.default_rng(4)
    found = sum(sure.share(int(won), games).low > 0.5 for won in dice.binomial(games, share, 400))
    assert 0.73 * 400 <= found <= 0.92 * 400
    assert sure.shows(3) == 1.0


@wide
def test_few_pages_say_anything_false():
    wrong = [
        found for number in range(30) if (found := pages.page([*pages.TRUTHS][number % len(pages.TRUTHS)], number)[0])
    ]
    assert len(wrong) <= 4, wrong


def won(games: tuple[int, int, int], length: int = 20) -> SearchedGames:
    """Games of a search of which the first wins so many, nobody, and the second."""
    places = [place for place, number in enumerate(games) for _ in range(number)]
    seats = 0, NOBODY, 1
    return SearchedGames(tuple(
        Searched(number, Ended((0, 1), pages.end_of(place), seats[place]), length, is_whole=False)
        for number, place in enumerate(places)
    ))  # fmt: skip


def card_with(**searched: tuple[int, int, int]) -> Card:
    found = {f"search-{name[1:]}": won(games) for name, games in searched.items()}
    return card_of(Study(pages.the_game(), 0, found, is_looked_into=False), ())


def test_fairness_rests_on_the_strongest_search_that_tells_enough():
    card = card_with(s10=(720, 0, 814), s100=(339, 0, 92), s1000=(5, 0, 5))
    dial = card.dials[0]
    assert dial.simulations == 100
    assert dial.figure.startswith("whoever begins scores 79 %")
    assert dial.trend == ("79 % at 100 simulations a move, 47 % at 10: the better both play, "
                          "the more beginning helps")  # fmt: skip
    assert "at most" not in card.says
    assert "Better for whoever begins, who scores about 79 % at 100 simulations a move; at 10, " in card.says
    assert dial.trend in "\n".join(lines_of(card, ""))
    alike = card_with(s10=(500, 0, 500), s100=(60, 0, 60)).dials[0]
    assert (alike.simulations, alike.trend) == (10, None)


def test_few_games_of_a_stronger_search_that_say_otherwise_leave_it_open():
    card = card_with(s10=(33, 2, 36), s100=(5, 5, 5))
    drawn = card.dials[4]
    assert drawn.word == UNKNOWN
    assert (
        drawn.seen
        == "a stronger search says otherwise, so far in few games: 33 % of 15 games at 100 simulations a move"
    )
    assert "How often it is drawn is not known yet." in card.says
    few = card_with(s10=(500, 0, 500), s100=(12, 0, 0)).dials[0]
    assert few.word == UNKNOWN
    assert "100 % of 12 games" in few.seen
    assert card_with(s10=(500, 0, 500), s100=(5, 0, 3)).dials[0].word == "Near even"
