"""Symmetries of a game's full boards: what is known of one board holds of its images."""

from __future__ import annotations

from ....rules.symmetry import symmetries
from ..fillings import Fillings

MOST = 24
"""How many symmetries are used at most."""

Image = tuple[tuple[int, ...], bool]
"""Where each cell goes, and whether the players change colours."""


def images_of(fillings: Fillings) -> tuple[Image, ...]:
    """Return symmetries of the game that leave what stands on the board at the start; the first changes nothing."""
    game, start = fillings.game, fillings.start
    moved = ((each.nodes[: len(start)], each.exchanges_players) for each in symmetries(game.rules, game.board, MOST))
    return tuple(
        (cells, swaps)
        for cells, swaps in moved
        if all(start[to] == content for to, content in zip(cells, start, strict=True)) and not (swaps and any(start))
    )
