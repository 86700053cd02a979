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
from interpreter.rules.program import Rules
from interpreter.rules.facts import OWN, Facts, owner_of

_SYMBOLS = {"mod": "%", "/": "//"}


class ExpressionWriter:
    """Writes expressions in terms of the state `S`, the player `p` who is `own`, cells `c0` … and groups `g0` …"""

    def __init__(self, rules: Rules, board: Board, facts: Facts, forms: Forms, layout: Layout) -> None:
        self.rules, self.board, self.facts, self.forms, self.layout = rules, board, facts, forms, layout
        self.tables = Tables()
        self.functions = Writer()
        self.nodes = nodes_of(board, rules)
        self.cells, self.players = self.nodes.cells, len(rules.players)
        self.rows = self.tables.name(self.nodes.rows, "ROW")
        self._groups = group_numbers(rules)
        self._made: dict[object, str] = {}
        self._trying = False

    @contextmanager
    def trying(self) -> Iterator[None]:
        """On a position that is only tried: nothing that is derived from the true one can be asked."""
        self._trying = True
        try:
            yield
        finally:
            self._trying = False

    def by_player(self, values: tuple[int, ...], prefix: str = "OF", player: str = "p") -> str:
        """A number that may depend on a player, by default `p`."""
        if all(value == values[0] for value in values):
            return str(values[0]) if values[0] >= 0 else f"({values[0]})"
        if values == tuple(range(self.players)):
            return player
        return f"{self.tables.name(values, prefix)}[{player}]"

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
            case ir.Counter("mover"):
                return "p"
            case ir.Counter():
                return f"S[{node.name.upper()}]"
            case ir.PlayerCounter():
                return f"S[{node.name.upper()} + {self.scalar(node.player)}]"
            case ir.Variable():
                return f"S[{plus_name('VARS', node.number)}]"
            case ir.Cards():
                return f"S[{plus_name('CARDS', node.zone * self.players)} + {self.scalar(node.player)}]"
            case ir.Has():
                return self._called_once(
                    "has", "m, n", "Whether a set of numbers holds one.", "return 0 <= n < 31 and m >> n & 1 == 1"
                ).format(f"{self.scalar(node.numbers)}, {self.scalar(node.number)}")
            case ir.Size():
                return self._called_once(
                    "size", "m", "How many numbers a set holds.",
                    "n = 0", "while m > 0:", "    m &= m - 1", "    n += 1", "return n",
                ).format(self.scalar(node.numbers))  # fmt: skip
            case ir.Repeats():
                return "repeated(S)"
            case ir.Stuck():
                return "(offered(S) < 0)"
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
        return self._about_cells(node)

    def _called_once(self, name: str, parameters: str, meaning: str, *lines: str) -> str:
        """The call of a small function, which is written where it is first needed."""
        if name not in self._made:
            self._made[name] = name
            with self.functions.function(f"{name}({parameters})", meaning):
                self.functions(*lines)
        return f"{name}({{}})"

    def _looked_up(self, values: tuple[object, ...], prefix: str, cell: ir.Expression, idle: object) -> str:
        """What a table holds for a cell; where there may be no such cell yet, -1, it ends in an idle entry."""
        if may_be_missing(cell):
            values = (*values, idle)
        return f"{self.tables.name(values, prefix)}[{self.scalar(cell)}]"

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
                cell = self.scalar(node.cell)
                inside = self.member(node.cells, cell)
                return f"({cell} >= 0 and {inside})" if may_be_missing(node.cell) else inside
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
            case ir.Marked():
                base = plus_name("MARKS", cells.marks * self.players * self.cells)
                return f"(S[{base} + {self.scalar(cells.player)} * {self.cells} + {cell}] == 1)"
            case ir.Row():
                return f"({cell} in {self._looked_up(cells.rows, 'RELATION', cells.cell, ())})"
            case ir.Near() | ir.Slide():
                return self._reached(cells, cell)
            case ir.Filtered():
                return self._passes(cells, cell)
            case ir.Single():
                return f"({cell} == {self.scalar(cells.cell)})"
            case ir.GroupBound():
                return f"(S[GROUP{cells.number} + {cell}] == g{cells.number})"
            case ir.Combined():
                joined = {"&": "and", "|": "or", "-": "and not"}[cells.symbol]
                return f"({self.member(cells.left, cell)} {joined} {self.member(cells.right, cell)})"
        raise TypeError(cells)

    def _holds(self, cells: ir.Holding, cell: str) -> str:
        player = self.scalar(cells.of) if cells.of is not None else "p"
        if all(len(contents) == 1 for contents in cells.contents):
            content = self.by_player(tuple(min(contents) for contents in cells.contents), "CONTENT", player)
            return f"(S[{cell}] == {content})"
        bits = tuple(sum(1 << content for content in contents) for contents in cells.contents)
        return f"({self.by_player(bits, 'CONTENTS', player)} >> S[{cell}] & 1 == 1)"

    @contextmanager
    def over(self, write: Writer, cells: ir.CellSet, variable: str) -> Iterator[None]:
        """A loop over a set; what is written inside must not skip to the next cell."""
        match cells:
            case ir.Fixed():
                with write.block(f"for {variable} in {self.table_by_player(cells.cells, 'CELLS')}:"):
                    yield
            case ir.Row():
                with write.block(f"for {variable} in {self._looked_up(cells.rows, 'RELATION', cells.cell, ())}:"):
                    yield
            case ir.Slide():
                rays = self._looked_up(cells.rays, "RAYS", cells.cell, ())
                with write.block(f"for ray in {rays}:"), write.block(f"for {variable} in ray:"):
                    yield
                    with write.block(f"if not {self.member(cells.past, variable)}:"):
                        write("break")
            case ir.Filtered():
                with self.over(write, cells.cells, self.scalar(cells.variable)):
                    with write.block(f"if {self.scalar(cells.test)}:"):
                        if variable != self.scalar(cells.variable):
                            write(f"{variable} = {self.scalar(cells.variable)}")
                        yield
            case ir.Combined("&" | "-") if isinstance(cells.left, _LISTED):
                other = self.member(cells.right, variable)
                with self.over(write, cells.left, variable):
                    with write.block(f"if {'not ' if cells.symbol == '-' else ''}{other}:"):
                        yield
            case ir.Combined("&") if isinstance(cells.right, _LISTED):
                with self.over(write, ir.Combined("&", cells.right, cells.left), variable):
                    yield
            case _:
                with write.block(f"for {variable} in range({self.cells}):"):
                    with write.block(f"if {self.member(cells, variable)}:"):
                        yield

    def _reached(self, cells: ir.Near | ir.Slide, cell: str) -> str:
        """Whether a cell is next to some cell of a set, or on a line from one."""
        with self.helper(cells, "reached", "Whether the cell x is one that is reached.", "x") as write:
            if write and isinstance(cells, ir.Near):
                with write.block(f"for d in {self.tables.name(cells.rows, 'RELATION')}[x]:"):
                    with write.block(f"if {self.member(cells.cells, 'd')}:"):
                        write("return True")
                write("return False")
            elif write:
                with self.over(write, cells, "d"), write.block("if d == x:"):
                    write("return True")
                write("return False")
        return self.called(cells, cell)

    def _passes(self, cells: ir.Filtered, cell: str) -> str:
        with self.helper(cells, "passes", "Whether the cell x passes a test.", "x") as write:
            if write:
                write(f"{self.scalar(cells.variable)} = x")
                write(f"return {self.member(cells.cells, 'x')} and {self.scalar(cells.test)}")
        return self.called(cells, cell)

    # What needs a loop

    @contextmanager
    def helper(self, node: Record, kind: str, meaning: str, *more: str) -> Iterator[Writer | None]:
        """Write the function of a node, once: gives the writer where there is something left to write."""
        if (node, self._trying) in self._made:
            yield None
            return
        self._made[node, self._trying] = name = f"{kind}_{len(self._made)}"
        write = Writer()
        with write.function(f"{name}({', '.join(self.arguments(node, *more))})", meaning):
            yield write
        self.functions.extend(write)

    def called(self, node: Record, *more: str) -> str:
        return f"{self._made[node, self._trying]}({', '.join(self.arguments(node, *more))})"

    def arguments(self, node: Record, *more: str) -> list[str]:
        """What a node's function is given: the bound cells and groups that it does not bind itself come last."""
        return ["S", "p", *more, *sorted(free_variables(node))]

    def _count(self, node: ir.Count) -> str:
        if node.cells == ir.Holding((frozenset({ir.EMPTY}),)) and self.forms.counts == "maintained" and not self._trying:
            return "S[LEFT]"
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
                with self.over(write, node.cells, self.scalar(node.variable)), write.block(f"if {body}:"):
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
                with write.block("if start >= 0 and S[start] != 0:"):
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
        if self.watched(number) and not self._trying:
            return f"(S[{self.met(number)}] == 1)"
        return f"(search_{number}({', '.join(self.arguments(node))}) > 0)"

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
    return found - free_variables(node.variable) if isinstance(node, _BINDING) else found


_BINDING = ir.Quantifier | ir.SomeGroup | ir.Near | ir.Filtered
_LISTED = ir.Fixed | ir.Row | ir.Slide
"""Sets that are run over as they are listed, not by asking every cell."""


def may_be_missing(cell: ir.Expression) -> bool:
    """Whether a cell's number can be -1: there was no last stone yet."""
    return any(isinstance(node, ir.Variable) or node == ir.Counter("last") for node in ir.everything(cell))


def plus_name(name: str, number: int) -> str:
    """A section's place, some numbers on."""
    return f"{name} + {number}" if number else name


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
