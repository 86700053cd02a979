"""Find and read game files: a shipped game by its stem, any other by its path."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from ...diagnostics.diagnostic import Diagnostic, did_you_mean
from ...diagnostics.text import Source
from ...doors.reading import names_in, read_bytes
from ...record import Record
from ...resources import resource

SUFFIX = ".hexgame"
LARGEST_FILE = 256 * 1024
"""The largest game file that `read` accepts, in bytes."""


def shipped() -> dict[str, Path]:
    """The path of each shipped game, by its stem."""
    return {path.stem: path for path in sorted(resource("games").glob(f"*{SUFFIX}"))}


def families() -> dict[str, list[str]]:
    """The stems of the shipped games by family, as `games/families.txt` orders them; the games not named there last."""
    lines = (resource("games") / "families.txt").read_text("utf-8").splitlines()
    named = {family: stems.split() for family, stems in (line.split(":") for line in lines)}
    rest = set(shipped()).difference(*named.values())
    return {**named, "More games": sorted(rest)} if rest else named


def find(name: str | Path, beside: Path | None = None) -> Path | Diagnostic:
    """Return the path of a game given by its stem or path; a stem is first sought `beside` another file."""
    if isinstance(name, str) and name.isidentifier():
        for folder in (beside, resource("games")):
            if folder is not None and _is_file(folder / f"{name}{SUFFIX}"):
                return folder / f"{name}{SUFFIX}"
    path = Path(name)
    if not str(name):
        return Diagnostic("HG601", "the name of the game is empty", help="`hexgame list` shows the games")
    if os.path.isdir(path):  # noqa: PTH112 - false, too, for what no path can be
        return Diagnostic("HG602", f"`{name}` is a folder, not a game file", help=f"name one {SUFFIX} file in it")
    if not _is_file(path):
        beside_it = [str(path.with_name(each)) for each in names_in(path.parent, SUFFIX)]
        guess = did_you_mean(str(name), beside_it) or did_you_mean(path.stem, shipped())
        guess = guess or f"`hexgame list` shows the games; a path ends in {SUFFIX}"
        return Diagnostic("HG601", f"no game or file `{name}`", help=guess)
    return path


def read(path: Path, shown: str | None = None, largest: int = LARGEST_FILE) -> Source | Diagnostic:
    """Return the text of a file, or a diagnostic if it cannot be read. `shown` is its name in messages."""
    name = shown or str(path)
    try:
        data, size = read_bytes(path, largest), path.stat().st_size
    except OSError as error:
        return Diagnostic("HG602", f"`{name}` cannot be read: {error.strerror or error}")
    if data is None:
        stated = f"{size:,} bytes, and " if size > largest else ""
        return Diagnostic("HG602", f"`{name}` is too large: {stated}at most {largest:,} are read")
    return decode(data, name)


def decode(data: bytes, name: str) -> Source | Diagnostic:
    """Return the text that bytes encode; a diagnostic if they are not UTF-8."""
    try:
        return Source(name, data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n"))
    except UnicodeDecodeError as error:
        return Diagnostic(
            "HG602",
            f"`{name}` is not text: byte {error.start} is not UTF-8",
            help="a game file is plain text, saved as UTF-8",
        )


def game_file(name: str, named_in: Path) -> str | Path:
    """Return the game that another file names by stem, by path, or by a path from that file's own folder."""
    beside = named_in.parent / name
    return beside if not _is_file(Path(name)) and _is_file(beside) else name


def _is_file(path: Path) -> bool:
    """Whether there is such a file; false, too, for a name that no file can have."""
    return os.path.isfile(path)  # noqa: PTH113 - `Path.is_file` raises for a name that is too long


class Shelf(Record):
    """Where sheets are found by name, and how they are read."""

    find: Callable[[str, Path | None], Path | Diagnostic]
    """Returns the path of a sheet, sought in a folder first."""

    read: Callable[[Path], Source | Diagnostic]


FILES = Shelf(find, read)
"""The library and all files of this machine."""
