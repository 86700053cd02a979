"""A coloured graph that is built piece by piece."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

Label = tuple[object, ...]
Link = tuple[Label, int]
"""What a link says, and the vertex that it leads to."""


class Builder:
    """Vertices with colours, and what links each two of them. Vertices made alike from the same others are one."""

    def __init__(self) -> None:
        self.colours: list[Label] = []
        self._links: defaultdict[tuple[int, int], set[Label]] = defaultdict(set)
        self._made: dict[object, int] = {}

    def vertex(self, colour: Label) -> int:
        """Add a vertex."""
        self.colours.append(colour)
        return len(self.colours) - 1

    def made(self, colour: Label, links: Iterable[Link]) -> int:
        """Return the vertex of a colour with just these links; add it if there is none."""
        parts = frozenset(links)
        key = colour, parts
        if key not in self._made:
            self._made[key] = vertex = self.vertex(colour)
            for label, to in parts:
                self.link(vertex, to, label)
        return self._made[key]

    def link(self, one: int, other: int, label: Label) -> None:
        """Link two vertices."""
        self._links[one, other].add(label)

    def graph(self) -> Coloured:
        """Return the graph as it is now."""
        return Coloured(self.colours, self._links)


class Coloured:
    """A graph as the search for automorphisms wants it: colours and links by number."""

    def __init__(self, colours: list[Label], links: dict[tuple[int, int], set[Label]]) -> None:
        names = {name: number for number, name in enumerate(dict.fromkeys(colours))}
        self.colours = [names[each] for each in colours]
        self.near: list[dict[int, int]] = [{} for _ in colours]
        numbers: dict[object, int] = {}
        for one, other in links:
            for here, there in ((one, other), (other, one)):
                said = frozenset(links.get((here, there), ())), frozenset(links.get((there, here), ()))
                self.near[here][there] = numbers.setdefault(said, _mixed(len(numbers) + 1))


def _mixed(number: int) -> int:
    """A number that is different for each other one, and whose sums hardly ever agree (splitmix64)."""
    mixed = number * 0x9E3779B97F4A7C15 % 2**64
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % 2**64
    return mixed ^ mixed >> 31
