"""Boards on which proofs come to an end: a smaller value of an option, where the usual board is too large."""

from __future__ import annotations

from ...loading import compile_game
from ...play.game import Game

MOST_CELLS = 25
"""The most cells of a board that is taken as it is."""

TRIES = 12
"""The most values of an option that are looked at."""


def fitting(game: Game) -> tuple[Game, str]:
    """Return a game with the largest value of one of its numeric options that leaves the board with few enough cells,
    and that option as `size=5`; the game itself, and no text, where its board has few or no option makes it smaller."""
    if len(game.board.cells) <= MOST_CELLS:
        return game, ""
    smallest, changed = game, ""
    for option in game.settings.options:
        usual = game.options[option.name]
        if type(usual) is not int:
            continue
        for value in [each for each in range(usual - 1, max(0, usual - TRIES - 1), -1) if option.find(each) == each]:
            found, _ = compile_game(game.name, {option.name: str(value)})
            if found is not None and len(found.board.cells) < len(smallest.board.cells):
                smallest, changed = found, f"{option.name}={value}"
                if len(found.board.cells) <= MOST_CELLS:
                    return found, changed
    return smallest, changed
