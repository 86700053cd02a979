"""Certificates: what is proved is verified by other code, and what is changed is not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, Run, game_of

import hexgame
from hexgame.study.proofs import Limits, prove
from hexgame.study.proofs.checking.certificate import Refused, Unchecked, checked
from hexgame.study.proofs.counting import attempt as counting
from hexgame.study.proofs.inference import no_draws
from hexgame.study.proofs.prove import certificate
from hexgame.study.proofs.reachability import search
from hexgame.study.proofs.verdicts import CLAIMS


def entries(name: str, **options: object) -> tuple[hexgame.Game, dict[str, dict[str, Any]]]:
    game = hexgame.load(name, **options)
    full = {claim: counting.attempt(game, claim, Limits()) for claim in CLAIMS[:2]}
    decided = {**full, "no-draws": no_draws(game, full[CLAIMS[0]])}
    decided["always-a-move"] = search.attempt(game, "always-a-move", Limits())
    decided |= {claim: prove(game, claim) for claim in CLAIMS if isinstance(decided.get(claim, ""), str)}
    data = json.loads(json.dumps(certificate(game, [decided[claim] for claim in CLAIMS])))
    return game, {entry["claim"]: entry for entry in data["verdicts"]}


@pytest.mark.parametrize(("name", "size"), [("hex", 2), ("torex", 2), ("hy2", 2), ("y", 3)])
def test_what_is_decided_is_verified(name: str, size: int) -> None:
    game, found = entries(name, size=size)
    assert [*found] == [*CLAIMS]
    assert all(checked(game, entry) for entry in found.values())


def test_a_verdict_that_is_turned_round_is_refused() -> None:
    game, found = entries("torex", size=2)
    with pytest.raises(Refused, match="a full board contradicts the claim"):
        checked(game, {**found["at-least-one-winner"], "verdict": "proved"})
    one = {**found["at-most-one-winner"], "verdict": "refuted", "filling": [1, 1, 1, 1], "moves": [], "reached": False}
    with pytest.raises(Refused, match="the board has 1 winners"):
        checked(game, one)
    with pytest.raises(Refused, match="a random game ended in a draw"):
        checked(game, {**found["no-draws"], "verdict": "proved"})
    game, found = entries("hy2", size=2)
    for claim in ("always-a-move", "no-draws"):
        with pytest.raises(Refused, match="play can reach"):
            checked(game, {**found[claim], "verdict": "proved"})


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"filling": [1, 2, 2, 2]}, "the moves lead to another board"),
        ({"filling": [1, 1, 1, 1]}, "the board has 1 winners"),
        ({"filling": [1, 2, 2]}, "the board is not full"),
        ({"filling": [1, 2, 2, 0]}, "the board is not full"),
        ({"filling": [7, 7, 7, 7]}, "pieces that there are not"),
        ({"filling": "1221"}, "no list of numbers"),
        ({"moves": [0, 0]}, "a move is not legal"),
        ({"moves": [99]}, "a move is not legal"),
        ({"verdict": "certain"}, "no verdict"),
        ({"verdict": "proved", "data": {}}, "no list of numbers"),
    ],
)
def test_a_counterexample_that_is_changed_is_refused(change: dict[str, object], why: str) -> None:
    game, found = entries("torex", size=2)
    entry = {**found["at-least-one-winner"], **change}
    if change == {"filling": [1, 2, 2, 2]}:
        why = "the board has 1 winners|the moves lead to another board"
    with pytest.raises(Refused, match=why):
        checked(game, entry)


def test_a_changed_number_is_noticed() -> None:
    game, found = entries("hex", size=2)
    entry = found["at-most-one-winner"]
    entry["data"]["boards by winners"]["0"] = "9"
    with pytest.raises(Refused, match="other winners"):
        checked(game, entry)
    entry["data"]["contents"] = [1]
    with pytest.raises(Refused, match="other pieces"):
        checked(game, entry)


def test_the_command_writes_and_checks(command: Run, tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    command("prove", "torex", "--set", "size=2", "--certificate", str(path))
    verified = command("prove", "--check", str(path))
    assert verified.exit_code in (0, 3)
    assert verified.stdout.count(", verified: ") >= 3
    data = json.loads(path.read_text())
    data["options"]["size"] = "3"
    path.write_text(json.dumps(data))
    refused = command("prove", "--check", str(path))
    assert (refused.exit_code, refused.stdout.count("WRONG")) == (1, 4)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"certificate": 3, "verdicts": [3]}', "[" * 50_000, "\x00",
                                  '{"certificate": 3, "verdicts": []}', f'{{"certificate": 3, "verdicts": {[{}] * 6}}}',
                                  "{" + " " * (1 << 24)], ids=range(9))  # fmt: skip
def test_what_is_no_certificate_is_refused(text: str, command: Run, tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    path.write_text(text)
    result = command("prove", "--check", str(path))
    assert (result.exit_code, "cannot be checked" in result.stderr) == (2, True)


@pytest.mark.parametrize(
    "text",
    [
        "board { shape rhombus(2) edge top, bottom: Red }\nsetup { cell(0, 0) becomes stone of neutral }\n"
        "win when connects(own, own.edges)",
        "players Red, Blue, Green\nboard { shape rhombus(2) }\nlose when connects(own, [top, bottom])",
        "players Red, Blue, Green\nboard { shape rhombus(2) }\nwin when count(empty) == 0",
        "pieces man, king\nboard { shape parallelogram(1, 3) edge top: Red edge bottom: Blue }\n"
        "turn { place king on empty }\nwin for Red when connects(own.king, [own.edges[0], top])",
        "board { shape triangle(3) }\ndraw when connects(own | empty, [sides[0], sides[1]])\n"
        "win when encloses(own - corners)",
    ],
    ids=["a neutral stone", "who loses", "three winners", "an edge and kinds", "what is not searched for"],
)
def test_full_boards_are_judged_anew_as_the_game_judges_them(text: str) -> None:
    edges = "edge left, right: Blue" if "setup" in text else ""
    game = game_of(text.replace("Red }", f"Red {edges} }}"))
    for claim in CLAIMS[:2]:
        (entry,) = json.loads(json.dumps(certificate(game, [counting.attempt(game, claim, Limits())])))["verdicts"]
        assert checked(game, entry)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("claim",), "first-player-wins"),
        (("claim",), ["finite"]),
        (("data", "kind"), "logic"),
        (("data", "arcs"), [[0]]),
        (("data", "cycles"), []),
        (("data", "labels"), [[], []]),
        (("data", "stands"), [[0, 1, 2]]),
        (("data", "triangles"), [[10**400, -1, 2]]),
    ],
    ids=str,
)
def test_data_that_make_no_sense_are_refused(path: tuple[str, ...], value: object) -> None:
    game = hexgame.load("hex", size=2)
    (entry,) = json.loads(json.dumps(certificate(game, [prove(game, "at-most-one-winner")])))["verdicts"]
    if path == ("data", "kind"):
        entry["claim"] = "finite"
    held = entry
    for key in path[:-1]:
        held = held[key]
    held[path[-1]] = value
    with pytest.raises(Refused):
        checked(game, entry)


def test_a_method_without_a_checker_is_not_verified() -> None:
    game, found = entries("hex", size=2)
    with pytest.raises(Unchecked, match="no checker"):
        checked(game, {**found["at-most-one-winner"], "method": "intuition"})


def test_a_move_that_follows_from_the_endings_is_verified() -> None:
    game = hexgame.load("torex", size=3)
    (entry,) = json.loads(json.dumps(certificate(game, [prove(game, "always-a-move")])))["verdicts"]
    assert entry["method"] == "inference"
    assert "form of the decisions" in checked(game, entry)
    other = hexgame.load("hy2", size=2)
    with pytest.raises(Refused, match="before the board is full"):
        checked(other, entry)
    with pytest.raises(Refused, match="form of the endings"):
        checked(hexgame.load("hex", size=2), entry)


def test_a_certificate_opens_no_file_that_is_not_named(command: Run, tmp_path: Path) -> None:
    sheet, path = tmp_path / "own.hexgame", tmp_path / "proof.json"
    sheet.write_text((ROOT / "games" / "torex.hexgame").read_text("utf-8"))
    command("prove", str(sheet), "--set", "size=2", "--claim", "finite", "--certificate", str(path))
    refused = command("prove", "--check", str(path))
    assert (refused.exit_code, "Name the sheet: hexgame prove SHEET --check" in refused.stderr) == (2, True)
    verified = command("prove", str(sheet), "--check", str(path))
    assert "the text has the hash that the certificate names" in verified.stdout
    assert (verified.exit_code, verified.stdout.count(", verified: ")) == (0, 1)
    sheet.write_text(sheet.read_text() + "\n")
    changed = command("prove", str(sheet), "--check", str(path))
    assert (changed.exit_code, "hash" in changed.stdout, "another text of the game" in changed.stdout) == (
        1,
        False,
        True,
    )
