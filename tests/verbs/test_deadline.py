"""Time limits, interrupts and closed pipes: what is cut short, how soon, and what is said then."""

from __future__ import annotations

import math
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from conftest import ROOT, Run, long, small, wide
from expensive_sheets import DOUBLING
from pace import processor_limit, was_soon

import hexgame
from hexgame.deadline import Deadline, current, doing, look, time_limit, time_out, within
from hexgame.diagnostics.text import Source
from hexgame.experiments.random.bulk import playouts
from hexgame.play.perft import perft
from hexgame.validation.trials import try_out
from hexgame.verbs.edge import _unwrapped

LONG = {
    "board": ("board", "hex"),
    "fmt": ("fmt", "--check", "hex"),
    "inspect": ("inspect", "hex"),
    "perft": ("perft", "hex"),
    "play": ("play", "hex"),
    "playouts": ("playouts", "hex"),
    "show": ("show", "hex"),
    "test": ("test", "games/hex.test.yaml"),
    "validate": ("validate", "hex"),
}
"""The verbs that can take long."""


class Clock:
    """A clock that stands still until somebody sets it."""

    now = 0.0

    @contextmanager
    def limit(self, seconds: float) -> Iterator[Deadline]:
        """Allow a block so many seconds of this clock."""
        with within(deadline := Deadline(seconds, current(), lambda: self.now)):
            yield deadline


def test_no_limit_unless_there_is_one():
    assert current() is None
    look()
    doing("nothing")
    with time_limit() as deadline:
        look()
        assert deadline.left == math.inf


def test_a_command_that_is_refused_leaves_no_limit(command: Run):
    refused = command("fmt", "hex", "--check", "--seconds", "9", "--jobs", "x")
    much = command("perft", "hex", "2")
    assert (refused.exit_code, much.exit_code) == (2, 2)
    assert current() is None


def test_the_shortest_limit_holds_and_says_what_took_the_time():
    with time_limit(60), time_limit(0):
        with pytest.raises(hexgame.OutOfTime, match=r"^the time limit of 0 seconds was reached$"):
            look()
    clock = Clock()
    with clock.limit(0.2), clock.limit(60):
        doing("waiting for dough")
        clock.now = 0.2
        with pytest.raises(hexgame.OutOfTime, match=r"limit of 0.2 seconds was reached while waiting for dough$"):
            look()


def test_a_limit_can_be_cancelled_paused_and_begun_again():
    with time_limit(60) as outer, time_limit(60) as inner:
        outer.cancel()
        assert inner.is_over
        outer.restart()
        look()
    clock = Clock()
    with clock.limit(1) as deadline:
        with time_out():
            clock.now = 2
            look()
        assert deadline.left == 1


def test_a_limit_of_processor_seconds_says_so():
    with within(Deadline(0, clock=time.process_time)):
        with pytest.raises(hexgame.OutOfTime, match=r"^the time limit of 0 processor seconds was reached$"):
            look()


@pytest.mark.parametrize("verb", ["show", "board", "inspect"])
def test_a_verb_that_only_shows_a_game_has_a_limit_of_its_own(verb: str, command: Run):
    assert "[default: 4 seconds of processor time]" in " ".join(command(verb, "--help").output.split())


def test_a_limit_holds_while_definitions_are_worked_out():
    with processor_limit(0.3), pytest.raises(hexgame.OutOfTime, match="while checking the rules"):
        hexgame.load(Source("double.hexgame", DOUBLING))


def test_no_fault_handler_takes_the_end_of_time_for_a_fault():
    assert not issubclass(hexgame.OutOfTime, Exception)


