"""What a player builds: the terminals that its chains are to join, derived from the goals of the rules.

A star is joined where one chain reaches enough terminals of each of its parts. Goals that ask which regions a chain
joins, touches or goes along become stars; of other goals the senses know nothing. Two-bridges are what either of two
empty cells would join: whoever enters one of them can be answered in the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TypeVar

from ...machine.plan.nodes import Nodes, nodes_of
from ...machine.plan.plan import Plan
from ...record import Record
from ...rules import ir
from ...rules.adjacency import Adjacency, adjacency
from ...rules.facts.goals import OWN, owner_of
from ...rules.program import Ending

_T = TypeVar("_T")

Start = tuple[int, int]
"""A node and a label at which a terminal is met."""

Terminal = frozenset[Start]
Part = tuple[frozenset[Terminal], int]
"""Terminals, and how many of them are to be reached."""

Star = tuple[Part, ...]

MOST_TERMINALS, MOST_STARS = 48, 12
"""How many a player's stars may have together, and how many stars: alternatives beyond that are left out."""

SECTORS = 6
"""Into how many equal runs a cycle is divided to see how far a chain goes along it."""


class Aims(Record):
    """The stars of each player, in a graph of nodes."""

    nodes: Nodes
    stars: tuple[tuple[Star, ...], ...]
    rings: tuple[bool, ...]
    """Whether each player wins by going around something, too."""

    are_all: bool
    """Whether players win by stars and rings alone."""

    @property
    def way_stars(self) -> tuple[tuple[Star, ...], ...]:
        """The stars that are looked for ways to: of each player's those that join the fewest terminals, or all where
        rings win as well."""
        if any(self.rings):
            return self.stars
        counts = [[sum(least for _, least in star) for star in stars] for stars in self.stars]
        return tuple(
            tuple(star for star, count in zip(stars, numbers, strict=True) if count == min(numbers))
            for stars, numbers in zip(self.stars, counts, strict=True)
        )


def terminals_of(stars: tuple[Star, ...]) -> tuple[Terminal, ...]:
    """The terminals of some stars, each once."""
    return tuple(dict.fromkeys(each for star in stars for many, _ in star for each in sorted(many, key=sorted)))


def aims_of(plan: Plan) -> Aims | None:
    """What each player builds; None where the rules do not say, or if goals run by different links."""
    rules = plan.rules
    goals = [goal for goal in rules.goals if not isinstance(goal, ir.Encloses)]
    links: dict[Adjacency | None, None] = {adjacency(goal.cells): None for goal in goals}
    if len(links) != 1:
        return None
    (by,) = links
    if by is not None and by.test is not None:
        return None
    nodes = nodes_of(plan.board, rules, by)
    readings = [_Reading(plan, nodes, player) for player in range(len(rules.players))]
    stars = tuple(_few(reading.stars()) for reading in readings)
    rings = tuple(reading.has_rings for reading in readings)
    return Aims(nodes, stars, rings, all(reading.is_whole for reading in readings)) if any(stars) else None


def _few(stars: Iterator[Star]) -> tuple[Star, ...]:
    """As many stars as there is room for."""
    found: dict[Star, None] = {}
    terminals: set[Terminal] = set()
    for star in stars:
        more = terminals.union(*(many for many, _ in star))
        if star and star not in found and len(more) <= MOST_TERMINALS and len(found) < MOST_STARS:
            found[star] = None
            terminals = more
    return tuple(found)


