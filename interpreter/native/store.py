"""The store: compiled games, and what was found out about games and positions, as sealed files of a cache folder.

A compiled game has a folder, named by the hash of its module. Each file in it is the machine code of a function:
whoever wrote it can run code in this process. So a file is read only if nobody else can have written it
(`doors/folders.py`). A hash at its end, the seal, shows damage: running damaged machine code would crash the process.
A secret in the seal would add nothing, since whoever can write to the folder can also read the secret.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ..doors.folders import Folder
from ..doors.reading import files_in, read_bytes
from .places import ADVICE, GAMES, PROVED, SOLVED, STUDIED, in_words, own_cache, prebuilt_cache

_GAME = "hexgame_native_"
"""How the name of a game's folder begins."""

_MAKERS = Path(__file__).parent, Path(__file__).parent.parent / "program"
"""The packages that make machine code: what other texts of theirs have made is not read."""

_FOUND = re.compile(r"[0-9a-f]{32}(\.json)?")
"""The names of files that hold what was found out about games and positions."""

LARGEST = 2**26
"""The most bytes that are read of a file; a compiled function has far fewer."""

LARGEST_TEXT = 2**29
"""The most bytes that data unfold to."""

_OLD = "grammar.lalr"
"""A file that earlier versions kept in the cache folder."""


@dataclass(frozen=True)
class Usage:
    """How much a cache holds."""

    games: int
    size: int
    """In bytes."""


class Cache(Protocol):
    """Opens a cache folder. Raises `FileNotFoundError` if there is none, `TrustError` if others can have written it."""

    def __call__(self, *, make: bool = False) -> Folder: ...


def usage(cache: Cache = own_cache) -> Usage:
    """Return how many compiled games a cache holds, and their size. Raises `OSError` if it cannot be used."""
    try:
        with _opened(cache, GAMES) as folder:
            names = _games(folder)
            return Usage(len(names), sum(map(folder.size, names)))
    except FileNotFoundError:
        return Usage(0, 0)


def clear() -> Usage:
    """Empty one's own cache and return what there was. Raises `OSError` if it cannot be used.

    Files that this package did not write stay. Other processes may use the cache at the same time.
    """
    before = usage()
    with contextlib.suppress(FileNotFoundError), own_cache() as cache:
        cache.unlink(_OLD)
        for kind in (SOLVED, PROVED, STUDIED):
            _forget(cache, kind)
        with contextlib.suppress(FileNotFoundError), cache.folder(GAMES) as folder:
            for name in _games(folder):
                folder.remove(name)
        cache.remove_empty(GAMES)
    return before


def _forget(cache: Folder, kind: str) -> None:
    """Delete what was found out about positions, claims or whole games."""
    with contextlib.suppress(FileNotFoundError), cache.folder(kind) as folder:
        for name in filter(_FOUND.fullmatch, folder.names()):
            folder.unlink(name)
    cache.remove_empty(kind)


def _games(folder: Folder) -> list[str]:
    return [name for name in folder.names() if name.startswith(_GAME) and folder.is_folder(name)]


@contextlib.contextmanager
def _opened(cache: Cache, *names: str, make: bool = False) -> Iterator[Folder]:
    """Open a folder by its path in a cache."""
    with contextlib.ExitStack() as open_ones:
        folder = open_ones.enter_context(cache(make=make))
        for name in names:
            folder = open_ones.enter_context(folder.folder(name, make=make))
        yield folder


# One game


_NOT_STORED, _NOT_USED = "compiled code is not stored", "the prebuilt cache is not used"


