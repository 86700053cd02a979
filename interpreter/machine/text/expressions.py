"""Expressions as text. Those that need a loop become small functions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import assert_never

from ...rules import elements, ir, layers, lines, ways
from ...rules.within import may_be_missing
from ..plan.goals import GoalPlan
from ..plan.nodes import region_cells
from ..plan.plan import Plan
from ..plan.sections import present
from ..plan.terms import group_inside
from .lists import AroundWriter, ListWriter
from .ways import WaySetWriter
from .writer import Writer, plus

_SYMBOLS = {"mod": "%", "/": "//"}
_AT_LEAST = {">=": (0, True), ">": (1, True), "<": (0, False), "<=": (1, False)}
"""How comparisons of a count become `at least`: what to add to the number, and whether it holds."""

Kept = (
    ir.Counter | ir.PlayerCounter | ir.Variable | ir.Cards | elements.Next | elements.Out | ir.Repeats | ir.Stuck
)  # fmt: skip
"""Values that the state keeps."""


OfCells = ir.Member | ir.Count | ir.AtLeast | ir.Alone | ir.Quantifier | ir.Touches | lines.LongestRow | ir.ArcLength
"""Questions about a set of cells."""


class ExpressionWriter(WaySetWriter):
    """Writes expressions in terms of the state `S`, the player `p` who is `own`, cells `c0` … and groups `g0` …"""

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self.lists = ListWriter(plan, plan.lists, self.tables) if plan.lists else None
        self.around = AroundWriter(plan, self.tables)

    def written(self, node: ir.Expression) -> str:
        """The text of a number, a truth, a cell or a player."""
        match node:
            case ir.Constant():
                return self.by_player(node.values)
            case ir.Has() | ir.Size() | elements.Within():
                return self._numbers(node)
            case ir.Bound():
                return f"c{node.number}"
            case ir.Operation():
                return self._operation(node)
            case ir.Choice():
                then, test, other = map(self.scalar, (node.then, node.test, node.other))
                return f"({then} if {test} else {other})"
            case ir.Axis():
                values = tuple(cell[node.axis] for cell in self.plan.board.cells)
                return self._looked_up(values, "AXIS", node.cell, 0)
            case ir.Lookup():
                return self._looked_up(node.values, "LABEL", node.cell, node.nothing)
            case layers.OfCell():
                return self._of_cell(node)
            case ir.HowMany() | elements.Several():
                return self._how_many(node) if isinstance(node, ir.HowMany) else self._several(node)
            case elements.Entry():
                return self._entry(node)
            case (
                elements.KindOf() | elements.OwnerOf() | elements.PieceKind() | elements.PieceOwner()
                | elements.Height() | elements.Lying()
            ):  # fmt: skip
                return self._of_pieces(node)
            case elements.Listed():
                return f"({', '.join(map(self.scalar, node.items))},)"
            case _ if isinstance(node, Kept):
                return self._kept(node)
            case ir.Connects() | ir.Path() | ir.Loop() | ir.Encloses() | ir.SomeGroup():
                return self._goal(node)
            case _:
                return self._of_cells(node)

    def _of_contents(self, *, is_kind: bool) -> tuple[str, int]:
        """The table of the kind of each content, or of its owner, and what stands for none."""
        kinds, held = len(self.plan.rules.pieces), range(self.plan.rules.content_count - 1)
        nothing = kinds if is_kind else self.players
        told = (each % kinds if is_kind else min(each // kinds, self.players) for each in held)
        return self.tables.name((nothing, *told), "KIND" if is_kind else "OWNER"), nothing

    def _of_pieces(self, node: elements.OfPieces) -> str:
        """The text of what is told of the piece on a cell, of a pile, or of one of its pieces."""
        match node:
            case elements.PieceKind() | elements.PieceOwner():
                values, _ = self._of_contents(is_kind=isinstance(node, elements.PieceKind))
                return f"{values}[{self.scalar(node.piece)}]"
            case elements.KindOf() | elements.OwnerOf():
                values, nothing = self._of_contents(is_kind=isinstance(node, elements.KindOf))
                cell, found = self.scalar(node.cell), f"{values}[S[{self.scalar(node.cell)}]]"
            case elements.Height():
                cell, found, nothing = self.scalar(node.cell), f"S[HIGH + {self.scalar(node.cell)}]", 0
            case elements.Lying():
                cell, nothing = self.scalar(node.cell), 0
                found = self.lying(cell, self.scalar(node.place))
        return f"({found} if {cell} >= 0 else {nothing})" if may_be_missing(node.cell) else found

    def _entry(self, node: elements.Entry) -> str:
        """The text of an item of a list, by its place; of the kind of a piece, a table tells it at once."""
        match node:
            case elements.Entry(held, elements.KindOf(cell), nothing):
                kinds, here = len(self.plan.rules.pieces), self.scalar(cell)
                every = (each % kinds for each in range(self.plan.rules.content_count - 1))
                items = (held[kind] if kind < len(held) else nothing for kind in every)
                found = f"{self.tables.name((nothing, *items), 'ITEM')}[S[{here}]]"
                return f"({found} if {here} >= 0 else {nothing})" if may_be_missing(cell) else found
        values = self.tables.name(node.values, "ITEM")
        entry = self.small_function(
            f"item_{values}_{node.nothing}", "n", "An item of a list, by its place.",
            f"return {values}[n] if 0 <= n < {len(node.values)} else {node.nothing}",
        )  # fmt: skip
        return f"{entry}({self.scalar(node.place)})"

    def _numbers(self, node: ir.Has | ir.Size | elements.Within) -> str:
        """The text of a question about a set of numbers, or of a number that is kept within the largest."""
        match node:
            case ir.Has(number, numbers):
                return f"{self.has()}({self.scalar(numbers)}, {self.scalar(number)})"
            case ir.Size(numbers):
                return f"{self.size()}({self.scalar(numbers)})"
            case elements.Within(number):
                return f"{self.within()}({self.scalar(number)})"

    def _kept(self, node: Kept) -> str:
        """The text of a value that the state keeps."""
        match node:
            case ir.Counter("mover"):
                return "p"
            case ir.Counter():
                return f"S[{node.name.upper()}]"
            case ir.PlayerCounter():
                return f"S[{node.name.upper()} + {self.scalar(node.player)}]"
            case ir.Variable():
                whose = "" if node.player is None else f" + {self.scalar(node.player)}"
                return f"S[{present(self.plan.layout.vars).at(node.number)}{whose}]"
            case ir.Cards():
                return f"S[{present(self.plan.layout.cards).at(node.zone * self.players)} + {self.scalar(node.player)}]"
            case elements.Next():
                return self.following(self.scalar(node.player))
            case elements.Out():
                return f"(S[OUT + {self.scalar(node.player)}] == 1)" if self.plan.layout.out else "False"
            case ir.Repeats():
                return f"repeated(S, {node.times})"
            case ir.Stuck():
                return "(p == S[MOVER] and offered(S) < 0)"
            case _:
                assert_never(node)

    def _of_cell(self, node: layers.OfCell) -> str:
        """The text of what a layer holds for a cell."""
        base, cell = present(self.plan.layout.layers).at(node.layer * self.cells), self.scalar(node.cell)
        if not may_be_missing(node.cell):
            return f"S[{base} + {cell}]"
        with self.helper(node, "held", "What a layer holds for a cell that may be missing.") as write:
            if write:
                write(f"c = {cell}", f"return S[{base} + c] if c >= 0 else {node.nothing}")
        return self.called(node)

    def _how_many(self, node: ir.HowMany) -> str:
        with self.helper(node, "how_many", "How many of some truths hold.") as write:
            if write:
                write("n = 0")
                for test in node.tests:
                    with write.block(f"if {self.scalar(test)}:"):
                        write("n += 1")
                write("return n")
        return self.called(node)

    def _of_cells(self, node: OfCells | elements.Aggregate | ways.Steps) -> str:
        """The text of a question about a set of cells."""
        group = group_inside(node)
        if group is not None and not (isinstance(node, ir.Member) and isinstance(node.cells, ir.GroupOf)):
            return self.about_group(node, group)
        match node:
            case ir.Member():
                cell = self.scalar(node.cell)
                inside = self.member(node.cells, cell)
                return f"({cell} >= 0 and {inside})" if may_be_missing(node.cell) else inside
            case ir.Count():
                return self._count(node)
            case ir.AtLeast():
                return self._at_least(node)
            case ir.Alone():
                return self._alone(node)
            case elements.Aggregate():
                return self._aggregate(node)
            case ways.Steps():
                return self.steps(node)
            case ir.Quantifier():
                return self._quantifier(node)
            case ir.Touches():
                return self._touches(node)
            case lines.LongestRow():
                return self._row(node)
            case ir.ArcLength():
                return self._arc(node)
            case _:
                assert_never(node)

    def _operation(self, node: ir.Operation) -> str:
        match node:
            case ir.Operation(symbol, (ir.Count() as count, ir.Constant((number,)))) if not self._known_count(count):
                if symbol in _AT_LEAST or (symbol in ("==", "!=") and number == 0):
                    return self._compared(count.cells, symbol, number)
                if symbol in ("==", "!=") and number == 1:
                    alone = self._of_cells(ir.Alone(count.cells))
                    return alone if symbol == "==" else f"(not {alone})"
            case _:
                pass
        operands = [self.scalar(operand) for operand in node.operands]
        symbol = _SYMBOLS.get(node.symbol, node.symbol)
        if len(operands) == 1:
            return f"({symbol} {operands[0]})"
        return f"({f' {symbol} '.join(operands)})"

    # What needs a loop

    def _compared(self, cells: ir.CellSet, symbol: str, number: int) -> str:
        more, holds = _AT_LEAST.get(symbol, (1, symbol == "!="))
        test = self._of_cells(ir.AtLeast(cells, number + more))
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
                with self.each(write, node.cells, "c"):
                    write("n += 1")
                    with write.block(f"if n == {node.number}:"):
                        write("return True")
                write("return False")
        return self.called(node)

    def _alone(self, node: ir.Alone) -> str:
        with self.helper(node, "alone", "Whether a set has one cell and no more.") as write:
            if write:
                write("one = -1")
                with self.visiting(write, node.cells, "c"):
                    with write.block("if one >= 0 and c != one:"):
                        write("return False")
                    write("one = c")
                write("return one >= 0")
        return self.called(node)

    def _known_count(self, node: ir.Count) -> str:
        """The text of a count that takes no loop; empty if it takes one."""
        if not self._trying and self.plan.is_left(node):
            return "S[LEFT]"
        around = None if self._trying else self.plan.around_of(node)
        if around:
            return self.around.count(around[0], self.scalar(around[1]))
        return self.by_player(tuple(map(len, node.cells.cells))) if isinstance(node.cells, ir.Fixed) else ""

    def _count(self, node: ir.Count) -> str:
        known = self._known_count(node)
        if known:
            return known
        with self.helper(node, "count", "How many cells of a set there are.") as write:
            if write:
                write("n = 0")
                with self.each(write, node.cells, "c"):
                    write("n += 1")
                write("return n")
        return self.called(node)

    def _quantifier(self, node: ir.Quantifier) -> str:
        which = "some" if node.some else "every"
        with self.helper(node, which, f"Whether {which} cell of a set has a property.") as write:
            if write:
                body = self.scalar(node.body) if node.some else f"not {self.scalar(node.body)}"
                with self._each(write, node.cells, node.variable), write.block(f"if {body}:"):
                    write(f"return {node.some}")
                write(f"return {not node.some}")
        return self.called(node)

    def _aggregate(self, node: elements.Aggregate) -> str:
        with self.helper(node, node.kind, f"The {node.kind} of a number for each of several elements.") as write:
            if write:
                with self._adding(write, node.kind, node.nothing), self.running(write, node.among, node.variable):
                    with write.when("" if node.test == _TRUE else self.scalar(node.test)):
                        self._add(write, node.kind, node.nothing, self.scalar(node.value))
        return self.called(node)

    def _several(self, node: elements.Several) -> str:
        with self.helper(node, node.kind, f"The {node.kind} of some numbers.") as write:
            if write:
                with self._adding(write, node.kind, node.nothing):
                    for test, number in zip(node.tests, node.numbers, strict=True):
                        with write.when("" if test == _TRUE else self.scalar(test)):
                            self._add(write, node.kind, node.nothing, self.scalar(number))
        return self.called(node)

    def _each(self, write: Writer, among: ir.Members, variable: ir.Bound) -> AbstractContextManager[None]:
        """Loop over elements, a cell perhaps more than once."""
        if isinstance(among, ir.CellSet):
            return self.visiting(write, among, self.scalar(variable))
        return self.running(write, among, variable)

    @contextmanager
    def _adding(self, write: Writer, kind: str, nothing: ir.Expression) -> Iterator[None]:
        """Begin with no number, and return what the numbers that are added inside come to."""
        counted = (kind, nothing) in (("sum", _ZERO), ("product", _ONE))
        write(f"total = {int(kind == 'product')}" if counted else f"total, found = {int(kind == 'product')}, False")
        yield
        write("return total" if counted else f"return total if found else {self.scalar(nothing)}")

    def _add(self, write: Writer, kind: str, nothing: ir.Expression, number: str) -> None:
        if kind == "sum":
            write(f"total += {number}", *["found = True"] * (nothing != _ZERO))
            return
        if kind == "product":
            write(f"total = {self.times()}(total, {number})", *["found = True"] * (nothing != _ONE))
            return
        write(f"x = {number}")
        with write.block(f"if not found or x {'>' if kind == 'largest' else '<'} total:"):
            write("total, found = x, True")

    def _touches(self, node: ir.Touches) -> str:
        regions = self.plan.rules.regions
        cells = tuple(region_cells(self.plan.board, regions[region]) for region in node.regions)
        return self._quantifier(ir.Quantifier(True, _ANY, ir.Fixed(cells), ir.Member(_ANY, node.cells)))

    def _arc(self, node: ir.ArcLength) -> str:
        meaning = "The length of the shortest run of a cycle that holds a set's cells on it."
        with self.helper(node, "arc", meaning) as write:
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

    def _row(self, node: lines.LongestRow) -> str:
        meaning = "The most cells of a set that follow one another on a straight line."
        with self.helper(node, "row", meaning) as write:
            if write:
                write("most = 0")
                with self.over(write, node.cells, "c"):
                    with write.block("if most == 0:"):
                        write("most = 1")
                    with write.block(f"for line in {self.tables.name(node.rays, 'RAYS')}[c]:"):
                        write("n = 1")
                        with write.block("for d in line:"):
                            with write.block(f"if not {self.member(node.cells, 'd')}:"):
                                write("break")
                            write("n += 1")
                        with write.block("if n > most:"):
                            write("most = n")
                write("return most")
        return self.called(node)

    # Goals

    def _goal(self, node: ir.Goal) -> str:
        goal = self.plan.goals.of(node)
        match "searched" if self._trying else goal.answer:
            case "watched":
                if self.plan.chains and self.plan.chains.mended:
                    return f"reached(S, {goal.place}, {'p' if goal.is_own else goal.owner})"
                return f"(S[{self.met(goal)}] == 1)"
            case "lasting":
                return f"lasts(S, {plus(goal.place, 'p')})"
            case "searched":
                return f"(search_{goal.number}({', '.join(self.arguments(node))}) > 0)"
            case never:
                assert_never(never)

    def met(self, goal: GoalPlan) -> str:
        """The index of the note that a watched goal is reached: `p`'s own, or one for all players."""
        return f"MET + {plus(goal.place, 'p') if goal.noted is None else goal.noted}"


_TRUE, _ONE, _ZERO = ir.Constant((1,)), ir.Constant((1,)), ir.Constant((0,))
_ANY = ir.Bound(99)
"""A bound cell that no rule names."""
