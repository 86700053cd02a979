"""Rings, for counting again: what a set does not hold, cell by cell with the places of holes and the outside.

A ring goes around a part of that which does not reach the outside and has a cell in it; or around a cell that belongs
to the set itself and has only cells of the set around it, or places of holes whose cells around all belong to it.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...machine.plan.nodes import surroundings
from ...play.game import Game

INSIDE = -1
"""Stands for any cell among those that a part holds."""


class Rings:
    """The places around which a loop of a game's board may go: its cells, and others numbered from `first`."""

    def __init__(self, game: Game, first: int) -> None:
        around, cells = surroundings(game.board), len(game.board.cells)
        self._cells, self.places = cells, range(first, first + len(around.rows) - cells)
        self.outside = self.places[-1]
        number = [*range(cells), *self.places]
        self.rows = [[(number[near], 0) for near in row] for row in around.rows]
        """The rows of cells, then those of the other places."""

    def row(self, node: int) -> Sequence[tuple[int, int]]:
        """Return the places next to a cell or another place."""
        return self.rows[node if node < self._cells else self._cells + node - self.places[0]]

    def noted(self, node: int) -> frozenset[int]:
        """Return what a part keeps of one of its places."""
        return frozenset({INSIDE} if node < self._cells else {node} & {self.outside})

    def is_around(self, kept: frozenset[int]) -> bool:
        """Whether a ring goes around a whole part that has kept this."""
        return INSIDE in kept and self.outside not in kept

    def all_around(self, cell: int) -> frozenset[int]:
        """Return the cells that must belong to a set so that a ring goes around one of them; empty if none can."""
        found, waiting = {cell}, [cell]
        for node in waiting:
            fresh = {near for near, _ in self.row(node)} - found
            found |= fresh
            waiting += [near for near in fresh if near >= self._cells]
        return frozenset() if self.outside in found else frozenset(each for each in found if each < self._cells)
