"""Random games on the workers of a Dask cluster.

Its tasks depend on nothing but what is sent to them: those of a lost worker are run again elsewhere, and each counts
once.
"""

from __future__ import annotations

import hashlib
import importlib
import itertools
import re
import socket
from collections.abc import Generator
from concurrent.futures import CancelledError
from typing import Any

from .orders import BLOCK, Order, Task, Unavailable, played
from .totals import Totals

ADDRESS = re.compile(r"dask://([^/\s]+:\d{1,5})/?")

PIECES = 16
"""So many tasks are made for each thread of a worker, so that all of them end at about the same time."""

LARGEST_PIECE = 100_000 // BLOCK
"""No task has more blocks than this: what a lost worker had begun is played again."""

RETRIES = 3
PATIENCE = 10
"""Seconds in which a scheduler must answer."""


def connected(address: str) -> Any:
    """A Dask client; it is closed by what plays on it. Raises ValueError for what is no address, else Unavailable."""
    match = ADDRESS.fullmatch(address)
    if match is None:
        raise ValueError(f"`{address}` is no address of a cluster, such as dask://localhost:8786")
    return _client(match[1])


def on_cluster(client: Any, order: Order, task: Task) -> Generator[Totals]:
    """The parts of a task as workers give them; raises Unavailable where they cannot."""
    try:
        yield from _parts(client, order, task)
    finally:
        client.close()


def _client(host: str) -> Any:
    name, port = host.rsplit(":", 1)
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError:
        raise Unavailable("clusters need the extra `dask`: pip install 'hexgame-interpreter[dask]'") from None
    try:
        socket.create_connection((name.strip("[]"), int(port)), PATIENCE).close()
        client = distributed.Client(f"tcp://{host}", timeout=PATIENCE, set_as_default=False)
    except (OSError, TimeoutError, ValueError, OverflowError) as error:
        raise Unavailable(f"no Dask scheduler answers at {host}: {error}") from None
    if not client.nthreads():
        client.close()
        raise Unavailable(f"the Dask scheduler at {host} has no workers")
    return client


def _parts(client: Any, order: Order, task: Task) -> Generator[Totals]:
    distributed: Any = importlib.import_module("distributed")
    bounds = _bounds(task.blocks, sum(client.nthreads().values()))
    name = f"hexgame-{hashlib.sha256(repr((order, task)).encode()).hexdigest()}"
    shared = client.submit(_itself, order, key=name)  # a task too: were it data, it would be lost with its worker
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


def _result(future: Any) -> Totals:
    distributed: Any = importlib.import_module("distributed")
    try:
        totals = future.result()
    except ImportError as error:
        raise Unavailable(f"a worker cannot play: {error}; hexgame-interpreter[dask] must be there") from error
    except (distributed.KilledWorker, CancelledError, OSError, TimeoutError) as error:
        raise Unavailable(f"the cluster gave up: {error}") from error
    assert isinstance(totals, Totals)
    return totals


def _bounds(blocks: int, threads: int) -> list[int]:
    """Where the pieces of a task begin, and where the last one ends."""
    length = max(1, min(LARGEST_PIECE, blocks // (PIECES * max(1, threads))))
    return [*range(0, blocks, length), blocks]
