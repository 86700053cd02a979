"""Makes a program shorter before machine code is made of it: what stands in it more than once becomes one function.

The time that compiling takes grows with the program. Several decisions of one kind give functions that differ only in a
few numbers, and conditions that stand in every function about decisions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

from ..record import Record
from .nodes import (
    INT,
    LOCAL,
    MADE,
    Binary,
    Block,
    Both,
    Call,
    Choice,
    Compare,
    Constant,
    Expression,
    Function,
    Part,
    Return,
    Type,
    Variable,
    mapped,
    walk,
)
from .read import Program

LEAST, SAVED = 11, 55
"""The nodes that an expression has, and that it saves, at least, before it becomes a function."""

_PART = "part "
_NONE: frozenset[Expression] = frozenset()
_VALUES = Both | Compare | Choice | Binary


def share(program: Program) -> Program:
    """Return a program that does the same with fewer nodes; its entries take and return what they did."""
    functions = _merged(program)
    known = {name: _places(function) for name, function in functions.items()}
    while found := _repeated(known):
        functions, before = _with_parts(functions, found), functions
        known = {name: known[name] if before.get(name) is each else _places(each) for name, each in functions.items()}
    return Program(functions, program.tables, program.entries)


class _Shape:
    """What nodes are, apart from their numbers and the names of their variables."""

    def __init__(self, nodes: object, types: Mapping[str, Type]) -> None:
        self.numbers: list[int] = []
        self.names: dict[str, int] = {}
        words: list[object] = []
        self._add(nodes, words, is_name=False)
        self.words = *words, *(types[name] for name in self.names)

    def _add(self, part: object, words: list[object], is_name: bool) -> None:
        if isinstance(part, Constant) and part.type == INT:
            self.numbers.append(part.value)
            words.append(Constant)
        elif isinstance(part, tuple):
            words.append(len(part))
            for each in part:
                self._add(each, words, is_name)
        elif isinstance(part, Record):
            words.append(type(part))
            for name, each in zip(part.__match_args__, part.parts(), strict=True):
                self._add(each, words, name in LOCAL)
        else:
            words.append(self.names.setdefault(str(part), len(self.names)) if is_name else part)


class _Parameters:
    """The numbers in which nodes of one shape differ, as parameters that come before all others."""

    def __init__(self, shapes: Sequence[_Shape]) -> None:
        columns = [*zip(*(shape.numbers for shape in shapes), strict=True)]
        mark = MADE * (1 + max((name.count(MADE) for name in shapes[0].names), default=0))
        names = {column: f"{place}{mark}" for place, column in enumerate(columns) if len(set(column)) > 1}
        self.names = tuple(names.values())
        self.types: dict[str, Type] = dict.fromkeys(self.names, INT)
        self.given = [tuple(Constant(column[row]) for column in names) for row in range(len(shapes))]
        """What each of the shapes gives for them."""

        self._places = [names.get(column) for column in columns]

    def put_into(self, nodes: Part) -> Part:
        """Return the nodes of the first shape with parameters in the place of numbers."""
        places = iter(self._places)

        def change(node: object) -> object:
            if isinstance(node, Constant) and node.type == INT and (name := next(places)):
                return Variable(name, INT)
            return node

        return mapped(nodes, change)


# Functions


def _merged(program: Program) -> dict[str, Function]:
    """The functions of a program; those that differ in numbers are one that takes these numbers."""
    found = dict(program.functions)
    calls: dict[str, tuple[str, tuple[Constant, ...]]] = {}
    for names in _by_height(program.functions):
        alike: defaultdict[object, list[tuple[Function, _Shape]]] = defaultdict(list)
        for name in names:
            function = found[name] = replace(found[name], body=_calling(found[name].body, calls))
            if name not in program.entries:
                heads = tuple(Variable(each, function.types[each]) for each in function.parameters)
                shape = _Shape((heads, function.body), function.types)
                alike[shape.words, function.results].append((function, shape))
        for members in alike.values():
            if len(members) > 1:
                first, parameters = members[0][0], _Parameters([shape for _, shape in members])
                found[first.name] = replace(
                    first,
                    parameters=parameters.names + first.parameters,
                    types={**parameters.types, **first.types},
                    body=parameters.put_into(first.body),
                )
                for (each, _), numbers in zip(members, parameters.given, strict=True):
                    calls[each.name] = first.name, numbers
    return {name: each for name, each in found.items() if calls.get(name, (name,))[0] == name}


def _by_height(functions: Mapping[str, Function]) -> Iterator[list[str]]:
    """The names of functions: those that call none, those that call only these, and so on."""
    heights: dict[str, int] = {}
    for name, function in functions.items():
        called = (heights[each.function] for each in walk(function.body) if isinstance(each, Call))
        heights[name] = max(called, default=0) + 1
    for height in range(1, max(heights.values()) + 1):
        yield [name for name, its in heights.items() if its == height]


def _calling(body: Block, calls: Mapping[str, tuple[str, tuple[Constant, ...]]]) -> Block:
    """A block that calls other functions with further numbers in front."""

    def change(node: object) -> object:
        if isinstance(node, Call) and node.function in calls:
            name, numbers = calls[node.function]
            return Call(name, numbers + node.arguments, node.type)
        return node

    found: Block = mapped(body, change) if calls else body
    return found


# Expressions


@dataclass(frozen=True)
class _Place:
    """A long expression, which could be a call of a function."""

    within: Function
    node: Expression
    size: int
    print: int
    """A hash of its operations: what has the same may be the same."""

    inside: frozenset[Expression]
    """It and the long expressions in it."""

    @cached_property
    def shape(self) -> _Shape:
        """What it is, apart from numbers and names."""
        return _Shape(self.node, self.within.types)


def _places(function: Function) -> list[_Place]:
    """The long expressions of a function, parts before wholes."""
    found: list[_Place] = []

    def added(part: object) -> tuple[int, int, frozenset[Expression]]:
        """Its size, its print, and the long expressions in it."""
        if not isinstance(part, (tuple, Record)):
            return 0, 0, _NONE
        size, prints, inside = int(isinstance(part, Record)), [hash((type(part), getattr(part, "op", "")))], _NONE
        for each in part.parts() if isinstance(part, Record) else part:
            its_size, its_print, its_inside = added(each)
            size += its_size
            prints.append(its_print)
            inside |= its_inside
        what = hash(tuple(prints))
        if size >= LEAST and isinstance(part, _VALUES):
            inside |= {part}
            found.append(_Place(function, part, size, what, inside))
        return size, what, inside

    added(function.body)
    return found


def _repeated(known: Mapping[str, Sequence[_Place]]) -> list[list[_Place]]:
    """The places of expressions that stand more than once: those that save most come first, and none is in another."""
    similar: defaultdict[tuple[int, int], list[_Place]] = defaultdict(list)
    alike: defaultdict[object, list[_Place]] = defaultdict(list)
    for each in chain(*known.values()):
        similar[each.size, each.print].append(each)
    for each in chain(*(places for places in similar.values() if _saved(places) >= SAVED)):
        alike[each.shape.words].append(each)
    found: list[list[_Place]] = []
    gone: set[Expression] = set()
    for places in sorted(alike.values(), key=_saved, reverse=True):
        left = [each for each in places if gone.isdisjoint(each.inside)]
        if _saved(left) >= SAVED:
            found.append(left)
            gone.update(*(each.inside for each in left))
    return found


def _saved(places: Sequence[_Place]) -> int:
    """How many nodes fewer there are once places call a function."""
    return (len(places) - 1) * places[0].size if places else 0


def _with_parts(functions: Mapping[str, Function], found: Sequence[Sequence[_Place]]) -> dict[str, Function]:
    """The functions, and before the first that calls it each new one."""
    before: defaultdict[str, list[Function]] = defaultdict(list)
    calls: defaultdict[str, dict[Expression, Call]] = defaultdict(dict)
    so_far = sum(name.startswith(_PART) for name in functions)
    for number, places in enumerate(found, so_far):
        parameters = _Parameters([each.shape for each in places])
        part = _part(f"{_PART}{number}", places, parameters)
        users = {each.within.name for each in places}
        before[next(name for name in functions if name in users)].append(part)
        for each, numbers in zip(places, parameters.given, strict=True):
            variables = (Variable(name, each.within.types[name]) for name in each.shape.names)
            calls[each.within.name][each.node] = Call(part.name, (*numbers, *variables), part.results[0])
    made: dict[str, Function] = {}
    for name, function in functions.items():
        made |= {part.name: part for part in before[name]}
        made[name] = replace(function, body=mapped(function.body, _instead(calls[name]))) if name in calls else function
    return made


def _instead(calls: Mapping[Expression, Call]) -> Callable[[object], object]:
    return lambda node: calls.get(node, node) if isinstance(node, _VALUES) else node


def _part(name: str, places: Sequence[_Place], parameters: _Parameters) -> Function:
    """The function of an expression; it may end, or asks for lengths, where all do in which it stands."""
    first, types = places[0], places[0].within.types
    names = [*zip(*(each.shape.names for each in places), strict=True)]
    return Function(
        name,
        parameters.names + tuple(first.shape.names),
        {**parameters.types, **{each: types[each] for each in first.shape.names}},
        (Return((parameters.put_into(first.node),)),),
        (str(first.node.type),),
        [its[0] for its in names if all(one in each.within.lengths for one, each in zip(its, places, strict=True))],
        all(each.within.may_end for each in places),
    )
