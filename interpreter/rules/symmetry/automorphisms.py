"""All ways to map one coloured graph onto another with the same colours and links."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

MOST_STEPS = 300_000
"""How many vertices are tried before the search ends; whatever was found until then holds."""


class Graph(Protocol):
    """A graph with a colour for each vertex, and for each of its neighbours what links them."""

    @property
    def colours(self) -> Sequence[object]:
        """What tells vertices apart."""

    @property
    def near(self) -> Sequence[Mapping[int, tuple[object, ...]]]:
        """The neighbours of each vertex, with what links them."""


def mappings(one: Graph, other: Graph, first: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield where the first so many vertices of a graph can go in another one, at most so many times.

    Each is the beginning of at least one mapping of the whole graph.
    """
    colours, others = _refined([one, other])
    if sorted(colours) != sorted(others):
        return
    search = _Search(one, other, colours, others, _order(one, colours, first), first)
    for _ in range(most):
        found = next(search.found, None)
        if found is None:
            return
        yield found


def _refined(graphs: Sequence[Graph]) -> list[list[int]]:
    """Return colours that also tell apart vertices with different surroundings, the same in all graphs."""
    names: dict[object, int] = {}
    colours = [[names.setdefault(colour, len(names)) for colour in graph.colours] for graph in graphs]
    while True:
        seen: dict[object, int] = {}
        after = [
            [
                seen.setdefault(
                    (row[vertex], tuple(sorted((repr(label), row[to]) for to, label in graph.near[vertex].items()))),
                    len(seen),
                )
                for vertex in range(len(row))
            ]
            for graph, row in zip(graphs, colours, strict=True)
        ]
        if len(set(after[0])) == len(set(colours[0])):
            return after
        colours = after


def _order(graph: Graph, colours: Sequence[int], first: int) -> list[int]:
    """Return the vertices in the order in which they are mapped: the first ones first, each next to earlier ones."""
    size = len(colours)
    order: list[int] = []
    placed = [False] * size
    for group in (range(first), range(first, size)):
        left = set(group)
        while left:
            start = min(left, key=lambda vertex: (-sum(placed[near] for near in graph.near[vertex]),
                                                  colours.count(colours[vertex]), vertex))  # fmt: skip
            waiting = [start]
            left.discard(start)
            for vertex in waiting:
                placed[vertex] = True
                order.append(vertex)
                onwards = [near for near in graph.near[vertex] if near in left]
                left.difference_update(onwards)
                waiting += onwards
    return order


class _Search:
    """Maps one vertex after another, and goes back where that cannot go on."""

    def __init__(
        self, one: Graph, other: Graph, colours: Sequence[int], others: Sequence[int], order: list[int], first: int
    ) -> None:
        self._one, self._other, self._colours, self._others = one, other, colours, others
        self._order, self._first, self._left = order, first, MOST_STEPS
        self._image = [-1] * len(colours)
        self._used = [False] * len(colours)
        place = {vertex: number for number, vertex in enumerate(order)}
        self._before = [[near for near in one.near[vertex] if place[near] < place[vertex]] for vertex in order]
        self._by_colour: dict[int, list[int]] = {}
        for vertex, colour in enumerate(others):
            self._by_colour.setdefault(colour, []).append(vertex)
        self.found = self._firsts()

    def _firsts(self) -> Iterator[tuple[int, ...]]:
        """Yield what the first vertices can become."""
        for _ in self._from(0, self._first):
            if any(self._from(self._first, len(self._order))):
                yield tuple(self._image[: self._first])

    def _from(self, number: int, beyond: int) -> Iterator[bool]:
        """Yield once for each way to map some of the vertices, given where those before them go."""
        trials = [self._places(number)] if number < beyond else []
        if not trials:
            yield True
        while trials:
            if next(trials[-1], None) is None:
                trials.pop()
            elif number + len(trials) == beyond:
                yield True
            else:
                trials.append(self._places(number + len(trials)))

    def _places(self, number: int) -> Iterator[int]:
        """Map a vertex to one place after another."""
        vertex, before = self._order[number], self._before[number]
        near = self._one.near[vertex]
        if before:
            places = sorted(self._other.near[self._image[before[0]]])
        else:
            places = self._by_colour.get(self._colours[vertex], [])
        for place in places:
            if self._used[place] or self._others[place] != self._colours[vertex]:
                continue
            self._left -= 1
            if self._left < 0:
                return
            there = self._other.near[place]
            if len(there) == len(near) and all(there.get(self._image[each]) == near[each] for each in before):
                self._image[vertex], self._used[place] = place, True
                try:
                    yield place
                finally:
                    self._image[vertex], self._used[place] = -1, False
