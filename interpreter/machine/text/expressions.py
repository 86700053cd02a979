"""Expressions of the IR as text. What needs a loop becomes a small function of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ...board.board import Board
from ...record import Record
from ...rules import ir
from ...rules.facts.facts import Facts
from ...rules.facts.goals import OWN, owner_of
from ...rules.program import Rules
from ..plan.around import AroundWriter, around
from ..plan.forms import Forms
from ..plan.layout import Layout, group_numbers
from ..plan.lists import ListWriter
from ..plan.nodes import region_cells
from .sets import SetWriter, may_be_missing
from .writer import Writer, offset, plus

_SYMBOLS = {"mod": "%", "/": "//"}
_AT_LEAST = {">=": (0, True), ">": (1, True), "<": (0, False), "<=": (1, False)}
"""Comparisons of a count with a number: so much more than that it is at least, or is not."""


class ExpressionWriter(SetWriter):
    """Writes expressions in terms of the state `S`, the player `p` who is `own`, cells `c0` … and groups `g0` …"""

    def __init__(self, rules: Rules, board: Board, facts: Facts, forms: Forms, layout: Layout) -> None:
        super().__init__(rules, board)
        self.facts, self.forms, self.layout = facts, forms, layout
        self._groups = group_numbers(rules)
        self.lists = ListWriter(rules, self.tables, self.cells)
        self.around = AroundWriter(rules, self.tables, self.cells)

    def scalar(self, node: ir.Expression) -> str:
        """The text of a number, a truth, a cell or a player; bound tightly enough to stand anywhere."""
        match node:
            case ir.Constant():
                return self.by_player(node.values)
            case ir.Has():
                return self.called_once(
                    "has", "m, n", "Whether a set of numbers holds one.", "return 0 <= n < 31 and m >> n & 1 == 1"
                ).format(f"{self.scalar(node.numbers)}, {self.scalar(node.number)}")
            case ir.Size():
                return self.called_once(
                    "size", "m", "How many numbers a set holds.",
                    "n = 0", "while m != 0:", "    m &= m - 1", "    n += 1", "return n",
                ).format(self.scalar(node.numbers))  # fmt: skip
            case ir.Bound():
                return f"c{node.number}"
            case ir.Operation():
                return self._operation(node)
            case ir.Choice():
                then, test, other = map(self.scalar, (node.then, node.test, node.other))
                return f"({then} if {test} else {other})"
            case ir.Axis():
                values = tuple(cell[node.axis] for cell in self.board.cells)
                return self._looked_up(values, "AXIS", node.cell, 0)
            case ir.Lookup():
                return self._looked_up(node.values, "LABEL", node.cell, 0)
            case ir.HowMany():
                return self._how_many(node)
            case ir.Counter() | ir.PlayerCounter() | ir.Variable() | ir.Cards() | ir.Repeats() | ir.Stuck():
                return self._kept(node)
        return self._about_cells(node)

    def _kept(self, node: ir.Expression) -> str:
        """The text of what the state keeps."""
        match node:
            case ir.Counter("mover"):
                return "p"
            case ir.Counter():
                return f"S[{node.name.upper()}]"
            case ir.PlayerCounter():
                return f"S[{node.name.upper()} + {self.scalar(node.player)}]"
            case ir.Variable():
                return f"S[{offset('VARS', node.number)}]"
            case ir.Cards():
                return f"S[{offset('CARDS', node.zone * self.players)} + {self.scalar(node.player)}]"
            case ir.Repeats():
                return "repeated(S)"
            case ir.Stuck():
                return "(p == S[MOVER] and offered(S) < 0)"
        raise TypeError(node)

    def called_once(self, name: str, parameters: str, meaning: str, *lines: str) -> str:
        """The call of a small function, which is written where it is first needed."""
        if name not in self._made:
            self._made[name] = name
            with self.functions.function(f"{name}({parameters})", meaning):
                self.functions(*lines)
        return f"{name}({{}})"

    def _how_many(self, node: ir.HowMany) -> str:
        with self.helper(node, "how_many", "How many of some truths hold.") as write:
            if write:
                write("n = 0")
                for test in node.tests:
                    with write.block(f"if {self.scalar(test)}:"):
                        write("n += 1")
                write("return n")
        return self.called(node)

    def _about_cells(self, node: ir.Expression) -> str:
        """The text of what is asked of a set of cells."""
        if isinstance(node, ir.Connects | ir.Path | ir.Loop | ir.Encloses | ir.SomeGroup):
            return self._goal(node)
        is_in_group = isinstance(node, ir.Member) and isinstance(node.cells, ir.GroupOf)
        found = _group_inside(node)
        if found is not None and not is_in_group:
            return self._with_group(node, found)
        match node:
            case ir.Member():
                cell = self.scalar(node.cell)
                inside = self.member(node.cells, cell)
                return f"({cell} >= 0 and {inside})" if may_be_missing(node.cell) else inside
            case ir.Count():
                return self._count(node)
            case ir.AtLeast():
                return self._at_least(node)
            case ir.Quantifier():
                return self._quantifier(node)
            case ir.Touches():
                return self._touches(node)
            case ir.ArcLength():
                return self._arc(node)
        raise TypeError(node)

    def _operation(self, node: ir.Operation) -> str:
        match node:
            case ir.Operation(symbol, (ir.Count() as count, ir.Constant((number,)))) if not self._is_counted(count):
                if symbol in _AT_LEAST or (symbol in ("==", "!=") and number == 0):
                    return self._compared(count.cells, symbol, number)
        operands = [self.scalar(operand) for operand in node.operands]
        symbol = _SYMBOLS.get(node.symbol, node.symbol)
        if len(operands) == 1:
            return f"({symbol} {operands[0]})"
        return f"({f' {symbol} '.join(operands)})"

    # What needs a loop

    def _compared(self, cells: ir.CellSet, symbol: str, number: int) -> str:
        more, holds = _AT_LEAST.get(symbol, (1, symbol == "!="))
        test = self._about_cells(ir.AtLeast(cells, number + more))
        return test if holds else f"(not {test})"

    def _at_least(self, node: ir.AtLeast) -> str:
        if node.number <= 0:
            return "True"
        with self.helper(node, "at_least", f"Whether a set has {node.number} cells or more.") as write:
            if write and node.number == 1:
                with self.visiting(write, node.cells, "c"):
                    write("return True")
                write("return False")
            elif write:
                write("n = 0")
                with self.over(write, node.cells, "c"):
                    write("n += 1")
                    with write.block(f"if n == {node.number}:"):
                        write("return True")
                write("return False")
        return self.called(node)

    def _is_counted(self, node: ir.Count) -> bool:
        """Whether a count need not be made."""
        return isinstance(node.cells, ir.Fixed) or self._is_left(node) or bool(self._counted_around(node))

    def _is_left(self, node: ir.Count) -> bool:
        """Whether it is the count of the empty cells that the state keeps."""
        kept = self.forms.counts == "maintained" and not self._trying
        return kept and node.cells == ir.Holding((frozenset({ir.EMPTY}),))

    def _counted_around(self, node: ir.Count) -> str:
        """The count that the state keeps of what lies around a cell; empty where it keeps none."""
        found = around(node.cells)
        if "AROUND" not in self.layout or self._trying or found is None or found[0] not in self.around.counts:
            return ""
        count, cell = found
        own = f"p * {self.cells} + " if len(count.contents) > 1 else ""
        return f"S[AROUND + {plus(self.around.base(count), f'{own}{self.scalar(cell)}')}]"

    def _count(self, node: ir.Count) -> str:
        if self._is_left(node):
            return "S[LEFT]"
        if self._counted_around(node):
            return self._counted_around(node)
        if isinstance(node.cells, ir.Fixed):
            return self.by_player(tuple(map(len, node.cells.cells)))
        with self.helper(node, "count", "How many cells of a set there are.") as write:
            if write:
                write("n = 0")
                with self.over(write, node.cells, "c"):
                    write("n += 1")
                write("return n")
        return self.called(node)

    def _quantifier(self, node: ir.Quantifier) -> str:
        which = "some" if node.some else "every"
        with self.helper(node, which, f"Whether {which} cell of a set has a property.") as write:
            if write:
                body = self.scalar(node.body) if node.some else f"not {self.scalar(node.body)}"
                with self.visiting(write, node.cells, self.scalar(node.variable)), write.block(f"if {body}:"):
                    write(f"return {node.some}")
                write(f"return {not node.some}")
        return self.called(node)

    def _touches(self, node: ir.Touches) -> str:
        cells = tuple(region_cells(self.board, self.rules.regions[region]) for region in node.regions)
        return self._quantifier(ir.Quantifier(True, _ANY, ir.Fixed(cells), ir.Member(_ANY, node.cells)))

    def _arc(self, node: ir.ArcLength) -> str:
        with self.helper(
            node, "arc", "The length of the shortest run of a cycle that holds a set's cells on it."
        ) as write:
            if write:
                length, cycle = len(node.cycle), self.tables.name(node.cycle, "CYCLE")
                write("first, last, gap = -1, -1, 0")
                with write.block(f"for i in range({length}):"):
                    write(f"c = {cycle}[i]")
                    with write.block(f"if {self.member(node.cells, 'c')}:"):
                        with write.block("if first < 0:"):
                            write("first = i")
                        with write.block("elif i - last - 1 > gap:"):
                            write("gap = i - last - 1")
                        write("last = i")
                with write.block("if first < 0:"):
                    write("return 0")
                write(f"around = first + {length} - last - 1", f"return {length} - (around if around > gap else gap)")
        return self.called(node)

    # Groups and goals

    def _with_group(self, node: ir.Expression, group: ir.GroupOf) -> str:
        """An expression about the group of a cell: the group is marked first, then the expression asks about marks."""
        with self.helper(node, "group", "Something about the group of a cell.") as write:
            if write:
                marked = self._mark_group(write, group)
                write(f"return {self.scalar(_replaced(node, group, marked))}")
        return self.called(node)

    def in_group(self, group: ir.GroupOf, cell: str) -> str:
        with self.helper(group, "in_group", "Whether the cell x is in the group of another.", "x") as write:
            if write:
                marked = ir.GroupBound(self._groups[group])
                write(f"start = {self.scalar(group.cell)}", f"g{marked.number} = 1")
                with write.block(f"if start < 0 or S[start] == 0 or not ({self._same_owner('x')}):"):
                    write("return False")
                with write.block("if x == start:"):
                    write("return True")
                self.no_groups(write, marked)
                self.add_group(write, marked, "start", self._same_owner, "if d == x:", "    return True")
                write("return False")
        return self.called(group, cell)

    def _mark_group(self, write: Writer, group: ir.GroupOf) -> ir.GroupBound:
        """Mark the group of a cell: with 1, which is also what its new name stands for."""
        marked = ir.GroupBound(self._groups[group])
        write(f"start = {self.scalar(group.cell)}", f"g{marked.number} = 1")
        self.no_groups(write, marked)
        with write.block("if start >= 0 and S[start] != 0:"):
            self.add_group(write, marked, "start", self._same_owner)
        write(f"S[BEGIN{marked.number} + 2] = n")
        return marked

    @property
    def _knows_groups(self) -> bool:
        """Whether groups may be known from before, by the print of the cells that they were found in."""
        return "PRINT" in self.layout

    def known_groups(self, write: Writer, group: ir.GroupBound, cells: ir.CellSet) -> list[str]:
        """Where the groups of these cells are known, there is nothing to do; gives how to note them when they are."""
        if not self._knows_groups or not isinstance(cells, ir.Holding) or cells.of is not None:
            return []
        if any(len(contents) != 1 for contents in cells.contents):
            return []
        content = self.by_player(tuple(min(contents) for contents in cells.contents), "CONTENT")
        write(f"x = S[PRINT + {content}]")
        with write.block(f"if S[KNOWN{group.number}] == x:"):
            write(f"return S[KNOWN{group.number} + 1]")
        return [f"S[KNOWN{group.number}] = x", f"S[KNOWN{group.number} + 1] = g{group.number}"]

    def no_groups(self, write: Writer, group: ir.GroupBound) -> None:
        """No cell is in a group that a name may stand for; `n` cells are."""
        with write.block(f"for c in range({self.cells}):"):
            write(f"S[GROUP{group.number} + c] = 0")
        write("n = 0", f"S[BEGIN{group.number} + 1] = 0", *[f"S[KNOWN{group.number}] = -1"] * self._knows_groups)

    def add_group(
        self, write: Writer, group: ir.GroupBound, first: str, belongs: Callable[[str], str], *then: str
    ) -> None:
        """Number the cells that are joined to a first one, and list them after the `n` cells of the groups before.

        Of each cell `d` that comes so, something may be asked.
        """
        number = group.number
        write(f"S[GROUP{number} + {first}] = g{number}", f"S[MEMBERS{number} + n] = {first}", "done, n = n, n + 1")
        rows = self.tables.name(self.nodes.cell_rows, "NEXT")
        inside = f"S[GROUP{number} + d] != g{number} and {belongs('d')}"
        with write.block("while done < n:"):
            write(f"c = S[MEMBERS{number} + done]", "done += 1")
            with write.block(f"for d in {rows}[c]:"), write.block(f"if {inside}:"):
                write(f"S[GROUP{number} + d] = g{number}", f"S[MEMBERS{number} + n] = d", "n += 1", *then)
        write(f"S[BEGIN{number} + g{number} + 1] = n")

    @contextmanager
    def each_group(self, write: Writer, group: ir.GroupBound, cells: ir.CellSet) -> Iterator[None]:
        """What is written inside is done for each group of a set, as soon as it is numbered."""
        number = group.number
        self.no_groups(write, group)
        write(f"g{number} = 0")
        with write.block(f"for first in range({self.cells}):"):
            with write.block(f"if S[GROUP{number} + first] == 0 and {self.member(cells, 'first')}:"):
                write(f"g{number} += 1")
                self.add_group(write, group, "first", lambda cell: self.member(cells, cell))
                yield

    def _same_owner(self, node: str) -> str:
        kinds = len(self.rules.pieces)
        if kinds == 1:
            return f"S[{node}] == S[start]"
        return f"S[{node}] != 0 and (S[{node}] - 1) // {kinds} == (S[start] - 1) // {kinds}"

    def packed(self, node: str) -> str:
        """A node as queues hold it."""
        return f"{node} << {self.nodes.seams}" if self.nodes.seams else node

    def spread(self, write: Writer, member: Callable[[str], str], mark: str, value: str) -> None:
        """Follow links from the queued nodes `done … n - 1` to all that belong, marking each with a value."""
        seams = self.nodes.seams
        with write.block("while done < n:"):
            write("c = S[QUEUE + done]" + (f" >> {seams}" if seams else ""), "done += 1")
            with write.block(f"for {'e' if seams else 'd'} in {self.rows}[c]:"):
                if seams:
                    write(f"d = e >> {seams}")
                with write.block(f"if S[{mark} + d] != {value} and {member('d')}:"):
                    write(f"S[{mark} + d] = {value}", f"S[QUEUE + n] = {self.packed('d')}", "n += 1")

    def _goal(self, node: ir.Goal) -> str:
        number = self.rules.goals.index(node)
        if self.watched(number) and not self._trying:
            if self.mends:
                return f"reached(S, {number * self.players}, {self._whose(node)})"
            return f"(S[{self.met(number)}] == 1)"
        if self.lasts(number) and not self._trying:
            before = sum(map(self.lasts, range(number)))
            return f"lasts(S, {plus(before * self.players, 'p')})"
        return f"(search_{number}({', '.join(self.arguments(node))}) > 0)"

    def met(self, goal: int) -> str:
        """Where it is noted that a watched goal, by its number, is reached: for `p`, or for all in the same place."""
        owner = owner_of(self.rules.goals[goal].cells, self.rules)
        base = goal * self.players
        if owner == OWN or self.is_asked_for_each(self.rules.goals[goal]):
            return f"MET + {plus(base, 'p')}"
        return f"MET + {base + (owner or 0)}"

    def is_asked_for_each(self, goal: ir.Goal) -> bool:
        """Whether the regions that a goal speaks of are others for each player."""
        return isinstance(goal, ir.Connects | ir.Path) and len(goal.regions) > 1

    def lasts(self, goal: int) -> bool:
        """Whether a goal, by its number, is kept until a stone comes in the way."""
        return self.forms.groups == "incremental" and self.facts.lasting_goals[goal]

    def _whose(self, goal: ir.Goal) -> str:
        """The player whose stones a watched goal speaks of."""
        owner = owner_of(goal.cells, self.rules)
        return "p" if owner == OWN else str(owner)

    @property
    def mends(self) -> bool:
        return self.forms.groups == "mended"

    @property
    def is_trying(self) -> bool:
        return self._trying

    def watched(self, goal: int) -> bool:
        """Whether a goal, by its number, is noted where chains merge."""
        return self.forms.groups != "recomputed" and self.facts.joined_goals[goal]


_ANY = ir.Bound(99)
"""A bound cell that no rule names."""


def _group_inside(node: Record) -> ir.GroupOf | None:
    """The group of a cell that an expression's sets speak of, not looking into expressions inside it."""
    for part in node.parts():
        if isinstance(part, ir.GroupOf):
            return part
        if isinstance(part, ir.Combined | ir.Near | ir.Filtered):
            found = _group_inside(part)
            if found:
                return found
    return None


def _replaced(node: ir.Expression, old: ir.GroupOf, new: ir.GroupBound) -> ir.Expression:
    """An expression with a group's sets put in place of it."""

    def put(value: object) -> object:
        if value == old:
            return new
        return value.changed(put) if isinstance(value, ir.Combined | ir.Near | ir.Filtered) else value

    return node.changed(put)
