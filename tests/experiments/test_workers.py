"""Random games in several processes, some of which are killed: nothing is lost, and nothing stays behind."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable

import pytest
from conftest import ROOT, complete, long
from pace import was_soon

import hexgame
from hexgame.diagnostics.text import Source
from hexgame.experiments import playouts
from hexgame.experiments.random.bulk import Watch
from hexgame.experiments.random.orders import BLOCK, Order, RandomGames, Task
from hexgame.experiments.random.totals import Totals
from hexgame.experiments.work import worker
from hexgame.experiments.work.crew import TRIES, Crew, Hand, Ledger
from hexgame.experiments.work.job import Unavailable
from hexgame.experiments.work.worker import Lost

if not hasattr(signal, "SIGKILL"):
    pytest.skip("processes are killed with SIGKILL", allow_module_level=True)

SLOW = complete('game "Slow"\nboard { shape rhombus(6) }\nturn { place stone on empty }\nwin when count(own) == 20')
ENDLESS = """
import hexgame, sys
from hexgame.experiments import playouts
playouts(hexgame.load("hex", size=4), 10**9, engine="plain", jobs=2, progress=lambda done, _: done and print(done, flush=True))
"""  # noqa: E501 - one call
"""Plays in two processes without end, and says so as soon as it does: without `if __name__ == "__main__":`."""


def small_job(games: int) -> RandomGames:
    """Random games of Hex 3."""
    return RandomGames(Order.of(hexgame.load("hex", size=3), "plain"), Task(1, games))


class Shaky:
    """A hand that plays blocks of Hex, loses some blocks so many times, and lists what it was given."""

    def __init__(self, job: RandomGames, losses: dict[int, int]) -> None:
        self._job, self._losses = job, losses
        self.runs: list[range] = []
        self.is_ended = False

    def play(self, run: range) -> Totals:
        """Return the totals of blocks, or raise Lost."""
        self.runs.append(run)
        for block in run:
            if self._losses.get(block, 0):
                self._losses[block] -= 1
                raise Lost("SIGKILL")
        return self._job.played(run)

    def kill(self) -> None:
        """Do nothing."""

    def end(self) -> None:
        """Note that it was released."""
        self.is_ended = True


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """The processes that are started in a test."""
    processes: list[subprocess.Popen[bytes]] = []
    start: Callable[..., subprocess.Popen[bytes]] = subprocess.Popen

    def noted(*arguments: object, **options: object) -> subprocess.Popen[bytes]:
        processes.append(start(*arguments, **options))
        return processes[-1]

    monkeypatch.setattr(worker.subprocess, "Popen", noted)
    return processes


@long
def test_a_worker_that_is_killed_changes_nothing(started: list[subprocess.Popen[bytes]]) -> None:
    game, n = hexgame.load(Source("slow", SLOW)), 30 * BLOCK + 7

    def kill_one(done: int, asked: int) -> None:
        if len(started) == 2:
            started[0].kill()

    found = playouts(game, n, seed=6, engine="plain", jobs=2, progress=kill_one)
    assert found.totals == playouts(game, n, seed=6, engine="plain").totals
    assert found.notes == ("a worker was lost; another one played its games again",)
    assert [process.returncode for process in started] == [-signal.SIGKILL] * 3


@long
def test_a_worker_that_always_ends_is_told_and_all_before_it_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    fatal = "import os; from hexgame.experiments.random.orders import RandomGames as R; p = R.played; "
    fatal += "R.played = lambda job, run: os.kill(os.getpid(), 9) if 3 in run else p(job, run); serve()"
    monkeypatch.setattr(worker, "BEGIN", worker.BEGIN.replace("serve()", fatal))
    game = hexgame.load("hex", size=3)
    found = playouts(game, 10 * BLOCK, seed=1, engine="plain", jobs=2)
    assert found.interrupted
    assert found.totals == playouts(game, 3 * BLOCK, seed=1, engine="plain").totals
    assert found.notes[0] == "3 workers in a row ended while they played games 301 to 400 (block 3): SIGKILL"


def test_lost_blocks_are_played_again_one_by_one() -> None:
    job = small_job(30 * BLOCK + 5)
    hand = Shaky(job, {0: 1, 9: TRIES})
    crew = Crew(job, [hand])
    crew.play(lambda _: None)
    assert crew.ledger.beginning() == job.played(range(job.blocks))
    assert crew.losses == 1 + TRIES
    assert hand.runs.count(range(9, 10)) == TRIES
    assert max(map(len, hand.runs)) > 1
    assert hand.is_ended


def test_a_block_that_is_lost_each_time_ends_play() -> None:
    job = small_job(10 * BLOCK)
    hands: list[Hand[Totals]] = [Shaky(job, {4: TRIES + 1, 0: 1}), Shaky(job, {4: TRIES + 1})]
    crew, watch = Crew(job, hands), Watch(job.task.games, None)
    watch.follow(crew)
    assert watch.interrupted
    assert watch.totals.games == 4 * BLOCK
    assert watch.notes[0].endswith("games 401 to 500 (block 4): SIGKILL")
    with pytest.raises(Unavailable, match=r"games 1 to 100 \(block 0\)"):
        Watch(job.task.games, None).follow(Crew(job, [Shaky(job, {0: TRIES + 1})]))


def test_a_ledger_counts_each_block_once_in_any_order() -> None:
    ledger = Ledger(small_job(7 * BLOCK))
    runs = [ledger.take(2) for _ in range(5)]
    assert [*map(list, runs)] == [[0, 1], [2, 3], [4, 5], [6], []]
    for number, first in ((2, 0), (3, 0), (0, 200), (1, 700)):
        ledger.enter(runs[number], Totals(len(runs[number]) * BLOCK))
        assert ledger.beginning().games == first
    ledger.is_closed = True
    assert not ledger.take(1)


@long
def test_workers_end_with_the_process_that_started_them() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", ENDLESS], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as run:
        try:
            assert run.stdout is not None
            assert int(run.stdout.readline()) > 0
        finally:
            run.kill()
        assert run.communicate(timeout=60)[1] == ""  # its workers hold this end, too, as long as they are there


@long
@pytest.mark.parametrize("engine", ["compiled", "plain"])
def test_ctrl_c_does_not_wait_for_slow_games(engine: str) -> None:
    slow = "board { shape rhombus(12) }\nturn { place stone on empty }\ndraw when count(empty) == 0\n"
    slow += "win when some a in empty: some b in own: some c in own: a.q * b.r + c.q == 5000"
    code = f"""
