"""Certificates made by hand for what is false, at least five for each method: none is verified."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from conftest import ROOT, Run, game_of, long, wide
from forging import GAMES, Forging

import hexgame
from hexgame.deadline import time_limit
from hexgame.play.game import Game
from hexgame.proofs import Limits
from hexgame.proofs.checking.certificate import Refused, Unchecked, checked
from hexgame.proofs.counting import attempt as counting
from hexgame.proofs.counting.judged import judged
from hexgame.proofs.fillings import Fillings, by_winners, fillings_of
from hexgame.proofs.inference import always_a_move, no_draws
from hexgame.proofs.prove import certificate
from hexgame.proofs.satisfiability import attempt as by_sat
from hexgame.proofs.statements import following, of_a_board, of_boards, of_clauses, of_endings
from hexgame.proofs.topology import attempt as by_topology
from hexgame.proofs.verdicts import Proved, Refuted

Entry = dict[str, Any]
LEAST, MOST = "at-least-one-winner", "at-most-one-winner"
WIN = "win when connects(own, own.edges)"
RHOMBUS = "board {{ shape rhombus({0}) edge top, bottom: Red edge left, right: Blue }}"
NOBODY = "turn {{ may place stone on empty may place stone of neutral on empty{0} }}"

HEX, LATER, NEUTRAL = (
    f"{RHOMBUS.format(3)}\n{WIN}",
    f"{RHOMBUS.format(3)}\n{NOBODY.format(' where turn > 6')}\n{WIN}",
    f"{RHOMBUS.format(3)}\n{NOBODY.format('')}\n{WIN}",
)
"""Hex, and Hex in which stones of nobody may come, from some turn on or at any time: then a full board may have no
winner, though none of random games that last six turns shows such a stone."""

EARLY = f"{RHOMBUS.format(3)}\ndraw when turn == 9\n{WIN}"
"""Hex whose last stone ends the game in a draw, whoever has joined their edges."""


@cache
def sheet(text: str) -> Game:
    return game_of(text)


@cache
def made(method: Any, claim: str, name: str, options: tuple[tuple[str, object], ...] = ()) -> str:
    game = hexgame.load(name, **dict(options)) if "\n" not in name else sheet(name)
    found = method.attempt(game, claim, Limits())
    assert isinstance(found, Proved | Refuted), found
    return json.dumps(certificate(game, [found])["verdicts"])


def true(method: Any, claim: str, name: str, **options: object) -> Entry:
    """The true verdict on a claim by a method, as certificates have it."""
    (entry,) = json.loads(made(method, claim, name, tuple(options.items())))
    return dict(entry)


def refused(game: Game, entry: Entry, why: str = ".") -> None:
    """Expect that an entry is not verified, and that it is said why."""
    with time_limit(60), pytest.raises((Refused, Unchecked), match=why) as caught:
        checked(game, json.loads(json.dumps(entry)))
    assert str(caught.value)


def changed(entry: Entry, *path: str | int, to: object) -> Entry:
    """An entry with something else at some place."""
    found: Any = copy.deepcopy(entry)
    held = found
    for key in path[:-1]:
        held = held[key]
    held[path[-1]] = to
    return dict(found)


# Numbers of full boards, which the checker counts again or, where it cannot, judges anew


@pytest.fixture(params=["counted", "judged"])
def by_numbers(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both ways of the checker; none that keeps a state can count."""
    if request.param == "judged":
        monkeypatch.setattr("hexgame.proofs.checking.counting.MOST", 0)
    return str(request.param)


def torex() -> tuple[Game, Entry]:
    """The refutation of a game of which 60 of the 512 full boards have no winner."""
    return hexgame.load("torex", size=3), true(counting, LEAST, "torex", size=3)


def about(fillings: Fillings, counts: dict[str, str], **more: object) -> Entry:
    """A proof that no full board is without a winner, by such numbers."""
    tally = {frozenset(map(int, filter(None, winners.split(",")))): int(each) for winners, each in counts.items()}
    data = {"contents": [1, 2], "start": [*fillings.start], "boards by winners": counts}
    return {"claim": LEAST, "verdict": "proved", "method": "counting", "statement": of_boards(LEAST, tally, {}),
            "data": {**data, **more}}  # fmt: skip


