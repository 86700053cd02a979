"""The images of a position under the symmetries that its game has: positions with a common image are worth the same."""

from __future__ import annotations

from ...play.game import Game
from ...play.state import State
from ...rules.symmetry import classes

MOST = 200
"""How many images are compared at most."""


def images_of(game: Game) -> tuple[list[int], int]:
    """Return where each number of a position's images is read from, one image after another, and an image's length.

    A position is what makes two states equal, without the seats and the end. The first image is the position itself;
    each image begins with the cells.
    """
    layout = game.machine.layout
    rest = [
        place
        for section in layout.sections
        if section.offset < layout.position_size and section not in (layout.content, layout.end, layout.seat)
        for place in range(section.offset, section.offset + section.size)
    ]
    images = [place for cells in _cell_images(game) for place in [*cells, *rest]]
    return images, len(game.board.cells) + len(rest)


def orbits(state: State) -> dict[int, int]:
    """Return, for the code of each legal move, the first of those that lead to images of the same position."""
    game, vector = state.game, state.vector
    kept = [cells for cells in _cell_images(game) if all(vector[cell] == vector[at] for at, cell in enumerate(cells))]
    cells, met, first = classes(len(game.board.cells), kept), dict[tuple[int, int], int](), dict[int, int]()
    for move in state.legal_moves:
        block = game.block_of(move.code)
        place = cells[move.code - block.base] if block.takes_cell else move.code - block.base
        first[move.code] = met.setdefault((block.base, place), move.code)
    return first


def _cell_images(game: Game) -> list[tuple[int, ...]]:
    """Return, for each symmetry that leaves players alone, which cell comes to each place."""
    layout, cells = game.machine.layout, len(game.board.cells)
    if any((layout.last, layout.vars, layout.cards, layout.marks, layout.history)):
        return [tuple(range(cells))]
    found = (each.nodes[:cells] for each in game.symmetries if not each.exchanges_players)
    sources = dict.fromkeys(tuple(sorted(range(cells), key=nodes.__getitem__)) for nodes in found)
    return list(sources)[:MOST]
