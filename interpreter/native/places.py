"""Where compiled games are kept: one's own cache, and one that somebody has made for all, the prebuilt cache."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

from ..doors.folders import Folder, TrustError, own_folder, shared_folder
from ..doors.visible import on_one_line

OWN, PREBUILT = "HEXGAME_CACHE", "HEXGAME_PREBUILT"
"""The environment variables that name them."""

GAMES = "native"
"""The folder of compiled games in a cache folder."""

SOLVED = "solved"
"""The folder of proved values in a cache folder."""

PROVED = "proved"
"""The folder of verdicts on claims in a cache folder."""

STUDIED = "studied"
"""The folder of what was computed for reports in a cache folder."""

ADVICE = f"{OWN} can name another folder, to which only you can write"


def own_path() -> Path:
    """Return the path of one's own cache, which need not exist. Raises `TrustError` if there can be none."""
    given = os.environ.get(OWN)
    if given:
        return _absolute(OWN, given)
    base = _user_cache()
    if base is None:
        raise TrustError("there is no home folder")
    return base / "hexgame"


def prebuilt_path() -> Path | None:
    """Return the path of the prebuilt cache; None if none is named. Raises `TrustError` if the path is relative."""
    given = os.environ.get(PREBUILT)
    return _absolute(PREBUILT, given) if given else None


def own_cache(*, make: bool = False) -> Folder:
    """Open one's own cache; with `make`, create it if there is none. Raises `OSError`, `TrustError` among them."""
    return own_folder(own_path(), make=make)


def prebuilt_cache(*, make: bool = False) -> Folder:
    """Open the prebuilt cache, which is never made here. Raises `FileNotFoundError` if none is named, or `OSError`."""
    path = prebuilt_path()
    if path is None:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), PREBUILT)
    return shared_folder(path)


def shared_cache(path: Path, *, make: bool = False) -> Folder:
    """Open a cache for all; with `make`, create it if there is none. Raises `OSError`."""
    return shared_folder(path, make=make)


def in_words(error: OSError) -> str:
    """Say what is wrong with a folder, on one line of visible characters."""
    return on_one_line(f"{error.filename}: {error.strerror}" if error.filename else str(error))


def _absolute(variable: str, given: str) -> Path:
    path = Path(given)
    if not path.is_absolute():
        raise TrustError(f"{variable} is a relative path ({given})")
    return path


def _user_cache() -> Path | None:
    """Return the folder for caches of all programs; None without a home. A relative path in the environment is void."""
    home = Path(os.path.expanduser("~"))  # noqa: PTH111 - Path.home() raises where there is no home
    variable, usual = {
        "win32": ("LOCALAPPDATA", home / "AppData" / "Local"),
        "darwin": ("", home / "Library" / "Caches"),
    }.get(sys.platform, ("XDG_CACHE_HOME", home / ".cache"))
    paths = (Path(os.environ.get(variable, "")), usual)
    return next((path for path in paths if path.is_absolute()), None)
