"""A board and the rules on it as one graph: every cell, edge and player, and every node of the rules, is a vertex.

Where goals tell seams apart, each cell and each edge has a sheet for every sum of seams, and links lead from sheet to
sheet: whatever maps sheets onto sheets keeps what loops and paths add up to, but for a change of the seams, which the
goals must not tell either.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from ...board.board import Board
from ...board.rings import is_flat
from ...record import Record
from ...source.layout.outline import on_one_line
from ...values.grid import HEX
from .. import adjacency, deeds, elements, ir, lines, program, ways
from ..program import Rules
from ..traits import Node
from . import endings, loops
from .graph import Label, Link
from .ground import MOST_SEAMS, Ground
from .kinds import ANYTHING, CELL, NUMBER, PLAYER, Kinds, Reader
from .setup import begun

_Value = TypeVar("_Value")

COMMUTING = frozenset({"and", "or", "+", "*", "==", "!=", "&", "|"})
"""Operators whose operands may change places."""

ROWS = frozenset({
    (ir.Row, "rows"), (ir.Near, "rows"), (adjacency.Adjacency, "rows"), (ways.Steps, "rows"), (ways.Nearest, "rows"),
    (lines.Slide, "rays"), (lines.Between, "rays"), (lines.Beyond, "rays"), (lines.LongestRow, "rays"),
})  # fmt: skip
"""Fields that hold, for each cell, others, or lines of others."""

PLAIN = (
    ir.Counter, ir.PlayerCounter, ir.Bound, ir.Operation, ir.Choice, ir.Count, ir.AtLeast, ir.Alone, ir.Cards,
    ir.HowMany, ir.Member, ir.Quantifier, ir.SomeGroup, ir.GroupBound, ir.GroupOf, ir.Single, ir.Combined, ir.Filtered,
    ir.Size, ir.Has, ir.Stuck, ir.Repeats, ir.Marked, ir.Row, ir.Near, adjacency.Along, adjacency.Adjacency,
    elements.Aggregate, elements.Several, elements.Listed, elements.Chosen, elements.Groups, elements.Span,
    elements.Numbers, ways.Steps, ways.Nearest, lines.Slide, lines.Between, lines.Beyond, lines.LongestRow,
    deeds.Travel, deeds.AtOnce, deeds.SetVariable, deeds.SetCards, deeds.SetMarks, deeds.SetMover, deeds.If,
    deeds.ForCells, deeds.ForGroups, deeds.Exchange, deeds.Again, program.Decision, program.Picking, program.Point,
    program.Do, program.Test, program.Possible, program.Jump, program.Rest, program.End, program.Piece,
)  # fmt: skip
"""Nodes of which all fields are other nodes, numbers and words that name no cell, or tables of cells for each cell."""

UNSAID = frozenset(
    {"span", "source_span", "target_span", "where_span", "forbid_span", "never", "written", "owner", "forgotten"}
)
"""Fields that do not change what the rules are, or are added in another way."""

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
            self._pin(CELL, "there are too many rules to look at")
            return self._builder.made(("unknown",), ())
        kind = self._read.of(node, bound)
        if kind is not None and wanted not in (kind, ANYTHING):
            self._pin_all(wanted if kind == NUMBER else kind, "the rules calculate with cells or players")
        self._examine(node)
        careful = self._carefully(node, wanted, bound)
        if careful is not None:
            return careful
        if not isinstance(node, PLAIN):
            self._pin_all(ANYTHING, f"it is not known what symmetries leave of {_named(node)}")
            return self._builder.made(("unknown",), ())
        words: list[object] = [type(node).__name__]
        links: list[Link] = []
        inside = self._read.named(node, bound)
        for name, value in zip(type(node).__match_args__, node.parts(), strict=True):
            if name in UNSAID:
                continue
            if (type(node), name) in ROWS:
                links.append(((name,), self._builder.relation(value)))
                continue
            found = list(_nodes_of(value))
            for order, each in enumerate(found):
                child = self._child(each, self._read.wanted(node, name, wanted, inside), inside)
                links.append((_place(node, name, order), child))
            words.append((name, tuple(map(len, value)) if _is_nested(value) else len(found) if found else value))
        if isinstance(node, program.Decision):
            owner = self._rules.players.index(node.owner) if node.owner in self._rules.players else -1
            links += [(("owner",), self._builder.player(owner))] if owner >= 0 else []
            words.append(("owner", node.owner if owner < 0 else "player"))
        return self._builder.made(tuple(words), _counted(links))

    def _examine(self, node: Node) -> None:
        """Pin what depends on the order of cells or players."""
        match node:
            case adjacency.Adjacency() if self._board.seams:
                self._pin(CELL, "chains run by a relation on a board with seams")
            case deeds.ForCells() | deeds.ForGroups() if not loops.is_free(node, self._rules, self._board):
                self._pin_all(ANYTHING, "a loop goes over cells in their order, which may matter")
            case program.Point() if node.way == program.TOGETHER:
                self._pin(PLAYER, "players decide at the same time")
            case program.Decision() if node.word == "random" and self._read.of_values(node.values) != NUMBER:
                self._pin_all(self._read.of_values(node.values), "chance draws cells or players")
            case ir.ArcLength() if self._rules.seams:
                self._pin(CELL, "the length of an arc is asked for on a board with seams")
            case ir.Encloses() if self._board.grid != HEX or not is_flat(self._board):
                self._pin(CELL, "what a loop goes around depends on more than links here")
            case _:
                pass

    def _carefully(self, node: Node, wanted: str, bound: Kinds) -> int | None:
        """Add a node whose fields hold cells, regions, players or variables; None for others."""
        match node:
            case Rules():
                return self._rules_of(node, bound)
            case ir.Constant():
                return self._known_value(("Constant",), node.values, wanted)
            case ir.Lookup() | ir.Axis():
                return self._by_cell(node, wanted, bound)
            case ir.Variable():
                if node.player is None:
                    return self._builder.made(("Variable",), [(("slot",), self._slot(node.number))])
                return self._builder.made(("Variable",), [
                    (("slots",), self._slots(node.number)), (("player",), self._child(node.player, PLAYER, bound))
                ])  # fmt: skip
            case program.Ending():
                return self._ending(node, bound)
            case program.Script():
                return self._script(node, bound)
            case deeds.Becomes():
                cells = ("cells",), self._child(node.cells, NUMBER, bound)
                return self._builder.made(("Becomes", node.kind), [cells, *self._whose("owner", node.owner, bound)])
            case deeds.ForElements():
                return self._for_elements(node, bound)
            case ir.Fixed():
                return self._builder.made(("Fixed",), [
                    (("own",), self._case(own, [(("holds",), cell) for cell in cells]))
                    for own, cells in self._per_player(node.cells)
                ])  # fmt: skip
            case ir.Holding():
                held = [(("own",), self._case(own, map(self._content, held)))
                        for own, held in self._per_player(node.contents)]  # fmt: skip
                return self._builder.made(("Holding",), [*held, *self._whose("of", node.of, bound)])
            case ir.Connects() | ir.Path() | ir.Touches() | ir.Loop() | ir.Encloses() | ir.ArcLength():
                return self._goal(node, bound)
            case _:
                return None

    def _whose(self, name: str, player: ir.Expression | None, bound: Kinds) -> list[Link]:
        return [] if player is None else [((name,), self._child(player, PLAYER, bound))]

    def _rules_of(self, rules: Rules, bound: Kinds) -> int:
        links: list[Link] = [((name, order), self._child(each, NUMBER, bound))
                 for name, items in (("pieces", rules.pieces), ("points", rules.points), ("script", (rules.script,)),
                                     ("scores", rules.scores), ("sees", _nodes_of(rules.sees)))
                 for order, each in enumerate(items)]  # fmt: skip
        links += [(("slot",), self._slot(number)) for number in range(len(rules.variables))]
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

    def _ending(self, node: program.Ending, bound: Kinds) -> int:
        """Add an ending."""
        links: list[Link] = [(("condition",), self._child(node.condition, NUMBER, bound))]
        if node.player is not None:
            links.append((("for",), self._builder.player(node.player)))
        return self._builder.made(("Ending", node.result, node.label, node.timing), links)

    def _slot(self, number: int) -> int:
        """Add a variable."""
        slot, kind = self._rules.variables[number], self._read.slots[number]
        links: list[Link] = [] if slot.player is None else [(("whose",), self._builder.player(slot.player))]
        allowed = tuple(sorted(value for value, _ in slot.values))
        links += self._standing_for((slot.start,), kind, "start")
        links += [(("may be",), to) for value in allowed for _, to in self._standing_for((value,), kind, "")]
        said = self._said(slot.start, kind), *sorted({str(self._said(value, kind)) for value in allowed})
        which = number if slot.player is None else slot.name
        return self._builder.made(("Slot", slot.name, which, slot.is_declared, *said), links)

    def _slots(self, number: int) -> int:
        """Add the variables that players have by the name of this one."""
        name = self._rules.variables[number].name
        slots = [each for each, slot in enumerate(self._rules.variables) if slot.name == name]
        return self._builder.made(("slots",), [(("slot",), self._slot(each)) for each in slots])

    def _for_elements(self, node: deeds.ForElements, bound: Kinds) -> int:
        inside = self._read.named(node, bound)
        kind = inside[node.variable.number]
        links: list[Link] = [
            (("body", order), self._child(each, NUMBER, inside)) for order, each in enumerate(node.body)
        ]
        if node.test is not None:
            links.append((("test",), self._child(node.test, NUMBER, inside)))
        if kind == CELL and node.test is None and loops.is_free(node, self._rules, self._board):
            links += [(("element",), cell) for cell in node.elements]
        else:
            links.append((("elements",), self._known_value(("elements", len(node.elements)), (node.elements,), kind)))
        return self._builder.made(("ForElements", node.variable.number), links)

    # Values, cells, players

    def _known_value(self, colour: Label, values: tuple[object, ...], kind: str) -> int:
        """Add values for each `own`, or one for all, or a list of them."""
        links: list[Link] = []
        for own, value in self._per_player(values):
            several = value if isinstance(value, tuple) else (value,)
            standing = self._standing_for(several, kind, "value")
            words = tuple(self._said(each, kind) for each in several)
            links.append((("own",), self._case(own, standing, words)))
        return self._builder.made(colour, links)

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

    def _by_cell(self, node: ir.Lookup | ir.Axis, wanted: str, bound: Kinds) -> int:
        """Add a number for each cell."""
        values = node.values if isinstance(node, ir.Lookup) else tuple(each[node.axis] for each in self._board.cells)
        kind = wanted if isinstance(node, ir.Lookup) else NUMBER
        links: list[Link] = [(("cell",), self._child(node.cell, CELL, bound))]
        for value in sorted(set(values)):
            standing = self._standing_for((value,), kind, "value")
            cells = [(("at",), cell) for cell, each in enumerate(values) if each == value]
            said = self._said(value, kind)
            links.append((("value",), self._builder.made(("value", said), [*standing, *cells])))
        return self._builder.made((type(node).__name__,), links)

    # Goals

    def _goal(self, node: Node, bound: Kinds) -> int:
        links: list[Link] = []
        names: tuple[str, ...] = type(node).__match_args__
        for name, value in zip(names, node.parts(), strict=True):
            if name == "regions":
                for own, regions in self._per_player(value):
                    several = regions if isinstance(regions, tuple) else (regions,)
                    case: list[Link] = [(("region",), self._region(region)) for region in several]
                    if isinstance(node, ir.Path):
                        case += self._builder.ends(several)
                    links.append((("regions",), self._case(own, case, (len(several), len(set(several))))))
            elif name == "wanted":
                links += self._builder.crossed(value)
            elif name == "cycle":
                links.append((("cycle",), self._cycle(value)))
            else:
                links.append(((name,), self._child(value, NUMBER, bound)))
        return self._builder.made((type(node).__name__,), links)

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


def _nodes_of(value: object) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from _nodes_of(each)


def _is_nested(value: object) -> bool:
    """Whether a field holds tuples of nodes in a tuple: then their lengths matter."""
    return isinstance(value, tuple) and bool(value) and all(
        isinstance(each, tuple) and any(isinstance(node, Node) for node in each) for each in value
    )  # fmt: skip


def _named(node: Node) -> str:
    return f"`{type(node).__name__}`"
