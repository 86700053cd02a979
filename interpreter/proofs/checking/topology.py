"""Checks proofs from surfaces: the surface, its homology, the pairing and the goals, all worked out anew.

Nothing of the certificate is trusted but which links, triangles and arcs there are; and these are compared with the
board. Homology is found by elimination among cochains, not from trees.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from ...play.game import Game
from ...rules import ir
from .. import statements
from ..endings import Endings
from ..fillings import Fillings, Unphrased
from ..statements import contradicts
from ..topology import naming
from ..topology.borders import FREE, Surface
from .boards import data_of, full_boards, only, said
from .certificate import Entry, Refused, numbers
from .classes import Side, pairs_that_hold

Pair = tuple[int, int]

MOST_LINKS = 8
"""How many links and triangles a surface may have for each cell, edge and link of the board."""

MOST_ATOMS = 12
"""The most conditions all of whose combinations are looked at."""


def check(game: Game, entry: Entry) -> str:
    """Verify a proof; raises Refused where a hypothesis or a conclusion does not hold."""
    data, claim, fillings = data_of(entry), str(entry.get("claim")), full_boards(game)
    match data.get("kind"):
        case "logic":
            return _check_logic(entry, Endings(fillings))
        case "sides":
            _check_stones(fillings)
            return _check_sides(entry, Endings(fillings))
        case "surface":
            _check_stones(fillings)
        case _:
            raise Refused("it is not a known kind of proof")
    surface = _surface(game, data)
    sides: list[Side] = []
    for player in range(2):
        cycles = [frozenset(numbers(each)) for each in numbers_of(data, "cycles", player)]
        own = [(edge, vertex) for edge, vertex in surface.stands if surface.owners[edge] == player]
        arcs, labels = surface.arcs[player], surface.labels[player]
        sides.append(Side(player, surface.links, surface.triangles, arcs, cycles, labels,
                          [vertex for _, vertex in own], [edge for edge, _ in own]))  # fmt: skip
    try:
        pairs = pairs_that_hold(game, claim, sides[0], sides[1], surface.arcs[2])
    except Unphrased as why:
        raise Refused(str(why)) from None
    words = naming.checked(surface, game)
    said(entry, statements.of_a_surface(words, game.players, surface.has_free_boundary, pairs))
    only(data, ("kind", "cells", "links", "triangles", "arcs", "labels", "stands", "cycles"))
    inner = naming.triangles_of_cells(surface)
    outer = f" of cells and {len(surface.triangles) - inner:,} at edges" * (inner < len(surface.triangles))
    return f"a surface of {inner:,} triangles{outer}, and all pairs of spaces of classes, recomputed"


def _surface(game: Game, data: dict[str, object]) -> Surface:
    """The surface that a certificate describes, once it is found to be that of the board."""
    links = [(one, other) for one, other in map(numbers, _rows(data, "links"))]
    triangles = [(one, other, third) for one, other, third in map(numbers, _rows(data, "triangles"))]
    red, blue, free = (frozenset(numbers(each)) for each in _rows(data, "arcs"))
    labels = [numbers(each) for each in _rows(data, "labels")]
    rows = [(edge, vertex) for edge, vertex in map(numbers, _rows(data, "stands"))]
    vertices, cells = {end for link in links for end in link}, len(game.board.cells)
    most = MOST_LINKS * (cells + len(game.board.edges) + sum(map(len, game.board.arcs)))
    if len(links) > most or len(triangles) > most or vertices != set(range(len(vertices))):
        raise Refused("the surface has too many links, or other vertices")
    seams = range(1 << len(game.board.seams))
    if len(labels) != 2 or any(len(seen) != len(links) or not {*seen} <= {*seams} for seen in labels):
        raise Refused("the links have different labels")
    if len(dict(rows)) != len(rows) or numbers([data.get("cells")]) != [cells]:
        raise Refused("the surface is of another board")
    _check_board(game, links, labels)
    _check_surface(links, triangles, [red, blue, free])
    _check_edges(game, links, [red, blue, free], labels, dict(rows))
    owners = tuple(edge.player for edge in game.board.edges)
    runs = _runs(links, {link: owner for owner, arc in ((0, red), (1, blue), (FREE, free)) for link in arc})
    return Surface(cells, tuple(links), tuple(triangles), (red, blue, free), tuple(map(tuple, labels)), tuple(rows),
                   owners, runs)  # fmt: skip


def _runs(links: Sequence[Pair], owners: dict[int, int]) -> tuple[tuple[int, ...], ...]:
    """The owners of the arcs along each circle of the boundary."""
    left, found = set(owners), list[tuple[int, ...]]()
    while left:
        link = left.pop()
        here, around = links[link][1], [owners[link]]
        while onward := [each for each in left if here in links[each]]:
            left.remove(onward[0])
            around.append(owners[onward[0]])
            here = sum(links[onward[0]]) - here
        found.append(tuple(owner for at, owner in enumerate(around) if owner != around[at - 1]) or (around[0],))
    return tuple(found)


def _check_stones(fillings: Fillings) -> None:
    """Two players' stones fill the board."""
    rules = fillings.game.rules
    stones = {content for player in range(2) for content in rules.contents_of(player)}
    if len(rules.players) != 2 or not {*fillings.contents, *fillings.start} <= stones | {ir.EMPTY}:
        raise Refused("more than two players' stones fill the board")


