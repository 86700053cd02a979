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

_WORD = re.compile(r"\w+")


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
            if self._read(name, path):
                changed.append(name)
        return sorted(changed)

    def bases(self, name: str) -> list[dict[str, object]]:
        """Return the sheets of the folder that a sheet may be a variant of: those it names, and those they name."""
        waiting, found = [name], dict[str, str]()
        for each in waiting:
            words = set(_WORD.findall(self.sheets[each].text)) - {name, *found}
            named = sorted(words & self.sheets.keys())[: MOST_BASES - len(found)]
            found |= {base: self.sheets[base].text for base in named}
            waiting += named
        return [{"name": base, "text": text} for base, text in found.items()]

    def _read(self, name: str, path: Path) -> bool:
        """Read a sheet; return whether it is another one than before."""
        known = self.sheets.get(name)
        try:
            status = path.stat()
            stamp = status.st_mtime_ns, status.st_size
            if known is not None and known.stamp == stamp:
                return False
            content = read_bytes(path, LARGEST_FILE)
            text = content.decode("utf-8-sig") if content is not None else None
        except (OSError, ValueError):
            text = None
        if text is None:
            return self.sheets.pop(name, None) is not None
        self.sheets[name] = Written(name, path, stamp, text)
        return True

    def _paths(self) -> list[Path]:
        """Return the paths of all sheets."""
        if self._path is None:
            return []
        if not self._path.is_dir():
            return [self._path]
        with os.scandir(self._path) as entries:
            names = sorted(entry.name for entry in entries if entry.name.endswith(SUFFIX) and entry.is_file())
        return [self._path / name for name in names[:MOST]]
