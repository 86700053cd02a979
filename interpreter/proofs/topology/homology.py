"""Relative homology of a surface modulo two, and the intersection pairing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import reduce
from operator import xor

from ...record import Record
from .borders import Surface

NOWHERE = -1
"""No link, and no part of the subcomplex."""


class Homology(Record):
    """H₁(S, A; Z₂), with one bit for each class of a basis.

    `classes` gives each link a vector; the class of a relative cycle is the sum of those of its links. `cycles` has the
    links of one cycle for each class of the basis, `ends` the parts of A in which it begins and ends (both the same
    where it is a loop); a part is named by one of its vertices.
    """

    classes: tuple[int, ...]
    cycles: tuple[frozenset[int], ...]
    ends: tuple[tuple[int, int], ...]

    @property
    def dimension(self) -> int:
        """The number of classes of a basis."""
        return len(self.cycles)

    def of(self, values: Sequence[int]) -> tuple[int, ...]:
        """Return what a cochain, a vector for each link, is on each class of the basis."""
        return tuple(reduce(xor, (values[link] for link in cycle), 0) for cycle in self.cycles)


def homology(surface: Surface, subcomplex: Collection[int]) -> Homology:
    """Return the homology of a connected surface relative to some links of its boundary and their ends."""
    near: list[list[tuple[int, int]]] = [[] for _ in range(surface.vertices)]
    for link, (one, other) in enumerate(surface.links):
        near[one].append((other, link))
        near[other].append((one, link))
    part, above, order = _forest(surface, near, subcomplex)
    tree = {link for link in above if link != NOWHERE} | set(subcomplex)
    spare, parents = _cotree(surface, tree)
    classes = [0] * len(surface.links)
    for bit, link in enumerate(spare):
        classes[link] = 1 << bit
    for triangle, link in reversed(parents):
        classes[link] = reduce(xor, (classes[side] for side in surface.triangles[triangle] if side != link))
    ways: list[frozenset[int]] = [frozenset()] * surface.vertices
    for vertex, before in order:
        ways[vertex] = ways[before] ^ {above[vertex]}
    cycles, ends = [], []
    for link in spare:
        one, other = surface.links[link]
        cycles.append(ways[one] ^ ways[other] ^ {link})
        ends.append((part[one], part[other]))
    return Homology(tuple(classes), tuple(cycles), tuple(ends))


def _forest(
    surface: Surface, near: list[list[tuple[int, int]]], subcomplex: Collection[int]
) -> tuple[list[int], list[int], list[tuple[int, int]]]:
    """A spanning forest that grows from the subcomplex, or from the first vertex where there is none: for each vertex
    the part it grew from and the link that leads there, and the vertices in order, each with the one before."""
    part, above = [NOWHERE] * surface.vertices, [NOWHERE] * surface.vertices
    seen: set[int] = set()
    for vertex in sorted({end for link in subcomplex for end in surface.links[link]}):
        if vertex not in seen:
            waiting = [vertex]
            seen.add(vertex)
            for here in waiting:
                part[here] = vertex
                for there, link in near[here]:
                    if link in subcomplex and there not in seen:
                        seen.add(there)
                        waiting.append(there)
    waiting, order = sorted(seen) or [0], []
    seen.update(waiting)
    for here in waiting:
        for there, link in near[here]:
            if there not in seen:
                seen.add(there)
                part[there], above[there] = part[here], link
                order.append((there, here))
                waiting.append(there)
    return part, above, order


def _cotree(surface: Surface, tree: set[int]) -> tuple[list[int], list[tuple[int, int]]]:
    """The links that neither the tree nor a spanning tree of the triangles uses; and the triangles in the order of that
    tree, each with the link that leads there. It grows from outside, where the boundary lets it."""
    beside: list[list[int]] = [[] for _ in surface.links]
    for number, triangle in enumerate(surface.triangles):
        for link in triangle:
            beside[link].append(number)
    used: set[int] = set()
    seen: set[int] = set()
    parents = []
    for link, faces in enumerate(beside):
        if len(faces) == 1 and link not in tree and faces[0] not in seen:
            seen.add(faces[0])
            used.add(link)
            parents.append((faces[0], link))
    waiting = [triangle for triangle, _ in parents] or [0]
    seen.update(waiting)
    for here in waiting:
        for link in surface.triangles[here]:
            for there in beside[link]:
                if link not in tree and there not in seen:
                    seen.add(there)
                    used.add(link)
                    parents.append((there, link))
                    waiting.append(there)
    return [link for link in range(len(surface.links)) if link not in tree and link not in used], parents


def intersections(surface: Surface, one: Homology, other: Homology) -> tuple[int, ...]:
    """Return the intersection pairing of H₁(S, A) and H₁(S, A'), where A and A' make up the boundary: for each class of
    the first basis the classes of the second that meet it an odd number of times, as bits.

    It is the inverse of the cup product on the dual bases, which is a sum over ordered triangles.
    """
    rows = [0] * other.dimension
    for first, second, _ in surface.triangles:
        left, right = one.classes[first], other.classes[second]
        for bit in range(other.dimension):
            if right >> bit & 1:
                rows[bit] ^= left
    return _inverse(rows, one.dimension)


def _inverse(rows: list[int], size: int) -> tuple[int, ...]:
    """The inverse of a square matrix modulo two; raises ArithmeticError where there is none."""
    if len(rows) != size:
        raise ArithmeticError("the pairing is not square")
    joined = [row | 1 << (size + number) for number, row in enumerate(rows)]
    for column in range(size):
        pivot = next((number for number in range(column, size) if joined[number] >> column & 1), None)
        if pivot is None:
            raise ArithmeticError("the pairing is not perfect")
        joined[column], joined[pivot] = joined[pivot], joined[column]
        for number in range(size):
            if number != column and joined[number] >> column & 1:
                joined[number] ^= joined[column]
    return tuple(row >> size for row in joined)
