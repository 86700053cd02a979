"""Where the package's own files are."""

from __future__ import annotations

from pathlib import Path


def resource(name: str) -> Path:
    """Return the path of `games`, `grammar`, `docs` or `cli.py`: inside the package, or beside it in a checkout."""
    package = Path(__file__).parent
    installed = package / name
    return installed if installed.exists() else package.parent / name
