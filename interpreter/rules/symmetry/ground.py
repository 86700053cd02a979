"""The graph of a board: cells, edges, players, the sheets of cells and edges, and relations between cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from ...board.board import Board
from .. import ir
from ..facts.goals import OWN, owner_of
from ..program import Rules
from .graph import Builder, Link

MOST_SEAMS = 2
"""The most seams that goals tell apart, for symmetries to be looked for."""

MOST_PAIRS = 20_000
"""The most pairs of cells of a relation that may become another relation."""

Rows = tuple[tuple[int | tuple[int, ...], ...], ...]
"""For each cell, others, or lines of others."""


class Ground(Builder):
    """The board: cells come first, then edges, then players, who move in turn."""

    def __init__(self, rules: Rules, board: Board) -> None:
        super().__init__()
        self._rules, self._board = rules, board
        self.cells, self.nodes = len(board.cells), len(board.cells) + len(board.edges)
        self.players = len(rules.players)
        self._rows: dict[Rows, int] = {}
        self._differ: list[int] = []
        self._sheets: list[list[int]] = []
        self._add_nodes()
        if 0 < rules.seams <= MOST_SEAMS:
            self._add_sheets()
        self._add_links()

    def player(self, player: int) -> int:
        """Return the vertex of a player."""
        return self.nodes + player

    def _add_nodes(self) -> None:
        edges, players = self._board.edges, range(self.players)
        for _ in range(self.cells):
            self.vertex(("cell",))
        for edge in edges:
            self.vertex(("edge", edge.player if edge.player >= self.players else -1))
        for _ in players:
            self.vertex(("player",))
        for player in players:
            self.link(self.player(player), self.player((player + 1) % self.players), ("next",))
        for number, edge in enumerate(edges, self.cells):
            if edge.player < self.players:
                self.link(number, self.player(edge.player), ("owner",))

    def _add_sheets(self) -> None:
        """Add the sheets of each cell and edge. `_differ` tells by which seams two sheets differ."""
        size = 1 << self._rules.seams
        self._differ = [self.vertex(("seams", not difference)) for difference in range(size)]
        for node in range(self.nodes):
            self._sheets.append([self.vertex(("sheet",)) for _ in range(size)])
            for sheet in self._sheets[-1]:
                self.link(sheet, node, ("of",))
            self._tell_apart(self._sheets[-1])

    def _tell_apart(self, sheets: list[int]) -> None:
        for one, other in combinations(range(len(sheets)), 2):
            pair = self.made(("pair",), [(("one",), sheets[one]), (("one",), sheets[other])])
            self.link(pair, self._differ[one ^ other], ("by",))

    def _add_links(self) -> None:
        """Link cells and edges, or their sheets where a goal asks which seams chains on them cross."""
        board = self._board
        for one, links in enumerate([*board.arcs, *(edge.links for edge in board.edges)]):
            has_sheets = self._sheets and (one < self.cells or self._is_asked(board.edges[one - self.cells].player))
            for to, label in links:
                if not has_sheets:
                    self.link(one, to, ("step",))
                    continue
                for number, sheet in enumerate(self._sheets[one]):
                    self.link(sheet, self._sheets[to][number ^ label], ("step",))

    def _is_asked(self, player: int) -> bool:
        """Whether a goal asks which seams chains of a player cross."""
        goals = (goal for goal in self._rules.goals if isinstance(goal, ir.Path | ir.Loop))
        return any(owner_of(goal.cells, self._rules) in (player, OWN, None) for goal in goals)

    def ends(self, regions: Iterable[int]) -> list[Link]:
        """Return links to sheets that belong to nothing, which tell at which sheets the ends of a path lie."""
        if not self._sheets:
            return []
        under = [self.vertex(("ground",)) for _ in self._differ]
        self._tell_apart(under)
        for node in {node for region in regions for node in self._rules.regions[region]}:
            for sheet, ground in zip(self._sheets[node], under, strict=True):
                self.link(sheet, ground, ("ground",))
        return [(("ground",), ground) for ground in under]

    def crossed(self, wanted: int) -> list[Link]:
        """Return links to the seams, summed up, that a path or a loop may cross; bit v stands for the label v."""
        return [(("wanted",), vertex) for number, vertex in enumerate(self._differ) if wanted >> number & 1]

    def relation(self, rows: Rows) -> int:
        """Return the vertex of a relation, or of the lines from each cell."""
        if rows not in self._rows:
            self._rows[rows] = self.vertex(("relation", tuple(sorted(map(len, rows)))))
        return self._rows[rows]

    def add_relations(self) -> None:
        """Link cells as relations say. Relations that are as large as others may become one another."""
        sizes = Counter(self.colours[vertex] for vertex in self._rows.values())
        for rows, vertex in self._rows.items():
            is_one_of_several = sizes[self.colours[vertex]] > 1 and sum(map(len, rows)) <= MOST_PAIRS
            for cell, row in enumerate(rows):
                for other in row:
                    if isinstance(other, tuple):
                        line: list[Link] = [(("line", place), each) for place, each in enumerate(other)]
                        self.made(("line",), [*line, (("from",), cell), (("of",), vertex)])
                    elif is_one_of_several and 0 <= other < self.cells:
                        self.made(("related",), [(("from",), cell), (("to",), other), (("of",), vertex)])
                    elif 0 <= other < self.cells:
                        self.link(cell, other, ("relation", vertex))
        for vertex in self._rows.values():
            if sizes[self.colours[vertex]] == 1:
                self.colours[vertex] = (*self.colours[vertex], vertex)
