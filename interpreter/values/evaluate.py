"""Expressions with their names looked up. What is fixed before play is worked out here; the rest is `lower`'s.

Problems are reported once, where they are; the value is then `WRONG`, and whatever uses it stays silent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TypeVar, assert_never

from ..deadline import look
from ..diagnostics.diagnostic import Advice
from ..source.syntax import tree
from . import mismatch, operations
from .elements import MOST_STEPS, TURN, Elements, always
from .quick import LARGE, in_one_list, weight
from .types import CELL, CELLS, LIST, NUMBER, TRUTH, Type
from .values import (
    WRONG,
    Code,
    Definition,
    Fault,
    Function,
    Item,
    Known,
    Label,
    Relation,
    Routine,
    Value,
    Worth,
    Wrong,
    type_named,
    type_of,
)

T = TypeVar("T", bound="Item")


class Evaluator(Elements):
    """Works expressions out in a scope of names."""

    def evaluate(self, node: tree.Expression) -> Value:
        """Return the value of an expression; `WRONG` where a problem was reported. Raises OutOfTime."""
        if self._repeated and id(node) in self._repeated:
            value = self._quickly(node)
            if value is not None:
                return value
        self._steps += 1
        if self._exhausted or self._is_vain or self._steps % TURN == 0 or self._steps > MOST_STEPS:
            return WRONG if self._is_too_much(node) else self._evaluate(node)
        return self._evaluate(node)

    def _is_too_much(self, node: tree.Expression) -> bool:
        """Whether a step is one too many, or in vain."""
        if self._steps % TURN == 0:
            look()
        if self._steps > MOST_STEPS and not self._exhausted:
            self._exhausted = True
            self.wrong("HG307", f"this takes more than {MOST_STEPS:,} steps to compute", node.span, help=self.running)
        return self._exhausted or self._is_vain

    def _evaluate(self, node: tree.Expression) -> Value:
        match node:
            case tree.Name():
                return self._name(node)
            case tree.Number() | tree.Text():
                return Known.always(node.value)
            case tree.Binary():
                return self._binary(node)
            case tree.Attribute():
                value = self.evaluate(node.of)
                return self.combine(node, lambda x: operations.attribute(x, node.name.id), value)
            case tree.Conditional():
                return self._conditional(node)
            case tree.Unary():
                value = self.evaluate(node.value)
                return self.combine(node, lambda x: operations.unary(node.operator.symbol, x), value)
            case tree.Index():
                return self._index(node)
            case tree.Call():
                return self._call(in_one_list(node))
            case tree.Series():
                return self.combine(node, lambda *items: operations.listing(items), *map(self.evaluate, node.items))
            case tree.Braces():
                items = [self.evaluate(item) for item in node.items]
                return self.combine(node, lambda *items: operations.gather(items), *items)
            case tree.Quantified() | tree.Gathered() | tree.Aggregate():
                return self.over_elements(node)
            case _:
                assert_never(node)

    def known(self, node: tree.Expression) -> Item | Wrong:
        """The one value an expression has for all players; WRONG, and reported, if play decides it."""
        return self.attempt(node, self._known)

    def value(self, node: tree.Expression) -> Value:
        """The value of an expression that stands by itself."""
        return self.attempt(node, self.evaluate)

    def _known(self, node: tree.Expression) -> Item | Wrong:
        value = self.evaluate(node)
        self.spend(value)
        if value is WRONG:
            return WRONG
        if not isinstance(value, Known) or len(value.values) > 1:
            return self.too_late(node.span)
        return value.of(0)

    def fixed(self, node: tree.Expression, wanted: type[T], asks: str = "") -> T | Wrong:
        """The same of a wanted type; WRONG, and reported, if it is of another. `asks` names the place that needs it."""

        def work(node: tree.Expression) -> T | Wrong:
            value = self.known(node)
            if value is WRONG or type(value) is wanted:
                return value
            return self.mismatch(node, type_of(value), type_named(wanted), asks)

        return self.attempt(node, work)

    def for_each(
        self,
        binders: Sequence[tree.Binder],
        where: tree.Expression | None,
        nodes: Sequence[tree.Expression],
        wanted: type[Item] | None = None,
        asks: str = "",
    ) -> Iterator[tuple[Item, ...] | Wrong]:
        """Give the values of expressions for each combination of elements that satisfies a condition.

        The last name changes fastest. After WRONG nothing comes: a problem was reported, such as that a value is not of
        the wanted type.
        """
        if binders:
            found = self.at_once(binders, where, nodes)
            if found is not None and all(wanted in (None, type(each)) for row in found for each in row):
                yield from found
                return
        with self._repeating_for(binders, where, *nodes):
            for bound in self._combinations(binders, where):
                yield WRONG if bound is WRONG else self._each_known(nodes, wanted, asks)

    def _each_known(
        self, nodes: Sequence[tree.Expression], wanted: type[Item] | None, asks: str
    ) -> tuple[Item, ...] | Wrong:
        """The values of some expressions, of a wanted type if there is one; WRONG, and reported, if they are not."""
        found: list[Item] = []
        for node in nodes:
            value = self.known(node) if wanted is None else self.fixed(node, wanted, asks)
            if value is WRONG:
                return WRONG
            found.append(value)
        return tuple(found)

    def _repeating_for(
        self, binders: Sequence[tree.Binder], *nodes: tree.Expression | None
    ) -> AbstractContextManager[None]:
        """Work expressions out for each combination of elements, as `repeating` does; for one alone, as they are."""
        inner = (binder.domain for binder in binders[1:])
        return self.repeating((binder.name for binder in binders), *inner, *nodes) if binders else nullcontext()

    def _combinations(self, binders: Sequence[tree.Binder], where: tree.Expression | None) -> Iterator[Wrong | None]:
        """Bind names to each combination of elements that satisfies a condition, the last name changing fastest.

        Gives None while they are bound, and WRONG, after which nothing comes, once a problem was reported.
        """
        if binders:
            domain = self._run_over(binders[0])
            if domain is WRONG:
                yield WRONG
                return
            with self.over(domain):
                for element in domain:
                    with self.binding(binders[0].name, Known.always(element)):
                        yield from self._combinations(binders[1:], where)
            return
        holds = True if where is None else self.fixed(where, bool, "`where`")
        if holds is WRONG or holds:
            yield WRONG if holds is WRONG else None

    def _run_over(self, binder: tree.Binder) -> tuple[Item, ...] | Wrong:
        domain = self.known(binder.domain)
        if domain is WRONG:
            return WRONG
        try:
            return operations.elements(domain)
        except Fault as fault:
            return self.wrong(fault.code, fault.message, binder.domain.span, help=fault.help)

    def mismatch(
        self,
        node: tree.Expression,
        found: Type,
        wanted: Type | str,
        asks: str = "",
        like: Type | None = None,
        note: str = "",
    ) -> Wrong:
        """Report an expression of another type than its place needs, with what may have been meant.

        `asks` names the place, such as "`where`"; `like` is the type to suggest where `wanted` is a description,
        `note` the help line where there is nothing to suggest.
        """
        aim = wanted if isinstance(wanted, Type) else like
        more: Advice = mismatch.advice(node, found, aim, self._has_type) if aim else {}
        return self.mismatched(mismatch.needs(asks, wanted, found), node.span, **(more or {"help": note}))

    def misplaced_operands(self, node: tree.Binary | tree.Unary, found: Sequence[Type]) -> Wrong:
        """Report operands that an operator does not take, with the operator or the operand that was meant."""
        symbol = node.operator.symbol
        allowed = operations.operand_types(symbol, len(found))
        more = mismatch.operand_advice(node, found, allowed, self._has_type)
        return self.mismatched(mismatch.misplaced(symbol, found, allowed), node.span, **more)

    def _has_type(self, node: tree.Expression, wanted: Type) -> bool:
        """Whether an expression is right and of a type; its problems are not reported, and get no suggestions."""
        if self._trying:
            return False
        reported, self._trying = len(self._report), True
        value = self.evaluate(node)
        is_right, self._trying = len(self._report) == reported, False
        del self._report[reported:]
        return is_right and value is not WRONG and value.type is wanted

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
        self.spend(*fixed)
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
        self.spend(value)
        return value

    def spend(self, *values: Value) -> None:
        """Count the steps that the sizes of values cost, whatever is done with them."""
        for value in values:
            if isinstance(value, Known):
                for each in value.values:
                    if type(each) in LARGE:
                        self.count(weight(each))

    def count(self, steps: int) -> None:
        """Count steps that were taken; the next expression is not worked out where they are too many."""
        self._steps += steps

    def lower(self, node: tree.Expression, arguments: tuple[Worth, ...]) -> Value:
        """The value of an operation that play decides; before there are rules there is none."""
        return self.too_late(node.span)

    def _conditional(self, node: tree.Conditional) -> Value:
        test = self.evaluate(node.test)
        if not isinstance(test, Known):
            then, other = self.evaluate(node.then), self.evaluate(node.other)
            if test is WRONG or then is WRONG or other is WRONG:
                return WRONG
            return self.lower(node, (test, then, other))
        with self.aside(always(test, False)):
            then = self.evaluate(node.then)
        with self.aside(always(test, True)):
            other = self.evaluate(node.other)
        if always(test, True):
            return then
        return other if always(test, False) else self.combine(node, _choose, test, then, other)

    def _binary(self, node: tree.Binary) -> Value:
        symbol = node.operator.symbol
        left = self.evaluate(node.left)
        if symbol in ("and", "or") and always(left, symbol == "or"):
            with self.aside(True):
                self.evaluate(node.right)
            return left
        right = self.evaluate(node.right)
        return self.combine(node, lambda x, y: operations.binary(symbol, x, y), left, right)

    def _index(self, node: tree.Index) -> Value:
        of, index = self.evaluate(node.of), self.evaluate(node.index)
        if isinstance(of, Known) and of.type not in (LIST, CELLS):
            return self.mismatch(node.of, of.type, LIST, "`[…]`")
        if isinstance(index, Known) and index.type is not NUMBER:
            return self.mismatch(node.index, index.type, NUMBER, "an index")
        if not isinstance(of, Known) or not isinstance(index, Known) or len(of.values) + len(index.values) > 2:
            return self.combine(node, operations.element, of, index)
        try:
            return Known.always(operations.element(of.of(0), index.of(0)))  # one of many: the list's size is no work
        except Fault as fault:
            return self.wrong(fault.code, fault.message, node.span, help=fault.help)

    def _name(self, node: tree.Name) -> Value:
        meaning = self.scope.meaning(node.id)
        if isinstance(meaning, Definition) and not meaning.tree.parameters:
            return WRONG if node.id in self._report.doubts.unsure else self._apply(node, meaning.tree, ())
        return super()._name(node)

    def _call(self, node: tree.Call) -> Value:
        meaning = WRONG if node.function.id in self._report.doubts.unsure else self.scope.meaning(node.function.id)
        if meaning is None:
            for argument in node.plain:
                self.evaluate(argument)
            return self._unknown(node.function, "function")
        if meaning is WRONG:
            return WRONG
        if isinstance(meaning, Definition):
            return self._apply(node, meaning.tree, node.plain) if self._takes(node, meaning.tree) else WRONG
        if isinstance(meaning, Routine):
            return self.mismatched(mismatch.no_value(node.function.id), node.function.span)
        if isinstance(meaning, Known) and isinstance(table := meaning.of(0), Relation | Label):
            return self._look_up(node, table)
        if not isinstance(meaning, Function):
            found = meaning.type if isinstance(meaning, Known | Code) else None
            more = mismatch.called_set(node, self._has_type)
            return self.mismatched(mismatch.not_a_function(node.function.id, found), node.function.span, **more)
        if not self._right_count(node, *([each.name for each in row] for row in (meaning.parameters, meaning.named))):
            return WRONG
        given = list(zip(meaning.parameters, node.plain, strict=True))
        given += [(each, node.named[each.name].value) for each in meaning.named if each.name in node.named]
        arguments = [self.evaluate(argument) for _, argument in given]
        for (parameter, argument), value in zip(given, arguments, strict=True):
            if parameter.type and value is not WRONG and value.type is not parameter.type:
                return self.mismatch(argument, value.type, parameter.type, f"`{meaning.name}`")
        return self.combine(node, meaning.apply, *arguments)

    def as_cells(self, value: Value) -> Value:
        """What a value stands for where a set of cells is wanted."""
        return value

    def _look_up(self, node: tree.Call, table: Relation | Label) -> Value:
        """What a relation or a label holds for a cell, or a relation for a set."""
        along = table.along if isinstance(table, Relation) else None
        if not self._right_count(node, ["cell"], ["along"] if along else []):
            return WRONG
        if along and node.named:
            steps = self.fixed(node.named["along"].value, Relation, "`along`")
            table = table if steps is WRONG else along(steps)
        has_sets = isinstance(table, Relation) and not along
        cell = self.evaluate(node.plain[0])
        cell = self.as_cells(cell) if has_sets else cell
        if isinstance(cell, Known) and cell.type is not CELL and not (has_sets and cell.type is CELLS):
            return self.mismatch(node.plain[0], cell.type, CELL, f"`{node.function.id}`")
        return self.combine(node, lambda value: operations.look_up(node.function.id, table, value), cell)

    def _apply(self, node: tree.Name | tree.Call, definition: tree.Define, given: tuple[tree.Expression, ...]) -> Value:
        return (
            self.used(node, definition, tuple(map(self.evaluate, given))) if self._applies(node, definition) else WRONG
        )

    def used(self, node: tree.Name | tree.Call, definition: tree.Define, arguments: tuple[Value, ...]) -> Value:
        """Return the value of a definition for some values of its parameters."""
        names = (parameter.id for parameter in definition.parameters)
        with self.applied(node, definition, dict(zip(names, arguments, strict=True))):
            try:
                return self.evaluate(definition.body)
            except RecursionError:
                if len(self._applying) > 1:
                    raise
                return self.wrong("HG307", "these definitions nest too deep to be worked out", node.span)


def _choose(test: Item, then: Item, other: Item) -> Item:
    if type(test) is not bool:
        raise mismatch.misfit("`if`", TRUTH, type_of(test))
    return then if test else other
