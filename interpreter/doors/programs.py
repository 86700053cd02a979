"""A program at the other end of two pipes: lines to it and lines from it, none of which anybody waits for without end.

A program may end, or be ended, while a child of it still holds its pipes, and a child may leave its group, where nobody
can end it. So whoever waits looks at the clock, and the thread that reads goes by itself.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, Full, Queue
from signal import Signals
from subprocess import PIPE, Popen, TimeoutExpired
from threading import Event, Thread

from .system import end_group, is_ready
from .visible import on_one_line

AHEAD = 1000
"""Lines that are read before they are needed."""

MOMENT = 0.1
"""Seconds between two looks at whether anybody still wants to read."""

SILENCE = 0.5
"""Seconds without a line after which a program that has ended says no more, even if a child of it holds its pipe."""

LEAVE = 0.2
"""Seconds that a program has to end by itself."""

LAST = 200
"""Characters of its last words that are kept."""

CHUNK = 4096
"""Bytes that are read at once; as many can be written at once where a pipe can be written to."""


class Ended(Exception):  # noqa: N818 - named for what has happened
    """A program has ended."""


class Program:
    """A program that was started, with its pipes; raises OSError or ValueError if it cannot be."""

    def __init__(self, command: Sequence[str], longest: int) -> None:
        self._process = Popen(  # noqa: S603 - what the user typed
            command, bufsize=0, stdin=PIPE, stdout=PIPE, stderr=PIPE,
            process_group=0,  # Ctrl-C at the terminal is for this process alone
        )  # fmt: skip
        self._longest = longest
        self._lines: Queue[str | None] = Queue(AHEAD)
        self._is_left, self._heard = Event(), time.monotonic()
        self._complaints = b""
        Thread(target=self._listen, daemon=True).start()
        Thread(target=self._overhear, daemon=True).start()

    @property
    def returncode(self) -> int | None:
        """How it ended; None while it runs."""
        return self._process.poll()

    @property
    def ended(self) -> str:
        """How it ended, in words, with the last line that it wrote to standard error."""
        with suppress(TimeoutExpired):
            self._process.wait(LEAVE)
        how = self._process.poll()
        if how is None:
            said = "has closed its output"
        elif how < 0:
            said = f"was ended by {Signals(-how).name}" if -how in set(Signals) else f"was ended by signal {-how}"
        else:
            said = f"has ended with exit code {how}" if how else "has ended"
        lines = self._complaints.decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return said + (f"; its last output: {on_one_line(last[:LAST])}" if last else "")

    def send(self, line: str, seconds: float) -> bool:
        """Send a line; return whether it was taken within so many seconds. Raises `Ended`."""
        assert self._process.stdin is not None
        rest, pipe, until = f"{line}\n".encode(), self._process.stdin.fileno(), time.monotonic() + seconds
        try:
            while rest:
                if is_ready(pipe, MOMENT, to_write=True):
                    rest = rest[os.write(pipe, rest[:CHUNK]) :]
                elif time.monotonic() > until:
                    return False
        except (OSError, ValueError):
            raise Ended from None
        return True

    def line(self, seconds: float) -> str | None:
        """Return the next line, or one's first `longest` characters; None if there is none yet. Raises `Ended`."""
        try:
            line = self._lines.get(timeout=seconds)
        except Empty:
            if self._process.poll() is not None and time.monotonic() > self._heard + SILENCE:
                raise Ended from None
            return None
        if line is None:
            raise Ended
        return line

    def end(self, farewell: str) -> None:
        """End the program, and whatever it has started; it has a moment to leave by itself."""
        assert self._process.stdin is not None
        with suppress(Ended):
            self.send(farewell, 0)
        with suppress(OSError):
            self._process.stdin.close()
        with suppress(TimeoutExpired):
            self._process.wait(LEAVE)
        self._is_left.set()
        end_group(self._process)

    def _listen(self) -> None:
        """Read lines ahead until the pipe ends or nobody wants to read any more."""
        assert self._process.stdout is not None
        with self._process.stdout as stream, suppress(OSError, ValueError):
            rest = b""
            while not self._is_left.is_set():
                if not is_ready(stream.fileno(), MOMENT):
                    continue
                chunk = os.read(stream.fileno(), CHUNK)
                if not chunk:
                    break
                *lines, rest = (rest + chunk).split(b"\n")
                if len(rest) > self._longest:
                    lines, rest = [*lines, rest], b""
                for line in lines:
                    self._put(line.decode(errors="replace"))
        self._put(None)

    def _overhear(self) -> None:
        """Keep the end of what comes on standard error."""
        assert self._process.stderr is not None
        with self._process.stderr as stream, suppress(OSError, ValueError):
            while not self._is_left.is_set():
                if is_ready(stream.fileno(), MOMENT):
                    chunk = os.read(stream.fileno(), CHUNK)
                    if not chunk:
                        break
                    self._complaints = (self._complaints + chunk)[-CHUNK:]

    def _put(self, line: str | None) -> None:
        self._heard = time.monotonic()
        while not self._is_left.is_set():
            with suppress(Full):
                self._lines.put(line, timeout=MOMENT)
                return
