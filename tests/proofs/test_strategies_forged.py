"""Certificates of solutions that are false, made by hand and by chance: none is accepted that shows what is not so."""

from __future__ import annotations

import copy
import json
import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, Run, game_of, wide

import hexgame
from hexgame.players.exact import solve
from hexgame.players.exact.strategy.certificate import FORMAT, certified
from hexgame.strategies.certificate import check
from hexgame.strategies.joining import _check_sphere
from hexgame.strategies.placing import Placing
from hexgame.strategies.refusal import Refused

Data = dict[str, Any]


@cache
def text_of(name: str, **options: object) -> str:
    state = hexgame.load(name, **options).start()
    try:
        Placing(state.game)
        claims = True
    except Refused:
        claims = False
    return json.dumps(certified(solve(state), 100_000, claims=claims)[0])


def true_one(name: str = "hex", **options: object) -> tuple[hexgame.Game, Data]:
    return hexgame.load(name, **options), json.loads(text_of(name, **options))


HEX = {"size": 2, "pie": "no"}
"""Cells 0 1 above 2 3; Red joins top (4) and bottom (5), Blue left and right. Cells 1 and 2 are next to each other."""

DRAWN = json.loads(text_of("hex", **HEX))["drawing"]


def by_hand(claims: list[Any], proofs: list[Any] | None = None, drawing: object = DRAWN, **changed: object) -> Data:
    """A certificate about Hex on four cells, whose last claim shows that Red wins after b1, unless it shows others."""
    game = hexgame.load("hex", **HEX)
    stated = proofs or [[1, "Red", True, -len(claims)]]
    values = [[code, game.board.names[code], colour] for code, colour, wins, _ in stated if code in range(4)]
    return {
        "certificate": FORMAT, "game": "hex", "options": dict(game.identity.options), "source": game.source_hash,
        "position": None, "moves": [], "winner": next((each[1] for each in stated if each[0] is None), None),
        "values": values, "drawing": drawing, "claims": claims, "positions": [], "proofs": stated, **changed,
    }  # fmt: skip


def refused(data: object, game: hexgame.Game | None = None) -> str:
    with pytest.raises(Refused) as found:
        check(data, game or hexgame.load("hex", **HEX))
    return str(found.value)


BRIDGE = [["win", 0, 1, 2], ["win", 0, 1, 3], ["play", 2, 0], ["play", 3, 1], ["meet", 2, 3]]
JOINED = [["link", 0, 1, 4], ["link", 0, 1, 2], ["link", 0, 2, 5], ["join", 1, 5, 1, 2], ["play", 2, 3],
          ["link", 0, 1, 3], ["link", 0, 3, 5], ["join", 1, 5, 5, 6], ["play", 3, 7], ["meet", 4, 8],
          ["reach", 0, 9]]  # fmt: skip


@pytest.mark.parametrize("claims", [BRIDGE, JOINED])
def test_what_is_true_is_accepted(claims: list[Any]) -> None:
    shown = check(by_hand(claims), hexgame.load("hex", **HEX))
    assert [*shown.values.values()] == ["Red"]


def changed(claims: list[Any], place: int, line: object) -> list[Any]:
    return [*claims[:place], line, *claims[place + 1 :]]


