"""Forged certificates for false claims about play, as an adversary would make them by hand: none is verified."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from conftest import ROOT, Run, game_of, wide
from forging_play import forged, measures, mutants, searches, verdict_of

import hexgame
from hexgame.proofs import Limits, Proved, prove, wording
from hexgame.proofs.checking.certificate import Unchecked, checked
from hexgame.proofs.checking.play import measure as checking
from hexgame.proofs.prove import certificate
from hexgame.proofs.reachability import measure, search
from hexgame.proofs.reachability.search import Search

PLAY = "board { shape rhombus(2) }\npieces man, king\nwin when count(own) > 9\n"
FILLS, RAISES, ONCE, PASSES, TIED, NEW, LATER, NEVER, FREE = (
    "fills a cell", "raises a number", "possible once", "passes", "tied to a turn", "new board", "new board later",
    "never on offer", "free",
)  # fmt: skip
PIECES, KINGS, MEN, SEEN = [1, 2, 3, 4, 5, 6], [2, 4, 6], [1, 3, 5], [-1]

Classes = list[tuple[list[int], list[int]]]

MEASURES: list[tuple[str, str, list[str], Classes, str]] = [
    ("a capture empties cells",
     "turn { place man on c among empty { c becomes man for d in adjacent(c) & enemy { d becomes empty } } }",
     [FILLS], [(PIECES, [0])], ""),
    ("a capture that hides behind a test",
     "turn { place man on c among empty { c becomes man"
     " if count(own) > 1 { for d in own - {c} { d becomes empty } } } }",
     [FILLS], [(PIECES, [0])], ""),
    ("a group is captured",
     "turn { place man on c among empty { c becomes man"
     " for g in groups(enemy) where count(g) > 0 { g becomes empty } } }",
     [FILLS], [(PIECES, [0])], ""),
    ("a piece goes somewhere else",
     "turn { may place man on empty otherwise move man from s among own to d among cells }",
     [FILLS, RAISES], [(PIECES, [0, 1])], ""),
    ("a move gives back what it took",
     "turn { place man on c among empty | own { if c in empty { c becomes man } else { c becomes empty } } }",
     [RAISES], [(MEN, [0])], ""),
    ("two decisions undo each other",
     "setup { cell(0, 0) becomes man of Red cell(1, 0) becomes man of Blue }\n"
     "turn { may place king on c among own.man { c becomes king }"
     " may place man on c among own.king { c becomes man } }",
     [RAISES, RAISES], [(KINGS, [0]), (MEN, [1])], ""),
    ("a loop may have no rounds",
     "turn { place man on c among empty | own { for d in adjacent(c) & enemy.king { d becomes man of enemy } } }",
     [RAISES], [(MEN, [0])], ""),
    ("a counter is set again by another decision",
     "var w = yes in yes, no\nturn { may pass where w { set w = no } may place man on own may pass { set w = yes } }",
     [ONCE, NEVER, ONCE], [], ""),
    ("a counter wraps",
     "var n = 1 in 0..2\nturn { may pass where n > 0 { set n = (n + 1) mod 3 } otherwise pass { set n = 1 } }",
     [ONCE, ONCE], [], ""),
    ("a variable of each player is set by the other",
     "var w = yes in yes, no for each player\nturn { pass where w { set w = no set enemy.w = yes } }",
     [ONCE], [], ""),
    ("chance sets a variable",
     "var w = yes in yes, no\nturn { random x in 0..1 if x == 0 { set w = yes }"
     " may pass where w { set w = no } otherwise pass }",
     [FREE, ONCE, ONCE], [], ""),
    ("chance empties cells",
     "turn { random x in 0..1 for c in own where x == 1 { c becomes empty } may place man on empty otherwise pass }",
     [FREE, FILLS, NEVER], [(PIECES, [1])], ""),
    ("a swap is tied to no turn", "turn { may swap may place man on empty }", [TIED, FILLS], [(PIECES, [1])], ""),
    ("swaps put a player's turn off for ever",
     "draw for Red at start of turn when turn >= 2\nturn { may swap may place man on empty }",
     [FREE, FREE], [], "turns"),
    ("an ending on some turn asks for more",
     "draw when turn == 9 and count(own) > 3\nturn { may pass may place man on empty }", [FREE, FREE], [], "turns"),
    ("an ending for one player on a turn of the other",
     "draw for Red at start of turn when turn == 2\nturn { may pass may place man on empty }",
     [FREE, FREE], [], "turns"),
    ("a pass where no ending counts passes", "turn { may place man on empty may pass }",
     [FILLS, PASSES], [(PIECES, [0])], ""),
    ("an ending by passes asks for more",
     "draw when passes == 2 and count(own) > 9\nturn { may place man on empty may pass }",
     [FILLS, PASSES], [(PIECES, [0])], ""),
    ("passes that are interrupted",
     "draw when passes == 2\nturn { may pass may place man on cells }", [PASSES, FREE], [], ""),
    ("quiet turns that are not quiet",
     "draw when quiet == 3\nturn { may place king on cells may place man on cells }", [FREE, FREE], [], "quiet turns"),
    ("a board may come again where something else holds",
     "turn { place man on cells forbid repeats and count(own) > 9 }", [NEW], [], ""),
    ("a board comes again that the script has made",
     "draw when repeats and turn > 2\nturn { for c in cells { c becomes empty } place man on empty }", [LATER], [], ""),
    ("a pass leaves the board as it is", "draw when repeats and turn > 3\nturn { may pass may place man on empty }",
     [LATER, FILLS], [(PIECES, [1])], ""),
    ("a board that comes again only ends play after passes",
     "draw when repeats and passes == 1\nturn { move man from s among own to d among empty }\n"
     "setup { cell(0, 0) becomes man of Red cell(1, 0) becomes man of Blue }", [LATER], [], ""),
    ("marks are taken away",
     "marks seen\nturn { set seen = {} place man on c among cells - seen { set seen = seen | {c} } }",
     [RAISES], [(SEEN, [0])], ""),
    ("marks that were there already",
     "marks seen\nturn { place man on c among cells { set seen = seen | {c} } }", [RAISES], [(SEEN, [0])], ""),
    ("marks of the other player",
     "marks seen\nturn { place man on c among cells - seen { set enemy.seen = enemy.seen | {c} } }",
     [RAISES], [(SEEN, [0])], ""),
    ("what is never on offer is", "turn { may place man on own may pass }", [NEVER, NEVER], [], ""),
    ("a player who is out is passed over",
     "players Red, Blue, Green\nlose for Red when count(Red.man) > 0\n"
     "round { as Red { place man on empty } as Blue { may pass otherwise pass } }",
     [FILLS, FREE, FREE], [(PIECES, [0])], ""),
    ("again and again on one turn",
     "turn { place man on c among cells on turn 3 { again } otherwise place man on empty }",
     [TIED, FILLS], [(PIECES, [1])], ""),
    ("together, all at once",
     "turn { place man on c among empty { together { for d in cells { d becomes empty } c becomes man } } }",
     [FILLS], [(PIECES, [0])], ""),
]  # fmt: skip


def forge(
    game: hexgame.Game, bounds: list[str], classes: Classes, whole: str, within: list[str] | None = None
) -> dict[str, Any]:
    """A measure that is made up, with the statement that belongs to it."""

    def rows(which: list[str]) -> dict[str, Any]:
        words = [[decision.word, bound] for decision, bound in zip(game.rules.decisions, which, strict=True)]
        return {"decisions": words, "classes": [[*map(list, each)] for each in classes]}

    inside = within or [FREE if each in (TIED, LATER) else each for each in bounds]
    data = {
        "empty cells": game.machine.start[: len(game.board.cells)].count(0),
        **rows(bounds),
        "within a turn": [{"mover": None, **rows(inside)}],
        "whole": whole,
    }
    statement = wording.statement(game.rules, data)
    return {"claim": "finite", "verdict": "proved", "method": "measure", "statement": statement, "data": data}


def plays_for_ever(game: hexgame.Game) -> bool:
    """Whether a search over positions knows a line on which one comes again. Where boards are remembered, none ever
    does: play is broken off once there is no room for more of them."""
    return game.facts.remembers or Search(game, Limits(20)).run("finite").cycle is not None


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random games only tell what is wrong from what is not verified."""
    monkeypatch.setattr(checking, "GAMES", 3)


