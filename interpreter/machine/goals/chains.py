"""Goals noted where chains merge: a union-find over nodes.

Each node knows its parent and the label of the way there. Each root knows its chain's `mask`, with 2^seams bits for
each region (at which labels the chain meets it), and its `span`, with the bit of each label that its loops add up to.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import assert_never

from ...record import Record
from ...rules import ir
from ..plan.goals import GoalPlan
from ..text.expressions import ExpressionWriter
from ..text.writer import Writer
from .masks import MaskWriter
from .rings import RingWriter
from .searches import SearchWriter
from .witnesses import WitnessWriter


class Merged(Record):
    """The variables that hold the result of a merge."""

    mask: str
    """The bits of the merged chain."""

    span: str = ""
    """The labels its loops add up to, if there are labels."""

    closed: str = ""
    """Whether the stone closed a ring, if rings are watched."""


class Neighbours(Record):
    """The variables that hold the chains around a cell: their bits, and the number of roots in QUEUE."""

    mask: str
    count: str


class ChainWriter:
    """Writes the search for each goal and, where chains are kept, their merging."""

    def __init__(self, expressions: ExpressionWriter) -> None:
        self.expressions, self.plan, self.nodes = expressions, expressions.plan, expressions.nodes
        self.rules = self.plan.rules
        self.searches = SearchWriter(expressions)
        self.masks, self.witnesses = MaskWriter(expressions), WitnessWriter(self.searches)
        chains = self.plan.chains
        self.owners = expressions.tables.name(chains.owners, "OWNER") if chains and chains.owners else ""
        self.rows = expressions.tables.name(chains.rows, "ROW") if chains else ""
        self.rings = RingWriter(expressions, chains.rings) if chains and chains.rings else None
        self.looks_around = chains is not None and chains.looks_around
        """Whether a stone of a random game joins chains by what lies around it, noted before in `m`."""

    def functions(self, write: Writer) -> None:
        """The search for each goal, and the merging where chains are kept."""
        if self.nodes.seams:
            self._turned(write)
        with self.expressions.trying():  # a search asks nothing that is watched, so that it serves tries too
            self.searches.functions(write)
        self.witnesses.functions(write)
        for goal in self.plan.goals.watched:
            if isinstance(goal.goal, ir.Path):
                self._path_test(write, goal.number, goal.goal)
        if self.rings:
            self.rings.functions(write, self.owned("d"))
        if self.plan.chains:
            with write.function(
                "join(S, c, v)", "Merge the chains around the stone v on node c; note the goals reached."
            ):
                write(f"p = {self._owner('v')}")
                self.note_goals(write, self.join(write, fresh=False))

    def _turned(self, write: Writer) -> None:
        """Blocks of bits, one a label, as they are seen from a node a label away."""
        bits = max(self.plan.bits.size, self.nodes.labels)
        with write.function("turned(m, x)", "The bits of m, each at its label plus x."):
            for seam in range(self.nodes.seams):
                low = sum(1 << bit for bit in range(bits) if not bit >> seam & 1)
                with write.block(f"if x & {1 << seam}:"):
                    write(f"m = (m & {low}) << {1 << seam} | m >> {1 << seam} & {low}")
            write("return m")

    # Merging

    def owned(self, node: str) -> str:
        """Whether a node holds a stone of `p`."""
        return f"{self.owners}[S[{node}]] == p" if self.owners else f"S[{node}] == v"

    def _owner(self, content: str) -> str:
        return f"{self.owners}[{content}]" if self.owners else f"{content} - 1"

    def join(self, write: Writer, fresh: bool) -> Merged:
        """Merge the chains around the stone of `p` on node `c`; a `fresh` one is in no chain yet."""
        return (self._join_labelled if self.nodes.seams else self._join_plain)(write, fresh)

    def _join_plain(self, write: Writer, fresh: bool) -> Merged:
        if fresh and self.rings and self.looks_around:
            return self._join_runs(write, self.rings)
        write("root = c")
        if not fresh:
            with write.block("while S[PARENT + root] != root:"):
                write("root = S[PARENT + root]")
        write("mask = S[MASK + root]", *["parts, again = 0, 0"] * bool(self.rings))
        with write.block(f"for d in {self.rows}[c]:"), write.block(f"if {self.owned('d')}:"):
            self._join_chain(write, *["parts += 1"] * bool(self.rings))
        write("S[MASK + root] = mask")
        return Merged("mask", closed="again == 1 and closes(S, p, v, c, parts)")

    def _join_runs(self, write: Writer, rings: RingWriter) -> Merged:
        """As stones come one by one, each run of places around a new one holds stones of one chain."""
        write("own = held(m, p)", "root, again = c, 0", "mask = S[MASK + c]")
        with rings.runs(write):
            self._join_chain(write)
        write("S[MASK + root] = mask")
        return Merged("mask", closed=rings.closed)

    def _join_chain(self, write: Writer, *then: str) -> None:
        write("up = S[PARENT + d]")
        with write.block("while up != d:"):
            write("over = S[PARENT + up]", "S[PARENT + d] = over", "d = over", "up = S[PARENT + d]")
        with write.block("if d != root:"):
            write("S[PARENT + root] = d", "mask |= S[MASK + d]", "root = d", *then)
        if self.rings:
            with write.block("else:"):
                write("again = 1")

    def _join_labelled(self, write: Writer, fresh: bool) -> Merged:
        """`here` is the label from the root to `c`, `x` that from the root by way of `c` to a neighbour's root."""
        seams, labels = self.nodes.seams, self.nodes.labels
        write("root, here = c, 0")
        if not fresh:
            with write.block("while S[PARENT + root] != root:"):
                write("here ^= S[LABEL + root]", "root = S[PARENT + root]")
        write("mask = S[MASK + root]", "span = S[SPAN + root]")
        with write.block(f"for e in {self.rows}[c]:"):
            write(f"d = e >> {seams}")
            with write.block(f"if {self.owned('d')}:"):
                write(f"x = here ^ (e & {labels - 1})", "up = S[PARENT + d]")
                with write.block("while up != d:"):
                    write("over = S[PARENT + up]", "S[LABEL + d] ^= S[LABEL + up]", "S[PARENT + d] = over")
                    write("x ^= S[LABEL + d]", "d = over", "up = S[PARENT + d]")
                with write.block("if d != root:"):
                    write("S[PARENT + root] = d", "S[LABEL + root] = x", "here ^= x")
                    write("mask = turned(mask, x) | S[MASK + d]", "more = S[SPAN + d]")
                    with write.block(f"for x in range(1, {labels}):"), write.block("if more >> x & 1:"):
                        write("span |= turned(span, x)")
                    write("root = d")
                with write.block("elif x != 0:"):
                    write("span |= turned(span, x)", "S[LOOPS + p] |= turned(S[LOOPS + p], x)")
        write("S[MASK + root] = mask", "S[SPAN + root] = span")
        return Merged("mask", span="span")

    def would_join(self, write: Writer, cell: str, roots: bool = False) -> Neighbours:
        """Work out the bits of the chain that a stone `v` of `p` on an empty cell would be in, at any labels; with
        `roots`, also list the roots of the chains around it in QUEUE."""
        seams = self.nodes.seams
        write(f"mask = {self.masks.table}[{cell}]", *["k = 0"] * roots)
        with write.block(f"for {'e' if seams else 'd'} in {self.rows}[{cell}]:"):
            if seams:
                write(f"d = e >> {seams}")
            with write.block(f"if {self.owned('d')}:"):
                write("up = S[PARENT + d]")
                with write.block("while up != d:"):
                    write("over = S[PARENT + up]", *["S[PARENT + d] = over"] * roots, "d = over", "up = S[PARENT + d]")
                write("mask |= S[MASK + d]", *["S[QUEUE + k] = d", "k += 1"] * roots)
        return Neighbours("mask", "k")

    def join_roots(self, write: Writer, found: Neighbours) -> Merged:
        """Merge the chains found around `c`, by their roots."""
        write(f"root = S[QUEUE] if {found.count} > 0 else c", "S[PARENT + c] = root", f"S[MASK + root] = {found.mask}")
        with write.block(f"for i in range(1, {found.count}):"):
            write("S[PARENT + S[QUEUE + i]] = root")
        return Merged(found.mask)

    def rebuild(self, write: Writer) -> None:
        """Build all chains afresh."""
        with write.block(f"for c in range({self.nodes.count}):"):
            write("S[PARENT + c] = c", f"S[MASK + c] = {self.masks.table}[c]")
            if self.nodes.seams:
                write("S[LABEL + c] = 0", "S[SPAN + c] = 1")
        if self.nodes.seams:
            with write.block(f"for i in range({self.plan.players}):"):
                write("S[LOOPS + i] = 1")
        if self.rules.goals:
            with write.block(f"for i in range({len(self.rules.goals) * self.plan.players}):"):
                write("S[MET + i] = 0")
        with write.block(f"for c in range({self.nodes.count}):"):  # one after another, as if they came just now
            write("S[QUEUE + c] = S[c]", "S[c] = 0")
        with write.block(f"for c in range({self.nodes.count}):"), write.block("if S[QUEUE + c] != 0:"):
            write("S[c] = S[QUEUE + c]")
            if all(edge.is_coloured for edge in self.plan.board.edges):
                write("join(S, c, S[c])")
            else:  # an edge of nobody's is in no chain
                with write.block(f"if S[c] <= {self.plan.players * len(self.rules.pieces)}:"):
                    write("join(S, c, S[c])")

    # Goals

    def test(self, property_: ir.Expression, found: Neighbours) -> str:
        """Whether the group that a stone would be in has a property that its bits tell."""
        return self.masks.test(self.plan.bits.test(property_), found.mask)

    def note_goals(self, write: Writer, merged: Merged, *then: str) -> None:
        """Note the watched goals that the merged chain reaches for `p`, and do what follows."""
        for goal in self.plan.goals.watched:
            if goal.aims and not goal.is_own:  # one player's stones, the aims of each
                for asked in range(self.plan.players):
                    with write.block(f"if p == {goal.owner} and {self._reached(goal, merged, asked)}:"):
                        write(f"S[MET + {goal.place + asked}] = 1", *then)
                continue
            whose = "" if goal.is_own else f"p == {goal.owner} and "
            with write.block(f"if {whose}{self._reached(goal, merged)}:"):
                write(f"S[{self.expressions.met(goal)}] = 1", *then)

    def _reached(self, plan: GoalPlan, merged: Merged, asked: int | None = None) -> str:
        """Whether the merged chain reaches a goal of `p`, or of the player `asked`."""
        match plan.goal:
            case ir.Connects() as goal:
                return self._connected(goal.regions if asked is None else (goal.regions[asked],), merged.mask)
            case ir.Path():
                return f"reaches_{plan.number}({merged.mask}, {merged.span}, {'p' if asked is None else asked})"
            case ir.Loop() as goal:
                return f"S[LOOPS + p] & {goal.wanted} != 0"
            case ir.Encloses():
                return merged.closed
            case ir.SomeGroup() as goal:
                return self.masks.test(self.plan.bits.test(goal.body), merged.mask)
            case never:
                assert_never(never)

    def _connected(self, wanted: tuple[tuple[int, ...], ...], mask: str) -> str:
        """Whether the chain meets all regions: one test if each is a single bit."""
        blocks = [[self.plan.bits.block(region) for region in regions] for regions in wanted]
        if all(block.bit_count() == 1 for each in blocks for block in each):
            need = self.expressions.by_player(tuple(reduce(or_, each, 0) for each in blocks), "NEED")
            return f"{mask} & {need} == {need}"
        regions = (tuple(each[i] for each in wanted) for i in range(len(wanted[0])))
        return " and ".join(self.masks.meets(each, mask) for each in regions)

    def _path_test(self, write: Writer, number: int, goal: ir.Path) -> None:
        width = self.nodes.labels
        first, second = (
            self.expressions.by_player(tuple(self.plan.bits.shift(ends[i]) for ends in goal.regions), "SHIFT")
            for i in range(2)
        )
        meaning = "Whether a chain leads from the first to the second region with a wanted label."
        with write.function(f"reaches_{number}(mask, span, p)", meaning):
            block = (1 << width) - 1
            write(f"one = mask >> {first} & {block}", f"other = mask >> {second} & {block}", "ends = 0")
            with write.block("if one == 0 or other == 0:"):
                write("return False")
            with write.block(f"for x in range({width}):"), write.block("if one >> x & 1:"):
                write("ends |= turned(other, x)")
            with write.block(f"for x in range(1, {width}):"), write.block("if span >> x & 1:"):
                write("ends |= turned(ends, x)")
            write(f"return ends & {goal.wanted} != 0")