@pytest.mark.parametrize(("claims", "why"), [
    # stones that are no goal
    (changed(BRIDGE, 0, ["win", 0, 1]), "the other has a goal"),
    (changed(BRIDGE, 0, ["win", 0, 0, 1]), "the other has a goal"),
    (changed(BRIDGE, 0, ["win", 1, 1, 3]), "the other has a goal"),
    (changed(BRIDGE, 0, ["win", 0, 1, 4]), "not a whole number from 0 to 3"),
    (changed(BRIDGE, 0, ["win", 0, True, 2]), "not a whole number from 0 to 3"),
    (changed(BRIDGE, 0, ["win", 2, 1, 2]), "not a whole number from 0 to 1"),
    (changed(BRIDGE, 0, ["win", 0.0, 1, 2]), "not a whole number from 0 to 1"),
    (changed(BRIDGE, 0, ["win"]), "there is no such line"),
    # stones that hold nothing
    (changed(BRIDGE, 0, ["hold", 0]), "the other has a goal"),
    (changed(BRIDGE, 0, ["hold", 0, 1]), "the other has a goal"),
    (changed(BRIDGE, 0, ["hold", 1, 1, 3]), "the other has a goal"),
    (changed(BRIDGE, 0, ["hold", 0, 1, 2]), "not claims of one colour to one aim"),
    (changed(BRIDGE, 0, ["hold", 0, -1]), "not a whole number from 0 to 3"),
    # moves
    (changed(BRIDGE, 2, ["play", 2, 2]), "it rests on 2, which is not an earlier line"),
    (changed(BRIDGE, 3, ["play", 3, 2]), "which a half claim does not allow"),
    (changed(BRIDGE, 2, ["play", 4, 0]), "not a whole number from 0 to 3"),
    (changed(BRIDGE, 2, ["play", None, 0]), "not a whole number from 0 to 3"),
    (changed(BRIDGE, 2, ["play", 2]), "there is no such line"),
    (changed(BRIDGE, 2, ["play", 0, 0]), "claim 4 has other stones"),
    # answers that are missing
    (changed(BRIDGE, 4, ["meet", 2]), "all carriers have a cell in common"),
    (changed(BRIDGE, 4, ["meet", 2, 2]), "all carriers have a cell in common"),
    (changed(BRIDGE, 4, ["meet"]), "not claims of one colour to one aim"),
    (changed(BRIDGE, 4, ["meet", 2, 4]), "it rests on 4, which"),
    (changed(BRIDGE, 4, ["meet", 2, float("nan")]), "it rests on nan, which"),
    ([*BRIDGE[:3], ["win", 1, 0, 1], ["play", 0, 3], ["meet", 2, 4]], "not claims of one colour to one aim"),
    # links that there are not
    (changed(JOINED, 0, ["link", 0, 1, 5]), "do not join the two"),
    (changed(JOINED, 0, ["link", 0, 0, 3]), "do not join the two"),
    (changed(JOINED, 0, ["link", 0, 0, 3, 0, 3]), "do not join the two"),
    (changed(JOINED, 0, ["link", 0, 4, 1]), "begins at a cell"),
    (changed(JOINED, 0, ["link", 0, 1, 6]), "not a whole number from 0 to 5"),
    (changed(JOINED, 0, ["link", 1, 1, 4]), "do not join the two"),
    (changed(JOINED, 0, ["link", 0, [1], 4]), "not a whole number from 0 to 5"),
    # longer joins
    (changed(JOINED, 3, ["join", 1, 5, 1]), "do not lead from the one to the other"),
    (changed(JOINED, 3, ["join", 0, 5, 1, 2]), "do not lead from the one to the other"),
    (changed(JOINED, 3, ["join", 5, 1, 1, 2]), "do not lead from the one to the other"),
    (changed(JOINED, 3, ["join", 1, 5]), "it rests on None, which"),
    (changed(JOINED, 7, ["join", 1, 5, 4, 6]), "not full joins of one colour"),
    (changed(JOINED, 7, ["join", 1, 5, 5, 5]), "do not lead from the one to the other"),
    ([["link", 0, 1, 4], ["link", 0, 0, 4], ["join", 0, 1, 0, 1], ["link", 0, 0, 2], ["link", 0, 2, 5],
      ["reach", 0, 2, 3, 4]], "do not lead from the one to the other"),
    # chains that do not meet all regions
    (changed(JOINED, 10, ["reach", 0]), "one chain that meets all regions"),
    (changed(JOINED, 10, ["reach", 9]), "one chain that meets all regions"),
    (changed(JOINED, 10, ["reach", 0, 2]), "one chain that meets all regions"),
    (changed(JOINED, 10, ["reach", 0, 8]), "not full joins of one colour"),
    (changed(JOINED, 10, ["reach"]), "not full joins of one colour"),
    ([["link", 1, 1, 5], *JOINED[1:]], "not full joins of one colour"),
    # what fits another position
    ([*BRIDGE[:3]], "for another turn"),
    ([*BRIDGE, ["win", 0, 0, 2], ["given", 4]], "a claim is never used"),
    ([BRIDGE[0], BRIDGE[2]], "for another turn"),
    ([BRIDGE[0]], "has other stones"),
    ([*BRIDGE, ["given", 0, 4]], "has other stones"),
    ([*BRIDGE, ["given", 4, 4]], "not a whole number from 0 to 3"),
    ([*BRIDGE, ["given", 5]], "it rests on 5, which"),
    ([*BRIDGE, ["swap", 4]], "there is no such line"),
    ([*BRIDGE, "meet"], "is not a list"),
])  # fmt: skip
def test_claims_that_are_false(claims: list[Any], why: str) -> None:
    assert why in refused(by_hand(claims))


