"""Expressions of the IR as text. What needs a loop becomes a small function of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from interpreter.board.board import Board
from interpreter.machine.forms import Forms
from interpreter.machine.layout import Layout, group_numbers
from interpreter.machine.nodes import nodes_of, region_cells
from interpreter.machine.writer import Tables, Writer, plus
from interpreter.record import Record
from interpreter.rules import ir
from interpreter.rules.facts import OWN, Facts, owner_of

_SYMBOLS = {"mod": "%", "/": "//"}


class ExpressionWriter:
    """Writes expressions in terms of the state `S`, the player `p` who is `own`, cells `c0` … and groups `g0` …"""

    def __init__(self, rules: ir.Rules, board: Board, facts: Facts, forms: Forms, layout: Layout) -> None:
        self.rules, self.board, self.facts, self.forms, self.layout = rules, board, facts, forms, layout
        self.tables = Tables()
        self.functions = Writer()
        self.nodes = nodes_of(board, rules)
        self.cells, self.players = self.nodes.cells, len(rules.players)
        self.rows = self.tables.name(self.nodes.rows, "ROW")
        self._groups = group_numbers(rules)
        self._made: dict[object, str] = {}

    def by_player(self, values: tuple[int, ...], prefix: str = "OF") -> str:
        """A number that may depend on `p`."""
        if all(value == values[0] for value in values):
            return str(values[0]) if values[0] >= 0 else f"({values[0]})"
        return f"{self.tables.name(values, prefix)}[p]"

    def table_by_player(self, values: tuple[tuple[int, ...], ...], prefix: str) -> str:
        """A table that may depend on `p`."""
        if all(value == values[0] for value in values):
            return self.tables.name(values[0], prefix)
        return f"{self.tables.name(values, prefix)}[p]"

    def scalar(self, node: ir.Expression) -> str:
        """The text of a number, a truth, a cell or a player; bound tightly enough to stand anywhere."""
        match node:
            case ir.Constant():
                return self.by_player(node.values)
            case ir.Counter():
                return f"S[{node.name.upper()}]"
            case ir.PlayerCounter():
                return f"S[{node.name.upper()} + {self.by_player(node.player)}]"
            case ir.Bound():
                return f"c{node.number}"
            case ir.Operation():
                return self._operation(node)
            case ir.Choice():
                then, test, other = map(self.scalar, (node.then, node.test, node.other))
                return f"({then} if {test} else {other})"
            case ir.Axis():
                values = tuple(cell[node.axis] for cell in self.board.cells)
                return f"{self.tables.name(values, 'AXIS')}[{self.scalar(node.cell)}]"
            case ir.Lookup():
                return f"{self.tables.name(node.values, 'LABEL')}[{self.scalar(node.cell)}]"
            case ir.HowMany():
                return self._how_many(node)
        return self._about_cells(node)

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
        found = _group_inside(node)
        if found is not None:
            return self._with_group(node, found)
        match node:
            case ir.Member():
                return self.member(node.cells, self.scalar(node.cell))
            case ir.Count():
                return self._count(node)
            case ir.Quantifier():
                return self._quantifier(node)
            case ir.Touches():
                return self._touches(node)
            case ir.ArcLength():
                return self._arc(node)
        raise TypeError(node)

    def _operation(self, node: ir.Operation) -> str:
        operands = [self.scalar(operand) for operand in node.operands]
        symbol = _SYMBOLS.get(node.symbol, node.symbol)
        if len(operands) == 1:
            return f"({symbol} {operands[0]})"
        return f"({f' {symbol} '.join(operands)})"

    # Sets

    def member(self, cells: ir.CellSet, cell: str) -> str:
        """Whether a cell (a name or a number) is in a set."""
        match cells:
            case ir.Holding():
                return self._holds(cells, cell)
            case ir.Fixed():
                masks = tuple(tuple(int(each in region) for each in range(self.cells)) for region in cells.cells)
                return f"({self.table_by_player(masks, 'IN')}[{cell}] == 1)"
            case ir.Row():
                return f"({cell} in {self.tables.name(cells.rows, 'RELATION')}[{self.scalar(cells.cell)}])"
            case ir.Single():
                return f"({cell} == {self.scalar(cells.cell)})"
            case ir.GroupBound():
                return f"(S[GROUP{cells.number} + {cell}] == g{cells.number})"
            case ir.Combined():
                joined = {"&": "and", "|": "or", "-": "and not"}[cells.symbol]
                return f"({self.member(cells.left, cell)} {joined} {self.member(cells.right, cell)})"
        raise TypeError(cells)

    def _holds(self, cells: ir.Holding, cell: str) -> str:
        if all(len(contents) == 1 for contents in cells.contents):
            content = self.by_player(tuple(min(contents) for contents in cells.contents), "CONTENT")
            return f"(S[{cell}] == {content})"
        bits = tuple(sum(1 << content for content in contents) for contents in cells.contents)
        return f"({self.by_player(bits, 'CONTENTS')} >> S[{cell}] & 1 == 1)"

    def _source(self, cells: ir.CellSet, variable: str) -> tuple[str, str]:
        """A loop's head that runs over a set, and the test that its elements must pass still (or nothing)."""
        match cells:
            case ir.Fixed():
                return f"for {variable} in {self.table_by_player(cells.cells, 'CELLS')}:", ""
            case ir.Row():
                table = self.tables.name(cells.rows, "RELATION")
                return f"for {variable} in {table}[{self.scalar(cells.cell)}]:", ""
            case ir.Combined("&" | "-") if isinstance(cells.left, ir.Fixed | ir.Row):
                head, test = self._source(cells.left, variable)
                other = self.member(cells.right, variable)
                return head, " and ".join(filter(None, [test, f"not {other}" if cells.symbol == "-" else other]))
            case ir.Combined("&") if isinstance(cells.right, ir.Fixed | ir.Row):
                return self._source(ir.Combined("&", cells.right, cells.left), variable)
        return f"for {variable} in range({self.cells}):", self.member(cells, variable)

    # What needs a loop

    @contextmanager
    def helper(self, node: Record, kind: str, meaning: str) -> Iterator[Writer | None]:
        """Write the function of a node, once: gives the writer where there is something left to write."""
        if node in self._made:
            yield None
            return
        self._made[node] = name = f"{kind}_{len(self._made)}"
        write = Writer()
        with write.function(f"{name}(S, p{self.parameters(node)})", meaning):
            yield write
        self.functions.extend(write)

    def called(self, node: Record) -> str:
        return f"{self._made[node]}(S, p{self.parameters(node)})"

    def parameters(self, node: Record) -> str:
        """The bound cells and groups that a node speaks of and does not bind itself."""
        return "".join(f", {name}" for name in sorted(free_variables(node)))

    def _count(self, node: ir.Count) -> str:
        if node.cells == ir.Holding((frozenset({ir.EMPTY}),)) and self.forms.counts == "maintained":
            return "S[LEFT]"
        if isinstance(node.cells, ir.Fixed):
            return self.by_player(tuple(map(len, node.cells.cells)))
        with self.helper(node, "count", "How many cells of a set there are.") as write:
            if write:
                write("n = 0")
                head, test = self._source(node.cells, "c")
                with write.block(head), write.when(test):
                    write("n += 1")
                write("return n")
        return self.called(node)

    def _quantifier(self, node: ir.Quantifier) -> str:
        which = "some" if node.some else "every"
        with self.helper(node, which, f"Whether {which} cell of a set has a property.") as write:
            if write:
                head, test = self._source(node.cells, self.scalar(node.variable))
                body = self.scalar(node.body) if node.some else f"not {self.scalar(node.body)}"
                with write.block(head), write.block(f"if {' and '.join(filter(None, [test, body]))}:"):
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
        marked = ir.GroupBound(self._groups[group])
        with self.helper(node, "group", "Something about the group of a cell.") as write:
            if write:
                name = f"g{marked.number}"
                write(f"start = {self.scalar(group.cell)}", f"{name} = 1")
                with write.block(f"for c in range({self.cells}):"):
                    write(f"S[GROUP{marked.number} + c] = 0")
                with write.block("if S[start] != 0:"):
                    write(f"S[GROUP{marked.number} + start] = 1", f"S[QUEUE] = {self.packed('start')}")
                    write("done, n = 0, 1")
                    self.spread(write, self._same_owner, f"GROUP{marked.number}", name, cells_only=True)
                write(f"return {self.scalar(_replaced(node, group, marked))}")
        return self.called(node)

    def _same_owner(self, node: str) -> str:
        kinds = len(self.rules.pieces)
        if kinds == 1:
            return f"S[{node}] == S[start]"
        return f"S[{node}] != 0 and (S[{node}] - 1) // {kinds} == (S[start] - 1) // {kinds}"

    def packed(self, node: str) -> str:
        """A node as queues hold it."""
        return f"{node} << {self.nodes.seams}" if self.nodes.seams else node

    def spread(
        self, write: Writer, member: Callable[[str], str], mark: str, value: str, cells_only: bool = False
    ) -> None:
        """Follow links from the queued nodes `done … n - 1` to all that belong, marking each with a value."""
        seams = self.nodes.seams
        inside = f"d < {self.cells} and " if cells_only and self.board.edges else ""
        with write.block("while done < n:"):
            write("c = S[QUEUE + done]" + (f" >> {seams}" if seams else ""), "done += 1")
            with write.block(f"for {'e' if seams else 'd'} in {self.rows}[c]:"):
                if seams:
                    write(f"d = e >> {seams}")
                with write.block(f"if {inside}S[{mark} + d] != {value} and {member('d')}:"):
                    write(f"S[{mark} + d] = {value}", f"S[QUEUE + n] = {self.packed('d')}", "n += 1")

    def _goal(self, node: ir.Goal) -> str:
        number = self.rules.goals.index(node)
        if self.watched(number):
            return f"(S[{self.met(number)}] == 1)"
        return f"(search_{number}(S, p{self.parameters(node)}) > 0)"

    def met(self, goal: int) -> str:
        """Where it is noted that a watched goal, by its number, is reached: for `p`, or for the one it speaks of."""
        owner = owner_of(self.rules.goals[goal].cells, self.rules)
        base = goal * self.players
        return f"MET + {plus(base, 'p')}" if owner == OWN else f"MET + {base + (owner or 0)}"

    def watched(self, goal: int) -> bool:
        """Whether a goal, by its number, is noted where chains merge."""
        return self.forms.groups == "incremental" and self.facts.joined_goals[goal]


