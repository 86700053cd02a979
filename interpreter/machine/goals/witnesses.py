"""Goals that can only be lost, as stones block a set that they never join.

The path that showed such a goal is marked. Until a stone comes to one of its cells, the goal is reached still; then it
is searched for again, and once nothing is found, it is lost for good.
"""

from __future__ import annotations

from collections.abc import Callable

from ...rules import ir
from ..text.writer import Writer
from .searches import SearchWriter

Nested = int | tuple[int, ...]


class WitnessWriter:
    """Each goal has a bit for each player."""

    def __init__(self, searches: SearchWriter) -> None:
        self.searches, self.expressions, self.plan = searches, searches.expressions, searches.plan
        self.rules, self.nodes, self.players = self.plan.rules, self.plan.nodes, self.plan.players
        self.goals = [each.goal for each in self.plan.goals.lasting if isinstance(each.goal, ir.Connects | ir.Path)]
        self.all = self.plan.goals.lasting_bits

    def functions(self, write: Writer) -> None:
        """One function for all goals, which differ in numbers only: `k` is the bit of a goal and a player."""
        if not self.goals:
            return
        meaning = "Whether a goal still holds: the path that showed it is free, or there is another."
        with write.function("lasts(S, k)", meaning):
            write("bit = 1 << k")
            with write.block("if S[LOST] & bit != 0:"):
                write("return False")
            with write.block("if S[BLOCKED] & bit == 0:"):
                write("return True")
            self._mark(write, self._search(write))

    def _of_each(self, number: Callable[[ir.Connects | ir.Path, int], Nested], prefix: str) -> str:
        """A table with an entry for each goal and player."""
        entries = (number(goal, own) for goal in self.goals for own in range(self.players))
        return self.expressions.tables.name(tuple(entries), prefix)

    def put(self, write: Writer, cell: str, content: str) -> None:
        """A stone comes to an empty cell."""
        within = [self._contents(goal, own) for goal in self.goals for own in range(self.players)]
        contents = range(1 + len(self.rules.pieces) * (self.players + 1))
        against = tuple(sum((bits >> held & 1 ^ 1) << k for k, bits in enumerate(within)) for held in contents)
        table = self.expressions.tables.name(against, "AGAINST")
        write(f"S[BLOCKED] |= S[WITNESS + {cell}] & {table}[{content}]")

    def _contents(self, goal: ir.Connects | ir.Path, own: int) -> int:
        """What the cells of a goal hold, as bits."""
        assert isinstance(goal.cells, ir.Holding)
        return sum(1 << content for content in goal.cells.contents[own % len(goal.cells.contents)])

    def _edges(self, goal: ir.Connects | ir.Path, own: int) -> int:
        """The same for edges, which hold the first kind of stone and belong to a set of any of their colour's."""
        stones = {self.rules.content(player, 0): self.rules.contents_of(player) for player in range(self.players)}
        bits = self._contents(goal, own)
        return sum(1 << first for first, kinds in stones.items() if any(bits >> kind & 1 for kind in kinds))

    def rebuild(self, write: Writer) -> None:
        """Write how witnesses are forgotten: each goal counts as blocked until a search finds a path."""
        write("S[LOST] = 0", f"S[BLOCKED] = {self.all}")
        with write.block(f"for c in range({self.nodes.cells}):"):
            write("S[WITNESS + c] = 0")

    def _search(self, write: Writer) -> str:
        """Search from the first region to the second, over pairs of a node and a label; FROM has where each was reached
        from, plus 1. Gives the name of the last of them, -1 where there is no way."""
        seams, labels = self.nodes.seams, self.nodes.labels
        starts = self._of_each(lambda goal, own: self._labels(goal, own, 0), "STARTS")
        ends = self._of_each(lambda goal, own: self._labels(goal, own, 1), "ENDS")
        every = (1 << labels) - 1
        wanted = self._of_each(lambda goal, _: goal.wanted if isinstance(goal, ir.Path) else every, "WANTED")
        write(f"starts = {starts}[k]", f"ends = {ends}[k]", f"wanted = {wanted}[k]", "done, n, found = 0, 0, -1")
        write(f"held = {self._of_each(self._contents, 'HELD')}[k]", f"edges = {self._of_each(self._edges, 'HELD')}[k]")
        member = "held >> S[d] & 1 == 1"
        if self.nodes.count > self.nodes.cells:
            member = f"(held if d < {self.nodes.cells} else edges) >> S[d] & 1 == 1"
        with write.block(f"for d in range({self.nodes.count * labels}):"):
            write("S[FROM + d] = 0")
        with write.block(f"for d in range({self.nodes.count}):"), write.block(f"if starts[d] != 0 and {member}:"):
            with write.block(f"for x in range({labels}):"), write.block("if starts[d] >> x & 1 == 1:"):
                write(f"here = d << {seams} | x", "S[FROM + here] = here + 1", "S[QUEUE + n] = here", "n += 1")
        with write.block("while done < n and found < 0:"):
            write("here = S[QUEUE + done]", "done += 1", f"c = here >> {seams}")
            with write.block("if ends[c] != 0:"), write.block(f"for x in range({labels}):"):
                reached = f"wanted >> ((here ^ x) & {labels - 1}) & 1 == 1"
                with write.block(f"if ends[c] >> x & 1 == 1 and {reached}:"):
                    write("found = here")
            with write.block(f"for e in {self.expressions.rows}[c]:"):
                write(f"d = e >> {seams}", f"there = e ^ (here & {labels - 1})")
                with write.block(f"if S[FROM + there] == 0 and {member}:"):
                    write("S[FROM + there] = here + 1", "S[QUEUE + n] = there", "n += 1")
        return "found"

    def _labels(self, goal: ir.Connects | ir.Path, own: int, end: int) -> tuple[int, ...]:
        return self.searches.region_labels(goal.regions[own % len(goal.regions)][end])

    def _mark(self, write: Writer, found: str) -> None:
        """Give the bit to the cells of the path that ends in a node, and to no other cells."""
        with write.block(f"if {found} < 0:"):
            write("S[LOST] |= bit", "return False")
        write(f"others = {self.all} ^ bit")
        with write.block(f"for c in range({self.nodes.cells}):"):
            write("S[WITNESS + c] &= others")
        write("there = -1")
        with write.block(f"while {found} != there:"):
            write(f"there = {found}", f"c = there >> {self.nodes.seams}")
            with write.block(f"if c < {self.nodes.cells}:"):
                write("S[WITNESS + c] |= bit")
            write(f"{found} = S[FROM + there] - 1")
        write("S[BLOCKED] &= others", "return True")
