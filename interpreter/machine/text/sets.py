"""Sets of cells as text: whether a cell belongs to one, and loops over them. What needs a loop becomes a function."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import assert_never

from ...rules import elements, ir, lines, ways
from ...rules.adjacency import Adjacency, Along, beside
from ...rules.combined import rows_apart
from ...rules.within import may_be_missing
from ..plan.sections import present
from ..plan.terms import in_common, lines_to, meet_again, runs_over, visited
from .functions import FunctionWriter
from .writer import Writer

Stretch = lines.Between | lines.Beyond


class SetWriter(FunctionWriter):
    """Writes in terms of the state `S`, the player `p` who is `own`, cells `c0` … and groups `g0` …"""

    @abstractmethod
    def in_group(self, group: ir.GroupOf, cell: str) -> str:
        """Whether a cell is in the group of another."""

    @abstractmethod
    def found(self, node: ways.Found) -> str:
        """The call that lists the cells that a search finds, and marks them; it returns how many there are."""

    @abstractmethod
    def is_found(self, node: ways.Found, cell: str) -> str:
        """Whether a search finds a cell."""

    # Belonging

    def member(self, cells: ir.CellSet, cell: str) -> str:
        """Whether a cell (a name or a number) is in a set."""
        match cells:
            case ir.Holding():
                return self._holds(cells, cell)
            case ir.Fixed():
                masks = tuple(tuple(int(each in region) for each in range(self.cells)) for region in cells.cells)
                return f"({self.table_by_player(masks, 'IN')}[{cell}] == 1)"
            case ir.Marked():
                base = present(self.plan.layout.marks).at(cells.marks * self.players * self.cells)
                return f"(S[{base} + {self.scalar(cells.player)} * {self.cells} + {cell}] == 1)"
            case ir.Row():
                return f"({cell} in {self._looked_up(cells.rows, 'RELATION', cells.cell, ())})"
            case ir.Near() | lines.Slide():
                return self._reached(cells, cell)
            case lines.Between() | lines.Beyond():
                return self._on_stretch(cells, cell)
            case ir.Filtered():
                return self._passes(cells, cell)
            case elements.Chosen():
                then, other = self.member(cells.then, cell), self.member(cells.other, cell)
                return f"({then} if {self.scalar(cells.test)} else {other})"
            case ir.Single():
                return f"({cell} == {self.scalar(cells.cell)})"
            case ir.GroupBound():
                return f"(S[GROUP{self.room(cells.number)} + {cell}] == g{cells.number})"
            case ir.GroupOf():
                return self.in_group(cells, cell)
            case ways.Nearest() | ways.Walks() | ways.Cuts():
                return self.is_found(cells, cell)
            case Along():
                return self.member(cells.cells, cell)
            case ir.Combined():
                return self._in_both(cells, cell)
            case _:
                assert_never(cells)

    def _in_both(self, cells: ir.Combined, cell: str) -> str:
        if cells.symbol == "&" and isinstance(cells.right, ir.Holding) and not isinstance(cells.left, ir.Holding):
            return f"({self.member(cells.right, cell)} and {self.member(cells.left, cell)})"
        joined = {"&": "and", "|": "or", "-": "and not"}[cells.symbol]
        return f"({self.member(cells.left, cell)} {joined} {self.member(cells.right, cell)})"

    def _holds(self, cells: ir.Holding, cell: str) -> str:
        player = self.scalar(cells.of) if cells.of is not None else "p"
        if all(len(contents) == 1 for contents in cells.contents):
            content = self.by_player(tuple(min(contents) for contents in cells.contents), "CONTENT", player)
            return f"(S[{cell}] == {content})"
        bits = tuple(sum(1 << content for content in contents) for contents in cells.contents)
        return f"({self.by_player(bits, 'CONTENTS', player)} >> S[{cell}] & 1 == 1)"

    @contextmanager
    def over(self, write: Writer, cells: ir.CellSet, variable: str) -> Iterator[None]:
        """Loop over a set; what is written inside must not use `continue`."""
        match cells:
            case ir.Fixed():
                with write.block(f"for {variable} in {self.table_by_player(cells.cells, 'CELLS')}:"):
                    yield
            case ir.Row():
                with write.block(f"for {variable} in {self._looked_up(cells.rows, 'RELATION', cells.cell, ())}:"):
                    yield
            case lines.Slide() | lines.Between() | lines.Beyond() if not meet_again(cells.rays):
                with self._on_lines(write, cells, variable):
                    yield
            case ir.Single(cell):
                text = self.scalar(cell)
                with write.when(f"{text} >= 0" if may_be_missing(cell) else ""):
                    write(*[f"{variable} = {text}"] * (variable != text))
                    yield
            case ir.GroupBound(number):
                room = self.room(number)
                with write.block(f"for i in range(S[BEGIN{room} + g{number}], S[BEGIN{room} + g{number} + 1]):"):
                    write(f"{variable} = S[MEMBERS{room} + i]")
                    yield
            case Along():
                with self.over(write, cells.cells, variable):
                    yield
            case ir.Filtered():
                with self.over(write, cells.cells, self.scalar(cells.variable)):
                    with write.block(f"if {self.scalar(cells.test)}:"):
                        if variable != self.scalar(cells.variable):
                            write(f"{variable} = {self.scalar(cells.variable)}")
                        yield
            case ways.Nearest() | ways.Walks() | ways.Cuts():
                with write.block(f"for i in range({self.found(cells)}):"):
                    write(f"{variable} = S[WALK{cells.number} + i]")
                    yield
            case ir.Combined("&") if self.plan.knows_pairs and rows_apart(cells):
                with self._in_common(write, cells, variable):
                    yield
            case ir.Combined() if (run := runs_over(cells)) is not None:
                first, other = run
                tested = self.member(other, variable)
                with self.over(write, first, variable):
                    with write.block(f"if {'not ' if cells.symbol == '-' else ''}{tested}:"):
                        yield
            case _:
                with write.block(f"for {variable} in range({self.cells}):"):
                    with write.block(f"if {self.member(cells, variable)}:"):
                        yield

    @contextmanager
    def _in_common(self, write: Writer, cells: ir.Combined, variable: str) -> Iterator[None]:
        """Loop over what two cells have in common, which a table tells, in the order of the first row."""
        apart = rows_apart(cells)
        assert apart is not None
        row, other, rest = apart
        with write.block(f"for {variable} in {self.common(row, other)}:"):
            with write.when("" if rest is None else self.member(rest, variable)):
                yield

    def common(self, row: ir.Row, other: ir.Row) -> str:
        """What two cells have in common, from a table."""
        both = in_common(row.rows, other.rows)
        if may_be_missing(other.cell):
            both = tuple((*each, ()) for each in both)
        return f"{self._looked_up(both, 'COMMON', row.cell, ((),) * len(both[0]))}[{self.scalar(other.cell)}]"

    @contextmanager
    def each(self, write: Writer, cells: ir.CellSet, variable: str) -> Iterator[None]:
        """Loop over a set, each cell once, in any order; what is written inside must not use `continue`."""
        loop = self.over if isinstance(visited(cells), ir.Near | None) else self.visiting
        with loop(write, cells, variable):
            yield

    @contextmanager
    def listed(self, write: Writer, cells: ir.CellSet, variable: str) -> Iterator[None]:
        """The same along a list of pieces that holds all of the set, if the state keeps one."""
        kept = self.plan.lists
        lists = kept.around(cells) if kept else None
        if kept is None or lists is None:
            with self.each(write, cells, variable):
                yield
            return
        with write.block(f"for i_{variable} in range(S[{self.part('LEFT', lists, 1)}]):"):
            write(f"{variable} = S[{self.part('FREE', lists, self.cells)} + i_{variable}]")
            with write.when("" if kept.of(cells) == lists else self.member(cells, variable)):
                yield

    def part(self, section: str, lists: tuple[int, ...], size: int) -> str:
        """Where the part of a section begins that belongs to a list, which may differ for each `own`."""
        number = self.by_player(lists, "LIST")
        return f"{section} + {number} * {size}" if size > 1 else f"{section} + {number}"

    @contextmanager
    def visiting(self, write: Writer, cells: ir.CellSet, variable: str) -> Iterator[None]:
        """Loop over a set, a cell perhaps more than once: for tests whether there is one."""
        match cells:
            case ir.Combined("&") if self.plan.knows_pairs and rows_apart(cells):
                with self._in_common(write, cells, variable):
                    yield
            case ir.Near(_, rows, inner) if visited(cells):
                near = self.tables.name(beside(rows), "RELATION")
                with self.over(write, inner, "d"), write.block(f"for {variable} in {near}[d]:"):
                    yield
            case ir.Combined("&", left, near) if visited(near) and not visited(left):
                with self.visiting(write, near, variable), write.block(f"if {self.member(left, variable)}:"):
                    yield
            case ir.Combined("&" | "-" as symbol, near, other) if visited(near):
                with self.visiting(write, near, variable):
                    with write.block(f"if {'not ' if symbol == '-' else ''}{self.member(other, variable)}:"):
                        yield
            case _:
                with self.over(write, cells, variable):
                    yield

    def _on_lines(self, write: Writer, cells: lines.Slide | Stretch, variable: str) -> AbstractContextManager[None]:
        """Loop over cells on lines that do not meet."""
        if isinstance(cells, lines.Slide):
            return self._along(write, cells, variable)
        return self._stretch(write, cells, variable)

    @contextmanager
    def _along(self, write: Writer, cells: lines.Slide, variable: str) -> Iterator[None]:
        """Loop along the lines from a cell; lines that meet reach a cell more than once."""
        rays = self._looked_up(cells.rays, "RAYS", cells.cell, ())
        with write.block(f"for ray in {rays}:"), write.block(f"for {variable} in ray:"):
            yield
            with write.block(f"if not {self.member(cells.past, variable)}:"):
                write("break")

    def _reached(self, cells: ir.Near | lines.Slide, cell: str) -> str:
        """Whether a cell is next to some cell of a set, or on a line from a cell."""
        with self.helper(cells, "reached", "Whether the cell x is reached.", "x") as write:
            if write and isinstance(cells, ir.Near):
                with write.block(f"for d in {self.tables.name(cells.rows, 'RELATION')}[x]:"):
                    with write.block(f"if {self.member(cells.cells, 'd')}:"):
                        write("return True")
                write("return False")
            elif write and isinstance(cells, lines.Slide) and not meet_again(cells.rays):
                self._on_line(write, cells)
            elif write and isinstance(cells, lines.Slide):
                with self._along(write, cells, "d"), write.block("if d == x:"):
                    write("return True")
                write("return False")
        return self.called(cells, cell)

    def _on_line(self, write: Writer, cells: lines.Slide) -> None:
        """Look up the line that a cell is on; the lines do not meet."""
        write(f"k = {self._looked_up(lines_to(cells.rays), 'LINE', cells.cell, (0,) * self.cells)}[x]")
        with write.block("if k == 0:"):
            write("return False")
        with write.block(f"for d in {self._looked_up(cells.rays, 'RAYS', cells.cell, ())}[k - 1]:"):
            with write.block("if d == x:"):
                write("return True")
            with write.block(f"if not {self.member(cells.past, 'd')}:"):
                write("return False")
        write("return False")

    # Stretches of lines

    def _on_stretch(self, cells: Stretch, cell: str) -> str:
        """Whether a cell is on a line from a cell, before or after another one on it."""
        where = "before" if isinstance(cells, lines.Between) else "after"
        with self.helper(cells, "stretch", f"Whether the cell x is on a line {where} another cell.", "x") as write:
            if write:
                write(f"end = {self.scalar(cells.other)}")
                with self._each_line(write, cells, "end"):
                    write("n = 0")
                    with write.block("for d in line:"):
                        if isinstance(cells, lines.Between):
                            self._before(write, cells)
                        else:
                            with self._after(write, cells, "d", "end", "n"), write.block("if d == x:"):
                                write("return True")
                write("return False")
        return self.called(cells, cell)

    @contextmanager
    def _each_line(self, write: Writer, cells: Stretch, end: str) -> Iterator[None]:
        """Take each `line` from the cell; where lines do not meet, only the one that holds the other cell."""
        rays = self._looked_up(cells.rays, "RAYS", cells.cell, ())
        if meet_again(cells.rays):
            with write.block(f"for line in {rays}:"):
                yield
            return
        numbers = lines_to(cells.rays)
        if may_be_missing(cells.other):
            numbers = tuple((*row, 0) for row in numbers)
        write(f"k = {self._looked_up(numbers, 'LINE', cells.cell, (0,) * len(numbers[0]))}[{end}]")
        with write.block("if k > 0:"):
            write(f"line = {rays}[k - 1]")
            yield

    def _before(self, write: Writer, cells: lines.Between) -> None:
        """Go over `d` on a line up to the cell `end`; `n` notes that `x` was there."""
        with write.block("if d == end:"):
            with write.block("if n == 1:"):
                write("return True")
            write("break")
        if cells.past is not None:
            with write.block(f"if not {self.member(cells.past, 'd')}:"):
                write("break")
        with write.block("if d == x:"):
            write("n = 1")

    @contextmanager
    def _after(self, write: Writer, cells: lines.Beyond, cell: str, end: str, noted: str) -> Iterator[None]:
        """Do what is written inside with the cells of a line after `end`, which `noted` notes."""
        with write.block(f"if {noted} == 1:"):
            yield
            if cells.past is not None:
                with write.block(f"if not {self.member(cells.past, cell)}:"):
                    write("break")
        with write.block(f"if {cell} == {end}:"):
            write(f"{noted} = 1")

    @contextmanager
    def _stretch(self, write: Writer, cells: Stretch, variable: str) -> Iterator[None]:
        """Loop over the cells of a line before or after another one, where lines do not meet."""
        write(f"end = {self.scalar(cells.other)}")
        with self._each_line(write, cells, "end"):
            if isinstance(cells, lines.Beyond):
                write("beyond = 0")
                with write.block(f"for {variable} in line:"):
                    with self._after(write, cells, variable, "end", "beyond"):
                        yield
                return
            clear = "" if cells.past is None else self._reached(lines.Slide(cells.rays, cells.cell, cells.past), "end")
            with write.when(clear), write.block(f"for {variable} in line:"):
                with write.block(f"if {variable} == end:"):
                    write("break")
                yield

    def _passes(self, cells: ir.Filtered, cell: str) -> str:
        with self.helper(cells, "passes", "Whether the cell x passes a test.", "x") as write:
            if write:
                write(f"{self.scalar(cells.variable)} = x")
                write(f"return {self.member(cells.cells, 'x')} and {self.scalar(cells.test)}")
        return self.called(cells, cell)

    def _looked_up(self, values: tuple[object, ...], prefix: str, cell: ir.Expression, idle: object) -> str:
        """A table's entry for a cell; if the cell may be -1, the table gets an idle last entry."""
        if may_be_missing(cell):
            values = (*values, idle)
        return f"{self.tables.name(values, prefix)}[{self.scalar(cell)}]"

    # Nodes

    def packed(self, node: str) -> str:
        """A node as queues hold it."""
        return f"{node} << {self.nodes.seams}" if self.nodes.seams else node

    def rows_by(self, by: Adjacency | None) -> str:
        """The table of each node's links, by the board or by an adjacency."""
        return self.tables.name(self.plan.nodes_by(by).rows, "ROW")

    @contextmanager
    def joined(self, write: Writer, by: Adjacency | None, test: str) -> Iterator[None]:
        """What is written inside happens if a test holds and the nodes c and d, which may be joined, are so now."""
        with write.block(f"if {test}:"):
            if by is None or by.test is None:
                yield
                return
            write(f"{self.scalar(by.here)} = c", f"{self.scalar(by.there)} = d")
            with write.block(f"if c >= {self.cells} or d >= {self.cells} or {self.scalar(by.test)}:"):
                yield

    def spread(self, write: Writer, member: Callable[[str], str], by: Adjacency | None = None) -> None:
        """Follow links from the queued nodes `done … n - 1` to all that belong, marking each of them."""
        seams = self.nodes.seams
        with write.block("while done < n:"):
            write("c = S[QUEUE + done]" + (f" >> {seams}" if seams else ""), "done += 1")
            with write.block(f"for {'e' if seams else 'd'} in {self.rows_by(by)}[c]:"):
                if seams:
                    write(f"d = e >> {seams}")
                with self.joined(write, by, f"S[MARK + d] != 1 and {member('d')}"):
                    write("S[MARK + d] = 1", f"S[QUEUE + n] = {self.packed('d')}", "n += 1")
