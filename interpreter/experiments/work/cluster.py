"""Connections to Dask clusters, and questions to their schedulers, none of which is waited for without a limit."""

from __future__ import annotations

import importlib
import logging
import pkgutil
import re
import socket
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from threading import Thread
from typing import Protocol, TypedDict, TypeVar

from ...doors.visible import on_one_line
from .job import Unavailable

Answer = TypeVar("Answer")

ADDRESS = re.compile(r"(?P<scheme>dask|tcp|tls)://(?P<host>[^/\s]+):(?P<port>\d{1,5})/?")

ANSWERS = 10.0
"""Seconds to wait for an answer of a scheduler or of a worker."""

CLOSING = 2.0
"""Seconds to wait for a scheduler that is told goodbye."""


class Piece(Protocol):
    """A task that a cluster runs, as far as it is used here."""

    key: str

    def add_done_callback(self, fn: Callable[[Piece], None]) -> None:
        """Call a function, in another thread, when the task has run, failed or been cancelled."""

    def result(self, timeout: float | None = None) -> object:
        """Wait for what it returns; raises what it raised, or TimeoutError."""

    def release(self) -> None:
        """Let the cluster forget it."""


class WorkerFacts(TypedDict):
    """What a scheduler knows of a worker."""

    nthreads: int
    last_seen: float
    """When the worker last sent a sign of life, in seconds by the scheduler's clock."""


class Client(Protocol):
    """A connection to a cluster, as far as it is used here."""

    def scheduler_info(self, n_workers: int) -> Mapping[str, Mapping[str, WorkerFacts]]:
        """Return what the scheduler knows; `workers` has all workers by address if `n_workers` is -1."""

    def processing(self) -> Mapping[str, Sequence[str]]:
        """Return the keys of the tasks that each worker has been given."""

    def run(self, function: Callable[..., object], *arguments: object, **options: object) -> Mapping[str, object]:
        """Call a function on workers at once, whatever they are at; return its results by address."""

    def submit(self, function: Callable[..., object], *arguments: object, **options: object) -> Piece:
        """Have a worker call a function."""

    def close(self, timeout: float) -> None:
        """Disconnect."""


def parts_of(address: str) -> re.Match[str]:
    """Return the parts of a cluster's address by name: `scheme`, `host`, `port`. Raises ValueError if it has another
    form."""
    match = ADDRESS.fullmatch(address)
    if match is None:
        raise ValueError(
            f"`{on_one_line(address[:40])}` is not the address of a cluster: write it like dask://localhost:8786, "
            "or tls://localhost:8786 if it encrypts"
        )
    return match


def connected(address: str) -> Client:
    """Connect to a Dask scheduler, such as dask://localhost:8786 or tls://cluster.example:8786.

    The certificates for `tls` are those of Dask's own configuration. Raises ValueError for an address of another form,
    Unavailable where Dask, its configuration or the scheduler is missing.
    """
    match = parts_of(address)
    try:
        distributed = importlib.import_module("distributed")
    except ImportError:
        raise Unavailable("clusters need the extra `dask`: pip install 'hexgame-interpreter[dask]'") from None
    scheme, host, port = match["scheme"].replace("dask", "tcp"), match["host"], match["port"]
    try:
        socket.create_connection((host.strip("[]"), int(port)), ANSWERS).close()
        client: Client = distributed.Client(f"{scheme}://{host}:{port}", timeout=ANSWERS, set_as_default=False)
    except (OSError, TimeoutError, ValueError, OverflowError) as error:
        raise Unavailable(f"no Dask scheduler answers at {host}:{port}: {error}") from None
    except (RuntimeError, TypeError) as error:  # encryption that is missing on this side
        raise Unavailable(
            f"cannot connect to {scheme}://{host}:{port}: {error}; Dask's configuration names the certificates for "
            "tls:// under `distributed.comm.tls` and can forbid tcp:// by `distributed.comm.require-encryption`"
        ) from None
    return client


def answer(ask: Callable[[], Answer], seconds: float = ANSWERS) -> Answer:
    """Return what a call returns; raises what it raises, or TimeoutError if that takes longer."""
    future: Future[Answer] = Future()

    def call() -> None:
        try:
            future.set_result(ask())
        except BaseException as error:
            future.set_exception(error)

    Thread(target=call, daemon=True).start()
    return future.result(seconds)


def close(client: Client) -> None:
    """Disconnect, whether or not the scheduler answers."""
    log = logging.getLogger("distributed.client")
    before, log.disabled = log.disabled, True  # it reports each attempt to connect again that this breaks off
    try:
        with suppress(Exception):
            answer(lambda: client.close(CLOSING), 2 * CLOSING)
    finally:
        log.disabled = before


def workers_of(client: Client) -> Mapping[str, WorkerFacts]:
    """Return the workers of a cluster by address; raises TimeoutError or OSError if the scheduler does not answer."""
    return answer(lambda: client.scheduler_info(n_workers=-1))["workers"]


def reasons(client: Client, workers: Sequence[str]) -> dict[str, str]:
    """Return why workers cannot play, by address, "" for one that can; those that have just been lost are left out.

    Raises TimeoutError or OSError if there is no answer.
    """
    name, resolve = f"{__name__.partition('.')[0]}:__version__", pkgutil.resolve_name  # any worker has the latter
    found = answer(lambda: client.run(resolve, name, workers=list(workers), on_error="return"))
    own = resolve(name)
    return {address: _reason(version, own) for address, version in found.items() if not isinstance(version, OSError)}


def _reason(version: object, own: object) -> str:
    if isinstance(version, ImportError):
        return f"lacks hexgame-interpreter[dask] ({version})"
    if isinstance(version, BaseException):
        return f"cannot load hexgame-interpreter ({type(version).__name__}: {version})"
    return "" if version == own else f"has hexgame-interpreter {version}, not {own}"
