"""The store of compiled games: one folder for each game in the cache folder, named by the hash of its module.

Numba writes machine code there, and running damaged machine code would crash the process. So each file is sealed with
its own hash at the end, and a file without a valid seal is deleted unread.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

from ..doors.writing import replace_bytes
from ..resources import cache_folder

WRITTEN = 1_000_000_000
"""The modification time given to every module: Numba treats its files as stale when this time changes."""


@dataclass(frozen=True)
class Usage:
    """How much the store holds."""

    games: int
    size: int
    """In bytes."""


def store() -> Path | None:
    """Return the folder of all compiled games, or None if there is no writable cache."""
    folder = cache_folder()
    return folder / "native" if folder else None


def usage() -> Usage:
    """Return how many compiled games there are, and their size."""
    folders = list(_games())
    return Usage(len(folders), sum(_size(path) for folder in folders for path in folder.rglob("*")))


def clear() -> Usage:
    """Delete all compiled games and return what there was. Other processes may use the store at the same time."""
    before = usage()
    folder = store()
    if folder:
        shutil.rmtree(folder, ignore_errors=True)
    return before


def _games() -> Iterator[Path]:
    folder = store()
    yield from (path for path in sorted(folder.iterdir()) if path.is_dir()) if folder and folder.is_dir() else ()


def _size(path: Path) -> int:
    try:
        return path.stat().st_size if path.is_file() else 0
    except OSError:  # another process deleted it
        return 0


def loaded(text: str) -> tuple[ModuleType, str]:
    """Return the module of a text, and a note if it cannot be stored on disk."""
    name = _name(text)
    folder = store()
    if folder is None:
        return in_memory(text), "compiled code is not stored: the cache folder is not writable"
    try:
        return _kept(name, folder / name / "game.py", text), ""
    except (OSError, RuntimeError) as error:  # Numba raises RuntimeError if it finds no place for its files
        return in_memory(text), f"compiled code is not stored: {error}"


def _name(text: str) -> str:
    return "hexgame_native_" + hashlib.sha256(f"{version('numba')}\0{text}".encode()).hexdigest()[:24]


def in_memory(text: str) -> ModuleType:
    """Return the module of a text without storing it."""
    return _run(_name(text), text.replace("KEEP = True", "KEEP = False", 1), None)


def forget(module: ModuleType) -> None:
    """Delete a game's folder, because something in it is damaged."""
    if module.__file__:
        shutil.rmtree(Path(module.__file__).parent, ignore_errors=True)


def _kept(name: str, path: Path, text: str) -> ModuleType:
    """Return the module of a text with its file, beside which Numba stores code. Safe against other processes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not _says(path, text):
        replace_bytes(path, text.encode())
        os.utime(path, (WRITTEN, WRITTEN))
    for file in _pieces(path):
        if not is_sealed(file):
            file.unlink(missing_ok=True)
    return _run(name, text, path)


def _run(name: str, text: str, path: Path | None) -> ModuleType:
    """Run a text as a module. Its `__file__` only tells Numba where to store code; it is not read."""
    module = ModuleType(name)
    module.__file__ = str(path) if path else None
    sys.modules[name] = module  # Numba looks up a function's module by name, now and when it loads stored code
    exec(compile(text, str(path or name), "exec"), module.__dict__)  # noqa: S102 - integers and our own names
    return module


def _says(path: Path, text: str) -> bool:
    try:
        return path.read_bytes() == text.encode() and path.stat().st_mtime == WRITTEN
    except OSError:
        return False


# Seals


def seal(module: ModuleType) -> None:
    """Seal the files of a module that have no seal yet."""
    for file in _pieces(Path(module.__file__)) if module.__file__ else ():
        try:
            if not is_sealed(file):
                content = file.read_bytes()
                replace_bytes(file, content + _seal(content))
        except OSError:  # deleted meanwhile, or the disk is full: the function is compiled again next time
            continue


def is_sealed(file: Path) -> bool:
    """Return whether a file is unchanged since it was sealed. Numba ignores the bytes after its own."""
    try:
        content = file.read_bytes()
    except OSError:
        return False
    return content[-_LENGTH:] == _seal(content[:-_LENGTH])


def _pieces(path: Path) -> Iterator[Path]:
    """Return the files that Numba wrote beside a module: indexes and machine code."""
    yield from sorted((path.parent / "__pycache__").glob("*.nb[ci]"))


def _seal(content: bytes) -> bytes:
    return hashlib.sha256(b"hexgame" + content).digest()


_LENGTH = len(_seal(b""))
