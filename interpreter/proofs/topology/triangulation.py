"""The triangulated surface whose vertices and edges are the cells and links of a board."""

from __future__ import annotations

from collections import defaultdict

from ...board.board import Board
from ...board.topology import components
from ...record import Record


class Untriangulated(ValueError):  # noqa: N818 - it is an answer, not a mistake
    """A board is no triangulated surface with arcs on its boundary; the text says where it fails."""


Link = tuple[int, int, int]
"""Two vertices, the smaller first, and the seams that are crossed between them as bits."""

Triangle = tuple[int, int, int]
"""The numbers of three links: from the first vertex to the second, from the second to the third, from first to third;
the vertices ascend."""


class Triangulation(Record):
    """`circles` has the boundary: for each circle, its cells in order, each with the link to the next."""

    cells: int
    links: tuple[Link, ...]
    triangles: tuple[Triangle, ...]
    circles: tuple[tuple[tuple[int, int], ...], ...]


def triangulation_of(board: Board) -> Triangulation:
    """Return the surface of a board: its triangles are all triples of links that join three cells and whose labels add
    up to 0. Raises `Untriangulated` where that is not a connected surface."""
    cells = len(board.cells)
    if any(arc.to == cell for cell, arcs in enumerate(board.arcs) for arc in arcs):
        raise Untriangulated("a cell is next to itself")
    links = sorted(
        {(min(cell, to), max(cell, to), label) for cell, arcs in enumerate(board.arcs) for to, label in arcs}
    )
    triangles = _triangles(links)
    corners: list[list[tuple[int, int]]] = [[] for _ in range(cells)]
    for first, second, third in triangles:
        one, other, _ = links[first]
        for cell, pair in ((one, (first, third)), (other, (first, second)), (links[second][1], (second, third))):
            corners[cell].append(pair)
    for cell, pairs in enumerate(corners):
        around = [number for number, link in enumerate(links) if cell in link[:2]] if not pairs else None
        if around is not None or not _is_fan(pairs):
            raise Untriangulated(f"around the cell {board.names[cell]} the faces are not a fan of triangles")
    beside = [0] * len(links)
    for triangle in triangles:
        for link in triangle:
            beside[link] += 1
    for (one, other, _), faces in zip(links, beside, strict=True):
        if faces not in (1, 2):
            names = f"{board.names[one]} and {board.names[other]}"
            raise Untriangulated(f"the link between {names} is a side of {faces} triangles")
    if len(components(range(cells), lambda cell: (arc.to for arc in board.arcs[cell]))) != 1:
        raise Untriangulated("the board is not in one piece")
    rim = [number for number, faces in enumerate(beside) if faces == 1]
    return Triangulation(cells, tuple(links), tuple(triangles), tuple(_circles(links, rim)))


def _triangles(links: list[Link]) -> list[Triangle]:
    """All triples of links from a to b, b to c and a to c with a < b < c whose labels add up to 0."""
    onwards: dict[int, list[int]] = defaultdict(list)
    numbers = {link: number for number, link in enumerate(links)}
    for number, (one, _, _) in enumerate(links):
        onwards[one].append(number)
    found = []
    for first, (one, middle, label) in enumerate(links):
        for second in onwards[middle]:
            _, last, other = links[second]
            third = numbers.get((one, last, label ^ other))
            if third is not None:
                found.append((first, second, third))
    return found


def _is_fan(pairs: list[tuple[int, int]]) -> bool:
    """Whether the links at a cell, joined by the triangles there, form a path or a cycle."""
    near: dict[int, list[int]] = defaultdict(list)
    for one, other in pairs:
        near[one].append(other)
        near[other].append(one)
    return all(len(each) <= 2 for each in near.values()) and len(components(near, near.__getitem__)) == 1


def _circles(links: list[Link], rim: list[int]) -> list[tuple[tuple[int, int], ...]]:
    """The boundary as circles of cells, each with the link to the next; every cell there has two such links."""
    at: dict[int, list[int]] = defaultdict(list)
    for number in rim:
        for cell in links[number][:2]:
            at[cell].append(number)
    found, seen = [], set()
    for start in sorted(at):
        if start in seen:
            continue
        circle, cell, link = [], start, at[start][0]
        while cell not in seen:
            seen.add(cell)
            circle.append((cell, link))
            one, other, _ = links[link]
            cell = other if cell == one else one
            here, there = at[cell]
            link = there if link == here else here
        found.append(tuple(circle))
    return found
