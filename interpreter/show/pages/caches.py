"""The page about the cache of compiled games."""

from __future__ import annotations

from collections.abc import Iterator

from ...native import places, store


def cache_page(clear: bool = False) -> str:
    """Return where compiled games are kept and how many; with `clear`, delete one's own first."""
    return "\n".join([*_own(clear), *_prebuilt()])


def _own(clear: bool) -> Iterator[str]:
    try:
        path = places.own_path()
        used = store.clear() if clear else store.usage()
    except OSError as error:
        yield f"Compiled games are not stored: {places.in_words(error)}; {places.ADVICE}"
        return
    yield places.readable(path)
    yield f"deleted {_size(used)}" if clear else _size(used)


def _prebuilt() -> Iterator[str]:
    try:
        path = places.prebuilt_path()
        if path is not None:
            used = store.usage(places.prebuilt_cache)
            yield f"{places.readable(path)} (prebuilt)"
            yield _size(used)
    except OSError as error:
        yield f"The prebuilt cache is not used: {places.in_words(error)}"


def _size(used: store.Usage) -> str:
    return f"{used.games} compiled game{'s' * (used.games != 1)}, {used.size / 1_000_000:.1f} MB"
