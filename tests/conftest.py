"""What all tests share."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import hexgame
from hexgame.__main__ import main
from hexgame.diagnostics.diagnostic import Diagnostic
from hexgame.diagnostics.text import Source
from hexgame.loading import Sheet, read_sheet
from hexgame.play.game import Game
from hexgame.study.validation.lints import warnings_of, warnings_of_file
from hexgame.values.settings import plain

Run = Callable[..., Result]
"""What the fixture `command` is: arguments and `input=` to what the command printed and how it ended."""

ROOT = Path(__file__).parent.parent
GAMES = sorted((ROOT / "games").glob("*.hexgame"))

SECTIONS = {
    "game": 'game "Test"',
    "players": "players Red, Blue",
    "board": "board { shape rhombus(5) }",
    "turn|round": "turn { place stone on empty }",
    "win|lose|draw": "win when count(own) > 5",
}
EDGED = "board { shape rhombus(5) edge top, bottom: Red edge left, right: Blue }"


def complete(text: str) -> str:
    """A game file from some of its sections: those that are missing are filled in below, but for `# no players`."""
    lines = [text]
    is_variant = re.search(r"^\s*variant", text, re.MULTILINE)
    for words, section in SECTIONS.items():
        if is_variant and words != "game":
            continue
        if not re.search(rf"^\s*(# no )?({words})\b", text, re.MULTILINE):
            lines.append(EDGED if words == "board" and "own.edge" in text else section)
    return "\n".join(lines) + "\n"


def sizes_of(stem: str) -> list[int]:
    """The sizes that a shipped game may have, the smallest first."""
    options = {option.name: option.values for option in hexgame.load(stem).settings.options}
    sizes = [size for each in options["size"] for size in (each if isinstance(each, range) else [each])]
    assert sizes == sorted(sizes)
    return sizes


def small(stem: str, least: int = 4) -> Game:
    """A shipped game on its smallest board of at least some size."""
    return hexgame.load(stem, size=next(size for size in sizes_of(stem) if size >= least))


def game_of(text: str, **options: object) -> Game:
    """The game of some sections."""
    return hexgame.load(Source("test.hexgame", complete(text)), **options)


def codes_of(text: str, **options: object) -> list[str]:
    """The codes of everything wrong with some sections."""
    return [found.code for found in hexgame.check(Source("test.hexgame", complete(text)), **options)]


def games_of(name: str | Source) -> list[Game]:
    """A game with its default options, then with each option at its ends or at each of its names."""
    sheet = read_sheet(name)
    assert isinstance(sheet, Sheet), sheet
    game, problems = sheet.compiled({})
    assert game is not None, problems
    chosen = [
        {option.name: plain(end)}
        for option in game.settings.options
        for value in option.values
        for end in ((value[0], value[-1]) if isinstance(value, range) else (value,))
    ]
    corners = (sheet.compiled(dict(each))[0] for each in chosen)
    return [game, *(corner for corner in corners if corner is not None and corner.options != game.options)]


def static_warnings(text: str) -> list[Diagnostic]:
    """What is told of some sections without play."""
    games = games_of(Source("test.hexgame", complete(text)))
    return [*warnings_of(games[0]), *warnings_of_file(games)]


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tests keep what they compute out of the user's cache."""
    old = os.environ.get("HEXGAME_CACHE")
    os.environ["HEXGAME_CACHE"] = str(tmp_path_factory.mktemp("cache"))
    yield
    if old is None:
        del os.environ["HEXGAME_CACHE"]
    else:
        os.environ["HEXGAME_CACHE"] = old


@pytest.fixture
def command() -> Run:
    """Runs `hexgame`: `command("play", "hex", input="…")`."""

    def run(*arguments: str, input: str = "") -> Result:  # noqa: A002
        return CliRunner().invoke(main, list(arguments), input=input)

    return run
