"""Expressions with their names looked up. What is fixed before play is worked out here; the rest is `lower`'s.

An expression is planned where it stands: a function is made of it, in which names that are bound inside it are looked
up anew each time it runs, and all others are what they mean. Problems are reported once, where they are; the value is
then `WRONG`, and whatever uses it stays silent.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Sequence
from typing import TypeAlias, assert_never

from ..source.syntax import tree
from . import mismatch, operations
from .cells import Bond, Spot
from .elements import always
from .names import Bound, Frame, Plan
from .standing import Standing
from .types import CELL, CELLS, LIST, NUMBER, TRUTH
from .values import (
    LARGE,
    WRONG,
    Cells,
    Code,
    Coordinate,
    Definition,
    Fault,
    Found,
    Function,
    Item,
    Known,
    Label,
    Meaning,
    Nobody,
    Player,
    Relation,
    Routine,
    Symbol,
    Value,
    Worth,
    Wrong,
    bare,
    type_of,
    weigh,
    weight,
    worth,
)

_APART = frozenset({Known, Code, Wrong, Player, Nobody})
"""What operations are not simply applied to: it differs between players, is decided in play or wrong, or may stand for
cells."""

_SMALL = frozenset({int, bool, Symbol, Coordinate, Spot, Bond})
"""What operations are applied to, and give, without any work for its size."""

Leaf: TypeAlias = "tuple[str | None, Found]"
"""The name that is looked up where names are bound, or None; and the value if there is none."""

_OF_NUMBERS: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.floordiv, "mod": operator.mod,
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge,
}  # fmt: skip
"""What operators do with two numbers."""


class Evaluator(Standing):
    """Works expressions out in a scope of names."""

    def plan(self, node: tree.Expression) -> Plan:
        """Return how an expression is worked out in the frame that it stands in."""
        match node:
            case tree.Name():
                return self._name(node)
            case tree.Number() | tree.Text():
                return self._constant(node, node.value)
            case tree.Binary():
                return self._joined(node) if node.operator.symbol in ("and", "or") else self._binary(node)
            case tree.Attribute():
                name = node.name.id
                return self._of_one(node, lambda value: operations.attribute(value, name), node.of)
            case tree.Conditional():
                return self._conditional(node)
            case tree.Unary():
                symbol = node.operator.symbol
                return self._of_one(node, lambda value: operations.unary(symbol, value), node.value)
            case tree.Index():
                return self._index(node)
            case tree.Call():
                return self._call(in_one_list(node))
            case tree.Series():
                return self._applying_to(node, _listing, *node.items)
            case tree.Braces():
                return self._applying_to(node, _gather, *node.items)
            case tree.Quantified() | tree.Gathered() | tree.Aggregate():
                return self.over_elements(node)
            case _:
                assert_never(node)

    def combined(self, node: tree.Expression, function: Callable[..., Item], *found: Found) -> Found:
        """A function of what was found, for each player who may be `own` where that differs."""
        for each in found:
            if each.__class__ in _APART:
                return bare(self.combine(node, function, *map(worth, found)))
        try:
            value = function(*found)
        except Fault:
            return bare(self.combine(node, function, *map(worth, found)))
        for each in (*found, value):
            if each.__class__ in LARGE:
                self._meter.steps += weight(each)
        return value

    def combine(self, node: tree.Expression, function: Callable[..., Item], *arguments: Value) -> Value:
        """A function of values, for each player who may be `own` where they differ."""
        fixed: list[Known] = []
        right: list[Worth] = []
        is_one_for_all = True
        for argument in arguments:
            if argument is WRONG:
                return WRONG
            right.append(argument)
            if isinstance(argument, Known):
                fixed.append(argument)
                is_one_for_all = is_one_for_all and len(argument.values) == 1
        if len(fixed) < len(right):
            return self.lower(node, tuple(right))
        self._meter.steps += sum(map(weigh, fixed))
        try:
            results: tuple[Item, ...]
            if is_one_for_all:
                results = (function(*[argument.values[0] for argument in fixed]),)
            else:
                players = range(max(len(argument.values) for argument in fixed))
                results = tuple(function(*[argument.of(player) for argument in fixed]) for player in players)
        except Fault as fault:
            if isinstance(fault, mismatch.Misplaced) and isinstance(node, tree.Binary | tree.Unary):
                return self.misplaced_operands(node, [argument.type for argument in fixed])
            return self.wrong(fault.code, fault.message, node.span, help=fault.help)
        is_one_for_all = is_one_for_all or all(each == results[0] for each in results)
        value = Known(results[:1] if is_one_for_all else results)
        self._meter.steps += weigh(value)
        return value

    def count(self, steps: int) -> None:
        """Count steps that were taken; the next expression is not worked out where they are too many."""
        self._meter.steps += steps

    def lower(self, node: tree.Expression, arguments: tuple[Worth, ...]) -> Value:
        """The value of an operation that play decides; before there are rules there is none."""
        return self.too_late(node.span)

    def _constant(self, node: tree.Expression, value: Found) -> Plan:
        meter = self._meter

        def work(_: Bound) -> Found:
            meter.steps += 1
            if meter.steps >= meter.stop and self._halts(node):
                return WRONG
            return value

        return work

    def asked(self, node: tree.Expression, answer: Callable[[], Found]) -> Plan:
        """What asks a function for the value of an expression, or to report a problem, whenever it is worked out."""
        meter = self._meter

        def work(_: Bound) -> Found:
            meter.steps += 1
            if meter.steps >= meter.stop and self._halts(node):
                return WRONG
            return answer()

        return work

    def _name(self, node: tree.Name) -> Plan:
        name, meter = node.id, self._meter
        unsure = name in self._report.doubts.unsure
        if isinstance(self.scope, Frame) and name in self.scope.bound and not unsure:

            def work(bound: Bound) -> Found:
                meter.steps += 1
                if meter.steps >= meter.stop and self._halts(node):
                    return WRONG
                return bound[name]

            return work
        meaning = self._meaning(node)
        if isinstance(meaning, Definition) and not meaning.tree.parameters:
            return self._applied(node, meaning.tree, ())
        if isinstance(meaning, Known | Code | Wrong):
            return self._constant(node, bare(meaning))
        return self.asked(node, lambda: bare(self._named(node, meaning)))

    def _applying_to(self, node: tree.Expression, function: Callable[..., Item], *parts: tree.Expression) -> Plan:
        """A function of values, whose sizes count, and so does that of the result."""
        plans, meter = tuple(map(self.plan, parts)), self._meter

        def work(bound: Bound) -> Found:
            meter.steps += 1
            if meter.steps >= meter.stop and self._halts(node):
                return WRONG
            found = [plan(bound) for plan in plans]
            for each in found:
                if each.__class__ in _APART:
                    return bare(self.combine(node, function, *map(worth, found)))
            try:
                value = function(*found)
            except Fault:
                return bare(self.combine(node, function, *map(worth, found)))
            for each in (*found, value):
                if each.__class__ in LARGE:
                    meter.steps += weight(each)
            return value

        return work

    def leaf(self, node: tree.Expression) -> Leaf | None:
        """A number, or a name that stands for a value or is bound; None if an expression is more than that."""
        if isinstance(node, tree.Number):
            return None, node.value
        if not isinstance(node, tree.Name) or node.id in self._report.doubts.unsure:
            return None
        if isinstance(self.scope, Frame) and node.id in self.scope.bound:
            return node.id, WRONG
        meaning = self.scope.meaning(node.id)
        return (None, bare(meaning)) if isinstance(meaning, Known) else None

    def _of_one(self, node: tree.Expression, function: Callable[[Item], Item], part: tree.Expression) -> Plan:
        """A function of one value."""
        leaf, meter, halts = self.leaf(part), self._meter, self._halts
        plan, nodes = None if leaf else self.plan(part), (node, part) if leaf else (node,)
        (key, constant), counted = leaf or (None, WRONG), len(nodes)

        def work(bound: Bound) -> Found:
            meter.steps += counted
            if meter.steps >= meter.stop and halts(*nodes):
                return WRONG
            found = plan(bound) if plan else bound.get(key, constant)
            if found.__class__ in _SMALL:
                try:
                    value = function(found)
                except Fault:
                    return self.combined(node, function, found)
                if value.__class__ in _SMALL:
                    return value
            return self.combined(node, function, found)

        return work

    def _binary(self, node: tree.Binary) -> Plan:
        symbol, meter, halts = node.operator.symbol, self._meter, self._halts
        of_numbers = _OF_NUMBERS.get(symbol)
        first, last = self.leaf(node.left), self.leaf(node.right)
        left, right = None if first else self.plan(node.left), None if last else self.plan(node.right)
        (left_key, left_constant), (right_key, right_constant) = first or (None, WRONG), last or (None, WRONG)
        nodes = (node, *((node.left,) if first else ()), *((node.right,) if first and last else ()))
        counted, counts_last = len(nodes), last is not None and first is None

        def function(one: Item, other: Item) -> Item:
            return operations.binary(symbol, one, other)

        def work(bound: Bound) -> Found:
            meter.steps += counted
            if meter.steps >= meter.stop and halts(*nodes):
                return WRONG
            one = left(bound) if left else bound.get(left_key, left_constant)
            if counts_last:
                meter.steps += 1
                if meter.steps >= meter.stop and halts(node.right):
                    return WRONG
            other = right(bound) if right else bound.get(right_key, right_constant)
            if one.__class__ is int and other.__class__ is int and of_numbers:
                try:
                    number = of_numbers(one, other)
                except ZeroDivisionError:
                    return self.combined(node, function, one, other)
                if -operations.LARGEST <= number <= operations.LARGEST:
                    return number
            return self.combined(node, function, one, other)

        return work

    def _joined(self, node: tree.Binary) -> Plan:
        symbol, meter = node.operator.symbol, self._meter
        left, right, decisive = self.plan(node.left), self.plan(node.right), symbol == "or"

        def work(bound: Bound) -> Found:
            meter.steps += 1
            if meter.steps >= meter.stop and self._halts(node):
                return WRONG
            one = left(bound)
            if one is decisive or always(one, decisive):
                self._aside(right, bound)
                return one
            other = right(bound)
            if one.__class__ is bool and other.__class__ is bool:
                return other
            return self.combined(node, lambda x, y: operations.binary(symbol, x, y), one, other)

        return work

    def _conditional(self, node: tree.Conditional) -> Plan:
        test, then, other, meter = self.plan(node.test), self.plan(node.then), self.plan(node.other), self._meter

        def work(bound: Bound) -> Found:
            meter.steps += 1
            if meter.steps >= meter.stop and self._halts(node):
                return WRONG
            holds = test(bound)
            if holds is True or always(holds, True):
                found = then(bound)
                self._aside(other, bound)
                return found
            if holds is False or always(holds, False):
                self._aside(then, bound)
                return other(bound)
            found, instead = then(bound), other(bound)
            if holds.__class__ is not Code and holds is not WRONG:
                return self.combined(node, _choose, holds, found, instead)
            if holds is WRONG or found is WRONG or instead is WRONG:
                return WRONG
            return bare(self.lower(node, (worth(holds), worth(found), worth(instead))))

        return work

    def _index(self, node: tree.Index) -> Plan:
        leaf, meter, halts = self.leaf(node.of), self._meter, self._halts
        held_by, index_by = None if leaf else self.plan(node.of), self.plan(node.index)
        (key, constant), nodes = leaf or (None, WRONG), (node, node.of) if leaf else (node,)
        counted = len(nodes)

        def work(bound: Bound) -> Found:
            meter.steps += counted
            if meter.steps >= meter.stop and halts(*nodes):
                return WRONG
            held, index = held_by(bound) if held_by else bound.get(key, constant), index_by(bound)
            if index.__class__ is int and (held.__class__ is tuple or held.__class__ is Cells):
                try:
                    return operations.element(held, index)  # one of many: the list's size is no work
                except Fault as fault:
                    return self.wrong(fault.code, fault.message, node.span, help=fault.help)
            of, number = worth(held), worth(index)
            if isinstance(of, Known) and of.type not in (LIST, CELLS):
                return self.mismatch(node.of, of.type, LIST, "`[…]`")
            if isinstance(number, Known) and number.type is not NUMBER:
                return self.mismatch(node.index, number.type, NUMBER, "an index")
            return bare(self.combine(node, operations.element, of, number))

        return work

    def _call(self, node: tree.Call) -> Plan:
        if isinstance(self.scope, Frame) and node.function.id in self.scope.bound:  # it may be another each time
            return lambda bound: self._called(node, self._meaning(node.function))(bound)
        return self._called(node, self._meaning(node.function))

    def _called(self, node: tree.Call, meaning: Meaning | None) -> Plan:
        """What works out a call of what a name means."""
        if isinstance(meaning, Definition):
            return self._applied(node, meaning.tree, node.plain)
        if isinstance(meaning, Known) and isinstance(table := meaning.of(0), Relation | Label):
            return self._look_up(node, table)
        if isinstance(meaning, Function):
            return self._function(node, meaning)
        return self.asked(node, lambda: self._uncalled(node, meaning))

    def _uncalled(self, node: tree.Call, meaning: Meaning | None) -> Wrong:
        """Report a call of what cannot be called."""
        if meaning is None:
            for argument in node.plain:
                self.evaluate(argument)
            return self._unknown(node.function, "function")
        if meaning is WRONG:
            return WRONG
        if isinstance(meaning, Routine):
            return self.mismatched(mismatch.no_value(node.function.id), node.function.span)
        found = meaning.type if isinstance(meaning, Known | Code) else None
        more = mismatch.called_set(node, self._has_type)
        return self.mismatched(mismatch.not_a_function(node.function.id, found), node.function.span, **more)

    def _function(self, node: tree.Call, function: Function) -> Plan:
        names, named = ([each.name for each in row] for row in (function.parameters, function.named))
        if not _fits(node, names, named):
            return self.asked(node, lambda: self._right_count(node, names, named) or WRONG)
        given = list(zip(function.parameters, node.plain, strict=True))
        given += [(each, node.named[each.name].value) for each in function.named if each.name in node.named]
        plans, types = [self.plan(argument) for _, argument in given], [parameter.type for parameter, _ in given]
        meter = self._meter

        def work(bound: Bound) -> Found:
            meter.steps += 1
            if meter.steps >= meter.stop and self._halts(node):
                return WRONG
            found = [plan(bound) for plan in plans]
            for each, wanted in zip(found, types, strict=True):
                if wanted and (each.__class__ in _APART or type_of(each) is not wanted):
                    break
            else:
                return self.combined(node, function.apply, *found)
            values = [*map(worth, found)]
            for (parameter, argument), value in zip(given, values, strict=True):
                if parameter.type and value is not WRONG and value.type is not parameter.type:
                    return self.mismatch(argument, value.type, parameter.type, f"`{function.name}`")
            return bare(self.combine(node, function.apply, *values))

        return work

    def as_cells(self, value: Value) -> Value:
        """What a value stands for where a set of cells is wanted."""
        return value

    def _look_up(self, node: tree.Call, table: Relation | Label) -> Plan:
        """What a relation or a label holds for a cell, or a relation for a set."""
        along = table.along if isinstance(table, Relation) else None
        names, named = ["cell"], ["along"] if along else []
        if not _fits(node, names, named):
            return self.asked(node, lambda: self._right_count(node, names, named) or WRONG)
        has_sets, name, meter = isinstance(table, Relation) and not along, node.function.id, self._meter
        plan = self.plan(node.plain[0])

        def work(bound: Bound) -> Found:
            meter.steps += 1
            if meter.steps >= meter.stop and self._halts(node):
                return WRONG
            rows = table
            if along and node.named:
                steps = self.fixed(node.named["along"].value, Relation, "`along`")
                rows = table if steps is WRONG else along(steps)
            found = plan(bound)
            cell = worth(found)
            cell = self.as_cells(cell) if has_sets else cell
            if isinstance(cell, Known) and cell.type is not CELL and not (has_sets and cell.type is CELLS):
                return self.mismatch(node.plain[0], cell.type, CELL, f"`{name}`")
            return self.combined(node, lambda value: operations.look_up(name, rows, value), bare(cell))

        return work

    def _applied(
        self, node: tree.Name | tree.Call, definition: tree.Define, given: tuple[tree.Expression, ...]
    ) -> Plan:
        """What works out a definition that is put in place."""
        if isinstance(node, tree.Call) and not (given and _fits(node, definition.parameters)):
            return self.asked(node, lambda: self._takes(node, definition) or WRONG)
        plans, meter = tuple(map(self.plan, given)), self._meter

        def work(bound: Bound) -> Found:
            meter.steps += 1
            if meter.steps >= meter.stop and self._halts(node):
                return WRONG
            if not self._applies(node, definition):
                return WRONG
            return self.used(node, definition, tuple([plan(bound) for plan in plans]))

        return work

    def used(self, node: tree.Name | tree.Call, definition: tree.Define, arguments: tuple[Found, ...]) -> Found:
        """Return the value of a definition for some values of its parameters."""
        assert isinstance(self.scope, Frame)
        bodies, reported = self.scope.bodies, len(self._report)
        inside, body = bodies.get(id(definition), (None, None))
        if inside is None:
            inside = Frame(self._outermost, {}, bodies)
        bound = inside.bound
        for parameter, value in zip(definition.parameters, arguments, strict=True):
            bound[parameter.id] = value
        outside = self._enter(definition, inside)
        try:
            if body is None:
                body = self.plan(definition.body)
                bodies[id(definition)] = inside, body
            return body(bound)
        except RecursionError:
            if len(self._applying) > 1:
                raise
            return self.wrong("HG307", "these definitions nest too deep to be worked out", node.span)
        finally:
            self._leave(node, outside, reported)


def in_one_list(node: tree.Call) -> tree.Call:
    """A call with its arguments in a list, if its function takes a list of numbers and is given several."""
    if node.function.id not in operations.OF_NUMBERS or not len(node.plain) == len(node.arguments) > 1:
        return node
    return tree.Call(node.function, (tree.Series(node.plain, span=node.span),), span=node.span)


def _fits(node: tree.Call, parameters: Sequence[object], named: Collection[str] = ()) -> bool:
    """Whether a call has as many arguments as there are parameters, and no named ones but these."""
    return len(node.plain) == len(parameters) and all(name in named for name in node.named)


def _listing(*items: Item) -> Item:
    return operations.listing(items)


def _gather(*items: Item) -> Item:
    return operations.gather(items)


def _choose(test: Item, then: Item, other: Item) -> Item:
    if type(test) is not bool:
        raise mismatch.misfit("`if`", TRUTH, type_of(test))
    return then if test else other
