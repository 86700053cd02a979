"""Goals as questions about the chains of one player, from edge to edge and around loops."""

from __future__ import annotations

from collections.abc import Sequence

from ...record import Record
from ...rules import ir
from ..endings import Atom, Endings
from ..fillings import Fillings, Unphrased


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
        raise Unphrased("a goal speaks of cells, or of an edge that is not of the chain's owner")
    return edges


def check_colours(fillings: Fillings) -> None:
    """Raise `Unphrased` unless two players' stones fill the board."""
    rules = fillings.game.rules
    if len(fillings.game.players) != 2:
        raise Unphrased("the theorem is about two players")
    stones: Sequence[frozenset[int]] = [rules.contents_of(player) for player in range(2)]
    if not {*fillings.contents, *fillings.start} - {ir.EMPTY} <= stones[0] | stones[1]:
        raise Unphrased("some stones are nobody's")
