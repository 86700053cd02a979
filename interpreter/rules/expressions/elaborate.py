"""Expressions of the rules: names and types checked, what is fixed worked out, the rest turned into `ir`."""

from __future__ import annotations

from collections.abc import Callable

from ...diagnostics.diagnostic import meant
from ...diagnostics.text import Span
from ...source.syntax import tree
from ...values.elements import Chosen
from ...values.evaluate import Leaf
from ...values.names import Bound, Plan
from ...values.operations import NOTHING
from ...values.types import CELL, CELLS, GROUPS, KIND, LIST, NOBODY, NUMBER, PLAYER, RANGE, SELECTION, SHAPE, TRUTH
from ...values.values import (
    WRONG,
    Cells,
    Code,
    Coordinate,
    Found,
    Item,
    Known,
    Meaning,
    Player,
    Routine,
    Undecided,
    Value,
    Worth,
    bare,
)
from .. import elements, ir, walk
from ..traits import Node
from . import lowering
from .base import RuleEvaluator
from .intervals import Interval
from .many import aggregates, selections
from .pieces import is_kinds
from .primitives import PRIMITIVES, Primitive
from .things import cells, players

MOST_PARTS = 10_000
"""Of how many operations an expression may be made, what stands in definitions counted wherever they are used."""

DEEPEST = 200
"""How deep operations may nest, what stands in definitions counted where it is used."""


MOST_PERFORMED = 1_000
"""How often effects with names may be put in place, those inside others counted wherever they are."""


LOWERING = 30
"""The steps that it takes to make code of an operation or a function, beside those of working its operands out."""


MOST_UNROLLED = 8
"""Over a longer range, questions about chains and groups are asked in a loop, not written out for each number."""


LASTING = (
    *(ir.Fixed, ir.Holding, ir.Row, ir.Single, ir.Combined, ir.Constant, ir.Counter, ir.Bound),
    *(ir.Operation, ir.Choice, ir.Count, ir.AtLeast, ir.Axis, ir.Lookup),
)
"""The nodes that are the same wherever they are made; others have numbers that depend on what was made before."""


MOST_REPEATS = 100
"""How often a board may be asked to come again."""


