"""Random games on the workers of a Dask cluster.

A task depends only on what is sent with it, so the tasks of a lost worker run again elsewhere, and each counts once.
"""

from __future__ import annotations

import hashlib
import importlib
import itertools
import re
import socket
from collections.abc import Callable, Generator
from concurrent.futures import CancelledError
from dataclasses import astuple
from typing import Protocol

from .orders import BLOCK, Order, Task, Unavailable, played
from .totals import Totals

ADDRESS = re.compile(r"dask://([^/\s]+:\d{1,5})/?")

PIECES = 16
"""Tasks for each thread of a worker: enough that all threads finish at about the same time."""

LARGEST_PIECE = 100_000 // BLOCK
"""The most blocks in one task: what a lost worker had begun is played again."""

RETRIES = 3
PATIENCE = 10
"""Seconds to wait for a scheduler's answer."""


class Future(Protocol):
    """A task that a cluster runs, as far as it is used here."""

    def done(self) -> bool:
        """Whether it has run, failed or been cancelled."""

    def result(self) -> object:
        """Wait for what it returns; raises what it raised."""

    def release(self) -> None:
        """Let the cluster forget it."""


class Client(Protocol):
    """A connection to a cluster, as far as it is used here."""

    loop: object

    def nthreads(self) -> dict[str, int]:
        """Return the number of threads of each worker."""

    def submit(self, function: Callable[..., object], *arguments: object, key: str, retries: int = 0) -> Future:
        """Run a function on a worker."""

    def cancel(self, futures: list[Future]) -> None:
        """Drop tasks that have not run yet."""

    def close(self) -> None:
        """Disconnect."""


def connected(address: str) -> Client:
    """Connect to a Dask scheduler at `dask://HOST:PORT`; whoever plays on the client closes it.

    Raises ValueError for an address of another form, Unavailable where Dask, the scheduler or its workers are missing.
    """
    match = ADDRESS.fullmatch(address)
    if match is None:
        raise ValueError(f"`{address}` is not the address of a cluster: write it like dask://localhost:8786")
    return _client(match[1])


def on_cluster(client: Client, order: Order, task: Task) -> Generator[Totals]:
    """Yield the parts of a task as workers finish them, then close the client; raises Unavailable if they cannot."""
    try:
        yield from _parts(client, order, task)
    finally:
        client.close()


def _client(host: str) -> Client:
    name, port = host.rsplit(":", 1)
    try:
        distributed = importlib.import_module("distributed")
    except ImportError:
        raise Unavailable("clusters need the extra `dask`: pip install 'hexgame-interpreter[dask]'") from None
    try:
        socket.create_connection((name.strip("[]"), int(port)), PATIENCE).close()
        client: Client = distributed.Client(f"tcp://{host}", timeout=PATIENCE, set_as_default=False)
    except (OSError, TimeoutError, ValueError, OverflowError) as error:
        raise Unavailable(f"no Dask scheduler answers at {host}: {error}") from None
    if not client.nthreads():
        client.close()
        raise Unavailable(f"the Dask scheduler at {host} has no workers")
    return client


def _parts(client: Client, order: Order, task: Task) -> Generator[Totals]:
    distributed = importlib.import_module("distributed")
    bounds = _bounds(task.blocks, sum(client.nthreads().values()))
    name = f"hexgame-{hashlib.sha256(repr((astuple(order), task)).encode()).hexdigest()}"
    shared = client.submit(_itself, order, key=name)  # a task, for data would be lost with its worker
    futures = [
        client.submit(played, shared, task, first, beyond, key=f"{name}-{first}-{beyond}", retries=RETRIES)
        for first, beyond in itertools.pairwise(bounds)
    ]
    try:
        for future in distributed.as_completed(futures, loop=client.loop):
            yield _result(future)
            future.release()
    finally:
        client.cancel([future for future in futures if not future.done()])


def _itself(order: Order) -> Order:
    return order


def _result(future: Future) -> Totals:
    distributed = importlib.import_module("distributed")
    try:
        totals = future.result()
    except ImportError as error:
        raise Unavailable(f"a worker cannot play: {error}; hexgame-interpreter[dask] must be there") from error
    except (distributed.KilledWorker, CancelledError, OSError, TimeoutError) as error:
        raise Unavailable(f"the cluster gave up: {error}") from error
    assert isinstance(totals, Totals)
    return totals


def _bounds(blocks: int, threads: int) -> list[int]:
    """Return where each piece of a task begins, and where the last one ends."""
    length = max(1, min(LARGEST_PIECE, blocks // (PIECES * max(1, threads))))
    return [*range(0, blocks, length), blocks]
