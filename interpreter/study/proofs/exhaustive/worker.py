"""A process that looks at full boards by compiled code: nothing can interrupt a compiler, but a process
can be ended at any time."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import Empty, SimpleQueue
from threading import Thread

from ....deadline import look
from ....play.game import Game

MOMENT = 0.05
"""Seconds between two looks at the clock while nothing is found."""

Blocks = Sequence[tuple[int, int]]
"""Ranges of the numbers of full boards."""


class Failed(Exception):  # noqa: N818 - the search goes on without compiled code
    """The process ended before it had looked at all boards."""


def counted(game: Game, blocks: Blocks, jobs: int) -> Generator[list[int]]:
    """Give what is found in each block, in their order, by so many threads of another process.

    The process ends when the iterator is closed. Raises OutOfTime, and `Failed` if the process ends too early.
    """
    paths = os.pathsep.join(path for path in sys.path if path)
    with subprocess.Popen(  # noqa: S603 - this interpreter, and this module
        [sys.executable, "-P", "-m", __name__], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": paths}, start_new_session=True,
    ) as process:  # fmt: skip
        lines = SimpleQueue[bytes]()
        Thread(target=_read, args=(process, pickle.dumps((game, list(blocks), jobs)), lines), daemon=True).start()
        try:
            for _ in blocks:
                line = _next(lines)
                if not line:
                    raise Failed
                yield json.loads(line)
        finally:
            process.kill()


def _read(process: subprocess.Popen[bytes], task: bytes, lines: SimpleQueue[bytes]) -> None:
    """Hand over a task, and take the lines of the answer; an empty one says that there are no more."""
    assert process.stdin is not None and process.stdout is not None
    try:
        process.stdin.write(task)
        process.stdin.close()
        for line in process.stdout:
            lines.put(line)
    except (OSError, ValueError):  # the process has ended
        pass
    lines.put(b"")


def _next(lines: SimpleQueue[bytes]) -> bytes:
    while True:
        look()
        try:
            return lines.get(timeout=MOMENT)
        except Empty:
            continue


def main() -> None:
    """Do the task that comes in, as a process of its own."""
    from ..fillings import fillings_of  # noqa: PLC0415 - only the process needs them
    from ..images import group_of  # noqa: PLC0415
    from .runs import compiled  # noqa: PLC0415

    game, blocks, jobs = pickle.load(sys.stdin.buffer)  # noqa: S301 - from the process that began this one
    fillings = fillings_of(game)
    run = compiled(fillings, group_of(fillings))
    with ThreadPoolExecutor(jobs) as pool:
        for found in pool.map(run, *zip(*blocks, strict=True)):
            sys.stdout.write(json.dumps(found) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
