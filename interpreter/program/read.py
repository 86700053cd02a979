"""Restricted Python read into a program: the entries that are asked for, and all that they call.

The language is functions of integers, with `if`, `while`, `for` over ranges and over rows of tables, slices that are
copied, calls of the text's own functions, `len`, `ones`, `sqrt` and `look`. The types of parameters are given for the
entries and flow from there into what they call; a local variable has the type of what it is first set to. So nothing
is guessed, and a text that is not of the language is refused by name.
"""

from __future__ import annotations

import ast
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.abc import InspectLoader
from itertools import count
from types import FunctionType
from typing import cast

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


@dataclass(frozen=True, eq=False)
class Text:
    """What functions are read from: how a module defines them, and what names stand for there: numbers, nested tuples
    or tables, functions of other modules.

    These are read from `beside`, texts that are given, or from the sources of their modules.
    """

    functions: Mapping[str, ast.FunctionDef]
    names: Mapping[str, object]
    beside: tuple[Text, ...] = ()


def text_of(module: ast.Module, names: Mapping[str, object] | None = None, beside: tuple[Text, ...] = ()) -> Text:
    """Return what a module has; what its names stand for follows from its assignments if it is not given."""
    functions: dict[str, ast.FunctionDef] = {}
    for each in module.body:
        if isinstance(each, ast.FunctionDef):
            if each.name in functions:
                raise Unreadable(f"`{each.name}` is defined twice")
            functions[each.name] = each
    if names is None:
        names = {"__builtins__": {"range": range}}
        values = ast.Module([each for each in module.body if isinstance(each, ast.Assign)], [])
        exec(compile(values, "", "exec"), names)  # noqa: S102 - numbers of ours
    return Text(functions, names, beside)


def text_of_names(names: Mapping[str, object], beside: tuple[Text, ...] = ()) -> Text:
    """Return what a module has that was run, from its source; `names` are what stands in it."""
    loader, module = cast(InspectLoader, names["__loader__"]), str(names["__name__"])
    return text_of(parsed(loader, module), names, beside)


@cache
def parsed(loader: InspectLoader, module: str) -> ast.Module:
    """Return the syntax tree of a module, which is not to be changed."""
    return ast.parse(loader.get_source(module) or "")


def read(
    text: Text, entries: Mapping[str, Sequence[Type]], lengths: bool = False, problems: list[Unreadable] | None = None
) -> Program:
    """Return the program of some entries, given the types of their parameters; with `lengths`, the lengths of all
    vectors are known in it. Raises KeyError for an entry that is not there, and Unreadable for what is not restricted
    Python; where there is a list for problems, statements that are not are noted there and left out."""
    reading = _Reading(text, lengths, tuple(entries), problems)
    for name, types in entries.items():
        reading.function(text, name, types)
    return Program(reading.functions, {each.name: each for each in reading.tables.values()}, tuple(entries))


class _Reading:
    def __init__(self, text: Text, lengths: bool, entries: tuple[str, ...], problems: list[Unreadable] | None) -> None:
        self.functions: dict[str, Function] = {}
        self.problems = problems
        self.tables: dict[int, Table] = {}
        self._texts, self._text, self._lengths = {id(each.names): each for each in (text, *text.beside)}, text, lengths
        self._known: dict[tuple[int, str], str] = {(id(text), name): name for name in entries}
        self._among: dict[str, Text] = {}
        self._under_way: set[str] = set()

    def number(self, name: str) -> int | float | None:
        """Return the number that a name stands for where the present function was written."""
        value = self._text.names.get(name)
        return int(value) if isinstance(value, bool) else value if isinstance(value, int | float) else None

    def table(self, name: str) -> Table | None:
        """Return the table that a name stands for there."""
        match self._text.names.get(name):
            case Table() as known:
                return known
            case tuple() as values:
                if id(values) not in self.tables:
                    own = _free(name, {each.name for each in self.tables.values()})
                    self.tables[id(values)] = table_of(own, values)
                return self.tables[id(values)]
        return None

    def function(self, text: Text, name: str, types: Sequence[Type]) -> Function:
        """Return a function of a text, which is read if it is not known yet."""
        definition, key = text.functions[name], self._key(text, name)
        if key in self._under_way:
            raise Unreadable(f"`{name}` calls itself")
        if key in self.functions:
            return self.functions[key]
        parameters = tuple(each.arg for each in definition.args.args)
        if len(parameters) != len(types):
            raise Unreadable(f"`{name}` takes {len(parameters)} arguments, not {len(types)}")
        found = Function(key, parameters, dict(zip(parameters, types, strict=True)))
        found.lengths, found.may_end = list(found.vectors) if self._lengths else [], self._lengths
        self._under_way.add(key)
        before, self._text = self._text, text
        StatementReader(self, found).read(definition.body)
        self._text = before
        self._under_way.discard(key)
        self.functions[key] = found
        return found

    def _key(self, text: Text, name: str) -> str:
        """The name of a function in the program: its own, if no other has it."""
        place = id(text), name
        if place not in self._known:
            self._known[place] = _free(name, set(self._known.values()))
        return self._known[place]

    def _found(self, name: str) -> tuple[Text, str]:
        """Where a function stands that is called by a name, and its name there."""
        if name in self._among:
            return self._among[name], "among"
        if name in self._text.functions:
            return self._text, name
        function = self._text.names.get(name)
        if not isinstance(function, FunctionType):
            raise KeyError(name)
        names = function.__globals__
        if id(names) not in self._texts:
            self._texts[id(names)] = text_of_names(names)
        return self._texts[id(names)], function.__name__

    def called(self, name: str, arguments: tuple[Expression, ...], caller: Function) -> Call:
        """Return a call of a function, which is read for these types if it is not known yet. Raises KeyError where
        there is none, ValueError for other arguments than it takes."""
        given = [INT if each.type == TRUTH else each.type for each in arguments]
        place, own_name = self._found(name)
        wanted = len(place.functions[own_name].args.args)
        if len(given) != wanted:
            raise ValueError(f"`{name}` takes {wanted} arguments, not {len(given)}")
        function = self.function(place, own_name, given)
        for parameter, kind in zip(function.parameters, given, strict=True):
            its = function.types[parameter]
            if kind != its and (kind, its) != (INT, FLOAT):
                raise ValueError(f"`{name}` takes a {its} for `{parameter}`, not a {kind}")
        for vector in function.lengths:
            own = getattr(arguments[function.parameters.index(vector)], "name", None)
            if own is not None and own not in caller.lengths:
                caller.lengths.append(own)
        caller.may_end = caller.may_end or function.may_end
        return Call(function.name, arguments, function.results[0] if function.results else INT)

    def results(self, name: str) -> tuple[str, ...]:
        """Return the types of a function's results."""
        return self.functions[name].results

    def among(self, table: Table) -> str:
        """Return the name of the function that looks for a number between two places of a table."""
        name = f"among {table.name}"
        if name not in self._among:
            flat = Table(table.name, len(table.numbers), (), (), table.numbers)
            self._among[name] = text_of(ast.parse(_AMONG), {"TABLE": flat})
            self._known[id(self._among[name]), "among"] = name
        return name


def _free(name: str, taken: Container[str]) -> str:
    """A name that is not taken, made of one that may be."""
    names = (f"{name} {number}" if number else name for number in count())
    return next(each for each in names if each not in taken)