@dataclass
class Shelf:
    """Where the compiled functions of one game are kept: read from several caches, written to one.

    Nothing here raises `OSError`. `notes` gets one note on why nothing can be stored, and one on why the prebuilt cache
    is not used.
    """

    game: str
    """The name of the game's folder."""

    notes: list[str]
    target: Cache = own_cache
    sources: Sequence[Cache] = (prebuilt_cache, own_cache)

    def look(self) -> None:
        """Note at once what would be noted when a function is stored."""
        if not any(self._has(cache) for cache in self.sources if cache is not self.target):
            self._write({})

    def load(self, file: str) -> bytes | None:
        """Return the content of a file; None if there is none that is undamaged and trusted."""
        for cache in self.sources:
            try:
                with _opened(cache, GAMES, self.game) as folder:
                    content = folder.read(file, LARGEST)
            except FileNotFoundError:
                continue
            except OSError as error:
                if cache is not self.target:  # of the target, only what keeps a function from being stored is noted
                    self._note(cache, error)
                continue
            if is_sealed(content):
                return content[:-_LENGTH]
        return None

    def save(self, file: str, content: bytes) -> None:
        """Write a file."""
        self._write({file: content})

    def forget(self) -> None:
        """Delete the game's folder, and read nothing more: something is damaged despite its seal."""
        self.sources = ()
        with contextlib.suppress(OSError), _opened(self.target, GAMES) as folder:
            folder.remove(self.game)

    def _has(self, cache: Cache) -> bool:
        try:
            with _opened(cache, GAMES, self.game):
                return True
        except OSError:
            return False

    def _write(self, contents: Mapping[str, bytes]) -> None:
        try:
            with _opened(self.target, GAMES, self.game, make=True) as folder:
                for file, content in contents.items():
                    folder.write(file, sealed(content))
        except OSError as error:
            self._note(self.target, error)

    def _note(self, cache: Cache, error: OSError) -> None:
        kind = _NOT_STORED if cache is self.target else _NOT_USED
        advice = f"; {ADVICE}" if cache is own_cache else ""
        if not any(note.startswith(kind) for note in self.notes):
            self.notes.append(f"{kind}: {in_words(error)}{advice}")


def name_of(*texts: str) -> str:
    """Return the name of the folder for what is made of texts, by code as it is now."""
    return _GAME + hashlib.sha256("\0".join((made_by(_MAKERS), *texts)).encode()).hexdigest()[:24]


@functools.cache
def made_by(packages: tuple[Path, ...]) -> str:
    """Return the hash of all source texts of packages, with their names; of what cannot be read, nothing."""
    digest = hashlib.sha256()
    for package in packages:
        for file in files_in(package, ".py"):
            text = read_bytes(file, LARGEST) or b""
            digest.update(f"{file.relative_to(package).as_posix()}\0{len(text)}\0".encode() + text)
    return digest.hexdigest()


# What was found out


def _silent(text: str) -> None:
    """Say nothing."""


@dataclass(frozen=True)
class Findings:
    """What one's own cache keeps of one kind: files of data for JSON, each named by the hash of what it is about."""

    folder: str
    version: object
    """Another one once what was found turns out to have been wrong, so that it is forgotten."""

    def kept(self, *about: object, say: Callable[[str], None] = _silent) -> object:
        """Return what is kept about something, None if there is nothing; says what is in the way."""
        try:
            with _opened(own_cache, self.folder) as folder:
                content = folder.read(self._file(about), LARGEST)
            if not is_sealed(content):
                raise ValueError("it is damaged")
            return json.loads(zlib.decompressobj().decompress(content[:-_LENGTH], LARGEST_TEXT))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, RecursionError, zlib.error) as error:
            say(f"earlier results are not used: {in_words(error) if isinstance(error, OSError) else error}")
            return None

    def keep(self, data: object, *about: object, say: Callable[[str], None]) -> None:
        """Keep data for JSON about something; says what is in the way."""
        try:
            with _opened(own_cache, self.folder, make=True) as folder:
                folder.write(self._file(about), sealed(zlib.compress(json.dumps(data).encode(), 1)))
        except OSError as error:
            say(f"results are not kept: {in_words(error)}; {ADVICE}")

    def _file(self, about: tuple[object, ...]) -> str:
        return hashlib.sha256(repr((self.version, *about)).encode()).hexdigest()[:32]


# Seals


def sealed(content: bytes) -> bytes:
    """Return a content with its seal."""
    return content + _seal(content)


def is_sealed(content: bytes) -> bool:
    """Return whether a content with a seal is unchanged."""
    return content[-_LENGTH:] == _seal(content[:-_LENGTH])


def _seal(content: bytes) -> bytes:
    return hashlib.sha256(b"hexgame" + content).digest()


_LENGTH = len(_seal(b""))
