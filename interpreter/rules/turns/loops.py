"""Flatten the loops of turns and rounds: their blocks hold decisions, so how far they have come lies in the state."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager

from ...source.syntax import tree
from ...values import operations
from ...values.types import CELL, CELLS, GROUPS, NUMBER, NUMBERS, PILE, SCALARS, SELECTION, TRUTH, Type
from ...values.values import WRONG, Code, Known, Worth
from .. import deeds, elements, ir, program
from ..expressions.elaborate import Elaborator
from ..expressions.types import LARGEST_CARD
from . import chance
from .decisions import stoppable
from .domains import known_elements, nothing_to_run_over, same_for_all
from .effects import NOTHING_KEPT, head
from .instructions import Instructions

FIRST = ir.Constant((0,))


class Loops(Instructions):
    """Turns loops into instructions."""

    def __init__(self, elaborator: Elaborator) -> None:
        super().__init__()
        self._elaborator = elaborator
        self._kept: list[ir.Variable] = []  # the slots of `let`, `random` and `choose`
        self._range = elaborator.extremes
        self._start = -1  # where the turn or the round begins

    @abstractmethod
    def _block(self, block: tree.Block) -> bool:
        """Emit a block; return whether every pass through it holds a decision, as the methods for statements do."""

    def _slot(self, name: str, start: int = 0) -> ir.Variable:
        return self._elaborator.declared.slot(name, start, ())

    def _truth(self, node: tree.Expression) -> ir.Expression:
        condition = self._elaborator.typed(node, TRUTH)
        return ir.Constant((0,)) if condition is WRONG else condition

    def _persist(self, statement: tree.Persist) -> None:
        again = self._here()
        number = len(self.points)
        possible = self._emit(program.Possible(number, -1))
        self._block(statement.block)
        self._emit(program.Jump(again))
        self._land(possible)
        self._elaborator.note(self._instructions[possible], head(statement))
        if not self._begins_with(number, possible + 1, statement):
            return
        for decision in (decision for tier in self.points[number].tiers for decision in tier):
            if decision.what == program.Pass() and decision.is_free:
                self._elaborator.wrong("HG512", "a pass is always possible, so this would never end", decision.span,
                                       help="let it end: may pass where not done { set done = yes }")  # fmt: skip

    def _up_to(self, statement: tree.Repeat | tree.UpTo, fewest: tree.Expression | None, most: tree.Expression) -> bool:
        """A loop that the player may leave where it begins anew, once its block has run often enough: once, or as often
        as `fewest` says. It also ends where nothing else is possible."""
        once = ir.Constant((1,))
        limit = self._elaborator.typed(most, NUMBER, "`repeat`")
        least = self._elaborator.typed(fewest, NUMBER, "`repeat`") if fewest else once
        if least is WRONG or limit is WRONG:
            least, limit = once, once
        self._check_limit(least, limit, most)
        sure, bound = self._range.at_least(limit) >= 1, max(1, self._range.at_most(limit))
        may_wait = self._range.at_most(least) > 1
        made, is_reset = self._slot("made"), len(self._instructions) == self._start
        self._kept.append(made)
        limit, least = self._as_it_is("limit", limit), self._as_it_is("least", least)
        if not is_reset:
            self._do(deeds.SetVariable(made, NOTHING_KEPT, None))
        leaving = [] if sure else [self._test(ir.Operation(">", (limit, FIRST)))]
        again, number = self._here(), len(self.points)
        with self._elaborator.looping(most.span):
            self._block(statement.block)
        self._do(deeds.SetVariable(made, ir.Operation("+", (made, ir.Constant((1,)))), None))
        leaving.append(self._test(ir.Operation("<", (made, limit))))
        early = [self._test(ir.Operation(">=", (made, least)))] if may_wait else []
        leaving.append(self._emit(program.Possible(number, -1)))
        for test in early:
            self._land(test)
        self._emit(program.Jump(again, bound))
        if self._begins_with(number, again, statement):
            self.points[number] = stoppable(self.points[number], made, least, head(statement))
            self._instructions[again] = program.Rest(number, -1)
            leaving.append(again)
        for each in leaving:
            self._land(each)
        return sure

    def _as_it_is(self, name: str, number: ir.Expression) -> ir.Expression:
        """A number as it is when a loop begins."""
        if isinstance(number, ir.Constant):
            return number
        self._do(deeds.SetVariable(kept := self._slot(name), number, None))
        self._kept.append(kept)
        return kept

    def _check_limit(self, least: ir.Expression, limit: ir.Expression, most: tree.Expression) -> None:
        """Report a number of times that is too small or too large."""
        fewest = max(1, *least.values) if isinstance(least, ir.Constant) else 1
        values = limit.values if isinstance(limit, ir.Constant) else (fewest,)
        if min(values) < fewest:
            self._elaborator.wrong("HG304", f"this repeats at most {min(values)} times", most.span,
                                   expected=f"{fewest} or more")  # fmt: skip
        elif max(values) > operations.LONGEST:
            self._elaborator.wrong("HG304", f"this repeats more than {operations.LONGEST:,} times", most.span)

    def _begins_with(self, number: int, first: int, statement: tree.Repeat | tree.UpTo | tree.Persist) -> bool:
        """Whether a loop begins with a player's decision, at the point and the instruction given; reports it if not."""
        if self._instructions[first] == program.Rest(number) and self.points[number].way == program.CHOICE:
            return True
        words = head(statement).text
        self._elaborator.wrong("HG512", f"`{words}` begins with a decision", statement.span,
                               help=f"such as: {words} {{ place stone on … }}")  # fmt: skip
        return False

    def _repeat(self, statement: tree.Repeat) -> bool:
        times = self._elaborator.typed(statement.times, NUMBER, "`repeat`")
        known = times.values if isinstance(times, ir.Constant) else (0,)
        if max(known) > operations.LONGEST:
            what = f"this repeats more than {operations.LONGEST:,} times"
            self._elaborator.wrong("HG304", what, statement.times.span)
        left = self._slot("times")
        self._do(deeds.SetVariable(left, times if times is not WRONG else FIRST, None))
        goes_on: ir.Expression = ir.Operation(">", (left, FIRST))
        if statement.test:
            goes_on = ir.Operation("and", (goes_on, self._truth(statement.test)))
        most = 1 if times is WRONG else self._range.at_most(times)
        surely = times is not WRONG and self._range.at_least(times) > 0 and statement.test is None
        with self._loop(goes_on, most, surely), self._elaborator.looping(statement.times.span):
            rests = self._block(statement.block)
            self._do(deeds.SetVariable(left, ir.Operation("-", (left, ir.Constant((1,)))), None))
        self._do(deeds.SetVariable(left, NOTHING_KEPT, None))
        return times is WRONG or (rests and surely)

    @contextmanager
    def _loop(self, goes_on: ir.Expression, most: int, surely: bool) -> Iterator[None]:
        """Emit a loop around a block: at most so many times, surely once or perhaps not at all."""
        again = self._here()
        done = -1 if surely else self._test(goes_on)
        yield
        done = self._test(goes_on) if surely else done
        self._emit(program.Jump(again, max(1, most)))
        self._land(done)

    def _each(self, statement: tree.Each, binders: tuple[tree.Binder, ...]) -> bool:
        elaborator = self._elaborator
        if not binders:
            if statement.where is None:
                return self._block(statement.block)
            test = self._test(self._truth(statement.where))
            self._block(statement.block)
            self._land(test)
            return False
        first, *rest = binders
        domain = elaborator.as_domain(elaborator.evaluate(first.domain))
        if domain is WRONG:
            return True
        kind = domain.type
        if isinstance(domain, Known):
            found = known_elements(first, domain, elaborator)
            return found is None or self._over(statement, first, tuple(rest), *found, None)
        if kind == CELLS:
            return self._over(statement, first, tuple(rest), same_for_all(elaborator.board.cells), CELL, domain)
        if kind == NUMBERS:
            return self._over(statement, first, tuple(rest), same_for_all(range(LARGEST_CARD + 1)), NUMBER, domain)
        if isinstance(domain.ir, elements.Span):
            return self._over_span(statement, first, tuple(rest), domain.ir)
        if kind == SELECTION and domain.chosen:
            for condition, value in domain.chosen:
                test = self._test(elaborator.expression(condition))
                with elaborator.binding(first.name, value):
                    self._each(statement, tuple(rest))
                self._land(test)
            return False
        if kind == GROUPS:
            elaborator.wrong("HG512", "a loop over groups cannot contain a decision: it may change them",
                             first.domain.span)  # fmt: skip
        elif kind == PILE:
            pile = first.domain
            elaborator.wrong("HG512", "a loop over a pile cannot contain a decision: it may change the pile", pile.span,
                             help=f"count its pieces: repeat count({pile.span.text}) {{ … }}")  # fmt: skip
        else:
            nothing_to_run_over(first, kind, elaborator)
        return True

    def _over(
        self, statement: tree.Each, binder: tree.Binder, rest: tuple[tree.Binder, ...],
        elements: tuple[Known, ...], kind: Type, among: Worth | None,
    ) -> bool:  # fmt: skip
        """Emit a loop over known elements; `among` is the set that an element must be in when its turn comes."""
        elaborator, rests = self._elaborator, False
        if kind not in SCALARS:
            for element in elements:
                with elaborator.binding(binder.name, element):
                    rests |= self._each(statement, rest)
            return rests
        items = [element.of(0) for element in elements]
        values = tuple(map(elaborator.integer, items))
        runs = values == tuple(range(values[0], values[0] + len(values))) if values else True
        first, last = (values[0], values[-1]) if runs and values else (0, len(values) - 1)
        shown = tuple((first + number, chance.spell(element, elaborator)) for number, element in enumerate(items))
        at = elaborator.declared.slot(binder.name.id, -1, shown, counts=True)
        value: ir.Expression = at if runs else ir.Lookup(values, at)
        if runs:
            self._range.slots[at.number] = first, last
        self._do(deeds.SetVariable(at, ir.Constant((first,)), None))
        goes_on = ir.Operation("<=", (at, ir.Constant((last,))))
        with self._loop(goes_on, len(elements), bool(elements)):
            skip = None
            if among is not None:
                inside = (
                    ir.Has(value, elaborator.expression(among))
                    if kind is NUMBER
                    else ir.Member(value, elaborator.cell_set(among))
                )
                skip = self._test(inside)
            with elaborator.looping(binder.domain.span), elaborator.binding(binder.name, Code(kind, value)):
                rests = self._each(statement, rest)
            if skip is not None:
                self._land(skip)
            self._do(deeds.SetVariable(at, ir.Operation("+", (at, ir.Constant((1,)))), None))
        self._do(deeds.SetVariable(at, ir.Constant((-1,)), None))
        return rests and bool(elements) and among is None

    def _over_span(
        self, statement: tree.Each, binder: tree.Binder, rest: tuple[tree.Binder, ...], span: elements.Span
    ) -> bool:
        """Emit a loop over a range whose ends are those that it has as the loop begins."""
        elaborator, known = self._elaborator, self._elaborator.extremes
        low, high = known.at_least(span.first), known.at_most(span.last)
        shown = tuple((number, str(number)) for number in range(low, high + 1))
        at, last = elaborator.declared.slot(binder.name.id, -1, shown, counts=True), self._slot("last")
        self._range.slots[at.number] = low, high
        self._do(deeds.SetVariable(at, span.first, None), deeds.SetVariable(last, span.last, None))
        surely, goes_on = known.at_most(span.first) <= known.at_least(span.last), ir.Operation("<=", (at, last))
        with self._loop(goes_on, span.most, surely):
            with elaborator.looping(binder.domain.span), elaborator.binding(binder.name, Code(NUMBER, at)):
                rests = self._each(statement, rest)
            self._do(deeds.SetVariable(at, ir.Operation("+", (at, ir.Constant((1,)))), None))
        self._do(deeds.SetVariable(at, ir.Constant((-1,)), None), deeds.SetVariable(last, NOTHING_KEPT, None))
        return rests and surely
