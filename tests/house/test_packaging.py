"""What is installed: a wheel that finds its grammar and games, one version, and nothing heavy at the start."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from conftest import ROOT, long

import hexgame

pytestmark = pytest.mark.xdist_group("wheel")
"""The tests of one wheel run in one process."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel unpacked, built from a copy of what the repository holds."""
    folder = tmp_path_factory.mktemp("wheel")
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True)
    for name in filter(lambda name: (ROOT / name).is_file(), listed.stdout.decode().splitlines()):
        (folder / "copy" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / "copy" / name)
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    subprocess.run(build, cwd=folder / "copy", check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    assert hexgame.__version__ in built.name
    with zipfile.ZipFile(built) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


@long
def test_the_wheel_finds_its_grammar_and_its_games(wheel: Path) -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import hexgame; from hexgame.__main__ import main;"
        "assert hexgame.__file__.startswith(sys.argv[1]);"
        "assert main.callback.__code__.co_filename == sys.argv[1] + '/hexgame/cli.py';"
        "main(['test', sys.argv[1] + '/hexgame/games/torex.test.yaml'])"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", code, str(wheel)], cwd=wheel, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].endswith("passed, 0 failed")


@long
def test_the_wheel_shows_its_documentation(wheel: Path) -> None:
    code = "import sys; sys.path.insert(0, sys.argv.pop(1)); from hexgame.__main__ import main; main()"
    run = [sys.executable, "-I", "-c", code, str(wheel), "docs"]
    for page in ("language", "architecture", "errors"):
        done = subprocess.run([*run, page], cwd=wheel, capture_output=True, text=True, check=True)
        (carried,) = wheel.glob(f"hexgame/*/{page}.md")
        assert done.stdout == carried.read_text("utf-8")


@long
def test_the_wheel_puts_one_name_into_site_packages(wheel: Path) -> None:
    assert {path.name for path in wheel.iterdir() if "-info" not in path.name} == {"hexgame"}


@long
def test_the_wheel_carries_every_module_and_all_data_and_no_tests(wheel: Path) -> None:
    folders = {"": "interpreter", "docs": "docs", "games": "games", "grammar": "grammar"}
    kinds = {".py", ".md", ".hexgame", ".yaml", ".lark", ".json", ".typed", ".jinja", ".mplstyle"}
    page = {".html", ".js", ".css", ".svg", ".png", ".txt", ".sha256", ".webmanifest"}
    wanted = {
        Path(within) / path.relative_to(ROOT / folder)
        for within, folder in folders.items()
        for path in (ROOT / folder).rglob("*")
        if path.suffix in kinds | page and "node_modules" not in path.parts
    } | {Path("cli.py"), Path("games/families.txt")}
    apart = {("docs", "book"), ("docs", "pictures")}  # what makes the site, and what the README alone shows
    wanted = {path for path in wanted if path.parts[:2] not in apart}
    carried = {path.relative_to(wheel / "hexgame") for path in wheel.rglob("hexgame/**/*") if path.is_file()}
    assert {path for path in carried if path.suffix != ".pyc"} == wanted


def test_few_libraries_are_needed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = {name.split(">=")[0] for name in project["dependencies"]}
    assert needed == {"lark", "click", "pyyaml"}


@long
def test_heavy_libraries_wait_until_games_are_played_in_bulk() -> None:
    code = (
        "import sys; from hexgame.__main__ import main; main(['validate', 'games/hex.hexgame'], standalone_mode=False);"
        "import hexgame; hexgame.load('hex').start().rollout(1);"
        "assert not {'llvmlite', 'numpy'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, cwd=ROOT, text=True)
    assert done.returncode == 0, done.stderr
