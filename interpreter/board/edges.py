"""Coloured borders: whole sides, parts of the perimeter, runs of the places around the board."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator
from typing import TypeAlias

from ..diagnostics.diagnostic import Diagnostics, listed, nearest
from ..diagnostics.elsewhere import ours_for
from ..diagnostics.text import Span
from ..source.syntax import tree
from ..values.cells import runs
from ..values.evaluate import Evaluator
from ..values.values import WRONG, Cells, Coordinate, EdgeRef, Fault, Item, Known, Nobody, Player, Wrong
from .board import Arc, Edge
from .glue import Glue

MOST_EDGES = 200

COMPASS = ("north", "east", "south", "west")
"""What other languages call sides."""

NAMED = ("top", "right", "bottom", "left")
"""What sides may be called."""

Around = Callable[[Coordinate], list[Coordinate]]
"""The places around a place."""

Border = tuple[Cells, Player, str]
"""The cells or places along which an edge runs, whose it is, and what it is called."""

AsBorder: TypeAlias = "Callable[[Item | Wrong, tree.Expression, bool], Cells | Wrong]"
"""What a value stands for; whether it must lie next to the board."""


class Borders:
    """The borders that the items of a board colour, in the order of the file, which is that of the board's edges."""

    def __init__(
        self, players: tuple[Player, ...], evaluator: Evaluator, report: Diagnostics, as_border: AsBorder
    ) -> None:
        self._players, self._evaluator, self._report, self._as_border = players, evaluator, report, as_border
        self._owners = (*players, Nobody(len(players), "neutral"))
        self._given: list[tuple[Border, Span]] = []

    def add(self, item: tree.Edge) -> None:
        """Add the borders of an item, and what it calls them; report what is wrong."""
        if item.name:
            self._evaluator.scope[item.name.id] = WRONG
        if self._are_turned_round(item):
            return
        owners = [self._evaluator.player(name, self._owners) for name in item.players]
        found = [border for side in item.sides for border in self._of(side, item)]
        sides = [(cells, name, span) for cells, name, span in found if cells is not WRONG]
        is_wrong = not sides or len(sides) < len(found)
        if is_wrong or None in owners:
            self._report.doubts.unsure.add("edges")
        if is_wrong:
            return
        if item.split is None and len(item.players) > 1 and len(item.players) != len(sides):
            message = f"this `edge` names {len(sides)} side{'s' * (len(sides) != 1)} but {len(item.players)} players"
            self._evaluator.wrong("HG407", message, item.span,
                                  help="give all sides to one player, or name a player for each")  # fmt: skip
            return
        first, is_one = len(self._given), item.split is None and len(sides) == 1
        for number, (cells, text, span) in enumerate(sides):
            owner = owners[number % len(owners)]
            if owner is not None:
                name = text if item.name is None else item.name.id if is_one else f"{item.name.id}[{number}]"
                self._given.append(((cells, owner, name), span))
        if item.name and None not in owners:
            edges = tuple(map(EdgeRef, range(first, len(self._given))))
            self._evaluator.scope[item.name.id] = Known.always(edges[0] if is_one else edges)

    def parted(self, wrapped: Collection[frozenset[Coordinate]]) -> Iterator[Border]:
        """Give the borders; those that are glued, or given twice, are reported."""
        taken: set[frozenset[Coordinate]] = set()
        for border, span in self._given:
            cells, _, name = border
            side = frozenset(cells.items)
            if any(len(side) > 1 and side <= glued for glued in wrapped):
                self._evaluator.wrong("HG408", f"`{name}` is wrapped: it has no border to colour", span)
            elif len(side) > 1 and side in taken:
                self._evaluator.wrong("HG408", f"`{name}` already belongs to an edge", span)
            elif len(taken) == MOST_EDGES:
                self._evaluator.wrong("HG507", f"more than {MOST_EDGES} edges", span)
                return
            else:
                taken.add(side)
                yield border

    def _are_turned_round(self, item: tree.Edge) -> bool:
        """Whether players stand where the sides belong, which is then reported."""
        names = {player.name for player in self._players}
        players = [side for side in item.sides if isinstance(side, tree.Name) and side.id in names]
        if len(players) < len(item.sides) or any(name.id in names for name in item.players):
            return False
        span = Span(item.span.source, item.sides[0].span.start, item.players[-1].span.end)
        right = f"{', '.join(name.id for name in item.players)}: {', '.join(side.id for side in players)}"
        self._evaluator.wrong("HG407", "the sides come first, then their player", span, help=f"write: edge {right}",
                              replacement=right)  # fmt: skip
        self._report.doubts.unsure.add("edges")
        return True

    def _of(self, node: tree.Expression, item: tree.Edge) -> list[tuple[Cells | Wrong, str, Span]]:
        if self._is_elsewhere(node):
            return [(WRONG, "", node.span)]
        value = self._evaluator.known(node)
        from ..source.layout.phrases import format_expression  # noqa: PLC0415 - few sheets need it

        text = format_expression(node)
        if type(value) is int:
            numbers: list[tree.Expression] = [side for side in item.sides if isinstance(side, tree.Number)]
            if node is (numbers or [node])[0]:  # one problem for all of them
                self._evaluator.wrong("HG302", "a number is not a side", node.span, help=self._form())
            return [(WRONG, text, node.span)]
        if item.split is not None:
            return self._runs(value, node, item.split, text)
        if type(value) is tuple:
            sides = enumerate(value)
            return [(self._as_border(side, node, True), f"{text}[{number}]", node.span) for number, side in sides]
        return [(self._as_border(value, node, True), text, node.span)]

    def _is_elsewhere(self, node: tree.Expression) -> bool:
        """Whether a side is called as other languages call it, or nearly so, and is not on this board, which is then
        reported."""
        scope = self._evaluator.scope
        if not isinstance(node, tree.Name) or node.id in scope:
            return False
        meant = nearest(node.id, (*COMPASS, *(name for name in scope if isinstance(scope[name], Known))))
        if any(name in scope for name in ours_for(node.id)) or not (ours_for(node.id) or meant in COMPASS):
            return False
        self._evaluator.wrong("HG403", f"this board has no `{node.id}`", node.span, help=self._form())
        return True

    def _form(self) -> str:
        """How an edge is written, and which sides there are."""
        meaning = self._evaluator.scope.get("sides")
        sides = meaning.of(0) if isinstance(meaning, Known) else ()
        named = [name for name in NAMED if name in self._evaluator.scope]
        which, example = listed((f"`{name}`" for name in named), "and"), next(iter(named), "")
        if not named and isinstance(sides, tuple) and sides:
            which, example = f"`sides[0]` to `sides[{len(sides) - 1}]`", "sides[0]"
        if not which:
            return ""
        return f"the sides of this board are {which}: write, for example, `edge {example}: {self._players[0].name}`"

    def _runs(
        self, value: Item | Wrong, node: tree.Expression, parts: tree.Expression, text: str
    ) -> list[tuple[Cells | Wrong, str, Span]]:
        ring = self._as_border(value, node, False)
        number = self._evaluator.fixed(parts, int, "`split`")
        if ring is WRONG or number is WRONG:
            return []
        try:
            parted = runs(ring, number)
        except Fault as fault:
            self._evaluator.wrong(fault.code, fault.message, parts.span, help=fault.help)
            return []
        return [(self._as_border(run, node, True), f"{text}[{index}]", node.span) for index, run in enumerate(parted)]


