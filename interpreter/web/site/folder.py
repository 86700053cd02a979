"""Write a site to a folder, in which nothing is replaced or deleted but what was written there before."""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path

from ...doors.reading import read_bytes
from ...doors.writing import replace_bytes, replace_text

LIST = "hexgame-site.json"
"""The file that lists what was written to the folder, with hashes."""

LARGEST = 1 << 26
"""The most bytes that a file of a site has."""

_NAME = re.compile(r"(?:[\w-][\w.-]*/)*[\w-][\w.-]*")
"""The names that files of a site have: nothing above the folder, nothing hidden."""


class FolderError(Exception):
    """Says what in the folder is in the way."""


def write_site(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files, by their names, to a folder; delete those that an earlier site had and this one has not.

    Raises `FolderError` before anything is written if a file there is not from an earlier site, or was changed since;
    raises `OSError`.
    """
    hashes = {name: [_hash(content)] for name, content in files.items()}
    before = _listed(folder)
    either = {name: before.get(name, []) + hashes.get(name, []) for name in {*files, *before}}
    for name, known in either.items():
        _check(folder, name, known)
    folder.mkdir(parents=True, exist_ok=True)
    _list(folder, either)  # the next site can go on if this one is not finished
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if _content(folder / name) != content:
            replace_bytes(folder / name, content)
    for name in before.keys() - files.keys():
        (folder / name).unlink(missing_ok=True)
        with contextlib.suppress(OSError):  # other files are left in it
            for above in list((folder / name).relative_to(folder).parents)[:-1]:
                (folder / above).rmdir()
    _list(folder, hashes)


def _check(folder: Path, name: str, known: list[str]) -> None:
    """Refuse to replace or delete what may be somebody else's."""
    path = folder / name
    for above in (path, *path.parents[: len(Path(name).parts) - 1]):
        if above.is_symlink():
            raise FolderError(f"`{above}` is a link; remove it, or choose another folder")
    try:
        content = _content(path)
    except OSError as error:
        raise FolderError(f"cannot read `{path}`: {error.strerror or error}") from None
    if content is not None and _hash(content) not in known:
        raise FolderError(
            f"`{path}` was not written by `hexgame site`, or was changed since; move it away, or choose another folder"
        )


def _content(path: Path) -> bytes | None:
    """The content of a file; None if there is no file."""
    try:
        content = read_bytes(path, LARGEST)
    except FileNotFoundError:
        return None
    return b"" if content is None else content


def _listed(folder: Path) -> dict[str, list[str]]:
    """The hashes that the files of an earlier site may have, by name; what makes no sense is left out."""
    try:
        found = json.loads(_content(folder / LIST) or b"{}")
    except (OSError, ValueError, RecursionError):
        return {}
    files = found.get("files") if isinstance(found, dict) else None
    return {
        name: [value for value in values if isinstance(value, str)]
        for name, values in (files.items() if isinstance(files, dict) else ())
        if _NAME.fullmatch(name) and isinstance(values, list)
    }


def _list(folder: Path, hashes: Mapping[str, list[str]]) -> None:
    replace_text(folder / LIST, json.dumps({"files": dict(sorted(hashes.items()))}, indent=1) + "\n")


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