@long("*", "!judged-59 of", "!counted-0 of")
@pytest.mark.parametrize("said", ["59 of", "0 of", "600 of", "-60 of", "60 of the 512 full boards have several, 61 of"])
def test_other_numbers_are_refused_in_words_and_in_data(by_numbers: str, said: str) -> None:
    game, entry = torex()
    assert f"512 full boards, {by_numbers}" in checked(game, entry)
    words = entry["statement"].replace("60 of", said, 1)
    refused(game, {**entry, "statement": words}, "does not match its data")
    fewer = changed(entry, "data", "boards by winners", "", to=said.split()[-2])
    refused(game, fewer, "different number")
    refused(game, {**fewer, "statement": words}, "different number")


@long("*", "!counted-contents0-*", "!judged-contents1-*")
@pytest.mark.usefixtures("by_numbers")
@pytest.mark.parametrize("text", [LATER, NEUTRAL])
@pytest.mark.parametrize("contents", [[1, 2], [1, 2, 3], [2, 1], [1, 2, 5], [True, 2, 5], [1.0, 2]])
def test_a_proof_that_leaves_out_stones_is_refused(text: str, contents: list[Any]) -> None:
    game = sheet(text)
    counts = by_winners(judged(fillings_of(sheet(HEX)), Limits()).by_winners)
    assert checked(sheet(HEX), about(fillings_of(sheet(HEX)), dict(counts)))  # type: ignore[arg-type]
    refused(game, about(fillings_of(game), dict(counts), contents=contents))  # type: ignore[arg-type]


@pytest.mark.usefixtures("by_numbers")
def test_who_wins_is_not_judged_where_it_depends_on_the_turn() -> None:
    counts = by_winners(judged(fillings_of(sheet(HEX)), Limits()).by_winners)
    refused(sheet(EARLY), about(fillings_of(sheet(HEX)), dict(counts)), "more than the board")  # type: ignore[arg-type]


@pytest.mark.usefixtures("by_numbers")
def test_a_verdict_that_is_turned_round_or_says_more_is_refused() -> None:
    game, entry = torex()
    proof = {key: entry[key] for key in ("claim", "method", "statement", "data")}
    refused(game, {**proof, "verdict": "proved"}, "a full board contradicts")
    refused(game, {**entry, "claim": MOST}, "1 winner|0 winners")
    right = true(counting, MOST, "torex", size=3)
    assert checked(game, right)
    for more in ("; nor has any board of another size", "; the first player wins", " "):
        refused(game, {**right, "statement": right["statement"] + more}, "does not match its data")
    refused(game, {**right, "claim": LEAST}, "contradicts")
    refused(game, {**right, "for": "every board, of any size"}, "is not used here")
    refused(game, changed(right, "data", "draws", to="0"), "is not used here")
    refused(game, changed(right, "data", "boards in turn by winners", to={"": "0"}), "filled in turn")
    refused(game, changed(entry, "data", "boards in turn by winners", "", to="26"), "filled in turn")
    refused(game, changed(entry, "data", "start", to=[1] + [0] * 8), "starts with different pieces")
    refused(game, changed(entry, "data", "boards by winners", to={**entry["data"]["boards by winners"], "0,1": "0"}))
    del right["statement"]
    refused(game, right, "holds no statement")


def test_counts_that_are_too_many_are_said_not_to_be_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    game, entry = torex()
    monkeypatch.setattr("hexgame.proofs.checking.counting.MOST", 100)
    assert "512 full boards, judged by searches of its own" in checked(game, entry)
    monkeypatch.setattr("hexgame.proofs.checking.counting.MOST_JUDGED", 100)
    why = "more than 100 states are too many to recount, and 512 full boards are too many to judge"
    with pytest.raises(Unchecked, match=rf"the full board, judged .* counts not checked: {why}"):
        checked(game, entry)


