"""Flatten turns and rounds: statements become instructions with jumps, and each choice a resting point.

What a script must remember across a decision, the state of its loops, lies in slots of the state.
"""

from __future__ import annotations

from typing import assert_never

from ...source.syntax import tree
from ...values import operations
from ...values.types import CELL, CELLS, GROUPS, NUMBER, NUMBERS, PLAYER, SCALARS, TRUTH, Type
from ...values.values import WRONG, Code, Known, Value, Worth, Wrong, type_of
from .. import deeds, elements, ir, program
from ..expressions.absence import none_of, somebody
from ..expressions.elaborate import Elaborator
from ..expressions.types import LARGEST_CARD
from . import chance
from .decisions import choice, counted, decides, stoppable
from .domains import known_elements, nothing_to_run_over, same_for_all
from .effects import NOTHING_KEPT, effect, head, keep
from .instructions import Instructions

_FIRST = ir.Constant((0,))


class Flattener(Instructions):
    """Turns statements into instructions."""

    def __init__(self, elaborator: Elaborator) -> None:
        super().__init__()
        self._elaborator = elaborator
        self._decider = ""  # the word that says who decides; empty where nobody does
        self._kept: list[ir.Variable] = []  # the slots of `let` and `random`
        self._range = elaborator.extremes
        self._before = 0  # how many points precede the set-up, the turn or the round
        self._start = -1  # where the turn or the round begins

    def flatten(
        self, chances: list[program.Point], setup: tree.Setup | None, main: tree.Turn | tree.Round
    ) -> program.Script:
        """The script of a game: options left to chance, then the set-up, then the turns or rounds."""
        elaborator, is_round = self._elaborator, isinstance(main, tree.Round)
        for point in chances:
            self._rest(point)
        if setup is not None:
            self._before = len(self.points)
            with elaborator.speaking(elaborator.unowned()):
                self._block(setup.block)
            self._do(deeds.SetMover(_FIRST), *(deeds.SetVariable(slot, NOTHING_KEPT, None) for slot in self._kept))
            self._kept.clear()
        start, self._before = self._here(), len(self.points)
        self._start = start
        what = "round" if is_round else "turn"
        elaborator.swaps, self._decider = not is_round, "" if is_round else what
        with elaborator.speaking(elaborator.unowned() if is_round else elaborator.owned()):
            rests = self._block(main.block)
        if not rests:
            example = "as p { place stone on empty }" if is_round else "place stone on empty"
            elaborator.wrong("HG506", f"a {what} may pass without a decision", main.span,
                             help=f"such as: {example}")  # fmt: skip
        self._emit(program.End(swapped=False))
        if not is_round:
            self._emit(program.End(swapped=True))
        self._check_picks()
        forgotten = tuple(slot.number for slot in self._kept)
        return program.Script(tuple(self._instructions), start, is_round, forgotten)

    def _check_picks(self) -> None:
        declared = self._elaborator.declared
        for span, zone, number in declared.picks:
            if zone not in declared.filled and declared.cards[zone].bit_count() < number:
                held = declared.cards[zone].bit_count()
                self._elaborator.wrong("HG516", f"{counted(number)} cannot be picked: {held} lie there", span,
                                       help=f"nothing is ever laid into `{declared.zones[zone]}`")  # fmt: skip

    # Statements

    def _block(self, block: tree.Block) -> bool:
        """Emit a block; return whether every pass through it holds a decision, as the methods for statements do."""
        elaborator = self._elaborator
        outside = elaborator.scope
        offers: list[tree.Offer] = []
        rests = False
        for statement in (*block.statements, None):
            if isinstance(statement, tree.Offer):
                offers.append(statement)
                continue
            if offers:
                self._offer(offers)
                offers, rests = [], True
            if statement is not None:
                rests |= self._statement(statement)
        elaborator.scope = outside
        return rests

    def _offer(self, offers: list[tree.Offer]) -> None:
        elaborator = self._elaborator
        if self._decider:
            self._rest(choice(offers, elaborator))
            return
        elaborator.wrong("HG514", "nobody decides here", offers[0].span, help="say who: as p { place stone on empty }")
        self._rest(program.Point(()))

    def _statement(self, statement: tree.Statement) -> bool:
        elaborator = self._elaborator
        match statement:
            case tree.Together() if decides(statement):
                self._together(statement)
                return True
            case tree.Acting():
                return self._acting(statement)
            case tree.Branch() if decides(statement):
                return self._branch(statement)
            case tree.Repeat(tree.Binary(least, tree.Operator(".."), most), None) if decides(statement):
                return self._up_to(statement, elaborator.fixed(least, int, "`repeat`"), most)
            case tree.Repeat() if decides(statement):
                return self._repeat(statement)
            case tree.Each() if decides(statement):
                return self._each(statement, statement.binders)
            case tree.Then():
                if len(self.points) == self._before:
                    elaborator.wrong("HG505", "`then` has nothing before it", statement.span)
            case tree.Let():
                self._let(statement)
            case tree.Chance():
                self._chance(statement)
            case tree.UpTo():
                return self._up_to(statement, 1, statement.times)
            case tree.Persist():
                self._persist(statement)
            case tree.Branch() | tree.Repeat() | tree.Each() | tree.Offer() | tree.Together():
                self._do(*effect(statement, elaborator, deciding=False))
            case tree.Doing() | tree.Perform():
                self._do(*effect(statement, elaborator, deciding=False))
            case _:
                assert_never(statement)
        return False

    def _let(self, statement: tree.Let) -> None:
        elaborator = self._elaborator
        value, keeping = keep(statement, elaborator)
        self._do(*keeping)
        self._kept.extend(each.variable for each in keeping)
        elaborator.scope = elaborator.scope.new_child({statement.name.id: value})

    def _slot(self, name: str, start: int = 0) -> ir.Variable:
        return self._elaborator.declared.slot(name, start, ())

    def _chance(self, statement: tree.Chance) -> None:
        elaborator, name = self._elaborator, statement.name.id
        domain = elaborator.as_cells(elaborator.evaluate(statement.domain))
        meaning: Value = WRONG
        if isinstance(domain, Code) and domain.type is CELLS:
            meaning = self._chance_among(statement, elaborator.cell_set(domain))
        elif found := chance.drawn(statement.domain, domain, elaborator):
            self._kept.append(slot := self._slot(name))
            self._range.least[slot.number] = min(map(elaborator.integer, found))
            self._rest(chance.point_of(name, slot, found, elaborator, statement.span))
            meaning = Code(type_of(found[0]), slot)
        elaborator.scope = elaborator.scope.new_child({name: meaning})

    def _chance_among(self, statement: tree.Chance, cells: ir.CellSet) -> Value:
        """Chance draws a cell of a set that play decides; none where the set is empty."""
        elaborator, slot = self._elaborator, self._slot(statement.name.id)
        elaborator.declared.perhaps_none.add(slot.number)
        self._kept.append(slot)
        self._do(deeds.SetVariable(slot, none_of(CELL, elaborator), None))
        drawn, every = self._test(ir.AtLeast(cells, 1)), elaborator.board.cells
        self._rest(chance.point_of(statement.name.id, slot, every, elaborator, statement.span, cells))
        self._land(drawn)
        return Code(CELL, slot)

    def _together(self, statement: tree.Together) -> None:
        elaborator = self._elaborator
        offers = [each for each in statement.block.statements if isinstance(each, tree.Offer)]
        picks = [offer for offer in offers if isinstance(offer.decision, tree.Pick) and not offer.word]
        if len(statement.block.statements) != 1 or len(picks) != 1 or picks[0].decision.effect:
            elaborator.wrong("HG512", "`together` holds one `pick`, made by all at once", statement.span,
                             help="such as: together { pick 2 from hand into bid }")  # fmt: skip
            return
        if any(picks[0].decision.filters.parts()):
            elaborator.wrong("HG512", "a `pick` inside `together` cannot have conditions", picks[0].span,
                             help="write: if … { together { … } }")  # fmt: skip
        with elaborator.speaking(elaborator.owned()):
            point = choice(picks, elaborator)
        self._rest(program.Point(point.tiers, point.never, program.TOGETHER))

    def _acting(self, statement: tree.Acting) -> bool:
        elaborator, outside = self._elaborator, self._decider
        if outside == "turn":
            elaborator.wrong("HG512", "in a turn only the player to move decides", statement.span,
                             help="write a `round` where others decide too")  # fmt: skip
        elif outside:
            elaborator.wrong("HG512", "an `as` inside another: two players cannot both decide", statement.span,
                             help="end the first block before the second begins")  # fmt: skip
        player = elaborator.typed(statement.player, PLAYER, "`as`")
        if player is not WRONG and somebody(player, statement.player, "`as`", elaborator) is not WRONG:
            self._do(deeds.SetMover(player))
        self._decider = "as"
        with elaborator.speaking(elaborator.owned()):
            rests = self._block(statement.block)
        self._decider = outside
        return rests

    def _persist(self, statement: tree.Persist) -> None:
        again = self._here()
        number = len(self.points)
        possible = self._emit(program.Possible(number, -1))
        self._block(statement.block)
        self._emit(program.Jump(again))
        self._land(possible)
        if not self._begins_with(number, possible + 1, statement):
            return
        for decision in (decision for tier in self.points[number].tiers for decision in tier):
            if decision.what == program.Pass() and decision.is_free:
                self._elaborator.wrong("HG512", "a pass is always possible, so this would never end", decision.span,
                                       help="let it end: may pass where not done { set done = yes }")  # fmt: skip

    def _up_to(self, statement: tree.Repeat | tree.UpTo, least: int | Wrong, most: tree.Expression) -> bool:
        """A loop that the player may leave where it begins anew, once its block has run `least` times. It also ends
        where nothing else is possible."""
        limit = self._elaborator.typed(most, NUMBER, "`repeat`")
        if least is WRONG or limit is WRONG:
            least, limit = 1, ir.Constant((1,))
        self._check_limit(least, limit, most)
        sure, bound = self._range.at_least(limit) >= 1, max(1, self._range.at_most(limit))
        made, is_reset = self._slot("made"), len(self._instructions) == self._start
        self._kept.append(made)
        if not isinstance(limit, ir.Constant):
            self._do(deeds.SetVariable(kept := self._slot("limit"), limit, None))
            self._kept.append(limit := kept)
        if not is_reset:
            self._do(deeds.SetVariable(made, NOTHING_KEPT, None))
        leaving = [] if sure else [self._test(ir.Operation(">", (limit, _FIRST)))]
        again, number = self._here(), len(self.points)
        with self._elaborator.looping(most.span):
            self._block(statement.block)
        self._do(deeds.SetVariable(made, ir.Operation("+", (made, ir.Constant((1,)))), None))
        leaving.append(self._test(ir.Operation("<", (made, limit))))
        early = [self._test(ir.Operation(">=", (made, ir.Constant((least,)))))] if least > 1 else []
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

    def _check_limit(self, least: int, limit: ir.Expression, most: tree.Expression) -> None:
        """Report a number of times that is too small or too large."""
        values = limit.values if isinstance(limit, ir.Constant) else (max(least, 1),)
        if min(values) < max(least, 1):
            self._elaborator.wrong("HG304", f"this repeats at most {min(values)} times", most.span,
                                   expected=f"{max(least, 1)} or more")  # fmt: skip
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

    def _branch(self, statement: tree.Branch) -> bool:
        condition = self._truth(statement.test)
        test = self._test(condition)
        then, other = self._block(statement.block), False
        if statement.other is None:
            self._land(test)
        else:
            over = self._emit(program.Jump(-1))
            self._land(test)
            other = self._block(statement.other)
            self._land(over)
        known = set(condition.values) if isinstance(condition, ir.Constant) else {0, 1}
        return (then or 1 not in known) and (other or 0 not in known)

    def _truth(self, node: tree.Expression) -> ir.Expression:
        condition = self._elaborator.typed(node, TRUTH)
        return ir.Constant((0,)) if condition is WRONG else condition

    def _repeat(self, statement: tree.Repeat) -> bool:
        times = self._elaborator.typed(statement.times, NUMBER, "`repeat`")
        known = times.values if isinstance(times, ir.Constant) else (0,)
        if max(known) > operations.LONGEST:
            what = f"this repeats more than {operations.LONGEST:,} times"
            self._elaborator.wrong("HG304", what, statement.times.span)
        left = self._slot("times")
        self._do(deeds.SetVariable(left, times if times is not WRONG else _FIRST, None))
        again = self._here()
        goes_on = (ir.Operation(">", (left, _FIRST)), *([self._truth(statement.test)] if statement.test else []))
        done = self._test(ir.Operation("and", goes_on) if statement.test else goes_on[0])
        with self._elaborator.looping(statement.times.span):
            rests = self._block(statement.block)
        self._do(deeds.SetVariable(left, ir.Operation("-", (left, ir.Constant((1,)))), None))
        self._emit(program.Jump(again, 1 if times is WRONG else max(1, self._range.at_most(times))))
        self._land(done)
        self._do(deeds.SetVariable(left, NOTHING_KEPT, None))
        return times is WRONG or (rests and self._range.at_least(times) > 0 and statement.test is None)

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
        domain = elaborator.as_cells(elaborator.evaluate(first.domain))
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
        if kind == GROUPS:
            elaborator.wrong("HG512", "a loop over groups cannot contain a decision: it may change them",
                             first.domain.span)  # fmt: skip
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
        at = elaborator.declared.slot(binder.name.id, -1, shown)
        value: ir.Expression = at if runs else ir.Lookup(values, at)
        if runs:
            self._range.least[at.number] = first
        self._do(deeds.SetVariable(at, ir.Constant((first,)), None))
        again = self._here()
        done = self._test(ir.Operation("<=", (at, ir.Constant((last,)))))
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
        self._emit(program.Jump(again, max(1, len(elements))))
        self._land(done)
        self._do(deeds.SetVariable(at, ir.Constant((-1,)), None))
        return rests and bool(elements) and among is None

    def _over_span(
        self, statement: tree.Each, binder: tree.Binder, rest: tuple[tree.Binder, ...], span: elements.Span
    ) -> bool:
        """Emit a loop over a range whose ends are those that it has as the loop begins."""
        elaborator, known = self._elaborator, self._elaborator.extremes
        low, high = known.at_least(span.first), known.at_most(span.last)
        shown = tuple((number, str(number)) for number in range(low, high + 1))
        at, last = elaborator.declared.slot(binder.name.id, -1, shown), self._slot("last")
        self._range.least[at.number] = low
        self._do(deeds.SetVariable(at, span.first, None), deeds.SetVariable(last, span.last, None))
        again = self._here()
        done = self._test(ir.Operation("<=", (at, last)))
        with elaborator.looping(binder.domain.span), elaborator.binding(binder.name, Code(NUMBER, at)):
            rests = self._each(statement, rest)
        self._do(deeds.SetVariable(at, ir.Operation("+", (at, ir.Constant((1,)))), None))
        self._emit(program.Jump(again, max(1, span.most)))
        self._land(done)
        self._do(deeds.SetVariable(at, ir.Constant((-1,)), None), deeds.SetVariable(last, NOTHING_KEPT, None))
        return rests and known.at_most(span.first) <= known.at_least(span.last)
