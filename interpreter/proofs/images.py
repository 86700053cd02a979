"""Symmetries of a game's full boards: what is known of one board holds of its images."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ..deadline import look
from ..record import Record
from ..rules import ir
from ..rules.program import Rules
from ..rules.symmetry import Symmetry
from .fillings import Fillings

MOST = 24
"""How many symmetries are used at most."""

TRIED = 20
"""On how many random full boards, with all their images, symmetries are tried."""


class Image(Record):
    """Where each cell of a full board goes, what each content becomes there, and whose each player's stones become."""

    cells: tuple[int, ...]
    contents: tuple[int, ...]
    players: tuple[int, ...]

    def of(self, filling: Sequence[int]) -> tuple[int, ...]:
        """Return the image of a full board."""
        found = list(filling)
        for cell, content in enumerate(filling):
            found[self.cells[cell]] = self.contents[content]
        return tuple(found)


def images_of(fillings: Fillings) -> tuple[Image, ...]:
    """Return some symmetries of the game that leave what is there at the start; the first changes nothing."""
    start, contents = fillings.start, {*fillings.contents}
    found = fillings.game.symmetries.listed(MOST)
    images = dict.fromkeys(_image(fillings.game.rules, each, len(start)) for each in found)
    return tuple(
        image
        for image in images
        if image.of(start) == start and {image.contents[content] for content in contents} == contents
    )


def judged_alike(fillings: Fillings) -> tuple[Image, ...]:
    """Return some symmetries that the machine agrees with on random boards; where it does not, the first alone."""
    images, draw = images_of(fillings), Random(0)
    for _ in range(TRIED):
        board = tuple(content or draw.choice(fillings.contents) for content in fillings.start)
        winners = fillings.winners(board)
        for image in images:
            look()
            if fillings.winners(image.of(board)) != {image.players[player] for player in winners}:
                return images[:1]
    return images


def _image(rules: Rules, symmetry: Symmetry, cells: int) -> Image:
    kinds, owners = len(rules.pieces), [*symmetry.players, *range(len(symmetry.players), len(rules.owners))]
    contents = [ir.EMPTY, *(rules.content(owner, kind) for owner in owners for kind in range(kinds))]
    return Image(symmetry.nodes[:cells], tuple(contents), symmetry.players)
