"""The regions that a goal has each player join: a sense of the effort, and whether only one player can join theirs."""

from __future__ import annotations

from ...machine.emit import Machine
from ...machine.plan.nodes import Nodes
from ...rules import ir
from ...rules.program import Rules
from .planar import is_planar

Aims = tuple[tuple[tuple[int, ...], ...], ...]
"""For each of two players the regions, each with its nodes; empty without such a goal."""

QUEUE = 64
"""The room that a distance takes, for each node."""


def aims_of(rules: Rules) -> Aims:
    """Return the regions that the first goal which joins any has each of two players join."""
    for goal in rules.goals:
        if isinstance(goal, ir.Connects | ir.Path):
            wanted = (goal.regions[player % len(goal.regions)] for player in range(2))
            return tuple(tuple(tuple(sorted(rules.regions[each])) for each in regions) for regions in wanted)
    return ()


def links_of(nodes: Nodes) -> tuple[tuple[int, ...], ...]:
    """Return the nodes next to each node, each once."""
    return tuple(tuple(sorted({each >> nodes.seams for each in row})) for row in nodes.rows)


def are_joined_by_one(machine: Machine, aims: Aims) -> bool:
    """Return whether a player wins by joining their regions and in no other way, and never both players can.

    Suppose that both could, with chains that share no node. Then, together with a hub that is linked to the regions,
    they make a graph that cannot be drawn in the plane: if both join the same three regions, the hub and the chains
    are each linked to all three; if each joins two of four regions that a ring runs through in turn, the hub and the
    regions are five nodes that are all linked. So where the board with its regions, the hub and the ring can be drawn
    in the plane, only one player can.
    """
    wins = [ending for ending in machine.plan.rules.endings if ending.result == "win"]
    if len(wins) != 1 or wins[0].player is not None or not isinstance(wins[0].condition, ir.Connects):
        return False
    one, other = aims
    same = set(one) == set(other) and len(one) == len(other) == len(set(one)) >= 3
    if not same and not (len(one) == len(other) == 2 and len({*one, *other}) == 4):
        return False
    nodes = machine.plan.nodes
    hub, first = nodes.count, nodes.count + 1
    regions = list(one) if same else [one[0], other[0], one[1], other[1]]
    links = [set(row) for row in links_of(nodes)] + [set[int]() for _ in range(1 + len(regions))]

    def link(a: int, b: int) -> None:
        links[a].add(b)
        links[b].add(a)

    for number, region in enumerate(regions, first):
        link(hub, number)
        for node in region:
            link(number, node)
    for number in range(first, first + len(regions)) if not same else ():
        link(number, number + 1 if number + 1 < first + len(regions) else first)
    return is_planar(links)
