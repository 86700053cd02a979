"""What the fuzz feeds to commands: records and scenarios as bytes and tokens of YAML, and lines typed in a session."""

from __future__ import annotations

import contextlib
import random
import re
import shutil
import tempfile
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from conftest import ROOT
from fuzz_messages import check_messages

from hexgame.__main__ import main
from hexgame.diagnostics.diagnostic import Diagnostic
from hexgame.diagnostics.text import Source
from hexgame.loading import compile_game
from hexgame.play.game import Game
from hexgame.source.reading.files import shipped

Dice = random.Random
RECORD = "game: hex\noptions:\n  size: 3\n  pie: true\nplayers:\n- human\n- human\nseed: 4\nmoves:\n- b1\n- a2\n"
REMARKED = f"""{RECORD}comments:
  0: begun
  2: "so far\\nso good"
variations:
- after: 1
  moves: [swap, a1]
  comments: {{2: better}}
- {{after: 2, of: 1, moves: [c1, c2]}}
"""
TOKENS = (
    "game", "options", "source", "players", "seed", "moves", "cases", "name", "position", "expect", "winner", "wins",
    "loses", "to_move", "legal", "legal_count", "includes", "excludes", "refuses", "board", "perft", "turn", "turns",
    "passes", "quiet", "last", "zones", "marks", "vars", "size", "pie", "Red", "Blue", "neutral", "stone", "hex", "y",
    "comments", "variations", "after", "of",
    "flat", "seeds", "height", "[flat of White, wall of Black]", "n 1", "s b2", "stop",
    "blind_hex", "a1", "b2", "z99", "swap", "pass", "[0, 0]", "[9999, -1]", "1", "-1", "0.5", "3", "1e999", ".inf",
    ".nan",
    "0x" + "f" * 50, "1:59:59", "9" * 30, "null", "~", "yes", "no", "true", "2001-01-01", '"\\e[2J"', '"\\u202e"',
    "'x'",
    '"\\ud800"', "&a", "*a", "<<", "!!int", "!!python/name:os", "!!binary", "!x", "|", ">", "---", "...",
    "%YAML 1.1", "#",
    ":", ": ", "- ", "? ", "[", "]", "{", "}", ", ", "\n", "\n  ", "\n    ", "\t", "\r\n", "\0", "\x85", "\ufeff",
    "@", "`",
)  # fmt: skip
LINES = (
    "a1", "b2", "c3", "a2", "swap", "pass", "moves", "moves a1", "undo", "redo", "board", "help", "quit", "save",
    "yes", "no",
    "save x.yaml", "save /", "", " ", "1", "12", "1 2", "1+2", "9" * 30, "a" * 500, "\x1b[2J", "\u202e", "\0", "é",
    "b²", "a-1", "rules", "rules x", "history", "history 3", "history \x1b[2J", "resign", "resign Red", "hint 99",
    "n 3", "n 0", "s b2", "c a2", "d a1", "stop", "wall@b2", "Black@a1", "n", "s ", "n 1e9",
    "a1-b2", "stone a1", "save /dev/full", "undo 3", "%s", "{0}", "A1", "B 2",
)  # fmt: skip
SESSIONS = (
    ("hex", "--set", "size=3"), ("blind_hex",), ("dark_hex",), ("gonnect",), ("crossway",), ("unlur",), ("cross",),
    ("bidding_hex", "--set", "size=3"), ("simultaneous_hex", "--set", "size=3"), ("tak", "--set", "size=3"), ("oware",),
    ("tumbleweed", "--set", "size=3"), ("dvonn", "--set", "size=3"),
    ("three_player_hex",), ("hy2",), ("havannah", "--set", "size=3"),
)  # fmt: skip
_FORMATS = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


@cache
def _files() -> tuple[str, ...]:
    """Records and scenarios to begin with."""
    return (
        RECORD,
        REMARKED,
        *(path.read_text("utf-8")[:3000] for path in sorted((ROOT / "games").glob("*.test.yaml"))),
    )


