"""What is sent to a cluster comes back once, or it is said what is missing: with a cluster that does as it is told."""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from itertools import count
from types import SimpleNamespace

import pytest

import hexgame
from hexgame.experiments.random.orders import BLOCK, Order, RandomGames, Task
from hexgame.experiments.random.totals import Totals
from hexgame.experiments.work import dispatch
from hexgame.experiments.work.cluster import Piece, WorkerFacts
from hexgame.experiments.work.dispatch import on_cluster
from hexgame.experiments.work.job import Unavailable

pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="distributed is not installed")

JOB = RandomGames(Order.of(hexgame.load("hex", size=3), "plain"), Task(5, 6 * BLOCK + 7))


@dataclass
class Played:
    """A piece that was played, or lies on a worker that does not answer."""

    key: str
    outcome: object
    is_within_reach: bool = True

    def add_done_callback(self, fn: Callable[[Piece], None]) -> None:
        """Call at once: it is done."""
        if self.outcome is not None:
            fn(self)

    def result(self, timeout: float | None = None) -> object:
        """Return or raise the outcome."""
        assert timeout
        if not self.is_within_reach:
            raise TimeoutError
        if isinstance(self.outcome, Exception):
            raise self.outcome
        return self.outcome

    def release(self) -> None:
        """Do nothing."""


