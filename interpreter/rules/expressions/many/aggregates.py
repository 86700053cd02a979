"""What one number says about many that play decides: sums, counts, the largest and the smallest."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from ....source.syntax import tree
from ....values.elements import Chosen
from ....values.operations import NOTHING
from ....values.types import CELLS, GROUPS, NUMBER, NUMBERS, PIECE, PILE, RANGE, TRUTH
from ....values.values import WRONG, Code, Value, Worth, Wrong
from ... import elements, ir
from ..base import RuleEvaluator
from ..types import LARGEST_CARD, as_numbers

ALWAYS, NONE, ONE = ir.Constant((1,)), ir.Constant((0,)), ir.Constant((1,))


def of_elements(elaborator: RuleEvaluator, node: tree.Aggregate, domain: Worth, nothing: Worth) -> Value:
    """The value of an aggregate whose elements play decides."""
    name, least = node.function.id, elaborator.expression(nothing)
    among = elements_of(elaborator, node.binders[0].domain, domain, f"`{name}`")
    if among is WRONG:
        return WRONG
    with naming(elaborator, node.binders[0].name, among) as variable:
        test = elaborator.typed(node.where, TRUTH, "`where`") if node.where else ALWAYS
        value: ir.Expression | Wrong = ONE
        if name == "count":
            value = ONE if elaborator.evaluate(node.element) is not WRONG else WRONG
        else:
            value = elaborator.typed(node.element, NUMBER, f"`{name}`")
    if test is WRONG or value is WRONG:
        return WRONG
    if name == "count" and isinstance(among, ir.CellSet) and isinstance(variable, ir.Bound) and least == NONE:
        return Code(NUMBER, ir.Count(among if test == ALWAYS else ir.Filtered(variable, among, test)))
    kind = "sum" if name == "count" else name
    return _code(elaborator, elements.Aggregate(kind, variable, among, test, value, least))


def elements_of(elaborator: RuleEvaluator, node: tree.Expression, domain: Worth, asks: str) -> ir.Among | Wrong:
    """What an aggregate runs over in play; WRONG, and reported, where a value has no elements."""
    match domain.type:
        case t if t is CELLS:
            return elaborator.cell_set(domain)
        case t if t is GROUPS and isinstance(domain, Code) and isinstance(domain.ir, ir.CellSet):
            return elements.Groups(domain.ir)
        case t if t is RANGE and isinstance(domain, Code) and isinstance(domain.ir, elements.Span):
            return domain.ir
        case t if t is PILE and isinstance(domain, Code) and isinstance(domain.ir, elements.Pile):
            return domain.ir
        case _:
            numbers = as_numbers(domain)
            if numbers.type is NUMBERS:
                return elements.Numbers(elaborator.expression(numbers))
            return elaborator.mismatch(node, domain.type, "a set, a list or a range", asks)


@contextmanager
def naming(elaborator: RuleEvaluator, name: tree.Name | None, among: ir.Among) -> Iterator[ir.Bound | ir.GroupBound]:
    """A name, if there is one, stands for one element after another."""
    if isinstance(among, elements.Groups):
        group = elaborator.grouping()
        with elaborator.binding(name, Code(CELLS, group)) if name else nullcontext():
            yield group
    elif isinstance(among, ir.CellSet):
        with elaborator.binding_cell(name) as variable:
            yield variable
    elif isinstance(among, elements.Pile):
        with elaborator.binding_cell(name, PIECE) as variable:
            yield variable
    else:
        known = elaborator.extremes
        ends = (0, LARGEST_CARD) if isinstance(among, elements.Numbers) else (
            known.at_least(among.first), known.at_most(among.last))  # fmt: skip
        with elaborator.binding_cell(name, NUMBER, ends) as variable:
            yield variable


def of_chosen(elaborator: RuleEvaluator, node: tree.Aggregate, chosen: Chosen, nothing: Worth) -> Value:
    """The value of an aggregate of known elements, whose conditions or values play decides."""
    name = node.function.id
    tests = []
    for condition, _ in chosen:
        test = elaborator.as_expression(condition, node.where or node, TRUTH, "`where`")
        if test is WRONG:
            return WRONG
        tests.append(test)
    least = elaborator.expression(nothing)
    if name == "count" and least == NONE:
        return Code(NUMBER, ir.HowMany(tuple(tests)))
    numbers = tuple(ONE if name == "count" else elaborator.expression(value) for _, value in chosen)
    return _code(elaborator, elements.Several("sum" if name == "count" else name, tuple(tests), numbers, least))


def of_numbers(elaborator: RuleEvaluator, call: tree.Call, value: Worth) -> Value:
    """The value of an aggregate of the numbers in a list, a set or a range."""
    name, node, wanted = call.function.id, call.plain[0], "a list or a set of numbers"
    if isinstance(value, Code) and value.items:
        for item in value.items:
            if item.type is not NUMBER:
                return elaborator.mismatch(node, item.type, wanted, f"`{name}`")
        numbers = tuple(map(elaborator.expression, value.items))
        return _code(elaborator, elements.Several(name, (ALWAYS,) * len(numbers), numbers, _nothing(name)))
    value = as_numbers(value)
    if value.type not in (NUMBERS, RANGE):
        note = f"say which number of each: {name}(count(g) for g in {node.span.text})" if value.type is GROUPS else ""
        return elaborator.mismatch(node, value.type, wanted, f"`{name}`", note=note)
    return of_all(elaborator, call, value)


def of_all(elaborator: RuleEvaluator, call: tree.Call, value: Worth) -> Value:
    """How many groups or numbers there are, or what the numbers add up to."""
    name = call.function.id
    among = elements_of(elaborator, call.plain[0], value, f"`{name}`")
    if among is WRONG:
        return WRONG
    with naming(elaborator, None, among) as variable:
        kind, number = ("sum", ONE) if name == "count" else (name, variable)
        assert isinstance(number, ir.Expression)
        return _code(elaborator, elements.Aggregate(kind, variable, among, ALWAYS, number, _nothing(name)))


def _code(elaborator: RuleEvaluator, made: elements.Aggregate | elements.Several) -> Code:
    return Code(NUMBER, elaborator.extremes.within(made))


def _nothing(name: str) -> ir.Constant:
    return ir.Constant((NOTHING.get(name, 0),))