@pytest.mark.parametrize(("rules", "bounds", "classes", "whole"), [each[1:] for each in MEASURES],
                         ids=[each[0] for each in MEASURES])  # fmt: skip
def test_a_forged_measure_is_not_verified(rules: str, bounds: list[str], classes: Classes, whole: str) -> None:
    game = game_of(PLAY + rules)
    assert plays_for_ever(game)
    assert not isinstance(measure.attempt(game, "finite", Limits()), Proved)
    entry = forge(game, bounds, classes, whole)
    assert verdict_of(game, entry) in ("refused", "not verified")
    assert verdict_of(game, forge(game, bounds, classes, whole, bounds)) in ("refused", "not verified")
    made_up = measures(game, Random(0), 40)
    assert "verified" not in {verdict_of(game, each) for each in made_up}


def test_the_cases_follow_what_is_true_too() -> None:
    game = game_of(PLAY + "turn { place man on c among empty { c becomes man for d in enemy { d becomes king } } }")
    entry = forge(game, [FILLS], [(PIECES, [0])], "")
    assert verdict_of(game, entry) == "verified"
    assert verdict_of(game, {**entry, "statement": entry["statement"] + "; Red wins"}) == "refused"


def test_too_many_cases_are_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexgame.proofs.checking.play.effects.MOST", 0)
    game = hexgame.load("knight_vision", size=5)
    found = measure.attempt(game, "finite", Limits())
    assert isinstance(found, Proved)
    with pytest.raises(Unchecked, match="too many cases"):
        checked(game, json.loads(json.dumps(certificate(game, [found])))["verdicts"][0])


