"""Boards on which proofs come to an end: a smaller value of an option, where the usual board is too large."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache

from ...diagnostics.diagnostic import HexgameError
from ...loading import rebuild
from ...play.game import Game

MOST_CELLS = 25
"""The most cells of a board that is taken as it is."""

TRIES = 12
"""The most values of an option that are looked at."""

FEWEST_CELLS = 7
"""The fewest cells of a smaller board on which puzzles are looked for."""


def boards(game: Game) -> Iterator[tuple[Game, str]]:
    """Yield a game on the board that fits it, then on smaller ones, each with the option that is changed."""
    found, changed = fitting(game)
    yield found, changed
    while (most := min(MOST_CELLS + 1, len(found.board.cells)) - 1) >= FEWEST_CELLS:
        found, changed = fitting(game, most)
        if not FEWEST_CELLS <= len(found.board.cells) <= most:
            return
        yield found, changed


@lru_cache(maxsize=8)
def fitting(game: Game, most: int = MOST_CELLS) -> tuple[Game, str]:
    """Return a game with the largest value of one of its numeric options that leaves the board with few enough cells,
    and that option as `size=5`; the game itself, and no text, where its board has few or no option makes it smaller.
    Other options stay as they are."""
    if len(game.board.cells) <= most:
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
            if len(smallest.board.cells) <= most:
                return smallest, changed
    return smallest, changed
