"""Drawings that show that at most one player can join their regions: the graph that docs/solving.md describes."""

from __future__ import annotations

from ....machine.emit import Machine
from ....rules import ir
from ..planar import Face, faces_of


def drawing_of(machine: Machine) -> list[Face] | None:
    """Return the faces of a drawing of a game's only goal, to join regions; None where there is none."""
    rules, nodes = machine.plan.rules, machine.plan.nodes
    goal = next(iter(rules.goals))
    if not isinstance(goal, ir.Connects):
        return None
    hub = nodes.count
    links: list[set[int]] = [{each >> nodes.seams for each in row} for row in nodes.rows] + [set()]
    vertices: dict[int, int] = {}

    def link(one: int, other: int) -> None:
        links[one].add(other)
        links[other].add(one)

    sides = [goal.regions[player % len(goal.regions)] for player in range(2)]
    for name in (name for side in sides for name in side):
        region = rules.regions[name]
        if name in vertices:
            continue
        if len(region) == 1 and min(region) >= nodes.cells:
            vertices[name] = min(region)
        else:
            vertices[name] = len(links)
            links.append(set())
            for cell in region:
                link(vertices[name], cell)
        link(hub, vertices[name])
    if len(vertices) == 4:
        ring = [vertices[sides[turn % 2][turn // 2]] for turn in range(4)]
        for turn in range(4):
            link(ring[turn], ring[turn - 1])
    return faces_of(links) if all(len(row) > 1 for row in links) else None
