"""Operations that play decides: operators, conditions and look-ups turned into `ir`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial, reduce

from ...diagnostics.diagnostic import listed
from ...source.syntax import tree
from ...values import mismatch
from ...values.cells import axes
from ...values.hints import IN_BRACES, no_attribute
from ...values.operations import LONGEST, operand_types
from ...values.types import (
    CELL,
    CELLS,
    GROUPS,
    KIND,
    LIST,
    NUMBER,
    NUMBERS,
    PIECE,
    PILE,
    PLAYER,
    RANGE,
    SCALARS,
    SELECTION,
    TRUTH,
    Type,
)
from ...values.values import (
    ABSENCE,
    WRONG,
    Cells,
    Code,
    Fault,
    Function,
    Known,
    Label,
    Relation,
    Value,
    Worth,
    Wrong,
    type_of,
)
from .. import elements, ir
from ..adjacency import beside
from ..combined import combined
from .absence import alike
from .base import RuleEvaluator
from .many import lists
from .many.aggregates import of_elements
from .many.selections import filtered
from .pieces import is_kinds
from .things import cells, kinds
from .things.discs import around
from .things.piles import item_of, of_piece
from .things.players import of_player
from .types import LARGEST_CARD, as_numbers, is_positive, mask_of

_RESULT = dict.fromkeys(("+", "-", "*", "/", "mod"), NUMBER) | dict.fromkeys("&|", CELLS)
_ALL_NUMBERS, _NONE = ir.Constant((-1,)), ir.Constant((0,))


def lower(elaborator: RuleEvaluator, node: tree.Expression, arguments: tuple[Worth, ...]) -> Value:
    """The value of an operation that play decides."""
    match node:
        case tree.Binary():
            return _binary(elaborator, node, *arguments)
        case tree.Unary():
            symbol = node.operator.symbol
            return _operation(elaborator, node, symbol, arguments, allowed := operand_types(symbol, 1), allowed[0][0])
        case tree.Conditional():
            return _choice(elaborator, node, *arguments)
        case tree.Attribute() if arguments[0].type is CELL:
            return cells.of_cell(node, arguments[0], elaborator)
        case tree.Attribute() if arguments[0].type is PLAYER:
            return of_player(node, arguments[0], elaborator)
        case tree.Attribute() if arguments[0].type is PIECE:
            return of_piece(node, arguments[0], elaborator)
        case tree.Attribute():
            is_top = arguments[0].type is PILE and node.name.id == "top"
            said = f"write: {node.of.span.text}[0]" if is_top else no_attribute(node)
            return elaborator.wrong("HG208", f"{arguments[0].type} has no `.{node.name.id}`", node.name.span, help=said)
        case tree.Series():
            return lists.listed(elaborator, node, arguments)
        case tree.Index() if arguments[0].type is PILE:
            return item_of(node, arguments[0], arguments[1], elaborator)
        case tree.Index():
            return lists.item(elaborator, node, *arguments)
        case tree.Braces():
            return _braces(elaborator, node, arguments)
        case tree.Call():
            return _look_up(elaborator, node, *arguments)
        case tree.Gathered():
            return _gathered(elaborator, node, arguments)
        case _:
            return elaborator.too_late(node.span)


def _binary(elaborator: RuleEvaluator, node: tree.Binary, left: Worth, right: Worth) -> Value:
    symbol = node.operator.symbol
    if {NUMBERS, RANGE} & {left.type, right.type} or symbol == "in":
        left, right = _as_sets(symbol, left, right)
    types = (left.type, right.type)
    symbol = "-" if symbol == "without" else symbol
    if types == (LIST, LIST) and symbol in lists.COMPARISONS:
        return lists.compared(elaborator, node, left, right)
    if symbol == "in" and left.type is KIND and is_kinds(right) and isinstance(right, Known):
        return kinds.is_among(left, right, elaborator)
    if symbol == ".." and types == (NUMBER, NUMBER):
        return _span(elaborator, node, left, right)
    if symbol == "in" and isinstance(right, Code) and isinstance(right.ir, elements.Span) and left.type is NUMBER:
        number, span = elaborator.expression(left), right.ir
        within = ir.Operation("<=", (span.first, number)), ir.Operation("<=", (number, span.last))
        return Code(TRUTH, ir.Operation("and", within))
    if symbol == "in" and left.type is NUMBER and isinstance(right, Known) and (runs := _runs(right)):
        return Code(TRUTH, _in_runs(elaborator.expression(left), runs))
    if symbol == "in" and types == (CELL, CELLS):
        return Code(TRUTH, ir.Member(elaborator.expression(left), elaborator.cell_set(right)))
    if symbol == "in" and types == (NUMBER, NUMBERS):
        return Code(TRUTH, ir.Has(elaborator.expression(left), elaborator.expression(right)))
    if symbol in ("&", "|", "-") and types == (CELLS, CELLS):
        return Code(CELLS, combined(symbol, elaborator.cell_set(left), elaborator.cell_set(right)))
    if symbol in ("&", "|", "-") and types == (NUMBERS, NUMBERS):
        one, other = elaborator.expression(left), elaborator.expression(right)
        if symbol == "-":
            symbol, other = "&", ir.Operation("^", (other, _ALL_NUMBERS))
        return Code(NUMBERS, ir.Operation(symbol, (one, other)))
    if symbol in ("==", "!=") and types == (CELLS, CELLS):
        if isinstance(node.right, tree.Name) and node.right.id == "empty":
            return elaborator.mismatched("this compares a set with the set of all empty cells", node.right.span,
                                         help=f"to ask whether a set has no cells, write `{symbol} {{}}`",
                                         replacement="{}")  # fmt: skip
        return _same_cells(elaborator, symbol, left, right)
    if symbol in ("==", "!="):
        same = [(kind, kind) for kind in (*SCALARS, NUMBERS)]
        return _operation(elaborator, node, symbol, alike(left, right, elaborator), same, TRUTH)
    allowed = [pair for pair in operand_types(symbol) if set(pair) <= {NUMBER, TRUTH}]
    return _operation(elaborator, node, symbol, (left, right), allowed, _RESULT.get(symbol, TRUTH))


def _as_sets(symbol: str, left: Worth, right: Worth) -> tuple[Worth, Worth]:
    """Two sets of numbers, or a number and a set; a range in which a number may be needs no set."""
    if symbol != "in":
        return as_numbers(left), as_numbers(right)
    is_range = isinstance(right, Code) and right.type is RANGE
    return (left, right) if is_range or left.type is not NUMBER else (left, as_numbers(right))


MOST_RUNS = 64
"""Of how many ranges numbers may consist for a comparison with each of them."""


def _runs(numbers: Known) -> list[tuple[int, int]]:
    """The ranges of which known numbers consist; none where they are no numbers, or too many ranges."""
    found = numbers.values[0]
    if any(each != found for each in numbers.values) or not isinstance(found, tuple | range):
        return []
    if isinstance(found, range):
        return [(found[0], found[-1])] if found else []
    if not all(type(each) is int for each in found):
        return []
    runs: list[tuple[int, int]] = []
    for number in sorted({each for each in found if isinstance(each, int)}):
        if runs and runs[-1][1] == number - 1:
            runs[-1] = runs[-1][0], number
        else:
            runs.append((number, number))
    return runs if len(runs) <= MOST_RUNS else []


def _in_runs(number: ir.Expression, runs: list[tuple[int, int]]) -> ir.Expression:
    """Whether a number is in one of some ranges."""
    within = [
        ir.Operation("and", (ir.Operation(">=", (number, ir.Constant((low,)))),
                             ir.Operation("<=", (number, ir.Constant((high,))))))
        for low, high in runs
    ]  # fmt: skip
    return reduce(lambda one, other: ir.Operation("or", (one, other)), within)


def _operation(
    elaborator: RuleEvaluator,
    node: tree.Binary | tree.Unary,
    symbol: str,
    operands: tuple[Worth, ...],
    allowed: Sequence[tuple[Type, ...]],
    result: Type,
) -> Value:
    types = tuple(operand.type for operand in operands)
    if types not in allowed:
        return elaborator.misplaced_operands(node, types)
    if symbol in ("/", "mod") and not is_positive(operands[1]):
        return elaborator.wrong(
            "HG303", f"`{symbol}` needs a positive number known before play on its right", node.span,
            help=f"such as: turn {symbol} 2",
        )  # fmt: skip
    made = ir.Operation(symbol, tuple(map(elaborator.expression, operands)))
    return Code(result, elaborator.extremes.within(made) if result is NUMBER else made)


def _span(elaborator: RuleEvaluator, node: tree.Binary, first: Worth, last: Worth) -> Value:
    """A range whose ends play decides: how many numbers it can have must be known."""
    begin, end, known = elaborator.expression(first), elaborator.expression(last), elaborator.extremes
    most = known.at_most(end) - known.at_least(begin) + 1
    if most > LONGEST:
        return elaborator.wrong("HG304", f"this range may have more than {LONGEST:,} numbers", node.span,
                                help="limit it: 1..smallest(turn, 100)")  # fmt: skip
    return Code(RANGE, elements.Span(begin, end, max(most, 0)))


def _as_set(elaborator: RuleEvaluator, value: Worth) -> Worth:
    """The cells of a player's pieces, or a selection, as the set that they are; all else as it is."""
    found = elaborator.as_cells(value)
    return value if found is WRONG else found


