"""A board and the rules on it as one graph: every cell, edge and player, and every node of the rules, is a vertex.

Where goals tell seams apart, each cell and each edge has a sheet for every sum of seams, and links lead from sheet to
sheet: whatever maps sheets onto sheets keeps what loops and paths add up to, but for a change of the seams, which the
goals must not tell either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from ...board.board import Board
from ...board.rings import is_flat
from ...record import Record
from ...source.layout.outline import on_one_line
from ...values.grid import HEX
from .. import adjacency, deeds, ir, program
from ..program import Rules
from ..roles import Role
from ..spellings import Numerals, ends_of
from ..traits import Node, nodes_in
from . import endings, loops
from .graph import Label, Link
from .ground import MOST_SEAMS, Ground
from .kinds import ANYTHING, CELL, NUMBER, PLAYER, Kinds, Reader
from .setup import begun

_Value = TypeVar("_Value")

COMMUTING = frozenset({"and", "or", "+", "*", "==", "!=", "&", "|"})
"""Operators whose operands may change places."""

MOST_VERTICES = 60_000
"""The most vertices of the graph of the rules."""


class Pinned(Record):
    """A reason why cells, or players, keep their places."""

    what: str
    """`cell` or `player`."""

    why: str
    where: str
    """The text of the rule; empty where it is the whole game."""


class Structure:
    """The graph of a board with some parts of the rules on it: cells come first, then edges, then players.

    `pinned` says what keeps cells or players in place because it is not understood, or names them.
    """

    def __init__(self, rules: Rules, board: Board, parts: Iterable[Node] | None = None) -> None:
        self._rules, self._board, self._read = rules, board, Reader(rules, board)
        self._builder, self.pinned = Ground(rules, board), dict[Pinned, None]()
        self.cells, self.nodes = self._builder.cells, self._builder.nodes
        self.movable = self.nodes + len(rules.players)
        self._known: dict[tuple[object, ...], tuple[Node, int]] = {}
        self._where = ""
        if rules.seams > MOST_SEAMS:
            self._pin(CELL, f"goals tell more than {MOST_SEAMS} seams apart")
        for each in (rules,) if parts is None else parts:
            self._child(each, NUMBER, {})
        self._builder.add_relations()
        self._mark_pinned()
        self.graph = self._builder.graph()

    # Nodes of the rules

    def _child(self, node: Node, wanted: str, bound: Kinds) -> int:
        """Add a node of the rules, which stands for what is wanted, with all that it is made of; return its vertex."""
        key = id(node), wanted, tuple(sorted(bound.items()))
        if key not in self._known:
            before, written = self._where, self._rules.written.get(id(node))
            if isinstance(node, program.Decision | program.Ending):
                self._where = node.span.text
            elif written:
                self._where = written[1].text
            self._known[key] = node, self._add(node, wanted, bound)
            self._where = before
        return self._known[key][1]

    def _add(self, node: Node, wanted: str, bound: Kinds) -> int:
        if len(self._builder.colours) > MOST_VERTICES:
            self._pin(CELL, "there are too many rules to examine")
            return self._builder.made(("unknown",), ())
        kind = self._read.of(node, bound)
        if kind is not None and wanted not in (kind, ANYTHING):
            self._pin_all(wanted if kind == NUMBER else kind, "the rules calculate with cells or players")
        self._examine(node)
        match node:
            case Rules():
                return self._rules_of(node, bound)
            case program.Script():
                return self._script(node, bound)
            case _ if not node.symmetric or Role.UNKNOWN in node.roles.values():
                self._pin_all(ANYTHING, f"it is not known how symmetries affect {_named(node)}")
                return self._builder.made(("unknown",), ())
            case _:
                return self._made_of_fields(node, wanted, bound)

    def _made_of_fields(self, node: Node, wanted: str, bound: Kinds) -> int:
        words: list[object] = [type(node).__name__]
        links: list[Link] = []
        inside = self._read.named(node, bound)
        for name, role in node.roles.items():
            value = getattr(node, name)
            if role is Role.PLAIN:
                words.append((name, value))
            elif not role.holds_nodes:
                links += self._told(node, role, value, inside, wanted)
            elif role is not Role.UNSAID:
                kind = self._read.wanted(node, name, wanted, inside)
                found = [self._child(each, kind, inside) for each in nodes_in(value)]
                links += ((_place(node, name, order), child) for order, child in enumerate(found))
                words.append((name, _lengths(value)))
        return self._builder.made(tuple(words), _counted(links))

    def _examine(self, node: Node) -> None:
        """Pin what depends on the order of cells or players."""
        match node:
            case adjacency.Adjacency() if self._board.seams:
                self._pin(CELL, "chains run by a relation on a board with seams")
            case deeds.ForCells() | deeds.ForGroups() if not loops.is_free(node, self._rules, self._board):
                self._pin_all(ANYTHING, "a loop goes over cells in their order, which may matter")
            case program.Point() if node.way in (program.TOGETHER, program.SECRET):
                self._pin(PLAYER, "players decide at the same time")
            case program.Random() if self._read.of_values(node.values) != NUMBER:
                self._pin_all(self._read.of_values(node.values), "chance draws cells or players")
            case program.Choose() if node.values and node.kind in (CELL, PLAYER):
                self._pin(node.kind, "a choice names cells or players")
            case ir.ArcLength() if self._rules.seams:
                self._pin(CELL, "a rule asks for the length of an arc on a board with seams")
            case ir.Encloses() if self._board.grid != HEX or not is_flat(self._board):
                self._pin(CELL, "what a loop goes around depends on more than links here")
            case _:
                pass

    def _told(self, node: Node, role: Role, value: Any, inside: Kinds, wanted: str) -> list[Link]:
        """Links that say what a field tells of cells, regions, players or variables."""
        match role:
            case Role.RELATION:
                return [(("relation",), self._builder.relation(value))]
            case Role.VALUES:
                return self._values(value, wanted)
            case Role.BY_CELL:
                return self._by_cell(value, wanted)
            case Role.COORDINATE:
                return self._by_cell(tuple(cell[value] for cell in self._board.cells), NUMBER)
            case Role.CELLS:
                return self._cases(value, lambda cells: [(("holds",), cell) for cell in cells])
            case Role.CONTENTS:
                return self._cases(value, lambda held: map(self._content, held))
            case Role.ELEMENTS:
                return self._elements(node, value, inside)
            case Role.REGIONS:
                return self._regions(node, value)
            case Role.LABELS:
                return self._builder.crossed(value)
            case Role.CYCLE:
                return [(("cycle",), self._cycle(value))]
            case Role.SLOT:
                is_players = isinstance(node, ir.Variable) and node.player is not None
                return [(("slots",), self._slots(value))] if is_players else [(("slot",), self._slot(value))]
            case Role.LAYER:
                return [(("layer",), self._layer(value))]
            case Role.WHO:
                return [] if value is None else [(("for",), self._builder.player(value))]
            case Role.OWNER:
                return [(("owner",), self._owner(value))]
            case _:
                raise AssertionError(f"nobody reads what {role} tells")

    def _rules_of(self, rules: Rules, bound: Kinds) -> int:
        links: list[Link] = [((name, order), self._child(each, NUMBER, bound))
                 for name, items in (("pieces", rules.pieces), ("points", rules.points), ("script", (rules.script,)),
                                     ("scores", rules.scores), ("sees", rules.sees))
                 for order, each in enumerate(items)]  # fmt: skip
        links += [(("slot",), self._slot(number)) for number in range(len(rules.variables))]
        links += [(("layer",), self._layer(number)) for number in range(len(rules.layers))]
        links += [(("forgotten",), self._slot(number)) for number in rules.script.forgotten]
        links += [(("endings",), self._child(each, NUMBER, bound)) for each in endings.said(rules)]
        for first, second in endings.ordered(rules):
            self._builder.link(self._child(first, NUMBER, bound), self._child(second, NUMBER, bound), ("before",))
        return self._builder.made(("Rules", rules.cards, rules.zones, rules.marks), links)

    def _script(self, script: program.Script, bound: Kinds) -> int:
        """Add a script; of a set-up that decides nothing, what stands on the board after it."""
        contents = begun(self._rules, self._board)
        after = 0 if contents is None else script.start
        links: list[Link] = [(("do", order), self._child(each, NUMBER, bound))
                 for order, each in enumerate(script.instructions[after:])]  # fmt: skip
        for held in sorted(set(contents or ())):
            cells = [(("at",), cell) for cell, each in enumerate(contents or ()) if each == held]
            links.append((("begins",), self._builder.made(("begins",), [self._content(held), *cells])))
        return self._builder.made(("Script", script.start, script.is_round), links)

    def _slot(self, number: int) -> int:
        """Add a variable."""
        slot, kind = self._rules.variables[number], self._read.slots[number]
        links: list[Link] = [] if slot.player is None else [(("whose",), self._builder.player(slot.player))]
        is_range = isinstance(slot.values, Numerals)
        allowed = ends_of(slot.values) if is_range else tuple(sorted(value for value, _ in slot.values))
        links += self._standing_for((slot.start,), kind, "start")
        links += [(("may be",), to) for value in allowed for _, to in self._standing_for((value,), kind, "")]
        said = self._said(slot.start, kind), *sorted({str(self._said(value, kind)) for value in allowed})
        which = number if slot.player is None else slot.name
        return self._builder.made(("Slot", slot.name, which, slot.is_declared, *said), links)

    def _layer(self, number: int) -> int:
        """Add a variable that all cells have, or all pieces: it begins alike on all cells."""
        layer, kind = self._rules.layers[number], self._read.layers[number]
        links = self._standing_for((layer.start,), kind, "start")
        return self._builder.made(("Layer", number, self._said(layer.start, kind)), links)

    def _slots(self, number: int) -> int:
        """Add the variables that players have by the name of this one."""
        name = self._rules.variables[number].name
        slots = [each for each, slot in enumerate(self._rules.variables) if slot.name == name]
        return self._builder.made(("slots",), [(("slot",), self._slot(each)) for each in slots])

    # Values, cells, players

    def _elements(self, loop: Node, elements: tuple[int, ...], inside: Kinds) -> list[Link]:
        """Links to what a loop runs over, in its order unless that does not matter."""
        assert isinstance(loop, deeds.ForElements)
        kind = inside[loop.variable.number]
        if kind == CELL and loop.test is None and loops.is_free(loop, self._rules, self._board):
            return [(("element",), cell) for cell in elements]
        return self._values((elements,), kind)

    def _owner(self, name: str) -> int:
        players = self._rules.players
        return self._builder.player(players.index(name)) if name in players else self._builder.made(("owner", name), ())

    def _values(self, values: tuple[object, ...], kind: str) -> list[Link]:
        """Links to values for each `own`, or one for all, or a list of them."""
        links: list[Link] = []
        for own, value in self._per_player(values):
            several = value if isinstance(value, tuple) else (value,)
            standing = self._standing_for(several, kind, "value")
            words = tuple(self._said(each, kind) for each in several)
            links.append((("own",), self._case(own, standing, words)))
        return links

    def _standing_for(self, values: Iterable[int], kind: str, word: str) -> list[Link]:
        """Links to the cells or players that numbers stand for, or may stand for."""
        return [((word, order), first + value) for order, value in enumerate(values)
                for first, size in self._ranges(kind) if 0 <= value < size]  # fmt: skip

    def _said(self, value: int, kind: str) -> int | str:
        """What a value says beside the cell or the player that it stands for."""
        return kind if kind != ANYTHING and any(0 <= value < size for _, size in self._ranges(kind)) else value

    def _ranges(self, kind: str) -> list[tuple[int, int]]:
        """The first of the vertices that a number may stand for, and how many there are."""
        every = {CELL: (0, self.cells), PLAYER: (self.nodes, len(self._rules.players))}
        return [found for what, found in every.items() if kind in (what, ANYTHING)]

    def _per_player(self, values: tuple[_Value, ...]) -> Iterator[tuple[int, _Value]]:
        """What there is for each player; for all alike, -1."""
        if all(value == values[0] for value in values):
            yield -1, values[0]
        else:
            yield from enumerate(values)

    def _cases(self, values: tuple[_Value, ...], links: Callable[[_Value], Iterable[Link]]) -> list[Link]:
        """Links to what holds for each player as `own`, or for all."""
        return [(("own",), self._case(own, links(value))) for own, value in self._per_player(values)]

    def _case(self, own: int, links: Iterable[Link], words: Label = ()) -> int:
        """Add what holds for one player as `own`, or for all."""
        whose = [(("if",), self._builder.player(own))] if own >= 0 else []
        return self._builder.made(("case", own < 0, *words), [*links, *whose])

    def _content(self, held: int) -> Link:
        """What a cell holds: a kind of piece of a player, or of nobody, or nothing."""
        if held == ir.EMPTY:
            return ("content",), self._builder.made(("content", "empty"), ())
        owner, kind = divmod(held - 1, len(self._rules.pieces))
        if owner >= len(self._rules.players):
            return ("content",), self._builder.made(("content", "neutral", kind), ())
        return ("content", kind), self._builder.player(owner)

    def _by_cell(self, values: tuple[int, ...], kind: str) -> list[Link]:
        """Links to a value for each cell."""
        links: list[Link] = []
        for value in sorted(set(values)):
            standing = self._standing_for((value,), kind, "value")
            cells = [(("at",), cell) for cell, each in enumerate(values) if each == value]
            links.append((("value",), self._builder.made(("value", self._said(value, kind)), [*standing, *cells])))
        return links

    # Goals

    def _regions(self, goal: Node, regions: tuple[int | tuple[int, ...], ...]) -> list[Link]:
        links: list[Link] = []
        for own, each in self._per_player(regions):
            several = each if isinstance(each, tuple) else (each,)
            case: list[Link] = [(("region",), self._region(region)) for region in several]
            if isinstance(goal, ir.Path):
                case += self._builder.ends(several)
            links.append((("regions",), self._case(own, case, (len(several), len(set(several))))))
        return links

    def _region(self, region: int) -> int:
        return self._builder.made(("region",), [(("in",), node) for node in sorted(self._rules.regions[region])])

    def _cycle(self, cycle: tuple[int, ...]) -> int:
        around = zip(cycle, cycle[1:] + cycle[:1], strict=True)
        ways = [self._builder.made(("around",), [(("end",), one), (("end",), other)]) for one, other in around]
        return self._builder.made(("cycle",), [(("way",), way) for way in ways])

    # What is pinned

    def _pin_all(self, kind: str, why: str) -> None:
        for what in (CELL, PLAYER):
            if kind in (what, ANYTHING):
                self._pin(what, why)

    def _pin(self, what: str, why: str) -> None:
        self.pinned[Pinned(what, why, on_one_line(self._where))] = None

    def _mark_pinned(self) -> None:
        colours = self._builder.colours
        for what, first, last in ((CELL, 0, self.nodes), (PLAYER, self.nodes, self.movable)):
            if any(each.what == what for each in self.pinned):
                for vertex in range(first, last):
                    colours[vertex] = (*colours[vertex], vertex)


def _place(node: Node, name: str, order: int) -> Label:
    """How a part of a node is told from others; those of which the order does not matter are not."""
    match node:
        case ir.HowMany():
            return (name,)
        case ir.Operation() | ir.Combined() if node.symbol in COMMUTING:
            return ("operand",)
        case _:
            return name, order


def _counted(links: list[Link]) -> Iterator[Link]:
    """Links of which equal ones are told apart by how many there are."""
    for link in dict.fromkeys(links):
        number = links.count(link)
        yield link if number == 1 else ((*link[0], "times", number), link[1])


def _lengths(value: object) -> tuple[int, ...]:
    """How many nodes there are in each tuple of a field."""
    return tuple(len(each) if isinstance(each, tuple) else 1 for each in value) if isinstance(value, tuple) else ()


def _named(node: Node) -> str:
    return f"`{type(node).__name__}`"
