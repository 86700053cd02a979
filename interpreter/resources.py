"""Where the package's own files are, and where it may keep what it has computed."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def resource(name: str) -> Path:
    """Return the path of `games`, `grammar`, `docs` or `cli.py`: inside the package, or beside it in a checkout."""
    package = Path(__file__).parent
    installed = package / name
    return installed if installed.exists() else package.parent / name


def cache_folder() -> Path | None:
    """Return a writable folder for what can be computed again, None if there is none. `HEXGAME_CACHE` moves it."""
    folder = Path(os.environ.get("HEXGAME_CACHE") or _user_cache() / "hexgame")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def _user_cache() -> Path:
    home = Path(os.path.expanduser("~"))  # noqa: PTH111 - Path.home() raises where there is no home
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    if sys.platform == "darwin":
        return home / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