def _same_cells(elaborator: RuleEvaluator, symbol: str, left: Worth, right: Worth) -> Value:
    """Two sets are the same where neither holds a cell that the other does not."""
    one, other = elaborator.cell_set(left), elaborator.cell_set(right)
    if is_nothing(left) or is_nothing(right):
        return Code(TRUTH, ir.Operation(symbol, (ir.Count(one if is_nothing(right) else other), _NONE)))
    differ = (ir.Count(combined("-", one, other)), ir.Count(combined("-", other, one)))
    parts = tuple(ir.Operation(symbol, (count, _NONE)) for count in differ)
    return Code(TRUTH, ir.Operation("and" if symbol == "==" else "or", parts))


def is_nothing(value: Worth) -> bool:
    """Whether a value is the empty set."""
    return isinstance(value, Known) and all(isinstance(each, Cells) and not each.items for each in value.values)


def _choice(elaborator: RuleEvaluator, node: tree.Conditional, test: Worth, then: Worth, other: Worth) -> Value:
    if test.type is not TRUTH:
        return elaborator.mismatch(node.test, test.type, TRUTH, "`if`")
    if NUMBERS in (then.type, other.type):
        then, other = as_numbers(then), as_numbers(other)
    if CELLS in (then.type, other.type):
        then, other = _as_set(elaborator, then), _as_set(elaborator, other)
    if then.type is CELLS is other.type:
        decided = elaborator.expression(test)
        return Code(CELLS, elements.Chosen(decided, elaborator.cell_set(then), elaborator.cell_set(other)))
    if then.type is LIST is other.type and (chosen := lists.chosen(elaborator, node, test, then, other)):
        return chosen
    then, other = alike(then, other, elaborator)
    if then.type is other.type and then.type not in (*SCALARS, NUMBERS):
        return elaborator.mismatched(mismatch.undecided(then.type), node.span, help=mismatch.DECIDE_OUTSIDE)
    if then.type is not other.type:
        return elaborator.mismatched(
            mismatch.branches(then.type, other.type), node.span, expected="two values of one type"
        )
    return Code(then.type, ir.Choice(*map(elaborator.expression, (test, then, other))))