@pytest.mark.parametrize("verb", LONG)
def test_every_verb_that_can_take_long_takes_a_limit(verb: str, command: Run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(ROOT)
    for result in (command(*LONG[verb], "--seconds", "0"), command(*LONG[verb], "--seconds=1e-9")):
        assert result.exit_code == 3
        assert "error[HG615]: the time limit of " in result.output
    monkeypatch.setenv("HEXGAME_SECONDS", "0")
    assert command(*LONG[verb]).exit_code == 3


def test_what_is_known_by_then_is_said(command: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    state = small("hex").start()
    with pytest.raises(hexgame.OutOfTime, match=r"the sequences of 9 decisions; there are [\d,]+ or more"):
        with processor_limit(0.02):
            perft(state, 9)
    for name in ("a", "b"):
        (tmp_path / f"{name}.hexgame").write_text((ROOT / "games/hex.hexgame").read_text())
    result = command("validate", str(tmp_path), "--seconds", "0")
    assert result.output.startswith("error[HG615]: the time limit of 0 seconds was reached; 2 files were not checked")
    monkeypatch.chdir(ROOT)
    assert command("test", "games/hex.test.yaml", "--seconds", "0").output.endswith("0 passed, 0 failed\n")
    with processor_limit(0.05):
        trial = try_out(small("hex"), games=10**6, seed=0, seconds=math.inf)
    assert trial.ran_out
    assert trial.finished


@long("*", "!plain*")
@pytest.mark.parametrize("engine", ["plain", "compiled"])
def test_random_games_in_bulk_keep_what_is_done(engine: str):
    game = hexgame.load("hex", size=3)
    playouts(game, 1, engine=engine)
    with processor_limit(0.3):
        found = playouts(game, 10**9, seed=2, engine=engine)
    assert found.interrupted
    assert found.totals == playouts(game, found.games, seed=2, engine=engine).totals


# As the process itself

SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"]
SOON = 1.5
"""Seconds within which a command ends; it promises one, on a machine that does nothing else."""

BUSY = {
    "perft": "perft hex --depth 9",
    "validate": "validate hex --play 1000000",
    "playouts": "playouts hex -n 1000000000 --engine compiled",
    "plain": "playouts hex -n 1000000000 --engine plain",
    "play": "play hex",
    "fmt": "fmt -",
    "computers": "play crossway --players mcts:20s,mcts:20s",
    "match": "match hex mcts mcts --games 1000",
    "solve": "solve hex --set size=6 --jobs 2",
    "study": "study hex --jobs 2",
    "prebuild": "cache --prebuild shared",
}
"""Commands that take longer than anybody waits."""
REPORTING = ("playouts", "plain", "match", "solve", "study")
"""Those that report on Ctrl-C what is done so far; their exit code is then 3."""


@contextmanager
def started(words: str, folder: Path = ROOT) -> Iterator[subprocess.Popen[str]]:
    """A command that runs in a process of its own, in a folder: nothing is typed, and it is killed at the end."""
    pipe, (silent, keyboard) = subprocess.PIPE, os.pipe()
    command = [sys.executable, "-m", "hexgame", *words.split()]
    with subprocess.Popen(command, stdin=silent, stdout=pipe, stderr=pipe, text=True, cwd=folder) as run:
        try:
            yield run
        finally:
            run.kill()
            os.close(silent)
            os.close(keyboard)


def ended(run: subprocess.Popen[str]) -> str:
    """The errors of a process that ends at once."""
    begun = time.monotonic()
    errors = run.communicate(timeout=20)[1]
    assert was_soon(time.monotonic() - begun, SOON)
    return errors


@long("SIGTERM")
@wide("SIGHUP")
@pytest.mark.parametrize("name", SIGNALS)
def test_signals_end_a_command_at_once(name: str):
    with started(BUSY["perft"]) as run:
        assert run.stdout is not None
        run.stdout.readline()
        run.send_signal(getattr(signal, name))
        assert ended(run) == "interrupted\n" * (name == "SIGINT")
    assert run.returncode == 128 + getattr(signal, name)


LOST = """
import signal, time
from hexgame.deadline import time_limit
from hexgame.verbs.edge import Watch

class Trap:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

try:
    with time_limit() as life, Watch(life):
        Trap()
        time.sleep(20)
except KeyboardInterrupt:
    print("ended")
"""


@long
def test_an_interrupt_that_comes_as_an_object_ends_is_not_lost():
    run = subprocess.run([sys.executable, "-c", LOST], capture_output=True, text=True, timeout=60, check=True)
    assert (run.stdout, run.stderr) == ("ended\n", "")


def test_an_interrupt_that_comes_as_a_class_is_made_is_none_of_its_errors():
    with pytest.raises(KeyboardInterrupt), _unwrapped():
        raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()
    with pytest.raises(RuntimeError), _unwrapped():
        raise RuntimeError("another")


@long("mine.py-*")
@pytest.mark.parametrize(("name", "handler"), {"hexgame": "SIG_DFL", "mine.py": "default_int_handler"}.items())
def test_ctrl_c_ends_the_command_quietly_while_it_is_imported(name: str, handler: str):
    told = "print(repr(signal.getsignal(signal.SIGINT)))"
    code = f"import signal, sys; sys.argv = ['/bin/{name}']; import hexgame; {told}"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert handler in run.stdout


def test_a_closed_pipe_ends_a_command_that_writes_nothing_just_then():
    with started(BUSY["perft"]) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        run.stdout.readline()
        run.stdout.close()
        begun = time.monotonic()
        assert run.wait(timeout=20) == 141
        assert was_soon(time.monotonic() - begun, SOON)
        assert not run.stderr.read()


@long
def test_a_limit_ends_a_command_that_waits_for_its_input():
    with started("fmt - --seconds 5") as run:
        assert run.stderr is not None
        assert run.wait(timeout=20) == 3
        errors = run.stderr.read()
    assert errors.startswith("error[HG615]: the time limit of 5 seconds was reached while formatting `-`")


LIMITS = (0.1, 0.5, 1, 3, 9, 27, 81)
"""Seconds. On a busy machine, Python and a game may take several before there is anything to report."""

RECORD = "game: hex\nmoves: [f6, c3, d4, e5, g7, h8, a1, b2, k11, c9]\n"
PARTIAL = {
    **{f"playouts {how}": (f"playouts hex --set size=5 --engine plain -n 100000000 {how}", told)
       for how, told in (("", r"Red wins +[\d.]+ %"), ("--jobs 2", r"Red wins +[\d.]+ %"),
                         ("--json", r'"games": [1-9]'),
                         ("--winners-only --trust-claims --set pie=no", r"Red wins +[\d.]+ %"))},
    **{f"playouts {game}": (f"playouts {game} --engine plain -n 100000000", r"[1-9][\d,]* random games, .*stopped")
       for game in ("y", "havannah", "dark_hex", "torex", "gonnect", "unlur")},
    "solve": ("solve hex --set size=8", r"not proved, with Red to move.*[1-9][\d,]* positions visited"),
    "solve --json": ("solve havannah --json", r'"open": \['),
    "prove": ("prove gonnect", "not seen in|undecided|no time was left"),
    "prove --json": ("prove gonnect --json", r'"verdicts"|"claims"'),
    "match": ("match hex random random --set size=5 --games 100000", r"[1-9]\d* of 100000 games[^$]*random in all"),
    "match --jobs 2": ("match hex random random --set size=5 --games 100000 --jobs 2", r"[1-9]\d* of 100000 games"),
    "match --json": ("match hex random random --set size=5 --games 100000 --json", r'"games": [1-9]'),
    "perft": ("perft gonnect --depth 9", "1: 169\n"),
    "analyse": ("analyse {record} --by mcts:2s", r"Cut short: [1-9] of 10 moves are judged\.\n\n.*value"),
    "analyse --json": ("analyse {record} --by mcts:2s --json", r'"played": 10'),
    "study": ("study hex --set size=4 --out {folder}", "wrote "),
}  # fmt: skip
"""Commands that promise a report on what is known when time is over, and what that report has."""


@long("*", "!playouts --jobs 2", "!match", "!perft")
@wide("analyse", "study", "playouts*", "!playouts ", "match --jobs 2", "solve --json", "prove --json")
@pytest.mark.parametrize("name", PARTIAL)
def test_a_limit_keeps_what_is_known(name: str, tmp_path: Path):
    """Whatever the limit is, the answer is a report or, as long as there is nothing to report, that time is over."""
    (tmp_path / "game.yaml").write_text(RECORD)
    command, told = PARTIAL[name]
    for seconds in LIMITS:
        line = command.format(record=tmp_path / "game.yaml", folder=tmp_path / f"report{seconds}")
        with started(f"{line} --seconds {seconds}") as run:
            shown, errors = run.communicate(timeout=seconds + 60)
        assert run.returncode == 3 or (name == "study" and run.returncode == 0), (
            errors
        )  # which takes the time it is given
        if re.search(told, shown + errors if name == "study" else shown, re.DOTALL):
            assert "HG615" not in errors or name == "perft"
            return
        assert "Traceback" not in errors
        assert not re.search(r"No computer player can judge|The game is unfinished|Result:", shown)
    pytest.fail(f"nothing was reported after {LIMITS[-1]} seconds: {shown}{errors}")


def test_the_end_of_time_is_told_once():
    with time_limit(0) as outer, time_limit(60) as inner:
        with pytest.raises(hexgame.OutOfTime):
            look()
        assert outer.is_told
        assert inner.is_told
        inner.restart()
        assert not inner.is_told


def until_it_minds_signals(run: subprocess.Popen[str]) -> None:
    """Wait until a command handles signals: it does so for SIGALRM last. Before that, any process dies of them."""
    alarm = 1 << signal.SIGALRM - 1
    while run.poll() is None:
        status = Path(f"/proc/{run.pid}/status").read_text()
        if int(re.search(r"SigCgt:\s*(\w+)", status)[1], 16) & alarm:  # type: ignore[index]
            return
        time.sleep(0.02)


@long
@wide("*-SIGHUP-*", "*-SIGTERM-*", "*-3.0")
@pytest.mark.skipif(sys.platform != "linux", reason="whether a process handles signals is read in /proc")
@pytest.mark.parametrize("seconds", [0.0, 3.0])
@pytest.mark.parametrize("name", SIGNALS)
@pytest.mark.parametrize("verb", BUSY)
def test_signals_end_every_command(verb: str, name: str, seconds: float, tmp_path: Path):
    with started(BUSY[verb], tmp_path) as run:
        until_it_minds_signals(run)
        time.sleep(seconds)
        if run.poll() is not None:
            pytest.skip("it ended by itself")
        run.send_signal(getattr(signal, name))
        assert "Traceback" not in ended(run)
    number = int(getattr(signal, name))
    reports = name == "SIGINT" and verb in REPORTING
    assert run.returncode in {128 + number, *([3] if reports else [])}
