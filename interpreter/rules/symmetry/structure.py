"""A board and the rules on it as one graph: every cell, every edge and every node of the rules is a vertex of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TypeVar

from ...board.board import Board
from ...board.rings import is_flat
from ...values.grid import HEX
from .. import adjacency, deeds, elements, ir, program, ways
from ..program import Rules
from ..traits import Node

Label = tuple[object, ...]
_Value = TypeVar("_Value")

ANY_ORDER = {
    (ir.HowMany, "tests"), (ir.Operation, "operands"),
}  # fmt: skip
"""Fields whose items may change places; those of an operation where its operator says so."""

LOGICAL = frozenset({"and", "or", "not"})
"""Operators on what is true or false."""

COMMUTING = frozenset({"and", "or", "+", "*", "==", "!="})

ROWS = {
    (ir.Row, "rows"), (ir.Near, "rows"), (adjacency.Adjacency, "rows"), (ways.Steps, "rows"), (ways.Nearest, "rows"),
}  # fmt: skip
"""Fields that hold, for each cell, others."""

NUMERIC = (
    ir.Count, ir.Size, ir.ArcLength, ir.HowMany, ir.PlayerCounter, elements.Aggregate, elements.Several, ways.Steps,
)  # fmt: skip
"""What is a number and stands for no cell and no player."""

PLAIN = (
    ir.Counter, ir.PlayerCounter, ir.Variable, ir.Bound, ir.Operation, ir.Choice, ir.Count, ir.AtLeast, ir.Alone,
    ir.HowMany, ir.Member, ir.Quantifier, ir.SomeGroup, ir.GroupBound, ir.GroupOf, ir.Single, ir.Combined, ir.Filtered,
    ir.Size, ir.Has, ir.Loop, ir.Stuck, ir.Repeats, adjacency.Along, elements.Aggregate, elements.Several,
    elements.Listed, elements.Chosen, elements.Groups, elements.Span, elements.Numbers, ir.Row, ir.Near,
    adjacency.Adjacency, ways.Steps, ways.Nearest, deeds.Travel, deeds.AtOnce, deeds.SetVariable, deeds.SetMarks,
    deeds.If, deeds.Exchange, deeds.Again, ir.Marked, program.Decision, program.Point, program.Do, program.Test,
    program.Possible, program.Jump, program.Rest, program.End, program.Script, program.Rules, program.Piece,
    program.Slot,
)  # fmt: skip
"""Nodes of which all fields are other nodes, numbers and words that name no cell, or tables of cells for each cell."""

UNSAID = frozenset({"span", "source_span", "target_span", "where_span", "forbid_span", "never", "written"})
"""Fields that do not change what the rules are."""

MOST_SEAMS = 2
"""The most seams that goals tell apart, for symmetries to be looked for."""


class Unknown(Exception):  # noqa: N818 - named for what was met
    """The rules speak of something whose symmetries are not known."""


class Structure:
    """The graph: a colour for each vertex, and for each two that are linked the labels of their links. Cells come
    first, then edges; players are renamed, the last name of each being its place in `renamed`.

    Raises Unknown for rules that are not understood.
    """

    def __init__(self, rules: Rules, board: Board, renamed: tuple[int, ...]) -> None:
        self._rules, self._board, self._renamed = rules, board, renamed
        self._changes_players = renamed != tuple(range(len(renamed)))
        self.cells, self.nodes = len(board.cells), len(board.cells) + len(board.edges)
        self.colours: list[Label] = [("cell",)] * self.cells
        self.colours += [("edge", self._owner(edge.player)) for edge in board.edges]
        self._links: defaultdict[tuple[int, int], list[Label]] = defaultdict(list)
        self._relations: dict[object, int] = {}
        for cell, arcs in enumerate(board.arcs):
            for arc in arcs:
                self._link(cell, arc.to, ("step",))
        for number, edge in enumerate(board.edges, self.cells):
            for arc in edge.links:
                self._link(number, arc.to, ("beside",))
        self._add(rules)
        self.near: list[dict[int, tuple[object, ...]]] = [{} for _ in self.colours]
        for (one, other), labels in self._links.items():
            there = sorted(map(repr, labels))
            back = sorted(map(repr, self._links.get((other, one), ())))
            self.near[one][other] = (tuple(there), tuple(back))
            self.near[other][one] = (tuple(back), tuple(there))

    def _owner(self, player: int) -> int:
        """The new name of a player; neutral ones keep theirs."""
        return self._renamed[player] if player < len(self._renamed) else player

    def _link(self, one: int, other: int, label: Label) -> None:
        self._links[one, other].append(label)

    def _vertex(self, colour: Label) -> int:
        self.colours.append(colour)
        return len(self.colours) - 1

    def _add(self, node: Node) -> int:
        """Add a node of the rules with all that it is made of; return its vertex."""
        if isinstance(node, adjacency.Adjacency) and self._board.seams:
            raise Unknown("labels in a relation")
        careful = self._carefully(node)
        if careful is not None:
            return careful
        if not isinstance(node, PLAIN):
            raise Unknown(type(node).__name__)
        words, parts = [], []
        for name, value in zip(type(node).__match_args__, node.parts(), strict=True):
            if name in UNSAID or (isinstance(node, program.Rules) and name in ("regions", "goals")):
                continue
            if (type(node), name) in ROWS:
                words.append((name, self._relation(value)))
                continue
            found = [value] if isinstance(value, Node) else list(_nodes_of(value))
            parts += [(name, order, each) for order, each in enumerate(found)]
            if not found:
                words.append((name, value))
        vertex = self._vertex((type(node).__name__, *words))
        commutes = not isinstance(node, ir.Operation) or node.symbol in COMMUTING
        for name, order, each in parts:
            child = self._part(each, node)
            is_loose = (type(node), name) in ANY_ORDER and commutes
            self._link(vertex, child, (name, -1 if is_loose else order))
        self._examine(node, vertex)
        return vertex

    def _carefully(self, node: Node) -> int | None:
        """Add a node whose fields hold cells, regions or owners; None for others."""
        match node:
            case program.Ending():
                return self._ending(node)
            case deeds.Becomes():
                return self._becomes(node)
            case ir.Fixed():
                return self._fixed(node)
            case ir.Lookup() | ir.Axis():
                return self._by_cell(node)
            case ir.Holding():
                return self._holding(node)
            case ir.Connects() | ir.Path():
                return self._connects(node)
            case ir.Touches():
                return self._touches(node)
            case ir.ArcLength():
                return self._arc(node)
            case ir.Encloses():
                return self._encloses(node)
            case _:
                return None

    def _examine(self, node: Node, vertex: int) -> None:
        """Refuse what depends on the order of the cells, and pin cells that a node may name."""
        if isinstance(node, program.Decision):
            if node.word not in ("place", "move", "swap", "pass", "stop"):
                raise Unknown(node.word)
            if node.owner and self._changes_players:
                raise Unknown("the owner of a piece")
        if isinstance(node, program.Slot):
            self._pin(vertex, (node.start, *(value for value, _ in node.values)))
        if self._changes_players and isinstance(node, program.Slot | ir.Marked | deeds.SetMarks):
            raise Unknown("what players have")

    def _part(self, part: Node, node: Node) -> int:
        """Add what a node is made of."""
        return self._constant(part, node) if isinstance(part, ir.Constant) else self._add(part)

    def _constant(self, node: ir.Constant, parent: Node) -> int:
        """Add a number. If it may stand for a cell, that cell keeps its place; if for a player, players keep theirs."""
        vertex = self._vertex(("Constant", node.values))
        is_number = isinstance(parent, ir.Operation) and all(
            isinstance(each, (*NUMERIC, ir.Constant)) or ((isinstance(each, ir.Counter) and each.name != "last")
            and each.name != "mover")
            for each in parent.operands
        )  # fmt: skip
        is_judged = isinstance(parent, program.Ending | program.Decision | program.Test)
        is_truth = set(node.values) <= {0, 1} and (
            is_judged or (isinstance(parent, ir.Operation) and parent.symbol in LOGICAL)
        )
        if not is_number and not is_truth:
            self._pin(vertex, node.values)
            if self._changes_players:
                raise Unknown("a number that may stand for a player")
        elif self._changes_players and len(set(node.values)) > 1:
            raise Unknown("numbers that differ between players")
        return vertex

    def _pin(self, vertex: int, numbers: Iterable[int]) -> None:
        for order, number in enumerate(numbers):
            if 0 <= number < self.cells:
                self._link(vertex, number, ("named", order))

    def _relation(self, rows: tuple[tuple[int, ...], ...]) -> int:
        """Link cells by the rows of a relation; return its number, the same for the same rows."""
        if rows not in self._relations:
            number = self._relations[rows] = len(self._relations)
            for cell, row in enumerate(rows):
                for other in row:
                    if not 0 <= other < self.cells:
                        raise Unknown("labels in a relation")
                    self._link(cell, other, ("relation", number))
        return self._relations[rows]

    # Nodes with sets of cells, regions and owners

    def _ending(self, node: program.Ending) -> int:
        whose = None if node.player is None else self._owner(node.player)
        vertex = self._vertex(("Ending", node.result, whose, node.timing))
        self._link(vertex, self._part(node.condition, node), ("condition",))
        return vertex

    def _becomes(self, node: deeds.Becomes) -> int:
        vertex = self._vertex(("Becomes", node.kind, node.owner is None))
        self._link(vertex, self._add(node.cells), ("cells",))
        if node.owner is not None:
            self._link(vertex, self._part(node.owner, node), ("owner",))
        return vertex

    def _fixed(self, node: ir.Fixed) -> int:
        vertex = self._vertex(("Fixed", len(node.cells)))
        for own, cells in self._per_player(node.cells):
            for cell in cells:
                self._link(vertex, cell, ("holds", own))
        return vertex

    def _by_cell(self, node: ir.Lookup | ir.Axis) -> int:
        """Add a number for each cell. Where those of a label may stand for cells, these keep their places."""
        is_label = isinstance(node, ir.Lookup)
        values = node.values if isinstance(node, ir.Lookup) else tuple(each[node.axis] for each in self._board.cells)
        vertex = self._vertex((type(node).__name__,))
        for number, value in enumerate(values):
            self._link(vertex, number, ("value", value))
        self._pin(vertex, sorted(set(values)) if is_label else ())
        self._link(vertex, self._part(node.cell, node), ("cell",))
        return vertex

    def _holding(self, node: ir.Holding) -> int:
        contents = [
            (own, sorted(self._content(each) for each in held)) for own, held in self._per_player(node.contents)
        ]
        vertex = self._vertex(("Holding", tuple((own, tuple(held)) for own, held in sorted(contents, key=repr))))
        if node.of is not None:
            self._link(vertex, self._part(node.of, node), ("of",))
        return vertex

    def _content(self, held: int) -> int:
        """What a cell holds, with its owner renamed."""
        if held == ir.EMPTY:
            return held
        kinds = len(self._rules.pieces)
        owner, kind = divmod(held - 1, kinds)
        return 1 + self._owner(owner) * kinds + kind

    def _connects(self, node: ir.Connects | ir.Path) -> int:
        wanted = node.wanted if isinstance(node, ir.Path) else None
        vertex = self._vertex((type(node).__name__, wanted, len(node.regions)))
        self._link(vertex, self._add(node.cells), ("cells",))
        for own, regions in self._per_player(node.regions):
            for region in regions:
                self._region(vertex, own, region)
        return vertex

    def _touches(self, node: ir.Touches) -> int:
        vertex = self._vertex(("Touches", len(node.regions)))
        self._link(vertex, self._add(node.cells), ("cells",))
        for own, region in self._per_player(node.regions):
            self._region(vertex, own, region)
        return vertex

    def _region(self, vertex: int, own: int, region: int) -> None:
        there = self._vertex(("region", own))
        self._link(vertex, there, ("region",))
        for node in self._rules.regions[region]:
            self._link(there, node, ("in",))

    def _arc(self, node: ir.ArcLength) -> int:
        vertex = self._vertex(("ArcLength",))
        self._link(vertex, self._add(node.cells), ("cells",))
        for one, other in zip(node.cycle, node.cycle[1:] + node.cycle[:1], strict=True):
            for first, second in ((one, other), (other, one)):
                self._link(first, second, ("cycle",))
        return vertex

    def _encloses(self, node: ir.Encloses) -> int:
        """What a loop goes around is known from the links alone on a flat board of the hexagonal grid."""
        if self._board.grid != HEX or not is_flat(self._board):
            raise Unknown("what a loop goes around")
        vertex = self._vertex(("Encloses",))
        self._link(vertex, self._add(node.cells), ("cells",))
        return vertex

    def _per_player(self, values: tuple[_Value, ...]) -> Iterator[tuple[int, _Value]]:
        """What there is for each player under their new names; for all alike, -1."""
        if len(values) == 1:
            yield -1, values[0]
        else:
            yield from ((self._owner(own), value) for own, value in enumerate(values))


def _nodes_of(value: object) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from _nodes_of(each)
