"""Shortest ways as text: cells are visited in the order of their steps from a set."""

from __future__ import annotations

from ...record import Record
from ...rules import ways
from .groups import GroupSetWriter
from .writer import Writer


class _Test(Record):
    """A test whether a cell is one of the nearest."""

    node: ways.Nearest


class WaySetWriter(GroupSetWriter):
    """Writes how far sets are from one another, and which cells are nearest."""

    def steps(self, node: ways.Steps) -> str:
        """The least number of steps from one set to another."""
        with self.helper(node, "steps", "The least number of steps from one set of cells to another.") as write:
            if write:
                seen, walk = self._begin(write, node)
                goal = self.member(node.goal, "c")
                with self.over(write, node.cells, "c"):
                    with write.block(f"if {goal}:"):
                        write("return 0")
                    self._visit(write, node, "c", "1")
                with write.block("while done < n:"):
                    write(f"b = S[{walk} + done]", "done += 1")
                    with write.block(f"for c in {self.tables.name(node.rows, 'RELATION')}[b]:"):
                        with write.block(f"if S[{seen} + c] == 0:"):
                            with write.block(f"if {goal}:"):
                                write(f"return S[{seen} + b]")
                            with write.block(f"if {self.member(node.past, 'c')}:"):
                                self._visit(write, node, "c", f"S[{seen} + b] + 1")
                write(f"return {node.none}")
        return self.called(node)

    def nearest(self, node: ways.Nearest) -> str:
        """The call that looks for the nearest cells; it returns how far they are, plus 1, or 0 if there are none."""
        with self.helper(node, "nearest", "How far the nearest cells of a set are, plus 1; 0 for none.") as write:
            if write:
                seen, walk = self._begin(write, node)
                with self.over(write, node.goal, "c"):
                    self._visit(write, node, "c", "1")
                with write.block("while done < n:"):
                    write(f"b = S[{walk} + done]", "done += 1")
                    with write.block(f"if {self.member(node.cells, 'b')}:"):
                        write(f"return S[{seen} + b]")
                    with write.block(f"if S[{seen} + b] == 1 or {self.member(node.past, 'b')}:"):
                        with write.block(f"for c in {self.tables.name(node.rows, 'RELATION')}[b]:"):
                            with write.block(f"if S[{seen} + c] == 0:"):
                                self._visit(write, node, "c", f"S[{seen} + b] + 1")
                write("return 0")
        return self.called(node)

    def is_nearest(self, node: ways.Nearest, cell: str, least: str) -> str:
        """Whether a cell is one of the nearest, once these have been looked for."""
        return f"(S[SEEN{node.number} + {cell}] == {least} and {self.member(node.cells, cell)})"

    def in_nearest(self, node: ways.Nearest, cell: str) -> str:
        """Whether a cell is one of the nearest."""
        test = _Test(node)
        with self.helper(test, "is_nearest", "Whether the cell x is one of the nearest.", "x") as write:
            if write:
                write(f"least = {self.nearest(node)}", f"return least > 0 and {self.is_nearest(node, 'x', 'least')}")
        return self.called(test, cell)

    def _begin(self, write: Writer, node: ways.Steps | ways.Nearest) -> tuple[str, str]:
        seen, walk = f"SEEN{node.number}", f"WALK{node.number}"
        with write.block(f"for c in range({self.cells}):"):
            write(f"S[{seen} + c] = 0")
        write("done, n = 0, 0")
        return seen, walk

    def _visit(self, write: Writer, node: ways.Steps | ways.Nearest, cell: str, mark: str) -> None:
        write(f"S[SEEN{node.number} + {cell}] = {mark}", f"S[WALK{node.number} + n] = {cell}", "n += 1")
