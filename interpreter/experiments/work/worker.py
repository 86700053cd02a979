"""A process that plays blocks of a job for this one, and ends with it, however this one ends."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import traceback
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Generic, cast

from .job import Job, S, Sum

BEGIN = f"import json, sys; sys.path[:] = json.loads(sys.argv[1]); from {__name__} import serve; serve()"


class Lost(Exception):  # noqa: N818 - named for what has happened
    """A worker ended before it answered."""


class Worker(Generic[S]):
    """Another process, started when it is first needed and again whenever it was lost.

    It reads runs of blocks from one pipe and writes what was found in them to another. No other process holds these
    pipes, so one worker's death cannot disturb the others, and the end of this process closes its worker's pipe.
    """

    def __init__(self, job: Job[S]) -> None:
        self._job = job
        self._process: subprocess.Popen[bytes] | None = None

    def play(self, run: range) -> S:
        """Return what some blocks add up to; raises Lost if the process ends before it answers."""
        try:
            process = self._process = self._process or self._started()
            assert process.stdin is not None
            assert process.stdout is not None
            _send(process.stdin, run)
            answer = pickle.load(process.stdout)  # noqa: S301 - from a process of our own
        except (EOFError, OSError, pickle.UnpicklingError) as error:
            raise Lost(self._how_it_ended() or str(error)) from None
        if isinstance(answer, BaseException):
            raise answer
        return cast(S, answer)

    def kill(self) -> None:
        """End the process at once; whoever waits for an answer gets Lost. May be called from another thread."""
        process = self._process
        if process is not None:
            process.kill()

    def end(self) -> None:
        """End the process and wait until it is gone."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    def _started(self) -> subprocess.Popen[bytes]:
        paths = json.dumps([str(Path(path).absolute()) for path in sys.path])
        process = subprocess.Popen(  # noqa: S603 - this Python
            [sys.executable, "-P", "-c", BEGIN, paths],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            process_group=0,  # Ctrl-C at the terminal is for this process alone
        )
        assert process.stdin is not None
        _send(process.stdin, self._job)
        return process

    def _how_it_ended(self) -> str:
        process = self._process
        self.end()
        if process is None:
            return ""
        code = process.returncode
        return signal.Signals(-code).name if code < 0 else f"exit code {code}"


def serve() -> None:
    """Play what arrives on standard input until that is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what anything prints must not mix with the answers
    runs: SimpleQueue[range] = SimpleQueue()
    try:
        job: Job[Sum] = pickle.load(requests)  # noqa: S301 - from the process that started this one
    except (EOFError, OSError, pickle.UnpicklingError):  # which has ended, or has no time left
        os._exit(0)
    threading.Thread(target=_listen, args=(requests, runs), daemon=True).start()
    while True:
        run = runs.get()
        try:
            answer: Sum | Exception = job.played(run)
        except Exception as error:
            answer = _portable(error)
        try:
            _send(answers, answer)
        except BrokenPipeError:  # the process that asked has ended
            os._exit(0)


def _listen(requests: IO[bytes], runs: SimpleQueue[range]) -> None:
    """Pass on what arrives; end this process, in the middle of whatever it does, once nothing more can."""
    try:
        while True:
            runs.put(pickle.load(requests))  # noqa: S301 - from the process that started this one
    finally:
        os._exit(0)


def _portable(error: Exception) -> Exception:
    """Return an exception that can be sent, with the place where it was raised as a note."""
    error.add_note("in a worker:\n" + "".join(traceback.format_tb(error.__traceback__)))
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - made here
    except Exception:
        return RuntimeError("".join(traceback.format_exception(error)))
    return error


def _send(pipe: IO[bytes], message: object) -> None:
    pickle.dump(message, pipe)
    pipe.flush()
