"""Validation: corners of options, claims tested by play, what random games show, formats, folders, standard input."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from conftest import GAMES, ROOT, Run, complete, long

import hexgame
from hexgame.diagnostics.diagnostic import Diagnostic
from hexgame.diagnostics.reports import FORMATS
from hexgame.diagnostics.text import Source, Span
from hexgame.rules.rules import CLAIMS
from hexgame.validation.claims import _TESTS
from hexgame.validation.play import Play
from hexgame.validation.trials import try_out
from hexgame.validation.validation import Validation, corners, validate

NO_PLAY = Play(games=0)


def checked(text: str, play: Play = NO_PLAY, **options: object) -> Validation:
    return validate(Source("test.hexgame", complete(text)), options, play)


def codes(text: str, play: Play = NO_PLAY, **options: object) -> list[str]:
    return [found.code for found in checked(text, play, **options).diagnostics]


@long("*", "!hex", "!gonnect")
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_shipped_games_are_sound_at_all_corners(path: Path) -> None:
    found = validate(str(path), {}, NO_PLAY).diagnostics
    unequal = {"atoll": ["HG930"]}  # its outside ring cannot be cut into equal islands at all sizes
    assert [problem.code for problem in found] == unequal.get(path.stem, [])


@pytest.mark.parametrize(
    ("game", "refuted"),
    [
        ("hex", []),
        ("hex_kb", []),
        ("torex", ["at-least-one-winner", "no-draws"]),
        ("hy2", ["always-a-move", "no-draws"]),
    ],
)
def test_the_claims_of_the_sheets_are_tested(game: str, refuted: list[str]) -> None:
    found = validate(game, {"size": 2 if game != "hex_kb" else 5}, Play(games=60, seconds=20)).diagnostics
    assert [problem.span and problem.span.text for problem in found if problem.code == "HG920"] == refuted


def test_a_refuted_claim_is_replayed_by_the_command_it_names(command: Run) -> None:
    (found,) = (
        problem
        for problem in validate("hy2", {"size": 2}, Play(games=60, seconds=20)).diagnostics
        if "no-draws" in problem.message
    )
    told = re.fullmatch(r"see it: hexgame (.*)", found.help)
    assert told is not None
    assert "The game is a draw." in command(*told[1].split()).output


def test_a_claim_is_tested_for_who_loses_too() -> None:
    text = "claims at-least-one-winner, at-most-one-winner\nlose when connects(own, [top, bottom, left, right])"
    assert "HG920" in codes(text, Play(games=5))


def test_errors_at_the_ends_of_an_options_range_are_found() -> None:
    text = "option size = 5 in 2..9\nboard { shape rhombus(size) let middle = cell(3, 3) region centre = {middle} }"
    found = checked(text + "\nwin when count(own & centre) == 1").diagnostics
    assert [problem.code for problem in found] == ["HG405"]
    assert codes(text + "\nwin when count(own & centre) == 1", size=6) == []


def test_what_requirements_refuse_is_no_corner() -> None:
    text = "option size = 5 in 2..9\noption hole = 1 in 0..3\nrequire size > 2 * hole + 2"
    found = codes(text + "\nboard { shape rhombus(size) - disc(cell(size / 2, size / 2), hole) }")
    assert [code for code in found if code < "HG9"] == []


def test_corners_are_each_end_of_each_option_and_the_smallest_numbers_together() -> None:
    text = "option size = 5 in 2..9\noption extra = 3 in 1, 3, 4\noption pie = yes in yes, no"
    game = hexgame.load(Source("test", complete(text)))
    assert list(corners(game)) == [
        {"size": 2, "extra": 1}, {"size": 2}, {"size": 9}, {"extra": 1}, {"extra": 4}, {"pie": False},
    ]  # fmt: skip


def test_a_trial_stops_in_time_and_says_so() -> None:
    trial = try_out(hexgame.load("gonnect"), games=1000, seed=0, seconds=0.05)
    assert trial.ran_out
    assert trial.finished < 1000


def test_a_game_that_is_no_game_is_not_played() -> None:
    assert codes("win when nothing") == ["HG201"]


# The command


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "inner").mkdir()
    (tmp_path / "good.hexgame").write_text(complete(""))
    (tmp_path / "inner" / "bad.hexgame").write_text(complete("win when nothing"))
    return tmp_path


def test_a_folder_means_all_its_files(command: Run, folder: Path) -> None:
    result = command("validate", ".", "--format", "concise", "--play", "0")
    assert result.output == "inner/bad.hexgame:1:10: error[HG201]: unknown name `nothing`\n"
    assert result.exit_code == 1


def test_standard_input_is_a_file_too(command: Run, folder: Path) -> None:
    result = command("validate", "-", "--play", "0", input=complete(""))
    assert (result.output, result.exit_code) == ("-: Test is a valid game\n", 0)
    assert command("validate", "-", input="win when").exit_code == 1


def test_a_variant_from_standard_input_finds_its_base_here(command: Run, folder: Path) -> None:
    text = 'game "More"\nvariant of good\nwin when count(own) > 6\n'
    assert command("validate", "-", "--play", "0", input=text).output == "-: More is a valid game\n"


def test_json_lists_every_problem(command: Run, folder: Path) -> None:
    (problem,) = json.loads(command("validate", "good.hexgame", "inner", "--format", "json", "--play", "0").output)
    assert problem == {
        "code": "HG201", "severity": "error", "message": "unknown name `nothing`",
        "file": "inner/bad.hexgame", "line": 1, "column": 10, "end_line": 1, "end_column": 17,
        "label": "", "related": [], "expected": "", "help": problem["help"],
    }  # fmt: skip


def test_annotations_for_pull_requests(command: Run, folder: Path) -> None:
    result = command("validate", "inner/bad.hexgame", "--format", "github", "--play", "0")
    assert result.output.startswith(
        "::error file=inner/bad.hexgame,line=1,endLine=1,col=10,endColumn=17,title=HG201::unknown name `nothing`"
    )


@pytest.mark.parametrize("format_name", FORMATS)
def test_what_was_expected_is_said_in_every_format(format_name: str) -> None:
    span = Span(Source("my.hexgame", "edge top Red"), 9, 12)
    report = FORMATS[format_name]([Diagnostic("HG101", "unexpected `Red`", span, expected="`:` or a comma")])
    assert "expected" in report.replace("unexpected", "")
    assert "`:` or a comma" in report


def test_no_verdict_where_time_runs_out(command: Run) -> None:
    arguments = ["validate", "hex", "--set", "size=11", "--play", "100000"]
    assert command(*arguments, "--seconds", "0.05").exit_code == 3


def test_a_sure_mistake_is_mended(command: Run, folder: Path) -> None:
    text = complete("win when count(own) = 5")
    (folder / "equals.hexgame").write_text(text)
    assert command("validate", "equals.hexgame", "--play", "0").exit_code == 1
    assert command("validate", "equals.hexgame", "--play", "0", "--fix").exit_code == 0
    assert (folder / "equals.hexgame").read_text() == text.replace(" = 5", " == 5")
    assert command("validate", "good.hexgame", "--play", "0", "--fix").exit_code == 0
    assert (folder / "good.hexgame").read_text() == complete("")


def test_every_claim_is_tried_by_random_games() -> None:
    assert set(_TESTS) == set(CLAIMS)


@pytest.mark.parametrize("claim", CLAIMS)
def test_every_claim_has_its_row_in_the_reference_and_is_answered(claim: str, command: Run, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "language.md").read_text("utf-8")
    assert f"\n| `{claim}` | " in page, f"add a row for `{claim}` to the table under Claims in docs/language.md"
    path = tmp_path / "claimed.hexgame"
    path.write_text(complete(f"claims {claim}\nboard {{ shape rhombus(2) }}\nwin when count(own) > 1"))
    assert command("validate", str(path), "--play", "3").exit_code in (0, 1)
    assert f"{claim}: " in command("prove", str(path), "--time", "2").stdout


@pytest.mark.parametrize(
    ("turn", "code"),
    [
        ("place stone on empty & perimeter", "HG918"),
        ("place stone on c among empty forbid count(group(c)) > 1", "HG918"),
        ("place stone on d among adjacent(own) & empty", "HG914"),
    ],
)
def test_what_follows_from_a_turn_without_a_move_is_told_with_its_cause(turn: str, code: str) -> None:
    text = f"claims no-draws, finite, always-a-move\nturn {{ {turn} }}\nwin when count(own) > 40"
    found = [each for each in checked(text, Play(games=20)).diagnostics if each.code not in ("HG910", "HG911")]
    assert [each.code for each in found] == [code]
    assert found[0].help.endswith("; so the claims `no-draws` and `always-a-move` fail")
