"""Goals as questions about chains, from edge to edge and around loops, and which of them may hold of the chains of a
player whose stones carry a given space of classes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import product
from operator import or_

from ...record import Record
from ...rules import ir
from ..endings import Atom, Endings
from ..fillings import Fillings, Unphrased
from .spaces import Space, combined, span, subspaces


class Question(Record):
    """What a goal asks of the chains of a player, in edges of that player.

    `connects`: whether a chain joins an edge of each region; `path`: whether a walk with a wanted label leads from the
    first region to the second; `loop`: whether loops add up to a wanted label. `wanted` has a bit for each label.
    """

    kind: str
    player: int
    regions: tuple[frozenset[int], ...]
    wanted: int


def questions_of(endings: Endings) -> tuple[Question, ...]:
    """Return each atom of some endings as a question; raises `Unphrased` where one is not."""
    return tuple(_question(endings, atom) for atom in endings.atoms)


def _question(endings: Endings, atom: Atom) -> Question:
    node, own = atom
    if not isinstance(node, ir.Connects | ir.Path | ir.Loop):
        raise Unphrased("an ending asks for more than classes of chains")
    player = endings.owner(node.cells, own)
    regions = () if isinstance(node, ir.Loop) else node.regions[own % len(node.regions)]
    edges = tuple(_edges(endings.fillings, each, player) for each in regions)
    return Question(type(node).__name__.lower(), player, edges, 0 if isinstance(node, ir.Connects) else node.wanted)


def _edges(fillings: Fillings, region: int, player: int) -> frozenset[int]:
    """The edges of a region, all of which must be a player's."""
    board = fillings.game.board
    edges = frozenset(node - len(board.cells) for node in fillings.game.rules.regions[region])
    if not all(edge >= 0 and board.edges[edge].player == player for edge in edges):
        raise Unphrased("a goal refers to cells, or to an edge that does not belong to the chain's owner")
    return edges


def check_colours(fillings: Fillings) -> None:
    """Raise `Unphrased` unless two players' stones fill the board."""
    rules = fillings.game.rules
    if len(fillings.game.players) != 2:
        raise Unphrased("the theorem is about two players")
    stones: Sequence[frozenset[int]] = [rules.contents_of(player) for player in range(2)]
    if not {*fillings.contents, *fillings.start} - {ir.EMPTY} <= stones[0] | stones[1]:
        raise Unphrased("some stones are nobody's")


MOST_WAYS = 20_000
"""How many ways of giving labels to chains are tried for one space."""


class TooMany(ValueError):  # noqa: N818 - it is an answer, not a mistake
    """There are too many ways in which chains may run."""


class Carrier(Record):
    """What a class of a player is to the goals: `ends` has the arcs in which each class of the basis ends, as bits by
    the numbers of `edges`; `labels` its label. `asked` has the player's questions with the bits of their atoms."""

    edges: tuple[int, ...]
    ends: tuple[int, ...]
    labels: tuple[int, ...]
    asked: tuple[tuple[int, Question], ...]

    def truths(self, space: Space) -> frozenset[int]:
        """Return which atoms may hold where the player's stones carry a space, as bits; none where no stones can."""
        width = len(self.edges)
        keys = [ends | label << width for ends, label in zip(self.ends, self.labels, strict=True)]
        walks: dict[int, set[int]] = {}
        for key in span(combined(vector, keys) for vector in space):
            walks.setdefault(key & (1 << width) - 1, set()).add(key >> width)
        blocks = _blocks(walks, width)
        if len(walks) != 1 << (width - len(blocks)):
            return frozenset()
        certain = sum(1 << bit for bit, asked in self.asked if self._holds(asked, blocks, walks[0]))
        paths = [(bit, asked) for bit, asked in self.asked if asked.kind == "path"]
        if not paths:
            return frozenset({certain})
        found = {certain}
        for block in blocks:
            ways = {self._reached(paths, block, at, loops) for at, loops in _ways(block, walks)}
            found = {one | other for one, other in product(found, ways)}
        return frozenset(found)

    def _holds(self, asked: Question, blocks: Sequence[tuple[int, ...]], loops: set[int]) -> bool:
        if asked.kind == "loop":
            return any(asked.wanted >> label & 1 for label in loops)
        joined = [{self.edges[each] for each in block} for block in blocks]
        return asked.kind == "connects" and any(all(region & block for region in asked.regions) for block in joined)

    def _reached(
        self, paths: list[tuple[int, Question]], block: tuple[int, ...], at: dict[int, int], loops: Sequence[int]
    ) -> int:
        """The path atoms that hold of a chain whose arcs have labels `at`, and whose own loops have some labels."""
        truth = 0
        for bit, asked in paths:
            first, second = ([each for each in block if self.edges[each] in region] for region in asked.regions)
            labels = {at[one] ^ at[other] ^ loop for one in first for other in second for loop in loops}
            truth |= any(asked.wanted >> label & 1 for label in labels) << bit
        return truth


def _blocks(walks: dict[int, set[int]], width: int) -> list[tuple[int, ...]]:
    """The arcs that are in one chain: two are, where some class ends in just these two."""
    blocks: list[tuple[int, ...]] = []
    for arc in range(width):
        block = next((block for block in blocks if 1 << block[0] | 1 << arc in walks), None)
        if block is None:
            blocks.append((arc,))
        else:
            blocks[blocks.index(block)] = (*block, arc)
    return blocks


def _ways(block: tuple[int, ...], walks: dict[int, set[int]]) -> Iterator[tuple[dict[int, int], list[int]]]:
    """The labels that the arcs of a chain may have, counted from its first arc, and those of its own loops: any
    subgroup of the labels of all loops."""
    first, *others = block
    basis: list[int] = []
    for label in sorted(walks[0]):
        basis += [label] * (label not in span(basis))
    tried = 0
    for space in subspaces(len(basis)):
        loops = span(combined(vector, basis) for vector in space)
        reached = [walks[1 << first | 1 << arc] for arc in others]
        ranges = [sorted({min(label ^ loop for loop in loops) for label in labels}) for labels in reached]
        for labels in product(*ranges):
            tried += 1
            if tried > MOST_WAYS:
                raise TooMany("there are too many ways in which labels may be shared among chains")
            yield {first: 0, **dict(zip(others, labels, strict=True))}, loops


def joint(truths: Sequence[frozenset[int]]) -> Iterator[int]:
    """Yield the atoms that may hold of all players together."""
    for each in product(*truths):
        yield reduce(or_, each, 0)
