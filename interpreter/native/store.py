"""Where compiled games are kept: in the cache folder, one folder a game, named by what the game's module says."""

from __future__ import annotations

import hashlib
import importlib.util
import shutil
import sys
from pathlib import Path
from types import ModuleType

from interpreter.resources import cache_folder
from interpreter.source.writing import replace_text


def store() -> Path | None:
    """The folder of all compiled games, or None where nothing can be kept."""
    folder = cache_folder()
    return folder / "native" if folder else None


def loaded(text: str) -> tuple[ModuleType, str]:
    """The module of a text, and a note where it is not kept on disk."""
    name = "hexgame_native_" + hashlib.sha256(text.encode()).hexdigest()[:24]
    folder = store()
    if folder is None:
        return in_memory(name, text), "nothing can be kept: there is no cache folder that can be written to"
    try:
        return _from_file(name, folder / name / "game.py", text), ""
    except (OSError, RuntimeError) as error:  # Numba finds no place: a RuntimeError
        return in_memory(name, text), f"nothing can be kept: {error}"


def forget(module: ModuleType) -> None:
    """Throw away what is kept of a game: it was damaged."""
    if module.__file__:
        shutil.rmtree(Path(module.__file__).parent, ignore_errors=True)


def clear() -> int:
    """Throw away all compiled games; gives how many there were."""
    folder = store()
    games = list(folder.iterdir()) if folder and folder.is_dir() else []
    for game in games:
        shutil.rmtree(game)
    return len(games)


def _from_file(name: str, path: Path, text: str) -> ModuleType:
    """The module of a file, which is written where it does not say so yet; others may do the same meanwhile."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text("utf-8") != text:
        replace_text(path, text)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # Numba finds a function's module by its name, in this process and in those to come
    spec.loader.exec_module(module)
    return module


def in_memory(name: str, text: str) -> ModuleType:
    """A module of a text, kept nowhere."""
    module = ModuleType(name)
    sys.modules[name] = module
    unkept = text.replace("KEEP = True", "KEEP = False", 1)
    exec(compile(unkept, name, "exec"), module.__dict__)  # noqa: S102 - text made of integers and our own names
    return module
