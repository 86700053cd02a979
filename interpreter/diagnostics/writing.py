"""Write files atomically: a reader finds the old content or the new, never a part."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path


def replace_text(path: Path, text: str) -> None:
    """Replace the text of a file, keeping its links and permissions. Raises `OSError`."""
    replace_bytes(path, text.encode())


def replace_bytes(path: Path, content: bytes) -> None:
    """Replace the content of a file, keeping its links and permissions. Raises `OSError`."""
    path = path.resolve()
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    new = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        if path.exists():
            shutil.copymode(path, new)
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
