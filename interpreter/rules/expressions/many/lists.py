"""Lists that play decides: their items are known one by one, and comparing them compares these."""

from __future__ import annotations

from typing import TypeGuard

from ....source.syntax import tree
from ....values.mismatch import mixed, out_of_range
from ....values.operations import binary
from ....values.running.choosing import always
from ....values.types import CELL, CELLS, EDGE, KIND, LIST, NAME, NOBODY, NUMBER, NUMBERS, PLAYER, SCALARS, Type
from ....values.values import ABSENCE, WRONG, Cells, Code, Item, Known, Table, Value, Worth, type_of
from ... import elements, ir
from ..base import RuleEvaluator
from ..types import as_numbers

COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")


def listed(elaborator: RuleEvaluator, node: tree.Expression, items: tuple[Worth, ...]) -> Value:
    """Return a list some of whose items play decides."""
    if isinstance(node, tree.Series) and len(node.items) < len(items):
        return elaborator.too_late(node.span)  # its items have names
    for item in items:
        if item.type not in (*SCALARS, LIST, CELLS, EDGE, NOBODY):
            return elaborator.too_late(node.span)
    lists = [items_of(item) if item.type is LIST else (item,) for item in items]
    if any(found is None for found in lists):
        return elaborator.too_late(node.span)
    codes = tuple(_list_code(elaborator, item) for item in items)
    return Code(LIST, elements.Listed(codes), items=items)


def _list_code(elaborator: RuleEvaluator, value: Worth) -> ir.Expression:
    if value.type in (EDGE, NOBODY):
        return ir.Constant((0,))  # only goals ask for it, one by one
    if value.type is CELLS:
        return ir.Count(elaborator.cell_set(value))
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
    """Return an item of a list, where play decides the list or which item."""
    found = read_by(of, elaborator)
    if found is None:
        return elaborator.too_late(node.index.span)
    wanted, items = found
    if index.type is not wanted:
        return elaborator.mismatch(node.index, index.type, wanted, "an index" if wanted is NUMBER else "this list")
    if isinstance(index, Known) and len(index.values) == 1 and isinstance(of, Code):
        number = elaborator.integer(index.of(0), wanted)
        if number in items:
            return items[number]
        message = out_of_range(number, "list", "element", len(of.items))
        if of.keys:
            message = f"the list has no element `{node.index.span.text}`"
        return elaborator.wrong("HG305", message, node.span)
    return entry(elaborator, node, items, Code(wanted, elaborator.expression(index)))


def read_by(of: Worth, elaborator: RuleEvaluator) -> tuple[Type, dict[int, Worth]] | None:
    """What a list is read by, and its items by the numbers that stand for that; None where play cannot read it."""
    if isinstance(of, Code):
        if not of.keys:
            return (NUMBER, dict(enumerate(of.items))) if of.items else None
        wanted = type_of(of.keys[0])
        return wanted, {elaborator.integer(key, wanted): each for key, each in zip(of.keys, of.items, strict=True)}
    tables = [value for value in of.values if isinstance(value, Table)]
    rows: list[tuple[Item, ...]] = [table.items for table in tables]
    rows = rows or [value.items if isinstance(value, Cells) else value for value in of.values if _has_places(value)]
    if not rows or {len(row) for row in rows} == {0} or len({len(row) for row in rows}) > 1:
        return None
    items = [Known(column) for column in zip(*rows, strict=True)]
    if not tables:
        return NUMBER, dict(enumerate(items))
    keys = tables[0].keys
    if any(table.keys != keys for table in tables):
        return None
    return type_of(keys[0]), dict(zip(map(elaborator.integer, keys), items, strict=True))


def _has_places(value: Item) -> TypeGuard[tuple[Item, ...] | Cells]:
    return type(value) in (tuple, Cells)


