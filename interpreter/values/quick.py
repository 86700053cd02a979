"""Known expressions as Python functions, for what is worked out for many elements.

Such a function works on plain values, several times as fast as an `Evaluator`, and counts the same steps. Where it has
no plain answer, because there is a problem or because a value depends on play or on who is `own`, it gives up: the
evaluator then works the expression out again.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence

from ..record import Record
from ..source.syntax import tree
from . import operations
from .definitions import DEEPEST_DEFINITION
from .names import Scope
from .shapes import Shape
from .types import CELL, CELLS, LIST
from .values import Cells, Definition, Function, Item, Known, Label, Relation, type_of

LARGE = (Cells, Shape, tuple)
"""What may be so large that its size costs steps."""

_FAST: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.floordiv, "mod": operator.mod,
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge,
}  # fmt: skip
"""What operators do with two numbers."""


class GaveUp(Exception):  # noqa: N818 - no error: somebody else does the work
    """There is no plain answer."""


class Frame:
    """What an expression is worked out in: the names around it and those bound in it, and the steps that it takes."""

    def __init__(self, scope: Scope, most: int, depth: int) -> None:
        self.scope, self.most, self.depth = scope, most, depth
        self.bound: dict[str, Item] = {}
        self.steps = 0

    def within(self) -> None:
        """Give up once there are too many steps."""
        if self.steps > self.most:
            raise GaveUp


Quick = Callable[[Frame], Item]


def weight(value: Item) -> int:
    """Return the steps that a value's size costs."""
    if type(value) is Cells:
        return len(value.items) // 20
    if type(value) is Shape:
        return len(value.cells) // 5
    return len(value) // 50 if type(value) is tuple else 0


def in_one_list(node: tree.Call) -> tree.Call:
    """A call with its arguments in a list, if its function takes a list of numbers and is given several."""
    if node.function.id not in operations.OF_NUMBERS or not len(node.plain) == len(node.arguments) > 1:
        return node
    return tree.Call(node.function, (tree.Series(node.plain, span=node.span),), span=node.span)


