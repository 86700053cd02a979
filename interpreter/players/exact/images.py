"""The images of a position under the symmetries that its game has: positions with a common image are worth the same."""

from __future__ import annotations

from ...play.game import Game


def images_of(game: Game) -> tuple[list[int], int]:
    """Return where each number of a position's images is read from, one image after another, and an image's length.

    A position is what makes two states equal, without the seats and the end.
    """
    layout, cells = game.machine.layout, len(game.board.cells)
    rest = [
        place
        for section in layout.sections
        if section.offset < layout.position_size and section not in (layout.content, layout.end, layout.seat)
        for place in range(section.offset, section.offset + section.size)
    ]
    own = [*range(layout.content.offset, layout.content.offset + cells), *rest]
    return own, len(own)
