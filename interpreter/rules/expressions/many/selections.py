"""Sets of known elements, of which play decides which belong: each has its condition."""

from __future__ import annotations

from collections.abc import Iterator

from ....source.syntax import tree
from ....values.elements import Chosen
from ....values.types import CELL, CELLS, KIND, NUMBER, NUMBERS, PLAYER, SELECTION, TRUTH
from ....values.values import WRONG, Code, Known, Value, Worth, Wrong
from ... import ir
from ..base import RuleEvaluator
from ..types import LARGEST_CARD
from . import aggregates, lists


def selected(elaborator: RuleEvaluator, node: tree.Gathered, chosen: Chosen) -> Value:
    """Return a set of numbers, or of other things; cells are those of their set that pass the test."""
    if any(condition.type is not TRUTH for condition, _ in chosen):
        return elaborator.too_late(node.span)
    tests = tests_of(elaborator, chosen)
    numbers = [value.of(0) for _, value in chosen
               if isinstance(value, Known) and len(value.values) == 1 and value.type is NUMBER]  # fmt: skip
    known = [number for number in numbers if isinstance(number, int) and 0 <= number <= LARGEST_CARD]
    if chosen and len(known) == len(chosen):
        bits = tuple(ir.Choice(test, ir.Constant((1 << number,)), ir.Constant((0,)))
                     for test, number in zip(tests, known, strict=True))  # fmt: skip
        return Code(NUMBERS, ir.Operation("|", bits) if len(bits) > 1 else bits[0], chosen=tuple(chosen))
    are_cells = any(value.type is CELL for _, value in chosen)
    cells = elaborator.here(lambda: _cells(elaborator, node)) if are_cells else None
    return Code(SELECTION, ir.HowMany(tests), cells, chosen=() if are_cells else tuple(chosen))


def _cells(elaborator: RuleEvaluator, node: tree.Gathered) -> Value:
    domain = elaborator.as_domain(elaborator.evaluate(node.binders[0].domain))
    if domain is WRONG or domain.type is not CELLS:
        return elaborator.too_late(node.span)
    return filtered(elaborator, node, domain)


def filtered(elaborator: RuleEvaluator, node: tree.Gathered, domain: Worth) -> Value:
    """Return the cells of a set that pass a test."""
    name = node.binders[0].name
    if not isinstance(node.element, tree.Name) or node.element.id != name.id:
        return elaborator.wrong("HG303", "a set that play decides can gather only its own cells",
                                node.element.span, expected=f"`{name.id}`")  # fmt: skip
    test: ir.Expression | Wrong = ir.Constant((1,))
    with elaborator.binding_cell(name) as variable:
        if node.where:
            test = elaborator.typed(node.where, TRUTH, "`where`")
    return WRONG if test is WRONG else Code(CELLS, ir.Filtered(variable, elaborator.cell_set(domain), test))


def tests_of(elaborator: RuleEvaluator, chosen: Chosen | tuple[tuple[Worth, Worth], ...]) -> tuple[ir.Expression, ...]:
    """Return the conditions of some elements."""
    return tuple(elaborator.expression(condition) for condition, _ in chosen)


def how_many(elaborator: RuleEvaluator, value: Code) -> Code | None:
    """Return how many elements there are, where each of them counts once; None for other sets."""
    elements = [element for _, element in value.chosen]
    is_plain = bool(elements) and len(set(elements)) == len(elements)
    return Code(NUMBER, ir.HowMany(tests_of(elaborator, value.chosen))) if is_plain else None


def quantified(elaborator: RuleEvaluator, node: tree.Quantified, domain: Code) -> Value:
    """Return whether some or every element that belongs has a property."""
    parts: list[ir.Expression] = []
    for test, _ in _each(elaborator, node, domain):
        body = elaborator.typed(node.body, TRUTH, f"`{node.kind}`")
        if body is WRONG:
            return WRONG
        pair = ("and", (test, body)) if node.kind == "some" else ("or", (ir.Operation("not", (test,)), body))
        parts.append(ir.Operation(*pair))
    joined = ir.Operation("or" if node.kind == "some" else "and", tuple(parts))
    return Code(TRUTH, joined if len(parts) > 1 else parts[0])


def aggregated(elaborator: RuleEvaluator, node: tree.Aggregate, domain: Code, nothing: Worth) -> Value:
    """Return what the elements that belong add up to."""
    found: Chosen = []
    for test, _ in _each(elaborator, node, domain):
        where = elaborator.typed(node.where, TRUTH, "`where`") if node.where else test
        value = elaborator.evaluate(node.element)
        if where is WRONG or value is WRONG:
            return WRONG
        if node.function.id != "count" and value.type is not NUMBER:
            return elaborator.mismatch(node.element, value.type, NUMBER, f"`{node.function.id}`")
        both = ir.Operation("and", (test, where)) if node.where else test
        found.append((Code(TRUTH, both), value))
    return aggregates.of_chosen(elaborator, node, found, nothing)


def _each(
    elaborator: RuleEvaluator, node: tree.Quantified | tree.Aggregate, domain: Code
) -> Iterator[tuple[ir.Expression, Worth]]:
    """Give the condition of each element, and the element, while the name stands for it."""
    for condition, value in domain.chosen:
        with elaborator.binding(node.binders[0].name, value):
            yield elaborator.expression(condition), value


def belongs(elaborator: RuleEvaluator, node: tree.Binary, element: Worth, domain: Code) -> Value:
    """Return whether something is an element that belongs."""
    found: Value = Known.always(False)
    for condition, value in domain.chosen:
        stands_for_cells = element.type is CELL and value.type in (KIND, PLAYER)
        same = lists.part(elaborator, node, "in" if stands_for_cells else "==", element, value)
        found = lists.joined(elaborator, node, "or", lists.joined(elaborator, node, "and", same, condition), found)
    return found


def is_empty(elaborator: RuleEvaluator, symbol: str, domain: Code) -> Code:
    """Return whether no element belongs, or for `!=` whether some does."""
    number = ir.HowMany(tests_of(elaborator, domain.chosen))
    return Code(TRUTH, ir.Operation(symbol, (number, ir.Constant((0,)))))
