"""Translates the generated module's plain text for Numba, so that both run the same rules.

What changes: tables of rows become flat arrays, every load becomes a signed integer of 64 bits, slices become loops.
"""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass

from ..machine.looks import LOOK
from ..machine.random.sampling import PARAMETERS
from .tables import Table, flattened

INNER = "njit(_nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=Inner)"
"""Options for inner functions. They allocate nothing, and without Numba's atomic reference counts a call costs half as
much; Python does not call them, so there is less to compile."""

ENTRY = "kept(SHELF)\n@njit(_nrt=False, no_cfunc_wrapper=True, nogil=True, pipeline_class=Outer)"
"""Options for outer functions, which are stored on disk with everything they call."""

DOOR = "enter_"
"""The prefix of the names of outer functions."""

SIGNED = frozenset({"LAST", "VARS", "COMING"})
"""The sections that may hold negative numbers."""


def native_text(module: ast.Module, outer: Container[str] = PARAMETERS) -> tuple[str, dict[str, tuple[int, ...]]]:
    """Return the functions of a generated module as text for Numba, and the arrays they use, by name.

    `outer` names the functions that Python calls. The functions of the tree that is given are rewritten in place.
    """
    tables: dict[str, Table] = {}
    numbers = _numbers(module)
    body: list[ast.stmt] = []
    for statement in module.body:
        match statement:
            case ast.Assign([ast.Name(name)], ast.Tuple() as values):
                tables[name] = flattened(name, ast.literal_eval(values))
            case ast.Assign() | ast.ImportFrom():
                body.append(statement)
            case ast.FunctionDef():
                body.append(_Named(numbers).visit(_Function(tables).visit(statement)))
                if statement.name in outer:
                    body += _statements(_door(statement))
    text = ast.unparse(ast.fix_missing_locations(ast.Module(body, [])))
    return text, {name: entries for table in tables.values() for name, entries in table.arrays()}


@dataclass(frozen=True)
class Row:
    """A row of a table; at depth 0 it is the whole table and `index` is ignored."""

    table: Table
    depth: int
    index: str

    @property
    def begin(self) -> str:
        """Return the text of the row's start."""
        return self.table.begin(self.depth, self.index) if self.depth else "0"

    @property
    def end(self) -> str:
        """Return the text of the row's end."""
        return self.table.end(self.depth, self.index) if self.depth else str(self.table.size)

    @property
    def length(self) -> str:
        """Return the text of the number of entries."""
        return self.table.length(self.depth, self.index) if self.depth else str(self.table.size)

    @property
    def holds_rows(self) -> bool:
        """Return whether the entries are rows themselves."""
        return self.depth + 1 < self.table.depth

    def entry(self, number: str) -> str:
        """Return the text of an entry's index at the depth below."""
        return f"{self.begin} + {number}" if self.depth else number


