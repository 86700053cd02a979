"""Goals noted where chains merge, on boards that stones also leave: chains stay merged when a stone leaves.

So too much may be merged, never too little. A goal that the kept chains do not reach is not reached; if they seem to
reach it and stones have left meanwhile, they are rebuilt. Each player has a copy of all nodes.
"""

from __future__ import annotations

from ..text.expressions import ExpressionWriter
from ..text.writer import Writer, plus
from .chains import ChainWriter, Merged


def chain_writer(expressions: ExpressionWriter) -> ChainWriter:
    """The writer for the planned form of chains."""
    chains = expressions.plan.chains
    return (MendingWriter if chains and chains.mended else ChainWriter)(expressions)


class MendingWriter(ChainWriter):
    """A node of player `p` is known as its number plus `p` times the number of nodes."""

    def functions(self, write: Writer) -> None:
        """Write the functions that merge chains, and those that rebuild them and read which goals they reach."""
        super().functions(write)
        if self.plan.goals.watched:
            self._mend(write)
            self._answers(write)

    def join(self, write: Writer, fresh: bool) -> Merged:
        """Write how the chains around a new stone merge with it; its node may already be in a chain."""
        write(f"base = p * {self.nodes.count}", "root = base + c")
        with write.block("while S[PARENT + root] != root:"):
            write("root = S[PARENT + root]")
        write("mask = S[MASK + root]")
        with write.block(f"for d in {self.rows}[c]:"), write.block(f"if {self.owned('d')}:"):
            write("d += base", "up = S[PARENT + d]")
            with write.block("while up != d:"):
                write("over = S[PARENT + up]", "S[PARENT + d] = over", "d = over", "up = S[PARENT + d]")
            with write.block("if d != root:"):
                write("S[PARENT + root] = d", "mask |= S[MASK + d]", "root = d")
        write("S[MASK + root] = mask")
        return Merged("mask")

    def changed(self, write: Writer, cell: str, before: str, after: str) -> None:
        """A cell holds another content than before."""
        write(f"x, y = {self._owner(before)}, {self._owner(after)}")
        with write.block("if x != y:"):
            with write.block("if x >= 0:"):
                write("S[STALE + x] = 1")
            with write.block("if y >= 0:"):
                write(f"join(S, {cell}, {after})")

    def rebuild(self, write: Writer) -> None:
        """Write how the chains of all players are rebuilt from the board."""
        with write.block(f"for i in range({self.plan.players}):"):
            write("mend(S, i)")

    def _mend(self, write: Writer) -> None:
        goals, players, nodes = len(self.rules.goals), self.plan.players, self.nodes.count
        with write.function("mend(S, p)", "Build the chains of p again."):
            write("S[STALE + p] = 0", *(f"S[MET + {plus(goal * players, 'p')}] = 0" for goal in range(goals)))
            with write.block(f"for c in range({nodes}):"):
                write(
                    f"S[PARENT + p * {nodes} + c] = p * {nodes} + c",
                    f"S[MASK + p * {nodes} + c] = {self.masks.table}[c]",
                )
            with write.block(f"for c in range({nodes}):"), write.block(f"if {self.owned('c')}:"):
                write("join(S, c, S[c])")

    def owned(self, node: str) -> str:
        """Return the test whether a node belongs to the player `p`."""
        return f"{self.owners}[S[{node}]] == p" if self.owners else f"S[{node}] == p + 1"

    def _answers(self, write: Writer) -> None:
        meaning = "Whether p reaches a watched goal; `goal` is where the answers for it begin."
        with write.function("reached(S, goal, p)", meaning):
            with write.block("if S[MET + goal + p] == 1 and S[STALE + p] == 1:"):
                write("mend(S, p)")
            write("return S[MET + goal + p] == 1")
