"""Goals that can only be lost, as stones come into the way of a set that they never join.

The path that showed such a goal is marked. Until a stone comes to one of its cells, the goal is reached still; then it
is searched for again, and once nothing is found, it is lost for good.
"""

from __future__ import annotations

from interpreter.machine.searches import SearchWriter
from interpreter.machine.writer import Writer, plus
from interpreter.rules import ir


class WitnessWriter:
    """Each goal has a bit for each player who is asked about."""

    def __init__(self, searches: SearchWriter) -> None:
        self.searches, self.expressions = searches, searches.expressions
        self.rules, self.nodes, self.players = searches.rules, searches.nodes, searches.expressions.players
        goals = enumerate(self.rules.goals)
        self.goals = [(number, goal) for number, goal in goals if self.expressions.lasts(number)]
        self.all = (1 << len(self.goals) * self.players) - 1

    def functions(self, write: Writer) -> None:
        for place, (number, goal) in enumerate(self.goals):
            assert isinstance(goal, ir.Connects | ir.Path)
            meaning = "Whether a goal is reached still: the path that showed it is free, or there is another."
            with write.function(f"lasts_{number}(S, p)", meaning):
                write(f"bit = 1 << {plus(place * self.players, 'p')}")
                with write.block("if S[LOST] & bit != 0:"):
                    write("return False")
                with write.block("if S[STALE] & bit == 0:"):
                    write("return True")
                self._search(write, goal)
                self._mark(write)

    def put(self, write: Writer) -> None:
        """A stone `v` comes to the empty cell `c`."""
        kinds = len(self.rules.pieces)
        against = [0] * (1 + kinds * (self.players + 1))
        for content in range(1, len(against)):
            for place, (_, goal) in enumerate(self.goals):
                assert isinstance(goal.cells, ir.Holding)
                for own in range(self.players):
                    within = goal.cells.contents[own % len(goal.cells.contents)]
                    against[content] |= (content not in within) << place * self.players + own
        table = self.expressions.tables.name(tuple(against), "AGAINST")
        write(f"S[STALE] |= S[WITNESS + c] & {table}[v]")

    def rebuild(self, write: Writer) -> None:
        write("S[LOST] = 0", f"S[STALE] = {self.all}")
        with write.block(f"for c in range({self.nodes.cells}):"):
            write("S[WITNESS + c] = 0")

    def _search(self, write: Writer, goal: ir.Connects | ir.Path) -> None:
        """From the first region to the second, over pairs of a node and a label; FROM has where each was reached from,
        plus 1. Leaves the last in `found`."""
        seams, labels = self.nodes.seams, self.nodes.labels
        wanted = goal.wanted if isinstance(goal, ir.Path) else (1 << labels) - 1
        starts, ends = (
            self.expressions.table_by_player(tuple(self.searches.region_labels(pair[i]) for pair in goal.regions), name)
            for i, name in enumerate(("STARTS", "ENDS"))
        )
        write(f"starts = {starts}", f"ends = {ends}", "done, n, found = 0, 0, -1")
        with write.block(f"for d in range({self.nodes.count * labels}):"):
            write("S[FROM + d] = 0")
        with write.block(f"for d in range({self.nodes.count}):"):
            with write.block(f"if starts[d] != 0 and {self.searches.member(goal.cells, 'd')}:"):
                with write.block(f"for x in range({labels}):"), write.block("if starts[d] >> x & 1 == 1:"):
                    write(f"here = d << {seams} | x", "S[FROM + here] = here + 1", "S[QUEUE + n] = here", "n += 1")
        with write.block("while done < n and found < 0:"):
            write("here = S[QUEUE + done]", "done += 1", f"c = here >> {seams}")
            with write.block("if ends[c] != 0:"), write.block(f"for x in range({labels}):"):
                reached = f"{wanted} >> ((here ^ x) & {labels - 1}) & 1 == 1"
                with write.block(f"if ends[c] >> x & 1 == 1 and {reached}:"):
                    write("found = here")
            with write.block(f"for e in {self.expressions.rows}[c]:"):
                write(f"d = e >> {seams}", f"there = e ^ (here & {labels - 1})")
                with write.block(f"if S[FROM + there] == 0 and {self.searches.member(goal.cells, 'd')}:"):
                    write("S[FROM + there] = here + 1", "S[QUEUE + n] = there", "n += 1")

    def _mark(self, write: Writer) -> None:
        """The cells of the path that ends in `found`, and of no other, have the bit."""
        with write.block("if found < 0:"):
            write("S[LOST] |= bit", "return False")
        write(f"others = {self.all} ^ bit")
        with write.block(f"for c in range({self.nodes.cells}):"):
            write("S[WITNESS + c] &= others")
        write("there = -1")
        with write.block("while found != there:"):
            write("there = found", f"c = there >> {self.nodes.seams}")
            with write.block(f"if c < {self.nodes.cells}:"):
                write("S[WITNESS + c] |= bit")
            write("found = S[FROM + there] - 1")
        write("S[STALE] &= others", "return True")
