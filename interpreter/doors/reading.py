"""Read files, never more of them than the caller can use."""

from __future__ import annotations

from pathlib import Path


def read_bytes(path: Path, most: int) -> bytes | None:
    """Return the content of a file; None if it has more than `most` bytes. Raises `OSError`.

    The size that the system states is not trusted: that of a device is 0, that of a file may grow.
    """
    try:
        with path.open("rb") as file:
            content = file.read(most + 1)
    except ValueError as error:  # a name that no file can have
        raise OSError(str(error)) from None
    return content if len(content) <= most else None


def files_in(folder: Path, suffix: str) -> list[Path]:
    """Return the files with a suffix in a folder and in those below, sorted; no pipes and devices, which never end."""
    return sorted(path for path in folder.rglob(f"*{suffix}") if path.is_file())
