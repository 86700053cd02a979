"""The guide to a first game: each step, in order, prints what the page shows."""

import re
from pathlib import Path

import pytest
from conftest import ROOT, Run

GUIDE = (ROOT / "docs" / "first-game.md").read_text("utf-8")
FILES = {"hexgame": "lake.hexgame", "yaml": "lake.test.yaml"}


def test_every_step_prints_what_the_page_shows(command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = 0
    for kind, text in re.findall(r"^```(\w+)\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE):
        if kind in FILES:
            Path(FILES[kind]).write_text(text, "utf-8")
            continue
        for line, shown in re.findall(r"^\$ hexgame (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
            assert re.sub(" +$", "", command(*line.split()).output, flags=re.MULTILINE) == shown, line
            said += 1
    assert said == len(re.findall(r"^\$ ", GUIDE, re.MULTILINE))


def test_the_sheet_of_the_guide_is_laid_out_as_fmt_does(command: Run, tmp_path: Path) -> None:
    *_, last = re.findall(r"^```hexgame\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)
    (tmp_path / "lake.hexgame").write_text(last, "utf-8")
    assert command("fmt", "--check", str(tmp_path / "lake.hexgame")).exit_code == 0
