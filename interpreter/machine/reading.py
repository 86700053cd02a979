"""A generated module read into a program: all its functions, whoever calls them; and verified before it runs."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping

from ..program.check import Finding, Place
from ..program.check import findings as findings_in
from ..program.expressions import Unreadable
from ..program.nodes import INT, Type, Vector
from ..program.read import Program, Text, read, text_of
from ..program.spans import BITS, Span
from ..program.tables import Table, table_of
from .running import BadModule

STATE = Vector("i64")
VECTORS = frozenset(("S", "W", "out", "start", "opening", "firsts", "lengths", "cells", "wins", "rngs", "sizes"))
"""The parameters that are vectors; all others are numbers."""

Tables = Mapping[str, object]


def program_of(text: str, tables: Tables) -> Program:
    """Return the program of a module. Raises Unreadable where it is none."""
    found = _text(ast.parse(text), tables)
    return read(found, _entries(found))


def _text(module: ast.Module, tables: Tables) -> Text:
    """What a module has; its tables are given."""
    found = text_of(module)
    return Text(found.functions, {**found.names, **tables})


def _numbers(text: Text) -> dict[str, int]:
    """The numbers that have names in a module."""
    return {name: int(value) for name, value in text.names.items() if isinstance(value, int)}


def _entries(text: Text) -> dict[str, list[Type]]:
    heads = {name: [each.arg for each in function.args.args] for name, function in text.functions.items()}
    return {name: [STATE if each in VECTORS else INT for each in head] for name, head in heads.items()}


def verify(text: str, tables: Tables, sections: Mapping[str, range], constants: Mapping[str, int]) -> None:
    """Raise BadModule with all findings, if there are any."""
    found = findings(text, tables, sections, constants)
    if found:
        raise BadModule("the generated module is broken: " + "; ".join(map(str, found)))


def findings(
    text: str, tables: Tables, sections: Mapping[str, range], constants: Mapping[str, int]
) -> tuple[object, ...]:
    """Return what is wrong with a module whose state is laid out in these sections and whose labels and results are
    these constants; nothing if it may run."""
    try:
        module = ast.parse(text)
        found = _text(module, tables)
        kept = [table_of(name, value) for name, value in found.names.items() if isinstance(value, tuple)]
    except SyntaxError as error:
        return (Finding("the module", error.lineno or 0, f"syntax error: {error.msg}"),)
    except (ValueError, Unreadable) as error:
        return (Finding("the module", 0, str(error)),)
    problems: list[Unreadable] = []
    places = {name: Place(number, name) for name, number in _numbers(found).items() if name in sections}
    program = read(Text(found.functions, {**found.names, **places}), _entries(found), False, problems)
    around = (*_of_module(module), *_of_names(_numbers(found), sections, constants), *_of_tables(kept))
    return (*around, *problems, *findings_in(program, sections))


def _of_module(module: ast.Module) -> Iterator[Finding]:
    """A module is numbers, tables and functions with plain parameters, each with a name of its own."""
    names: set[str] = set()
    for number, statement in enumerate(module.body):
        match statement:
            case ast.Expr(ast.Constant(str())) if number == 0:
                continue
            case ast.Assign([ast.Name(name)]):
                pass
            case ast.FunctionDef(name, arguments):
                if ast.unparse(arguments) != ", ".join(each.arg for each in arguments.args) or statement.returns:
                    yield Finding(name, statement.lineno, "a function takes plain parameters only")
            case _:
                yield Finding("the module", statement.lineno, f"a module cannot contain {type(statement).__name__}")
                continue
        if name in names:
            yield Finding("the module", statement.lineno, f"`{name}` is defined twice")
        names.add(name)


def _of_names(
    numbers: Mapping[str, int], sections: Mapping[str, range], constants: Mapping[str, int]
) -> Iterator[Finding]:
    """Numbers are where sections begin, labels and results."""
    begins = {name: where.start for name, where in sections.items()}
    wanted = {**begins, **constants}
    for name, number in numbers.items():
        if name not in wanted:
            yield Finding("the module", 0, f"`{name}` = {number} is not where a section begins")
        elif number != wanted[name]:
            yield Finding("the module", 0, f"`{name}` = {number} is not {wanted[name]}")
    for name in wanted.keys() - numbers.keys():
        yield Finding("the module", 0, f"`{name}` is missing")
    ends = [0, *(where.stop for where in sections.values())]
    for (name, begin), end in zip(begins.items(), ends, strict=False):
        if begin != end:
            yield Finding("the module", 0, f"section {name} begins at {begin}, not at {end}")


def _of_tables(tables: Iterable[Table]) -> Iterator[Finding]:
    """Tables hold numbers of 64 bits."""
    for table in tables:
        if table.numbers and not Span(min(table.numbers), max(table.numbers)).fits:
            yield Finding("the module", 0, f"`{table.name}` holds a number of more than {BITS} bits")