@pytest.mark.parametrize("seed", range(4))
def test_no_forged_certificate_of_a_random_sheet_is_verified(seed: int) -> None:
    said: Counter[str] = Counter()
    wrong: list[str] = []
    forged(seed, said, wrong)
    assert not wrong


@wide
@pytest.mark.parametrize("seed", range(100, 400))
def test_no_forged_certificate_of_many_random_sheets_is_verified(seed: int) -> None:
    test_no_forged_certificate_of_a_random_sheet_is_verified(seed)


# Searches and counterexamples


def found_of(game: hexgame.Game, claim: str) -> dict[str, Any]:
    """The verdict on a claim, as a certificate has it."""
    entry: dict[str, Any] = json.loads(json.dumps(certificate(game, [prove(game, claim)])))["verdicts"][0]
    return entry


def searched(game: hexgame.Game, claim: str) -> dict[str, Any]:
    """The verdict of a search over all positions, as a certificate has it."""
    found = search.attempt(game, claim, Limits(20))
    assert not isinstance(found, str)
    entry: dict[str, Any] = json.loads(json.dumps(certificate(game, [found])))["verdicts"][0]
    return entry


DRAWN = "turn { may place man on empty otherwise pass }\ndraw when count(empty) == 0"
STUCK = "turn { place man on c among empty where count(empty) > 1 { c becomes man } }"
PASSED = "turn { may place man on empty may pass }\nwin when turn > 40 and count(own) > 3"
SHEETS = {
    "a draw on the last board": DRAWN,
    "nothing is possible in the end": STUCK,
    "passes for ever": PASSED,
    "a loop through chance": "turn { random x in 0..1 may pass where x == 1 otherwise place man on cells }",
    "a loop through two players": "turn { place man on c among cells { c becomes man of enemy } }",
}


@pytest.mark.parametrize("rules", SHEETS.values(), ids=SHEETS)
def test_a_forged_search_is_not_verified(rules: str) -> None:
    game = game_of(PLAY + rules)
    found = Search(game, Limits(20)).run("")
    assert found.is_whole
    entries = [*searches(found)]
    assert len(entries) >= 5
    assert {verdict_of(game, each) for each in entries} == {"refused"}


