"""The verifier of generated modules: it reads a module before it runs and names whatever no writer should have written.

A module is constants (the sections of the state, labels, results), tables, and functions of integers. The verifier
follows each function once, with what it knows of every name: that it is defined on all paths, and between which bounds
its number lies where that follows from constants, tables, loops and tests. So an index is checked where it is constant
or runs over a known range; what depends on the state is taken to be right.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

from .expressions import Finding, Scope
from .functions import Function
from .spans import BITS, table_of


class BadModule(RuntimeError):  # noqa: N818 - named for what it is
    """A generated module that does not hold together: a mistake of the interpreter, not of a rule sheet."""


def verify(source: str, sections: Mapping[str, range], constants: Mapping[str, int]) -> None:
    """Raise BadModule with all findings, if there are any."""
    found = findings(source, sections, constants)
    if found:
        raise BadModule("the generated module is broken: " + "; ".join(map(str, found)))


def findings(source: str, sections: Mapping[str, range], constants: Mapping[str, int]) -> tuple[Finding, ...]:
    """Return what is wrong with a module whose state is laid out in these sections and whose labels and results are
    these constants; nothing if it may run."""
    try:
        module = ast.parse(source)
    except SyntaxError as error:
        return (Finding("the module", error.lineno or 0, f"syntax error: {error.msg}"),)
    return tuple(_Module(module, sections, constants).check())


class _Module:
    def __init__(self, module: ast.Module, sections: Mapping[str, range], constants: Mapping[str, int]) -> None:
        functions = [each for each in module.body if isinstance(each, ast.FunctionDef)]
        self._module, self._found = module, dict[Finding, None]()
        self._scope = Scope(sections, constants, {}, {each.name: each for each in functions}, _vectors(functions))

    def check(self) -> Iterable[Finding]:
        self._sections()
        names: set[str] = set()
        for number, statement in enumerate(self._module.body):
            match statement:
                case ast.Expr(ast.Constant(str())) if number == 0:
                    continue
                case ast.Assign([ast.Name(name)], value):
                    self._constant(name, value)
                case ast.FunctionDef(name):
                    self._found.update(dict.fromkeys(Function(statement, self._scope).check()))
                case _:
                    self._wrong(statement, f"a module has no {type(statement).__name__}")
                    continue
            if name in names:
                self._wrong(statement, f"`{name}` is defined twice")
            names.add(name)
        missing = self._scope.sections.keys() - names
        if missing:
            self._wrong(self._module, f"sections without their constants: {', '.join(sorted(missing))}")
        missing = self._scope.constants.keys() - names
        if missing:
            self._wrong(self._module, f"no labels or results: {', '.join(sorted(missing))}")
        return self._found

    def _sections(self) -> None:
        end = 0
        for name, where in self._scope.sections.items():
            if where.start != end:
                self._wrong(self._module, f"section {name} begins at {where.start}, not at {end}")
            end = where.stop

    def _constant(self, name: str, value: ast.expr) -> None:
        try:
            constant = ast.literal_eval(value)
            table = table_of(constant) if isinstance(constant, tuple) else None
        except ValueError as error:
            self._wrong(value, f"`{name}` is neither a number nor a table: {error}")
            return
        if table is not None:
            self._scope.tables[name] = table
            if not table.entries.fits:
                self._wrong(value, f"`{name}` holds a number of more than {BITS} bits")
        elif name in self._scope.constants:
            if self._scope.constants[name] != constant:
                self._wrong(value, f"`{name}` = {constant} is not {self._scope.constants[name]}")
        elif name not in self._scope.sections or self._scope.sections[name].start != constant:
            self._wrong(value, f"`{name}` = {constant} is not where a section begins")

    def _wrong(self, node: ast.AST, message: str) -> None:
        self._found[Finding("the module", getattr(node, "lineno", 0), message)] = None


def _vectors(functions: list[ast.FunctionDef]) -> set[str]:
    """The parameters that some function uses as a list."""
    used: set[str] = set()
    for node in (each for function in functions for each in ast.walk(function)):
        match node:
            case ast.Subscript(ast.Name(name)) | ast.Call(ast.Name("len"), [ast.Name(name)]):
                used.add(name)
    return used & {each.arg for function in functions for each in function.args.args}
