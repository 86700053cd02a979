"""Symmetries: found as mappings of the graph of board and rules onto itself; what crosses seams is looked at apart."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from ...board.board import Board
from ...record import Record
from .. import ir, walk
from ..adjacency import adjacency
from ..program import Rules
from .automorphisms import mappings
from .structure import MOST_SEAMS, Structure, Unknown

MOST = 2_000
"""How many symmetries are looked for."""


class Symmetry(Record):
    """Where each cell and each edge goes, edges numbered after cells, and whose stones each player's become."""

    nodes: tuple[int, ...]
    players: tuple[int, ...]

    @property
    def exchanges_players(self) -> bool:
        """Whether colours change hands."""
        return self.players != tuple(range(len(self.players)))


def symmetries(rules: Rules, board: Board, most: int = MOST) -> tuple[Symmetry, ...]:
    """Return the symmetries of a game, the one that changes nothing first; at most so many.

    If a position and another one are images of each other, with the mover and all that the state keeps, then so are
    the decisions possible in them, the positions after those, and the results. Rules that speak of the order of cells
    or of something whose symmetries are not known have no symmetry but the first.
    """
    cells, players = len(board.cells) + len(board.edges), tuple(range(len(rules.players)))
    found = [Symmetry(tuple(range(cells)), players)]
    try:
        plain = Structure(rules, board, players)
    except Unknown:
        return tuple(found)
    if rules.seams > MOST_SEAMS:
        return tuple(found)
    for renamed in [players[first:] + players[:first] for first in players]:  # they move in turn
        try:
            other = Structure(rules, board, renamed)
        except Unknown:
            continue
        for nodes in mappings(other, plain, plain.nodes, most):
            if nodes != found[0].nodes or renamed != players:
                symmetry = Symmetry(nodes, renamed)
                if rules.seams == 0 or _keeps_labels(rules, board, nodes):
                    found.append(symmetry)
            if len(found) >= most:
                return tuple(found)
    return tuple(found)


def classes(places: int, images: Sequence[Sequence[int]]) -> list[int]:
    """Return, for each of so many places, the first of those that images move onto one another, one after another."""
    first = list(range(places))
    for place in range(places):
        alike = [place] if first[place] == place else []
        for each in alike:
            for image in images:
                if first[image[each]] > place:
                    first[image[each]] = place
                    alike.append(image[each])
    return first


def _keeps_labels(rules: Rules, board: Board, nodes: Sequence[int]) -> bool:
    """Whether loops keep their labels, up to a change of the seams that no goal can tell."""
    goals = [goal for goal in rules.goals if isinstance(goal, ir.Path | ir.Loop)]
    if any(adjacency(goal.cells) is not None for goal in goals):
        return False
    if any(isinstance(each, ir.ArcLength) for each in walk.everything(rules)):
        return False
    return any(_fits(rules, board, nodes, change) for change in _changes(rules.seams, [goal.wanted for goal in goals]))


def _changes(seams: int, wanted: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the linear one-to-one maps of labels that keep each set of wanted ones."""
    for images in itertools.permutations(range(1, 1 << seams), seams):
        change = [0]
        for image in images:
            change += [label ^ image for label in change]
        if len(set(change)) == 1 << seams and all(
            (numbers >> label & 1) == (numbers >> change[label] & 1)
            for numbers in wanted
            for label in range(1 << seams)
        ):
            yield tuple(change)


def _fits(rules: Rules, board: Board, nodes: Sequence[int], change: Sequence[int]) -> bool:
    """Whether each link goes to one whose label is the changed one, if a shift of each cell and edge is taken off."""
    links: list[dict[int, set[int]]] = [{} for _ in nodes]

    def link(one: int, other: int, label: int) -> None:
        links[one].setdefault(other, set()).add(label)
        links[other].setdefault(one, set()).add(label)

    for cell, arcs in enumerate(board.arcs):
        for arc in arcs:
            link(cell, arc.to, arc.label)
    for number, edge in enumerate(board.edges, len(board.cells)):
        for arc in edge.links:
            link(number, arc.to, arc.label)
    shift: dict[int, int] = {}
    for first in range(len(nodes)):
        if first in shift:
            continue
        shift[first], waiting = 0, [first]
        for node in waiting:
            for other, labels in links[node].items():
                images = links[nodes[node]].get(nodes[other], set())
                if other not in shift:
                    shift[other] = min(images) ^ change[min(labels)] ^ shift[node]
                    waiting.append(other)
                moved = {change[label] ^ shift[node] ^ shift[other] for label in labels}
                if moved != images:
                    return False
    ends = {node for goal in rules.goals if isinstance(goal, ir.Path)
            for regions in goal.regions for region in regions for node in rules.regions[region]}  # fmt: skip
    return len({shift[node] for node in ends}) <= 1
