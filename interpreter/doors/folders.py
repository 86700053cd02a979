"""Folders whose content can be trusted, because nobody else can have written it.

A folder is opened without following a link, and its owner and permissions are those of what was opened. Whatever is in
it is reached through it, not by a path, so that nobody can exchange it between the check and the use. Where files have
no owners, as on Windows and in browsers, links are refused, and the rights of the user's profile protect the folder.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from .system import FILE, FOLDER, HAS_OWNERS, permit, user

_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


class TrustError(OSError):
    """Says why the content of a folder or file may be somebody else's."""


@dataclass(frozen=True)
class Trust:
    """Whose folders and files are trusted, and which permissions new ones get."""

    owners: frozenset[int]
    folder: int
    file: int


def one_s_own() -> Trust:
    """Trust one's own folders alone; others can read none of what is new."""
    return Trust(frozenset({user()}), 0o700, 0o600)


def shared() -> Trust:
    """Trust one's own folders and root's; others can read what is new."""
    return Trust(one_s_own().owners | {0}, 0o755, 0o644)


@dataclass(frozen=True)
class Folder:
    """An open folder, to be used in a `with` statement. Every method raises `OSError`, `TrustError` among them."""

    path: Path
    """Where it was found, for messages."""

    trust: Trust
    handle: int | None
    """None where the system cannot open folders."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.handle is not None:
            os.close(self.handle)

    def folder(self, name: str, *, make: bool = False) -> Folder:
        """Open a folder in this one; with `make`, create it if there is none."""
        return self._next(name, make=make)

    def _next(self, name: str, *, make: bool, above: bool = False) -> Folder:
        path, at = self.path / name, self._at(name)
        try:
            return _opened(path, at, self.handle, self.trust, above=above)
        except FileNotFoundError:
            if not make:
                raise
        return _made(path, at, self.handle, self.trust, above=above)

    def read(self, name: str, most: int) -> bytes:
        """Return the content of a file; of a larger one, its first `most` bytes."""
        with os.fdopen(self._open(name, os.O_RDONLY | FILE), "rb") as file:
            status = os.fstat(file.fileno())
            _check(self.path / name, status, self.trust.owners)
            return file.read(min(status.st_size, most))

    def write(self, name: str, content: bytes) -> None:
        """Write a file, in place of what has its name: beside it, and renamed. A link is replaced, not followed."""
        new = f".{name[:40]}.{os.urandom(6).hex()}"
        handle = self._open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | FILE, self.trust.file)
        try:
            with _named(self.path), os.fdopen(handle, "wb") as file:
                permit(handle, self.trust.file)
                file.write(content)
            with _named(self.path / name):
                os.replace(self._at(new), self._at(name), src_dir_fd=self.handle, dst_dir_fd=self.handle)
        except BaseException:
            self.unlink(new)
            raise

    def names(self) -> list[str]:
        """Return the names of all that is in it, sorted."""
        return sorted(os.listdir(self.path if self.handle is None else self.handle))  # noqa: PTH208 - of what is open

    def is_folder(self, name: str) -> bool:
        """Return whether a name is that of a folder. A link is none."""
        return stat.S_ISDIR(os.lstat(self._at(name), dir_fd=self.handle).st_mode)

    def size(self, name: str) -> int:
        """Return how many bytes the files of a folder in this one have. Links, and what is not trusted, count as 0."""
        total = 0
        with contextlib.suppress(OSError), self.folder(name) as folder:
            for each in folder.names():
                with contextlib.suppress(OSError):  # another process deleted it
                    status = os.lstat(folder._at(each), dir_fd=folder.handle)
                    total += status.st_size if stat.S_ISREG(status.st_mode) else 0
                    total += folder.size(each) if stat.S_ISDIR(status.st_mode) else 0
        return total

    def unlink(self, name: str) -> None:
        """Delete a file, or a link without what it leads to. Raises nothing."""
        with contextlib.suppress(OSError):
            os.unlink(self._at(name), dir_fd=self.handle)

    def remove(self, name: str) -> None:
        """Delete a folder with all that is in it, as far as possible. Raises nothing."""
        shutil.rmtree(self._at(name), ignore_errors=True, dir_fd=self.handle)

    def remove_empty(self, name: str) -> None:
        """Delete a folder if it is empty. Raises nothing."""
        with contextlib.suppress(OSError):
            os.rmdir(self._at(name), dir_fd=self.handle)

    def _at(self, name: str) -> str:
        return name if self.handle is not None else str(self.path / name)

    def _open(self, name: str, flags: int, mode: int = 0) -> int:
        with _named(self.path / name):
            return os.open(self._at(name), flags, mode, dir_fd=self.handle)


def own_folder(path: Path, *, make: bool = False) -> Folder:
    """Open a folder of one's own, whatever the folders above it are; with `make`, create it if there is none."""
    try:
        return _opened(path, str(path), None, one_s_own())
    except FileNotFoundError:
        if not make:
            raise
    with contextlib.suppress(FileExistsError):
        path.parent.mkdir(parents=True, exist_ok=True)
    return _made(path, str(path), None, one_s_own())


