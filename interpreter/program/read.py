"""Restricted Python read into a program: the entries that are asked for, and all that they call.

The language is functions of integers, with `if`, `while`, `for` over ranges and over rows of tables, slices that are
copied, calls of the text's own functions, `len`, `ones`, `sqrt` and `look`. The types of parameters are given for the
entries and flow from there into what they call; a local variable has the type of what it is first set to. So nothing
is guessed, and a text that is not of the language is refused by name.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from .expressions import Unreadable
from .nodes import FLOAT, INT, TRUTH, Call, Expression, Function, Type
from .statements import StatementReader
from .tables import Table, table_of

_AMONG = """
def among(number, begin, end):
    for k in range(begin, end):
        if TABLE[k] == number:
            return 1
    return 0
"""


@dataclass(frozen=True)
class Program:
    """Functions in an order in which none calls a later one, the tables that they read, and its entries."""

    functions: Mapping[str, Function]
    tables: Mapping[str, Table]
    entries: tuple[str, ...]


@dataclass(frozen=True)
class Text:
    """What a program is read from: the functions of a text, the numbers and the tables that have names there."""

    functions: Mapping[str, ast.FunctionDef]
    numbers: Mapping[str, int | float]
    tables: Mapping[str, Table]


def text_of(module: ast.Module, tables: Mapping[str, object] = MappingProxyType({})) -> Text:
    """Return what a module has: functions, numbers, tables of nested tuples besides those that are given; what it
    imports is Python's alone."""
    functions: dict[str, ast.FunctionDef] = {}
    found = {name: table_of(name, values) for name, values in tables.items() if isinstance(values, tuple)}
    numbers: list[ast.stmt] = []
    for statement in module.body:
        match statement:
            case ast.FunctionDef(name):
                if name in functions:
                    raise Unreadable(f"`{name}` is defined twice")
                functions[name] = statement
            case ast.Assign([ast.Name(name)], ast.Tuple() as values):
                found[name] = table_of(name, ast.literal_eval(values))
            case ast.Assign():
                numbers.append(statement)
    return Text(functions, _named(numbers), found)


def _named(statements: list[ast.stmt]) -> dict[str, int | float]:
    """The numbers to which statements give names."""
    values: dict[str, object] = {"__builtins__": {"range": range}}
    exec(compile(ast.Module(statements, []), "", "exec"), values)  # noqa: S102 - numbers of ours
    named = {name: int(value) if isinstance(value, bool) else value for name, value in values.items()}
    return {name: value for name, value in named.items() if isinstance(value, int | float)}


def read(
    text: Text, entries: Mapping[str, Sequence[Type]], lengths: bool = False, problems: list[Unreadable] | None = None
) -> Program:
    """Return the program of some entries, given the types of their parameters; with `lengths`, the lengths of all
    vectors are known in it. Raises KeyError for an entry that is not there, and Unreadable for what is not restricted
    Python; where there is a list for problems, statements that are not are noted there and left out."""
    reading = _Reading(text, lengths, problems)
    for name, types in entries.items():
        reading.function(name, types)
    return Program(reading.functions, {each.name: each for each in text.tables.values()}, tuple(entries))


class _Reading:
    def __init__(self, text: Text, lengths: bool, problems: list[Unreadable] | None) -> None:
        self.functions: dict[str, Function] = {}
        self.problems = problems
        self.numbers, self.tables = text.numbers, text.tables
        self._text, self._lengths = text, lengths
        self._among: dict[str, Table] = {}
        self._under_way: set[str] = set()

    def function(self, name: str, types: Sequence[Type]) -> Function:
        """Return a function, which is read if it is not known yet."""
        if name in self._under_way:
            raise Unreadable(f"`{name}` calls itself")
        if name in self.functions:
            return self.functions[name]
        definition, tables = self._definition(name)
        parameters = tuple(each.arg for each in definition.args.args)
        if len(parameters) != len(types):
            raise Unreadable(f"`{name}` takes {len(parameters)} arguments, not {len(types)}")
        found = Function(name, parameters, dict(zip(parameters, types, strict=True)))
        found.lengths, found.may_end = list(found.vectors) if self._lengths else [], self._lengths
        self._under_way.add(name)
        before, self.tables = self.tables, tables
        StatementReader(self, found).read(definition.body)
        self.tables = before
        self._under_way.discard(name)
        self.functions[name] = found
        return found

    def _definition(self, name: str) -> tuple[ast.FunctionDef, Mapping[str, Table]]:
        if name in self._among:
            (function,) = ast.parse(_AMONG).body
            assert isinstance(function, ast.FunctionDef)
            table = self._among[name]
            return function, {"TABLE": Table(table.name, len(table.numbers), (), (), table.numbers)}
        return self._text.functions[name], self._text.tables

    def called(self, name: str, arguments: tuple[Expression, ...], caller: Function) -> Call:
        """Return a call of a function, which is read for these types if it is not known yet. Raises KeyError where
        there is none, ValueError for other arguments than it takes."""
        given = [INT if each.type == TRUTH else each.type for each in arguments]
        wanted = len(self._definition(name)[0].args.args)
        if len(given) != wanted:
            raise ValueError(f"`{name}` takes {wanted} arguments, not {len(given)}")
        function = self.function(name, given)
        for parameter, kind in zip(function.parameters, given, strict=True):
            its = function.types[parameter]
            if kind != its and (kind, its) != (INT, FLOAT):
                raise ValueError(f"`{name}` takes a {its} for `{parameter}`, not a {kind}")
        for vector in function.lengths:
            own = getattr(arguments[function.parameters.index(vector)], "name", None)
            if own is not None and own not in caller.lengths:
                caller.lengths.append(own)
        caller.may_end = caller.may_end or function.may_end
        return Call(name, arguments, function.results[0] if function.results else INT)

    def results(self, name: str) -> tuple[str, ...]:
        """Return the types of a function's results."""
        return self.functions[name].results

    def among(self, table: Table) -> str:
        """Return the name of the function that looks for a number between two places of a table."""
        name = f"among {table.name}"
        self._among[name] = table
        return name
