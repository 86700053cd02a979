"""Boards on which proofs come to an end: a smaller value of an option, where the usual board is too large."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache

from ...diagnostics.diagnostic import HexgameError
from ...loading import rebuild
from ...play.game import Game

MOST_CELLS = 25
"""The most cells of a board that is taken as it is."""

TRIES = 12
"""The most values of an option that are looked at."""


@lru_cache(maxsize=8)
def fitting(game: Game) -> tuple[Game, str]:
    """Return a game with the largest value of one of its numeric options that leaves the board with few enough cells,
    and that option as `size=5`; the game itself, and no text, where its board has few or no option makes it smaller.
    Other options stay as they are."""
    if len(game.board.cells) <= MOST_CELLS:
        return game, ""
    smallest, changed = game, ""
    for option in game.settings.options:
        usual = game.options[option.name]
        if type(usual) is not int:
            continue
        for value in [each for each in range(usual - 1, max(0, usual - TRIES - 1), -1) if option.find(each) == each]:
            with suppress(HexgameError):
                found = rebuild(game.sources, {**game.options, option.name: value}).copy_with(name=game.name)
                if len(found.board.cells) < len(smallest.board.cells):
                    smallest, changed = found, f"{option.name}={value}"
            if len(smallest.board.cells) <= MOST_CELLS:
                return smallest, changed
    return smallest, changed