def shared_folder(path: Path, *, make: bool = False) -> Folder:
    """Open a folder that is root's or one's own, as are all folders above it; with `make`, create it."""
    if not HAS_OWNERS:
        raise TrustError("this system cannot check who owns it")
    folder = _opened(Path(path.anchor), path.anchor, None, shared(), above=True)
    for name in path.parts[1:]:
        with folder:
            folder = folder._next(name, make=make, above=folder.path / name != path)
    return folder


def _made(path: Path, name: str, within: int | None, trust: Trust, *, above: bool = False) -> Folder:
    """Make a folder in an open one, unless another process does so first, and open it."""
    try:
        with _named(path):
            os.mkdir(name, trust.folder, dir_fd=within)
    except FileExistsError:
        return _opened(path, name, within, trust, above=above)
    return _opened(path, name, within, trust, made=True, above=above)


def _opened(
    path: Path, name: str, within: int | None, trust: Trust, *, made: bool = False, above: bool = False
) -> Folder:
    """Open a folder by its name in an open one."""
    with _named(path):
        if not HAS_OWNERS:
            if os.path.islink(path) or getattr(os.path, "isjunction", os.path.islink)(path):  # noqa: PTH114
                raise TrustError(f"{path} is a link")
            if not path.is_dir():
                code = errno.ENOTDIR if path.exists() else errno.ENOENT
                raise OSError(code, os.strerror(code), str(path))
            return Folder(path, trust, None)
        handle = os.open(name, os.O_RDONLY | FOLDER, dir_fd=within)
    try:
        if made:
            permit(handle, trust.folder)
        _check(path, os.fstat(handle), trust.owners, above=above)
    except BaseException:
        os.close(handle)
        raise
    return Folder(path, trust, handle)


def _check(path: Path, status: os.stat_result, owners: frozenset[int], *, above: bool = False) -> None:
    """Refuse what others own or can write to. In a folder with the sticky bit, they cannot exchange what is yours."""
    if not HAS_OWNERS:
        return
    if status.st_uid not in owners:
        raise TrustError(f"{path} belongs to another user")
    if status.st_mode & _OTHERS_WRITE and not (above and status.st_mode & stat.S_ISVTX):
        raise TrustError(f"other users can write to {path} (chmod go-w changes that)")
    if not (stat.S_ISDIR(status.st_mode) or stat.S_ISREG(status.st_mode)):
        raise TrustError(f"{path} is neither a file nor a folder")


@contextlib.contextmanager
def _named(path: Path) -> Iterator[None]:
    """Name the path in an error, and a link as what it is."""
    try:
        yield
    except TrustError:
        raise
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENOTDIR, errno.EMLINK) and path.is_symlink():
            raise TrustError(f"{path} is a symbolic link") from None
        raise OSError(error.errno, error.strerror, str(path)) from None
