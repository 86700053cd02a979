"""Symmetries: the automorphisms of the graph of board and rules, as a group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from math import prod

from ...board.board import Board
from ...record import Record
from ..program import Rules
from ..traits import Node
from .automorphisms import Level, stabilisers
from .structure import Pinned, Structure


class Symmetry(Record):
    """Where each cell and each edge goes, edges numbered after cells, and whose stones each player's become."""

    nodes: tuple[int, ...]
    players: tuple[int, ...]

    @property
    def exchanges_players(self) -> bool:
        """Whether colours change hands."""
        return self.players != tuple(range(len(self.players)))

    def after(self, first: Symmetry) -> Symmetry:
        """Return the symmetry that does first another one, then this one."""
        nodes, players = self.nodes, self.players
        return Symmetry(tuple([nodes[to] for to in first.nodes]), tuple([players[to] for to in first.players]))


class Symmetries(Record):
    """The group of the symmetries of a game: if a position and another one are images of each other, with the mover and
    all that the state keeps, then so are the decisions possible in them, the positions after those, and the results.
    Each kind of decision stays what it is.
    """

    nodes: int
    """The number of cells and edges."""

    order: int
    """How many there are, the one that changes nothing among them."""

    order_keeping: int
    """How many of them leave players alone."""

    keeping: tuple[Symmetry, ...]
    """Generators of those that leave players alone."""

    exchanging: tuple[Symmetry, ...]
    """Further ones, each of which exchanges players; together they generate all."""

    is_complete: bool
    """Whether the search for them came to its end."""

    pinned: tuple[Pinned, ...]
    """What keeps cells or players in place because it is not understood."""

    players: int

    @property
    def generators(self) -> tuple[Symmetry, ...]:
        """Symmetries of which all others are made."""
        return self.exchanging + self.keeping

    @property
    def nothing(self) -> Symmetry:
        """The symmetry that changes nothing."""
        return Symmetry(tuple(range(self.nodes)), tuple(range(self.players)))

    def listed(self, most: int) -> tuple[Symmetry, ...]:
        """Return symmetries, the one that changes nothing first, at most so many."""
        return tuple(islice(_made_of(self.nothing, self.generators), most))

    def kept(self, most: int) -> tuple[Symmetry, ...]:
        """Return symmetries that leave players alone, the one that changes nothing first, at most so many."""
        return tuple(islice(_made_of(self.nothing, self.keeping), most))


def symmetries(rules: Rules, board: Board, parts: Sequence[Node] | None = None) -> Symmetries:
    """Return the symmetries of a game, or of its board with some parts of its rules.

    What is not understood, such as a loop over cells whose order may matter, keeps all cells in place.
    """
    structure = Structure(rules, board, parts)
    levels, is_complete = stabilisers(structure.graph, structure.movable)
    nodes, players = structure.nodes, len(rules.players)

    def of(some: Sequence[Level]) -> tuple[Symmetry, ...]:
        return tuple(
            Symmetry(each[:nodes], tuple(player - nodes for player in each[nodes : nodes + players]))
            for level in some for each in level.generators
        )  # fmt: skip

    keeping = [level for level in levels if level.point < nodes]
    order, order_keeping = (prod(len(level.orbit) for level in some) for some in (levels, keeping))
    return Symmetries(
        nodes, order, order_keeping, of(keeping), of([level for level in levels if level.point >= nodes]), is_complete,
        tuple(structure.pinned), players,
    )  # fmt: skip


def classes(places: int, images: Sequence[Sequence[int]]) -> list[int]:
    """Return, for each of so many places, the first of those that images move onto one another, one after another."""
    first = list(range(places))
    for place in range(places):
        alike = [place] if first[place] == place else []
        for each in alike:
            for image in images:
                if first[image[each]] > place:
                    first[image[each]] = place
                    alike.append(image[each])
    return first


def _made_of(nothing: Symmetry, generators: Sequence[Symmetry]) -> Iterator[Symmetry]:
    """Yield all symmetries that generators make, those of the fewest first."""
    known, found = {nothing}, [nothing]
    yield nothing
    for each in found:
        for step in generators:
            other = step.after(each)
            if other not in known:
                known.add(other)
                found.append(other)
                yield other
