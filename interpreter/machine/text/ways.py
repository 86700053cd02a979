"""Ways as text: cells are visited in the order of their steps from a set, or walk by walk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from ...rules import ir, ways
from ...rules.adjacency import adjacency
from ...rules.combined import rows_apart
from ...rules.traits import Node
from ..plan.terms import group_inside, is_weighed, with_group
from .bits import FULL, BitSetWriter, Words
from .writer import Writer


class _Test(Node):
    """A test whether a search finds a cell."""

    node: ways.Found


class _Leads(Node):
    """A test of a step."""

    test: ir.Expression


class _Bits(Node):
    """The nearest cells as bits."""

    node: ways.Nearest


_TOLD = {
    ways.Nearest: ("nearest", "nearest cells of a set", "one of the nearest"),
    ways.Walks: ("walks", "cells that steps from a set lead to", "reached"),
    ways.Cuts: ("cuts", "cells that hold a group together", "one that holds a group together"),
}
"""What functions are called, what they list, and what they say of a cell."""


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

    def found(self, node: ways.Found) -> str:
        """The call that lists the cells that a search finds, and marks them; it returns how many there are."""
        kind, cells, _ = _TOLD[type(node)]
        with self.helper(node, kind, f"List the {cells}; returns their number.") as write:
            if write:
                group = group_inside(node)
                if group is not None:
                    marked = self.mark_group(write, group)
                    write(f"return {self.found(with_group(node, group, marked))}")
                elif isinstance(node, ways.Nearest):
                    self._look_for_nearest(write, node)
                elif isinstance(node, ways.Cuts):
                    self._look_for_cuts(write, node)
                elif node.exactly:
                    self._walk_exactly(write, node)
                else:
                    self._walk_on(write, node)
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

    def is_found(self, node: ways.Found, cell: str) -> str:
        """Whether a search finds a cell."""
        test = _Test(node)
        kind, _, what = _TOLD[type(node)]
        with self.helper(test, f"is_{kind}", f"Whether the cell x is {what}.", "x") as write:
            if write:
                write(f"return {self.found(node)} > 0 and S[SEEN{node.number} + x] == -1")
        return self.called(test, cell)

    # Walks

    def _walk_on(self, write: Writer, node: ways.Walks) -> None:
        """Visit what steps lead to, from one cell after another; the cells where they begin are not listed."""
        seen, walk = self._begin(write, node)
        with self.over(write, node.cells, "b"):
            self._visit(write, node, "b", "1")
        write("first = n")
        with write.block("while done < n:"):
            write(f"b = S[{walk} + done]", "done += 1")
            with write.when(f"done <= first or {self.member(node.past, 'b')}" if node.past else ""):
                with write.block(f"for d in {self.tables.name(node.rows, 'RELATION')}[b]:"):
                    if self.plan.knows_pairs and node.test is not None and is_weighed(node.test):
                        self._visit_if(write, node, node.test)
                    else:
                        with write.block(f"if S[{seen} + d] == 0:"), self._stepping(write, node, "b", "d"):
                            self._visit(write, node, "d", "-1")
        with write.block("for i in range(first, n):"):
            write(f"S[{walk} + i - first] = S[{walk} + i]")
        write("return n - first")

    def _visit_if(self, write: Writer, node: ways.Walks, test: ir.Expression) -> None:
        """Visit `d` if it is new and a step leads there, without a branch: no processor foresees which."""
        write(f"{self.scalar(node.here)} = b", f"{self.scalar(node.there)} = d")
        weight = self._weight(write, test)
        write(f"new = (S[SEEN{node.number} + d] == 0) * {weight}", f"S[SEEN{node.number} + d] -= new")
        write(f"S[WALK{node.number} + n] = d", "n += new")

    def _weight(self, write: Writer, test: ir.Expression) -> str:
        """A condition as 1 or 0; what takes a loop is counted first."""
        match test:
            case ir.Operation("and", operands):
                return " * ".join(self._weight(write, each) for each in operands)
            case ir.Operation("==", (ir.Count(ir.Combined() as cells), _)):
                apart = rows_apart(cells)
                assert apart is not None
                row, other, rest = apart
                write("m = 0")
                with write.block(f"for c in {self.common(row, other)}:"):
                    write(f"m += {'1' if rest is None else self._weight_of(rest, 'c')}")
                return "(m == 1)"
            case ir.Member(cell, cells):
                return self._weight_of(cells, self.scalar(cell))
            case _:
                raise ValueError(test)

    def _weight_of(self, cells: ir.CellSet, cell: str) -> str:
        """Whether a cell is in a set, as 1 or 0."""
        if not isinstance(cells, ir.Combined):
            return self.member(cells, cell)
        left, right = self._weight_of(cells.left, cell), self._weight_of(cells.right, cell)
        return f"{left} * {right}" if cells.symbol == "&" else f"{left} * (1 - {right})"

    def _walk_exactly(self, write: Writer, node: ways.Walks) -> None:
        """Go along every walk of so many steps that comes to no cell twice."""
        seen, _ = self._begin(write, node)
        with self.over(write, node.cells, "a0"):
            write(f"S[{seen} + a0] = 1")
        with self.over(write, node.cells, "a0"), ExitStack() as inside:
            for step in range(1, node.exactly + 1):
                here, there = f"a{step - 1}", f"a{step}"
                inside.enter_context(write.block(f"for {there} in {self.tables.name(node.rows, 'RELATION')}[{here}]:"))
                tests = [f"{there} != a{before}" for before in range(step)]
                if step == node.exactly:
                    tests = [f"S[{seen} + {there}] == 0", *tests]
                elif node.past:
                    tests.append(self.member(node.past, there))
                inside.enter_context(write.block(f"if {' and '.join(tests)}:"))
                inside.enter_context(self._stepping(write, node, here, there))
            self._visit(write, node, f"a{node.exactly}", "-1")
        write("return n")

    @contextmanager
    def _stepping(self, write: Writer, node: ways.Walks, here: str, there: str) -> Iterator[None]:
        """What is written inside happens if a step leads from a cell to another."""
        if node.test is None:
            yield
            return
        write(f"{self.scalar(node.here)} = {here}", f"{self.scalar(node.there)} = {there}")
        with write.block(f"if {self._leads(node.test) if node.exactly else self.scalar(node.test)}:"):
            yield

    def _leads(self, test: ir.Expression) -> str:
        """The call that tests whether a step leads from a cell to another: where it stands several times."""
        leads = _Leads(test)
        with self.helper(leads, "leads", "Whether a step leads from a cell to another.") as write:
            if write:
                write(f"return {self.scalar(test)}")
        return self.called(leads)

    # Cuts

    def _look_for_cuts(self, write: Writer, node: ways.Cuts) -> None:
        """Go through each group in depth: a cell is a cut if what was come to by way of it has no link past it.

        `order` numbers cells as they are come to, `low` is the first that a cell and all beyond it have a link to.
        """
        known = self._known_cuts(write, node)
        seen, _ = self._begin(write, node)
        order, low, back, nth = (f"PATH{node.number} + {part * self.cells}" for part in range(4))
        with write.block(f"for c in range({self.cells}):"):
            write(f"S[{order} + c] = 0")
        by = adjacency(node.cells)
        rows = self.plan.nodes_by(by).cell_rows
        long, next_to = self.tables.name(tuple(map(len, rows)), "LONG"), self.tables.name(rows, "NEXT")
        inside = self.member(node.cells, "d")
        with self.over(write, node.cells, "first"), write.block(f"if S[{order} + first] == 0:"):
            write("d, b, kids = first, -1, 0")
            self._come_to(write, order, low, back, nth)
            with write.block("while c >= 0:"):
                write(f"k = S[{nth} + c]")
                with write.block(f"if k < {long}[c]:"):
                    write(f"S[{nth} + c] = k + 1", f"d = {next_to}[c][k]")
                    with self.joined(write, by, inside):
                        with write.block(f"if S[{order} + d] == 0:"):
                            write("kids += 1 if c == first else 0", "b = c")
                            self._come_to(write, order, low, back, nth)
                        with write.block(f"elif S[{order} + d] < S[{low} + c]:"):
                            write(f"S[{low} + c] = S[{order} + d]")
                with write.block("else:"):
                    write(f"b = S[{back} + c]")
                    with write.block("if b >= 0:"):
                        with write.block(f"if S[{low} + c] < S[{low} + b]:"):
                            write(f"S[{low} + b] = S[{low} + c]")
                        with write.block(f"if b != first and S[{low} + c] >= S[{order} + b] and S[{seen} + b] == 0:"):
                            self._visit(write, node, "b", "-1")
                    write("c = b")
            with write.block("if kids > 1:"):
                self._visit(write, node, "first", "-1")
        write(*known, "return n")

    def _come_to(self, write: Writer, order: str, low: str, back: str, nth: str) -> None:
        """Come to the cell `d` from `b`."""
        write("done += 1", "c = d", f"S[{order} + c] = done", f"S[{low} + c] = done", f"S[{back} + c] = b",
              f"S[{nth} + c] = 0")  # fmt: skip

    def _known_cuts(self, write: Writer, node: ways.Cuts) -> list[str]:
        """Return early if the cuts of these cells are known; gives the lines that note them once found."""
        held = node.cells.contents if isinstance(node.cells, ir.Holding) and node.cells.of is None else ()
        if not self.plan.keeps_prints or self.is_trying or len(set(held)) != 1 or 0 in held[0] or not held[0]:
            return []
        print_ = " ^ ".join(f"S[PRINT + {content}]" for content in sorted(held[0]))
        write(f"x = {print_}")
        with write.block(f"if S[HELD{node.number}] == x:"):
            write(f"return S[HELD{node.number} + 1]")
        return [f"S[HELD{node.number}] = x", f"S[HELD{node.number} + 1] = n"]

    def _begin(self, write: Writer, node: ways.Steps | ways.Found) -> tuple[str, str]:
        seen, walk = f"SEEN{node.number}", f"WALK{node.number}"
        with write.block(f"for c in range({self.cells}):"):
            write(f"S[{seen} + c] = 0")
        write("done, n = 0, 0")
        return seen, walk

    def _visit(self, write: Writer, node: ways.Steps | ways.Found, cell: str, mark: str) -> None:
        write(f"S[SEEN{node.number} + {cell}] = {mark}", f"S[WALK{node.number} + n] = {cell}", "n += 1")