def test_carriers_that_overlap() -> None:
    """On nine cells, b2 has bridges to both sides; two joins that need the same cell are no join side by side."""
    game = hexgame.load("hex", size=3, pie="no")
    up = [["link", 0, 4, 1], ["link", 0, 1, 9], ["join", 4, 9, 0, 1], ["play", 1, 2], ["link", 0, 4, 2],
          ["link", 0, 2, 9], ["join", 4, 9, 4, 5], ["play", 2, 6], ["meet", 3, 7]]  # fmt: skip
    down = [["link", 0, 4, 7], ["link", 0, 7, 10], ["join", 4, 10, 9, 10], ["play", 7, 11]]
    through = [["link", 0, 4, 2], ["link", 0, 2, 1], ["link", 0, 1, 9], ["join", 4, 9, 13, 14, 15]]
    base = by_hand([], [[4, "Red", True, -1]], options=dict(game.identity.options), values=[[4, "b2", "Red"]])
    base |= {"drawing": true_one("hex", size=3, pie="no")[1]["drawing"]}
    true = [*up, *down, ["link", 0, 4, 6], ["link", 0, 6, 10], ["join", 4, 10, 13, 14], ["play", 6, 15],
            ["meet", 12, 16], ["reach", 8, 17]]  # fmt: skip
    check({**base, "claims": true, "proofs": [[4, "Red", True, -19]]}, game)
    twice = [*up, ["join", 4, 1, 8, 8], ["reach", 8, 8]]
    assert "do not lead" in refused({**base, "claims": twice}, game)
    crossed = [*up, *down, *through, ["play", 2, 16], ["join", 4, 9, 8, 8], ["reach", 8, 18]]
    assert "two carriers have a cell in common" in refused({**base, "claims": crossed}, game)
    half = [*up, *down, ["reach", 8, 12]]
    assert "not full joins" in refused({**base, "claims": half}, game)
    short = [*up, *down, ["meet", 12], ["reach", 8, 13]]
    assert "all carriers have a cell in common" in refused({**base, "claims": short}, game)


@pytest.mark.parametrize(("change", "why"), [
    (lambda faces: faces[1:], "does not border two faces"),
    (lambda faces: [*faces, faces[0]], "does not border two faces"),
    (lambda faces: [face[1:] for face in faces], "does not border two faces"),
    (lambda faces: [[0, 1, 99], *faces[1:]], "not a whole number from 0"),
    (lambda faces: [[True if vertex == 1 else vertex for vertex in face] for face in faces], "a whole number from 0"),
    (lambda faces: [faces], "not a whole number from 0"),
    (lambda _: [], "does not border two faces"),
    (lambda _: {}, "is not a list"),
    (lambda _: None, "no drawing"),
    (lambda faces: [[*faces[0], *faces[0][:2]], *faces[1:]], "does not border two faces"),
])  # fmt: skip
def test_drawings_that_are_wrong(change: Any, why: str) -> None:
    assert why in refused(by_hand(JOINED, drawing=change(copy.deepcopy(DRAWN))))