def _braces(elaborator: RuleEvaluator, node: tree.Braces, items: tuple[Worth, ...]) -> Value:
    if {item.type for item in items} == {NUMBER}:
        bits = tuple(_bit(elaborator.expression(item)) for item in items)
        return Code(NUMBERS, bits[0] if len(bits) == 1 else ir.Operation("|", bits))
    for item, part in zip(items, node.items, strict=True):
        if item.type is not CELL:
            return elaborator.mismatch(part, item.type, "cells or numbers", "a set in braces", note=IN_BRACES)
    singles: list[ir.CellSet] = [ir.Single(elaborator.expression(item)) for item in items]
    return Code(CELLS, reduce(partial(ir.Combined, "|"), singles))


def _bit(number: ir.Expression) -> ir.Expression:
    """The set of one number; empty where sets of numbers cannot hold it."""
    inside = ir.Operation("and", (ir.Operation(">=", (number, ir.Constant((0,)))),
                                  ir.Operation("<=", (number, ir.Constant((LARGEST_CARD,))))))  # fmt: skip
    one = ir.Lookup(tuple(1 << each for each in range(LARGEST_CARD + 1)), number)
    return ir.Choice(inside, one, ir.Constant((0,)))


def _gathered(elaborator: RuleEvaluator, node: tree.Gathered, arguments: tuple[Worth, ...]) -> Value:
    """The cells of a set of the position that pass a test, or a selection of other elements."""
    kinds = {argument.type for argument in arguments}
    if kinds == {CELLS}:
        return filtered(elaborator, node, arguments[0])
    if len(arguments) == 1 and kinds <= {GROUPS, NUMBERS, RANGE}:
        return _some_elements(elaborator, node, arguments[0])
    if kinds & {GROUPS, NUMBERS}:
        found = listed(sorted(map(str, kinds)), "and")
        return elaborator.wrong("HG303", f"`{{… for …}}` cannot gather from {found}", node.binders[0].domain.span)
    return elaborator.too_late(node.span)


