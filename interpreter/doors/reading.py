"""Read files, never more of them than the caller can use."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path


def read_bytes(path: Path, most: int) -> bytes | None:
    """Return the content of a file; None if it has more than `most` bytes. Raises `OSError`.

    The size that the system states is not trusted: that of a device is 0, that of a file may grow. A pipe that nobody
    writes to is empty: nobody waits for a writer.
    """
    try:
        with open(path, "rb", opener=_at_once) as file:
            content = file.read(most + 1)
    except ValueError as error:  # a name that no file can have
        raise OSError(str(error)) from None
    return content if len(content) <= most else None


def _at_once(path: str, flags: int) -> int:
    handle = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    if hasattr(os, "O_NONBLOCK"):
        os.set_blocking(handle, True)
    return handle


def files_in(folder: Path, suffix: str) -> list[Path]:
    """Return the files with a suffix in a folder and in those below, sorted; no pipes and devices, which never end."""
    return sorted(path for path in folder.rglob(f"*{suffix}") if path.is_file())


def names_in(folder: Path, suffix: str) -> list[str]:
    """Return the names with a suffix in a folder, sorted; none where it cannot be read or is too large."""
    try:
        with os.scandir(folder) as entries:
            names = [each.name for each in islice(entries, MOST_NAMES + 1)]
    except (OSError, ValueError):
        return []
    return sorted(name for name in names if name.endswith(suffix)) if len(names) <= MOST_NAMES else []


MOST_NAMES = 2_000
"""How many names of a folder are looked at for one that may have been meant."""