@pytest.mark.parametrize(("board", "goal", "why"), [
    ("shape rhombus(3) wrap left, right edge top, bottom: Red, Blue", "connects(own, own.edges)", "both players may"),
    ("shape rhombus(3) edge top, bottom: Red edge left, right: Blue", "connects(own, [own.edges[0], sides[0]])", ""),
    ("shape rhombus(3) edge top, bottom: Red edge left, right: Blue", "connects(own, [top, bottom])", "both players"),
    ("shape rhombus(3)", "connects(own, [cell(0, 0), cell(2, 2)])", "both players may join"),
])  # fmt: skip
def test_goals_that_both_may_reach_have_no_joins(board: str, goal: str, why: str) -> None:
    try:
        game = game_of(f"board {{ {board} }}\nwin when {goal}\ndraw when count(empty) == 0")
    except hexgame.HexgameError:
        return
    base = by_hand([["link", 0, 0, 1]], options={}, source=game.source_hash)
    assert why in refused(base, game)
    assert refused(base, game)


def around(faces: list[tuple[int, ...]], count: int) -> list[set[int]]:
    """The graph that faces are drawn of."""
    links: list[set[int]] = [set() for _ in range(count)]
    for face in faces:
        for here, there in zip(face, face[1:] + face[:1], strict=True):
            links[here].add(there)
            links[there].add(here)
    return links


