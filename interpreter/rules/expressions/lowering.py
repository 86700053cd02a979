"""Operations that play decides: operators, conditions and look-ups turned into `ir`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...diagnostics.diagnostic import listed
from ...source.syntax import tree
from ...values.hints import IN_BRACES, attribute_hint, other_sign
from ...values.operations import operand_types
from ...values.values import WRONG, Cells, Fault, Function, Known, Relation, Value, type_of
from .. import ir
from .players import of_player
from .types import (
    CELL,
    CELLS,
    GROUPS,
    LARGEST_CARD,
    NUMBER,
    NUMBERS,
    PLAYER,
    SCALARS,
    SELECTION,
    TRUTH,
    Code,
    as_numbers,
    is_positive,
    mask_of,
    type_in_words,
)

if TYPE_CHECKING:
    from .elaborate import Elaborator

_RESULT = dict.fromkeys(("+", "-", "*", "/", "mod"), NUMBER) | dict.fromkeys("&|", CELLS)
_ALL_NUMBERS = ir.Constant((-1,))


def lower(elaborator: Elaborator, node: tree.Expression, arguments: tuple[Value, ...]) -> Value:
    """The value of an operation that play decides."""
    match node:
        case tree.Binary():
            return _binary(elaborator, node, *arguments)
        case tree.Unary():
            wanted = TRUTH if node.operator.symbol == "not" else NUMBER
            return _operation(elaborator, node, node.operator.symbol, arguments, [(wanted,)], wanted)
        case tree.Conditional():
            return _choice(elaborator, node, *arguments)
        case tree.Attribute() if type_in_words(arguments[0]) == CELL and node.name.id in ("q", "r"):
            return Code(NUMBER, ir.Axis("qr".index(node.name.id), elaborator.code(arguments[0])))
        case tree.Attribute() if type_in_words(arguments[0]) == PLAYER:
            return of_player(node, arguments[0], elaborator)
        case tree.Attribute():
            kind = type_in_words(arguments[0])
            return elaborator.wrong("HG208", f"{kind} has no `.{node.name.id}`", node.name.span,
                                    help=attribute_hint(kind, node.name.id))  # fmt: skip
        case tree.Braces():
            return _braces(elaborator, node, arguments)
        case tree.Call():
            return _look_up(elaborator, node, arguments[0])
        case tree.Gathered():
            return _gathered(elaborator, node, arguments)
        case _:
            return elaborator.wrong("HG303", "this is not fixed before play begins", node.span)


def _binary(elaborator: Elaborator, node: tree.Binary, left: Value, right: Value) -> Value:
    symbol = node.operator.symbol
    if NUMBERS in (type_in_words(left), type_in_words(right)) or (symbol == "in" and type_in_words(left) == NUMBER):
        left, right = as_numbers(left), as_numbers(right)
    types = (type_in_words(left), type_in_words(right))
    if symbol == "in" and types == (CELL, CELLS):
        return Code(TRUTH, ir.Member(elaborator.code(left), elaborator.code(right)))
    if symbol == "in" and types == (NUMBER, NUMBERS):
        return Code(TRUTH, ir.Has(elaborator.code(left), elaborator.code(right)))
    symbol = "-" if symbol == "without" else symbol
    if symbol in ("&", "|", "-") and types == (CELLS, CELLS):
        return Code(CELLS, ir.combined(symbol, elaborator.code(left), elaborator.code(right)))
    if symbol in ("&", "|", "-") and types == (NUMBERS, NUMBERS):
        one, other = elaborator.code(left), elaborator.code(right)
        if symbol == "-":
            symbol, other = "&", ir.Operation("^", (other, _ALL_NUMBERS))
        return Code(NUMBERS, ir.Operation(symbol, (one, other)))
    if symbol in ("==", "!="):
        kinds = [(kind, kind) for kind in (*SCALARS, NUMBERS)]
        return _operation(elaborator, node, symbol, (left, right), kinds, TRUTH)
    allowed = [pair for pair in operand_types(symbol) if set(pair) <= {NUMBER, TRUTH}]
    return _operation(elaborator, node, symbol, (left, right), allowed, _RESULT.get(symbol, TRUTH))


def _operation(
    elaborator: Elaborator,
    node: tree.Expression,
    symbol: str,
    operands: tuple[Value, ...],
    allowed: list[Any],
    result: str,
) -> Value:
    types = tuple(map(type_in_words, operands))
    if types not in allowed:
        message = f"`{symbol}` does not take {listed(types, 'and')}"
        alike = symbol in ("==", "!=")
        expected = "two values of one type" if alike else listed(map(_in_words, allowed))
        return elaborator.wrong("HG302", message, node.span, **(other_sign(node, types) or {"expected": expected}))
    if symbol in ("/", "mod") and not is_positive(operands[1]):
        return elaborator.wrong("HG303", f"`{symbol}` divides by a positive number fixed before play", node.span)
    return Code(result, ir.Operation(symbol, tuple(map(elaborator.code, operands))))


def _in_words(types: tuple[str, ...]) -> str:
    """What an operator takes."""
    return f"{types[0]} on both sides" if len(types) == 2 and len(set(types)) == 1 else " and ".join(types)


def _choice(elaborator: Elaborator, node: tree.Conditional, test: Value, then: Value, other: Value) -> Value:
    if type_in_words(test) != TRUTH:
        return elaborator.wrong("HG302", f"a condition is yes or no, not {type_in_words(test)}", node.test.span)
    if NUMBERS in (type_in_words(then), type_in_words(other)):
        then, other = as_numbers(then), as_numbers(other)
    kinds = type_in_words(then), type_in_words(other)
    if kinds[0] != kinds[1] or kinds[0] not in (*SCALARS, NUMBERS):
        return elaborator.wrong("HG302", f"one branch is {kinds[0]}, the other {kinds[1]}", node.span)
    return Code(kinds[0], ir.Choice(*map(elaborator.code, (test, then, other))))


def _braces(elaborator: Elaborator, node: tree.Braces, items: tuple[Value, ...]) -> Value:
    if set(map(type_in_words, items)) == {NUMBER}:
        bits = tuple(_bit(elaborator.code(item)) for item in items)
        return Code(NUMBERS, bits[0] if len(bits) == 1 else ir.Operation("|", bits))
    for item, part in zip(items, node.items, strict=True):
        if type_in_words(item) != CELL:
            kind = type_in_words(item)
            message = f"a set in braces holds cells or numbers, not {kind}"
            return elaborator.wrong("HG302", message, part.span, help=IN_BRACES)
    result: Any = ir.Single(elaborator.code(items[0]))
    for item in items[1:]:
        result = ir.Combined("|", result, ir.Single(elaborator.code(item)))
    return Code(CELLS, result)


def _bit(number: ir.Expression) -> ir.Expression:
    """The set of one number; empty where sets of numbers cannot hold it."""
    inside = ir.Operation("and", (ir.Operation(">=", (number, ir.Constant((0,)))),
                                  ir.Operation("<=", (number, ir.Constant((LARGEST_CARD,))))))  # fmt: skip
    one = ir.Lookup(tuple(1 << each for each in range(LARGEST_CARD + 1)), number)
    return ir.Choice(inside, one, ir.Constant((0,)))


def _gathered(elaborator: Elaborator, node: tree.Gathered, arguments: tuple[Value, ...]) -> Value:
    """A selection of known elements, or the cells of a set of the position that pass a test."""
    kinds = set(map(type_in_words, arguments))
    if kinds == {CELLS}:
        return _filtered(elaborator, node, arguments[0])
    if kinds <= {TRUTH}:
        return Code(SELECTION, tuple(map(elaborator.code, arguments)), lambda: _selected(elaborator, node))
    if kinds & {GROUPS, NUMBERS}:
        return elaborator.wrong("HG303", f"nothing is gathered from {listed(sorted(kinds), 'and')}", node.domain.span)
    return elaborator.wrong("HG303", "this is not fixed before play begins", node.span)


def _selected(elaborator: Elaborator, node: tree.Gathered) -> Value:
    domain = elaborator.as_cells(elaborator.evaluate(node.domain))
    if type_in_words(domain) != CELLS:
        return elaborator.wrong("HG303", "what play selects from a list can only be counted", node.span)
    return _filtered(elaborator, node, domain)


def _filtered(elaborator: Elaborator, node: tree.Gathered, domain: Value) -> Value:
    if not isinstance(node.element, tree.Name) or node.element.id != node.name.id:
        return elaborator.wrong("HG303", "from a set that play decides, the cells themselves are gathered",
                                node.element.span, expected=f"`{node.name.id}`")  # fmt: skip
    with elaborator.binding_cell(node.name) as variable:
        test = elaborator.typed(node.where, TRUTH) if node.where else ir.Constant((1,))
    return WRONG if test is WRONG else Code(CELLS, ir.Filtered(variable, elaborator.code(domain), test))


def _look_up(elaborator: Elaborator, node: tree.Call, cell: Value) -> Value:
    """A relation or a label for a cell that play decides."""
    meaning = elaborator.scope[node.function.id]
    if isinstance(meaning, Function):
        return elaborator.wrong("HG303", f"`{meaning.name}` takes what is known before play begins", node.span)
    table = meaning.of(0) if isinstance(meaning, Known) else None
    if isinstance(table, Relation):
        return related(elaborator, node, table, cell)
    if type_in_words(cell) != CELL or table is None:
        return elaborator.wrong("HG302", f"this is {type_in_words(cell)}", node.plain[0].span, expected=CELL)
    values = [table.values[place] for place in elaborator.board.cells]
    masks = [mask_of(value) for value in values]
    if None not in masks:
        return Code(NUMBERS, ir.Lookup(tuple(masks), elaborator.code(cell)))  # type: ignore[arg-type]
    kinds = {type_of(value) for value in values}
    if len(kinds) > 1 or not kinds <= set(SCALARS):
        return elaborator.wrong("HG302", f"this label holds {listed(sorted(kinds), 'and')}", node.span,
                                expected="one type: numbers, lists of them, cells, players, yes and no")  # fmt: skip
    return Code(kinds.pop(), ir.Lookup(tuple(map(elaborator.integer, values)), elaborator.code(cell)))


def related(elaborator: Elaborator, node: tree.Call, table: Relation, cell: Value) -> Value:
    """The cells that a relation gives for a cell that play decides."""
    if type_in_words(cell) != CELL:
        return elaborator.wrong("HG302", f"this is {type_in_words(cell)}", node.plain[0].span, expected=CELL)
    rows = relation_rows(elaborator, node, table)
    return WRONG if rows is WRONG else Code(CELLS, ir.Row(rows, elaborator.code(cell)))


def relation_rows(elaborator: Elaborator, node: tree.Call, table: Relation) -> Any:
    """For each cell, the numbers of the cells that a relation gives."""
    board, known = elaborator.board, elaborator.rows
    try:
        if table not in known:
            elaborator.count(2 * len(board.cells))
            known[table] = tuple(board.ids(table.rows.get(place, Cells(()))) for place in board.cells)
    except Fault as fault:
        return elaborator.wrong(fault.code, fault.message, node.span, help=fault.help)
    return known[table]
