"""What the goals mean, written once more from `docs/language.md`: slow, plain, and about a `Board` alone.

A node is a cell by its number, or an edge as `len(board.cells) + its number`. A region is a set of cells, or one edge
as such a node. A set is the cells it holds with the players whose edges belong to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from hexgame.board.board import Board

Region = frozenset[int] | int
Link = tuple[int, int, int]
"""Two nodes, the smaller first, and the seams between them as bits."""

STEPS = {
    "hex": [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)],
    "square": [(1, 0), (0, 1), (-1, 0), (0, -1)],
    "square8": [(q, r) for q in (-1, 0, 1) for r in (-1, 0, 1) if (q, r) != (0, 0)],
}
SLIPS = {"hex": STEPS["hex"], "square": STEPS["square8"], "square8": STEPS["square"]}
"""The steps that no two joined stones keep anybody from taking."""


@dataclass(frozen=True)
class Held:
    """A set of cells, with the players whose edges belong to it."""

    cells: frozenset[int]
    players: frozenset[int] = frozenset()


def links(board: Board) -> set[Link]:
    found = {(min(cell, arc.to), max(cell, arc.to), arc.label) for cell, arcs in enumerate(board.arcs) for arc in arcs}
    for number, edge in enumerate(board.edges, len(board.cells)):
        found |= {(arc.to, number, arc.label) for arc in edge.links}
    return found


def nodes(board: Board, held: Held) -> frozenset[int]:
    edges = (number for number, edge in enumerate(board.edges, len(board.cells)) if edge.player in held.players)
    return held.cells | frozenset(edges)


def chains(board: Board, held: Held) -> list[frozenset[int]]:
    """Chains, joined link by link."""
    found = {node: {node} for node in nodes(board, held)}
    for one, other, _ in links(board):
        if one in found and other in found and found[one] is not found[other]:
            found[one] |= found[other]
            for node in found[other]:
                found[node] = found[one]
    return [frozenset(chain) for chain in {id(chain): chain for chain in found.values()}.values()]


def groups(board: Board, cells: frozenset[int]) -> list[frozenset[int]]:
    return chains(board, Held(cells))


def touches(board: Board, cells: frozenset[int], region: Region) -> bool:
    if isinstance(region, int):
        return any(arc.to in cells for arc in board.edges[region - len(board.cells)].links)
    return bool(cells & region)


def meets(board: Board, chain: frozenset[int], region: Region) -> bool:
    """A chain that holds an edge lies next to it as well."""
    return (isinstance(region, int) and region in chain) or touches(board, chain, region)


def connects(board: Board, held: Held, regions: Sequence[Region]) -> bool:
    return any(all(meets(board, chain, region) for region in regions) for chain in chains(board, held))


def _walks(inside: frozenset[int], joined: Iterable[Link], starts: Iterable[int]) -> set[tuple[int, int]]:
    """The nodes that walks from some nodes lead to, each with the seams crossed oddly on the way."""
    steps: dict[int, list[tuple[int, int]]] = {}
    for one, other, label in joined:
        if one in inside and other in inside:
            steps.setdefault(one, []).append((other, label))
            steps.setdefault(other, []).append((one, label))
    waiting = [(node, 0) for node in starts if node in inside]
    seen = set(waiting)
    while waiting:
        node, crossed = waiting.pop()
        for other, label in steps.get(node, []):
            if (other, crossed ^ label) not in seen:
                seen.add((other, crossed ^ label))
                waiting.append((other, crossed ^ label))
    return seen


def path(board: Board, held: Held, ends: Sequence[Region], odd: int, even: int) -> bool:
    """An edge that does not belong to the set is still a place to set out from and to arrive at."""
    inside, joined = nodes(board, held), links(board)
    first, last = ends
    if isinstance(first, int) and first not in inside:
        begun = [(arc.to, arc.label) for arc in board.edges[first - len(board.cells)].links if arc.to in inside]
    else:
        begun = [(node, 0) for node in inside if node == first or (not isinstance(first, int) and node in first)]
    for start, before in begun:
        for node, crossed in _walks(inside, joined, [start]):
            label = crossed ^ before
            if isinstance(last, int) and last not in inside:
                arrived = [label ^ arc.label for arc in board.edges[last - len(board.cells)].links if arc.to == node]
            else:
                arrived = [label] if node == last or (not isinstance(last, int) and node in last) else []
            if any(label & odd == odd and not label & even for label in arrived):
                return True
    return False


def sums(labels: Iterable[int]) -> set[int]:
    found = {0}
    for label in labels:
        found |= {label ^ other for other in found}
    return found


def loop(board: Board, held: Held, odd: int, even: int) -> bool:
    return any(label & odd == odd and not label & even for label in loops_by_walks(board, held))


def loops_by_walks(board: Board, held: Held) -> set[int]:
    """What closed walks cross, from every node on its own, added up."""
    inside, joined = nodes(board, held), links(board)
    return sums(label for start in inside for node, label in _walks(inside, joined, [start]) if node == start)


def loops_by_trees(board: Board, held: Held) -> set[int]:
    """What each link crosses together with the ways back from its two ends through a spanning forest."""
    inside = nodes(board, held)
    rest = sorted(link for link in links(board) if link[0] in inside and link[1] in inside)
    ways: dict[int, int] = {}
    for root in sorted(inside):
        ways.setdefault(root, 0)
        grown = True
        while grown:
            grown = False
            for one, other, label in rest:
                for here, there in ((one, other), (other, one)):
                    if here in ways and there not in ways:
                        ways[there], grown = ways[here] ^ label, True
    return sums(ways[one] ^ ways[other] ^ label for one, other, label in rest)


def loops_by_even_sets(board: Board, held: Held) -> set[int]:
    """What the sets of links cross that enter each node an even number of times; for the smallest boards."""
    inside = nodes(board, held)
    rest = [link for link in links(board) if link[0] in inside and link[1] in inside]
    found = set()
    for size in range(len(rest) + 1):
        for chosen in combinations(rest, size):
            odd: set[int] = set()
            label = 0
            for one, other, crossed in chosen:
                odd ^= {one}
                odd ^= {other}
                label ^= crossed
            if not odd:
                found.add(label)
    return found


def encloses(board: Board, cells: frozenset[int]) -> bool:
    """Some cell cannot get away from the board once all other cells of the set are walls."""
    places = {tuple(place): cell for place, cell in board.places.items()}
    low_q, high_q = min(q for q, _ in places) - 1, max(q for q, _ in places) + 1
    low_r, high_r = min(r for _, r in places) - 1, max(r for _, r in places) + 1
    for start, own in places.items():
        waiting, seen, escaped = [start], {start}, False
        while waiting and not escaped:
            q, r = waiting.pop()
            escaped = q in (low_q, high_q) or r in (low_r, high_r)
            for dq, dr in SLIPS[board.grid.name]:
                near = q + dq, r + dr
                cell = places.get(near)
                if near not in seen and (cell is None or cell == own or cell not in cells):
                    seen.add(near)
                    waiting.append(near)
        if not escaped:
            return True
    return False


def encloses_by_cycles(board: Board, cells: frozenset[int]) -> bool:
    """Some simple cycle winds around the centre of a cell that is not on it; for the smallest boards."""
    drawn = [board.grid.position(place) for place in board.cells]
    for cycle in _cycles(board, cells):
        on_it = set(cycle)
        polygon = [drawn[cell] for cell in cycle]
        if any(_inside(drawn[cell], polygon) for cell in range(len(board.cells)) if cell not in on_it):
            return True
    return False


def _cycles(board: Board, cells: frozenset[int]) -> Iterator[list[int]]:
    """The simple cycles of a set, each from its smallest cell."""
    for first in sorted(cells):
        waiting = [[first]]
        while waiting:
            way = waiting.pop()
            for arc in board.arcs[way[-1]]:
                if arc.to == first and len(way) > 2:
                    yield way
                elif arc.to > first and arc.to in cells and arc.to not in way:
                    waiting.append([*way, arc.to])


def _inside(point: tuple[float, float], polygon: list[tuple[float, float]]) -> bool:
    """By the winding number: how often the polygon passes the point on its right, upwards less downwards."""
    x, y = point
    winding = 0
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        if (ay <= y) != (by <= y):
            crossing = ax + (y - ay) * (bx - ax) / (by - ay)
            if crossing > x:
                winding += 1 if by > ay else -1
    return winding != 0


def arc_length(cells: frozenset[int], cycle: Sequence[int]) -> int:
    """Every run of the cycle is tried, the shorter ones first."""
    wanted = {place for place, cell in enumerate(cycle) if cell in cells}
    for length in range(len(cycle) + 1):
        for start in range(len(cycle)):
            if wanted <= {(start + i) % len(cycle) for i in range(length)}:
                return length
    raise AssertionError("the whole cycle holds all")


def around(board: Board, cell: int) -> frozenset[int]:
    return frozenset(arc.to for arc in board.arcs[cell])