TETRAHEDRON = [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
SEVEN = [
    face for one in range(7) for face in ((one, (one + 1) % 7, (one + 3) % 7), (one, (one + 2) % 7, (one + 3) % 7))
]
SIX = [(0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 5), (0, 5, 1), (1, 2, 4), (2, 3, 5), (3, 4, 1), (4, 5, 2), (5, 1, 3)]
"""All links of seven vertices on a torus, and of six on a projective plane."""


@pytest.mark.parametrize(("faces", "count", "why"), [
    (TETRAHEDRON, 4, ""),
    (SEVEN, 7, "not one of a sphere"),
    (SIX, 6, "not one of a sphere"),
    ([*TETRAHEDRON, *(tuple(each + 4 for each in face) for face in TETRAHEDRON)], 8, "not in one piece"),
    ([*TETRAHEDRON, *(tuple(each and each + 3 for each in face) for face in TETRAHEDRON)], 7, "do not make one ring"),
    ([*TETRAHEDRON, *SIX[:0], (0, 1), (0, 1)], 4, "does not border two faces"),
    (TETRAHEDRON, 5, "do not make one ring"),
])  # fmt: skip
def test_drawings_are_those_of_a_sphere(faces: list[tuple[int, ...]], count: int, why: str) -> None:
    links = around(faces, count)
    if not why:
        _check_sphere(links, faces)
        return
    with pytest.raises(Refused, match=why):
        _check_sphere(links, faces)


PLACING = "board { shape rhombus(3) edge top, bottom: Red edge left, right: Blue }\n"
GOAL = "win when connects(own, own.edges)\n"


@pytest.mark.parametrize(("sheet", "why"), [
    (PLACING + "draw when count(empty) == 0\n" + GOAL, "a draw comes before a goal"),
    (PLACING + GOAL + "draw when count(empty) == 1", "a draw comes before a goal or a full board"),
    (PLACING + GOAL + "draw for Red when count(empty) == 0", "a draw comes before"),
    (PLACING + GOAL + "lose for Red when count(empty) == 0", "it may end in another way"),
    (PLACING + "win at end of turn when connects(own, own.edges)", "it may end in another way"),
    (PLACING + "win when not connects(enemy, enemy.edges)", "a goal may be lost"),
    (PLACING + "win for Red when connects(Blue, Blue.edges)", "a goal may be lost"),
    (PLACING + "win when connects(own | empty, own.edges)", "a goal may be lost"),
    (PLACING + "win when count(own) > count(enemy)", "a goal may be lost"),
    (PLACING + "win when some g in groups(own): count(g) == 3", "a goal may be lost"),
    (PLACING + "win when some g in groups(own): not touches(g, top)", "a goal may be lost"),
    (PLACING + GOAL + "turn { place stone on c among empty where count(adjacent(c) & enemy) < 3 }", "all empty cells"),
    (PLACING + GOAL + "turn { place stone on empty forbid connects(own, own.edges) }", "all empty cells"),
    (PLACING + GOAL + "turn { may place stone on empty may pass }", "other than placing stones"),
    (PLACING + GOAL + "turn { place stone on empty then place stone on empty }", "a turn is more than one choice"),
    (PLACING + GOAL + "turn { place stone of enemy on empty }", "all empty cells"),
    (PLACING + GOAL + "turn { place stone on cells }", "all empty cells"),
    (PLACING + GOAL + "turn { place stone on c among empty { for d in adjacent(c) { d becomes empty } } }", "all"),
    ("players Red, Blue, White\nboard { shape rhombus(3) edge outside split 6: Red, Blue, White }\n" + GOAL, "not two"),
])  # fmt: skip
def test_where_stones_may_hurt_there_are_no_claims(sheet: str, why: str) -> None:
    try:
        game = game_of(sheet)
    except hexgame.HexgameError as error:
        pytest.fail(str(error))
    with pytest.raises(Refused, match=why):
        Placing(game)


MISERE = {"size": 2, "pie": "no"}


def in_lines() -> tuple[hexgame.Game, Data]:
    """Who joins two sides loses, on four cells: written in positions, none left to play."""
    game, data = true_one("misere_hex", size=3, pie="no")
    assert data["positions"]
    return game, data


def first(data: Data, length: int) -> int:
    """The first position with one move, or with answers to several."""
    return next(place for place, line in enumerate(data["positions"]) if (len(line) == 2) == (length == 2))


@pytest.mark.parametrize(("change", "why"), [
    (lambda data: data["positions"][first(data, 4)].pop(), "moves are legal, and "),
    (lambda data: data["positions"][first(data, 4)].append(None), "moves are legal, and "),
    (lambda data: data["positions"][first(data, 2)].__setitem__(0, 99), "its move is not legal"),
    (lambda data: data["positions"][first(data, 2)].__setitem__(0, None), "its move is not legal"),
    (lambda data: data["positions"][first(data, 2)].__setitem__(1, first(data, 2)), "before those that lead to it"),
    (lambda data: data["positions"][0].__setitem__(1, len(data["positions"]) - 1), "before those that lead to it"),
    (lambda data: data["positions"].insert(0, [0, None]), ""),
    (lambda data: data["positions"].append([0, None]), "is reached by no line of play"),
    (lambda data: data["positions"][-1].__setitem__(-1, -1), "no such claim"),
    (lambda data: data["positions"][-1].__setitem__(-1, True), ""),
    (lambda data: data["positions"][-1].__setitem__(-1, 0), ""),
    (lambda data: data["positions"].__setitem__(-1, {}), "is not a list"),
    (lambda data: data["proofs"][0].__setitem__(1, "Red" if data["proofs"][0][1] == "Blue" else "Blue"), ""),
    (lambda data: data["proofs"][0].__setitem__(2, False), ""),
    (lambda data: data["proofs"][0].__setitem__(2, 1), "a proof is not a move"),
    (lambda data: data["proofs"][0].__setitem__(1, "Green"), "a proof is not a move"),
    (lambda data: data["proofs"][0].__setitem__(3, 10**9), "is not the place of a position"),
    (lambda data: data["proofs"][1].__setitem__(0, 99), "not a whole number from 0"),
    (lambda data: data["proofs"].pop(), ""),
    (lambda data: data["proofs"].append(data["proofs"][0][:3]), "a proof is not a move"),
    (lambda data: data["proofs"].clear(), ""),
    (lambda data: data.__setitem__("winner", "draw"), "that the value of the position is 'draw', and shows that"),
    (lambda data: data.__setitem__("winner", None), "it states no value of the position, and shows that"),
    (lambda data: data["values"][0].__setitem__(2, "draw"), "has the value ['draw'], and shows ['"),
    (lambda data: data["values"][0].__setitem__(1, "z9"), "value 0 is stated as [0, 'z9', "),
    (lambda data: data["values"].pop(), "is shown but not stated"),
    (lambda data: data["values"].append(data["values"][0]), "is stated but not shown"),
    (lambda data: data.__setitem__("source", "0" * 64), "another text of the game"),
    (lambda data: data["options"].__setitem__("size", "4"), "other options"),
    (lambda data: data["options"].__setitem__("size", 3), "other options"),
    (lambda data: data.__setitem__("certificate", "hexgame solution 2"), "no certificate of `hexgame solve`"),
    (lambda data: data.__setitem__("more", 1), "fields too many or too few"),
    (lambda data: data.pop("drawing"), "fields too many or too few"),
    (lambda data: data.__setitem__("moves", [0]), ""),
    (lambda data: data.__setitem__("moves", [0, 0]), "cannot be reached"),
    (lambda data: data.__setitem__("moves", ["a1"]), "not a whole number from 0"),
    (lambda data: data.__setitem__("position", []), "not a mapping"),
    (lambda data: data.__setitem__("position", {"Green": ["a1"]}), "cannot be reached"),
    (lambda data: data.__setitem__("claims", [["win", 0, 0, 1, 2]]), "a player's own stones may hurt"),
])  # fmt: skip
def test_positions_that_are_false(change: Any, why: str) -> None:
    game, data = in_lines()
    check(data, game)
    change(data)
    assert why in refused(data, game)


def test_play_that_is_left_out_must_be_little_and_end() -> None:
    game = hexgame.load("hex", size=5, pie="no")
    data = by_hand([], [[None, "Red", True, None]], options=dict(game.identity.options), drawing=None)
    assert "too much is left to play" in refused(data, game)
    game = game_of("board { shape rhombus(2) }\nturn { may place stone on empty may pass }\nwin when count(own) > 9")
    data = by_hand([], [[None, "Red", True, None]], options={}, source=game.source_hash, drawing=None)
    assert "play may come back" in refused(data, game)


def test_what_holds_need_not_win() -> None:
    game, data = true_one("torex", size=3)
    assert "hold" in {claim[0] for claim in data["claims"]}
    for claim in data["claims"]:
        claim[0] = claim[0].replace("hold", "win")
    assert "the stones are no goal" in refused(data, game)


def test_not_too_many_positions_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    game, data = in_lines()
    monkeypatch.setattr("hexgame.strategies.lines.MOST_WAITING", 3)
    assert "positions wait to be verified" in refused(data, game)


def test_claims_wait_until_colours_are_exchanged_no_more() -> None:
    game = hexgame.load("hex", size=2)
    data = by_hand(BRIDGE, options=dict(game.identity.options))
    assert "as long as colours can be exchanged" in refused(data, game)


@wide("*", "!hex-*")
@pytest.mark.parametrize(("name", "options"), [
    ("hex", {"size": 3, "pie": "no"}),
    ("hex", {"size": 2, "pie": "yes"}),
    ("torex", {"size": 3}),
    ("misere_hex", {"size": 3, "pie": "no"}),
    ("three_player_hex", {"size": 2}),
])  # fmt: skip
def test_what_is_changed_by_chance_shows_nothing_that_is_not_so(name: str, options: dict[str, object]) -> None:
    game, data = true_one(name, **options)
    shown, dice = check(data, game), random.Random(1)
    accepted = 0
    for _ in range(400):
        mutant = mutated(data, dice)
        try:
            found = check(mutant, game)
        except Refused:
            continue
        accepted += 1
        assert found.winner in (None, shown.winner)
        assert found.values.items() <= shown.values.items()
    assert accepted < 200


def mutated(data: Data, dice: random.Random) -> Data:
    """A certificate in which a few things are changed; what it states is then made to fit what it proves."""
    mutant = copy.deepcopy(data)
    for _ in range(dice.choice((1, 1, 2, 3))):
        rows = (
            mutant[dice.choice(("claims", "claims", "positions", "positions", "proofs", "drawing"))] or mutant["proofs"]
        )
        row = dice.choice(rows)
        place = dice.randrange(len(row)) if row else 0
        match dice.randrange(7):
            case 0 if row:
                row[place] = dice.choice(
                    [*dice.choice(rows), None, dice.randrange(-9, 30), "win", "hold", "Red", "Blue"]
                )
            case 1 if row and type(row[place]) is int:
                row[place] += dice.choice((-1, 1))
            case 2 if row:
                row.pop(place)
            case 3:
                row.insert(place, dice.randrange(9))
            case 4:
                rows.remove(row)
            case 5:
                other = dice.choice(rows)
                row[:], other[:] = other[:], row[:]
            case _ if row and type(row[place]) is bool:
                row[place] = not row[place]
    if dice.random() < 0.5:
        for proof in mutant["proofs"]:
            for value in mutant["values"]:
                if len(proof) == 4 and proof[2] is True and proof[0] == value[0]:
                    value[2] = proof[1]
            if len(proof) == 4 and proof[0] is None and proof[2] is True:
                mutant["winner"] = proof[1]
    return mutant


# The command


def test_a_certificate_is_written_and_verified(command: Run, tmp_path: Path) -> None:
    path = tmp_path / "hex.json"
    solved = command("solve", "hex", "--set", "size=3", "--set", "pie=no", "--certificate", str(path))
    assert solved.exit_code == 0
    checked = command("solve", "--check", str(path))
    assert checked.exit_code == 0
    assert "Verified: " in checked.stdout
    assert checked.stdout.split("Verified")[0].strip() in solved.stdout
    data = json.loads(path.read_text())
    data["winner"] = "Blue"
    path.write_text(json.dumps(data))
    checked = command("solve", "--check", str(path))
    assert checked.exit_code == 1
    assert "WRONG: it states that the value of the position is 'Blue', and shows that" in checked.stdout


def test_a_sheet_of_ones_own_must_be_named(command: Run, tmp_path: Path) -> None:
    sheet, path = tmp_path / "tiny.hexgame", tmp_path / "tiny.json"
    sheet.write_text((ROOT / "games" / "hex.hexgame").read_text())
    options = ("--set", "size=2", "--set", "pie=no", "--certificate", str(path))
    assert command("solve", str(sheet), *options).exit_code == 0
    unnamed = command("solve", "--check", str(path))
    assert unnamed.exit_code == 2
    assert "which is not a shipped game. Name the sheet: hexgame solve SHEET --check" in unnamed.stderr
    assert command("solve", str(sheet), "--check", str(path)).exit_code == 0
    sheet.write_text(sheet.read_text() + "\n")
    changed = command("solve", str(sheet), "--check", str(path))
    assert changed.exit_code == 1
    assert "another text of the game" in changed.stdout


@pytest.mark.parametrize(("content", "times", "why"), [
    (b"", 1, "cannot be checked"),
    (b"[]", 1, "no certificate"),
    (b"\xff\xfe", 1, "cannot be checked"),
    (b"[", 200_000, "nested too deeply"),
    (b'{"a":', 100_000, "nested too deeply"),
    (b'{"certificate": "hexgame solution 1"}', 1, "fields too many or too few"),
    (b'{"certificate": NaN}', 1, "NaN is no number of JSON"),
    (b"9", 10_000, "cannot be checked"),
    (b" ", 100 << 20, "larger than 16 MB"),
])  # fmt: skip
def test_files_that_are_no_certificates(command: Run, tmp_path: Path, content: bytes, times: int, why: str) -> None:
    path = tmp_path / "odd.json"
    path.write_bytes(content * times)
    result = command("solve", "--check", str(path))
    assert result.exit_code == 2
    assert re.search(why, result.stderr)


def test_what_cannot_be_verified_in_time_has_no_verdict(command: Run, tmp_path: Path) -> None:
    data = by_hand(BRIDGE, [[1, "Red", True, -5]] * 200_000)
    path = tmp_path / "long.json"
    path.write_text(json.dumps(data))
    result = command("solve", "--check", str(path), "--time", "0.2")
    assert result.exit_code == 3
    assert "not verified" in result.stderr


def test_nothing_is_written_where_nothing_is_shown(command: Run, tmp_path: Path) -> None:
    path = tmp_path / "none.json"
    result = command("solve", "hex", "--set", "size=11", "--time", "0.01", "--certificate", str(path))
    assert result.exit_code == 3
    assert not path.exists()
    assert "was not written" in result.stderr
    path.write_text("Dear diary")
    result = command("solve", "hex", "--set", "size=2", "--certificate", str(path))
    assert result.exit_code == 2
    assert path.read_text() == "Dear diary"
