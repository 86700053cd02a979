"""Speed as ratios measured in one run: `python bench/speed.py`. Every figure is a median of interleaved rounds.

The floor of a playout is `hex_by_hand.py`, Hex written by hand in plain Python; the yardstick of a start is
the import of Lark and Click.
"""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import hex_by_hand

import hexgame
from hexgame.diagnostics.text import Source
from hexgame.machine.chance import generator

ROUNDS = 7


def whole_process(*arguments: str) -> float:
    """The wall seconds of a fresh interpreter."""
    begun = time.perf_counter()
    subprocess.run(
        [sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, cwd=Path(__file__).parent.parent
    )
    return time.perf_counter() - begun


def inside(code: str) -> float:
    """The seconds that a fresh interpreter reports of a part of its work."""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return float(done.stdout)


IMPORT_LARK = "import time; t = time.perf_counter(); import lark; print(time.perf_counter() - t)"
LOAD = (
    "import time, hexgame, hexgame.machine.emit; from hexgame.source.syntax.grammar import parser; {warm};"
    "t = time.perf_counter();"
    "hexgame.load('hex').machine; print(time.perf_counter() - t)"
)


BOARD = "game 'b' players A, B board {{ shape {shape} }} turn {{ place stone on empty }} win when count(own) > 9"
BUILD = (
    "import time, hexgame; from hexgame.diagnostics.text import Source; text = {text!r}; t = time.perf_counter();"
    "hexgame.load(Source('b', text)); print(time.perf_counter() - t)"
)


def build(shape: str) -> float:
    """The seconds to read a game file with a large board, its libraries imported."""
    return inside(BUILD.format(text=BOARD.format(shape=shape).replace("'", '"')))


GAMES = Path(__file__).parent.parent / "games"
WHOLE = [(GAMES / f"{stem}.hexgame").read_text("utf-8") for stem in ("hex", "havannah", "knight_vision")]


PROSE = r'"""[^"]*"""|"[^"]*"|#.*'


def broken(text: str) -> list[str]:
    """A game's text without one of its words, for every tenth that is not prose."""
    words = [match for match in re.finditer(f"{PROSE}|(?P<word>\\w+)", text) if match["word"]]
    return [text[: word.start()] + text[word.end() :] for word in words[::10]]


def checking(texts: list[str]) -> float:
    """The seconds to look at a text, the grammar being loaded."""
    begun = time.process_time()
    for text in texts:
        hexgame.check(Source("text", text))
    return (time.process_time() - begun) / len(texts)


def checking_broken() -> float:
    """The seconds to look at a broken game, on average of the games."""
    return statistics.mean(checking(broken(text)) for text in WHOLE)


def playouts_by_hand(seconds: float = 0.5) -> float:
    """Random games of Hex 11 a second, written by hand."""
    return hex_by_hand.playouts_per_second(seconds)


def playouts_generated(seconds: float = 0.5) -> float:
    """Random games of Hex 11 a second, by the generated module run as plain Python."""
    game = hexgame.load("hex", pie=False)
    vector, out, x, games = list(game.machine.start), [0] * (game.action_count + 1), generator(1), 0
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        for _ in range(100):
            vector[:] = game.machine.start
            x = game.machine.rollout(vector, x, out)
        games += 100
    return games / (time.process_time() - begun)


def compare(name: str, ours: Callable[[], float], theirs: Callable[[], float], wanted: str) -> None:
    pairs = [(ours(), theirs()) for _ in range(ROUNDS)]
    mine, other = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratio = statistics.median(a / b for a, b in pairs)
    print(f"{name:48} {mine:12.4g} against {other:12.4g}: ratio {ratio:.2f} ({wanted})")


if __name__ == "__main__":
    print(f"Python {sys.version.split()[0]}, load {os.getloadavg()[0]:.1f}, medians of {ROUNDS} rounds")
    command = "from hexgame.__main__ import main; main(['validate', 'games/hex.hexgame', '--play', '0'])"
    whole_process("-c", command)  # the modules are now compiled
    compare(
        "validate hex, no play, process, s, to import lark, click",
        lambda: whole_process("-c", command),
        lambda: whole_process("-c", "import lark, click"),
        "at most 2.2",
    )
    compare(
        "load and compile hex 11, s, to import lark",
        lambda: inside(LOAD.format(warm="parser()")),
        lambda: inside(IMPORT_LARK),
        "at most 0.5",
    )
    compare(
        "the same with the parser's tables still to load",
        lambda: inside(LOAD.format(warm="pass")),
        lambda: inside(IMPORT_LARK),
        "no bound",
    )
    for shape in ("rhombus(26)", "hexagon(14)"):
        compare(
            f"read a file and build {shape}, s, to import lark",
            partial(build, shape),
            lambda: inside(IMPORT_LARK),
            "at most 1",
        )
    checking_broken()  # what only errors need is now imported
    compare("error path to good path, s, to check a game", checking_broken, lambda: checking(WHOLE), "at most 3")
    compare("plain playouts a second, hex 11, to by hand", playouts_generated, playouts_by_hand, "at least 0.35")