def make_edge(side: Cells, owner: Player, name: str, places: dict[Coordinate, int], around: Around, glue: Glue) -> Edge:
    """The edge along a side, which holds cells of the board or places outside it."""
    on_board = [place for place in side.items if place in places]
    outside = [place for place in side.items if place not in places]
    beside = [near for place in outside for near in around(place) if near in places]
    links = dict.fromkeys(Arc(places[place], glue.label(place)) for place in (*on_board, *beside))
    drawn = tuple(outside) or drawn_outside(side, places, around)
    return Edge(owner.index, name, tuple(links), drawn, not isinstance(owner, Nobody))


def graph_edge(side: Cells, owner: Player, name: str, places: dict[Coordinate, int]) -> Edge:
    """The edge along cells of a graph board, which is drawn with the cells themselves."""
    links = dict.fromkeys(Arc(places[place], 0) for place in side.items)
    return Edge(owner.index, name, tuple(links), (), not isinstance(owner, Nobody))


def drawn_outside(side: Cells, places: Container[Coordinate], around: Around) -> tuple[Coordinate, ...]:
    """Where an edge along cells is drawn: outside their side, or on the places that no other cell of the same part of
    the board lies next to."""
    if side.outside:
        return tuple(place for place in side.outside if place not in places)
    cells = set(side.items)
    beyond = dict.fromkeys(near for cell in side.items for near in around(cell) if near not in places)
    found = []
    for place in beyond:
        near = [each for each in around(place) if each in places]
        others = {each for each in near if each not in cells}
        if any(not others.intersection(around(each)) for each in near if each in cells):
            found.append(place)
    return tuple(found)