def entry(elaborator: RuleEvaluator, node: tree.Index, items: dict[int, Worth], at: Code) -> Value:
    """The item that stands at a place which play decides; 0, no cells or `none` where none does."""
    as_sets = {number: as_numbers(item) for number, item in items.items()}
    if all(item.type is NUMBERS for item in as_sets.values()):
        items = as_sets
    types = {item.type for item in items.values()}
    kind = next(iter(types))
    if len(types) > 1 or not types <= {*SCALARS, NUMBERS, CELLS}:
        return elaborator.mismatched(mixed("a list indexed in play", types), node.span)
    place = elaborator.expression(at)
    if kind is CELLS:
        found: ir.CellSet = ir.Fixed(((),))
        for number, item in reversed(items.items()):
            found = elements.Chosen(_is_at(place, number), elaborator.cell_set(item), found)
        return Code(CELLS, found)
    nothing = elaborator.integer(ABSENCE, kind) if kind in (CELL, PLAYER, KIND, NAME) else 0
    values = {number: elaborator.expression(item) for number, item in items.items()}
    known = {number: value.values[0] for number, value in values.items()
             if isinstance(value, ir.Constant) and len(value.values) == 1}  # fmt: skip
    if len(known) == len(values) and not {CELL, PLAYER} & {kind, at.type}:
        row = tuple(known.get(number, nothing) for number in range(max(known) + 1))
        return Code(kind, elements.Entry(row, place, nothing))
    chosen: ir.Expression = ir.Constant((nothing,))
    for number, value in reversed(values.items()):
        chosen = ir.Choice(_is_at(place, number), value, chosen)
    return Code(kind, chosen)


def _is_at(place: ir.Expression, number: int) -> ir.Expression:
    return ir.Operation("==", (place, ir.Constant((number,))))


def compared(elaborator: RuleEvaluator, node: tree.Binary, left: Worth, right: Worth) -> Value:
    """Lists compare from the left: the first items that differ decide, else the longer list is greater."""
    symbol, one, other = node.operator.symbol, items_of(left), items_of(right)
    if one is None or other is None:
        return elaborator.too_late(node.span)
    longer = len(one) - len(other)
    verdict: Value = Known.always({"==": longer == 0, "!=": longer != 0, "<": longer < 0, "<=": longer <= 0,
                                   ">": longer > 0, ">=": longer >= 0}[symbol])  # fmt: skip
    for a, b in reversed(list(zip(one, other, strict=False))):
        same = part(elaborator, node, "==" if symbol != "!=" else "!=", a, b)
        if symbol in ("==", "!="):
            verdict = joined(elaborator, node, "and" if symbol == "==" else "or", same, verdict)
        else:
            beyond = part(elaborator, node, symbol[0], a, b)
            verdict = joined(elaborator, node, "or", beyond, joined(elaborator, node, "and", same, verdict))
    return verdict


def chosen(elaborator: RuleEvaluator, node: tree.Conditional, test: Worth, then: Worth, other: Worth) -> Value | None:
    """Return one list or the other, as play decides; None where they differ in length, or in the types of items."""
    one, two = items_of(then), items_of(other)
    if one is None or two is None or [item.type for item in one] != [item.type for item in two]:
        return None
    each = [elaborator.lower(node, (test, *pair)) for pair in zip(one, two, strict=True)]
    known = tuple(item for item in each if item is not WRONG)
    return listed(elaborator, node, known) if len(known) == len(each) else WRONG


def part(elaborator: RuleEvaluator, node: tree.Binary, symbol: str, left: Worth, right: Worth) -> Value:
    """Return what another operator gives for two values."""
    part = tree.Binary(node.left, tree.Operator(symbol, span=node.operator.span), node.right, span=node.span)
    return elaborator.combine(part, lambda x, y: binary(symbol, x, y), left, right)


def joined(elaborator: RuleEvaluator, node: tree.Binary, symbol: str, left: Value, right: Value) -> Value:
    """Return two conditions joined by `and` or `or`; what is known is left out."""
    if left is WRONG or right is WRONG:
        return WRONG
    decided = symbol == "or"
    for one, other in ((left, right), (right, left)):
        if always(one, decided):
            return one
        if always(one, not decided):
            return other
    return part(elaborator, node, symbol, left, right)
