"""Random games on a Dask cluster of two processes, one of which is lost."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
from conftest import ROOT, complete

import hexgame
from hexgame.diagnostics.text import Source
from hexgame.study import playouts
from hexgame.study.random.orders import BLOCK, Unavailable

pytest.importorskip("distributed")

SLOW = complete('game "Slow"\nboard { shape rhombus(6) }\nturn { place stone on empty }\nwin when count(own) == 20')


def started(tool: str, *arguments: str) -> subprocess.Popen[str]:
    paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    command = [sys.executable, "-m", f"distributed.cli.dask_{tool}", "--no-dashboard", *arguments]
    environment = {**os.environ, "PYTHONPATH": paths}
    return subprocess.Popen(command, env=environment, cwd="/", stderr=subprocess.PIPE, text=True)


@pytest.fixture
def cluster() -> Iterator[tuple[str, list[subprocess.Popen[str]]]]:
    """The address of a scheduler, and its two workers."""
    scheduler = started("scheduler", "--host", "127.0.0.1", "--port", "0")
    assert scheduler.stderr is not None
    lines = iter(scheduler.stderr.readline, "")
    address = next(line.split("tcp://")[1].strip() for line in lines if "Scheduler at" in line)
    workers = [started("worker", f"tcp://{address}", "--nthreads", "1", "--no-nanny") for _ in range(2)]
    try:
        for worker in workers:
            assert worker.stderr is not None
            next(line for line in iter(worker.stderr.readline, "") if "Starting established connection" in line)
        yield address, workers
    finally:
        for process in (scheduler, *workers):
            process.kill()  # when asked politely, a worker waits for a scheduler that is gone
        for process in (scheduler, *workers):
            process.communicate()


def test_a_worker_that_is_lost_changes_nothing(cluster: tuple[str, list[subprocess.Popen[str]]]) -> None:
    address, workers = cluster
    game, lost = hexgame.load(Source("slow", SLOW)), []

    def lose_one(done: int, asked: int) -> None:
        if done > asked / 4 and not lost:
            workers[0].kill()
            lost.append(done)

    found = playouts(game, 20 * BLOCK + 7, seed=6, engine="plain", on=f"dask://{address}", progress=lose_one)
    assert lost
    assert lost[0] < found.games == found.asked
    assert found.totals == playouts(game, 20 * BLOCK + 7, seed=6).totals


def test_a_cluster_that_is_not_there_is_told_at_once() -> None:
    game, begun = hexgame.load("hex", size=3), time.monotonic()
    for host in ("127.0.0.1:1", "nowhere.invalid:8786"):
        with pytest.raises(Unavailable, match="no Dask scheduler answers at "):
            playouts(game, 10, engine="plain", on=f"dask://{host}")
    assert time.monotonic() - begun < 5


def test_a_missing_package_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(Unavailable, match=r"pip install 'hexgame-interpreter\[dask\]'"):
        playouts(hexgame.load("hex", size=3), 10, engine="plain", on="dask://localhost:8786")
