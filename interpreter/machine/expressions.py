"""Expressions of the IR as text. A quantifier or a count becomes a small function of its own."""

from __future__ import annotations

from interpreter.board.board import Board
from interpreter.machine.forms import Forms
from interpreter.machine.layout import Layout
from interpreter.machine.writer import Tables, Writer, plus
from interpreter.record import Record
from interpreter.rules import ir
from interpreter.rules.facts import Facts

_SYMBOLS = {"mod": "%", "/": "//"}


class ExpressionWriter:
    """Writes expressions in terms of the state `S`, the player `p` who is `own`, and bound cells `c0`, `c1` …"""

    def __init__(self, rules: ir.Rules, board: Board, facts: Facts, forms: Forms, layout: Layout) -> None:
        self.rules, self.board, self.facts, self.forms, self.layout = rules, board, facts, forms, layout
        self.tables = Tables()
        self.functions = Writer()
        self.cells = len(board.cells)
        self.nodes = self.cells + len(board.edges)
        self.players = len(rules.players)
        self._made: dict[object, str] = {}
        self.rows = self.tables.name(self._rows(), "ROW")

    def _rows(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of every node: cells first, then the edges that a cell lies next to."""
        beside: list[list[int]] = [[] for _ in range(self.cells)]
        for number, edge in enumerate(self.board.edges):
            for cell in edge.cells:
                beside[cell].append(self.cells + number)
        rows = [(*arcs, *edges) for arcs, edges in zip(self.board.arcs, beside, strict=True)]
        return (*rows, *(edge.cells for edge in self.board.edges))

    def by_player(self, values: tuple[int, ...], prefix: str = "OF") -> str:
        """A number that may depend on `p`."""
        if all(value == values[0] for value in values):
            return str(values[0])
        return f"{self.tables.name(values, prefix)}[p]"

    def scalar(self, node: ir.Expression) -> str:
        """The text of a number, a truth, a cell or a player; bound tightly enough to stand anywhere."""
        match node:
            case ir.Constant():
                return self.by_player(node.values) if node.values[0] >= 0 else f"({self.by_player(node.values)})"
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
            case ir.Member():
                return self.member(node.cells, self.scalar(node.cell))
            case ir.Count():
                return self._count(node)
            case ir.Quantifier():
                return self._quantifier(node)
            case ir.Connects():
                return self._goal(node)

    def _operation(self, node: ir.Operation) -> str:
        operands = [self.scalar(operand) for operand in node.operands]
        symbol = _SYMBOLS.get(node.symbol, node.symbol)
        if len(operands) == 1:
            return f"({symbol} {operands[0]})"
        return f"({operands[0]} {symbol} {operands[1]})"

    def member(self, cells: ir.CellSet, cell: str) -> str:
        """Whether a cell (a name or a number) is in a set."""
        match cells:
            case ir.Holding():
                return self._holds(cells, cell)
            case ir.Fixed():
                masks = tuple(tuple(int(each in region) for each in range(self.cells)) for region in cells.cells)
                if len(masks) == 1:
                    return f"({self.tables.name(masks[0], 'IN')}[{cell}] == 1)"
                return f"({self.tables.name(masks, 'IN')}[p][{cell}] == 1)"
            case ir.Around():
                return f"({cell} in {self.rows}[{self.scalar(cells.cell)}])"
            case ir.Single():
                return f"({cell} == {self.scalar(cells.cell)})"
            case ir.Combined():
                joined = {"&": "and", "|": "or", "-": "and not"}[cells.symbol]
                return f"({self.member(cells.left, cell)} {joined} {self.member(cells.right, cell)})"

    def _holds(self, cells: ir.Holding, cell: str) -> str:
        if all(len(contents) == 1 for contents in cells.contents):
            content = self.by_player(tuple(min(contents) for contents in cells.contents), "CONTENT")
            return f"(S[{cell}] == {content})"
        bits = tuple(sum(1 << content for content in contents) for contents in cells.contents)
        return f"({self.by_player(bits, 'CONTENTS')} >> S[{cell}] & 1 == 1)"

    def _source(self, cells: ir.CellSet, variable: str) -> tuple[str, str]:
        """A loop's head that runs over a set, and the test that its elements must pass still (or nothing)."""
        match cells:
            case ir.Fixed() if len(cells.cells) == 1:
                return f"for {variable} in {self.tables.name(cells.cells[0], 'CELLS')}:", ""
            case ir.Fixed():
                return f"for {variable} in {self.tables.name(cells.cells, 'CELLS')}[p]:", ""
            case ir.Around():
                inside = f"{variable} < {self.cells}" if self.board.edges else ""
                return f"for {variable} in {self.rows}[{self.scalar(cells.cell)}]:", inside
            case ir.Combined("&" | "-") if isinstance(cells.left, ir.Fixed | ir.Around):
                head, test = self._source(cells.left, variable)
                other = self.member(cells.right, variable)
                return head, " and ".join(filter(None, [test, f"not {other}" if cells.symbol == "-" else other]))
            case ir.Combined("&") if isinstance(cells.right, ir.Fixed | ir.Around):
                return self._source(ir.Combined("&", cells.right, cells.left), variable)
        return f"for {variable} in range({self.cells}):", self.member(cells, variable)

    def _count(self, node: ir.Count) -> str:
        if node.cells == ir.Holding((frozenset({ir.EMPTY}),)) and self.forms.counts == "maintained":
            return "S[LEFT]"
        if isinstance(node.cells, ir.Fixed):
            return self.by_player(tuple(map(len, node.cells.cells)))
        if node not in self._made:
            self._made[node] = name = f"count_{len(self._made)}"
            head, test = self._source(node.cells, "c")
            with self.functions.function(f"{name}(S, p{self._parameters(node)})", "How many cells of a set there are."):
                self.functions("n = 0")
                with self.functions.block(head):
                    self._guarded(test, "n += 1")
                self.functions("return n")
        return f"{self._made[node]}(S, p{self._parameters(node)})"

    def _quantifier(self, node: ir.Quantifier) -> str:
        if node not in self._made:
            self._made[node] = name = f"{'some' if node.some else 'every'}_{len(self._made)}"
            variable = self.scalar(node.variable)
            head, test = self._source(node.cells, variable)
            body = self.scalar(node.body) if node.some else f"not {self.scalar(node.body)}"
            meaning = f"Whether {'some cell' if node.some else 'every cell'} of a set has a property."
            with self.functions.function(f"{name}(S, p{self._parameters(node)})", meaning):
                with self.functions.block(head):
                    self._guarded(" and ".join(filter(None, [test, body])), f"return {node.some}")
                self.functions(f"return {not node.some}")
        return f"{self._made[node]}(S, p{self._parameters(node)})"

    def _guarded(self, test: str, line: str) -> None:
        if test:
            with self.functions.block(f"if {test}:"):
                self.functions(line)
        else:
            self.functions(line)

    def _parameters(self, node: ir.Count | ir.Quantifier) -> str:
        """The bound cells that a set or a property speaks of."""
        return "".join(f", c{number}" for number in sorted(free_variables(node)))

    def _goal(self, node: ir.Connects) -> str:
        number = self.rules.goals.index(node)
        if self.forms.groups == "incremental":
            return f"(S[MET + {plus(number * self.players, 'p')}] == 1)"
        return f"(chain_{number}(S, p) > 0)"


def free_variables(node: object) -> frozenset[int]:
    """The numbers of the bound cells that an expression uses and does not bind itself."""
    if isinstance(node, ir.Bound):
        return frozenset({node.number})
    inside = node.parts() if isinstance(node, Record) else node if isinstance(node, tuple) else ()
    found = frozenset().union(*map(free_variables, inside))
    return found - {node.variable.number} if isinstance(node, ir.Quantifier) else found