class Quickly(Record):
    """Makes functions of expressions, where names mean what they do in a scope. All methods raise GaveUp.

    `varying` names are looked up whenever an expression is worked out, `local` ones are bound within it.
    """

    scope: Scope
    file: Scope
    varying: frozenset[str]
    local: frozenset[str]
    applying: Sequence[str]
    """The definitions that the expression stands in."""

    made: dict[str, Quick]
    """The definitions that are functions already."""

    def of(self, node: tree.Expression) -> Quick:
        """Return the function of an expression."""
        match node:
            case tree.Number() | tree.Text():
                return _constant(node.value)
            case tree.Name():
                return self._name(node.id)
            case tree.Binary():
                return _binary(node.operator.symbol, self.of(node.left), self.of(node.right))
            case tree.Attribute():
                return _attribute(node.name.id, self.of(node.of))
            case tree.Conditional():
                return _conditional(self.of(node.test), self.of(node.then), self.of(node.other))
            case tree.Unary():
                symbol = node.operator.symbol
                return _combined(lambda value: operations.unary(symbol, value), self.of(node.value))
            case tree.Index():
                return _index(self.of(node.of), self.of(node.index))
            case tree.Call():
                return self._call(in_one_list(node))
            case tree.Series():
                return _combined(lambda *items: operations.listing(items), *map(self.of, node.items))
            case tree.Braces():
                return _combined(lambda *items: operations.gather(items), *map(self.of, node.items))
            case tree.Quantified():
                inner = self._binding(node.name.id)
                return _quantified(node.kind == "some", node.name.id, self.of(node.domain), inner.of(node.body))
            case tree.Gathered():
                inner = self._binding(node.name.id)
                where = inner.of(node.where) if node.where else None
                return _gathered(node.name.id, self.of(node.domain), where, inner.of(node.element))
            case _:
                raise GaveUp

    def combined(
        self, binders: Sequence[tree.Binder], where: tree.Expression | None, nodes: Sequence[tree.Expression]
    ) -> Callable[[Frame], Iterator[tuple[Item, ...]]]:
        """Return what gives the values of expressions for each combination of elements that satisfies a condition."""
        if binders:
            name = binders[0].name.id
            return _over(name, self.of(binders[0].domain), self._binding(name).combined(binders[1:], where, nodes))
        return _where(self.of(where) if where else None, tuple(map(self.of, nodes)))

    def _binding(self, *names: str) -> Quickly:
        return self.copy_with(local=self.local.union(names))

    def _name(self, name: str) -> Quick:
        if name in self.local:
            return _local(name)
        if name in self.varying:
            return _varying(name)
        meaning = self.scope.meaning(name)
        if isinstance(meaning, Definition) and not meaning.tree.parameters:
            return self._applied(meaning.tree, ())
        return _constant(_plain(meaning))

    def _call(self, node: tree.Call) -> Quick:
        name = node.function.id
        meaning = None if name in self.local | self.varying else self.scope.meaning(name)
        if node.named:
            raise GaveUp
        given = tuple(map(self.of, node.plain))
        if isinstance(meaning, Definition) and len(meaning.tree.parameters) == len(given) > 0:
            return self._applied(meaning.tree, given)
        if isinstance(meaning, Function) and len(meaning.parameters) == len(given):
            return _combined(_checked(meaning), *given)
        table = _plain(meaning) if isinstance(meaning, Known) and len(given) == 1 else None
        if isinstance(table, Relation | Label):
            return _combined(_table(name, table), *given)
        raise GaveUp

    def _applied(self, definition: tree.Define, given: tuple[Quick, ...]) -> Quick:
        """The function of a definition with its arguments; of its body there is but one."""
        name, parameters = definition.name.id, tuple(each.id for each in definition.parameters)
        if name in self.applying:
            raise GaveUp
        if name not in self.made:
            self.made[name] = _give_up
            inside = self.copy_with(scope=self.file, varying=frozenset(), local=frozenset(parameters))
            self.made[name] = inside.of(definition.body)
        body = self.made[name]

        def work(frame: Frame) -> Item:
            frame.steps += 1
            frame.within()
            if frame.depth >= DEEPEST_DEFINITION:
                raise GaveUp
            arguments = {name: value(frame) for name, value in zip(parameters, given, strict=True)}
            outside, frame.bound = frame.bound, arguments
            frame.depth += 1
            found = body(frame)
            frame.bound, frame.depth = outside, frame.depth - 1
            return found

        return work


def _plain(meaning: object) -> Item:
    if isinstance(meaning, Known) and len(meaning.values) == 1:
        return meaning.values[0]
    raise GaveUp


def _give_up(_: Frame) -> Item:
    raise GaveUp


def _constant(value: Item) -> Quick:
    def work(frame: Frame) -> Item:
        frame.steps += 1
        return value

    return work


def _local(name: str) -> Quick:
    def work(frame: Frame) -> Item:
        frame.steps += 1
        return frame.bound[name]

    return work


def _varying(name: str) -> Quick:
    def work(frame: Frame) -> Item:
        frame.steps += 1
        return _plain(frame.scope.meaning(name))

    return work


def _each(name: str, domain: Quick, frame: Frame) -> Iterator[None]:
    """Bind a name to each element of a domain."""
    elements, bound = operations.elements(domain(frame)), frame.bound
    before = bound.get(name)
    try:
        for element in elements:
            frame.within()
            bound[name] = element
            yield
    finally:
        if before is not None:
            bound[name] = before


def _attribute(name: str, of: Quick) -> Quick:
    def work(frame: Frame) -> Item:
        frame.steps += 1
        return operations.attribute(of(frame), name)

    return work


def _combined(function: Callable[..., Item], *parts: Quick) -> Quick:
    """A function of values, whose sizes count, and so does that of the result."""

    def work(frame: Frame) -> Item:
        frame.steps += 1
        values = [part(frame) for part in parts]
        found = function(*values)
        for value in (*values, found):
            if type(value) in LARGE:
                frame.steps += weight(value)
        return found

    return work