def test_what_the_checker_cannot_count_it_judges() -> None:
    game, entry = hexgame.load("gyre", size=2), true(counting, LEAST, "gyre", size=2)
    assert checked(game, entry) == "128 full boards, judged by the plain twin of the machine"
    for red in ("63", "65", "0", "64.0"):
        refused(game, changed(entry, "data", "boards by winners", "0", to=red), "different number")
    refused(game, {**entry, "statement": entry["statement"].replace("128", "127")}, "does not match its data")
    refused(hexgame.load("gyre", size=3), entry, "starts with different pieces")


def test_large_numbers_are_counted_again() -> None:
    game, entry = hexgame.load("y", size=5), true(counting, LEAST, "y", size=5)
    assert entry["data"]["boards by winners"]["0"] == "16384" and checked(game, entry)
    for other in ("16383", "0", "016384", "16384.0", "16_384", 16384, None):
        refused(game, changed(entry, "data", "boards by winners", "0", to=other), "different number")
    refused(game, {**entry, "statement": entry["statement"].replace("32,768", "32,769")}, "does not match its data")


# Full boards that refute


def board(filling: list[Any], claim: str = LEAST, **more: object) -> Entry:
    """A refutation by a full board, as if a solver had found it."""
    return {"claim": claim, "verdict": "refuted", "method": "SAT", "statement": of_a_board(claim), "filling": filling,
            "moves": [], "reached": False, "out of play": "", "data": {}, **more}  # fmt: skip


@pytest.mark.parametrize("name", ["Hex of size 11", "Hex with one of nobody's stones at a corner"])
@pytest.mark.parametrize("held", [3, 0, 4, -1, 1 << 70, True, 1.0, None, "1"])
def test_a_board_of_other_stones_refutes_nothing(name: str, held: object) -> None:
    game = hexgame.load("hex", size=11) if "11" in name else sheet(
        f"{RHOMBUS.format(3)}\nsetup {{ cell(0, 0) becomes stone of neutral }}\n{WIN}")  # fmt: skip
    refused(game, board([held] * len(game.board.cells)))


@pytest.mark.parametrize("claim", [LEAST, MOST])
def test_a_board_with_a_winner_or_without_refutes_only_what_it_contradicts(claim: str) -> None:
    game = hexgame.load("torex", size=3)
    none = true(counting, LEAST, "torex", size=3)["filling"]
    assert checked(game, board(none))
    one = [1] * 9
    for filling, why in ((one, "1 winner$"), (none[:-1], "not full"), ([*none, 1], "not full"), ([], "not full")):
        refused(game, board(filling, claim), why)
    refused(game, board(none, MOST), "0 winners")
    for change in ({"reached": True}, {"moves": [0]}, {"reached": 1}, {"reached": None}, {"moves": [0, 0]},
                   {"out of play": "this board"}, {"out of play": "all boards that contradict the claim"},
                   {"out of play": None}, {"data": {"contents": [1, 2]}}, {"data": None},
                   {"statement": "no full board has a winner"}, {"method": "topology"}, {"method": "inference"},
                   {"claim": "no-draws"}, {"claim": "no-draws", "reached": True}):  # fmt: skip
        refused(game, board(none, **change))  # type: ignore[arg-type]


def test_what_play_cannot_reach_is_tried_in_all_play() -> None:
    game, entry = hexgame.load("hy2", size=2), true(counting, LEAST, "hy2", size=2)
    assert "play does not lead there" in checked(game, entry)
    refused(game, {**entry, "statement": entry["statement"].removesuffix("; play can reach none of them")})
    refused(game, {**entry, "statement": "play can reach none of them"})
    of_torex = true(counting, LEAST, "torex", size=3)
    none = {**of_torex, "moves": [], "reached": False, "out of play": "all boards that contradict the claim"}
    words = of_torex["statement"] + "; play can reach none of them"
    refused(hexgame.load("torex", size=3), {**none, "statement": words}, "play can reach what")
    refused(hexgame.load("torex", size=3), {**none, "out of play": "this board"}, "play can reach what")


# SAT


def hex_by_sat() -> Entry:
    return true(by_sat, LEAST, HEX)


