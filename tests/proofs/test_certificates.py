"""Certificates: what is proved is verified by other code, and what is changed is not."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, Run, game_of

import hexgame
from hexgame.proofs import Limits, prove
from hexgame.proofs.checking.certificate import Refused, Unchecked, checked
from hexgame.proofs.counting import attempt as counting
from hexgame.proofs.inference import no_draws
from hexgame.proofs.prove import certificate
from hexgame.proofs.reachability import search
from hexgame.proofs.verdicts import CLAIMS
from hexgame.show.pages.proofs import _in_turn


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
    with pytest.raises(Refused, match=r"the board has 1 winner$"):
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
        ({"filling": [1, 1, 1, 1]}, "the board has 1 winner$"),
        ({"filling": [1, 2, 2]}, "the board is not full"),
        ({"filling": [1, 2, 2, 0]}, "the board is not full"),
        ({"filling": [7, 7, 7, 7]}, "pieces that do not exist"),
        ({"filling": "1221"}, "a list of numbers is missing"),
        ({"moves": [0, 0]}, "a move is not legal"),
        ({"moves": [99]}, "a move is not legal"),
        ({"verdict": "certain"}, "not a verdict"),
        ({"verdict": "proved", "data": {}}, "a list of numbers is missing"),
    ],
)
def test_a_counterexample_that_is_changed_is_refused(change: dict[str, object], why: str) -> None:
    game, found = entries("torex", size=2)
    entry = {**found["at-least-one-winner"], **change}
    if change == {"filling": [1, 2, 2, 2]}:
        why = "the board has 1 winner$|the moves lead to another board"
    with pytest.raises(Refused, match=why):
        checked(game, entry)


def test_a_changed_number_is_noticed() -> None:
    game, found = entries("hex", size=2)
    entry = found["at-most-one-winner"]
    entry["data"]["boards by winners"]["0"] = "9"
    with pytest.raises(Refused, match="different number"):
        checked(game, entry)
    entry["data"]["contents"] = [1]
    with pytest.raises(Refused, match="different pieces"):
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


# What both commands refuse alike


def written(command: Run, verb: str, path: Path) -> dict[str, Any]:
    """A true certificate that a command has written of a small board of Torex."""
    claim = ("--claim", "finite") if verb == "prove" else ()
    assert command(verb, "torex", "--set", "size=2", *claim, "--certificate", str(path)).exit_code == 0
    return json.loads(path.read_text())  # type: ignore[no-any-return]


VERBS = pytest.mark.parametrize("verb", ["solve", "prove"])


@VERBS
def test_what_is_given_beside_a_certificate_is_compared_or_refused(verb: str, command: Run, tmp_path: Path) -> None:
    path = tmp_path / "torex.json"
    written(command, verb, path)
    same = command(verb, "--check", str(path), "--set", "size=2")
    assert (same.exit_code, "size = 2, diagonal = draw" in same.stdout) == (0, True)
    other = command(verb, "torex", "--check", str(path), "--set", "size=3")
    assert (other.exit_code, other.stdout) == (2, "")
    assert "`--set size=3` does not fit" in other.stderr
    assert "which is about size = 2, diagonal = draw" in other.stderr
    unknown = command(verb, "--check", str(path), "--set", "sise=2")
    assert (unknown.exit_code, "`--set sise=2` does not fit" in unknown.stderr) == (2, True)
    for option in (("--json",), ("--svg", str(tmp_path / "a.svg")), ("--certificate", str(path))):
        refused = command(verb, "--check", str(path), *option)
        assert (refused.exit_code, refused.stdout) == (2, "")
        assert f"`{option[0]}` cannot be used with `--check`" in refused.stderr


@VERBS
def test_a_certificate_of_another_game_is_called_one(verb: str, command: Run, tmp_path: Path) -> None:
    path = tmp_path / "torex.json"
    written(command, verb, path)
    other = command(verb, "hex", "--check", str(path))
    assert (other.exit_code, other.stderr) == (1, "")
    assert other.stdout == "hex: WRONG: it is a certificate of another game, 'torex', or of another text of the game\n"


@VERBS
@pytest.mark.parametrize(
    ("change", "code", "why"),
    [
        (lambda data: data.__setitem__("more", 1), 2, "it has fields too many or too few: 'more'"),
        (lambda data: data.pop("options"), 2, "it has fields too many or too few: 'options'"),
        (lambda data: data.__setitem__("game", 5), 2, "its `game` and `source` are not texts"),
        (lambda data: data.__setitem__("source", None), 2, "its `game` and `source` are not texts"),
        (lambda data: data.__setitem__("options", []), 2, "its `options` are not a mapping"),
        (lambda data: data.__setitem__("game", "5"), 2, "is about '5', which is not a shipped game"),
        (lambda data: data.__setitem__("source", "0" * 64), 1, "it was made for another text of the game"),
        (lambda data: data["options"].pop("diagonal"), 1, "it was made for other options"),
    ],
)
def test_what_says_which_game_it_is_about_is_checked(
    verb: str, change: Any, code: int, why: str, command: Run, tmp_path: Path
) -> None:
    path = tmp_path / "torex.json"
    data = written(command, verb, path)
    change(data)
    path.write_text(json.dumps(data))
    result = command(verb, "--check", str(path))
    assert (result.exit_code, why in result.stdout + result.stderr) == (code, True)
    assert "Usage:" not in result.stderr
    assert "verified" not in result.stdout.lower()
    assert "hash" not in result.stdout


@VERBS
def test_damage_is_told_in_plain_words(verb: str, command: Run, tmp_path: Path) -> None:
    path = tmp_path / "torex.json"
    whole = json.dumps(written(command, verb, path), indent=1)
    for content, why in (
        ("", "it is empty"),
        (whole[: len(whole) // 2], "it is cut off before its end"),
        (whole[:-3], "it is cut off before its end"),
        (whole.replace(",", "", 1), "it is no JSON from line 3, column 2 on"),
        (whole + "}", "it is no JSON from line"),
        (whole.replace("{", "{" + '"game": "hex",', 1), "a mapping has a key twice"),
        (whole.replace('"torex"', "9" * 5000), "a number in it has too many digits"),
        ("[" * 100_000, "its lists are nested too deeply"),
    ):
        path.write_text(content)
        result = command(verb, "--check", str(path))
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith(f"Error: `{path}` cannot be checked: {why}"), result.stderr
    path.write_bytes(b"\xff{")
    assert "cannot be checked: it is no text in UTF-8" in command(verb, "--check", str(path)).stderr


def test_a_proof_that_several_claims_share_is_told_once(command: Run) -> None:
    shown = command("prove", "hex", "--set", "size=3").stdout
    assert shown.count("PROVED (topology)") == 4
    assert shown.count("8 triangles") == 1
    (basis,) = json.loads(command("prove", "hex", "--set", "size=3", "--claim", CLAIMS[0], "--json").stdout)["claims"]
    assert basis["statement"] in " ".join(shown.split())
    assert "As for `at-least-one-winner`, above." in shown
    assert "then: as for `at-least-one-winner`, above." in shown
    alone = command("prove", "hex", "--set", "size=3", "--claim", "always-a-move").stdout
    assert (alone.count("8 triangles"), "above" in alone) == (1, False)


@pytest.mark.parametrize(("name", "options", "counted"), [
    ("hex", {"size": 3}, "8 triangles of cells and 16 at edges"),
    ("torex", {"size": 2}, "8 triangles,"),
])  # fmt: skip
def test_a_proof_and_its_check_count_the_same_triangles(name: str, options: dict[str, Any], counted: str) -> None:
    game = hexgame.load(name, **options)
    verdict = prove(game, "at-most-one-winner")
    (entry,) = json.loads(json.dumps(certificate(game, [verdict])))["verdicts"]
    how = checked(game, entry)
    assert counted in how
    stated = re.search(r"form (\d+) triangles", entry["statement"])
    told = re.search(r"(\d+) triangles", how)
    assert stated is not None and told is not None and stated[1] == told[1]


def test_what_chance_decides_is_told_apart_from_moves() -> None:
    moves = hexgame.load("random_turn_hex", size=2).start(decide_chance=False).play_all(["who=Red", "a1", "who=Blue"])
    assert _in_turn(moves.moves) == "(chance: who=Red) a1 (chance: who=Blue)"
    assert _in_turn(hexgame.load("hex", size=2).start().play_all(["a1", "b2"]).moves) == "a1 b2"
