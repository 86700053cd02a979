"""Write files atomically: whatever fails, the file then has its old content or its new, never a part."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path

MODE = 0o666
"""The permissions of a new file, from which the process's mask takes some away."""


def replace_text(path: Path, text: str) -> None:
    """Write a text as UTF-8, as `replace_bytes` does. Raises `OSError`."""
    replace_bytes(path, text.encode())


def replace_bytes(path: Path, content: bytes, mode: int = MODE) -> None:
    """Write a file, in place of the one that is there, whose owner and permissions it keeps. Raises `OSError`.

    A symbolic link stays, and the file that it leads to is replaced. A device or a pipe, such as /dev/stdout, is
    written to.
    """
    old = _status(_possible(path))
    if old is not None and not stat.S_ISREG(old.st_mode):
        with path.open("wb") as file:
            file.write(content)
        return
    path = _real(path)
    if old is not None and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    with _beside(path, content, mode, old) as new:
        new.replace(path)
    _keep_names(path.parent)


def refuse_unwritable(path: Path) -> None:
    """Raise the `OSError` with which a file cannot be written, before there is anything to write. Nothing changes."""
    old = _status(_possible(path))
    if old is not None and stat.S_ISDIR(old.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if old is not None and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    if old is None or stat.S_ISREG(old.st_mode):
        with _beside(_real(path), b"", MODE, None):
            pass


def create_text(path: Path, text: str) -> None:
    """Write a new file as UTF-8. Raises `FileExistsError` if its name is taken, `OSError` if it cannot be written."""
    path = _real(path.parent) / _possible(path).name
    if path.is_symlink() or path.exists():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    with _beside(path, text.encode(), MODE, None) as new:
        try:
            path.hardlink_to(new)  # unlike a rename, a link never replaces what somebody else has just made
        except FileExistsError:
            raise
        except OSError:  # a file system without links
            new.replace(path)
    _keep_names(path.parent)


def _real(path: Path) -> Path:
    return Path(os.path.realpath(_possible(path)))


def _possible(path: Path) -> Path:
    """The path, if a file can have it."""
    try:
        os.lstat(path)
    except OSError:
        return path
    except ValueError as error:
        raise OSError(errno.EINVAL, str(error), str(path)) from None
    return path


def _status(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:
        return None


@contextlib.contextmanager
def _beside(path: Path, content: bytes, mode: int, old: os.stat_result | None) -> Iterator[Path]:
    """Give a file in the same folder that holds the content; delete it if it is still there in the end."""
    new = path.with_name(f".{path.name[:40]}.{os.urandom(6).hex()}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    handle = os.open(new, flags, mode if old is None else stat.S_IMODE(old.st_mode) & 0o777)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(handle)
        if old is not None:
            with contextlib.suppress(OSError, AttributeError):  # only root gives files away, and not on Windows
                os.chown(new, old.st_uid, old.st_gid)
            new.chmod(stat.S_IMODE(old.st_mode))
        yield new
    finally:
        new.unlink(missing_ok=True)


def _keep_names(folder: Path) -> None:
    """Bring the names in a folder to the disk, where the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