@pytest.mark.parametrize(
    "text", [LATER, NEUTRAL, EARLY, f"{RHOMBUS.format(3)}\ndraw when connects(Blue, Blue.edges)\n{WIN}"]
)
def test_clauses_of_hex_prove_nothing_of_games_with_other_stones_or_endings(text: str) -> None:
    assert checked(sheet(HEX), hex_by_sat())
    refused(sheet(text), hex_by_sat())
    refused(sheet(text), changed(hex_by_sat(), "data", "contents", to=[1, 2, 5]))


FORGED_CLAUSES: dict[str, Callable[[Entry], object]] = {
    "one that does not hold": lambda data: data["clauses"].append({"player": 0, "wins": True, "cells": [4]}),
    "an empty one": lambda data: data["clauses"].append({"player": 0, "wins": True, "cells": []}),
    "a cell less": lambda data: data["clauses"][0]["cells"].pop(),
    "no clauses": lambda data: data.update(clauses=[]),
    "no steps": lambda data: data.update(refutation=[]),
    "few steps": lambda data: data.update(refutation=["0"]),
    "a step that does not follow": lambda data: data["refutation"].insert(0, "1 0"),
    "a step that is deleted": lambda data: data["refutation"].insert(0, "d " + dimacs(data["clauses"][0])),
    "a step that is no clause": lambda data: data["refutation"].insert(0, "c 1 0"),
    "a step that does not end": lambda data: data["refutation"].insert(0, "1"),
    "a step that is no text": lambda data: data["refutation"].insert(0, [1, 0]),
    "a huge literal": lambda data: data["refutation"].insert(0, "9" * 5_000 + " 0"),
    "nobody": lambda data: data["clauses"][0].update(player=2),
    "a truth for a player": lambda data: data["clauses"][0].update(player=bool(data["clauses"][0]["player"])),
    "the other player": lambda data: data["clauses"][0].update(player=1 - data["clauses"][0]["player"]),
    "the other way": lambda data: data["clauses"][0].update(wins=False),
    "a number for a truth": lambda data: data["clauses"][0].update(wins=1),
    "a cell that is none": lambda data: data["clauses"][0]["cells"].append(-1),
    "a cell beyond": lambda data: data["clauses"][0]["cells"].append(9),
    "the colours exchanged": lambda data: data.update(contents=[2, 1]),
    "one colour": lambda data: data.update(contents=[1]),
    "a stone from the start": lambda data: data["start"].__setitem__(0, 1),
    "more in a clause": lambda data: data["clauses"][0].update(why="it is so"),
    "more data": lambda data: data.update(proof="it is so"),
}


def dimacs(clause: Entry) -> str:
    sign = -1 if clause["player"] == 0 else 1
    return " ".join(map(str, [*(sign * (cell + 1) for cell in clause["cells"]), 0]))


@pytest.mark.parametrize("change", FORGED_CLAUSES.values(), ids=FORGED_CLAUSES)
def test_forged_clauses_and_steps_are_refused(change: Callable[[Entry], object]) -> None:
    entry = hex_by_sat()
    change(entry["data"])
    entry["statement"] = of_clauses(LEAST, len(entry["data"]["clauses"]))
    refused(sheet(HEX), entry)


def test_deletions_are_followed() -> None:
    entry = hex_by_sat()
    learnt = [dimacs(clause) for clause in entry["data"]["clauses"]]
    entry["data"]["refutation"] = [f"d {learnt[0]}", learnt[0], *entry["data"]["refutation"]]
    refused(sheet(HEX), entry, "do not contradict")


def test_a_false_claim_has_no_proof_by_clauses() -> None:
    game = hexgame.load("torex", size=3)
    for text in ("0", "1 0", "-1 0"):
        data = {"contents": [1, 2], "start": [0] * 9, "clauses": [{"player": 0, "wins": True, "cells": [0, 1, 2]}],
                "refutation": [text]}  # fmt: skip
        entry = {"claim": LEAST, "verdict": "proved", "method": "SAT", "statement": of_clauses(LEAST, 1), "data": data}
        refused(game, entry)
    refused(game, {**hex_by_sat()})
    other = {**hex_by_sat(), "statement": of_clauses(LEAST, 7)}
    refused(sheet(HEX), other, "does not match its data")
    refused(sheet(HEX), {**hex_by_sat(), "claim": MOST}, "something different from what the claim needs")


# Topology


