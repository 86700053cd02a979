"""What was computed for reports before: kept in one's own cache, by the game's texts, options and seed."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from functools import cache

from ..native.places import STUDIED
from ..native.store import Findings
from ..play.game import Game
from .blocks import AnyKind, Kept


class Shelf:
    """Keeps what was found in the first blocks of each kind of work; `say` is called once with what is in the way."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = cache(say)
        self._found = Findings(STUDIED, pkgutil.resolve_name(f"{__name__.partition('.')[0]}:__version__"))

    def kept(self, game: Game, kind: AnyKind, seed: int) -> Kept:
        """Return what is kept; the kind's `nothing` where there is nothing, or nothing that can be read."""
        try:
            return kind.read(self._found.kept(*_about(game, kind, seed)))  # type: ignore[arg-type]
        except (ValueError, TypeError, KeyError):
            return kind.nothing

    def keep(self, game: Game, kind: AnyKind, seed: int, found: Kept) -> None:
        """Keep what was found, unless more is kept."""
        if self.kept(game, kind, seed).games <= found.games:
            self._found.keep(found.data(), *_about(game, kind, seed), say=self._say)


def _about(game: Game, kind: AnyKind, seed: int) -> tuple[object, ...]:
    return kind.name, kind.version, *game.identity, seed