def random_yaml(dice: Dice) -> bytes:
    """A record or a scenario that is damaged, or tokens of YAML in no order."""
    if dice.random() < 0.3:
        return "".join(dice.choice(TOKENS) for _ in range(dice.randrange(1, 60))).encode("utf-8", "surrogatepass")
    if dice.random() < 0.5:
        words = re.findall(r"\w+|\s+|[^\w\s]", dice.choice(_files()))
        for _ in range(dice.choice((1, 1, 2, 3, 8))):
            words[dice.randrange(len(words))] = dice.choice(TOKENS) * dice.choice((1, 1, 1, 2, 100))
        return "".join(words).encode()
    data = bytearray(dice.choice(_files()).encode())
    for _ in range(dice.randrange(1, 8)):
        at = dice.randrange(len(data) + 1)
        data[at : at + dice.randrange(3)] = dice.choice((dice.randbytes(1), dice.choice(TOKENS).encode(), b""))
    return bytes(data)


def random_session(dice: Dice) -> bytes:
    """A game, and lines that are typed in it."""
    lines = [" ".join(dice.choice(SESSIONS))]
    for _ in range(dice.randrange(1, 30)):
        lines.append(
            dice.choice(LINES) if dice.random() < 0.9 else dice.randbytes(dice.randrange(20)).decode("latin-1")
        )
    return dice.choice(("\n", "\n", "\n", "\r\n")).join(lines).encode("utf-8", "surrogatepass")


@cache
def _ground() -> tempfile.TemporaryDirectory[str]:
    """The folder where commands run; it is empty whenever one begins."""
    return tempfile.TemporaryDirectory()


def through(words: tuple[str, ...], given: bytes = b"") -> int:
    """Run a command, which answers in plain text; return its exit code."""
    with contextlib.chdir(_ground().name):
        ran = CliRunner().invoke(main, list(words), input=given)
        for left in Path().iterdir():
            shutil.rmtree(left) if left.is_dir() else left.unlink()
    if ran.exception is not None and not isinstance(ran.exception, SystemExit):
        raise ran.exception
    assert ran.exit_code in (0, 1, 2, 3), f"{words[0]} exits with {ran.exit_code}"
    strange = {each for each in ran.output if each != "\n" and unicodedata.category(each) in _FORMATS}
    assert not strange, f"{words[0]} prints {sorted(strange)!a}"
    return ran.exit_code


Made = tuple[Game | None, tuple[Diagnostic, ...]]
SHIPPED = frozenset(shipped())
MOST_MADE = 100
_made: dict[str, Made] = {}
"""What came of compiling shipped games, at most so many."""


@contextlib.contextmanager
def compiled_once(sheet: Made | None = None) -> Iterator[None]:
    """Let commands share what they compile, shipped games or one sheet: each alone would do the same."""

    def compiled(game: str | Path | Source, options: dict[str, object], allow_slow: bool = False) -> Made:
        assert not allow_slow
        if sheet and not options:
            return sheet
        if game not in SHIPPED:
            return compile_game(game, options)
        key = f"{game} {options!r}"
        if key not in _made:
            if len(_made) == MOST_MADE:
                _made.clear()
            _made[key] = compile_game(game, options)
        return _made[key]

    with pytest.MonkeyPatch.context() as patched:
        for room in ("verbs.command", "show.records", "validation.scenarios"):
            patched.setattr(f"hexgame.{room}.compile_game", compiled)
        yield


def check_sheet(data: bytes, game: Game | None = None) -> int:
    """Show the board and the rules of a sheet, and play it a little: what commands make of it beyond `validate`."""
    with tempfile.NamedTemporaryFile(suffix=".hexgame") as file:
        Path(file.name).write_bytes(data)
        with compiled_once((game, ()) if game else compile_game(Path(file.name), {})):
            through(("board", file.name))
            through(("play", file.name, "--seed", "1", "--seconds", "2"), b"moves\na1\nb2\nc1\nundo\nquit\n")
            return through(("inspect", file.name))


def check_yaml(data: bytes) -> int:
    """Read it as a record and as a scenario."""
    with tempfile.NamedTemporaryFile(suffix=".test.yaml") as file, compiled_once():
        Path(file.name).write_bytes(data)
        through(("play", "--from", file.name), b"save saved.yaml\nquit\n")
        through(("play", "--replay", file.name))
        through(("show", "--from", file.name))
        return through(("test", file.name, "--seconds", "1"))


def check_session(data: bytes) -> int:
    """Type it."""
    first, _, given = data.partition(b"\n")
    with compiled_once():
        return through(("play", *first.decode().split(), "--seed", "1"), given)


CHECKS = {"yaml": check_yaml, "session": check_session, "messages": check_messages}
"""What is done with the input of the kinds that are no sheets."""