def _some_elements(elaborator: RuleEvaluator, node: tree.Gathered, domain: Worth) -> Value:
    """A selection of groups or numbers: `count` is all that can be asked of it."""
    counted = tree.Aggregate(tree.Name("count", span=node.span), node.element, node.binders, node.where, None,
                             span=node.span)  # fmt: skip
    found = of_elements(elaborator, counted, domain, Known.always(0))
    if found is WRONG:
        return WRONG
    return Code(SELECTION, elaborator.expression(found), elaborator.here(lambda: _selected(elaborator, node)))


def _selected(elaborator: RuleEvaluator, node: tree.Gathered) -> Value:
    domain = elaborator.as_domain(elaborator.evaluate(node.binders[0].domain))
    if domain is WRONG or domain.type is not CELLS:
        return elaborator.wrong("HG303", "elements selected in play can only be counted", node.span,
                                help="such as: count({x for x in L where …}) > 2")  # fmt: skip
    return filtered(elaborator, node, domain)


def _look_up(elaborator: RuleEvaluator, node: tree.Call, cell: Worth, *more: Worth) -> Value:
    """A relation or a label for a cell that play decides."""
    meaning = elaborator.scope[node.function.id]
    if isinstance(meaning, Function) and meaning.name in ("disc", "ring"):
        return around(elaborator, node, meaning, cell, *more)
    if isinstance(meaning, Function):
        gathered = f"for x in {{{meaning.name}(n, …) for n in 1..5}} {{ … }}"
        if meaning.name == "cell" and len(node.plain) == 2 and elaborator.board.cells:
            asked = zip(axes(elaborator.board.cells[0]), node.plain, strict=True)
            fitting = " and ".join(f"e.{axis} == {each.span.text}" for axis, each in asked)
            gathered = f"for e in cells where {fitting} {{ … }}"
        return elaborator.wrong("HG303", f"`{meaning.name}` needs values known before play begins", node.span,
                                help=f"run over what it gives: {gathered}")  # fmt: skip
    table = meaning.of(0) if isinstance(meaning, Known) else None
    if isinstance(table, Relation):
        return related(elaborator, node, table, cell)
    if cell.type is not CELL or not isinstance(table, Label):
        return elaborator.mismatch(node.plain[0], cell.type, CELL, f"`{node.function.id}`")
    place = elaborator.expression(cell)
    values = [table.values[each] for each in elaborator.board.cells]
    masks = [mask for mask in map(mask_of, values) if mask is not None]
    if len(masks) == len(values):
        return Code(NUMBERS, ir.Lookup(tuple(masks), place))
    kinds = {type_of(value) for value in values}
    if len(kinds) > 1 or not kinds <= SCALARS:
        return elaborator.mismatched(mismatch.mixed("a label", kinds), node.span,
                                     expected="numbers, lists of them, cells, players or conditions")  # fmt: skip
    kind = kinds.pop()
    nothing = elaborator.integer(ABSENCE, kind) if kind in (CELL, PLAYER, KIND) else 0
    return Code(kind, ir.Lookup(tuple(map(elaborator.integer, values)), place, nothing))


def related(elaborator: RuleEvaluator, node: tree.Call, table: Relation, cell: Worth) -> Value:
    """The cells that a relation gives for a cell, or for any cell of a set, that play decides."""
    if cell.type not in (CELL, CELLS):
        return elaborator.mismatch(node.plain[0], cell.type, CELL, f"`{node.function.id}`")
    rows = relation_rows(elaborator, node, table)
    if rows is WRONG:
        return WRONG
    if cell.type is CELL:
        return Code(CELLS, ir.Row(rows, elaborator.expression(cell)))
    with elaborator.bound() as variable:
        return Code(CELLS, ir.Near(variable, beside(rows), elaborator.cell_set(cell)))


def relation_rows(elaborator: RuleEvaluator, node: tree.Call, table: Relation) -> tuple[tuple[int, ...], ...] | Wrong:
    """For each cell, the numbers of the cells that a relation gives."""
    board, known = elaborator.board, elaborator.rows
    try:
        if table not in known:
            elaborator.count(2 * len(board.cells))
            known[table] = board.rows_of(table)
    except Fault as fault:
        return elaborator.wrong(fault.code, fault.message, node.span, help=fault.help)
    return known[table]
