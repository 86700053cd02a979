"""The verb `solve`: its pages, pictures and exit codes, and what is kept for `--resume`."""

from __future__ import annotations

import json
import re
import zlib
from pathlib import Path

import pytest
from conftest import ROOT, Run

import hexgame
from hexgame.native.places import SOLVED, own_path
from hexgame.native.store import Findings, sealed
from hexgame.players import Limits
from hexgame.players.exact import solve
from hexgame.players.exact.kept import SOLUTIONS, keep, kept
from hexgame.show.pages.solutions import solution_page, solution_svg
from hexgame.strategies import claims
from hexgame.strategies.certificate import KEYS

PAGE = (ROOT / "docs" / "solving.md").read_text("utf-8")
HEX = ("hex", "--set", "size=2", "--set", "pie=no")


def test_the_example_of_solving_is_what_is_printed() -> None:
    shown, _ = re.findall(r"```console\n\$ hexgame solve hex [^\n]*\n(.*?)```", PAGE, re.DOTALL)
    assert solution_page(solve(hexgame.load("hex", size=3, pie="no").start())).startswith(shown)


def test_the_example_of_a_certificate_is_what_is_printed(command: Run, tmp_path: Path) -> None:
    _, shown = re.findall(r"```console\n\$ hexgame solve hex [^\n]*\n(.*?)```", PAGE, re.DOTALL)
    path = tmp_path / "hex.json"
    command("solve", "hex", "--set", "size=3", "--set", "pie=no", "--certificate", str(path))
    checked = command("solve", "--check", str(path))
    assert shown == f"$ hexgame solve --check hex.json\n{checked.stdout}"


def test_every_line_of_a_certificate_is_documented() -> None:
    lines = set(re.findall(r"^    (\[.*?\])  ", str(claims.__doc__), re.MULTILINE))
    assert {line.split('"')[1] for line in lines} == set(re.findall(r'^\| `\["(\w+)"', PAGE, re.MULTILINE))
    assert {key for key in KEYS if f"`{key}`" not in PAGE} == set()


def test_the_python_example_of_solving_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(code.replace("size=3", "size=2"), {})  # noqa: S102
    assert capsys.readouterr().out


def test_a_solution_is_printed_as_json(command: Run) -> None:
    result = command("solve", *HEX, "--json")
    found = json.loads(result.stdout)
    assert result.exit_code == 0
    assert (found["winner"], found["proved"], found["best"], found["open"]) == ("Red", True, ["b1", "a2"], [])
    assert found["values"] == {"a1": "Blue", "b1": "Red", "a2": "Red", "b2": "Blue"}


def test_a_map_of_values_is_drawn(command: Run, tmp_path: Path) -> None:
    picture = tmp_path / "map.svg"
    result = command("solve", *HEX, "--svg", str(picture))
    assert result.exit_code == 0
    assert picture.read_text("utf-8").count(">R</text>") == 2
    assert "Best moves: b1 a2" in result.stdout


def test_a_part_of_a_solution_is_marked_as_such() -> None:
    found = solve(hexgame.load("hex", size=6, pie="no").start(), Limits(nodes=1))
    page = solution_page(found)
    assert "not proved, with Red to move" in page
    assert page.count("?") >= 36
    assert ">?</text>" in solution_svg(found)


def test_too_little_time_gives_no_verdict(command: Run) -> None:
    result = command("solve", "hex", "--set", "size=11", "--time", "0.01")
    assert result.exit_code == 3
    assert "not proved" in result.stdout


@pytest.mark.parametrize(("arguments", "message"), [
    (["dark_hex"], "Dark Hex cannot be solved here: players do not see everything"),
    ([], "Name either a game or"),
])  # fmt: skip
def test_what_cannot_be_solved_is_refused(command: Run, arguments: list[str], message: str) -> None:
    result = command("solve", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def test_what_is_proved_is_kept() -> None:
    state, notes = hexgame.load("hex", size=2, pie="no").start(), list[str]()
    keep(solve(state), notes.append)
    assert kept(state, notes.append) == {"a1": "Blue", "b1": "Red", "a2": "Red", "b2": "Blue"}
    state.play("a1")
    assert kept(state, notes.append) == {}
    assert not notes
    found = solve(hexgame.load("hex", size=2, pie="no").start(), known={"a1": "Blue", "b1": "Red"})
    assert found.complete


def test_what_an_older_method_proved_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    state, notes = hexgame.load("hex", size=2, pie="no").start(), list[str]()
    keep(solve(state), notes.append)
    assert kept(state, notes.append)
    newer = Findings(SOLUTIONS.folder, f"{SOLUTIONS.version} and later")
    monkeypatch.setattr("hexgame.players.exact.kept.SOLUTIONS", newer)
    assert kept(state, notes.append) == {}
    assert not notes


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b"\xff", sealed(b"[]")]
    + [sealed(zlib.compress(each)) for each in (b"", b"\xff", b"[" * 100_000, b"[1]", b'{"a1": [], "z9": "Red"}')],
)
def test_what_was_kept_and_is_damaged_is_not_used(content: bytes) -> None:
    state, notes = hexgame.load("hex", size=2, pie="no").start(), list[str]()
    keep(solve(state), notes.append)
    for path in (own_path() / SOLVED).iterdir():
        path.write_bytes(content)
    assert solve(state, known=kept(state, notes.append)).values == solve(state).values
    assert all("earlier results are not used" in note for note in notes)


def test_the_options_of_solve_are_documented() -> None:
    from hexgame.verbs.solving import solve as verb  # noqa: PLC0415 - the verb, not what it calls

    options = {option for each in verb.params for option in each.opts if option.startswith("-")}
    assert {option for option in options if f"`{option}" not in PAGE} == set()
