"""A worker that takes more than its share, for the tests of those who watch over workers."""

from __future__ import annotations

import os
import time

from hexgame.web.serve.workers.process import run
from hexgame.web.serve.workers.wire import Message


def answer(job: Message) -> Message:
    """Do what a job says."""
    match job["do"]:
        case "hog":
            kept = [bytes(1 << 20) for _ in range(10_000)]
            return {"kept": len(kept)}
        case "hang":
            time.sleep(60)
        case "toil":
            return {"process": os.getpid(), "seconds": 0.9}
        case "spin" if "processor" in job:
            return {"failed": "late"}
        case "end":
            os._exit(1)
        case "babble":
            print("this is no frame")  # noqa: T201 - as careless code may
            os.write(1, b"nor is this")
    return {"process": os.getpid()}


def answered(job: Message) -> Message:
    """Return the answer, as a worker's own jobs do."""
    try:
        return answer(job)
    except MemoryError:
        return {"failed": "memory"}


if __name__ == "__main__":
    run(lambda: answered)
