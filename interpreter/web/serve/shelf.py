"""A folder of sheets, looked at again and again: what people write there is listed beside the shipped games."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from ...doors.reading import read_bytes
from ...source.reading.files import LARGEST_FILE, SUFFIX

MOST = 500
"""How many sheets of a folder are listed."""


MOST_BASES = 10
"""How many sheets a sheet may be a variant of, one of another."""

_VARIANT = re.compile(r"^[^\S\n]*+variant\s+of\s+(\w+)", re.MULTILINE)


@dataclass(frozen=True)
class Written:
    """A sheet of the folder."""

    name: str
    path: Path
    stamp: tuple[int, int]
    text: str


class Shelf:
    """The sheets of a folder, or one sheet; nothing without either."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.sheets: dict[str, Written] = {}

    def look(self) -> list[str]:
        """Read what has changed since the last look; return the names of those sheets, and of those that are gone."""
        found = {path.stem: path for path in self._paths() if path.stem.isprintable()}
        changed = [name for name in self.sheets if name not in found]
        for name in changed:
            del self.sheets[name]
        for name, path in found.items():
            known, sheet = self.sheets.get(name), _read(name, path, self.sheets.get(name))
            if sheet is not None:
                self.sheets[name] = sheet
            elif known is not None:
                del self.sheets[name]
            if sheet is not known:
                changed.append(name)
        return sorted(changed)

    def bases(self, name: str) -> list[dict[str, object]]:
        """Return the sheets of the folder that a sheet may be a variant of: one of another."""
        found, sheet = dict[str, str](), self.sheets.get(name)
        while sheet is not None and len(found) < MOST_BASES:
            named = _VARIANT.search(sheet.text)
            sheet = self._beside(named[1]) if named and named[1] not in (name, *found) else None
            if sheet is not None:
                found[sheet.name] = sheet.text
        return [{"name": base, "text": text} for base, text in found.items()]

    def _beside(self, name: str) -> Written | None:
        """Return a sheet of the folder, or one that stands beside the only sheet."""
        if self._path is None or name in self.sheets or self._path.is_dir():
            return self.sheets.get(name)
        path = self._path.with_name(f"{name}{SUFFIX}")
        return _read(name, path) if _stays(path, self._path.parent) else None

    def _paths(self) -> list[Path]:
        """Return the paths of all sheets."""
        if self._path is None:
            return []
        if not self._path.is_dir():
            return [self._path]
        with os.scandir(self._path) as entries:
            paths = sorted(self._path / entry.name for entry in entries if entry.name.endswith(SUFFIX))
        return [path for path in paths if _stays(path, self._path)][:MOST]


def _stays(path: Path, folder: Path) -> bool:
    """Whether a file is in a folder, and no link that leads out of it: whoever wrote the folder may be a stranger."""
    try:
        return path.is_file() and path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):
        return False


def _read(name: str, path: Path, known: Written | None = None) -> Written | None:
    """Return the sheet of a path, the known one if it has not changed; None if it cannot be read."""
    try:
        status = path.stat()
        stamp = status.st_mtime_ns, status.st_size
        if known is not None and known.stamp == stamp:
            return known
        content = read_bytes(path, LARGEST_FILE)
        return None if content is None else Written(name, path, stamp, content.decode("utf-8-sig"))
    except (OSError, ValueError):
        return None
