"""Makes a module shorter before it is compiled: what stands in it more than once becomes one function.

The time that compiling takes grows with the text. Several decisions of one kind give functions that differ only in a
few numbers, and conditions that stand in every function about decisions.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from typing import Self

LEAST, SAVED = 24, 120
"""The nodes of its tree that an expression has, and that it saves, at least, before it becomes a function."""

_VALUES = ast.BoolOp | ast.Compare | ast.IfExp | ast.BinOp


def share(module: ast.Module, outer: Container[str]) -> None:
    """Rewrite a module in place. `outer` names the functions that are called from outside."""
    shapes: dict[str, _Shape] = {}
    while _merge(module, outer, shapes):
        pass
    known: dict[str, _Known] = {}
    while _extract(module, known):
        pass


@dataclass
class _Shape:
    """What some nodes are, apart from their numbers and the names of their variables."""

    local: Set[str]
    words: list[str] = field(default_factory=list)
    names: dict[str, int] = field(default_factory=dict)
    numbers: list[ast.Constant] = field(default_factory=list)

    @classmethod
    def of(cls, nodes: Sequence[ast.AST], local: Set[str]) -> Self:
        """The shape of nodes in a function with some variables."""
        shape = cls(local)
        shape._add(nodes)
        return shape

    @cached_property
    def text(self) -> str:
        """The shape as a text."""
        return " ".join(self.words)

    def _add(self, node: object) -> None:
        match node:
            case ast.Constant(int() as value) if not isinstance(value, bool):
                self.numbers.append(node)
                self.words.append("0")
            case ast.Name(name) | ast.arg(name):
                known = name in self.local
                self.words.append(f"_{self.names.setdefault(name, len(self.names))}" if known else name)
            case ast.Expr(ast.Constant(str())):  # what a function means
                pass
            case ast.AST():
                self.words.append(type(node).__name__)
                for each in node._fields:
                    self._add(getattr(node, each, None))
            case list() | tuple():
                self.words.append(f"[{len(node)}]")
                for each in node:
                    self._add(each)
            case _:
                self.words.append(repr(node))


def _parameters(numbers: Sequence[Sequence[ast.Constant]], taken: int) -> tuple[dict[int, str], list[tuple[int, ...]]]:
    """Names for the numbers in which nodes of one shape differ, by the identity of the first one's constants, and the
    values that they have in each."""
    columns = list(zip(*([_value(number) for number in row] for row in numbers), strict=True))
    differ = list(dict.fromkeys(column for column in columns if len(set(column)) > 1))
    names = {column: f"k{taken + number}" for number, column in enumerate(differ)}
    places = {id(place): names[column] for place, column in zip(numbers[0], columns, strict=True) if column in names}
    return places, [tuple(column[row] for column in differ) for row in range(len(numbers))]


def _value(number: ast.Constant) -> int:
    assert isinstance(number.value, int)
    return number.value


class _Replaced(ast.NodeTransformer):
    """Puts expressions in the place of others, which are known by their identity."""

    def __init__(self, by: Mapping[int, ast.expr]) -> None:
        self.by = by

    def visit(self, node: ast.AST) -> ast.AST:
        found = self.by.get(id(node))
        return self.generic_visit(node) if found is None else found


def _with_parameters(node: ast.AST, places: Mapping[int, str]) -> ast.AST:
    """Put parameters in the place of numbers."""
    return _Replaced({place: ast.Name(name, ast.Load()) for place, name in places.items()}).visit(node)


# Functions


def _merge(module: ast.Module, outer: Container[str], shapes: dict[str, _Shape]) -> bool:
    """Merge functions that differ in numbers into one that takes these numbers; returns whether there were any.

    `shapes` keeps the shapes of functions from call to call.
    """
    alike: defaultdict[str, list[ast.FunctionDef]] = defaultdict(list)
    for function in _functions(module):
        if function.name not in outer:
            if function.name not in shapes:
                shapes[function.name] = _Shape.of([function.args, *function.body], _local(function))
            alike[shapes[function.name].text].append(function)
    calls: dict[str, tuple[str, tuple[int, ...]]] = {}
    for members in alike.values():
        if len(members) > 1:
            first = members[0]
            numbers = [shapes.pop(each.name).numbers for each in members]
            places, values = _parameters(numbers, len(first.args.args))
            _with_parameters(first, places)
            first.args.args[:0] = [ast.arg(name) for name in dict.fromkeys(places.values())]
            calls |= {each.name: (first.name, row) for each, row in zip(members, values, strict=True)}
    gone = calls.keys() - {name for name, _ in calls.values()}
    module.body = [each for each in module.body if not (isinstance(each, ast.FunctionDef) and each.name in gone)]
    for function in _functions(module) if calls else ():
        if _call_instead(function, calls):
            shapes.pop(function.name, None)
    return bool(calls)


def _call_instead(function: ast.FunctionDef, calls: Mapping[str, tuple[str, tuple[int, ...]]]) -> bool:
    """Call other functions with further numbers in front; returns whether any call has changed."""
    changed = False
    for node in ast.walk(function):
        match node:
            case ast.Call(ast.Name(name) as called) if name in calls:
                called.id, numbers = calls[name]
                node.args[:0] = map(ast.Constant, numbers)
                changed = True
    return changed


def _functions(module: ast.Module) -> Iterator[ast.FunctionDef]:
    return (each for each in module.body if isinstance(each, ast.FunctionDef))


def _local(function: ast.FunctionDef) -> Set[str]:
    """The names of a function's parameters and variables."""
    stored = (each.id for each in ast.walk(function) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store))
    return {each.arg for each in function.args.args}.union(stored)