_ANY = ir.Bound(99)
"""A bound cell that no rule names."""


def free_variables(node: object) -> frozenset[str]:
    """The names of the bound cells and groups that an expression uses and does not bind itself."""
    match node:
        case ir.Bound():
            return frozenset({f"c{node.number}"})
        case ir.GroupBound():
            return frozenset({f"g{node.number}"})
    inside = node.parts() if isinstance(node, Record) else node if isinstance(node, tuple) else ()
    found: frozenset[str] = frozenset().union(*map(free_variables, inside))
    return found - free_variables(node.variable) if isinstance(node, ir.Quantifier | ir.SomeGroup) else found


def _group_inside(node: Record) -> ir.GroupOf | None:
    """The group of a cell that an expression's sets speak of, not looking into expressions inside it."""
    for part in node.parts():
        if isinstance(part, ir.GroupOf):
            return part
        if isinstance(part, ir.Combined):
            found = _group_inside(part)
            if found:
                return found
    return None


def _replaced(node: ir.Expression, old: ir.GroupOf, new: ir.GroupBound) -> ir.Expression:
    """An expression with a group's sets put in place of it."""

    def put(value: object) -> object:
        if value == old:
            return new
        return value.changed(put) if isinstance(value, ir.Combined) else value

    return node.changed(put)
