"""What only some systems have. Whoever needs it asks here, and gets the next best where there is no such thing.

Outside this room no module names a function, a signal or a module that Windows lacks;
`tests/house/test_house.py` sees to it.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import threading

ALARM: int = getattr(signal, "SIGALRM", 0)
"""The signal with which a thread rouses the main thread; 0 where there is none."""

CAN_WATCH = bool(ALARM) and hasattr(select, "poll") and hasattr(signal, "pthread_kill")
"""Whether a thread can wait for signals and pipes at once, and rouse the main thread."""

LEAVING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that end a command."""

SHARES_PORTS = not hasattr(signal, "SIGHUP")
"""Whether an address that is used again may belong to two programs at once, as on Windows."""


def cores() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


# Files

HAS_OWNERS = os.open in os.supports_dir_fd and all(hasattr(os, name) for name in ("O_NOFOLLOW", "fchmod", "geteuid"))
"""Whether files have owners here, and what is in an open folder can be opened without following a link. Python in a
browser opens folders so, but knows no users."""

_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
FOLDER = _NO_LINK | getattr(os, "O_DIRECTORY", 0)
"""How folders are opened: links are refused, if the system can."""

FILE = _NO_LINK | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""How files are opened: links are refused, and none is waited for, if the system can."""


def user() -> int:
    """Return the number of the user for whom this process runs; 0 where files have no owners."""
    return os.geteuid() if HAS_OWNERS else 0


def permit(handle: int, mode: int) -> None:
    """Give an open file or folder its permissions, where there are any."""
    if HAS_OWNERS:
        os.fchmod(handle, mode)


# Processes


def end_group(process: subprocess.Popen[bytes]) -> None:
    """End a program and, where there are groups, all that is left of its group: it may have ended, its children not."""
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()


def give_way(nice: int) -> None:
    """Let other processes go first, where that can be said."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(nice)


def confine(memory: int) -> None:
    """Bound the memory of this process, in bytes, and let it write no core, as far as the system allows."""
    for name, most in (("RLIMIT_AS", memory), ("RLIMIT_CORE", 0)):
        with contextlib.suppress(ImportError, AttributeError, OSError, ValueError):
            import resource  # noqa: PLC0415 - there is none on Windows

            resource.setrlimit(getattr(resource, name), (most, most))


def allow_files(number: int) -> None:
    """Let the process have so many more files open, as far as the system allows."""
    with contextlib.suppress(ImportError, AttributeError, OSError, ValueError):
        import resource  # noqa: PLC0415 - there is none on Windows

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = number + soft if hard == resource.RLIM_INFINITY else min(number + soft, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))


# Pipes and alarms


def is_ready(descriptor: int, seconds: float, to_write: bool = False) -> bool:
    """Return whether a pipe can be read, or written to, within so many seconds; true where nobody can tell."""
    if not hasattr(select, "poll"):
        return True
    poll = select.poll()
    poll.register(descriptor, select.POLLOUT if to_write else select.POLLIN)
    return bool(poll.poll(1000 * seconds))


class Ears:
    """Waits for news from one descriptor, and for another that nobody reads any more; only where `CAN_WATCH`."""

    def __init__(self, news: int) -> None:
        self._poll = select.poll()
        self._poll.register(news, select.POLLIN)

    def mind(self, descriptor: int) -> None:
        """Wait, besides, for the reader of a pipe to be gone."""
        self._poll.register(descriptor, 0)

    def forget(self, descriptor: int) -> None:
        """Mind a pipe no more."""
        self._poll.unregister(descriptor)

    def heard(self, seconds: float | None) -> list[int]:
        """Return the descriptors with news, after so many seconds at most."""
        return [descriptor for descriptor, _ in self._poll.poll(None if seconds is None else 1000 * seconds)]


def let_pass(descriptor: int) -> None:
    """Let nobody wait to write to a pipe that is full, where that can be said."""
    with contextlib.suppress(AttributeError):
        os.set_blocking(descriptor, False)


def rouse() -> None:
    """Rouse the main thread by an alarm, even if it waits for input; only where `CAN_WATCH`."""
    signal.pthread_kill(threading.main_thread().ident or 0, ALARM)


def rouse_in(seconds: float) -> None:
    """Rouse the main thread in a while; only where `CAN_WATCH`."""
    signal.setitimer(signal.ITIMER_REAL, seconds)


def sleep_through_alarms() -> None:
    """Take no notice of alarms from now on; only in the main thread."""
    with contextlib.suppress(ValueError):
        if ALARM:
            signal.signal(ALARM, signal.SIG_IGN)
