"""Expressions with their names looked up. What is fixed before play is worked out here; the rest is `lower`'s.

An expression is planned where it stands: a function is made of it, in which names that are bound inside it are looked
up anew each time it runs, and all others are what they mean. Problems are reported once, where they are; the value is
then `WRONG`, and whatever uses it stays silent.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TypeAlias, assert_never

from ..source.syntax import tree
from . import mismatch, operations
from .calls import APART, Calls
from .cells import Bond, Spot
from .names import Bound, Frame, Plan
from .running.choosing import always
from .types import CELLS, LIST, NUMBER, TABLE, TRUTH
from .values import (
    LARGE,
    WRONG,
    Cells,
    Code,
    Coordinate,
    Definition,
    Fault,
    Found,
    Item,
    Known,
    Symbol,
    Wrong,
    bare,
    type_of,
    weight,
    worth,
)

_SMALL = frozenset({int, bool, Symbol, Coordinate, Spot, Bond})
"""What operations are applied to, and give, without any work for its size."""

Leaf: TypeAlias = "tuple[str, Found]"
"""The name that is looked up where names are bound, or no name; and the value if there is none."""

_OF_NUMBERS: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.floordiv, "mod": operator.mod,
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge,
}  # fmt: skip
"""What operators do with two numbers."""


class Evaluator(Calls):
    """Works expressions out in a scope of names."""

    def plan(self, node: tree.Expression) -> Plan:
        """Return how an expression is worked out in the frame that it stands in."""
        match node:
            case tree.Name():
                return self._name(node)
            case tree.Number() | tree.Text():
                return self._constant(node, node.value)
            case tree.Binary(operator=tree.Operator(symbol="not in")):
                return self.plan(_denied(node))
            case tree.Binary():
                return self._joined(node) if node.operator.symbol in ("and", "or") else self._binary(node)
            case tree.Attribute():
                attribute = node
                return self._of_one(node, lambda value: operations.attribute(value, attribute), node.of)
            case tree.Conditional():
                return self._conditional(node)
            case tree.Unary():
                symbol = node.operator.symbol
                return self._of_one(node, lambda value: operations.unary(symbol, value), node.value)
            case tree.Index():
                return self._index(node)
            case tree.Call():
                return self._call(node)
            case tree.Series():
                return self._series(node)
            case tree.Braces():
                return self._applying_to(node, _gather, *node.items)
            case tree.Quantified() | tree.Gathered() | tree.Aggregate():
                return self.over_elements(node)
            case _:
                assert_never(node)

    def _constant(self, node: tree.Expression, value: Found) -> Plan:
        meter = self._meter

        def work(_: Bound) -> Found:
            meter.steps += 1
            if meter.steps >= meter.stop and self._halts(node):
                return WRONG
            return value

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
                if each.__class__ in APART:
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
            return "", node.value
        if not isinstance(node, tree.Name) or node.id in self._report.doubts.unsure:
            return None
        if isinstance(self.scope, Frame) and node.id in self.scope.bound:
            return node.id, WRONG
        meaning = self.scope.meaning(node.id)
        return ("", bare(meaning)) if isinstance(meaning, Known) else None

    def _of_one(self, node: tree.Expression, function: Callable[..., Item], part: tree.Expression) -> Plan:
        """A function of one value."""
        leaf, meter, halts = self.leaf(part), self._meter, self._halts
        plan, nodes = None if leaf else self.plan(part), (node, part) if leaf else (node,)
        (key, constant), counted = leaf or ("", WRONG), len(nodes)

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
        (left_key, left_constant), (right_key, right_constant) = first or ("", WRONG), last or ("", WRONG)
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

    def _series(self, node: tree.Series) -> Plan:
        """A list, whose items may have names."""
        named = [each for each in node.items if isinstance(each, tree.Named)]
        if not named:
            return self._applying_to(node, _listing, *node.plain)
        if len(named) < len(node.items):
            return self.asked(node, lambda: self.wrong("HG301", "either every item of a list has a name, or none does",
                                                       node.span))  # fmt: skip
        names = [each.name for each in named]

        def tabled(*found: Item) -> Item:
            return operations.tabled(found[: len(names)], found[len(names) :])

        return self._applying_to(node, tabled, *names, *(each.value for each in named))

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
        (key, constant), nodes = leaf or ("", WRONG), (node, node.of) if leaf else (node,)
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
            if isinstance(of, Known) and of.type not in (LIST, CELLS, TABLE):
                if more := mismatch.kind_of(node.of, node.index, node, self._has_type):
                    return self.mismatched(mismatch.needs("`[…]`", LIST, of.type), node.of.span, **more)
                return self.mismatch(node.of, of.type, LIST, "`[…]`")
            has_names = of is not WRONG and (bool(of.keys) if isinstance(of, Code) else of.type is TABLE)
            if not has_names and isinstance(number, Known) and number.type is not NUMBER:
                return self.mismatch(node.index, number.type, NUMBER, "an index")
            return bare(self.combine(node, operations.element, of, number))

        return work


def _denied(node: tree.Binary) -> tree.Unary:
    """`x not in S` as `not x in S`."""
    sign = node.operator.span
    held = tree.Binary(node.left, tree.Operator("in", span=sign), node.right, span=node.span)
    return tree.Unary(tree.Operator("not", span=sign), held, span=node.span)


def _listing(*items: Item) -> Item:
    return operations.listing(items)


def _gather(*items: Item) -> Item:
    return operations.gather(items)


def _choose(test: Item, then: Item, other: Item) -> Item:
    if type(test) is not bool:
        raise mismatch.misfit("`if`", TRUTH, type_of(test))
    return then if test else other
