"""Three sides of a disc that one chain must meet: the theorem of the game of Y.

**Theorem.** Let the boundary of a triangulated disc consist of three runs A, B, C of cells, each of which shares one
cell with each other. However two colours fill the disc, exactly one of them has a chain that meets A, B and C.

*Proof.* At least one: otherwise, label each cell with a side that its chain misses. A cell of A is not labelled A, and
the corner of A and B is labelled C, so by Sperner's lemma there is a triangle with all three labels. Two of its cells
have the same colour, hence are in one chain and have the same label. At most one: add vertices a, b, c outside, each
next to all cells of its side, and o next to a, b, c. That graph is planar; two chains that meet all sides, shrunk to
points, would together with o and a, b, c form K₃,₃. ∎
"""

from __future__ import annotations

from itertools import combinations

from ...board.board import Board
from ...rules import ir
from ..endings import Endings
from .triangulation import Triangulation, Untriangulated

THREE = 3


def sides_of(endings: Endings) -> tuple[frozenset[int], ...] | None:
    """Return the three sides that each of two players asks one chain to meet; None where the goals are others."""
    sides: set[frozenset[frozenset[int]]] = set()
    owners = []
    for node, own in endings.atoms:
        if not isinstance(node, ir.Connects) or len(node.regions[0]) != THREE:
            return None
        sides.add(frozenset(endings.fillings.game.rules.regions[region] for region in node.regions[0]))
        owners.append(endings.owner(node.cells, own))
    if len(sides) != 1 or sorted(owners) != [0, 1]:
        return None
    (found,) = sides
    return tuple(sorted(found, key=sorted)) if len(found) == THREE else None


def check_sides(board: Board, base: Triangulation, sides: tuple[frozenset[int], ...]) -> None:
    """Raise `Untriangulated` unless a board is a disc whose boundary consists of three such sides, along which no
    chain can run outside."""
    if any(edge.is_coloured for edge in board.edges):
        raise Untriangulated("chains of three sides could run along a player's edge")
    if len(base.circles) != 1 or base.cells - len(base.links) + len(base.triangles) != 1:
        raise Untriangulated("the board is not a disc")
    circle = [cell for cell, _ in base.circles[0]]
    if frozenset(circle) != frozenset[int]().union(*sides):
        raise Untriangulated("the sides that goals speak of are not the boundary")
    corners = {cell for one, other in combinations(sides, 2) for cell in one & other}
    if [len(one & other) for one, other in combinations(sides, 2)] != [1] * THREE or len(corners) != THREE:
        raise Untriangulated("two of the three sides do not share one corner")
    for side in sides:
        begins = [cell for at, cell in enumerate(circle) if cell in side and circle[at - 1] not in side]
        if len(begins) != 1:
            raise Untriangulated("a side is not one run of the boundary")
