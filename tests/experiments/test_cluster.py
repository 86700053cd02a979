"""Random games on a Dask cluster of two processes, one of which is lost."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest
from conftest import ROOT, complete, long, wide
from pace import was_soon

import hexgame
from hexgame.diagnostics.text import Source
from hexgame.experiments import playouts
from hexgame.experiments.random.orders import BLOCK
from hexgame.experiments.work import dispatch
from hexgame.experiments.work.job import Unavailable

pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="distributed is not installed")

SLOW = complete('game "Slow"\nboard { shape rhombus(6) }\nturn { place stone on empty }\nwin when count(own) == 20')


Processes = list["subprocess.Popen[str]"]


def started(tool: str, *arguments: str, **environment: str) -> subprocess.Popen[str]:
    paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    command = [sys.executable, "-m", f"distributed.cli.dask_{tool}", "--no-dashboard", *arguments]
    return subprocess.Popen(
        command, env={**os.environ, "PYTHONPATH": paths, **environment}, cwd="/", stderr=subprocess.PIPE, text=True
    )


def worker(address: str, **environment: str) -> subprocess.Popen[str]:
    """A worker that has joined a cluster."""
    process = started("worker", address, "--nthreads", "1", "--no-nanny", **environment)
    assert process.stderr is not None
    next(line for line in iter(process.stderr.readline, "") if "Starting established connection" in line)
    return process


@contextmanager
def scheduler(**environment: str) -> Iterator[tuple[str, Processes]]:
    """The address of a scheduler, and a list of its workers, which are ended with it."""
    process = started("scheduler", "--host", environment.get("HOST", "127.0.0.1"), "--port", "0", **environment)
    workers: Processes = []
    try:
        assert process.stderr is not None
        lines = iter(process.stderr.readline, "")
        yield next(line.split("at:")[1].strip() for line in lines if "Scheduler at" in line), workers
    finally:
        for each in (process, *workers):
            each.kill()  # when asked politely, a worker waits for a scheduler that is gone
        for each in (process, *workers):
            each.communicate()


@pytest.fixture
def cluster() -> Iterator[tuple[str, Processes]]:
    """The address of a scheduler, and its two workers."""
    with scheduler() as (address, workers):
        workers += [worker(address) for _ in range(2)]
        yield address.removeprefix("tcp://"), workers


@long
def test_a_worker_that_is_lost_changes_nothing(cluster: tuple[str, Processes]) -> None:
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
    assert was_soon(time.monotonic() - begun, 5)


def test_a_missing_package_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(Unavailable, match=r"pip install 'hexgame-interpreter\[dask\]'"):
        playouts(hexgame.load("hex", size=3), 10, engine="plain", on="dask://localhost:8786")


# What goes wrong with real workers: `make test-long` has these


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is said while a cluster is waited for, which is not for long."""
    for name, seconds in {"SILENCE": 1.0, "LOOK": 0.5, "FROZEN": 4.0, "FETCHING": 1.0}.items():
        monkeypatch.setattr(dispatch, name, seconds)
    return []


@wide
def test_a_worker_that_freezes_is_replaced(cluster: tuple[str, Processes], hasty: list[str]) -> None:
    address, workers = cluster

    def freeze_one(done: int, asked: int) -> None:
        if done > asked / 4:
            workers[0].send_signal(signal.SIGSTOP)

    game, n = hexgame.load(Source("slow", SLOW)), 20 * BLOCK + 7
    found = playouts(game, n, seed=6, engine="plain", on=f"dask://{address}", progress=freeze_one, say=hasty.append)
    assert not found.interrupted
    assert found.totals == playouts(game, n, seed=6).totals
    assert any("it has 2 workers" in text for text in hasty)


@long
def test_when_all_workers_are_lost_new_ones_go_on(cluster: tuple[str, Processes], hasty: list[str]) -> None:
    address, workers = cluster

    def lose_all(done: int, asked: int) -> None:
        if done > asked / 4:
            for each in workers[:2]:
                each.kill()

    def replace(text: str) -> None:
        hasty.append(text)
        if "no workers" in text and len(workers) == 2:
            workers.append(worker(f"tcp://{address}"))

    game, n = hexgame.load(Source("slow", SLOW)), 20 * BLOCK + 7
    found = playouts(game, n, seed=6, engine="plain", on=f"dask://{address}", progress=lose_all, say=replace)
    assert len(workers) == 3
    assert found.totals == playouts(game, n, seed=6).totals


@long
def test_workers_without_the_package_are_named(tmp_path: Path) -> None:
    (tmp_path / "hexgame").mkdir()
    (tmp_path / "hexgame/__init__.py").write_text("raise ModuleNotFoundError('no hexgame here')")
    with scheduler(PYTHONPATH=str(tmp_path)) as (address, workers):
        workers.append(worker(address))
        game = hexgame.load("hex", size=3)
        assert playouts(game, 10, engine="plain", on=address).games == 10  # the scheduler does not need it
        workers.append(worker(address, PYTHONPATH=str(tmp_path)))
        with pytest.raises(Unavailable, match=r"cannot play: tcp://\S+ lacks hexgame-interpreter\[dask\] \(no hexgame"):
            playouts(game, 10, engine="plain", on=address)


@long
def test_a_cluster_may_encrypt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which("openssl") is None:
        pytest.skip("certificates are made by openssl")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-keyout", str(key), "-out", str(certificate)],
        check=True, capture_output=True,
    )  # fmt: skip
    ends = {f"{who}__{what}": str(path) for who in ("SCHEDULER", "WORKER", "CLIENT")
            for what, path in (("KEY", key), ("CERT", certificate))}  # fmt: skip
    settings = {f"DASK_DISTRIBUTED__COMM__TLS__{name}": value for name, value in ends.items()}
    settings["DASK_DISTRIBUTED__COMM__TLS__CA_FILE"] = str(certificate)
    with scheduler(HOST="tls://127.0.0.1", **settings) as (address, workers):
        workers.append(worker(address, **settings))
        code = f"""
import hexgame
from hexgame.experiments import playouts
print(playouts(hexgame.load("hex", size=3), 100, seed=1, engine="plain", on={address!r}).games)
"""
        run = [sys.executable, "-c", code]
        assert (
            subprocess.run(run, check=False, cwd=ROOT, env={**os.environ, **settings}, capture_output=True).stdout
            == b"100\n"
        )
        with pytest.raises(Unavailable, match=r"distributed\.comm\.tls"):
            playouts(hexgame.load("hex", size=3), 10, engine="plain", on=address)
