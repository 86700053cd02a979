"""What is compiled in haste does what it does once it is compiled well, which takes its place."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import small

import hexgame
from hexgame.machine.chance import generator

pytest.importorskip("llvmlite")

from hexgame.native import engine
from hexgame.native.additions import Addition
from hexgame.native.compiled import Compiled
from hexgame.native.store import is_sealed
from hexgame.players.search.binding import PARAMETERS
from hexgame.players.search.engine import workshop
from hexgame.players.search.kernel.edges import ROOT


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HEXGAME_CACHE", str(tmp_path))
    return tmp_path


def hasty(stem: str) -> Compiled:
    game = small(stem)
    text = workshop(game).text
    return Compiled(game.machine, more=Addition(text.kernel, PARAMETERS, {"T": ROOT, "X": text.room}, in_haste=True))


@pytest.mark.parametrize("stem", ["hex", "havannah", "knight_vision"])
def test_games_are_the_same_before_and_after(stem: str, cache: Path) -> None:
    compiled = hasty(stem)
    counts = [compiled.counts() for _ in range(2)]
    assert not [*cache.rglob("*.o")], "only what is compiled well is kept"
    counts[0].play(200, generator(3))
    compiled.improve()
    assert [each.name for each in cache.rglob("*.o")] == ["tally.o"]
    counts[1].play(200, generator(3))
    assert counts[0].firsts == counts[1].firsts
    assert counts[0].lengths == counts[1].lengths
    again = hasty(stem)
    again.counts()
    assert not again._hasty, "what is kept is compiled well"


def test_what_takes_the_place_is_faster_code(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[bool] = []
    real = engine.object_code
    monkeypatch.setattr(
        "hexgame.native.compiled.object_code",
        lambda text, in_haste=False: made.append(in_haste) or real(text, in_haste),
    )
    compiled = hasty("hex")
    rollout = compiled.rollout
    before = rollout.__closure__[0].cell_contents._entry
    compiled.improve()
    assert made == [True, False]
    assert rollout.__closure__[0].cell_contents._entry is not before
    compiled.improve()
    assert made == [True, False], "nothing is left to improve"


def test_improving_ends_when_its_time_is_over(cache: Path) -> None:
    compiled = hasty("hex")
    counts = compiled.counts()
    with pytest.raises(hexgame.OutOfTime), hexgame.time_limit(0):
        compiled.improve()
    assert not [*cache.rglob("*.o")]
    counts.play(10, generator(1))
    compiled.improve()
    assert [*cache.rglob("tally.o")]


LEAVES = """
import sys, time
import hexgame
from hexgame.players.search.engine import workshop

shop = workshop(hexgame.load("hex", size=4))
shop.compile()
while not shop.best.is_compiled:
    time.sleep(0.001)
time.sleep(float(sys.argv[1]))
"""


@pytest.mark.parametrize("delay", [0.0, 0.1])
def test_a_process_may_end_while_a_search_is_improved(delay: float, cache: Path) -> None:
    command = [sys.executable, "-c", LEAVES, str(delay)]
    run = subprocess.run(command, env={**os.environ}, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    assert all(is_sealed(each.read_bytes()) for each in cache.rglob("*.o"))
