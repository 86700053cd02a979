"""What pages send of hostile files to `hexgame serve`, answered as its workers answer: `KINDS` are the ways."""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from hexgame.doors.reading import read_bytes
from hexgame.web.serve.limits import Limits
from hexgame.web.serve.workers.jobs import Jobs
from hexgame.web.talk.answers import FAULT
from hexgame.web.talk.forms import LARGEST_MESSAGE

LIMITS = Limits()
POLITE = ("late", "memory")
"""What a worker may fail with: its server then tells the page so."""

SECONDS = LIMITS.check + LIMITS.slow + LIMITS.begin + 3 * LIMITS.analyse
"""The processor seconds that all answers to one file may take."""

Job = dict[str, object]
Steps = Callable[[Jobs, str], Iterator[Mapping[str, object]]]


def _asked(ask: str, **fields: object) -> dict[str, object]:
    return {"id": 1, "ask": ask, **fields}


def _checked(jobs: Jobs, text: str) -> Iterator[Mapping[str, object]]:
    """Let the desk look at a sheet, as it does after each key."""
    middle = len(text) // 2
    for message in (
        _asked("check", text=text, quick=True),
        _asked("check", text=text, moves=[]),
        _asked("format", text=text),
        _asked("complete", text=text, at=middle),
        _asked("hover", text=text, at=middle),
    ):
        yield jobs.answer({"do": "desk", "message": message, "seconds": LIMITS.check})


def _opened(jobs: Jobs, **fields: object) -> Iterator[Mapping[str, object]]:
    """Open a table, look at it, and let the computer advise and play."""
    setup = jobs.answer({"do": "open", "message": _asked("open", seed=1, **fields), "seconds": LIMITS.check})
    yield setup
    if "setup" not in setup:
        return
    at: Job = {"table": "t", "setup": setup["setup"], "events": setup["events"], "who": {"seats": [0, 1]}}
    everybody = {"audiences": [{"seats": [0], "has": ""}, {"seats": [], "has": ""}]}
    yield jobs.answer({**at, **everybody, "do": "scenes", "seconds": LIMITS.begin + LIMITS.slow})
    for ask, more in (("sample", {"node": 0, "games": 10}), ("threats", {}), ("picture", {}), ("record", {})):
        message = _asked(ask, table="t", **more)
        yield jobs.answer({**at, "do": "weigh", "message": message, "seconds": LIMITS.analyse})
    play = _asked("play", table="t", node=0, move="a1")
    yield jobs.answer({**at, **everybody, "do": "hear", "message": play, "seconds": LIMITS.slow})


KINDS: dict[str, Steps] = {
    "check": _checked,
    "open": lambda jobs, text: _opened(jobs, sheet={"text": text}),
    "record": lambda jobs, text: _opened(jobs, record=text),
}


def sent(kind: str, path: str) -> int:
    """Send what a file holds, print what is answered, and return an exit code; raise for what no worker may answer."""
    resource.setrlimit(resource.RLIMIT_DATA, (LIMITS.memory, LIMITS.memory))
    try:
        content = read_bytes(Path(path), LARGEST_MESSAGE)
    except OSError:
        content = None
    if content is None:
        return 2
    for answer in KINDS[kind](Jobs(), content.decode("utf-8", "replace")):
        assert FAULT not in str(answer.get("answer")), "a fault of hexgame"
        assert answer.get("failed", "late") in POLITE, answer["failed"]
        json.dumps(answer, allow_nan=False)
        sys.stdout.write(f"{answer.get('failed', 'answered')}: {ascii(answer)[:200]}\n")
    return 0