class _Function(ast.NodeTransformer):
    """Rewrites one function. `rows` maps local names to the rows of tables that they stand for."""

    def __init__(self, tables: dict[str, Table]) -> None:
        self.tables = tables
        self.rows: dict[str, Row] = {}
        self._loops = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.body = [each for statement in node.body for each in _listed(self.visit(statement))]
        node.decorator_list = [_expression(INNER)]
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.stmt]:
        if ast.unparse(node) == LOOK:
            return _statements("if must_end():\n raise Ended")
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST | list[ast.stmt]:
        match node:
            case ast.Assign(
                [ast.Subscript(ast.Name(into), ast.Slice(ast.expr() as low, ast.expr() as high))],
                ast.Subscript(ast.Name(start), ast.Slice(ast.expr() as begin)),
            ):
                return self._copied(into, low, high, start, begin)
            case ast.Assign([ast.Name(name)], value):
                row = self._row(value)
                if row:
                    self.rows[name] = Row(row.table, row.depth, name)
                    return _statements(f"{name} = {row.index}")
        return self.generic_visit(node)

    def _copied(self, into: str, low: ast.expr, high: ast.expr, start: str, begin: ast.expr) -> list[ast.stmt]:
        i, first, end, other = self._name("i"), *map(ast.unparse, (low, high, begin))
        return _statements(f"for {i} in range(({end}) - ({first})):\n {into}[{first} + {i}] = {start}[{other} + {i}]")

    def visit_For(self, node: ast.For) -> ast.AST:
        row = self._row(node.iter)
        if row is None:
            return self.generic_visit(node)
        assert isinstance(node.target, ast.Name)
        i, name = self._name("k"), node.target.id
        begin = row.begin
        if row.holds_rows:
            self.rows[name] = Row(row.table, row.depth + 1, name)
            first = f"{name} = {i}"
        else:
            first = f"{name} = I({row.table.name}[{i}])"
        (loop,) = _statements(f"for {i} in range({begin}, {row.end}):\n {first}")
        assert isinstance(loop, ast.For)
        loop.body += [each for statement in node.body for each in _listed(self.visit(statement))]
        return loop

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        row = self._row(node.value)
        if row:
            assert not row.holds_rows
            return _expression(f"I({row.table.name}[{row.entry(self._text(node.slice))}])")
        node = self.generic_visit(node)  # type: ignore[assignment]
        if isinstance(node.ctx, ast.Store):
            return node
        names = {each.id for each in ast.walk(node.slice) if isinstance(each, ast.Name)}
        load = ast.Call(ast.Name("N"), [node], []) if names & SIGNED else node
        return ast.Call(ast.Name("I"), [load], [])

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        match node:
            case ast.Compare(cell, [ast.In()], [within]):
                row = self._row(within)
                assert row and not row.holds_rows
                return _expression(f"among({row.table.name}, {row.begin}, {row.length}, {self._text(cell)})")
        self.generic_visit(node)
        if isinstance(node.comparators[-1], ast.Constant | ast.Name):
            node.left = _as_it_is(node.left)
        return node

    def _row(self, node: ast.expr) -> Row | None:
        """Return the row of a table that an expression stands for; None if it is something else."""
        match node:
            case ast.Name(name) if name in self.rows:
                return self.rows[name]
            case ast.Name(name) if name in self.tables:
                return Row(self.tables[name], 0, "0")
            case ast.Subscript(value, index):
                row = self._row(value)
                if row and row.holds_rows:
                    return Row(row.table, row.depth + 1, row.entry(self._text(index)))
        return None

    def _text(self, node: ast.expr) -> str:
        """Return the text of a rewritten expression, with parentheses where needed."""
        text = ast.unparse(self.visit(node))
        return text if text.isidentifier() or text.isdigit() else f"({text})"

    def _name(self, prefix: str) -> str:
        self._loops += 1
        return f"{prefix}_{self._loops}"


def _numbers(module: ast.Module) -> dict[str, ast.Constant]:
    """Return the numbers that have names in a module."""
    named: list[ast.stmt] = [each for each in module.body if isinstance(each, ast.Assign) and not _is_table(each)]
    values: dict[str, object] = {"__builtins__": {"range": range}}
    exec(compile(ast.fix_missing_locations(ast.Module(named, [])), "", "exec"), values)  # noqa: S102 - numbers of ours
    return {name: ast.Constant(value) for name, value in values.items() if isinstance(value, int | float)}


def _is_table(statement: ast.Assign) -> bool:
    return isinstance(statement.value, ast.Tuple) and isinstance(statement.targets[0], ast.Name)


class _Named(ast.NodeTransformer):
    """Puts numbers in the place of their names: Python adds them up, and Numba need not look them up."""

    def __init__(self, numbers: Mapping[str, ast.Constant]) -> None:
        self.numbers = numbers

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.numbers.get(node.id, node)


def _door(function: ast.FunctionDef) -> str:
    """Return an outer function that calls an inner one: only outer functions are compiled on their own."""
    parameters = ast.unparse(function.args)
    return f"@{ENTRY}\ndef {DOOR}{function.name}({parameters}):\n return {function.name}({parameters})"


def _as_it_is(node: ast.expr) -> ast.expr:
    """Return a load without its conversion to 64 bits, for arithmetic that converts it: each call costs compiling."""
    match node:
        case ast.Call(ast.Name("I"), [ast.Subscript() as load]):
            return load
    return node


def _listed(value: ast.stmt | list[ast.stmt]) -> Iterator[ast.stmt]:
    if isinstance(value, list):
        yield from value
    else:
        yield value


def _statements(text: str) -> list[ast.stmt]:
    return ast.parse(text).body


def _expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body
