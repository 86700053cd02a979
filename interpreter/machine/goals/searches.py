"""The search for each goal: the plain twin of noting where chains merge, and the proof of how a game was won.

A search returns 0, or the number of entries of QUEUE with the nodes that reach the goal, packed like neighbours.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import assert_never

from ...rules import ir
from ...rules.adjacency import adjacency, bare
from ...rules.steps.steady import steady_in
from ..plan.goals import Candidates, FirstGroup, GoalPlan, GroupAround
from ..plan.terms import stones_of
from ..text.expressions import ExpressionWriter
from ..text.writer import Writer


class SearchWriter:
    """Writes a plain search for each goal, and the search for the chain that reached it."""

    def __init__(self, expressions: ExpressionWriter) -> None:
        self.expressions, self.plan, self.nodes = expressions, expressions.plan, expressions.nodes
        self.rules = self.plan.rules

    def functions(self, write: Writer) -> None:
        """The search for each goal."""
        for plan in self.plan.goals.all:
            self._search(write, f"search_{plan.number}({', '.join(self.expressions.arguments(plan.goal))})", plan)

    @contextmanager
    def _function(self, write: Writer, head: str, goal: ir.Goal, meaning: str) -> Iterator[None]:
        with write.function(head, meaning), self.expressions.keeping(write, steady_in(goal)):
            yield

    def _search(self, write: Writer, head: str, plan: GoalPlan) -> None:
        match goal := plan.goal:
            case ir.Connects():
                self._connects(write, head, goal)
            case ir.Path():
                self._path(write, head, goal)
            case ir.Loop():
                self._loop(write, head, goal)
            case ir.Encloses():
                self._encloses(write, head, goal)
            case ir.SomeGroup():
                self._some_group(write, head, goal, plan.among)
            case _:
                assert_never(goal)

    def region_bits(self, regions: tuple[int, ...]) -> tuple[int, ...]:
        """For each node, which of some regions it meets, as bits."""
        met = [self.nodes.meets(self.rules.regions[region]) for region in regions]
        return tuple(
            sum(1 << bit for bit, labels in enumerate(met) if labels[node]) for node in range(self.nodes.count)
        )

    def region_labels(self, region: int) -> tuple[int, ...]:
        """For each node, the labels at which it meets a region, as bits."""
        return self.nodes.meets(self.rules.regions[region])

    def member(self, cells: ir.CellSet, node: str) -> str:
        """Whether a node belongs to a set; an edge does where its colour's stones do."""
        cells, board, kinds = bare(cells), self.plan.board, len(self.rules.pieces)
        if not board.edges or (kinds == 1 and isinstance(cells, ir.Holding)):
            return self.expressions.member(cells, node)
        stones = stones_of(cells, self.nodes.cells)
        edges = tuple(
            tuple(int(stones is None or not stones[own % len(stones)].isdisjoint(self.rules.contents_of(edge.player)))
                  for edge in board.edges)
            for own in range(self.plan.players)
        )  # fmt: skip
        cell = self.expressions.member(cells, node)
        table = self.expressions.table_by_player(edges, "EDGES")
        return f"({cell} if {node} < {self.nodes.cells} else {table}[{node} - {self.nodes.cells}] == 1)"

    def _clear(self, write: Writer, size: int) -> None:
        with write.block(f"for d in range({size}):"):
            write("S[MARK + d] = 0")

    def _connects(self, write: Writer, head: str, goal: ir.Connects) -> None:
        bits = self.expressions.table_by_player(tuple(map(self.region_bits, goal.regions)), "REGIONS")
        needs = tuple((1 << len(regions)) - 1 for regions in goal.regions)
        with self._function(write, head, goal, "The nodes of a chain that meets all regions."):
            write(f"need = {self.expressions.by_player(needs)}", f"regions = {bits}")
            self._clear(write, self.nodes.count)
            with write.block(f"for first in range({self.nodes.count}):"):
                with write.block(f"if S[MARK + first] == 1 or not {self.member(goal.cells, 'first')}:"):
                    write("continue")
                write("S[MARK + first] = 1", f"S[QUEUE] = {self.expressions.packed('first')}", "done, n = 0, 1")
                self.expressions.spread(write, lambda node: self.member(goal.cells, node), adjacency(goal.cells))
                write("mask = 0")
                with write.block("for i in range(n):"):
                    write(f"mask |= regions[S[QUEUE + i] >> {self.nodes.seams}]")
                with write.block("if mask == need:"):
                    write("return n")
            write("return 0")

    def _path(self, write: Writer, head: str, goal: ir.Path) -> None:
        """A breadth-first search over pairs of a node and the label of the way to it."""
        starts, ends = (
            self.expressions.table_by_player(tuple(self.region_labels(pair[i]) for pair in goal.regions), name)
            for i, name in enumerate(("STARTS", "ENDS"))
        )
        seams, labels, by = self.nodes.seams, self.nodes.labels, adjacency(goal.cells)
        with self._function(write, head, goal, "The nodes seen on the way to the second region with a wanted label."):
            write(f"starts = {starts}", f"ends = {ends}", "done, n = 0, 0")
            self._clear(write, self.nodes.count * labels)
            with write.block(f"for d in range({self.nodes.count}):"):
                with write.block(f"if starts[d] != 0 and {self.member(goal.cells, 'd')}:"):
                    with write.block(f"for x in range({labels}):"), write.block("if starts[d] >> x & 1 == 1:"):
                        write(f"S[MARK + (d << {seams} | x)] = 1", f"S[QUEUE + n] = d << {seams} | x", "n += 1")
            with write.block("while done < n:"):
                write("here = S[QUEUE + done]", "done += 1", f"c = here >> {seams}")
                with write.block("if ends[c] != 0:"), write.block(f"for x in range({labels}):"):
                    wanted = f"{goal.wanted} >> ((here ^ x) & {labels - 1}) & 1 == 1"
                    with write.block(f"if ends[c] >> x & 1 == 1 and {wanted}:"):
                        write("return n")
                with write.block(f"for e in {self.expressions.rows_by(by)}[c]:"):
                    write(f"d = e >> {seams}", f"there = e ^ (here & {labels - 1})")
                    unseen = f"S[MARK + there] == 0 and {self.member(goal.cells, 'd')}"
                    with self.expressions.joined(write, by, unseen):
                        write("S[MARK + there] = 1", "S[QUEUE + n] = there", "n += 1")
            write("return 0")

    def _loop(self, write: Writer, head: str, goal: ir.Loop) -> None:
        """Labels along a tree of each chain; other links close loops. `span` has the bit of every sum of loops."""
        seams, labels, by = self.nodes.seams, self.nodes.labels, adjacency(goal.cells)
        with self._function(write, head, goal, "The nodes of the chains whose loops add up to a wanted label."):
            write("span, kept = 1, 0")
            self._clear(write, self.nodes.count)
            with write.block(f"for first in range({self.nodes.count}):"):
                with write.block(f"if S[MARK + first] != 0 or not {self.member(goal.cells, 'first')}:"):
                    write("continue")
                write("S[MARK + first] = 1", f"S[QUEUE + kept] = first << {seams}")
                write("done, n, loops = kept, kept + 1, 0")
                with write.block("while done < n:"):
                    write(f"c = S[QUEUE + done] >> {seams}", "done += 1", "here = S[MARK + c] - 1")
                    with write.block(f"for e in {self.expressions.rows_by(by)}[c]:"):
                        write(f"d = e >> {seams}", f"x = here ^ (e & {labels - 1})")
                        with self.expressions.joined(write, by, self.member(goal.cells, "d")):
                            with write.block("if S[MARK + d] == 0:"):
                                write("S[MARK + d] = 1 + x", f"S[QUEUE + n] = d << {seams}", "n += 1")
                            with write.block("elif S[MARK + d] - 1 != x:"):
                                write("loops = 1", "span |= turned(span, x ^ (S[MARK + d] - 1))")
                with write.block("if loops == 1:"):
                    write("kept = n")
            write(f"return kept if span & {goal.wanted} != 0 else 0")

    def _some_group(self, write: Writer, head: str, goal: ir.SomeGroup, among: Candidates) -> None:
        cell = among.cell if isinstance(among, GroupAround) else None
        with self._function(write, head, goal, "The cells of a group with a property."):
            with self.expressions.each_group(write, goal.variable, goal.cells, cell):
                with write.block(f"if {self.expressions.scalar(goal.body)}:"):
                    write("n = 0")
                    with self.expressions.over(write, goal.variable, "c"):
                        write(f"S[QUEUE + n] = {self.expressions.packed('c')}", "n += 1")
                    write("return n")
                write(*["return 0"] * isinstance(among, FirstGroup))
            write("return 0")

    def _encloses(self, write: Writer, head: str, goal: ir.Encloses) -> None:
        """What the set does not hold is flooded from outside; a cell that stays dry is enclosed."""
        around = self.plan.surroundings
        rows = self.expressions.tables.name(around.rows, "NEAR")
        places, outside = len(around.rows), around.outside
        count, cells = places - 1, self.nodes.cells
        with self._function(write, head, goal, "The cells of a loop around a cell."):
            stone = self.expressions.member(goal.cells, "c")
            self._clear(write, count + 1)
            write(f"S[MARK + {outside}] = 1", f"S[QUEUE] = {outside}", "done, n = 0, 1")
            with write.block("while done < n:"):
                write("d = S[QUEUE + done]", "done += 1")
                with write.block(f"for c in {rows}[d]:"):
                    with write.block(f"if S[MARK + c] == 0 and (c >= {cells} or not {stone}):"):
                        write("S[MARK + c] = 1", "S[QUEUE + n] = c", "n += 1")
            with write.block(f"for first in range({cells}):"):
                write("dry = S[MARK + first] == 0", "c = first")
                with write.block(f"if dry and {stone}:"), write.block(f"for c in {rows}[first]:"):
                    with write.block(f"if S[MARK + c] != 0 or (c < {cells} and not {stone}):"):
                        write("dry = False")
                with write.block("if dry:"):
                    self._ring(write, rows, cells, stone)
            write("return 0")

    def _ring(self, write: Writer, rows: str, cells: int, stone: str) -> None:
        """The stones next to the dry part that holds the cell `first`."""
        write("S[MARK + first] = 2", f"S[QUEUE + {cells}] = first", f"done, n, m = {cells}, {cells + 1}, 0")
        with write.block("while done < n:"):
            write("d = S[QUEUE + done]", "done += 1")
            with write.block(f"for c in {rows}[d]:"):
                with write.block("if S[MARK + c] == 2:"):
                    write("continue")
                write("S[MARK + c] = 2")
                with write.block(f"if c < {cells} and {stone}:"):
                    write(f"S[QUEUE + m] = {self.expressions.packed('c')}", "m += 1")
                with write.block("else:"):
                    write("S[QUEUE + n] = c", "n += 1")
        write("return m")