def on_a_torus() -> Entry:
    return true(by_topology, MOST, "torex", size=4)


FORGED_SURFACES: dict[str, Callable[[Entry], object]] = {
    "no cycles": lambda data: data.update(cycles=[[], []]),
    "a cycle less": lambda data: data["cycles"][0].pop(),
    "a cycle twice": lambda data: data["cycles"][0].append(data["cycles"][0][0]),
    "the same cycles": lambda data: data["cycles"][0].__setitem__(0, data["cycles"][0][1]),
    "a cycle that ends": lambda data: data["cycles"][0][0].pop(),
    "a triangle less": lambda data: data["triangles"].pop(),
    "a triangle twice": lambda data: data["triangles"].append(data["triangles"][0]),
    "a link less": lambda data: data["links"].pop(),
    "another link": lambda data: data["links"][0].__setitem__(1, 9),
    "no seams": lambda data: data.update(labels=[[0] * len(row) for row in data["labels"]]),
    "one seam": lambda data: data.update(labels=[[label & 1 for label in row] for row in data["labels"]]),
    "a huge label": lambda data: data["labels"][0].__setitem__(0, 1 << 80),
    "a free boundary": lambda data: data["arcs"].__setitem__(2, [0]),
    "a far vertex": lambda data: data["links"].append([0, 10**12]),
    "a truth for a vertex": lambda data: data["links"][0].__setitem__(0, False),
    "another board": lambda data: data.update(cells=9),
    "an edge that is none": lambda data: data["stands"].append([0, 0]),
    "logic": lambda data: data.update(kind="logic"),
    "sides": lambda data: data.update(kind="sides"),
    "nothing": lambda data: data.update(kind=None),
    "more": lambda data: data.update(meeting=[1, 2]),
}


@pytest.mark.parametrize("change", FORGED_SURFACES.values(), ids=FORGED_SURFACES)
def test_forged_surfaces_are_refused(change: Callable[[Entry], object]) -> None:
    game, entry = hexgame.load("torex", size=4), on_a_torus()
    assert checked(game, entry)
    change(entry["data"])
    refused(game, entry)
    refused(game, {**entry, "claim": LEAST})


def test_a_surface_proves_what_it_is_about_and_no_more() -> None:
    game, entry = hexgame.load("torex", size=4), on_a_torus()
    refused(game, {**entry, "claim": LEAST}, "contradicts the claim")
    refused(game, true(by_topology, LEAST, "torex", size=4, diagonal="Black"))
    refused(game, true(by_topology, LEAST, "hex", size=4))
    for one, other in (("5 combinations", "6 combinations"), ("32 triangles", "33 triangles"), ("a torus", "a sphere"),
                       ("Black's", "White's"), ("cannot cross", "may cross"), ("16 cells", "25 cells")):  # fmt: skip
        assert one in entry["statement"]
        refused(game, {**entry, "statement": entry["statement"].replace(one, other)}, "does not match its data")
    refused(game, {**entry, "verdict": "refuted"})


def test_a_surface_says_nothing_where_stones_of_nobody_come() -> None:
    assert checked(sheet(HEX), true(by_topology, LEAST, HEX))
    for text in (LATER, NEUTRAL, EARLY):
        refused(sheet(text), true(by_topology, LEAST, HEX))


@pytest.mark.parametrize("atoms", [0, 1, 2, 3, 12, 13, -1, True, 2.0, None, [2], 1 << 70])
def test_the_form_of_the_endings_proves_only_what_it_does(atoms: Any) -> None:
    entry = {"claim": LEAST, "verdict": "proved", "method": "topology", "statement": of_endings(2),
             "data": {"kind": "logic", "atoms": atoms}}  # fmt: skip
    for game in (hexgame.load("torex", size=4), sheet(HEX), hexgame.load("hy2", size=2)):
        refused(game, entry)
    decided = sheet(
        f"{RHOMBUS.format(2)}\nwin for Red when connects(own, own.edges)\nlose for Red when count(empty) == 0"
    )
    good = {**entry, "statement": of_endings(1), "data": {"kind": "logic", "atoms": 1}}
    assert checked(decided, good)
    if type(atoms) is not int or atoms != 1:
        refused(decided, {**good, "data": {"kind": "logic", "atoms": atoms}})
        refused(decided, {**good, "statement": of_endings(2)})


