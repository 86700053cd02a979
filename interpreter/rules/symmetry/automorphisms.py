"""The automorphisms of a coloured graph, by individualisation and refinement (B. D. McKay, 1981).

Vertices are told apart by colours, and by how many links of each kind they have to each class of vertices told apart
before, until nothing changes. Then one vertex of a class is set apart from the others, and so on, until every vertex
stands alone. Automorphisms are what leads from one such way to another. Those that fix the first few vertices set apart
form a chain of groups, each the stabiliser of a point in the one before: an automorphism is looked for only where those
known do not lead, and the order of the group is the product of the lengths of the orbits (C. Sims, 1970).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from ...deadline import look

MOST_TRIALS = 4_000
"""How many vertices are set apart before the search ends; whatever was found until then holds."""

Mapping = tuple[int, ...]
"""Where each vertex goes."""


class Graph(Protocol):
    """A graph with a colour for each vertex, and for each of its neighbours a number for what links them, different for
    each kind of link and for its two directions; the numbers of neighbours are the same in both."""

    @property
    def colours(self) -> Sequence[int]:
        """What tells vertices apart."""

    @property
    def near(self) -> Sequence[dict[int, int]]:
        """The neighbours of each vertex, with what links them."""


class Level(NamedTuple):
    """What was found of the automorphisms that fix the points of all levels before."""

    point: int
    orbit: frozenset[int]
    """Where they take the point."""

    generators: tuple[Mapping, ...]
    """Those that, with the generators of all levels after, generate them."""


def stabilisers(graph: Graph, movable: int) -> tuple[tuple[Level, ...], bool]:
    """Return the chain of groups of what automorphisms do to the first `movable` vertices, the points in the order in
    which they were set apart, and whether it is all of it: the search may end early."""
    search = _Search(graph, movable)
    levels: list[Level] = []
    for depth in reversed(range(search.base)):
        found: list[Mapping] = []
        after = [each for level in levels for each in level.generators]
        point = search.points[depth]
        orbit, vain = {point}, set[int]()
        for place in search.choices(depth):
            if place in orbit or place in vain:
                continue
            mapping = search.mapping(depth, place)
            if mapping is None:
                vain |= closed({place}, [*after, *found])
            else:
                found.append(mapping)
                orbit = closed(orbit, [*after, *found])
        levels.append(Level(point, frozenset(orbit), tuple(found)))
    return tuple(reversed(levels)), search.left >= 0


def closed(places: Iterable[int], mappings: Sequence[Mapping]) -> set[int]:
    """Return some places with all others to which mappings lead from them, one after another."""
    found = set(places)
    waiting = list(found)
    for place in waiting:
        for mapping in mappings:
            if mapping[place] not in found:
                found.add(mapping[place])
                waiting.append(mapping[place])
    return found


class _Search:
    """The first way to set vertices apart until each stands alone, and ways like it."""

    def __init__(self, graph: Graph, movable: int) -> None:
        self._graph, self.left = graph, MOST_TRIALS
        classes = _Classes(graph)
        classes.refine(classes.starts())
        self._before: list[_Classes] = []
        self._traces: list[int] = []
        self._where: list[int] = []
        self.points: list[int] = []
        self.base = 0
        """How many points are set apart before every movable vertex stands alone."""

        while (start := classes.first_shared(movable)) is not None:
            self.base += classes.order[start] < movable
            self._before.append(classes)
            self._where.append(start)
            self.points.append(min(classes.members(start)))
            classes = classes.copy()
            self._traces.append(classes.set_apart(self.points[-1]))
        self._last = classes

    def choices(self, depth: int) -> list[int]:
        """The vertices that look like the point of a level."""
        return sorted(self._before[depth].members(self._where[depth]))

    def mapping(self, depth: int, place: int) -> Mapping | None:
        """An automorphism that fixes the points before a level and takes its point to a place, if one is found."""
        return self._onward(self._before[depth], depth, place)

    def _onward(self, before: _Classes, depth: int, place: int) -> Mapping | None:
        look()
        self.left -= 1
        if self.left < 0:
            return None
        classes = before.copy()
        if classes.set_apart(place) != self._traces[depth]:
            return None
        if depth + 1 == len(self.points):
            return self._checked(classes)
        for onward in classes.members(self._where[depth + 1]):
            found = self._onward(classes, depth + 1, onward)
            if found is not None:
                return found
        return None

    def _checked(self, classes: _Classes) -> Mapping | None:
        image = [0] * len(self._graph.near)
        for one, other in zip(self._last.order, classes.order, strict=True):
            image[one] = other
        near, colours = self._graph.near, self._graph.colours
        for vertex, links in enumerate(near):
            there = near[image[vertex]]
            if len(there) != len(links) or colours[vertex] != colours[image[vertex]]:
                return None
            if any(there.get(image[to]) != link for to, link in links.items()):
                return None
        return tuple(image)


class _Classes:
    """Vertices in classes: those of a class stand together in `order`; a class is called by where it starts."""

    def __init__(self, graph: Graph) -> None:
        self._graph, colours = graph, graph.colours
        self.order = sorted(range(len(colours)), key=colours.__getitem__)
        self._class = [0] * len(colours)
        self._size: dict[int, int] = {}
        for place, vertex in enumerate(self.order):
            is_new = not place or colours[self.order[place - 1]] != colours[vertex]
            self._class[vertex] = place if is_new else self._class[self.order[place - 1]]
            self._size[self._class[vertex]] = self._size.get(self._class[vertex], 0) + 1

    def copy(self) -> _Classes:
        """Return a copy to be refined further."""
        other = object.__new__(_Classes)
        other._graph, other.order, other._class = self._graph, self.order[:], self._class[:]
        other._size = dict(self._size)
        return other

    def starts(self) -> list[int]:
        """Return all classes."""
        return sorted(self._size)

    def members(self, start: int) -> list[int]:
        """Return the vertices of a class."""
        return self.order[start : start + self._size.get(start, 0)]

    def first_shared(self, movable: int) -> int | None:
        """Return a class of several vertices, the one with the last movable ones if there is any; None if every vertex
        stands alone."""
        shared = [start for start, size in self._size.items() if size > 1]
        wanted = [start for start in shared if self.order[start] < movable]
        return max(wanted, key=self.order.__getitem__) if wanted else min(shared, default=None)

    def set_apart(self, vertex: int) -> int:
        """Give a vertex a class of its own, refine the others, and return what tells how that went."""
        start = self._class[vertex]
        place = self.order.index(vertex, start)
        self.order[start], self.order[place] = vertex, self.order[start]
        size = self._size[start]
        self._size[start], self._size[start + 1] = 1, size - 1
        for other in self.order[start + 1 : start + size]:
            self._class[other] = start + 1
        return self.refine([start])

    def refine(self, waiting: list[int]) -> int:
        """Split classes by their links to some classes, and to those that arise; return a print of how that went."""
        near, trace, queued = self._graph.near, list[object](), set(waiting)
        for splitter in waiting:
            queued.discard(splitter)
            weights: dict[int, int] = {}
            for vertex in self.members(splitter):
                for to, link in near[vertex].items():
                    weights[to] = weights.get(to, 0) + link
            touched = sorted({self._class[vertex] for vertex in weights})
            for start in touched:
                if self._size[start] > 1:
                    self._split(start, weights, waiting, queued, trace)
                else:
                    trace.append((start, weights[self.order[start]]))
        return hash(tuple(trace))

    def _split(
        self, start: int, weights: dict[int, int], waiting: list[int], queued: set[int], trace: list[object]
    ) -> None:
        groups: dict[int, list[int]] = {}
        weight = weights.get
        for vertex in self.order[start : start + self._size[start]]:
            groups.setdefault(weight(vertex, 0), []).append(vertex)
        if len(groups) == 1:
            trace.append((start, *groups))
            return
        parts, at, found = list[int](), start, [start]
        for key in sorted(groups):
            group = groups[key]
            found += (key, len(group))
            self.order[at : at + len(group)] = group
            self._size[at] = len(group)
            for vertex in group:
                self._class[vertex] = at
            parts.append(at)
            at += len(group)
        trace.append(tuple(found))
        if start not in queued:  # what is known of the whole class and of all parts but one is known of that one
            parts.remove(max(parts, key=lambda part: (self._size[part], -part)))
        for part in parts:
            if part not in queued:
                queued.add(part)
                waiting.append(part)
