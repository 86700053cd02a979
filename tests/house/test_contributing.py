"""The stories of `docs/contributing.md` are true: each diff applies to a copy of the repository, and works there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, long, wide

PAGE = (ROOT / "docs" / "contributing.md").read_text("utf-8")
STORIES = {
    section.split("\n", 1)[0]: section for section in PAGE.split("\n## ")[1:] if "```diff" in section
}  # fmt: skip

SHEET = """
game = hexgame.load(hexgame.Source("story", '''
    game "Story"
    players Red, Blue
    board {{ shape {shape} }}
    turn {{ place stone on c among empty {block} }}
    score = {score}
    win by score when turn == 3
'''))
state = game.start()
state.play(state.legal_moves[0])
state.play(state.legal_moves[-1])
"""
SHOWN = {
    "A shape": SHEET.format(shape="trapezium(6, 3)", block="", score="1")
    + "assert len(game.board.cells) == 15 and max(map(len, game.board.arcs)) == 6",
    "A function": SHEET.format(shape="rhombus(3)", block="", score="distance(last, own) + 2 * distance(last, corners)")
    + "assert game.facts.stones_only_come; state.play(state.legal_moves[3])\n"
    + "assert [game.machine.scores[0](list(state.vector), own) for own in (0, 1)] == [2, 4]",
    "An effect": SHEET.format(shape="rhombus(3)", block="{ c becomes stone copy c, cell(1, 1) }", score="1")
    + "assert not game.facts.stones_only_come\n"
    + "assert state.vector[:9] == (1, 0, 0, 0, 2, 0, 0, 0, 2), state.vector[:9]\n"
    + "sys.path.insert(0, 'tests'); import lockstep; lockstep.play_in_lockstep(game, games=30, seed=1)",
    "A warning": "from hexgame.validation.lints import warnings_of_file\n"
    + SHEET.format(shape="rhombus(3)", block="", score="1").replace("board {", "pieces man, king board {", 1)
    .replace("place stone on c among empty", "may place man on empty may place king on empty")
    + "assert 'HG934' in [each.code for each in warnings_of_file([game])]",
    "A message": "(found,) = [each for each in hexgame.check(hexgame.Source('story', '''game \"S\" players A, B\n"
    + "board { shape rhombus(3) } turn { place stone on empty can swap on turn 2 } win when turn > 3''')) "
    + "if each.severity is hexgame.Severity.ERROR]\nassert 'may' in found.help, found",
}  # fmt: skip
"""What shows, in Python, that a story's change works."""


def test_every_story_is_tried() -> None:
    assert STORIES.keys() == SHOWN.keys()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of what the repository holds, with the byte code that there is, so that each command need not compile all;
    in it `hexgame` is the package of the copy."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True)
    names = listed.stdout.decode().splitlines()
    code = [str(Path(name).parent / "__pycache__" / f"{Path(name).stem}.{sys.implementation.cache_tag}.pyc")
            for name in names if name.endswith(".py")]  # fmt: skip
    for name in filter(lambda name: (ROOT / name).is_file(), names + code):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, tmp_path / name)  # with its time, which byte code tells
    (tmp_path / "hexgame").symlink_to("interpreter")
    return tmp_path


@long
@wide("An effect", "A function")
@pytest.mark.parametrize("story", STORIES)
def test_a_story_is_true(story: str, copy: Path) -> None:
    section = STORIES[story]
    blocks = dict(re.findall(r"```(diff|console)\n(.*?)```", section, re.DOTALL))
    applied = subprocess.run(
        ["git", "apply", "-C1", "-"], cwd=copy, input=blocks["diff"], capture_output=True, text=True, check=False
    )
    assert applied.returncode == 0, f"the diff of `{story}` in docs/contributing.md no longer applies: {applied.stderr}"
    environment = os.environ | {"PYTHONPATH": str(copy)}
    commands = re.findall(r"^\$ (.*)$", blocks["console"], re.MULTILINE)
    for command in commands:
        run = re.sub(r"(?:(?<=^)|(?<=&& ))(hexgame|python)", lambda found: _PROGRAMS[found[1]], command)
        done = subprocess.run(
            ["bash", "-c", run], cwd=copy, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{story}: {command}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
    tried = f"import sys, hexgame\nassert hexgame.__file__.startswith({str(copy)!r})\n{SHOWN[story]}"
    done = subprocess.run(
        [sys.executable, "-c", tried], cwd=copy, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{story}: {done.stderr}"


_PROGRAMS = {"python": sys.executable, "hexgame": f"{sys.executable} -m hexgame"}
