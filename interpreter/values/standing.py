"""Expressions that stand by themselves: what is asked of their values, and what is said where they have none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar, cast

from ..deadline import look
from ..diagnostics.diagnostic import Advice
from ..source.syntax import tree
from . import mismatch, operations
from .elements import Elements
from .guesses import Guess
from .names import MOST_STEPS, TURN, Bound, Frame, Plan
from .types import Type
from .values import LARGE, WRONG, Fault, Found, Item, Value, Wrong, is_item, type_named, type_of, weigh, worth

T = TypeVar("T", bound="Item")


class Standing(Elements):
    """Works out expressions, once or for one element after another."""

    def evaluate(self, node: tree.Expression) -> Value:
        """Return the value of an expression; `WRONG` where a problem was reported. Raises OutOfTime."""
        return worth(self._found(node))

    def _found(self, node: tree.Expression) -> Found:
        """What an expression is worth in the frame that the scope is, or else in one of its own."""
        outside = self.scope
        if isinstance(outside, Frame):
            planned = outside.plans.get(id(node))
            if planned is None:
                planned = outside.plans[id(node)] = node, self.plan(node)
            return planned[1](outside.bound)
        self.scope = frame = self._framed()
        try:
            return self.plan(node)(frame.bound)
        finally:
            self.scope = outside

    def _halts(self, *nodes: tree.Expression) -> bool:
        """Whether the steps that were counted last, for these expressions, are too many, or in vain."""
        meter = self._meter
        if meter.steps >= meter.look:
            meter.look = meter.steps + TURN
            look()
        if meter.steps > MOST_STEPS and not self._exhausted:
            self._exhausted = True
            node = nodes[max(0, MOST_STEPS - (meter.steps - len(nodes)))]
            self.wrong("HG307", f"this takes more than {MOST_STEPS:,} steps to compute", node.span, help=self.running)
        halts = self._exhausted or self._is_vain
        meter.stop = 0 if halts else min(meter.look, MOST_STEPS + 1)
        return halts

    def value(self, node: tree.Expression) -> Value:
        """The value of an expression that stands by itself."""
        return self.attempt(node, self.evaluate)

    def known(self, node: tree.Expression) -> Item | Wrong:
        """The one value an expression has for all players; WRONG, and reported, if play decides it."""
        return self.attempt(node, self._known)

    def fixed(self, node: tree.Expression, wanted: type[T], asks: str = "") -> T | Wrong:
        """The same of a wanted type; WRONG, and reported, if it is of another. `asks` names the place that needs it."""

        def work(node: tree.Expression) -> Item | Wrong:
            found = self._found(node)
            self._meter.steps += weigh(found)
            return self._as_asked(node, found, wanted, asks)

        return cast("T | Wrong", self.attempt(node, work))

    def _known(self, node: tree.Expression) -> Item | Wrong:
        found = self._found(node)
        self._meter.steps += weigh(found)
        return self._as_asked(node, found)

    def _as_asked(
        self, node: tree.Expression, found: Found, wanted: type[object] | None = None, asks: str = ""
    ) -> Item | Wrong:
        """What was found if it is the same for all players and of a wanted type, if there is one; or else WRONG."""
        if found is WRONG:
            return WRONG
        if not is_item(found):
            return self.too_late(node.span)
        if wanted is None or type(found) is wanted:
            return found
        return self.mismatch(node, type_of(found), type_named(wanted), asks)

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
        outside = self.scope
        self.scope = frame = self._framed()
        test = self._repeated(where, bool, "`where`") if where else None
        parts = [self._repeated(node, wanted, asks) for node in nodes]
        try:
            for problem in self._combinations([(each, self._repeated(each.domain)) for each in binders], frame.bound):
                holds = problem if problem is WRONG else test(frame.bound) if test else True
                if holds is WRONG or holds:
                    row = WRONG if holds is WRONG else _row(parts, frame.bound)
                    yield row
                    if row is WRONG:
                        return
        finally:
            self.scope = outside

    def _repeated(
        self, node: tree.Expression, wanted: type[Item] | None = None, asks: str = ""
    ) -> Callable[[Bound], Item | Wrong]:
        """What works an expression out, of a wanted type if there is one, as `fixed` does, but again and again."""
        plan: Plan | None = None
        noted: list[Guess] = []

        def again(node: tree.Expression) -> Item | Wrong:
            return self._as_asked(node, self._found(node), wanted, asks)

        def work(bound: Bound) -> Item | Wrong:
            nonlocal plan
            if plan is None:
                plan = self.plan(node)
            is_outermost = self._open is None and not self._trying
            reported, steps = len(self._report), self._meter.steps
            try:
                if is_outermost:
                    self._open = noted
                found = plan(bound)
                if found.__class__ in LARGE:
                    self._meter.steps += weigh(found)
                value = found if type(found) is wanted else self._as_asked(node, found, wanted, asks)
            finally:
                if is_outermost:
                    self._open = None
            if noted:
                self._settle_all(noted, node, again, reported, steps)
                noted.clear()
            return value

        return work

    def _combinations(
        self, binders: Sequence[tuple[tree.Binder, Callable[[Bound], Item | Wrong]]], bound: Bound
    ) -> Iterator[Wrong | None]:
        """Bind names to each combination of elements, the last name changing fastest.

        Gives None while they are bound, and WRONG, after which nothing comes, once a problem was reported.
        """
        if not binders:
            yield None
            return
        binder, domain_of = binders[0]
        elements = self._run_over(binder, domain_of(bound))
        if elements is WRONG:
            yield WRONG
            return
        with self.over(elements):
            for element in elements:
                bound[binder.name.id] = element
                yield from self._combinations(binders[1:], bound)

    def _run_over(self, binder: tree.Binder, domain: Item | Wrong) -> tuple[Item, ...] | Wrong:
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
        if symbol == "|" and {*found} == {Type.SHAPE}:
            more = {"help": "shapes are joined by `+`", "replacement": "+", "replaced": node.operator.span}
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


def _row(parts: Sequence[Callable[[Bound], Item | Wrong]], bound: Bound) -> tuple[Item, ...] | Wrong:
    """The values of expressions; WRONG after the first that is."""
    row: list[Item] = []
    for part in parts:
        value = part(bound)
        if value is WRONG:
            return WRONG
        row.append(value)
    return tuple(row)