class _Reading:
    """Reads what one player builds from the endings that this player wins."""

    def __init__(self, plan: Plan, nodes: Nodes, player: int) -> None:
        self._plan, self._nodes, self._player = plan, nodes, player

    def stars(self) -> Iterator[Star]:
        """Return the stars of all endings, each of them enough."""
        for ending in self._endings:
            yield from self._of(ending.condition)

    @property
    def has_rings(self) -> bool:
        """Whether one of these endings is that a chain goes around something."""
        return any(self._is_ring(ending.condition) for ending in self._endings)

    @property
    def is_whole(self) -> bool:
        """Whether each of these endings gives stars or is a ring, and nobody wins by another."""
        return all(ending.result in ("win", "draw") for ending in self._plan.rules.endings) and all(
            self._is_known(ending.condition) for ending in self._endings
        )

    def _is_known(self, node: ir.Expression) -> bool:
        match node:
            case ir.Constant():
                return True
            case ir.Operation("and" | "or"):
                return all(map(self._is_known, node.operands))
        return self._is_ring(node) or any(True for _ in self._of(node))

    def _is_ring(self, node: ir.Expression) -> bool:
        return isinstance(node, ir.Encloses) and self._owns(node.cells)

    @property
    def _endings(self) -> list[Ending]:
        return [
            ending for ending in self._plan.rules.endings
            if ending.result == "win" and ending.player in (None, self._player)
        ]  # fmt: skip

    def _of(self, node: ir.Expression) -> Iterator[Star]:
        match node:
            case ir.Operation("or"):
                for each in node.operands:
                    yield from self._of(each)
            case ir.Operation("and"):
                yield from _joined([[*self._of(each)] for each in node.operands])
            case ir.Constant() if self._own(node.values):
                yield ()
            case ir.Connects() if self._owns(node.cells):
                regions = [self._region(each) for each in self._own(node.regions)]
                yield ((frozenset(regions), len(set(regions))),)
            case ir.Path() if self._owns(node.cells):
                one, other = map(self._region, self._own(node.regions))
                for label in range(self._nodes.labels):
                    if node.wanted >> label & 1:
                        shifted = frozenset((at, met ^ label) for at, met in other)
                        yield ((frozenset((one, shifted)), 2),)
            case ir.Loop() if self._owns(node.cells):
                for label in range(1, self._nodes.labels):
                    if node.wanted >> label & 1:
                        yield from self._around(label)
            case ir.SomeGroup() if self._owns(node.cells):
                yield from self._of_group(node.body, node.variable)

    def _around(self, label: int) -> Iterator[Star]:
        """Loops with a label: each crosses a seam, and so goes from a cell there back to it."""
        seams = [seam for seam in range(self._nodes.seams) if label >> seam & 1]
        cuts = [_cut(self._nodes, seam) for seam in seams]
        cut = min(cuts, key=len)
        for k in range(min(len(cut), MOST_STARS)):
            cell = cut[k * len(cut) // min(len(cut), MOST_STARS)]
            back = (divmod(packed ^ label, self._nodes.labels) for packed in self._nodes.rows[cell])
            yield ((frozenset((frozenset([(cell, 0)]), frozenset(back))), 2),)

    def _of_group(self, node: ir.Expression, group: ir.GroupBound) -> Iterator[Star]:
        """The stars that give a group a property."""
        match node:
            case ir.Operation("or"):
                for each in node.operands:
                    yield from self._of_group(each, group)
            case ir.Operation("and"):
                yield from _joined([[*self._of_group(each, group)] for each in node.operands])
            case ir.Touches() if node.cells == group:
                yield ((frozenset([self._region(self._own(node.regions))]), 1),)
            case ir.AtLeast(ir.Combined("&") as both, number):
                yield from self._at_least(both, number, group)
            case ir.Operation(">=" | ">" | "<=" | "<"):
                yield from self._compared(node, group)

    def _compared(self, node: ir.Operation, group: ir.GroupBound) -> Iterator[Star]:
        """The stars of a comparison with a number."""
        more, fewer = node.operands if node.symbol in (">=", ">") else reversed(node.operands)
        if not isinstance(fewer, ir.Constant):
            return
        number = self._own(fewer.values) + (node.symbol in (">", "<"))
        match more:
            case ir.Operation("*", (ir.Constant(factors), times)) if self._own(factors) > 0:
                more, number = times, -(-number // self._own(factors))
        match more:
            case ir.HowMany(tests):
                touched = [test for test in tests if isinstance(test, ir.Touches) and test.cells == group]
                yield ((frozenset(self._region(self._own(test.regions)) for test in touched), number),)
            case ir.Count(ir.Combined("&") as both):
                yield from self._at_least(both, number, group)
            case ir.ArcLength() if more.cells == group:
                yield from self._along(more.cycle, number)

    def _at_least(self, both: ir.Combined, number: int, group: ir.GroupBound) -> Iterator[Star]:
        """The star of some cells of a set that a group is to hold."""
        sides = (both.left, both.right)
        fixed = [side for side in sides if isinstance(side, ir.Fixed)]
        if group in sides and fixed:
            cells = self._own(fixed[0].cells)
            yield ((frozenset(frozenset([(cell, 0)]) for cell in cells), number),)

    def _along(self, cycle: tuple[int, ...], length: int) -> Iterator[Star]:
        """Stars that make an arc so long: two cells far apart, or one cell in each other sector."""
        size = len(cycle)
        sector = [
            frozenset((cell, 0) for cell in cycle[k * size // SECTORS : (k + 1) * size // SECTORS])
            for k in range(SECTORS)
        ]
        gap = 3 * size // SECTORS - 1
        if size % SECTORS == 0 and size - gap + 1 >= length:
            for k in range(2):
                yield ((frozenset(sector[k::2]), SECTORS // 2),)
        if size - length + 1 >= length - 1:
            step = max(1, size // (2 * (MOST_STARS - 2)))
            for k in range(0, size // 2, step):
                yield ((frozenset(frozenset([(cycle[at], 0)]) for at in (k, k + size // 2)), 2),)

    def _owns(self, cells: ir.CellSet) -> bool:
        return owner_of(cells, self._plan.rules) in (OWN, self._player)

    def _own(self, values: tuple[_T, ...]) -> _T:
        return values[self._player % len(values)]

    def _region(self, number: int) -> Terminal:
        met = self._nodes.meets(self._plan.rules.regions[number])
        count = self._nodes.labels
        return frozenset(
            (node, label) for node, labels in enumerate(met) if labels for label in range(count) if labels >> label & 1
        )


def _cut(nodes: Nodes, seam: int) -> tuple[int, ...]:
    """Cells without which no way would cross a seam."""
    found: dict[int, None] = {}
    for node, row in enumerate(nodes.rows):
        for packed in row:
            if packed >> seam & 1 and node not in found and packed >> nodes.seams not in found:
                found[min(node, packed >> nodes.seams)] = None
    return tuple(found)


def _joined(stars: list[list[Star]]) -> Iterator[Star]:
    """Each way to have one star of each list at once."""
    for chosen in product(*stars):
        yield tuple(dict.fromkeys(part for star in chosen for part in star))


class Bridge(Record):
    """From a node to another, with the label of the way there (packed as `Nodes` packs neighbours), by two cells."""

    one: int
    other: int
    cells: tuple[int, int]


def bridges_between(nodes: Nodes) -> Iterator[Bridge]:
    """Return the bridges from each node, so that each is returned in both directions."""
    last = nodes.labels - 1
    for one in range(nodes.count):
        common: dict[int, set[int]] = {}
        for packed in nodes.rows[one]:
            cell, label = packed >> nodes.seams, packed & last
            for beyond in nodes.rows[cell] if cell < nodes.cells else ():
                common.setdefault(beyond ^ label, set()).add(cell)
        pairs = sorted((other, cells) for other, cells in common.items() if len(cells) == 2)
        for other, cells in pairs:
            if other not in nodes.rows[one] and other >> nodes.seams != one:
                first, second = sorted(cells)
                yield Bridge(one, other, (first, second))


def bridges_to(terminal: Terminal, nodes: Nodes) -> Iterator[Bridge]:
    """Return the bridges from cells to a terminal; `other` is the cell itself, with the label of the way."""
    common: dict[int, dict[int, None]] = {}
    for cell, met in sorted(terminal):
        for packed in nodes.rows[cell] if cell < nodes.cells else ():
            common.setdefault(packed ^ met, {})[cell] = None
    for way, cells in sorted(common.items()):
        one, label = way >> nodes.seams, way & (nodes.labels - 1)
        if one < nodes.cells and len(cells) == 2 and (one, label) not in terminal:
            first, second = cells
            yield Bridge(one, way, (first, second))