def test_three_sides_are_those_of_the_board() -> None:
    game, entry = hexgame.load("y", size=4), true(by_topology, LEAST, "y", size=4)
    assert entry["data"]["kind"] == "sides" and checked(game, entry)
    sides = entry["data"]["sides"]
    for other in (sides[:2], [*sides, sides[0]], [sides[0]] * 3, [side[1:] for side in sides], [], "abc"):
        refused(game, changed(entry, "data", "sides", to=other))
    refused(game, {**entry, "statement": entry["statement"].replace("exactly", "the first")}, "does not match its data")
    for text in ("y_hex", "hex", "cross"):
        refused(hexgame.load(text, size=3), entry)
    cut = game_of("board { shape triangle(5) - disc(cell(1, 1), 0) }\nwin when connects(own, sides)")
    refused(cut, entry)


# What follows for play


def follows(basis: Entry, claim: str) -> Entry:
    """What would follow from a proof for play."""
    return {**basis, "claim": claim, "statement": following(claim, basis["statement"]),
            "data": {**basis["data"], "follows from": LEAST}}  # fmt: skip


PLAYED = (
    f"{RHOMBUS.format(3)}\nturn {{ may place stone on empty may pass }}\n{WIN}\ndraw when passes == 2",
    f"{RHOMBUS.format(3)}\nturn {{ place stone on c among empty where c.q != 1 or count(own) > 3 }}\n{WIN}",
    f"{RHOMBUS.format(3)}\nturn {{ place stone on empty then place stone on empty }}\n"
    "win at end of turn when connects(own, own.edges)",
    f"{RHOMBUS.format(3)}\n{WIN}\ndraw when turn == 9",
    f"{RHOMBUS.format(3)}\nsetup {{ top becomes stone of Red bottom becomes stone of Red "
    f"row(cell(0, 1)) becomes stone of Red }}\n{WIN}".replace("row(cell(0, 1))", "cells"),
)
"""Games that may be drawn although each full board of them has a winner, one that is full at the start among them."""


@pytest.mark.parametrize("text", PLAYED, ids=["passes", "a cell that waits", "late", "the ninth turn", "full"])
@pytest.mark.parametrize("claim", ["no-draws", "always-a-move"])
def test_nothing_follows_where_play_may_end_before_or_go_on(text: str, claim: str) -> None:
    basis = true(by_topology, LEAST, HEX)
    assert checked(sheet(HEX), follows(basis, claim))
    refused(sheet(text), follows(basis, claim))
    bare = {"claim": claim, "verdict": "proved", "method": "inference", "statement": "it is so", "data": {}}
    refused(sheet(text), bare)


def test_what_follows_says_what_it_follows_from_and_no_more() -> None:
    basis = true(by_topology, LEAST, HEX)
    for claim in ("no-draws", "always-a-move"):
        entry = follows(basis, claim)
        refused(sheet(HEX), changed(entry, "data", "follows from", to=MOST), "what it follows from")
        refused(sheet(HEX), {**entry, "statement": basis["statement"]}, "what it follows from")
        refused(
            sheet(HEX),
            {**entry, "statement": entry["statement"].replace("cannot cross", "may cross")},
            "does not match",
        )
        refused(sheet(HEX), {**entry, "data": basis["data"]}, "what it follows from")
        refused(hexgame.load("torex", size=3), entry)
        refused(hexgame.load("hy2", size=2), entry)


