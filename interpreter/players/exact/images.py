"""The images of a position under the symmetries that its game has: positions with a common image are worth the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...machine.plan.sections import Section, present
from ...play.game import Game
from ...play.state import State
from ...rules.spellings import Numerals
from ...rules.symmetry import Symmetry, classes

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
    places = [*range(len(game.board.cells)), *rest]
    moved = (moved_places(game, cells) for cells in cell_images(game, game.symmetries.kept(MOST)))
    return [image[place] for image in moved for place in places], len(places)


def moved_places(game: Game, cells: tuple[int, ...]) -> list[int]:
    """Return where each number of a position's image is read from: what is on a cell goes with it."""
    layout = game.machine.layout
    found = list(range(layout.position_size))
    found[: len(cells)] = cells
    for number in range(len(game.rules.layers) if layout.layers else 0):
        first = present(layout.layers).offset + number * len(cells)
        found[first : first + len(cells)] = [first + cell for cell in cells]
    return found


def orbits(state: State) -> dict[int, int]:
    """Return, for the code of each legal move, the first of those that lead to images of the same position."""
    game, vector = state.game, state.vector
    kept = [cells for cells in _images_at(state) if _leaves(game, cells, vector)]
    cells, met, first = classes(len(game.board.cells), kept), dict[tuple[int, int], int](), dict[int, int]()
    for move in state.legal_moves:
        block = game.block_of(move.code)
        place = cells[move.code - block.base] if block.takes_cell else move.code - block.base
        first[move.code] = met.setdefault((block.base, place), move.code)
    return first


def _leaves(game: Game, cells: tuple[int, ...], vector: Sequence[int]) -> bool:
    """Whether what stands on cells, and the numbers there, are the same where a symmetry takes them."""
    layout, moved = game.machine.layout, moved_places(game, cells)
    places = [each for section in (layout.content, layout.layers) if section is not None
              for each in range(section.offset, section.offset + section.size)]  # fmt: skip
    return all(vector[moved[place]] == vector[place] for place in places)


def _images_at(state: State) -> list[tuple[int, ...]]:
    """Return where symmetries that leave players alone take each cell: those of which all others are made, and more.

    What a state remembers beside the board has no images unless it is as it was at the start, where symmetries keep it.
    """
    game, cells = state.game, len(state.game.board.cells)
    start, vector = game.machine.start, state.vector
    if any(start[each.offset : each.offset + each.size] != vector[each.offset : each.offset + each.size]
           for each in _remembered(game)):  # fmt: skip
        return []
    found = (*game.symmetries.keeping, *game.symmetries.kept(MOST))
    return list(dict.fromkeys(each.nodes[:cells] for each in found))


def cell_images(game: Game, found: Iterable[Symmetry]) -> list[tuple[int, ...]]:
    """Return, for each of some symmetries that leave players alone, which cell comes to each place; where a state
    remembers more than the board, only for that which changes nothing."""
    cells = len(game.board.cells)
    if _remembered(game):
        return [tuple(range(cells))]
    moved = (each.nodes[:cells] for each in found)
    return list(dict.fromkeys(tuple(sorted(range(cells), key=nodes.__getitem__)) for nodes in moved))


def _remembered(game: Game) -> list[Section]:
    """The sections of a state that may name cells beside the board."""
    layout, by_name = game.machine.layout, game.board.by_name
    names_cells = any(not isinstance(layer.values, Numerals) and any(text in by_name for _, text in layer.values)
                      for layer in game.rules.layers)  # fmt: skip
    kept = (
        layout.last,
        layout.vars,
        layout.cards,
        layout.marks,
        layout.history,
        layout.high,
        layout.below,
        layout.layers if names_cells else None,
    )
    return [each for each in kept if each]
