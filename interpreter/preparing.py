"""What a thread makes while others go on: they take it once it is there, also while the thread makes a better one, and
may give it up before.

Where there are no threads, whoever asks for it makes it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Generic, TypeVar

from .deadline import Deadline, OutOfTime, within
from .process import THREADS

T = TypeVar("T")


class Preparing(Generic[T]):
    """Something that a thread makes, once it is asked for; its maker gives it, and may then go on to improve it. What
    its maker raises is the thread's affair."""

    def __init__(self, name: str, make: Callable[[], Iterable[T]]) -> None:
        self.made: T | None = None
        self._name, self._make, self._lock = name, make, threading.Lock()
        self._thread: threading.Thread | None = None
        self._deadline = Deadline()
        self._is_tried = False

    @property
    def has_begun(self) -> bool:
        """Whether it is there, was tried in vain, or is on its way."""
        return self._thread is not None or self._is_tried

    @property
    def is_under_way(self) -> bool:
        """Whether the thread is at work, and nothing is there yet."""
        thread = self._thread
        return self.made is None and thread is not None and thread.is_alive()

    def begin(self) -> None:
        """Have it made, unless that has begun, without waiting for it where there are threads."""
        if not THREADS:
            if not self._is_tried:
                self._take()
                self._is_tried = True
            return
        with self._lock:
            if self._thread is None:
                self._deadline = Deadline()
                thread = threading.Thread(target=self._run, args=(self._deadline,), name=self._name, daemon=True)
                thread.start()
                self._thread = thread  # only now may others wait for it

    def wait(self, seconds: float | None = None) -> None:
        """Wait until the thread is done, if it has begun: until nothing will be made better."""
        thread = self._thread
        if thread is not None:
            thread.join(seconds)

    def give_up(self) -> None:
        """Have the thread end soon, unless it is done; if nothing is there, `begin` then begins anew. Any thread may
        call this."""
        with self._lock:
            self._deadline.cancel()
            if self.made is None:
                self._thread = None

    def _run(self, deadline: Deadline) -> None:
        with suppress(OutOfTime), within(deadline):
            self._take()

    def _take(self) -> None:
        for made in self._make():
            self.made = made
