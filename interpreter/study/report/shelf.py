"""What was computed for reports before: kept in one's own cache, by the game's texts, options and seed."""

from __future__ import annotations

import hashlib
import json
import pkgutil
import zlib
from collections.abc import Callable
from functools import cache

from ...native.places import ADVICE, STUDIED, in_words, own_cache
from ...play.game import Game
from .blocks import AnyKind, Kept

LARGEST = 1 << 26
"""The most bytes that are read of a file."""

LARGEST_TEXT = 1 << 29
"""The most bytes that it unfolds to."""


class Shelf:
    """Keeps what was found in the first blocks of each kind of work; `say` is called once with what is in the way."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = cache(say)

    def kept(self, game: Game, kind: AnyKind, seed: int) -> Kept:
        """Return what is kept; the kind's `nothing` where there is nothing, or nothing that can be read."""
        try:
            with own_cache() as mine, mine.folder(STUDIED) as folder:
                packed = folder.read(_file(game, kind, seed), LARGEST)
            return kind.read(json.loads(zlib.decompressobj().decompress(packed, LARGEST_TEXT)))
        except (OSError, ValueError, TypeError, KeyError, RecursionError, zlib.error):
            return kind.nothing

    def keep(self, game: Game, kind: AnyKind, seed: int, found: Kept) -> None:
        """Keep what was found, unless more is kept."""
        if self.kept(game, kind, seed).games > found.games:
            return
        packed = zlib.compress(json.dumps(found.data()).encode(), 1)
        try:
            with own_cache(make=True) as mine, mine.folder(STUDIED, make=True) as folder:
                folder.write(_file(game, kind, seed), packed)
        except OSError as error:
            self._say(f"what is found is not kept: {in_words(error)}; {ADVICE}")


def _file(game: Game, kind: AnyKind, seed: int) -> str:
    release = pkgutil.resolve_name(f"{__name__.partition('.')[0]}:__version__")
    title, source, options = game.identity
    whole = repr((release, kind.name, kind.version, title, source, options, seed))
    return hashlib.sha256(whole.encode()).hexdigest()[:32]
