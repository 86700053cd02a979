"""The regions that a goal has each player join: a sense of the effort, and whether only one player can join theirs."""

from __future__ import annotations

from ...machine.emit import Machine
from ...machine.plan.nodes import Nodes
from ...rules import ir
from ...rules.program import Rules
from .planar import is_planar

Aims = tuple[tuple[tuple[int, ...], ...], ...]
"""For each of two players the regions, each with its nodes; empty without such a goal."""

GUESS = """arena[at + 5] = 1 << distance(U, own_colour, ways)
            arena[at + 6] = 1 << distance(U, 1 - own_colour, ways)"""
NO_GUESS = """arena[at + 5] = 1
            arena[at + 6] = 1"""

DISTANCE = """def distance(S, p, ways):
    for v in range({nodes}):
        ways[v] = 0
    regions = 0
    for region in AIMS[p]:
        regions += 1
        for v in range({nodes}):
            ways[{nodes} + v] = 99
        begin, end = 2 * {nodes}, 2 * {nodes}
        for v in region:
            if S[v] == 0 or S[v] == 1 + p:
                ways[{nodes} + v] = 1 if S[v] == 0 else 0
                ways[end] = v
                end += 1
        while begin < end:
            v = ways[begin]
            begin += 1
            for w in LINKS[v]:
                if S[w] == 0 or S[w] == 1 + p:
                    here = ways[{nodes} + v] + (1 if S[w] == 0 else 0)
                    if here < ways[{nodes} + w] and end < len(ways):
                        ways[{nodes} + w] = here
                        ways[end] = w
                        end += 1
        for v in range({nodes}):
            ways[v] += ways[{nodes} + v]
    least = 30
    for v in range({nodes}):
        here = ways[v] - (regions - 1 if S[v] == 0 else 0)
        if here < least:
            least = here
    return least


"""
"""How many stones a player needs to join the regions of a goal, if the other passes: a star of shortest ways."""

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
