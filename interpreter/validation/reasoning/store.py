"""The bounds of everything that the state of a game can hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from ...board.board import Board
from ...machine.plan.nodes import Nodes, Surroundings, nodes_of, surroundings
from ...rules import deeds, ir, walk
from ...rules.adjacency import Adjacency
from ...rules.program import Rules
from ...rules.spellings import ends_of
from ...rules.traits import Change
from . import chains
from .extents import ANY, NEVER, Range, gathered

MOST_WORK = 100_000
"""The budget of the lints: about this many expressions on a board of a hundred cells."""


class Exhausted(Exception):  # noqa: N818 - not an error: the budget is spent
    """The budget is spent; the rest is not examined."""


class Store:
    """What the state can hold: which cells each content can come to, and the bounds of each number."""

    def __init__(self, rules: Rules, board: Board) -> None:
        self.rules, self.board = rules, board
        self._nodes: dict[Adjacency | None, tuple[Nodes, list[int]]] = {}
        self.cells = (1 << len(board.cells)) - 1
        self.contents = [0] * rules.content(len(rules.players), len(rules.pieces))
        self.contents[ir.EMPTY] = self.cells
        self.variables = [Range(slot.start, slot.start) for slot in rules.variables]
        self.layers = [Range(layer.start, layer.start) for layer in rules.layers]
        """What each layer may hold, on whatever cell."""

        self._leave_open()
        self.marks = [0] * len(rules.marks)
        self.counters = {
            "turn": Range(1, ANY.high),
            "turns": Range(0, ANY.high),
            "passes": NEVER,
            "quiet": Range(0, ANY.high),
            "last": Range(-1, len(board.cells) - 1),
        }
        self.links = tuple(gathered(arc.to for arc in arcs) for arcs in board.arcs)
        self._left = [MOST_WORK]  # one for all copies
        self._judged: dict[object, bool] = {}
        self._masks: dict[int, tuple[object, tuple[int, ...]]] = {}

    def _leave_open(self) -> None:
        """Leave open what no rule ever sets or brings, which HG913 reports."""
        inside = [node for node in walk.everything((self.rules.points, self.rules.script))
                  if isinstance(node, deeds.SetVariable | deeds.SetLayer | deeds.Becomes | deeds.Gains)]  # fmt: skip
        variables = [node.variable for node in inside if isinstance(node, deeds.SetVariable)]
        changed = {each.number for each in variables}
        for each in variables:
            changed.update(range(each.number, each.number + len(self.rules.players)) if each.player else ())
        brought = {
            node.kind for node in inside if isinstance(node, deeds.Becomes | deeds.Gains) and node.owner is not None
        }
        for number, slot in enumerate(self.rules.variables):
            if number not in changed and slot.values:
                self.variables[number] = Range(*ends_of(slot.values))
        set_layers = {node.layer for node in inside if isinstance(node, deeds.SetLayer)}
        for number, layer in enumerate(self.rules.layers):
            if number not in set_layers:
                self.layers[number] = Range(*ends_of(layer.values))
        kinds = len(self.rules.pieces)
        for content in range(1, len(self.contents)):
            if (content - 1) % kinds not in brought:
                self.contents[content] = self.cells

    def nodes_by(self, by: Adjacency | None) -> tuple[Nodes, list[int]]:
        """The nodes with the links that an adjacency gives, and the neighbours of each as bits."""
        if by not in self._nodes:
            nodes = nodes_of(self.board, self.rules, by)
            self._nodes[by] = nodes, chains.links(nodes)
        return self._nodes[by]

    def links_by(self, by: Adjacency | None) -> Sequence[int]:
        """The cells that each cell may be joined to, as bits."""
        return self.links if by is None else [links & self.cells for links in self.nodes_by(by)[1][: len(self.links)]]

    def spend(self, work: int) -> None:
        """Spend some of the budget; raises Exhausted when nothing is left."""
        self._left[0] -= work
        if self._left[0] < 0:
            raise Exhausted

    def judged(self, goal: object, cells: int, judge: Callable[[int], bool]) -> bool:
        """Whether some cells fulfil a goal, computed once."""
        if (goal, cells) not in self._judged:
            self.spend(20 + len(self.links) // 2)
            self._judged[goal, cells] = judge(cells)
        return self._judged[goal, cells]

    @cached_property
    def around(self) -> Surroundings:
        """The places that loops may enclose."""
        return surroundings(self.board)

    def masks(self, rows: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
        """The cells of each row, as bits."""
        if id(rows) not in self._masks:
            self._masks[id(rows)] = rows, tuple(map(gathered, rows))
        return self._masks[id(rows)][1]

    @cached_property
    def keeps_pieces(self) -> bool:
        """Whether no cell with a piece ever becomes empty: what came last stands there, whatever it has become."""
        may = walk.traits_of((self.rules.points, self.rules.script)).changes
        return not may & Change.REMOVES

    @cached_property
    def pieces(self) -> ir.CellSet:
        """The cells with a piece."""
        return ir.Holding((frozenset(range(1, self.rules.content_count)),))

    def occupied(self) -> int:
        """The cells that may hold a piece."""
        found = 0
        for cells in self.contents[1:]:
            found |= cells
        return found