@dataclass
class Cluster:
    """A cluster whose workers give signs of life, or not; `play` decides what becomes of a piece."""

    workers: dict[str, bool]
    """Whether each worker gives signs of life."""

    play: Callable[[Cluster, str, object], Played]
    versions: dict[str, object] = field(default_factory=dict)
    given: dict[str, list[str]] = field(default_factory=dict)
    sent: list[tuple[str, dict[str, object]]] = field(default_factory=list)
    is_closed: bool = False

    def scheduler_info(self, n_workers: int) -> Mapping[str, Mapping[str, WorkerFacts]]:
        """Return the workers."""
        assert n_workers == -1
        now = time.monotonic()
        return {
            "workers": {name: {"nthreads": 1, "last_seen": now if ok else 0.0} for name, ok in self.workers.items()}
        }

    def processing(self) -> Mapping[str, Sequence[str]]:
        """Return what was given to each worker."""
        return self.given

    def run(self, function: Callable[..., object], *arguments: object, **options: object) -> Mapping[str, object]:
        """Return the version of each worker."""
        here = function(*arguments)
        asked = options["workers"]
        assert isinstance(asked, list)
        return {name: self.versions.get(name, here) for name in asked}

    def submit(self, function: Callable[..., object], *arguments: object, **options: object) -> Piece:
        """Have a piece played as the test wants it."""
        key = str(options["key"])
        self.sent.append((key, options))
        assert function is pickle.loads
        return self.play(self, key, arguments[0])

    def close(self, timeout: float) -> None:
        """Note that it was closed."""
        assert timeout
        self.is_closed = True


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock by which a millisecond passes whenever it is read, and little patience."""
    readings = count()
    monkeypatch.setattr(dispatch, "time", SimpleNamespace(monotonic=lambda: next(readings) / 1000))
    for name, seconds in {"SILENCE": 0.02, "LOOK": 0.01, "FROZEN": 0.05, "TICK": 0.001}.items():
        monkeypatch.setattr(dispatch, name, seconds)


def at_once(_: Cluster, key: str, call: object) -> Played:
    """Play a piece at once."""
    assert isinstance(call, bytes)
    return Played(key, pickle.loads(call))  # noqa: S301 - sent by the test


def results(cluster: Cluster, patience: float = 60.0) -> tuple[Totals, list[str]]:
    """What comes back in all, and what was said meanwhile."""
    said: list[str] = []
    total = sum(on_cluster(cluster, JOB, patience, said.append), Totals())
    assert cluster.is_closed
    return total, said


@cache
def whole() -> Totals:
    """What one process plays."""
    return JOB.played(range(JOB.blocks))


def test_every_block_comes_back_once() -> None:
    cluster = Cluster({"tcp://a:1": True, "tcp://b:2": True}, at_once)
    assert results(cluster)[0] == whole()
    assert len(cluster.sent) == JOB.blocks
    assert len({key for key, _ in cluster.sent}) == JOB.blocks


def test_what_a_frozen_worker_holds_is_played_elsewhere() -> None:
    def play(cluster: Cluster, key: str, call: object) -> Played:
        if len(cluster.sent) == 2:
            cluster.given["tcp://b:2"] = [key]
            return Played(key, None)
        return at_once(cluster, key, call)

    cluster = Cluster({"tcp://a:1": True, "tcp://b:2": False}, play)
    total, said = results(cluster)
    assert total == whole()
    key, where = cluster.sent[-1]
    assert (where["workers"], where["allow_other_workers"]) == (["tcp://a:1"], True)
    assert key.removesuffix("-1") == cluster.sent[1][0].removesuffix("-0")
    assert said
    assert all("it has 2 workers; " in text and "games 101 to 200 sent" in text for text in said)


def test_a_result_out_of_reach_is_played_elsewhere_and_counts_once() -> None:
    def play(cluster: Cluster, key: str, call: object) -> Played:
        piece = at_once(cluster, key, call)
        piece.is_within_reach = len(cluster.sent) != 3
        return piece

    cluster = Cluster({"tcp://a:1": True}, play)
    assert results(cluster)[0] == whole()
    assert len(cluster.sent) == JOB.blocks + 1


def test_without_workers_it_is_said_and_given_up() -> None:
    cluster = Cluster({}, lambda _, key, __: Played(key, None))
    said: list[str] = []
    with pytest.raises(Unavailable, match=r"gave up: no worker has played for 0 s: it has no workers; games 1 to "):
        list(on_cluster(cluster, JOB, 0.3, said.append))
    assert cluster.is_closed
    assert said[0].startswith("the cluster has finished no games for 0 s: it has no workers; games 1 to ")
    assert len(said) < 6  # the pauses grow


def test_without_a_sign_of_life_it_is_said_and_given_up() -> None:
    def play(cluster: Cluster, key: str, _: object) -> Played:
        cluster.given.setdefault("tcp://b:2", []).append(key)
        return Played(key, None)

    cluster = Cluster({"tcp://b:2": False}, play)
    with pytest.raises(Unavailable, match=r"tcp://b:2 has not responded for 0 s; games 1 to 100 sent"):
        list(on_cluster(cluster, JOB, 0.3, lambda _: None))
    assert len(cluster.sent) == dispatch.AHEAD  # there was nobody else to play them


def test_a_worker_that_plays_is_waited_for() -> None:
    def play(cluster: Cluster, key: str, _: object) -> Played:
        cluster.given["tcp://a:1"] = [key]
        return Played(key, None)

    cluster, said = Cluster({"tcp://a:1": True}, play), list[str]()

    def stop(text: str) -> None:
        said.append(text)
        if len(said) == 4:  # after 0.16 s
            raise KeyboardInterrupt

    games = on_cluster(cluster, JOB, 0.1, stop)
    with pytest.raises(KeyboardInterrupt):
        next(games)
    assert "it has 1 worker; games" in said[-1]


@pytest.mark.parametrize(
    ("found", "told"),
    [
        (ModuleNotFoundError("no hexgame"), r"tcp://b:2 lacks hexgame-interpreter\[dask\] \(no hexgame\)$"),
        ("0.0.1", rf"tcp://b:2 has hexgame-interpreter 0\.0\.1, not {hexgame.__version__}$"),
        (SyntaxError("old"), r"tcp://b:2 cannot load hexgame-interpreter \(SyntaxError: old\)$"),
    ],
)
def test_workers_that_cannot_play_are_named(found: object, told: str) -> None:
    cluster = Cluster({"tcp://a:1": True, "tcp://b:2": True}, at_once, {"tcp://b:2": found})
    with pytest.raises(Unavailable, match=rf"^some workers cannot play: {told}"):
        results(cluster)
    assert results(Cluster({"tcp://a:1": True}, at_once, {"tcp://a:1": OSError("just lost")}))[0] == whole()


def test_blocks_that_kill_their_workers_are_named() -> None:
    cluster = Cluster({"tcp://a:1": True}, lambda _, key, __: Played(key, OSError("worker died")))
    with pytest.raises(Unavailable, match=r"^the cluster gave up games 1 to 100: worker died$"):
        results(cluster)
