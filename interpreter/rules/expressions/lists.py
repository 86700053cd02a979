"""Lists that play decides: their items are known one by one, and comparing them compares these."""

from __future__ import annotations

from ...source.syntax import tree
from ...values.operations import binary
from ...values.running.choosing import always
from ...values.types import LIST, SCALARS
from ...values.values import WRONG, Code, Known, Value, Worth
from .. import elements, ir
from .base import RuleEvaluator

COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")


def listed(elaborator: RuleEvaluator, node: tree.Expression, items: tuple[Worth, ...]) -> Value:
    """Return a list some of whose items play decides."""
    for item in items:
        if item.type not in (*SCALARS, LIST):
            return elaborator.too_late(node.span)
    lists = [items_of(item) if item.type is LIST else (item,) for item in items]
    if any(found is None for found in lists):
        return elaborator.too_late(node.span)
    codes = tuple(_list_code(elaborator, item) for item in items)
    return Code(LIST, elements.Listed(codes), items=items)


def _list_code(elaborator: RuleEvaluator, value: Worth) -> ir.Expression:
    if value.type is not LIST:
        return elaborator.expression(value)
    return elements.Listed(tuple(_list_code(elaborator, item) for item in items_of(value) or ()))


def items_of(value: Worth) -> tuple[Worth, ...] | None:
    """What a list holds; None where it has another length for another player, or holds sets."""
    if isinstance(value, Code):
        return value.items
    rows = [each for each in value.values if type(each) is tuple]
    if len({len(row) for row in rows}) != 1:
        return None
    items = tuple(Known(column) for column in zip(*rows, strict=True))
    return items if all(item.type in (*SCALARS, LIST) for item in items) else None


def item(elaborator: RuleEvaluator, node: tree.Index, of: Worth, index: Worth) -> Value:
    """Return an item of a list that play decides."""
    if not isinstance(of, Code) or not isinstance(index, Known) or len(index.values) > 1:
        return elaborator.too_late(node.index.span)
    number = index.of(0)
    assert isinstance(number, int)
    if not 0 <= number < len(of.items):
        return elaborator.wrong("HG305", f"the list has no element {number}: its {len(of.items)} are counted from 0",
                                node.span)  # fmt: skip
    return of.items[number]


def compared(elaborator: RuleEvaluator, node: tree.Binary, left: Worth, right: Worth) -> Value:
    """Lists compare from the left: the first items that differ decide, else the longer list is greater."""
    symbol, one, other = node.operator.symbol, items_of(left), items_of(right)
    if one is None or other is None:
        return elaborator.too_late(node.span)
    longer = len(one) - len(other)
    verdict: Value = Known.always({"==": longer == 0, "!=": longer != 0, "<": longer < 0, "<=": longer <= 0,
                                   ">": longer > 0, ">=": longer >= 0}[symbol])  # fmt: skip
    for a, b in reversed(list(zip(one, other, strict=False))):
        same = _part(elaborator, node, "==" if symbol != "!=" else "!=", a, b)
        if symbol in ("==", "!="):
            verdict = _joined(elaborator, node, "and" if symbol == "==" else "or", same, verdict)
        else:
            beyond = _part(elaborator, node, symbol[0], a, b)
            verdict = _joined(elaborator, node, "or", beyond, _joined(elaborator, node, "and", same, verdict))
    return verdict


def chosen(elaborator: RuleEvaluator, node: tree.Conditional, test: Worth, then: Worth, other: Worth) -> Value | None:
    """Return one list or the other, as play decides; None where they differ in length, or in the types of items."""
    one, two = items_of(then), items_of(other)
    if one is None or two is None or [item.type for item in one] != [item.type for item in two]:
        return None
    each = [elaborator.lower(node, (test, *pair)) for pair in zip(one, two, strict=True)]
    known = tuple(item for item in each if item is not WRONG)
    return listed(elaborator, node, known) if len(known) == len(each) else WRONG


def _part(elaborator: RuleEvaluator, node: tree.Binary, symbol: str, left: Worth, right: Worth) -> Value:
    part = tree.Binary(node.left, tree.Operator(symbol, span=node.operator.span), node.right, span=node.span)
    return elaborator.combine(part, lambda x, y: binary(symbol, x, y), left, right)


def _joined(elaborator: RuleEvaluator, node: tree.Binary, symbol: str, left: Value, right: Value) -> Value:
    if left is WRONG or right is WRONG:
        return WRONG
    decided = symbol == "or"
    for one, other in ((left, right), (right, left)):
        if always(one, decided):
            return one
        if always(one, not decided):
            return other
    return _part(elaborator, node, symbol, left, right)
