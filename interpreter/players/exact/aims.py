"""The regions that a goal has each player join: a sense of the effort, and whether only one player can join theirs."""

from __future__ import annotations

from typing import cast

from ...machine.emit import Machine
from ...machine.plan.nodes import Nodes
from ...rules import ir
from ...rules.program import Rules
from .planar import Face, faces_of, is_planar

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
    return is_planar(_graph(machine, wins[0].condition))


def _graph(machine: Machine, goal: ir.Connects) -> list[set[int]]:
    """The nodes, linked as on the board, and after them the hub and the regions of a goal. A region that is one edge of
    the board is that edge; four regions are linked in a ring."""
    rules, nodes = machine.plan.rules, machine.plan.nodes
    hub = nodes.count
    links = [*map(set, links_of(nodes)), set[int]()]
    vertices: dict[int, int] = {}

    def link(one: int, other: int) -> None:
        links[one].add(other)
        links[other].add(one)

    sides = [goal.regions[player % len(goal.regions)] for player in range(2)]
    for name in dict.fromkeys(name for side in sides for name in side):
        region = rules.regions[name]
        vertices[name] = min(region) if len(region) == 1 and min(region) >= nodes.cells else len(links)
        if vertices[name] == len(links):
            links.append(set())
            for node in region:
                link(vertices[name], node)
        link(hub, vertices[name])
    if set(sides[0]) != set(sides[1]):
        ring = [vertices[sides[turn % 2][turn // 2]] for turn in range(4)]
        for turn in range(4):
            link(ring[turn], ring[turn - 1])
    return links


def drawing_of(machine: Machine) -> list[Face] | None:
    """Return the faces of the graph that shows that only one player can join their regions, as docs/solving.md has it;
    None where it cannot be drawn, or something in it hangs on one link only."""
    links = _graph(machine, cast("ir.Connects", next(iter(machine.plan.rules.goals))))
    return faces_of(links) if all(len(row) > 1 for row in links) else None