def _check_logic(entry: Entry, endings: Endings) -> str:
    """Whatever conditions hold, the claim does."""
    claim, atoms = str(entry.get("claim")), len(endings.atoms)
    truths = range(1 << min(atoms, MOST_ATOMS))
    if atoms > MOST_ATOMS or any(contradicts(claim, len(endings.winners(truth))) for truth in truths):
        raise Refused("the claim does not follow from the form of the endings")
    if numbers([data_of(entry).get("atoms")]) != [atoms]:
        raise Refused("the endings have other conditions")
    said(entry, statements.of_endings(atoms))
    only(data_of(entry), ("kind", "atoms"))
    return f"{len(truths):,} combinations of conditions"


def _check_sides(entry: Entry, endings: Endings) -> str:
    """The board is a disc with three sides, and each player's one goal is to join them."""
    claim, game = str(entry.get("claim")), endings.fillings.game
    cells = len(game.board.cells)
    found = {(*sorted((cell, arc.to)), arc.label) for cell, arcs in enumerate(game.board.arcs) for arc in arcs}
    links = sorted((one, other) for one, other, _ in found)
    if len(set(links)) < len(links) or any(label for _, _, label in found) or any(one == other for one, other in links):
        raise Refused("the board is glued")
    number = {link: at for at, link in enumerate(links)}
    triangles = [(number[a, b], number[b, c], number[a, c]) for a, b in links for b2, c in links
                 if b2 == b and (a, c) in number]  # fmt: skip
    beside = Counter(link for triangle in triangles for link in triangle)
    rim = frozenset(link for link, faces in beside.items() if faces == 1)
    _check_surface(links, triangles, [rim, frozenset(), frozenset()])
    around = [links[link] for link in rim]
    border = {cell for link in around for cell in link}
    if cells - len(links) + len(triangles) != 1 or _joined(around, min(border)) != border:
        raise Refused("the board is not a disc")
    goals = [node for node, _ in endings.atoms if isinstance(node, ir.Connects)]
    owners = sorted(endings.owner(node.cells, own) for node, own in endings.atoms if isinstance(node, ir.Connects))
    asked = {frozenset(game.rules.regions[region] for region in node.regions[0]) for node in goals}
    if owners != [0, 1] or len(endings.atoms) != 2 or len(asked) != 1:
        raise Refused("the goals ask for something else than three sides")
    sides = [*asked.pop()]
    runs = [[link for link in around if {*link} <= side] for side in sides]
    are_runs = all(run and _joined(run, run[0][0]) == side and len(run) == len(side) - 1
                   for run, side in zip(runs, sides, strict=True))  # fmt: skip
    if len(sides) != 3 or not are_runs or sum(map(len, runs)) != len(around):
        raise Refused("the boundary does not consist of three sides that share corners")
    if any(edge.is_coloured for edge in game.board.edges):
        raise Refused("a chain may run along a player's edge")
    if any(contradicts(claim, len(endings.winners(truth))) for truth in (0b01, 0b10)):
        raise Refused("the claim does not follow")
    if [numbers(each) for each in _rows(data_of(entry), "sides")] != sorted(sorted(side) for side in sides):
        raise Refused("the board has other sides")
    said(entry, statements.of_three_sides())
    only(data_of(entry), ("kind", "sides"))
    return f"a disc of {len(triangles):,} triangles with three sides"


