"""Looks at the clock in compiled code: at a flag in memory, and Python is asked only where that is raised.

A second thread raises the flag as long as compiled code runs whose time is over, or in the main thread while a signal
waits. A thread of compiled code that then comes to a look calls back into Python, which decides whether it must end.
What ends it is raised where it was called.
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from typing import ClassVar

from ..deadline import Deadline, away, current, look, within

MOMENT = 0.05
"""Seconds between two looks at the deadlines of all compiled code that runs."""


class Ended(Exception):  # noqa: N818 - named for what happened
    """Compiled code was told to end."""


def _must_end() -> int:
    """Whether the compiled code of the calling thread must end."""
    deadline = current()
    return int(deadline is not None and _is_due(deadline))


def _is_due(deadline: Deadline) -> bool:
    return deadline.is_over or deadline.disturbance is not None


_flag = ctypes.c_int32(0)
_callback = ctypes.CFUNCTYPE(ctypes.c_int32)(_must_end)
FLAG, ASK = ctypes.addressof(_flag), ctypes.cast(_callback, ctypes.c_void_p).value
"""The addresses of the flag, and of the function that is asked whether the calling thread must end."""


def to_its_end(function: Callable[..., int]) -> Callable[..., int]:
    """Return a compiled function that nothing cuts short once it has begun, because it changes somebody's states."""

    def call(*arguments: object) -> int:
        look()
        with within(None):
            return function(*arguments)

    return call


def in_time(function: Callable[..., int]) -> Callable[..., int]:
    """Return a compiled function that keeps the deadline of whoever calls it."""

    def call(*arguments: object) -> int:
        deadline = current()
        if deadline is None:
            return function(*arguments)
        with _Running(deadline):
            return function(*arguments)

    return call


class _Running:
    """A block in which compiled code runs under a deadline."""

    all: ClassVar[tuple[Deadline, ...]] = ()
    wanted: ClassVar[threading.Event] = threading.Event()
    _lock: ClassVar[threading.Lock] = threading.Lock()
    _second: ClassVar[threading.Thread | None] = None

    def __init__(self, deadline: Deadline) -> None:
        self._deadline = deadline

    def __enter__(self) -> None:
        cls = _Running
        with cls._lock:
            cls.all += (self._deadline,)
            if cls._second is None or not cls._second.is_alive():  # it is gone in a forked process
                cls._second = threading.Thread(target=_watch, name="haste", daemon=True)
                cls._second.start()
        cls.wanted.set()
        away.now = True

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        cls = _Running
        away.now = False
        with cls._lock:
            at = cls.all.index(self._deadline)
            cls.all = (*cls.all[:at], *cls.all[at + 1 :])
        if self._deadline.disturbance is not None and threading.current_thread() is threading.main_thread():
            raise self._deadline.disturbance from None
        if isinstance(error, Ended):
            raise self._deadline.ended() from None


def _watch() -> None:
    """What the second thread does."""
    while True:
        _Running.wanted.wait()
        _flag.value = any(map(_is_due, _Running.all))
        if not _Running.all:
            _Running.wanted.clear()
            if _Running.all:
                _Running.wanted.set()
        time.sleep(MOMENT)