COUNTS = {"unfinished": 1, "ended": 1}
CHANGED: list[tuple[str, dict[str, Any]]] = [
    ("an illegal move", {"moves": [99]}),
    ("a code that is negative", {"moves": [-1]}),
    ("a truth for a number", {"moves": [True]}),
    ("a number that is none", {"moves": [float("nan")]}),
    ("a move too few", {"moves": []}),
    ("a board that is not there", {"filling": [1, 1, 1, 1]}),
    ("what play cannot reach", {"out of play": "this board"}),
    ("a line that is not reached", {"reached": False}),
    ("a line that is reached by a number", {"reached": 1}),
    ("another number of positions", {"data": COUNTS | {"contradicting": 1}}),
    ("one position fewer", {"data": -1}),
    ("more than is counted", {"statement": "play can end in a draw, and Red wins"}),
    ("nothing that is stated", {"statement": None}),
    ("no data", {"data": None}),
    ("another claim", {"claim": "at-most-one-winner"}),
    ("another method", {"method": "SAT"}),
    ("turned round", {"verdict": "proved"}),
    ("turned round, with its numbers", {"verdict": "proved", "data": COUNTS}),
]


@pytest.mark.parametrize("change", [each[1] for each in CHANGED], ids=[each[0] for each in CHANGED])
@pytest.mark.parametrize(("rules", "claim"), [(DRAWN, "no-draws"), (STUCK, "always-a-move"), (PASSED, "finite")])
def test_a_counterexample_that_is_altered_is_not_verified(rules: str, claim: str, change: dict[str, Any]) -> None:
    game = game_of(PLAY + rules)
    entry = searched(game, claim)
    assert (entry["verdict"], verdict_of(game, entry)) == ("refuted", "verified")
    if change == {"data": -1}:
        change = {"data": entry["data"] | {"ended": entry["data"]["ended"] - 1}}
    assert verdict_of(game, entry | change) in ("refused", "not verified")


def test_what_is_not_counted_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(PLAY + PASSED)
    entry = searched(game, "finite")
    monkeypatch.setattr("hexgame.proofs.checking.play.positions.MOST", 10)
    with pytest.raises(Unchecked, match="counts not checked"):
        checked(game, entry)


def test_a_number_that_rules_tell_is_no_repetition() -> None:
    for ending in ("turn mod 2 == 0 and turn > 40", "turn > count(own) + 40", "turn > 40"):
        game = game_of(PLAY + "turn { may place man on empty may pass }\nwin when count(own) > 3 and " + ending)
        code = next(move.code for move in game.start().legal_moves if move.word == "pass")
        for passes in (1, 20, 40, 43):
            entry = {"claim": "finite", "verdict": "refuted", "method": "reachability", "moves": [code] * passes,
                     "filling": [], "reached": True, "out of play": "", "data": {},
                     "statement": wording.refutation("finite", {})}  # fmt: skip
            is_told = ending != "turn > 40" or passes < 42
            assert verdict_of(game, entry) == ("refused" if is_told else "verified")


def test_positions_of_a_solver_are_replayed() -> None:
    game = hexgame.load("hy2", size=3)
    entry = {"claim": "always-a-move", "verdict": "refuted", "method": "SAT", "filling": [], "reached": True,
             "out of play": "", "data": {}}  # fmt: skip
    lines: list[list[int]] = [[], [0], [0, 1], [0, 0], [10**9], [-3], [*range(19)]]
    for moves in lines:
        for player in (*game.players, "Nobody"):
            assert verdict_of(game, {**entry, "moves": moves, "statement": wording.lone(player)}) == "refused"


# What is no certificate


