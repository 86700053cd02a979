"""Chains as plain sets of nodes with labels, and rings, for counting again.

A ring goes around a part of what a set does not hold, cell by cell with the places of holes and the outside, that does
not reach the outside and has a cell in it; or around a cell that belongs to the set itself and has only cells of the
set around it, or places of holes whose cells around all belong to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from ...machine.plan.nodes import surroundings
from ...play.game import Game

Labels: TypeAlias = frozenset[int]
Places: TypeAlias = frozenset[tuple[int, int]]
"""Numbers of nodes or regions, each with a label."""


class View(NamedTuple):
    """The stones that goals look at: cells with some contents, joined by links; edges of their colour, if chains."""

    contents: frozenset[int]
    by: tuple[tuple[int, ...], ...]
    """What chains run by, packed; nothing for the links of the board."""

    has_edges: bool
    is_around: bool = False
    """Whether they are what a set does not hold, for rings around it."""


class Chain(NamedTuple):
    """Joined nodes: those of the frontier and the regions met, closed under the labels of loops; all cells."""

    places: Places
    loops: Labels
    met: Places
    cells: frozenset[int]
    """The cells that a goal may ask about by themselves."""

    size: int


def joined(one: Chain, other: Chain, shift: int) -> Chain:
    """Return two chains as one; the labels of the other differ by `shift`."""
    places, met = ({(each, label ^ shift) for each, label in part} for part in (other.places, other.met))
    loops, cells = sums(one.loops | other.loops), one.cells | other.cells
    return closed(Chain(one.places | places, loops, one.met | met, cells, one.size + other.size))


def closed(chain: Chain) -> Chain:
    """Return a chain with all labels that its loops make of those of its nodes."""
    places, met = (
        frozenset((each, label ^ loop) for each, label in part for loop in chain.loops)
        for part in (chain.places, chain.met)
    )
    return chain._replace(places=places, met=met)


def settled(chain: Chain) -> Chain:
    """Return a chain with labels that count from its first node."""
    first = min(chain.places)[1]
    places, met = (frozenset((each, label ^ first) for each, label in part) for part in (chain.places, chain.met))
    return chain._replace(places=places, met=met)


def sums(labels: Iterable[int]) -> Labels:
    """Return all sums of some labels."""
    found = {0}
    for label in labels:
        found |= {label ^ other for other in found}
    return frozenset(found)


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
