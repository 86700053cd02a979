"""Groups as text: before a question about groups, their cells are numbered and listed, one group after another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from ...rules import elements, ir
from ...rules.adjacency import Adjacency, adjacency
from ...rules.expressions.types import LARGEST_CARD
from ...rules.within import may_be_missing
from ..plan.plan import Plan
from ..plan.terms import one_content, with_group
from .sets import SetWriter
from .writer import Writer


class GroupSetWriter(SetWriter):
    """Writes questions about groups of cells."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self._kinds = len(plan.rules.pieces)

    def about_group(self, node: ir.Expression, group: ir.GroupOf) -> str:
        """An expression about the group of a cell: the group is marked first, then the marks are tested."""
        with self.helper(node, "group", "Something about the group of a cell.") as write:
            if write:
                marked = self.mark_group(write, group)
                write(f"return {self.scalar(with_group(node, group, marked))}")
        return self.called(node)

    def in_group(self, group: ir.GroupOf, cell: str) -> str:
        """Whether a cell is in the group of another."""
        with self.helper(group, "in_group", "Whether the cell x is in the group of another.", "x") as write:
            if write:
                marked = ir.GroupBound(self.plan.groups[group])
                write(f"start = {self.scalar(group.cell)}", f"g{marked.number} = 1")
                with write.block(f"if start < 0 or S[start] == 0 or not ({self._same_owner('x')}):"):
                    write("return False")
                with write.block("if x == start:"):
                    write("return True")
                self.no_groups(write, marked)
                self.add_group(write, marked, "start", self._same_owner, group.by, "if d == x:", "    return True")
                write("return False")
        return self.called(group, cell)

    def mark_group(self, write: Writer, group: ir.GroupOf) -> ir.GroupBound:
        """Mark the group of a cell with 1, which is also what the name of the group stands for."""
        marked = ir.GroupBound(self.plan.groups[group])
        write(f"start = {self.scalar(group.cell)}", f"g{marked.number} = 1")
        self.no_groups(write, marked)
        with write.block("if start >= 0 and S[start] != 0:"):
            self.add_group(write, marked, "start", self._same_owner, group.by)
        write(f"S[BEGIN{self.room(marked.number)} + 2] = n")
        return marked

    def known_groups(self, write: Writer, group: ir.GroupBound, cells: ir.CellSet) -> list[str]:
        """Return early if the groups of these cells are known; gives the lines that note them once found."""
        contents = one_content(cells) if self.plan.keeps_prints else None
        if contents is None or 0 in contents:  # empty cells have no print
            return []
        write(f"x = S[PRINT + {self.by_player(contents, 'CONTENT')}]")
        room = self.room(group.number)
        with write.block(f"if S[KNOWN{room}] == x:"):
            write(f"return S[KNOWN{room} + 1]")
        return [f"S[KNOWN{room}] = x", f"S[KNOWN{room} + 1] = g{group.number}"]

    def no_groups(self, write: Writer, group: ir.GroupBound) -> None:
        """Begin with no cell in any group of this name; `n` counts the cells listed."""
        room = self.room(group.number)
        with write.block(f"for c in range({self.cells}):"):
            write(f"S[GROUP{room} + c] = 0")
        write("n = 0", f"S[BEGIN{room} + 1] = 0")
        write(*[f"S[KNOWN{room}] = -1"] * self.plan.keeps_prints)

    def add_group(
        self,
        write: Writer,
        group: ir.GroupBound,
        first: str,
        belongs: Callable[[str], str],
        by: Adjacency | None,
        *then: str,
    ) -> None:
        """Number the cells that are joined to a first one, and list them after the `n` cells of earlier groups.

        `then` is done for each further cell `d`.
        """
        number, room = group.number, self.room(group.number)
        write(f"S[GROUP{room} + {first}] = g{number}", f"S[MEMBERS{room} + n] = {first}", "done, n = n, n + 1")
        rows = self.tables.name(self.plan.nodes_by(by).cell_rows, "NEXT")
        inside = f"S[GROUP{room} + d] != g{number} and {belongs('d')}"
        with write.block("while done < n:"):
            write(f"c = S[MEMBERS{room} + done]", "done += 1")
            with write.block(f"for d in {rows}[c]:"), self.joined(write, by, inside):
                write(f"S[GROUP{room} + d] = g{number}", f"S[MEMBERS{room} + n] = d", "n += 1", *then)
        write(f"S[BEGIN{room} + g{number} + 1] = n")

    @contextmanager
    def each_group(
        self, write: Writer, group: ir.GroupBound, cells: ir.CellSet, around: ir.Expression | None = None
    ) -> Iterator[None]:
        """Do what is written inside for each group of a set, or only for that around a cell, as soon as it is
        numbered."""
        number, room = group.number, self.room(group.number)
        self.no_groups(write, group)
        write(f"g{number} = 0")
        with ExitStack() as inside:
            if around is None:
                inside.enter_context(write.block(f"for first in range({self.cells}):"))
                test = f"S[GROUP{room} + first] == 0"
            else:
                write(f"first = {self.scalar(around)}")
                test = "first >= 0" if may_be_missing(around) else ""
            belongs = " and ".join(filter(None, [test, self.member(cells, "first")]))
            inside.enter_context(write.block(f"if {belongs}:"))
            write(f"g{number} += 1")
            self.add_group(write, group, "first", lambda cell: self.member(cells, cell), adjacency(cells))
            yield

    def _number_of_groups(self, group: ir.GroupBound, groups: elements.Groups) -> str:
        """How many steady groups there are; they are numbered where that is first asked for."""

        def number(write: Writer) -> str:
            with self.each_group(write, group, groups.cells):
                pass
            return f"g{group.number}"

        return self.recalling(groups, number)

    @contextmanager
    def running(self, write: Writer, among: ir.Among, variable: ir.Bound | ir.GroupBound) -> Iterator[None]:
        """Loop over elements of any kind, each once; what is written inside must not use `continue`."""
        name = f"{'g' if isinstance(variable, ir.GroupBound) else 'c'}{variable.number}"
        match among, variable:
            case elements.Groups(), ir.GroupBound() if self.is_kept(among):
                with self.in_room_of(variable.number, among):
                    with write.block(f"for {name} in range(1, {self._number_of_groups(variable, among)} + 1):"):
                        yield
            case elements.Groups(), ir.GroupBound():
                with self.each_group(write, variable, among.cells):
                    yield
            case elements.Span(), _:
                with write.block(f"for {name} in range({self.scalar(among.first)}, {self.scalar(among.last)} + 1):"):
                    yield
            case elements.Numbers(), _:
                write(f"held = {self.scalar(among.numbers)}")
                with (
                    write.block(f"for {name} in range({LARGEST_CARD + 1}):"),
                    write.block(f"if held >> {name} & 1 == 1:"),
                ):
                    yield
            case elements.Pile(cell), _:
                write(f"here = {self.scalar(cell)}")
                with write.when("here >= 0" if may_be_missing(cell) else ""):
                    with write.block("for nth in range(S[HIGH + here]):"):
                        write(f"{name} = {self.lying('here', 'nth')}")
                        yield
            case _:
                assert not isinstance(among, elements.Groups | elements.Pile)
                with self.each(write, among, name):
                    yield

    def lying(self, cell: str, place: str) -> str:
        """The call that finds the piece at a place of a pile, counted from 0 at its top; 0 where there is none."""
        room = self.plan.rules.stacks - 1
        piece = self.small_function(
            "piece", "S, c, n", "The piece at a place of a pile; 0 where there is none.",
            "if n == 0:",
            "    return S[c]",
            f"return S[BELOW + c * {room} + S[HIGH + c] - 1 - n] if 0 < n < S[HIGH + c] else 0",
        )  # fmt: skip
        return f"{piece}(S, {cell}, {place})"

    def _same_owner(self, node: str) -> str:
        if self._kinds == 1:
            return f"S[{node}] == S[start]"
        return f"S[{node}] != 0 and (S[{node}] - 1) // {self._kinds} == (S[start] - 1) // {self._kinds}"
