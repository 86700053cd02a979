"""Files are whole whatever fails: `python tests/faults.py 1000` kills so many processes in the midst of writing.

First every command that writes a file runs again and again, and each time the next of its system calls fails: an
`open`, a `rename`, an `fsync`, or a `write` after so many bytes, as on a full disk. Then such processes are killed,
half of them before one of these calls, half at a random instant after the first. Afterwards each file that was there
is the old one or the new one, to the last byte; a file that was not is absent or whole; a message says what failed; and
what can be begun again ends as if nothing had happened.
"""

from __future__ import annotations

import argparse
import errno
import mmap
import os
import random
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path

from deeds import DEEDS, Deed, Files, contents
from hostile import imported

EVENTS = ("open", "os.rename", "os.link", "os.mkdir", "os.chmod", "os.remove")
"""The events of the interpreter, each before a system call, that may fail."""

TOLD = ("No space left", "File too large", "disk is full", "disk I/O error")


# A process of its own


Prepare = Callable[[], object]


def started(deed: Deed, folder: Path, prepare: Prepare) -> tuple[int, int]:
    """Start it in a process of its own, forked from this one; return its number and where what it says can be read."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, content in deed.old.items():
        for above in reversed(Path(name).parents[:-1]):
            (folder / above).mkdir(mode=0o700, exist_ok=True)
        (folder / name).write_bytes(content)
    return again(deed, folder, prepare)


def again(deed: Deed, folder: Path, prepare: Prepare = lambda: None) -> tuple[int, int]:
    """Start it with whatever is there."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        code = 99
        try:
            _stand(folder, deed.given, writer)
            prepare()
            code = deed.begin()
        finally:
            os._exit(code)
    os.close(writer)
    return child, reader


def _stand(folder: Path, given: bytes, writer: int) -> None:
    """Be in the folder, and have what is given on standard input."""
    os.chdir(folder)
    os.environ["HEXGAME_CACHE"] = str(folder / "cache")
    reader, giver = os.pipe()
    os.write(giver, given)
    os.close(giver)
    for handle, number in ((reader, 0), (writer, 1), (writer, 2)):
        os.dup2(handle, number)
    os.closerange(3, 64)
    sys.stdin, sys.stdout, sys.stderr = (
        os.fdopen(number, "w" if number else "r", encoding="utf-8", closefd=False) for number in range(3)
    )


def ended(child: int, reader: int) -> tuple[int, str]:
    """Wait for a process; return its exit code and what it said."""
    with os.fdopen(reader, "rb") as file:
        said = file.read().decode("utf-8", "replace")
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), said


def result(deed: Deed, folder: Path) -> Files:
    """The files that there are when nothing fails."""
    code, said = ended(*started(deed, folder, lambda: None))
    assert code in (0, 1, 3), said
    return fixed(deed, folder)


def warmed(deed: Deed, folder: Path) -> Deed:
    """The same with what the first run makes for all others, such as compiled functions."""
    made = {name: each for name, each in result(deed, folder).items() if re.match(deed.warm, name)}
    if made:
        import_module("llvmlite.binding")  # once, for all processes that are forked from this one
    return replace(deed, old=deed.old | made)


def fixed(deed: Deed, folder: Path) -> Files:
    """What is in its folder, without what may hold something else at times."""
    return {name: content for name, content in contents(folder).items() if not re.match(deed.free, name)}


# One call after another fails


def before_calls(event: str, act: Callable[[], object]) -> None:
    """Act before each system call of a kind."""

    def heard(name: str, given: tuple[object, ...]) -> None:
        if name == event and (name != "open" or _writes(given)):
            act()

    if event == "fsync":
        real = os.fsync
        os.fsync = lambda handle: (act(), real(handle))[1]  # type: ignore[func-returns-value]
    else:
        sys.addaudithook(heard)


def _writes(given: tuple[object, ...]) -> bool:
    """Whether a file is opened to be written."""
    path, flags = given[0], given[2] if len(given) > 2 else 0
    return isinstance(flags, int) and bool(flags & (os.O_WRONLY | os.O_RDWR)) and "__pycache__" not in str(path)


def counted(event: str, at: int, act: Callable[[], object], count: mmap.mmap) -> Prepare:
    """Act before the call of a kind that has a number, and count them where other processes see it."""

    def heard() -> None:
        count[0] = min(255, count[0] + 1)
        if count[0] == at:
            act()

    return lambda: before_calls(event, heard)


