"""Goals judged for a set of cells, given as bits: cells first, then edges. All stay true as the set grows."""

from __future__ import annotations

from collections.abc import Sequence

from ...machine.plan.nodes import Nodes, Surroundings
from .extents import first, gathered, listed


def parts(near: Sequence[int], cells: int) -> list[int]:
    """The connected components of some cells; `near` has the neighbours of each."""
    found = []
    while cells:
        part = waiting = cells & -cells
        while waiting:
            lowest = waiting & -waiting
            new = near[first(lowest)] & cells & ~part
            part |= new
            waiting = waiting ^ lowest | new
        found.append(part)
        cells &= ~part
    return found


def links(nodes: Nodes) -> list[int]:
    """For each node, its neighbours."""
    return [gathered(packed >> nodes.seams for packed in row) for row in nodes.rows]


def connects(nodes: Nodes, near: Sequence[int], belongs: int, regions: Sequence[frozenset[int]]) -> bool:
    """Whether one chain meets all regions."""
    meeting = [gathered(node for node, labels in enumerate(nodes.meets(region)) if labels) for region in regions]
    return any(all(part & met for met in meeting) for part in parts(near, belongs))


def leads(nodes: Nodes, belongs: int, start: frozenset[int], end: frozenset[int], wanted: int) -> bool:
    """Whether a walk inside one chain leads from one region to another with a wanted label."""
    starts, ends = nodes.meets(start), nodes.meets(end)
    reached = [(node, label) for node in listed(belongs) for label in listed(starts[node])]
    known = set(reached)
    for node, label in reached:
        if any(wanted >> (label ^ last) & 1 for last in listed(ends[node])):
            return True
        for packed in nodes.rows[node]:
            there = packed >> nodes.seams, label ^ (packed & (nodes.labels - 1))
            if belongs >> there[0] & 1 and there not in known:
                known.add(there)
                reached.append(there)
    return False


def loops(nodes: Nodes, belongs: int, wanted: int) -> bool:
    """Whether some sum of loops of all chains has a wanted label."""
    labels: dict[int, int] = {}
    sums = {0}
    for root in listed(belongs):
        if root in labels:
            continue
        labels[root], chain = 0, [root]
        for node in chain:
            for packed in nodes.rows[node]:
                there, label = packed >> nodes.seams, labels[node] ^ (packed & (nodes.labels - 1))
                if not belongs >> there & 1:
                    continue
                if there not in labels:
                    labels[there] = label
                    chain.append(there)
                sums |= {each ^ label ^ labels[there] for each in sums}
    return any(wanted >> each & 1 for each in sums)


def encloses(around: Surroundings, count: int, cells: int) -> bool:
    """Whether a loop of some cells goes around at least one cell."""
    if not cells:
        return False
    rows = [gathered(row) for row in around.rows]
    open_places = (1 << len(rows)) - 1 & ~cells
    outside = next(part for part in parts(rows, open_places) if part >> around.outside & 1)
    dry = (1 << count) - 1 & ~outside
    walls = cells | ~((1 << count) - 1)
    return any(not cells >> cell & 1 or not rows[cell] & (outside | ~walls) for cell in listed(dry))