import os, signal, threading, time
import hexgame
from hexgame.diagnostics.text import Source
from hexgame.experiments import playouts
signal.signal(signal.SIGINT, signal.default_int_handler)
game, pressed = hexgame.load(Source("slow", {complete('game "Slow"' + chr(10) + slow)!r})), []
def press():
    time.sleep(1)
    pressed.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
def begin(done, asked):
    if not pressed:
        pressed.append(0)
        threading.Thread(target=press).start()
found = playouts(game, 10**6, engine={engine!r}, jobs=2, progress=begin)
print(found.interrupted, time.monotonic() - pressed[-1])
"""
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True) as run:
        try:
            interrupted, seconds = run.communicate(timeout=60)[0].split()
        finally:
            run.kill()
    assert interrupted == "True"
    assert was_soon(float(seconds), 1)
    assert run.returncode == 0


def test_what_a_worker_raises_is_raised_here_with_its_place() -> None:
    order = Order.of(hexgame.load("hex", size=3), "plain")
    other = Order(order.sources, (("size", "4"), ("pie", "yes")), False, None, "plain", False, order.fingerprint)
    hand = worker.Worker(RandomGames(other, Task(0, BLOCK)))
    try:
        with pytest.raises(ValueError, match="another version") as caught:
            hand.play(range(1))
    finally:
        hand.end()
    assert "in a worker:" in caught.value.__notes__[0]