# Expressions


_Print = tuple[int, int]
"""The size of an expression and a hash of its operations: what has the same may be the same."""


@dataclass(frozen=True)
class _Known:
    """What is known of a function: its variables, and its long expressions with their prints."""

    local: Set[str]
    prints: Sequence[tuple[ast.expr, _Print]]


@dataclass(frozen=True)
class _Place:
    """An expression that could be a call of a function."""

    within: str
    """The name of the function in which it stands."""

    node: ast.expr
    shape: _Shape
    size: int
    inside: frozenset[int]
    """The identities of it and of the expressions in it."""


def _extract(module: ast.Module, known: dict[str, _Known]) -> bool:
    """Make functions of expressions that stand more than once; returns whether there were any.

    `known` keeps what is known of functions from call to call.
    """
    similar: defaultdict[_Print, list[tuple[str, ast.expr]]] = defaultdict(list)
    for function in _functions(module):
        if function.name not in known:
            known[function.name] = _Known(_local(function), _prints(function))
        for node, what in known[function.name].prints:
            similar[what].append((function.name, node))
    found: defaultdict[str, list[_Place]] = defaultdict(list)
    for (size, _), nodes in similar.items():
        for within, node in nodes if (len(nodes) - 1) * size >= SAVED else ():
            local = known[within].local
            if not _takes_rows(node, local):
                shape = _Shape.of([node], local)
                found[shape.text].append(_Place(within, node, shape, size, _expressions(node)))
    gone: set[int] = set()
    made: list[ast.stmt] = []
    calls: dict[int, ast.expr] = {}
    changed: set[str] = set()
    for places in sorted(found.values(), key=_saved, reverse=True):
        left = [each for each in places if gone.isdisjoint(each.inside)]
        if _saved(left) >= SAVED:
            name = f"part_{sum(each.name.startswith('part_') for each in _functions(module)) + len(made)}"
            made.append(_function(name, left, calls))
            gone |= frozenset().union(*(each.inside for each in left))
            changed |= {each.within for each in left}
    for function in _functions(module):
        if function.name in changed:
            _Replaced(calls).visit(function)
            del known[function.name]
    first = next(number for number, each in enumerate(module.body) if isinstance(each, ast.FunctionDef))
    module.body[first:first] = made
    return bool(made)


def _expressions(node: ast.expr) -> frozenset[int]:
    return frozenset(id(each) for each in ast.walk(node) if isinstance(each, ast.expr))


def _prints(function: ast.FunctionDef) -> list[tuple[ast.expr, _Print]]:
    """The long expressions of a function with their prints, parts before wholes."""
    found: list[tuple[ast.expr, _Print]] = []

    def print_of(node: ast.AST) -> _Print:
        parts = [print_of(each) for each in ast.iter_child_nodes(node)]
        size = 1 + sum(size for size, _ in parts)
        what = size, hash((type(node), *(what for _, what in parts)))
        if size >= LEAST and isinstance(node, _VALUES):
            found.append((node, what))
        return what

    print_of(function)
    return found


def _saved(places: Sequence[_Place]) -> int:
    """How many nodes fewer there are once places call a function."""
    return (len(places) - 1) * places[0].size if places else 0


def _function(name: str, places: Sequence[_Place], calls: dict[int, ast.expr]) -> ast.FunctionDef:
    """Write the function of an expression; adds the calls that replace it, by the identity of what they replace."""
    first = places[0]
    parameters, values = _parameters([each.shape.numbers for each in places], len(first.shape.names))
    for each, row in zip(places, values, strict=True):
        names = [ast.Name(variable, ast.Load()) for variable in each.shape.names]
        calls[id(each.node)] = ast.Call(ast.Name(name, ast.Load()), [*map(ast.Constant, row), *names], [])
    arguments = [*dict.fromkeys(parameters.values()), *first.shape.names]
    function = ast.parse(f"def {name}({', '.join(arguments)}):\n return None").body[0]
    assert isinstance(function, ast.FunctionDef)
    value = _with_parameters(first.node, parameters)
    assert isinstance(value, ast.expr)
    function.body = [ast.Return(value)]
    return function


def _takes_rows(node: ast.expr, local: Set[str]) -> bool:
    """Whether an expression may look into a row of a table that has a name: such a row cannot be handed over."""
    for each in ast.walk(node):
        match each:
            case ast.Subscript(ast.Name(name)) if name in local and name not in ("S", "out"):
                return True
            case ast.Compare(_, [ast.In()], [ast.Name(name)]) if name in local:
                return True
    return False
