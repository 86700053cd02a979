"""The documents tell the truth: their examples run, their lists are whole."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, VERBS, Run, codes_of, game_of, long
from documented import EXAMPLES, GAME

from hexgame.play.positions import KEYS
from hexgame.rules.expressions.primitives import PRIMITIVES
from hexgame.show.records import KEYS as RECORD_KEYS
from hexgame.show.records import read_record, write_record
from hexgame.source.syntax.grammar import reserved_words
from hexgame.validation.expectations import EXPECTATIONS
from hexgame.validation.scenarios import CASE_KEYS, FILE_KEYS, run_file
from hexgame.values.hints import POSITION_WORDS
from hexgame.values.operations import FUNCTIONS
from hexgame.verbs.measuring import playouts

LANGUAGE = (ROOT / "docs" / "language.md").read_text("utf-8")
PLAYOUTS = (ROOT / "docs" / "playouts.md").read_text("utf-8")
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
README = (ROOT / "README.md").read_text("utf-8")
COOKBOOK = (ROOT / "docs" / "cookbook.md").read_text("utf-8")


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_example_of_the_language_is_a_game(text: str) -> None:
    assert codes_of(text) == []
    assert game_of(text).start().rollout(1) is not None


def test_the_readme_shows_the_shipped_file() -> None:
    shipped = (ROOT / "games" / "hex.hexgame").read_text("utf-8")
    example = re.search(r"```hexgame\n(.*?)```", README, re.DOTALL)
    assert example is not None
    assert all(line in shipped for line in example.group(1).splitlines())


def test_the_readme_console_example_prints_what_it_shows() -> None:
    block = re.search(r"```console\n\$ (printf.*?)\n(.*?)```", README, re.DOTALL)
    assert block is not None
    command = f'PATH="{Path(sys.executable).parent}:$PATH"; {block.group(1)}'
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.stdout == block.group(2)


def test_the_example_of_playing_is_what_is_printed(command: Run) -> None:
    text = (ROOT / "docs" / "playing.md").read_text("utf-8")
    (example,) = re.findall(r"```console\n\$ (.*?)\n(.*?)```", text, re.DOTALL)
    typed = re.fullmatch(r"printf '(.*)' \| hexgame (.*)", example[0])
    assert typed
    result = command(*typed[2].split(), input=typed[1].replace("\\n", "\n"))
    assert re.sub(" +$", "", result.output, flags=re.MULTILINE) == example[1]


def test_the_readme_example_of_fix_tells_what_is_changed(
    command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    block = re.search(r"```console\n\$ hexgame (validate .*--fix.*)\n([^`]*)```", README)
    assert block is not None
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bridge.hexgame").write_text(GAME.replace("rhombus", "rhombos"))
    result = command(*block[1].split())
    assert result.stderr + result.stdout == block[2]
    assert (tmp_path / "bridge.hexgame").read_text() == GAME


def test_the_readme_python_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(code, {})  # noqa: S102
    (expected,) = re.findall(r"print\(.*\)\s+# (.*)", code)
    assert capsys.readouterr().out.strip() == expected


@long
@pytest.mark.parametrize("code", re.findall(r"```python\n(.*?)```", PLAYOUTS, re.DOTALL))
def test_the_python_examples_about_many_games_run(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("llvmlite")
    exec(code, {})  # noqa: S102
    assert capsys.readouterr().out


def test_the_options_of_playouts_are_documented() -> None:
    options = {option for each in playouts.params for option in each.opts if option.startswith("-")}
    assert {option for option in options if f"{option}" not in PLAYOUTS} == set()


def test_the_reference_knows_every_word() -> None:
    words = reserved_words() | FUNCTIONS.keys() | PRIMITIVES.keys() | set(POSITION_WORDS)
    assert {word for word in words if not re.search(rf"\b{word}\b", LANGUAGE)} == set()


def test_the_readme_names_every_command() -> None:
    assert all(f"`{command}`" in README for command in VERBS)


def test_the_architecture_names_every_room() -> None:
    rooms = [path.name for path in (ROOT / "interpreter").iterdir() if (path / "__init__.py").exists()]
    assert all(f"`interpreter/{room}/`" in ARCHITECTURE for room in rooms)


PLACES = re.findall(r"`([\w./]+(?:/|\.(?:py|md|lark|txt|json)))`", ARCHITECTURE)
NAMED = re.findall(r"`(\w+)` (?:of|in) `([\w./]+\.py)`", ARCHITECTURE)


def test_the_architecture_names_files_that_exist() -> None:
    rooms = (ROOT, ROOT / "interpreter", ROOT / "interpreter" / "source" / "recovery")
    files = {path.name for path in (ROOT / "interpreter").rglob("*")}
    missing = {place for place in PLACES if not any((room / place).exists() for room in rooms)}
    assert {place for place in missing if "NAME" not in place and place.strip("/") not in files} == set()


def test_the_architecture_names_what_its_files_define() -> None:
    for name, place in NAMED:
        text = next(room / place for room in (ROOT / "interpreter", ROOT) if (room / place).exists()).read_text("utf-8")
        assert re.search(rf"\b{name}\b", text), (name, place)


def test_the_continuous_check_runs_what_the_readme_says() -> None:
    makefile, check = (ROOT / "Makefile").read_text(), (ROOT / ".ci" / "run").read_text()
    assert "make test" in check
    assert "make lint" in check
    for command in ("ruff check", "ruff format --check", "mypy", "hexgame test games"):
        assert command in makefile
    assert shlex.split("make test")[1] + ":" in makefile


GLOSSARY = (ROOT / "docs" / "glossary.md").read_text("utf-8")
ENTRIES = re.findall(r"^(\*\*.*?)(?=\n\n)", GLOSSARY + "\n\n", re.DOTALL | re.MULTILINE)
CODE = {path: path.read_text("utf-8") for path in (ROOT / "interpreter").rglob("*.py")}


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry[2:].partition("*")[0])
def test_every_term_of_the_glossary_is_used_where_it_says(entry: str) -> None:
    terms = re.findall(r"\*\*(.+?)\*\*", entry)
    paths = [ROOT / "interpreter" / name for name in re.findall(r"`(\w+(?:/\w+)*(?:/|\.py))`", entry)]
    assert all(path.exists() for path in paths), entry
    used = "\n".join(CODE.values()).lower()
    assert all(term.lower().split()[0] in used for term in terms), entry


@pytest.mark.parametrize(
    "word", ["twin", "seam", "span", "lasting", "tier", "fact", "form", "plan", "trait", "filling"]
)
def test_the_glossary_explains_the_words_of_the_architecture(word: str) -> None:
    terms = {term for entry in ENTRIES for term in re.findall(r"\*\*(.+?)\*\*", entry.partition("–")[0])}
    assert word in terms
    assert re.search(rf"\b{word}", ARCHITECTURE, re.IGNORECASE)


def test_the_scenario_example_passes_and_every_key_is_explained(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "scenarios.md").read_text("utf-8")
    (example,) = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    (tmp_path / "hex.test.yaml").write_text(example, "utf-8")
    results = run_file(tmp_path / "hex.test.yaml")
    assert isinstance(results, list)
    assert [result.failures for result in results] == [()] * 3
    explained = {
        name for row in re.findall(r"^\| (`.*?) \|", text, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)
    }
    assert explained == {*FILE_KEYS, *CASE_KEYS, *EXPECTATIONS, *KEYS}


RECORDS = (ROOT / "docs" / "records.md").read_text("utf-8")


@pytest.mark.parametrize("record", re.findall(r"```yaml\n(.*?)```", RECORDS, re.DOTALL))
def test_an_example_of_a_record_is_read(record: str, tmp_path: Path) -> None:
    (tmp_path / "saved.yaml").write_text(record, "utf-8")
    replay, problems = read_record(tmp_path / "saved.yaml")
    assert replay is not None
    assert not problems
    written = write_record(replay.end, replay.players, replay.seed)
    (tmp_path / "again.yaml").write_text(written, "utf-8")
    again, _ = read_record(tmp_path / "again.yaml")
    assert again is not None
    assert again.end == replay.end


def test_every_key_of_records_is_explained() -> None:
    assert re.findall(r"^\| `(\w+)` \|", RECORDS, re.MULTILINE) == list(RECORD_KEYS)
