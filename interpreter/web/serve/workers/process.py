"""A worker: a process with a bound on its memory that answers one job after the other, until its server is gone.

It is started as `python -m hexgame.web.serve.workers.process MEMORY NICE`. Whatever is written to standard output goes
to standard error, so that nothing can break a frame.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
from collections.abc import Callable
from typing import BinaryIO, NoReturn

from ....doors.system import confine, give_way
from .wire import Message, framed, read_frame

Answer = Callable[[Message], Message]
"""Returns the answer to a job, whatever it is."""


def main() -> None:
    """Answer the jobs of a server."""

    def begin() -> Answer:
        from .jobs import Jobs  # noqa: PLC0415 - within the bound on memory

        return Jobs().answer

    run(begin)


def run(begin: Callable[[], Answer]) -> NoReturn:
    """Answer jobs from standard input until it ends."""
    memory, nice = map(int, sys.argv[1:])
    confine(memory)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    answer, jobs = begin(), queue.SimpleQueue[Message]()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, jobs), daemon=True).start()
    give_way(nice)  # not before: on a busy machine, one that gives way takes a minute to start
    _send(out, {"ready": True})
    while True:
        _send(out, answer(jobs.get()))


def _listen(stream: BinaryIO, jobs: queue.SimpleQueue[Message]) -> None:
    """Take jobs; end the process, whatever it does, when the server is gone."""
    while (job := read_frame(stream)) is not None:
        jobs.put(job)
    os._exit(0)


def _send(out: BinaryIO, message: Message) -> None:
    try:
        out.write(framed(message))
        out.flush()
    except BrokenPipeError:
        os._exit(0)


if __name__ == "__main__":
    main()
