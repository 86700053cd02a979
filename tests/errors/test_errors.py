"""The codes: each is used, explained, and does what its page says."""

from __future__ import annotations

import re
import shlex
import tempfile
import textwrap
from contextlib import chdir, nullcontext
from pathlib import Path
from unittest.mock import patch

import pytest
from click.testing import CliRunner
from conftest import ROOT, codes_of, complete, long, static_warnings

from hexgame import Source
from hexgame.__main__ import main
from hexgame.deadline import within
from hexgame.diagnostics.pages import explanations
from hexgame.validation import trials
from hexgame.validation.play import Play
from hexgame.validation.validation import validate

SOURCES = [ROOT / "cli.py", *(ROOT / "interpreter").rglob("*.py")]
USED = set(re.findall(r'"(HG\d{3})"', "\n".join(path.read_text("utf-8") for path in SOURCES)))
STATIC = set(re.findall(r'"(HG\d{3})"', "\n".join(
    path.read_text("utf-8") for path in (ROOT / "interpreter" / "validation" / "lints").rglob("*.py")
)))  # fmt: skip
"""The warnings that `validate` gives without playing."""


PLAYED = {"HG920", "HG921", "HG922", "HG923", "HG924", "HG925", "HG926", "HG927", "HG928", "HG929"}
"""The warnings that take random games."""

BESIDE = {
    "HG902": {"HG901"}, "HG922": {"HG910"}, "HG923": {"HG926"}, "HG925": {"HG914"}, "HG928": {"HG926"},
    "HG929": {"HG923"},
}  # fmt: skip
"""What is told of an example as well, since one cause shows itself in more than one way."""

BUG = "# played by an interpreter with a bug"
"""The first line of an example that only a bug can cause."""

READERS = {".hexgame": "validate", ".test.yaml": "test", ".yaml": "show --from"}
"""The commands that read the files of examples; the first line of an example names its file."""


def problems(code: str, text: str) -> set[str]:
    """What is told of an example of a code: a sheet or some of its sections, a file, or commands."""
    if text.startswith(("hexgame ", "# mygame.")):
        return _commanded(text)
    if code in PLAYED:
        games = 2 if code == "HG922" else 100  # one game without an end is enough, and takes long
        with patch.object(trials, "seat", side_effect=ZeroDivisionError) if BUG in text else nullcontext():
            found = validate(Source("test.hexgame", complete(text)), {}, Play(games, seconds=60)).diagnostics
        return {each.code for each in found}
    return {*codes_of(text), *(each.code for each in (static_warnings(text) if code in STATIC else []))}


def _commanded(text: str) -> set[str]:
    """What commands say, or the one that reads a file."""
    lines = text.splitlines()
    with tempfile.TemporaryDirectory() as folder, chdir(folder), within(None):
        if lines[0].startswith("# "):
            name = lines[0].removeprefix("# ")
            Path(name).write_text(text, "utf-8")
            lines = [f"hexgame {READERS[name.removeprefix('mygame')]} {name}"]
        told = "".join(CliRunner().invoke(main, shlex.split(line)[1:]).output for line in lines)
    return set(re.findall(r"\[(HG\d{3})\]", told))


def examples(heading: str) -> list[tuple[str, str]]:
    pattern = re.compile(rf"^{heading}:\n\n((?:    .*\n|\n)+)", re.MULTILINE)
    return [
        (code, textwrap.dedent(match.group(1)))
        for code, page in explanations().items()
        for match in pattern.finditer(page)
    ]


def test_every_code_that_is_used_is_explained_and_no_other() -> None:
    assert set(explanations()) == USED


@long("HG307-win when some i in 1..400*", "HG922*")
@pytest.mark.parametrize(("code", "text"), examples("Wrong"))
def test_the_wrong_example_has_just_this_problem(code: str, text: str) -> None:
    assert problems(code, text) == {code, *BESIDE.get(code, ())}


@pytest.mark.parametrize(("code", "text"), examples("Right"))
def test_the_right_example_has_no_problem(code: str, text: str) -> None:
    assert problems(code, text) == set()


def test_every_page_has_a_wrong_and_a_right_example() -> None:
    for heading in ("Wrong", "Right"):
        assert {code for code, _ in examples(heading)} == USED


def test_no_code_disappears() -> None:
    """Codes are promised to be stable: a new one is added to the list, none is taken from it."""
    promised = Path(__file__).with_name("codes.txt").read_text("utf-8").split()
    assert sorted(explanations()) == promised
