"""Shortest ways as text: cells are visited in the order of their steps from a set."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ...rules import ir, ways
from ...rules.traits import Node
from ..plan.terms import group_inside, with_group
from .bits import FULL, BitSetWriter, Words
from .writer import Writer


class _Test(Node):
    """A test whether a cell is one of the nearest."""

    node: ways.Nearest


class _Bits(Node):
    """The nearest cells as bits."""

    node: ways.Nearest


class WaySetWriter(BitSetWriter):
    """Writes how far sets are from one another, and which cells are nearest."""

    def steps(self, node: ways.Steps) -> str:
        """The least number of steps from one set to another."""
        with self.helper(node, "steps", "The least number of steps from one set of cells to another.") as write:
            if write and self.in_bits:
                self._count_steps(write, node)
            elif write:
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

    def _count_steps(self, write: Writer, node: ways.Steps) -> None:
        """From all cells that are reached, a step at once."""
        known: dict[ir.CellSet, Words] = {}
        here = self.named(write, "x", self.bits(write, node.cells, known))
        goal = self.named(write, "y", self.bits(write, node.goal, known))
        past = self.named(write, "z", self.bits(write, node.past, known))
        there = " | ".join(f"{one} & {other}" for one, other in zip(here, goal, strict=True))
        with write.block(f"if ({there}) != 0:"):
            write("return 0")
        write("n = 0")
        with write.block(f"while ({' | '.join(here)}) != 0:"):
            write("n += 1", f"{', '.join(here)} = {self.spread_bits(node.rows)}({', '.join(here)})")
            with write.block(f"if ({there}) != 0:"):
                write("return n")
            for one, over in zip(here, past, strict=True):
                write(f"{one} &= {over}", f"{over} ^= {one}")  # no cell is passed twice
        write(f"return {node.none}")

    @contextmanager
    def each(self, write: Writer, cells: ir.CellSet, variable: str) -> Iterator[None]:
        """Loop over a set, each cell once, in any order; what is written inside must not use `continue`."""
        if not isinstance(cells, ways.Nearest) or not self.in_bits:
            with super().each(write, cells, variable):
                yield
            return
        names = tuple(f"{variable}_{number}" for number in range(self._words))
        write(f"{', '.join(names)} = {self._near(cells)}")
        with self.each_bit(write, names, variable):
            yield

    def _near(self, node: ways.Nearest) -> str:
        """The call that gives the nearest cells as bits."""
        bits = _Bits(node)
        with self.helper(bits, "near", "The nearest cells of a set, as bits.") as write:
            if write:
                known: dict[ir.CellSet, Words] = {}
                wanted = self.named(write, "y", self.bits(write, node.cells, known))
                here = self.named(write, "x", self.bits(write, node.goal, known))
                past = self.named(write, "z", self.bits(write, node.past, known))
                unseen = self.named(write, "u", tuple(f"{FULL} ^ {each}" for each in here))
                found = self.named(write, "f", tuple(f"{a} & {b}" for a, b in zip(here, wanted, strict=True)))
                with write.block(f"while ({' | '.join(here)}) != 0 and ({' | '.join(found)}) == 0:"):
                    write(f"{', '.join(here)} = {self.spread_bits(node.rows)}({', '.join(here)})")
                    for a, b, c, d, e in zip(here, unseen, found, wanted, past, strict=True):
                        write(f"{a} &= {b}", f"{b} ^= {a}", f"{c} = {a} & {d}", f"{a} &= {e}")
                write(f"return {', '.join(found)}")
        return self.called(bits)

    def nearest(self, node: ways.Nearest) -> str:
        """The call that lists the nearest cells and marks them; it returns how many there are."""
        with self.helper(node, "nearest", "List the nearest cells of a set; returns their number.") as write:
            if write:
                group = group_inside(node)
                if group is None:
                    self._look_for_nearest(write, node)
                else:
                    marked = self.mark_group(write, group)
                    write(f"return {self.nearest(with_group(node, group, marked))}")
        return self.called(node)

    def _look_for_nearest(self, write: Writer, node: ways.Nearest) -> None:
        seen, walk = self._begin(write, node)
        with self.over(write, node.goal, "c"):
            self._visit(write, node, "c", "1")
        write("found, least = 0, 0")
        with write.block("while done < n:"):
            write(f"b = S[{walk} + done]", "done += 1")
            with write.block(f"if least > 0 and S[{seen} + b] > least:"):
                write("break")
            with write.block(f"if {self.member(node.cells, 'b')}:"):
                write(f"least = S[{seen} + b]", f"S[{walk} + found] = b", "found += 1")
            with write.block(f"if least == 0 and (S[{seen} + b] == 1 or {self.member(node.past, 'b')}):"):
                with write.block(f"for c in {self.tables.name(node.rows, 'RELATION')}[b]:"):
                    with write.block(f"if S[{seen} + c] == 0:"):
                        self._visit(write, node, "c", f"S[{seen} + b] + 1")
        with write.block("for i in range(found):"):
            write(f"S[{seen} + S[{walk} + i]] = -1")
        write("return found")

    def in_nearest(self, node: ways.Nearest, cell: str) -> str:
        """Whether a cell is one of the nearest."""
        test = _Test(node)
        with self.helper(test, "is_nearest", "Whether the cell x is one of the nearest.", "x") as write:
            if write:
                write(f"return {self.nearest(node)} > 0 and S[SEEN{node.number} + x] == -1")
        return self.called(test, cell)

    def _begin(self, write: Writer, node: ways.Steps | ways.Nearest) -> tuple[str, str]:
        seen, walk = f"SEEN{node.number}", f"WALK{node.number}"
        with write.block(f"for c in range({self.cells}):"):
            write(f"S[{seen} + c] = 0")
        write("done, n = 0, 0")
        return seen, walk

    def _visit(self, write: Writer, node: ways.Steps | ways.Nearest, cell: str, mark: str) -> None:
        write(f"S[SEEN{node.number} + {cell}] = {mark}", f"S[WALK{node.number} + n] = {cell}", "n += 1")
