"""Where compiled games are kept: in the cache folder, one folder a game, named by what the game's module says.

What Numba writes there is machine code, and a damaged piece of it would end the process: so each file gets a seal, its
own hash at its end, and what has none is thrown away unread.
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

from ..diagnostics.writing import replace_bytes
from ..resources import cache_folder

WRITTEN = 1_000_000_000
"""When each module is said to have been written: Numba takes what is kept for stale where that changes."""


@dataclass(frozen=True)
class Usage:
    """How much is kept."""

    games: int
    size: int
    """In bytes."""


def store() -> Path | None:
    """The folder of all compiled games, or None where nothing can be kept."""
    folder = cache_folder()
    return folder / "native" if folder else None


def usage() -> Usage:
    """How many compiled games there are, and how much room they take."""
    folders = list(_games())
    return Usage(len(folders), sum(_size(path) for folder in folders for path in folder.rglob("*")))


def clear() -> Usage:
    """Throw away all compiled games; gives what there was. Others may be at work there meanwhile."""
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
    except OSError:  # gone meanwhile
        return 0


def loaded(text: str) -> tuple[ModuleType, str]:
    """The module of a text, and a note where it is not kept on disk."""
    name = _name(text)
    folder = store()
    if folder is None:
        return in_memory(text), "nothing compiled is kept: there is no cache folder that can be written to"
    try:
        return _kept(name, folder / name / "game.py", text), ""
    except (OSError, RuntimeError) as error:  # Numba finds no place: a RuntimeError
        return in_memory(text), f"nothing compiled is kept: {error}"


def _name(text: str) -> str:
    return "hexgame_native_" + hashlib.sha256(f"{version('numba')}\0{text}".encode()).hexdigest()[:24]


def in_memory(text: str) -> ModuleType:
    """A module of a text, kept nowhere."""
    return _run(_name(text), text.replace("KEEP = True", "KEEP = False", 1), None)


def forget(module: ModuleType) -> None:
    """Throw away what is kept of a game: it was damaged."""
    if module.__file__:
        shutil.rmtree(Path(module.__file__).parent, ignore_errors=True)


def _kept(name: str, path: Path, text: str) -> ModuleType:
    """The module of a text, with its file for Numba to keep things by; others may do the same meanwhile."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not _says(path, text):
        replace_bytes(path, text.encode())
        os.utime(path, (WRITTEN, WRITTEN))
    for file in _pieces(path):
        if not is_sealed(file):
            file.unlink(missing_ok=True)
    return _run(name, text, path)


def _run(name: str, text: str, path: Path | None) -> ModuleType:
    """A text as a module; its file only says where Numba is to keep things, and is not read."""
    module = ModuleType(name)
    module.__file__ = str(path) if path else None
    sys.modules[name] = module  # Numba finds a function's module by its name, in this process and in those to come
    exec(compile(text, str(path or name), "exec"), module.__dict__)  # noqa: S102 - integers and our own names
    return module


def _says(path: Path, text: str) -> bool:
    try:
        return path.read_bytes() == text.encode() and path.stat().st_mtime == WRITTEN
    except OSError:
        return False


# Seals


def seal(module: ModuleType) -> None:
    """Seal whatever has been kept of a module and has no seal yet."""
    for file in _pieces(Path(module.__file__)) if module.__file__ else ():
        try:
            if not is_sealed(file):
                content = file.read_bytes()
                replace_bytes(file, content + _seal(content))
        except OSError:  # gone meanwhile, or no room: it will be compiled again
            continue


def is_sealed(file: Path) -> bool:
    """Whether a file is as it was sealed; Numba does not mind what comes after its own."""
    try:
        content = file.read_bytes()
    except OSError:
        return False
    return content[-_LENGTH:] == _seal(content[:-_LENGTH])


def _pieces(path: Path) -> Iterator[Path]:
    """What Numba has written beside a module: indices and machine code."""
    yield from sorted((path.parent / "__pycache__").glob("*.nb[ci]"))


def _seal(content: bytes) -> bytes:
    return hashlib.sha256(b"hexgame" + content).digest()


_LENGTH = len(_seal(b""))
