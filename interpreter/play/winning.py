"""Which cells of the chain that ended a game are shown."""

from __future__ import annotations

from collections.abc import Iterator, Set

from ..board.board import Board
from ..machine.plan.nodes import Nodes, nodes_of
from ..rules import ir
from ..rules.adjacency import adjacency
from ..rules.program import Rules


def without_stragglers(board: Board, rules: Rules, goal: ir.Goal, chain: Set[int], own: int) -> Set[int]:
    """Leave out of a chain's nodes the stones that hang on one edge alone if it meets all regions without them as well.

    An edge belongs to the chain of its colour, and so does whatever lies next to it.
    """
    if not isinstance(goal, ir.Connects):
        return chain
    nodes = nodes_of(board, rules, adjacency(goal.cells))
    meeting = [nodes.meets(rules.regions[region]) for region in goal.regions[own % len(goal.regions)]]
    for part, met in sorted(_parts(nodes, chain), key=lambda each: len(each[0])):
        rest = chain - part
        if len(met & chain) == 1 and all(any(meets[node] for node in rest) for meets in meeting):
            chain = rest
    return chain


def _parts(nodes: Nodes, chain: Set[int]) -> Iterator[tuple[set[int], set[int]]]:
    """The parts into which a chain falls without its edges, each with the edges next to it."""
    left = {node for node in chain if node < nodes.cells}
    while left:
        queue = [left.pop()]
        met = set[int]()
        for cell in queue:
            near = {packed >> nodes.seams for packed in nodes.rows[cell]}
            met |= {node for node in near if node >= nodes.cells}
            queue += near & left
            left -= near
        yield set(queue), met
