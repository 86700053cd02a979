"""What is installed: a wheel that finds its grammar and games, one version, and nothing heavy at the start."""

from __future__ import annotations

import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from conftest import ROOT

import interpreter


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel unpacked."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    assert interpreter.__version__ in built.name
    with zipfile.ZipFile(built) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def test_the_wheel_finds_its_grammar_and_its_games(wheel: Path) -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import interpreter, cli;"
        "assert interpreter.__file__.startswith(sys.argv[1]);"
        "cli.main(['test', sys.argv[1] + '/interpreter/_data/games'])"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", code, str(wheel)], cwd=wheel, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].endswith("passed, 0 failed")


def test_the_wheel_carries_no_tests(wheel: Path) -> None:
    assert {path.name for path in wheel.iterdir() if "-info" not in path.name} - {"__pycache__"} == {
        "interpreter",
        "cli.py",
    }
    assert list(wheel.rglob("errors.md"))
    assert not list(wheel.rglob("test_*.py"))


def test_few_libraries_are_needed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = {name.split(">=")[0] for name in project["dependencies"]}
    assert needed == {"lark", "click", "pyyaml", "numba", "numpy"}


def test_heavy_libraries_wait_until_games_are_played_in_bulk() -> None:
    code = (
        "import sys; from cli import main; main(['validate', 'games/hex.hexgame'], standalone_mode=False);"
        "import interpreter; interpreter.load('hex').start().rollout(1);"
        "assert not {'numba', 'numpy'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, cwd=ROOT, text=True)
    assert done.returncode == 0, done.stderr