def full() -> None:
    """What a full disk says."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def filled(size: int) -> None:
    """Let a file hold so many bytes and no more."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def faults(deed: Deed, folder: Path) -> Iterator[str | None]:
    """Do it once for each of its calls, which fails: what is then wrong, if anything."""
    deed = warmed(deed, folder)
    new, count = result(deed, folder), mmap.mmap(-1, 1)
    for event in (*EVENTS, "fsync"):
        for at in range(1, 100):
            count[0] = 0
            code, said = ended(*started(deed, folder, counted(event, at, full, count)))
            if count[0] < at:
                break
            wrong = judged(deed, folder, new, code, said, may_litter=event == "os.remove")
            yield wrong and f"{event} {at}: {wrong}"
    longest = max(len(content) for name, content in contents(folder).items() if deed.old.get(name) != content)
    for size in sorted({0, 1, *range(0, longest, max(1, longest // 8)), longest - 1}):
        code, said = ended(*started(deed, folder, lambda size=size: filled(size)))  # type: ignore[misc]
        wrong = judged(deed, folder, new, code, said)
        yield wrong and f"after {size} bytes: {wrong}"


def judged(deed: Deed, folder: Path, new: Files, code: int, said: str, may_litter: bool = False) -> str:
    """What is wrong with what is left and with what was said; a process that was killed says nothing."""
    held, killed = fixed(deed, folder), code == -signal.SIGKILL
    hidden = {name for name in held if Path(name).name.startswith(".")}
    torn = [
        f"{name} of {len(content)} bytes"
        for name, content in held.items()
        if name not in hidden and content not in (deed.old.get(name), new.get(name))
    ]
    litter = held.keys() - deed.old.keys() - new.keys() - (hidden if killed or may_litter else set())
    is_done = held.items() >= new.items() and code != 2
    told = is_done or any(word in said for word in TOLD)
    wrong = {
        f"torn: {torn}": bool(torn),
        f"lost: {deed.old.keys() & new.keys() - held.keys()}": not held.keys() >= deed.old.keys() & new.keys(),
        f"litter {litter}": bool(litter),
        f"a traceback: {said[-300:]}": "Traceback" in said,
        f"exit code {code}": code not in ((0, 1, 2, 3) if not killed else (-signal.SIGKILL,)),
        f"nobody is told: {said[-300:]}": not killed and not told,
        "success is told of what failed": not killed and not deed.may_fail and code == 0 and not is_done,
    }
    if deed.goes_on and (missed := _gone_on(deed, folder, new, hidden)):
        wrong[missed] = True
    return "; ".join(what for what, is_so in wrong.items() if is_so)


_went_on: dict[object, str] = {}


def _gone_on(deed: Deed, folder: Path, new: Files, hidden: set[str]) -> str:
    """What is wrong with what the same again makes of what is there; what was tried before is known."""
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*")} - hidden
    held = {name: content for name, content in contents(folder).items() if name in there}
    key = deed.work, bool(hidden), frozenset(there), frozenset(held.items())
    if key not in _went_on:
        code, said = ended(*again(deed, folder))
        after = {name: each for name, each in fixed(deed, folder).items() if name not in hidden}
        differs = {name for name in after.keys() | new.keys() if after.get(name) != new.get(name)}
        what = f"the same again ends with {code}, other files {differs}: {said[-300:]}"
        _went_on[key] = what if differs or code == 2 else ""
    return _went_on[key]


# Processes are killed


def kill_at_a_call(deed: Deed, folder: Path, dice: random.Random) -> tuple[int, str]:
    """Kill it before one of its calls."""
    event, at = dice.choice((*EVENTS, "fsync")), dice.choice((1, 1, 2, 3))
    die = lambda: os.kill(os.getpid(), signal.SIGKILL)  # noqa: E731
    return ended(*started(deed, folder, counted(event, at, die, mmap.mmap(-1, 1))))


def kill_at_an_instant(deed: Deed, folder: Path, dice: random.Random) -> tuple[int, str]:
    """Kill it within some milliseconds after it first opens a file to write."""
    count = mmap.mmap(-1, 1)
    child, reader = started(deed, folder, counted("open", -1, full, count))
    while not count[0] and os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        time.sleep(0.0002)
    time.sleep(dice.random() * 0.004)
    os.kill(child, signal.SIGKILL)
    return ended(child, reader)


def kills(number: int, folder: Path, seed: int) -> Iterator[str | None]:
    """Kill so many processes, of each deed in turn: what is then wrong, if anything."""
    dice = random.Random(seed)

    @cache
    def ready(name: str) -> tuple[Deed, Files]:
        deed = warmed(DEEDS[name], folder)
        return deed, result(deed, folder)

    for each in range(number):
        name = list(DEEDS)[each // 2 % len(DEEDS)]
        deed, new = ready(name)
        code, said = (kill_at_a_call, kill_at_an_instant)[each % 2](deed, folder, dice)
        wrong = judged(deed, folder, new, code, said)
        yield wrong and f"{name} killed: {wrong}"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("kills", type=int, nargs="?", default=100, help="how many processes are killed")
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("--only", choices=(*DEEDS, "kill"), help="let only the calls of this one fail, or kill only")
    asked = arguments.parse_args()
    number, wrongs = 0, 0
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "work")
        os.environ["HEXGAME_CACHE"] = str(Path(place, "cache"))
        imported()
        runs = {name: faults(DEEDS[name], folder) for name in DEEDS if asked.only in (None, name)}
        if asked.only in (None, "kill"):
            runs["kill"] = kills(asked.kills, folder, asked.seed)
        for name, found in runs.items():
            for wrong in found:
                number += 1
                wrongs += bool(wrong)
                if wrong:
                    print(f"WRONG {name}: {wrong}", flush=True)  # noqa: T201
    print(f"{number} faults and kills, {wrongs} wrong")  # noqa: T201
    sys.exit(bool(wrongs))


if __name__ == "__main__":
    main()
