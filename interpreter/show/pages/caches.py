"""Pages about the cache of compiled games."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from ...native import places, store
from ...play.game import Game


def cache_page(clear: bool = False) -> str:
    """Return where compiled games are kept and how many; with `clear`, delete one's own first."""
    return "\n".join([*_own(clear), *_prebuilt()])


def prebuilding(games: Iterable[Game], folder: Path) -> Iterator[str]:
    """Compile games into a folder for all, and say so. Raises `OSError` if it cannot be written or trusted."""
    from ...native.compiled import compile_all  # noqa: PLC0415 - it imports LLVM

    path = folder.absolute()
    cache = partial(places.shared_cache, path)
    for game in games:
        compile_all(game.machine, cache)
        yield f"compiled {game.title}"
    yield f"{path}: {_size(store.usage(cache))}"
    yield f"To use them: export {places.PREBUILT}={shlex.quote(str(path))}"


def _own(clear: bool) -> Iterator[str]:
    try:
        path = places.own_path()
        used = store.clear() if clear else store.usage()
    except OSError as error:
        yield f"Compiled games are not stored: {places.in_words(error)}; {places.ADVICE}"
        return
    yield str(path)
    yield f"deleted {_size(used)}" if clear else _size(used)


def _prebuilt() -> Iterator[str]:
    try:
        path = places.prebuilt_path()
        if path is not None:
            used = store.usage(places.prebuilt_cache)
            yield f"{path!s} (prebuilt)"
            yield _size(used)
    except OSError as error:
        yield f"The prebuilt cache is not used: {places.in_words(error)}"


def _size(used: store.Usage) -> str:
    return f"{used.games} compiled game{'s' * (used.games != 1)}, {used.size / 1_000_000:.1f} MB"
