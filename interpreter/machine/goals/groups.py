"""Watching goals where chains merge: union-find over nodes.

Each node knows its parent and the label of the way there. Each root knows its chain's `mask`, with 2^seams bits for
each region (at which labels the chain meets it), and its `span`, with the bit of each label that its loops add up to.
"""

from __future__ import annotations

from functools import reduce
from operator import or_

from ...board.rings import full, middles, places_around, runs
from ...rules import ir
from ...rules.facts.goals import OWN, owner_of
from ..text.expressions import ExpressionWriter
from ..text.writer import Writer
from .masks import MaskWriter
from .searches import SearchWriter
from .witnesses import WitnessWriter


class GroupWriter:
    def __init__(self, expressions: ExpressionWriter) -> None:
        self.expressions = expressions
        self.rules, self.nodes = expressions.rules, expressions.nodes
        self.searches = SearchWriter(expressions)
        self.masks, self.witnesses = MaskWriter(expressions), WitnessWriter(self.searches)
        kinds = len(self.rules.pieces)
        owners = (-1, *(content // kinds for content in range(kinds * (expressions.players + 1))))
        self.owners = expressions.tables.name(owners, "OWNER") if kinds > 1 else ""
        self.watched = [(number, goal) for number, goal in enumerate(self.rules.goals) if expressions.watched(number)]
        self._reached = {number: self._reached_text(number, goal) for number, goal in self.watched}

    @property
    def rings(self) -> bool:
        """Whether it is watched that rings close."""
        return any(isinstance(goal, ir.Encloses) for _, goal in self.watched)

    @property
    def kept(self) -> bool:
        """Whether chains are merged as stones come."""
        return "PARENT" in self.expressions.layout

    def functions(self, write: Writer) -> None:
        """The search for each goal, and the merging where goals are watched."""
        if self.nodes.seams:
            self._turned(write)
        with self.expressions.trying():  # a search asks nothing that is watched, so that it serves tries too
            self.searches.functions(write)
        self.witnesses.functions(write)
        for number, goal in self.watched:
            if isinstance(goal, ir.Path):
                self._path_test(write, number, goal)
        if self.rings:
            self._closing(write)
        if self.kept:
            with write.function(
                "join(S, c, v)", "Merge the chains around the stone v on node c; note the goals reached."
            ):
                write(f"p = {self._owner('v')}")
                self.join(write, fresh=False)
                self.note_goals(write)

    def _turned(self, write: Writer) -> None:
        """Blocks of bits, one a label, as they are seen from a node a label away."""
        bits = max(self.masks.bits, self.nodes.labels)
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

    def join(self, write: Writer, fresh: bool) -> None:
        """Merge the chains around the stone of `p` on node `c`; leaves its root and mask in `root` and `mask`."""
        (self._join_labelled if self.nodes.seams else self._join_plain)(write, fresh)

    def _join_plain(self, write: Writer, fresh: bool) -> None:
        write("root = c")
        if not fresh:
            with write.block("while S[PARENT + root] != root:"):
                write("root = S[PARENT + root]")
        write("mask = S[MASK + root]", *["parts, again = 0, 0"] * self.rings)
        with write.block(f"for d in {self.expressions.rows}[c]:"), write.block(f"if {self.owned('d')}:"):
            write("up = S[PARENT + d]")
            with write.block("while up != d:"):
                write("over = S[PARENT + up]", "S[PARENT + d] = over", "d = over", "up = S[PARENT + d]")
            with write.block("if d != root:"):
                write("S[PARENT + root] = d", "mask |= S[MASK + d]", "root = d", *["parts += 1"] * self.rings)
            if self.rings:
                with write.block("else:"):
                    write("again = 1")
        write("S[MASK + root] = mask")

    def _join_labelled(self, write: Writer, fresh: bool) -> None:
        """`here` is the label from the root to `c`, `x` that from the root by way of `c` to a neighbour's root."""
        seams, labels = self.nodes.seams, self.nodes.labels
        write("root, here = c, 0")
        if not fresh:
            with write.block("while S[PARENT + root] != root:"):
                write("here ^= S[LABEL + root]", "root = S[PARENT + root]")
        write("mask = S[MASK + root]", "span = S[SPAN + root]")
        with write.block(f"for e in {self.expressions.rows}[c]:"):
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

    def _closing(self, write: Writer) -> None:
        """A stone that joins k chains, which meet it in r runs of the places around it, changes the number of chains by
        1 - k and that of chains less holes (Euler's) by 1 - r: so r - k holes are new. And what was filled stone by
        stone leaves a cell with stones all around."""
        board = self.expressions.board
        table = tuple(tuple(cell << 8 | bit for cell, bit in row) for row in places_around(board))
        tables = self.expressions.tables
        near, whole = tables.name(table, "AROUND"), full(board.grid)
        runs_of, middle = tables.name(runs(board.grid), "RUNS"), tables.name(middles(board.grid), "MIDDLES")
        meaning = "Whether the stone v of p on c, which joined so many chains, closes a ring."
        with write.function("closes(S, p, v, c, parts)", meaning):
            write("m = 0")
            with write.block(f"for e in {near}[c]:"), write.block(f"if {self.owned('e >> 8')}:"):
                write("m |= e & 255")
            with write.block(f"if {runs_of}[m] > parts or m & {whole} == {whole}:"):
                write("return True")
            with write.block(f"if {middle}[m] == 1:"), write.block(f"for e in {near}[c]:"):
                with write.block(f"if {self.owned('e >> 8')}:"):
                    write("m = 0")
                    with write.block(f"for d in {near}[e >> 8]:"), write.block(f"if {self.owned('d >> 8')}:"):
                        write("m |= d & 255")
                    with write.block(f"if m & {whole} == {whole}:"):
                        write("return True")
            write("return False")

    def would_join(self, write: Writer, cell: str, roots: bool = False) -> None:
        """Leave in `mask` the bits of the chain that a stone `v` of `p` on an empty cell would be in, at any labels;
        with `roots`, also the roots of the `k` neighbours in QUEUE."""
        seams = self.nodes.seams
        write(f"mask = {self.masks.table}[{cell}]", *["k = 0"] * roots)
        with write.block(f"for {'e' if seams else 'd'} in {self.expressions.rows}[{cell}]:"):
            if seams:
                write(f"d = e >> {seams}")
            with write.block(f"if {self.owned('d')}:"):
                write("up = S[PARENT + d]")
                with write.block("while up != d:"):
                    write("over = S[PARENT + up]", *["S[PARENT + d] = over"] * roots, "d = over", "up = S[PARENT + d]")
                write("mask |= S[MASK + d]", *["S[QUEUE + k] = d", "k += 1"] * roots)

    def join_roots(self, write: Writer) -> None:
        """What `join` does, after `would_join` has left the roots."""
        write("root = S[QUEUE] if k > 0 else c", "S[PARENT + c] = root", "S[MASK + root] = mask")
        with write.block("for i in range(1, k):"):
            write("S[PARENT + S[QUEUE + i]] = root")

    def rebuild(self, write: Writer) -> None:
        """All chains afresh."""
        with write.block(f"for c in range({self.nodes.count}):"):
            write("S[PARENT + c] = c", f"S[MASK + c] = {self.masks.table}[c]")
            if self.nodes.seams:
                write("S[LABEL + c] = 0", "S[SPAN + c] = 1")
        if self.nodes.seams:
            with write.block(f"for i in range({self.expressions.players}):"):
                write("S[LOOPS + i] = 1")
        if self.rules.goals:
            with write.block(f"for i in range({len(self.rules.goals) * self.expressions.players}):"):
                write("S[MET + i] = 0")
        with write.block(f"for c in range({self.nodes.count}):"):  # one after another, as if they came just now
            write("S[QUEUE + c] = S[c]", "S[c] = 0")
        with write.block(f"for c in range({self.nodes.count}):"), write.block("if S[QUEUE + c] != 0:"):
            write("S[c] = S[QUEUE + c]", "join(S, c, S[c])")

    # Goals

    def note_goals(self, write: Writer, *then: str) -> None:
        """Note which watched goals the merged chain reaches for `p`, and do what follows from that."""
        for number, goal in self.watched:
            owner = owner_of(goal.cells, self.rules)
            if owner != OWN and self.expressions.is_asked_for_each(goal):  # one player's stones, the aims of each
                for asked in range(self.expressions.players):
                    with write.block(f"if p == {owner} and {self._reached_text(number, goal, asked)}:"):
                        write(f"S[MET + {number * self.expressions.players + asked}] = 1", *then)
                continue
            whose = "" if owner == OWN else f"p == {owner} and "
            with write.block(f"if {whose}{self._reached[number]}:"):
                write(f"S[{self.expressions.met(number)}] = 1", *then)

    def _reached_text(self, number: int, goal: ir.Goal, asked: int | None = None) -> str:
        """What tells that the stone's chain reaches a goal of `p`, or of a player who is asked about."""
        match goal:
            case ir.Connects():
                return self._connected(goal.regions if asked is None else (goal.regions[asked],))
            case ir.Path():
                return f"reaches_{number}(mask, span, {'p' if asked is None else asked})"
            case ir.Loop():
                return f"S[LOOPS + p] & {goal.wanted} != 0"
            case ir.Encloses():
                return "again == 1 and closes(S, p, v, c, parts)"
            case ir.SomeGroup():
                return self.masks.told(goal.body)
        raise TypeError(goal)

    def _connected(self, wanted: tuple[tuple[int, ...], ...]) -> str:
        """Whether the chain meets all regions: where each has one bit, they are asked for at once."""
        blocks = [[self.masks.block(region) for region in regions] for regions in wanted]
        if all(block.bit_count() == 1 for each in blocks for block in each):
            need = self.expressions.by_player(tuple(reduce(or_, each, 0) for each in blocks), "NEED")
            return f"mask & {need} == {need}"
        regions = (tuple(each[i] for each in wanted) for i in range(len(wanted[0])))
        return " and ".join(map(self.masks.meets, regions))

    def _path_test(self, write: Writer, number: int, goal: ir.Path) -> None:
        width = self.nodes.labels
        first, second = (
            self.expressions.by_player(tuple(self.masks.shift(ends[i]) for ends in goal.regions), "SHIFT")
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