def numbers_of(data: dict[str, object], key: str, index: int) -> list[object]:
    """Return a list in a list of a certificate."""
    found = _rows(data, key)[index]
    if not isinstance(found, list):
        raise Refused("a list is missing")
    return found


def _rows(data: dict[str, object], key: str) -> list[object]:
    found = data.get(key)
    if not isinstance(found, list):
        raise Refused(f"it holds no {key}")
    return found


def _check_board(game: Game, links: Sequence[Pair], labels: Sequence[Sequence[int]]) -> None:
    """The links between cells are those of the board, with their labels."""
    cells = len(game.board.cells)
    wanted = Counter((*sorted((cell, arc.to)), arc.label) for cell, arcs in enumerate(game.board.arcs) for arc in arcs)
    for seen in labels:
        found = Counter((one, other, seen[at]) for at, (one, other) in enumerate(links) if max(one, other) < cells)
        if wanted != found + found:
            raise Refused("the surface has other links than the board")


def _check_surface(links: Sequence[Pair], triangles: Sequence[Sequence[int]], arcs: Sequence[frozenset[int]]) -> None:
    """The triangles form a connected surface, whose boundary is the arcs."""
    beside = Counter(link for triangle in triangles for link in triangle)
    rim = {link for link, faces in beside.items() if faces == 1}
    if (
        set(beside) != set(range(len(links)))
        or max(beside.values()) > 2
        or len(set(map(tuple, triangles))) < len(triangles)
    ):
        raise Refused("a link is not in one or two triangles")
    if rim != arcs[0] | arcs[1] | arcs[2] or sum(map(len, arcs)) != len(rim):
        raise Refused("the arcs are not the boundary")
    corners: dict[int, list[Pair]] = defaultdict(list)
    for first, second, third in triangles:
        (a, b), (b2, c), (a2, c2) = links[first], links[second], links[third]
        if not (a == a2 and b == b2 and c == c2 and a < b < c):
            raise Refused("three links do not make a triangle")
        corners[a].append((first, third))
        corners[b].append((first, second))
        corners[c].append((second, third))
    for pairs in corners.values():
        if len(_joined(pairs, pairs[0][0])) != len({link for pair in pairs for link in pair}):
            raise Refused("the triangles around a vertex are not a fan")
    if len(_joined(links, 0)) != len(corners):
        raise Refused("the surface is not in one piece")


def _joined(pairs: Sequence[Pair], start: int) -> set[int]:
    """What pairs join to a start."""
    near: dict[int, list[int]] = defaultdict(list)
    for one, other in pairs:
        near[one].append(other)
        near[other].append(one)
    seen, waiting = {start}, [start]
    for here in waiting:
        for there in near[here]:
            if there not in seen:
                seen.add(there)
                waiting.append(there)
    return seen


def _check_edges(
    game: Game,
    links: Sequence[Pair],
    arcs: Sequence[frozenset[int]],
    labels: Sequence[Sequence[int]],
    stands: dict[int, int],
) -> None:
    """Each player's arcs are apart from one another, and each is next to the cells of its edge, at their labels."""
    cells, coloured = len(game.board.cells), {at for at, edge in enumerate(game.board.edges) if edge.is_coloured}
    if set(stands) != coloured:
        raise Refused("an edge has no arc")
    for player in range(2):
        own = [edge for edge in stands if game.board.edges[edge].player == player]
        parts = {edge: _joined([links[link] for link in arcs[player]], stands[edge]) for edge in own}
        if sum(len(part) for part in parts.values()) != len({end for link in arcs[player] for end in links[link]}):
            raise Refused("arcs of one owner meet, or there is one too many")
        for edge, part in parts.items():
            wanted = {arc.to: arc.label for arc in game.board.edges[edge].links}
            beside = {
                (one, labels[player][at]) for at, (one, other) in enumerate(links) if other in part and one < cells
            }
            if {cell for cell, _ in beside} != wanted.keys() or not set(wanted.items()) <= beside:
                raise Refused("an arc is next to other cells than its edge")
