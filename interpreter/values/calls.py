"""Functions of values: what operators and calls do with what their operands and arguments are found to be."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from ..source.syntax import tree
from . import mismatch, operations
from .guesses import WRITE_OUT
from .names import Bound, Frame, Plan
from .standing import Standing
from .types import CELL, CELLS
from .values import (
    LARGE,
    WRONG,
    Code,
    Definition,
    Fault,
    Found,
    Function,
    Item,
    Known,
    Label,
    Meaning,
    Nobody,
    Nothing,
    Player,
    Relation,
    Routine,
    Value,
    Worth,
    Wrong,
    bare,
    is_given,
    type_of,
    weigh,
    weight,
    worth,
)

APART = frozenset({Known, Code, Wrong, Player, Nobody})
"""What operations are not simply applied to: it differs between players, is decided in play or wrong, or may stand for
cells."""


class Calls(Standing):
    """Applies functions to values, and works calls out."""

    def combined(self, node: tree.Expression, function: Callable[..., Item], *found: Found) -> Found:
        """A function of what was found, for each player who may be `own` where that differs."""
        for each in found:
            if each.__class__ in APART:
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

    def asked(self, node: tree.Expression, answer: Callable[[], Found]) -> Plan:
        """What asks a function for the value of an expression, or to report a problem, whenever it is worked out."""
        meter = self._meter

        def work(_: Bound) -> Found:
            meter.steps += 1
            if meter.steps >= meter.stop and self._halts(node):
                return WRONG
            return answer()

        return work

    def _call(self, node: tree.Call) -> Plan:
        if isinstance(self.scope, Frame) and node.function.id in self.scope.bound:

            def anew(bound: Bound) -> Found:
                """The name may mean something else each time."""
                return self._as_meant(node)(bound)

            return anew
        return self._as_meant(node)

    def _as_meant(self, node: tree.Call) -> Plan:
        """What works out a call of what its name means here."""
        meaning = self._meaning(node.function)
        return self._called(in_one_list(node) if is_given(meaning) else node, meaning)

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
            return self._unknown(node.function, "function", node)
        if meaning is WRONG:
            return WRONG
        if isinstance(meaning, Routine):
            return self.mismatched(mismatch.no_value(node.function.id), node.function.span)
        if isinstance(meaning, Nothing) and meaning.of_each:
            return self._dotted(node, meaning)
        if isinstance(meaning, Nothing):
            return self.wrong(meaning.code, meaning.message, node.function.span, help=meaning.help)
        found = meaning.type if isinstance(meaning, Known | Code) else None
        more = mismatch.called_set(node, self._has_type)
        return self.mismatched(mismatch.not_a_function(node.function.id, found), node.function.span, **more)

    def _dotted(self, node: tree.Call, meaning: Nothing) -> Wrong:
        """What belongs to a cell is read after a dot."""
        name, (of, *more) = node.function.id, node.plain or (None,)
        if not isinstance(of, tree.Name) or more:
            return self.wrong(meaning.code, meaning.message, node.span, help=meaning.help)
        text = f"{of.id}.{name}"
        return self.wrong(meaning.code, f"`{name}` is a variable of each {meaning.of_each}", node.span,
                          help=f"write: {text}", replacement=text)  # fmt: skip

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
                if wanted and (each.__class__ in APART or type_of(each) is not wanted):
                    break
            else:
                return self.combined(node, function.apply, *found)
            values = [*map(worth, found)]
            for (parameter, argument), value in zip(given, values, strict=True):
                if parameter.type and value is not WRONG and value.type is not parameter.type:
                    reported = len(self._report)
                    self.mismatch(argument, value.type, parameter.type, f"`{function.name}`")
                    if len(node.plain) == len(names) == 2:
                        self.turn_round(node, reported)
                    return WRONG
            return bare(self.combine(node, function.apply, *values))

        return work

    def turn_round(self, node: tree.Call, reported: int) -> None:
        """Make one problem of those of a call, found after some, whose arguments are right the other way round."""
        one, other = node.plain
        turned = tree.Call(node.function, (other, one, *node.arguments[2:]), span=node.span)
        if self.mends(turned, self.evaluate, reported):
            del self._report[reported:]
            name = node.function.id
            self.mismatched(f"the arguments of `{name}` are in the wrong order", node.span,
                            help=f"write: {name}({other.span.text}, {one.span.text})")  # fmt: skip

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
            return self.wrong("HG307", "these definitions are nested too deeply to evaluate", node.span, help=WRITE_OUT)
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
