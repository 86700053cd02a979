"""Whether a graph can be drawn in the plane without crossings (Demoucron, Malgrange and Pertuiset 1964)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence, Set

from ...board.topology import components

Face = tuple[int, ...]
Fragment = tuple[list[int], Set[int]]
"""Nodes that are not drawn yet, none if it is a link alone, and the drawn nodes that they are linked to."""


def is_planar(near: Sequence[Set[int]]) -> bool:
    """Return whether a graph is planar: `near` has the neighbours of each node. Says no to some that have a node
    without which they fall apart."""
    return faces_of(near) is not None


def faces_of(near: Sequence[Set[int]]) -> list[Face] | None:
    """Return the faces of a drawing in the plane, without what hangs on one link only; None where there may be none."""
    links = [set(row) - {node} for node, row in enumerate(near)]
    _prune(links)
    cycle = _cycle(links)
    if not cycle:
        return []
    faces = [tuple(cycle), tuple(cycle)]
    drawn = {frozenset(pair) for pair in zip(cycle, [*cycle[1:], cycle[0]], strict=True)}
    while True:
        choices = []
        for fragment in _fragments(links, drawn):
            fitting = [face for face in faces if fragment[1] <= set(face)]
            if not fitting or len(fragment[1]) < 2:
                return None
            choices.append((len(fitting), fitting[0], fragment))
        if not choices:
            return faces if len(_parts(links, {node for node, row in enumerate(links) if row})) == 1 else None
        _, face, fragment = min(choices, key=lambda choice: choice[0])
        path = _across(links, fragment)
        drawn |= {frozenset(pair) for pair in itertools.pairwise(path)}
        faces.remove(face)
        faces += _split(face, path)


def _prune(links: Sequence[set[int]]) -> None:
    """Remove what hangs on one link only, since it can always be drawn."""
    waiting = [node for node, row in enumerate(links) if len(row) == 1]
    while waiting:
        node = waiting.pop()
        for other in list(links[node]):
            links[node].discard(other)
            links[other].discard(node)
            if len(links[other]) == 1:
                waiting.append(other)


def _cycle(links: Sequence[Set[int]]) -> list[int]:
    """Return any cycle; empty if there is none."""
    start = next((node for node, row in enumerate(links) if row), None)
    if start is None:
        return []
    path, place = [start], {start: 0}
    while True:
        before = path[-2] if len(path) > 1 else None
        onwards = next(node for node in sorted(links[path[-1]]) if node != before)
        if onwards in place:
            return path[place[onwards] :]
        place[onwards] = len(path)
        path.append(onwards)


def _fragments(links: Sequence[Set[int]], drawn: Set[frozenset[int]]) -> list[Fragment]:
    """Return what is left to draw, in pieces that do not depend on each other."""
    fixed = {node for pair in drawn for node in pair}
    found: list[Fragment] = [
        ([], {one, other})
        for one in fixed
        for other in links[one]
        if one < other and other in fixed and frozenset((one, other)) not in drawn
    ]
    for part in _parts(links, {node for node, row in enumerate(links) if row} - fixed):
        found.append((part, {other for node in part for other in links[node] if other in fixed}))
    return found


def _parts(links: Sequence[Set[int]], nodes: Set[int]) -> list[list[int]]:
    """Return the components of some of the nodes."""
    return components(sorted(nodes), lambda node: links[node] & nodes)


def _across(links: Sequence[Set[int]], fragment: Fragment) -> list[int]:
    """Return a path through a fragment from one drawn node to another."""
    inside, ends = set(fragment[0]), fragment[1]
    start = min(ends)
    if not inside:
        return sorted(ends)
    before = dict.fromkeys(links[start] & inside, start)
    waiting = list(before)
    for node in waiting:
        out = (links[node] & ends) - {start}
        if out:
            path = [min(out), node]
            while path[-1] != start:
                path.append(before[path[-1]])
            return path
        for other in links[node] & inside:
            if other not in before:
                before[other] = node
                waiting.append(other)
    raise AssertionError("a fragment is in one piece")


def _split(face: Face, path: Sequence[int]) -> list[Face]:
    """Return the two faces that a path makes of one."""
    one, other = face.index(path[0]), face.index(path[-1])
    ahead = path if one < other else path[::-1]
    low, high = min(one, other), max(one, other)
    inner = tuple(ahead[1:-1])
    return [face[: low + 1] + inner + face[high:], (*face[low : high + 1], *inner[::-1])]
