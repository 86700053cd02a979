"""Symmetries of a game's full boards: what is known of one board holds of its images."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ...deadline import look
from ...record import Record
from ...rules import ir
from ...rules.program import Rules
from ...rules.symmetry import Symmetry
from .fillings import Fillings

MOST = 24
"""How many symmetries are used at most where some are as good as all."""

MOST_OF_ALL = 300
"""How many there may be where all are needed."""

TRIED = 20
"""On how many random full boards, with all their images, symmetries are tried."""


class Image(Record):
    """Where each cell of a full board goes, what each content becomes there, and whose each player's stones become."""

    cells: tuple[int, ...]
    contents: tuple[int, ...]
    players: tuple[int, ...]

    @property
    def exchanges_players(self) -> bool:
        """Whether colours change hands."""
        return self.players != tuple(range(len(self.players)))

    def of(self, filling: Sequence[int]) -> tuple[int, ...]:
        """Return the image of a full board."""
        found = list(filling)
        for cell, content in enumerate(filling):
            found[self.cells[cell]] = self.contents[content]
        return tuple(found)


def images_of(fillings: Fillings) -> tuple[Image, ...]:
    """Return some symmetries of the game that leave what is there at the start; the first changes nothing."""
    return _images(fillings, fillings.game.symmetries.listed(MOST))


def _images(fillings: Fillings, found: Sequence[Symmetry]) -> tuple[Image, ...]:
    start, contents = fillings.start, {*fillings.contents}
    images = dict.fromkeys(_image(fillings.game.rules, each, len(start)) for each in found)
    return tuple(
        image
        for image in images
        if image.of(start) == start and {image.contents[content] for content in contents} == contents
    )


def group_of(fillings: Fillings) -> tuple[Image, ...]:
    """Return symmetries that are a group, the one that changes nothing first: two of them one after another are one.

    It is that one alone where there are too many, or where the machine judges some board and its image otherwise.
    """
    images = _images(fillings, fillings.game.symmetries.listed(MOST_OF_ALL + 1))
    if len(images) > MOST_OF_ALL or not _are_closed(images) or not _are_judged_alike(fillings, images):
        return images[:1]
    return images


def _image(rules: Rules, symmetry: Symmetry, cells: int) -> Image:
    kinds, owners = len(rules.pieces), [*symmetry.players, *range(len(symmetry.players), len(rules.owners))]
    contents = [ir.EMPTY, *(rules.content(owner, kind) for owner in owners for kind in range(kinds))]
    return Image(symmetry.nodes[:cells], tuple(contents), symmetry.players)


def _are_closed(images: Sequence[Image]) -> bool:
    """Whether any two one after another are one of them."""
    known = {(each.cells, each.players) for each in images}
    for one in images:
        look()
        for other in images:
            cells = tuple(other.cells[cell] for cell in one.cells)
            if (cells, tuple(other.players[player] for player in one.players)) not in known:
                return False
    return True


def _are_judged_alike(fillings: Fillings, images: Sequence[Image]) -> bool:
    """Whether images of some random full boards have the images of their winners."""
    draw = Random(0)
    for _ in range(TRIED):
        board = tuple(content or draw.choice(fillings.contents) for content in fillings.start)
        winners = fillings.winners(board)
        for image in images:
            look()
            if fillings.winners(image.of(board)) != {image.players[player] for player in winners}:
                return False
    return True
