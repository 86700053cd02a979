"""Chains of stones and the goals that ask for them, in both forms: merged as stones come, or searched for.

A node is a cell or an edge; an edge is a stone of its colour that is always there. A region is a set of nodes, and
a chain's mask has the bit of each region that one of its nodes is in.
"""

from __future__ import annotations

from interpreter.machine.expressions import ExpressionWriter
from interpreter.machine.writer import Writer, plus
from interpreter.rules import ir


def region_masks(rules: ir.Rules, nodes: int) -> tuple[int, ...]:
    """For each node, the bits of the regions it is in."""
    return tuple(
        sum(1 << number for number, region in enumerate(rules.regions) if node in region) for node in range(nodes)
    )


class GroupWriter:
    def __init__(self, expressions: ExpressionWriter) -> None:
        self.expressions = expressions
        self.rules = expressions.rules
        self.masks = expressions.tables.name(region_masks(self.rules, expressions.nodes), "REGIONS")
        kinds = len(self.rules.pieces)
        owners = (-1, *(content // kinds for content in range(kinds * expressions.players)))
        self.owners = expressions.tables.name(owners, "OWNER") if kinds > 1 else ""

    def need(self, goal: ir.Connects) -> str:
        """The mask of the regions that a goal wants met."""
        needs = tuple(sum(1 << region for region in regions) for regions in goal.regions)
        return self.expressions.by_player(needs, "NEED")

    def owned(self, node: str) -> str:
        """Whether a node holds a stone of `p`."""
        return f"{self.owners}[S[{node}]] == p" if self.owners else f"S[{node}] == v"

    def join(self, write: Writer, fresh: bool) -> None:
        """Merge the chains around the stone of `p` on node `c`; leaves its root and mask in `root` and `mask`."""
        write("root = c")
        if not fresh:
            with write.block("while S[PARENT + root] != root:"):
                write("root = S[PARENT + root]")
        write("mask = S[MASK + root]")
        with write.block(f"for d in {self.expressions.rows}[c]:"), write.block(f"if {self.owned('d')}:"):
            write("up = S[PARENT + d]")
            with write.block("while up != d:"):
                write("over = S[PARENT + up]", "S[PARENT + d] = over", "d = over", "up = S[PARENT + d]")
            with write.block("if d != root:"):
                write("S[PARENT + root] = d", "mask |= S[MASK + d]", "root = d")
        write("S[MASK + root] = mask")

    def functions(self, write: Writer) -> None:
        """The search for each goal, and the merging where groups are incremental."""
        for number, goal in enumerate(self.rules.goals):
            self._search(write, number, goal)
        if self.expressions.forms.groups == "incremental":
            with write.function(
                "join(S, c, v)", "Merge the chains around the stone v on node c and note the goals reached."
            ):
                write(f"p = {self._owner('v')}")
                self.join(write, fresh=False)
                self.note_goals(write)

    def _owner(self, content: str) -> str:
        return f"{self.owners}[{content}]" if self.owners else f"{content} - 1"

    def note_goals(self, write: Writer) -> None:
        for number, goal in enumerate(self.rules.goals):
            need = self.need(goal)
            with write.block(f"if mask & {need} == {need}:"):
                write(f"S[{self.met(number)}] = 1")

    def met(self, goal: int) -> str:
        """Where it is noted that a goal, by its number, is reached for `p`."""
        return f"MET + {plus(goal * self.expressions.players, 'p')}"

    def _search(self, write: Writer, number: int, goal: ir.Connects) -> None:
        meaning = "The length of a chain that meets the goal's regions, laid out in QUEUE; 0 if there is none."
        with write.function(f"chain_{number}(S, p)", meaning):
            with write.block(f"for d in range({self.expressions.nodes}):"):
                write("S[MARK + d] = 0")
            with write.block(f"for first in range({self.expressions.nodes}):"):
                with write.block(f"if S[MARK + first] == 1 or not {self._member(goal, 'first')}:"):
                    write("continue")
                write("S[MARK + first] = 1", "S[QUEUE] = first", "mask, done, n = 0, 0, 1")
                with write.block("while done < n:"):
                    write("c = S[QUEUE + done]", "done += 1", f"mask |= {self.masks}[c]")
                    near = f"S[MARK + d] == 0 and {self._member(goal, 'd')}"
                    with write.block(f"for d in {self.expressions.rows}[c]:"), write.block(f"if {near}:"):
                        write("S[MARK + d] = 1", "S[QUEUE + n] = d", "n += 1")
                need = self.need(goal)
                with write.block(f"if mask & {need} == {need}:"):
                    write("return n")
            write("return 0")

    def _member(self, goal: ir.Connects, node: str) -> str:
        """Whether a node belongs to the goal's set; an edge does where its colour's stones do."""
        cells = goal.cells
        if isinstance(cells, ir.Holding) or not self.expressions.board.edges:
            return self.expressions.member(cells, node)
        cell = self.expressions.member(cells, node)
        edge = self.expressions.member(_stones(cells), node)
        return f"({cell} if {node} < {self.expressions.cells} else {edge})"


def _stones(cells: ir.CellSet) -> ir.CellSet:
    """The contents that a set speaks of: they decide which edges belong to it."""
    match cells:
        case ir.Holding():
            return cells
        case ir.Combined("|"):
            return ir.combined("|", _stones(cells.left), _stones(cells.right))
        case ir.Combined():
            left = _stones(cells.left)
            return _stones(cells.right) if left == _NO_STONES and cells.symbol == "&" else left
    return _NO_STONES


_NO_STONES = ir.Holding((frozenset(),))