@pytest.mark.parametrize("text", [
    '{"certificate": 3, "verdicts": [{"claim": "finite", "verdict": "proved", "method": "measure", "data": NaN}]}',
    '{"certificate": 3, "verdicts": [{"claim": "finite", "verdict": "proved", "method": "measure", "data": '
    + "[" * 100_000 + "]" * 100_000 + "}]}",
    '{"certificate": 3, "verdicts": [' + ",".join(['{"claim": "finite", "verdict": "proved"}'] * 6) + "]}",
    '{"certificate": true, "verdicts": [{}]}',
    '{"certificate": 3, "verdicts": [{"claim": "finite", "verdict": "refuted", "method": "reachability", "moves": ['
    + "0," * 4_000_000 + "0]}]}",
    '{"certificate": 3, "verdicts": [{"claim": "' + "x" * 8_000_000 + '", "method": "\\u001b[2J\\u202e"}]}',
    '{"certificate": 3, "verdicts": [{"claim": "finite", "moves": [' + "9" * 100_000 + "]}]}",
    "[" * (1 << 24) + "]" * 9,
], ids=range(8))  # fmt: skip
def test_odd_certificates_are_refused_in_bounded_time(text: str, command: Run, tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    path.write_text(text)
    found = command("prove", str(ROOT / "games" / "hex.hexgame"), "--check", str(path), "--time", "20")
    assert found.exit_code in (1, 2, 3)
    assert ", verified" not in found.stdout
    assert len(found.stdout) < 3_000


@pytest.mark.parametrize("part", [
    {"decisions": [["place", ["free"]]]}, {"decisions": {"place": "free"}}, {"decisions": [["place", "free"]] * 3},
    {"classes": [[[1.0, 2, 3], [0]]]}, {"classes": [[[True, 2, 3], [0]]]}, {"classes": [[[1, 2, 3], [False]]]},
    {"classes": [[[-1], [0]]]}, {"classes": [[[1, 2, 3, 99], [0]]]}, {"classes": [[[1, 2, 3], [-1]]]},
    {"classes": [[[1, 2, 3], [0], []]]}, {"classes": [[[1, 2, 3], []]]}, {"whole": 0}, {"whole": ["turns"]},
    {"within a turn": [{"mover": 0.0}]}, {"within a turn": []}, {"within a turn": {}}, {"empty cells": True},
    {"empty cells": "9"}, {"mover": None}, {"within a turn": [{"mover": False}, {"mover": True}]},
], ids=str)  # fmt: skip
def test_data_of_a_measure_that_make_no_sense_are_refused(part: dict[str, Any]) -> None:
    game = hexgame.load("hex", size=3)
    entry = found_of(game, "finite")
    assert verdict_of(game, entry) == "verified"
    within = part.get("within a turn")
    if isinstance(within, list) and within:
        rows = {key: entry["data"]["within a turn"][0][key] for key in ("decisions", "classes")}
        part = {"within a turn": [rows | each for each in within]}
    assert verdict_of(game, {**entry, "data": entry["data"] | part}) == "refused"


# Mutants of true certificates

MUTANTS = 12
"""How many are made of each."""

TRUE = {
    **{name: {"size": 3} for name in ("hex", "y", "gonnect", "dark_hex", "coil", "catchup", "unlur")},
    **{name: {"size": 3} for name in ("random_turn_hex", "obstacle_hex", "defector_y", "misere_hex")},
    **{name: {} for name in ("abak", "ayu", "blind_hex", "knight_vision", "lines_of_action", "redstone", "troll")},
    **{name: {"size": 2} for name in ("torex", "hy2")},
}  # fmt: skip


def true_entries(name: str) -> tuple[hexgame.Game, list[dict[str, Any]]]:
    """A game with what is proved, or refuted, of its play."""
    game = hexgame.load(name, **TRUE[name])
    found: list[Any] = [measure.attempt(game, "finite", Limits())]
    if len(game.board.cells) <= 6:
        found += [search.attempt(game, claim, Limits(20)) for claim in ("no-draws", "always-a-move", "finite")]
    verdicts = [each for each in found if not isinstance(each, str)]
    assert verdicts
    return game, json.loads(json.dumps(certificate(game, verdicts)))["verdicts"]


def says(entry: dict[str, Any]) -> tuple[object, ...]:
    """What a reader takes from an entry: all that is not only the way to it."""
    return tuple(entry.get(key) for key in ("claim", "verdict", "method", "statement"))


@pytest.mark.parametrize("name", TRUE)
def test_a_mutant_that_is_verified_says_what_is_true(name: str) -> None:
    game, entries = true_entries(name)
    true = {says(entry) for entry in entries}
    for entry in entries:
        assert verdict_of(game, entry) == "verified"
        for mutant in mutants(entry, Random(name), MUTANTS):
            assert verdict_of(game, mutant) != "verified" or says(mutant) in true