def test_the_form_of_decisions_shows_a_move_only_where_a_full_board_ends_play() -> None:
    game = hexgame.load("torex", size=3)
    found = always_a_move(game, counting.attempt(game, LEAST, Limits()))  # type: ignore[arg-type]
    assert isinstance(found, Proved) and found.method == "inference"
    (entry,) = json.loads(json.dumps(certificate(game, [found])))["verdicts"]
    assert checked(game, entry)
    for change in ({"statement": entry["statement"] + "; and wins"}, {"claim": "no-draws"}, {"claim": LEAST},
                   {"data": {"why": "it is so"}}, {"data": None}, {"claim": MOST}, {"claim": "finite"}):  # fmt: skip
        refused(game, {**entry, **change})
    for other in (hexgame.load("hy2", size=2), sheet(HEX), *map(sheet, PLAYED)):
        refused(other, entry)
    drawn = no_draws(game, counting.attempt(game, LEAST, Limits()))  # type: ignore[arg-type]
    assert isinstance(drawn, Refuted)
    (entry,) = json.loads(json.dumps(certificate(game, [drawn])))["verdicts"]
    assert checked(game, entry)
    for change in ({"moves": entry["moves"][:-1]}, {"moves": []}, {"reached": False}, {"filling": [1] * 9}):
        refused(game, {**entry, **change})
    refused(game, {**entry, "statement": entry["statement"].replace("60", "61")}, "does not match")


# Texts


@pytest.mark.parametrize(
    "text",
    [
        '{"certificate": 3, "certificate": 3}',
        '{"certificate": 3, "verdicts": [{"claim": "finite"}, {"claim": "finite"}]}',
        '{"certificate": NaN, "verdicts": [{}]}',
        '{"certificate": 3, "verdicts": [{"claim": "finite", "verdict": "refuted", "verdict": "proved"}]}',
        '{"certificate": 3, "verdicts": [{"claim": -Infinity}]}',
        '{"certificate": 3, "verdicts": [' + "[" * 100_000 + "]" * 100_000 + "]}",
        '{"certificate": 3, "verdicts": [{"claim": ' + "9" * 100_000 + "}]}",
    ],
    ids=["a key twice", "a claim twice", "NaN", "two verdicts", "infinity", "deep", "a long number"],
)
def test_texts_that_can_be_read_in_two_ways_are_refused(text: str, command: Run, tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    path.write_text(text)
    result = command("prove", "--check", str(path))
    assert (result.exit_code, "cannot be checked" in result.stderr) == (2, True)


def test_what_is_forged_ends_the_command_with_1_and_what_is_not_checked_with_3(command: Run, tmp_path: Path) -> None:
    path = tmp_path / "proof.json"

    def code(name: str, entry: Entry, *options: str) -> tuple[int, str]:
        game = hexgame.load(name, **dict(each.split("=") for each in options))
        data = {**certificate(game, []), "verdicts": [entry]}
        path.write_text(json.dumps(data))
        result = command("prove", "--check", str(path))
        return result.exit_code, result.stdout

    assert code("hex", board([3] * 121))[0] == 1
    assert code("torex", torex()[1], "size=3")[0] == 0
    assert code("torex", changed(torex()[1], "data", "boards by winners", "", to="59"), "size=3")[0] == 1
    ended, words = code("torex", {**torex()[1], "method": "intuition"}, "size=3")
    assert (ended, "not verified" in words) == (3, True)


@wide
def test_huge_certificates_take_a_bounded_time(command: Run, tmp_path: Path) -> None:
    """Many megabytes of clauses, of steps, and of triangles."""
    entry, path = hex_by_sat(), tmp_path / "proof.json"
    surface = on_a_torus()
    surface["data"]["triangles"] *= 8_000
    surface["data"]["links"] *= 8_000
    clauses = changed(entry, "data", "clauses", to=entry["data"]["clauses"] * 5_000)
    steps = changed(entry, "data", "refutation", to=["1 2 3 0"] * 1_000_000)
    (tmp_path / "hex.hexgame").write_text((ROOT / "games" / "hex.hexgame").read_text("utf-8"))
    for name, large, size in (("hex", clauses, 3), ("hex", steps, 3), ("torex", surface, 4)):
        data = {**certificate(hexgame.load(name, size=size), []), "verdicts": [large]}
        path.write_text(json.dumps(data))
        result = command("prove", "--check", str(path), "--time", "3")
        assert result.exit_code in (1, 3)


@wide("2")
@pytest.mark.parametrize("number", range(6))
def test_of_certificates_that_are_altered_at_random_none_that_is_false_is_verified(number: int) -> None:
    forging = Forging()
    forging.game(*GAMES[number], Random(number), 4)
    assert not forging.false
    assert forging.said["refused"] > 10
