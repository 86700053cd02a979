"""What all tests share."""

from __future__ import annotations

import gc
import io
import os
import re
import secrets
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from hypothesis import settings
from sections import complete

import hexgame
from hexgame.__main__ import main
from hexgame.diagnostics.diagnostic import Diagnostic, Diagnostics
from hexgame.diagnostics.text import Source
from hexgame.doors.streams import Outlet
from hexgame.loading import Sheet, read_sheet
from hexgame.native.store import Findings
from hexgame.play.game import Game
from hexgame.validation.lints import warnings_of, warnings_of_file
from hexgame.values.settings import plain, settle

gc.set_threshold(10_000, 10, 20)  # tests keep a lot, which the collector would look through again and again

settings.register_profile("same", derandomize=True)
settings.register_profile("other", derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))  # the same examples on every machine

Run = Callable[..., Result]
"""What the fixture `command` is: arguments and `input=` to what the command printed and how it ended."""

ROOT = Path(__file__).parent.parent
VERBS = tuple(main.list_commands(click.Context(main)))
"""What follows `hexgame` on the command line."""

GAMES = sorted((ROOT / "games").glob("*.hexgame"))
CORE = {
    "atoll", "blind_hex", "chameleon", "cross", "crossway", "cylinder_hex", "dark_hex", "gale", "gonnect", "havannah",
    "hex", "hex_kb", "hy2", "knight_vision", "master_y", "misere_hex", "moebius_hex", "projex", "scaffold", "tabu_y",
    "three_player_hex", "torex", "unlur", "y",
}  # fmt: skip
"""Games that have all that games can have: every test of shipped games takes these."""
OTHERS = sorted({path.stem for path in GAMES} - CORE)


@cache
def sizes_of(stem: str) -> list[int]:
    """The sizes that a shipped game may have, the smallest first."""
    sheet = read_sheet(stem)
    assert isinstance(sheet, Sheet)
    options = {option.name: option.values for option in settle(sheet.file, {}, Diagnostics()).options}
    sizes = [size for each in options["size"] for size in (each if isinstance(each, range) else [each])]
    assert sizes == sorted(sizes)
    return sizes


@cache
def small(stem: str, least: int = 4) -> Game:
    """A shipped game on its smallest board of at least some size, or on its largest."""
    sizes = sizes_of(stem)
    return hexgame.load(stem, size=next((size for size in sizes if size >= least), max(sizes)))


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


def on_screen(text: str) -> str:
    """What a terminal is sent for a text."""
    screen = io.StringIO()
    Outlet(screen, "a screen").write(text)
    return screen.getvalue()


def _left_to(kind: str) -> Callable[..., Any]:
    """A decorator of tests that are left to `make test-long` or `make test-wide`: of all cases, or those that fit.

    In a pattern `*`, `?` and `{other}` (a shipped game that is not in `CORE`) stand for others; `!` brings back what
    one before it took. The last one wins.
    """

    def decorator(*given: Any) -> Any:
        if given and callable(given[0]):
            return decorator("*")(given[0])

        def decorated(test: Any) -> Any:
            setattr(test, kind, given)
            return test

        return decorated

    return decorator


long, wide = _left_to("long"), _left_to("wide")
"""Long: takes long, and repeats on more games, boards and sizes what others of its kind prove. Wide: repeats on all
that there is what those prove on some."""


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist adds groups to the names of tests
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark as `long` and `wide` the cases that decorators name; refuse a pattern that fits no case."""
    fitting: dict[str, bool] = {}
    for item in items:
        kinds = [kind for kind in ("long", "wide") if _is_left(item, kind, fitting)]
        if kinds:
            item.add_marker(kinds[-1])
    unfit = [name for name, fits in fitting.items() if not fits]
    if list(config.args) == config.getini("testpaths") and unfit:
        raise pytest.UsageError("no case fits: " + ", ".join(unfit))


def _is_left(item: pytest.Item, kind: str, fitting: dict[str, bool]) -> bool:
    """Whether a test is left to `kind`; notes which patterns of its decorator fit a case."""
    room, case = item.path.parent.name, item.name.partition("[")[2].removesuffix("]")
    if kind == "long":
        left = room == "browser"
    else:
        left = _is_carried_again(item.path.stem, case) if room == "browser" else _is_of_another_game(case)
    for pattern in getattr(getattr(item, "function", None), kind, ()):
        fits = _fits(pattern.removeprefix("!"))(case) is not None
        name = f"{item.nodeid.partition('[')[0]}: {kind} {pattern}"
        fitting[name] = fitting.get(name, False) or fits
        left = left != fits if fits and left == pattern.startswith("!") else left
    return left


def _is_of_another_game(case: str) -> bool:
    """Whether a test repeats for a shipped game what its like among the core shows."""
    return any(_fits(each)(case) for each in ("{other}", "{other}-*", "*-{other}", "{other}.test-*", "*-{other}.test"))


IN_THE_BROWSER = {"test_alone", "test_versions"}
"""The tests of what is otherwise where Python runs in the browser: there, both carriers are always tried."""


def _is_carried_again(module: str, case: str) -> bool:
    """Whether a test repeats, with Python in the browser, what it shows with a server: the conversation is the same."""
    return module not in IN_THE_BROWSER and "worker" in case.split("-")


def pytest_collection_finish() -> None:
    """Keep what was collected out of the garbage collector's way: there is a lot of it, and all of it stays."""
    gc.collect()
    gc.freeze()


@cache
def _fits(pattern: str) -> Callable[[str], object]:
    """Return what tells whether a case fits a pattern, in which `*`, `?` and `{other}` stand for others."""
    signs = {"*": ".*", "?": ".", "{other}": f"({'|'.join(OTHERS)})"}
    parts = re.split(r"([*?]|\{other\})", pattern)
    return re.compile("".join(signs.get(part, re.escape(part)) for part in parts)).fullmatch


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what tests compile out of the user's cache; workers that run side by side share one."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("HEXGAME_CACHE", str(shared / "cache"))
        patched.delenv("HEXGAME_PREBUILT", raising=False)
        yield


@pytest.fixture(autouse=True)
def _nothing_is_proved_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each test know only what it proves itself: verdicts on claims are kept in a folder of its own."""
    monkeypatch.setattr("hexgame.proofs.known.VERDICTS", Findings(f"proved-{secrets.token_hex(4)}", 0))


@pytest.fixture
def game(request: pytest.FixtureRequest) -> Game:
    """The game that an indirect parameter makes; only the process that runs the test compiles it."""
    make: Callable[[], Game] = request.param
    return make()


@pytest.fixture
def command() -> Run:
    """Runs `hexgame`: `command("play", "hex", input="…")`."""

    def run(*arguments: str, input: str = "") -> Result:  # noqa: A002
        return CliRunner().invoke(main, list(arguments), input=input)

    return run