class Elaborator(RuleEvaluator):
    """Gives `Known` values and `Code`."""

    functions = PRIMITIVES
    _performed = 0

    def used(self, node: tree.Name | tree.Call, definition: tree.Define, arguments: tuple[Found, ...]) -> Found:
        """Return the value of a definition; if it depends on its arguments alone, it is worked out once for these."""
        value = self._worth(node, definition, arguments)
        if isinstance(value, Code):
            self.spread[definition.name.id] += walk.size(value.ir)
        return value

    def _worth(self, node: tree.Name | tree.Call, definition: tree.Define, arguments: tuple[Found, ...]) -> Found:
        if not all(isinstance(each, Code) and not (each.cells or each.items or each.chosen) for each in arguments):
            return super().used(node, definition, arguments)
        key = definition.name.id, arguments, self._sizes(arguments)
        value = self.uses.get(key)
        if value is None:
            reported = len(self._report)
            value = super().used(node, definition, arguments)
            if len(self._report) == reported and _is_lasting(value, arguments):
                self.uses[key] = value
        return value

    def _sizes(self, arguments: tuple[Found, ...]) -> tuple[Interval, ...]:
        """How large the numbers among some arguments can be: by that, what is made of them is kept within bounds."""
        numbers = (each.ir for each in arguments if isinstance(each, Code) and each.type is NUMBER)
        return tuple(self.extremes.of(each) for each in numbers if isinstance(each, ir.Expression))

    def plan(self, node: tree.Expression) -> Plan:
        """Return how an expression is worked out, and checked against the board; `WRONG` where it was reported."""
        plan, is_named = super().plan(node), isinstance(node, tree.Name | tree.Call)

        def work(bound: Bound) -> Found:
            found = plan(bound)
            if isinstance(found, Code):
                return self._as_code(node, found)
            return self._on_board(node, found) if is_named else found

        return work

    def leaf(self, node: tree.Expression) -> Leaf | None:
        """A number, or a name that stands for one: others are checked against the board."""
        leaf = super().leaf(node)
        return leaf if leaf and not leaf[0] and type(leaf[1]) is int else None

    def _as_code(self, node: tree.Expression, value: Code) -> Found:
        """What play decides, if it is not too large."""
        if isinstance(value.ir, Undecided):
            drawn = self.scope.get(value.ir.option)
            return drawn if isinstance(drawn, Code) else WRONG
        if walk.size(value.ir) > MOST_PARTS:
            return self.too_large(f"this expression has more than {MOST_PARTS:,} parts", node)
        if walk.depth(value.ir) > DEEPEST:
            return self.too_large(f"this expression is nested more than {DEEPEST} levels deep", node)
        assert isinstance(value.ir, Node)
        self.note(value.ir, head(node))
        return value

    def _on_board(self, node: tree.Expression, found: Found) -> Found:
        """Rules speak of cells alone: places off the board are refused where they are named."""
        for each in found.values if isinstance(found, Known) else (found,):
            places = each.items if isinstance(each, Cells) else (each,) if isinstance(each, Coordinate) else ()
            off = next((place for place in places if place not in self.board.places), None)
            if off is not None and self.board.cells:
                what = f"the place ({off.q}, {off.r}) is not on the board"
                return self.wrong("HG405", what, node.span)
        return found

    def combine(self, node: tree.Expression, function: Callable[..., Item], *arguments: Value) -> Value:
        """Apply a function of known values; regions, and attributes of players, count as the cells they mean."""
        if isinstance(node, tree.Binary) and node.operator.symbol in ("&", "|", "-", "without", "in"):
            arguments = self._joined_sets(node.operator.symbol, arguments)
        if isinstance(node, tree.Binary) and node.operator.symbol in ("==", "!="):
            arguments = self._compared(arguments)
        if isinstance(node, tree.Attribute) and isinstance(arguments[0], Known):
            of = arguments[0]
            if all(isinstance(each, Player) for each in of.values):
                return players.of_player(node, of, self)
            if of.type is CELL and cells.is_of_play(node.name.id, self):
                return cells.of_cell(node, of, self)
        return super().combine(node, function, *arguments)

    def _joined_sets(self, symbol: str, values: tuple[Value, ...]) -> tuple[Value, ...]:
        """Operands of sets: players and kinds stand for cells, unless all are kinds."""
        one, other = values
        if all(value is not WRONG and value.type is SHAPE for value in values):
            return values
        if symbol != "in":
            are_sets = all(value is not WRONG and value.type is LIST and is_kinds(value) for value in values)
            return values if are_sets else tuple(map(self.as_cells, values))
        return values if one is not WRONG and one.type is KIND else (one, self.as_cells(other))

    def _compared(self, values: tuple[Value, ...]) -> tuple[Value, ...]:
        """Compare with a set of cells the set that the other value stands for."""
        types = {value.type for value in values if value is not WRONG}
        is_set = bool(types & {CELLS, SELECTION}) and types <= {CELLS, SELECTION, PLAYER, NOBODY, KIND}
        return tuple(map(self.as_cells, values)) if is_set else values

    def lower(self, node: tree.Expression, arguments: tuple[Worth, ...]) -> Value:
        """Return code for an operation of which some operand is known only during play."""
        self.count(LOWERING)
        if isinstance(node, tree.Binary) and (found := self._of_selection(node, *arguments)):
            return found
        return lowering.lower(self, node, arguments)

    def _of_selection(self, node: tree.Binary, left: Worth, right: Worth) -> Value | None:
        """Return what is asked of a selection of known elements: whether it holds one, or none; None of all else."""
        symbol = node.operator.symbol
        if symbol == "in" and isinstance(right, Code) and right.type is SELECTION and right.chosen:
            return selections.belongs(self, node, left, right)
        for domain, other in ((left, right), (right, left)):
            is_selection = isinstance(domain, Code) and domain.type is SELECTION and domain.chosen
            if symbol in ("==", "!=") and is_selection and lowering.is_nothing(other):
                assert isinstance(domain, Code)
                return selections.is_empty(self, symbol, domain)
        return None

    def lower_joined(self, node: tree.Quantified, symbol: str, values: list[Worth]) -> Value:
        """Join the conditions that `some` or `every` gives for known elements, by `or` or `and`."""
        truths = [self.as_expression(value, node.body, TRUTH, f"`{node.kind}`") for value in values]
        known = tuple(truth for truth in truths if truth is not WRONG)
        return Code(TRUTH, ir.Operation(symbol, known)) if len(known) == len(values) else WRONG

    def lower_quantified(self, node: tree.Quantified, domain: Worth) -> Value:
        """Return code for `some` or `every` over what play decides: cells, groups or numbers."""
        if domain.type is GROUPS:
            return self._some_group(node, domain)
        binder = node.binders[0]
        if isinstance(domain, Code) and domain.type is SELECTION and domain.chosen:
            return selections.quantified(self, node, domain)
        among = aggregates.elements_of(self, binder.domain, domain, f"`{node.kind}`")
        if among is WRONG:
            return WRONG
        with aggregates.naming(self, binder.name, among) as variable:
            body = self.typed(node.body, TRUTH, f"`{node.kind}`")
        if body is WRONG:
            return WRONG
        assert isinstance(variable, ir.Bound)
        assert not isinstance(among, elements.Groups)
        return Code(TRUTH, ir.Quantifier(node.kind == "some", variable, among, body))

    def over_elements(self, node: tree.Running) -> Plan:
        """Plan what runs over elements; over a long range, goals are asked for in a loop if they can."""
        plan = super().over_elements(node)

        def work(bound: Bound) -> Found:
            goals, regions = dict(self.goals), dict(self.regions)
            found = plan(bound)
            if len(node.binders) > 1 or not isinstance(found, Code):
                return found
            asks = any(isinstance(part, ir.Goal) for part in walk.everything(found.ir))
            return self._in_a_loop(node, found, goals, regions) if asks else found

        return work

    def _in_a_loop(
        self,
        node: tree.Running,
        value: Code,
        goals: dict[ir.Goal, None],
        regions: dict[frozenset[int], int],
    ) -> Found:
        """Return a value that asks for goals, or the same as a loop; goals and regions are those before it."""
        domain = self.evaluate(node.binders[0].domain)
        span = domain.of(0) if isinstance(domain, Known) and len(domain.values) == 1 else None
        if self._trying or not isinstance(span, range) or len(span) <= MOST_UNROLLED:
            return value
        written_out = self.goals, self.regions
        self.goals, self.regions = goals, regions
        reported, self._trying = len(self._report), True
        ends = ir.Constant((span[0],)), ir.Constant((span[-1],))
        looped = self._looped(node, Code(RANGE, elements.Span(*ends, len(span))))
        is_right, self._trying = len(self._report) == reported and looped is not WRONG, False
        del self._report[reported:]
        if not is_right:
            self.goals, self.regions = written_out
        return bare(looped) if is_right else value

    def _looped(self, node: tree.Running, domain: Code) -> Value:
        """Return the value of what runs over a range by a loop."""
        if isinstance(node, tree.Quantified):
            return self.lower_quantified(node, domain)
        if isinstance(node, tree.Gathered):
            return self.lower(node, (domain,))
        nothing = self.evaluate(node.otherwise) if node.otherwise else Known.always(NOTHING.get(node.function.id, 0))
        return WRONG if nothing is WRONG else self.lower_aggregate(node, domain, nothing)

    def lower_selected(self, node: tree.Gathered, chosen: Chosen) -> Value:
        """Return code for a set of known elements of which play decides some."""
        return selections.selected(self, node, chosen)

    def lower_aggregate(self, node: tree.Aggregate, domain: Worth, nothing: Worth) -> Value:
        """Return code for an aggregate over what play decides."""
        if isinstance(domain, Code) and domain.type is SELECTION and domain.chosen:
            return selections.aggregated(self, node, domain, nothing)
        return aggregates.of_elements(self, node, domain, nothing)

    def lower_chosen(self, node: tree.Aggregate, chosen: Chosen, nothing: Worth) -> Value:
        """Return code for an aggregate of known elements, of which play decides something."""
        return aggregates.of_chosen(self, node, chosen, nothing)

    def _some_group(self, node: tree.Quantified, domain: Worth) -> Value:
        """`every` group has a property where not some group is without it."""
        variable = self.grouping()
        with self.binding(node.binders[0].name, Code(CELLS, variable)):
            body = self.typed(node.body, TRUTH, f"`{node.kind}`")
        if body is WRONG:
            return WRONG
        cells = self.cell_set(domain)
        if node.kind == "some":
            return self.goal(ir.SomeGroup(variable, cells, body))
        without = ir.SomeGroup(variable, cells, ir.Operation("not", (body,)))
        self.goal(without)
        return Code(TRUTH, ir.Operation("not", (without,)))

    def local_names(self, node: tree.Expression) -> list[str]:
        """The names in an expression that blocks and decisions around it have given, each once."""
        names = dict.fromkeys(each.id for each in node.below if isinstance(each, tree.Name))
        return [name for name in names if self.scope.meaning(name) and not self._outermost.meaning(name)]

    def routine(self, node: tree.Perform) -> tree.Effect | None:
        """Return the effect of the file that a statement performs; None, and reported, where it cannot."""
        name = node.function
        meaning = WRONG if name.id in self._report.doubts.unsure else self.scope.get(name.id)
        if meaning is WRONG or self._performed > MOST_PERFORMED:
            return None
        if not isinstance(meaning, Routine):
            known = {each: found.tree for each, found in self.scope.items() if isinstance(found, Routine)}
            fitting = [each for each, found in known.items() if len(found.parameters) == len(node.arguments)]
            guess = meant(name.id, fitting or known)
            guess = guess if guess["help"] else {"help": f"declare it: effect {name.id}(…) {{ … }}"}
            what = f"`{name.id}` is not an effect" if meaning else f"unknown effect `{name.id}`"
            self.wrong("HG201", what, name.span, **guess)
            return None
        self._performed += 1
        if self._performed > MOST_PERFORMED:
            what = f"named effects are expanded more than {MOST_PERFORMED:,} times"
            self.wrong("HG307", what, node.span, help="let a loop perform it: repeat N { … }, or: for x in S { … }")
            return None
        fits = self._takes(node, meaning.tree) and self._applies(node, meaning.tree)
        return meaning.tree if fits else None

    def _called(self, node: tree.Call, meaning: Meaning | None) -> Plan:
        if isinstance(meaning, Primitive):
            return self._primitive(node, meaning)
        if isinstance(meaning, Code) and isinstance(meaning.ir, ir.Repeats):
            return self.asked(node, lambda: bare(self._repeats(node)))
        return super()._called(node, meaning)

    def _repeats(self, node: tree.Call) -> Value:
        """Whether the board stands there for the n-th time."""
        if not self._right_count(node, ["times"]):
            return WRONG
        times = self.fixed(node.plain[0], int, "`repeats`")
        if times is WRONG or 2 <= times <= MOST_REPEATS:
            return WRONG if times is WRONG else Code(TRUTH, ir.Repeats(times - 1))
        what = f"`repeats` needs a number from 2 to {MOST_REPEATS}, not {times:,}"
        return self.wrong("HG304", what, node.plain[0].span,
                          help="`repeats(3)` holds once a position occurs for the third time")  # fmt: skip

    def _primitive(self, node: tree.Call, primitive: Primitive) -> Plan:
        """What works out a function of the position."""
        names, named = ([each.name for each in row] for row in (primitive.parameters, primitive.named))

        def answer() -> Found:
            if not self._right_count(node, names, named):
                return WRONG
            self.count(LOWERING)
            reported = len(self._report)
            found = bare(primitive.apply(self, node, [self.evaluate(argument) for argument in node.plain]))
            if len(self._report) > reported and len(node.plain) == len(names) == 2:
                self.turn_round(node, reported)
            return found

        return self.asked(node, answer)


def _is_lasting(value: Found, arguments: tuple[Found, ...]) -> bool:
    """Whether a definition has the same value wherever it is used with the same arguments."""
    if not isinstance(value, Code):
        return value is not WRONG
    given = {part for each in arguments if isinstance(each, Code) for part in walk.everything(each.ir)}
    parts = walk.everything(value.ir)
    return not (value.cells or value.items or value.chosen) and all(
        isinstance(part, LASTING) and (not isinstance(part, ir.Bound) or part in given) for part in parts
    )


def head(node: tree.Expression) -> Span:
    """Return the words that begin an expression: for `some` and `every`, those before the condition."""
    if isinstance(node, tree.Quantified):
        return Span(node.span.source, node.span.start, node.binders[-1].span.end)
    return node.span
