"""Mismatches of types: what a place needs, what stands there, and what may have been meant.

A suggestion is shown only where the rewritten expression has the type that is needed.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from ..diagnostics.diagnostic import Advice
from ..source.layout.format import format_expression
from ..source.syntax import tree
from .hints import other_sign
from .operations import operand_types
from .types import CELL, CELLS, EDGE, GROUPS, LIST, NOBODY, NUMBER, NUMBERS, PLAYER, SELECTION, TRUTH, Type, mismatched

Rewrite = Callable[[tree.Expression], tree.Expression]
Fits = Callable[[tree.Expression, Type], bool]
"""Whether an expression is right, and of a type."""


def advice(node: tree.Expression, found: Type, wanted: Type, fits: Fits) -> Advice:
    """The first rewritten expression that has the wanted type, as a help line; nothing where none does."""
    for rewrite in _REWRITES.get((found, wanted), ()):
        suggested = rewrite(node)
        if fits(suggested, wanted):
            return {"help": f"did you mean `{format_expression(suggested)}`?"}
    return {}


def operands(node: tree.Binary | tree.Unary, found: Sequence[Type], fits: Fits) -> tuple[str, Advice]:
    """The message for operands that an operator does not take, and what may have been meant."""
    symbol = node.operator.symbol
    sign = other_sign(node, found)
    if symbol in ("==", "!="):
        return _compared_in_vain(node, found, sign, fits)
    if isinstance(node, tree.Unary):
        wanted = TRUTH if symbol == "not" else NUMBER
        return mismatched(f"`{symbol}`", wanted, found[0]), sign or advice(node.value, found[0], wanted, fits)
    pair = max(operand_types(symbol), key=lambda pair: sum(map(operator.is_, pair, found)))
    wrong = [place for place in (0, 1) if pair[place] is not found[place]]
    place = wrong[0] if wrong else 0
    help_line = sign or advice((node.left, node.right)[place], found[place], pair[place], fits)
    if len(wrong) == 1:
        return f"`{symbol}` needs {pair[place]} on its {('left', 'right')[place]}; this is {found[place]}", help_line
    needs = f"{pair[0].plural} on both sides" if pair[0] is pair[1] else f"{pair[0]} and {pair[1]}"
    are = f"two {found[0].plural}" if found[0] is found[1] else f"{found[0]} and {found[1]}"
    return f"`{symbol}` needs {needs}; these are {are}", help_line


def _compared_in_vain(
    node: tree.Binary | tree.Unary, found: Sequence[Type], sign: Advice, fits: Fits
) -> tuple[str, Advice]:
    """The message for values that `==` and `!=` do not compare, and the comparison that may have been meant."""
    one, other = found[0], found[-1]
    message = f"{one.plural} cannot be compared" if one is other else f"{one} cannot be compared with {other}"
    if sign or not isinstance(node, tree.Binary):
        return message, sign
    for suggested in _comparisons(node, one, other):
        if fits(suggested, TRUTH):
            return message, {"help": f"did you mean `{format_expression(suggested)}`?"}
    return message, {}


def _comparisons(node: tree.Binary, one: Type, other: Type) -> Iterator[tree.Expression]:
    """Comparisons that are like a wrong one: of other types, or with `in`."""
    left, sign, right, span = node.left, node.operator, node.right, node.span
    if CELL in (one, other):
        cell, cells = (left, right) if one is CELL else (right, left)
        held = tree.Binary(cell, tree.Operator("in", span=span), cells, span=span)
        yield held if sign.symbol == "==" else tree.Unary(tree.Operator("not", span=span), held, span=span)
    if right == tree.Braces((), span=span):
        yield tree.Binary(_call("count", left), sign, tree.Number(0, span=span), span=span)
    for rewrite in _REWRITES.get((one, other), ()):
        yield tree.Binary(rewrite(left), sign, right, span=span)
    for rewrite in _REWRITES.get((other, one), ()):
        yield tree.Binary(left, sign, rewrite(right), span=span)


def _call(function: str, node: tree.Expression) -> tree.Expression:
    return tree.Call(tree.Name(function, span=node.span), (node,), span=node.span)


def called_set(node: tree.Call, fits: Fits) -> Advice:
    """The help for a set that is called like a function; nothing where its argument is not a cell."""
    if len(node.plain) == 1:
        held = tree.Binary(node.plain[0], tree.Operator("in", span=node.span), node.function, span=node.span)
        if fits(held, TRUTH):
            return {"help": f"did you mean `{format_expression(held)}`?"}
    return {}


def _compared(symbol: str, right: str | int, node: tree.Expression) -> tree.Expression:
    span = node.span
    other = tree.Number(right, span=span) if isinstance(right, int) else tree.Name(right, span=span)
    return tree.Binary(node, tree.Operator(symbol, span=span), other, span=span)


def _counted(node: tree.Expression) -> tree.Expression:
    return _compared(">", 0, _call("count", node))


def _in_braces(node: tree.Expression) -> tree.Expression:
    return tree.Braces((node,), span=node.span)


def _in_brackets(node: tree.Expression) -> tree.Expression:
    return tree.Series((node,), span=node.span)


def _opened(node: tree.Expression) -> tree.Expression:
    """What stands in the braces or brackets of one thing."""
    return node.items[0] if isinstance(node, tree.Braces | tree.Series) and len(node.items) == 1 else node


def _as_number(node: tree.Expression) -> tree.Expression:
    span = node.span
    return tree.Conditional(node, tree.Number(1, span=span), tree.Number(0, span=span), span=span)


_REWRITES: Mapping[tuple[Type, Type], tuple[Rewrite, ...]] = {
    (CELLS, TRUTH): (_counted,),
    (PLAYER, TRUTH): (_counted,),
    (NOBODY, TRUTH): (_counted,),
    (NUMBERS, TRUTH): (_counted,),
    (NUMBER, TRUTH): (partial(_compared, ">", 0),),
    (CELL, TRUTH): (partial(_compared, "in", "own"),),
    (CELLS, NUMBER): (partial(_call, "count"),),
    (PLAYER, NUMBER): (partial(_call, "count"),),
    (NUMBERS, NUMBER): (partial(_call, "count"),),
    (LIST, NUMBER): (_opened, partial(_call, "count")),
    (SELECTION, NUMBER): (partial(_call, "count"),),
    (TRUTH, NUMBER): (_as_number,),
    (CELL, CELLS): (_in_braces,),
    (LIST, CELLS): (_opened,),
    (CELLS, CELL): (_opened,),
    (NUMBER, NUMBERS): (_in_braces,),
    (CELLS, LIST): (_in_brackets,),
    (EDGE, LIST): (_in_brackets,),
    (GROUPS, CELLS): (lambda node: node.plain[0] if isinstance(node, tree.Call) and node.plain else node,),
}
"""What may have been meant, by the type found and the type wanted; tried from the first."""