def _binary(symbol: str, left: Quick, right: Quick) -> Quick:
    if symbol in ("and", "or"):
        return _joined(symbol == "or", left, right)
    fast = _FAST.get(symbol)

    def work(frame: Frame) -> Item:
        frame.steps += 1
        one, other = left(frame), right(frame)
        if fast and type(one) is int and type(other) is int:
            found = fast(one, other)
            if -operations.LARGEST <= found <= operations.LARGEST:
                return found
            raise GaveUp
        made = operations.binary(symbol, one, other)
        for value in (one, other, made):
            if type(value) in LARGE:
                frame.steps += weight(value)
        return made

    return work


def _joined(decided: bool, left: Quick, right: Quick) -> Quick:
    def work(frame: Frame) -> Item:
        frame.steps += 1
        one, other = left(frame), right(frame)
        if type(one) is not bool or (type(other) is not bool and one is not decided):
            raise GaveUp
        return one if one is decided else other

    return work


def _conditional(test: Quick, then: Quick, other: Quick) -> Quick:
    def work(frame: Frame) -> Item:
        frame.steps += 1
        holds, one, two = test(frame), then(frame), other(frame)
        if type(holds) is not bool:
            raise GaveUp
        return one if holds else two

    return work


def _index(of: Quick, index: Quick) -> Quick:
    def work(frame: Frame) -> Item:
        frame.steps += 1
        held, number = of(frame), index(frame)
        if type_of(held) not in (LIST, CELLS):
            raise GaveUp
        return operations.element(held, number)

    return work


def _checked(function: Function) -> Callable[..., Item]:
    """A function that gives up where an argument is of another type than its parameter."""
    types = [parameter.type for parameter in function.parameters]

    def work(*values: Item) -> Item:
        for value, wanted in zip(values, types, strict=True):
            if wanted and type_of(value) is not wanted:
                raise GaveUp
        return function.apply(*values)

    return work


def _table(name: str, table: Relation | Label) -> Callable[[Item], Item]:
    takes = (CELL, CELLS) if isinstance(table, Relation) and not table.along else (CELL,)

    def work(value: Item) -> Item:
        if type_of(value) not in takes:
            raise GaveUp
        return operations.look_up(name, table, value)

    return work


def _quantified(decided: bool, name: str, domain: Quick, body: Quick) -> Quick:
    def work(frame: Frame) -> Item:
        frame.steps += 1
        for _ in _each(name, domain, frame):
            holds = body(frame)
            if type(holds) is not bool:
                raise GaveUp
            if holds is decided:
                return decided
        return not decided

    return work


def _gathered(name: str, domain: Quick, where: Quick | None, element: Quick) -> Quick:
    def work(frame: Frame) -> Item:
        frame.steps += 1
        chosen: list[Item] = []
        for _ in _each(name, domain, frame):
            holds = where(frame) if where else True
            value = element(frame)
            if type(holds) is not bool:
                raise GaveUp
            if holds:
                chosen.append(value)
        found = operations.collect(tuple(chosen))
        for each in (*chosen, found):
            if type(each) in LARGE:
                frame.steps += weight(each)
        return found

    return work


def _over(
    name: str, domain: Quick, inner: Callable[[Frame], Iterator[tuple[Item, ...]]]
) -> Callable[[Frame], Iterator[tuple[Item, ...]]]:
    def work(frame: Frame) -> Iterator[tuple[Item, ...]]:
        for _ in _each(name, domain, frame):
            yield from inner(frame)

    return work


def _where(where: Quick | None, nodes: Sequence[Quick]) -> Callable[[Frame], Iterator[tuple[Item, ...]]]:
    def work(frame: Frame) -> Iterator[tuple[Item, ...]]:
        holds = where(frame) if where else True
        if type(holds) is not bool:
            raise GaveUp
        if holds:
            yield tuple([node(frame) for node in nodes])

    return work
