"""Mismatches of types: what a place needs, what stands there, and what may have been meant.

A suggestion is shown only where the rewritten expression has the type that is needed.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from ..diagnostics.diagnostic import Advice, listed
from ..source.syntax import tree
from .cells import Fault
from .hints import other_sign
from .types import (
    CELL,
    CELLS,
    EDGE,
    GROUPS,
    KIND,
    LIST,
    NAME,
    NOBODY,
    NONE,
    NUMBER,
    NUMBERS,
    PIECE,
    PILE,
    PLAYER,
    SELECTION,
    TRUTH,
    Type,
)

CODE = "HG302"
"""The code of every mismatch; all of them are worded in this file."""

TOO_LATE, DECIDED_IN_PLAY = "HG303", "this must be known before play begins"
"""The code and the usual message for a value that play decides."""

Rewrite = Callable[[tree.Expression], tree.Expression]
Fits = Callable[[tree.Expression, Type], bool]
"""Whether an expression is right, and of a type."""


class Misplaced(Fault):
    """Operands of types that an operator does not take."""

    def __init__(self, symbol: str, found: Sequence[Type], allowed: Sequence[tuple[Type, ...]]) -> None:
        super().__init__(CODE, misplaced(symbol, found, allowed))


def out_of_range(index: int, what: str, part: str, number: int) -> str:
    """What is wrong with the number of an element that a set or a list does not have."""
    if number < 2:
        held = f"has only {part} 0" if number else "is empty"
        return f"index {index} is out of range: the {what} {held}"
    return f"index {index} is out of range: the {what}'s {number} {part}s are numbered 0 to {number - 1}"


def misfit(asks: str, wanted: Type | str, found: Type | str, note: str = "") -> Fault:
    """The fault of a value of another type than its place needs; `note` is its help line."""
    return Fault(CODE, needs(asks, wanted, found), note)


# Messages


def needs(asks: str, wanted: Type | str, found: Type | str) -> str:
    """Return the message for an unfit value: "`where` needs a condition; this is a number".

    `asks` names the place; it is empty where there is no word for it.
    """
    return f"{asks} needs {wanted}; this is {found}" if asks else f"this is {found}, not {wanted}"


def misplaced(symbol: str, found: Sequence[Type], allowed: Sequence[tuple[Type, ...]]) -> str:
    """Return the message for operands of types other than those allowed together."""
    one, other = found[0], found[-1]
    if symbol in _EQUALITY:
        return f"{one.plural} cannot be compared" if one is other else f"{one} cannot be compared with {other}"
    wanted, wrong = _nearest(found, allowed)
    if len(found) == 1:
        return needs(f"`{symbol}`", wanted[0], one)
    if len(wrong) == 1:
        return f"`{symbol}` needs {wanted[wrong[0]]} on its {('left', 'right')[wrong[0]]}; this is {found[wrong[0]]}"
    both = f"{wanted[0].plural} on both sides" if wanted[0] is wanted[1] else f"{wanted[0]} and {wanted[1]}"
    are = f"two {one.plural}" if one is other else f"{one} and {other}"
    return f"`{symbol}` needs {both}; these are {are}"


def _nearest(found: Sequence[Type], allowed: Sequence[tuple[Type, ...]]) -> tuple[tuple[Type, ...], list[int]]:
    """The types allowed that differ in the fewest operands, and the operands in which they do."""
    wanted = max(allowed, key=lambda types: sum(map(operator.is_, types, found)))
    return wanted, [place for place, pair in enumerate(zip(wanted, found, strict=True)) if pair[0] is not pair[1]]


def not_called(name: str) -> str:
    """Return the message for a function that stands where a value is needed."""
    return f"`{name}` is a function: it needs its arguments in `(…)`"


def no_value(name: str) -> str:
    """Return the message for an effect that stands where a value is needed."""
    return f"`{name}` is an effect, which has no value: it is a statement of its own"


def not_a_function(name: str, found: Type | None) -> str:
    """Return the message for a call of something else; `found` is its type if it has one."""
    return f"`{name}` is {found}, not a function" if found else f"`{name}` is not a function"


def branches(then: Type, other: Type) -> str:
    """Return the message for a conditional that may have values of two types."""
    return f"`then` gives {then} and `else` {other}"


def undecided(kind: Type) -> str:
    """Return the message for a conditional that chooses in play between values of a type that play cannot choose."""
    return f"play cannot choose between two {kind.plural}"


DECIDE_OUTSIDE = "let the condition choose between whole answers: if … then f(…) else f(…)"


def mixed(what: str, kinds: Iterable[Type]) -> str:
    """Return the message for values of several types where only one type can stand."""
    return f"{what} needs values of one type; these are {listed(sorted(map(str, kinds)), 'and')}"


def without_chains(asks: str) -> str:
    """Return the message for chains that are looked for in a single group."""
    return f"{asks} needs a set of cells in which to look for chains; `group(…)` is a single chain"


# Advice


def advice(node: tree.Expression, found: Type, wanted: Type, fits: Fits, is_operand: bool = False) -> Advice:
    """The first rewritten expression that has the wanted type, as a help line; a note, or nothing, where none does.

    What stands beside an operator, `is_operand`, may need parentheses.
    """
    for rewrite in _REWRITES.get((found, wanted), ()):
        suggested = rewrite(node)
        if fits(suggested, wanted):
            return _meant(suggested, is_operand)
    note = _NOTES.get((found, wanted), "").format(node.span.text)
    return {"help": note} if note else {}


def _meant(suggested: tree.Expression, is_operand: bool = False) -> Advice:
    written = _written(suggested)
    needs_parentheses = is_operand and isinstance(suggested, tree.Conditional)
    return {"help": f"did you mean `{f'({written})' if needs_parentheses else written}`?"}


def operand_advice(
    node: tree.Binary | tree.Unary, found: Sequence[Type], allowed: Sequence[tuple[Type, ...]], fits: Fits
) -> Advice:
    """What may have been meant by operands that an operator does not take: another operator, or another operand."""
    if isinstance(node, tree.Unary) and node.operator.symbol == "not" and _names_a_player(node.value):
        other = _compared_with_own("!=", node.value)
        if found[0] is PLAYER and fits(other, TRUTH):
            return _meant(other)
    if sign := other_sign(node, found):
        return sign
    if isinstance(node, tree.Binary) and tree.Name("repeats", span=node.span) in (node.left, node.right):
        return {"help": "`repeats` holds as soon as a board comes again; for the third time, write: repeats(3)"}
    if isinstance(node, tree.Binary) and node.operator.symbol == "in" and (meant := _inclusions(node, found[0])):
        return _either(meant) if all(fits(each, TRUTH) for each in meant) else {}
    if isinstance(node, tree.Binary) and node.operator.symbol in ("<", "<=") and found[1] in (CELLS, PLAYER):
        meant = _inclusions(node, found[0])
        return _meant(meant[-1]) if len(meant) > 1 and fits(meant[-1], TRUTH) else {}
    if isinstance(node, tree.Binary) and node.operator.symbol in _EQUALITY:
        fitting = (each for each in _comparisons(node, found[0], found[1]) if fits(each, TRUTH))
        return next(map(_meant, fitting), Advice())
    sides = (node.left, node.right) if isinstance(node, tree.Binary) else (node.value,)
    wanted, wrong = _nearest(found, allowed)
    place = wrong[0] if wrong else 0
    return advice(sides[place], found[place], wanted[place], fits, is_operand=True)


def _comparisons(node: tree.Binary, one: Type, other: Type) -> Iterator[tree.Expression]:
    """Comparisons that are like a wrong one: of other types, or with `in`."""
    left, sign, right, span = node.left, node.operator, node.right, node.span
    if CELL in (one, other):
        cell, cells = (left, right) if one is CELL else (right, left)
        held = tree.Binary(cell, tree.Operator("in", span=span), cells, span=span)
        yield held if sign.symbol == "==" else tree.Unary(tree.Operator("not", span=span), held, span=span)
    for asked, player, kind in ((left, right, other), (right, left, one)):
        if kind is PLAYER and asked == tree.Name("turn", span=asked.span) and _names_a_player(player):
            yield _compared_with_own(sign.symbol, player)
    if right == tree.Braces((), span=span):
        yield tree.Binary(_call("count", left), sign, tree.Number(0, span=span), span=span)
    if TRUTH in (one, other):
        return
    for rewrite in _REWRITES.get((one, other), ()):
        yield tree.Binary(rewrite(left), sign, right, span=span)
    for rewrite in _REWRITES.get((other, one), ()):
        yield tree.Binary(left, sign, rewrite(right), span=span)


def _inclusions(node: tree.Binary, found: Type) -> list[tree.Expression]:
    """What `S in T` may mean of two sets: that some of S is in T, or that nothing of S is outside T; of a kind, that
    such a piece stands there."""
    signs = {CELLS: _SOME | _ALL, PLAYER: _SOME | _ALL, KIND: _SOME}.get(found, {})
    if isinstance(node.left, tree.Braces) and len(node.left.items) == 1:
        return []
    nothing, meant = tree.Braces((), span=node.span), list[tree.Expression]()
    for joins, compares in signs.items():
        join, compare = tree.Operator(joins, span=node.span), tree.Operator(compares, span=node.span)
        joined = tree.Binary(node.left, join, node.right, span=node.span)
        meant.append(tree.Binary(joined, compare, nothing, span=node.span))
    return meant


_SOME, _ALL = {"&": "!="}, {"-": "=="}


def _either(meant: list[tree.Expression]) -> Advice:
    """The help that gives one reading, or both of a set."""
    if len(meant) == 1:
        return _meant(meant[0])
    some, every = map(_written, meant)
    return {"help": f"write `{some}` if some of it must be there, `{every}` if all of it"}


def _call(function: str, node: tree.Expression) -> tree.Expression:
    return tree.Call(tree.Name(function, span=node.span), (node,), span=node.span)


def called_set(node: tree.Call, fits: Fits) -> Advice:
    """The help for a set that is called like a function; nothing where its argument is not a cell."""
    if len(node.plain) == 1:
        held = tree.Binary(node.plain[0], tree.Operator("in", span=node.span), node.function, span=node.span)
        if fits(held, TRUTH):
            return {"help": f"did you mean `{_written(held)}`?"}
        return kind_of(node.function, node.plain[0], node, fits)
    return {}


def kind_of(player: tree.Expression, kind: tree.Expression, node: tree.Node, fits: Fits) -> Advice:
    """The help for the pieces of one kind of a player, written in another form; nothing where there are none."""
    if isinstance(kind, tree.Name):
        pieces = tree.Attribute(player, kind, span=node.span)
        if fits(pieces, CELLS):
            return {"help": f"did you mean `{_written(pieces)}`?"}
    return {}


def _compared(symbol: str, right: str | int, node: tree.Expression) -> tree.Expression:
    span = node.span
    other = tree.Number(right, span=span) if isinstance(right, int) else tree.Name(right, span=span)
    return tree.Binary(node, tree.Operator(symbol, span=span), other, span=span)


def _counted(node: tree.Expression) -> tree.Expression:
    return _compared(">", 0, _call("count", node))


def _decides(node: tree.Expression) -> tree.Expression:
    """Whether it is this player's turn; what is not a player's own name stands for their pieces."""
    return _compared_with_own("==", node) if _names_a_player(node) else _counted(node)


def _compared_with_own(symbol: str, player: tree.Expression) -> tree.Expression:
    span = player.span
    return tree.Binary(tree.Name("own", span=span), tree.Operator(symbol, span=span), player, span=span)


def _names_a_player(node: tree.Expression) -> bool:
    return isinstance(node, tree.Name) and node.id not in ("own", "enemy")


def _in_braces(node: tree.Expression) -> tree.Expression:
    return tree.Braces((node,), span=node.span)


def _in_brackets(node: tree.Expression) -> tree.Expression:
    return tree.Series((node,), span=node.span)


def _opened(node: tree.Expression) -> tree.Expression:
    """What stands in the braces or brackets of one thing."""
    items = node.items if isinstance(node, tree.Braces) else node.plain if isinstance(node, tree.Series) else ()
    return items[0] if len(items) == 1 else node


def _as_set(node: tree.Expression) -> tree.Expression:
    """The set of what stands in the brackets of a list."""
    return tree.Braces(node.plain, span=node.span) if isinstance(node, tree.Series) else node


def _nothing(node: tree.Expression) -> tree.Expression:
    return tree.Braces((), span=node.span)


def _as_number(node: tree.Expression) -> tree.Expression:
    span = node.span
    return tree.Conditional(node, tree.Number(1, span=span), tree.Number(0, span=span), span=span)


_REWRITES: Mapping[tuple[Type, Type], tuple[Rewrite, ...]] = {
    (CELLS, TRUTH): (_counted,),
    (PLAYER, TRUTH): (_decides,),
    (NOBODY, TRUTH): (_counted,),
    (NUMBERS, TRUTH): (_counted,),
    (NUMBER, TRUTH): (partial(_compared, ">", 0),),
    (CELL, TRUTH): (partial(_compared, "in", "own"),),
    (CELLS, NUMBER): (partial(_call, "count"),),
    (PLAYER, NUMBER): (partial(_call, "count"),),
    (NUMBERS, NUMBER): (partial(_call, "count"),),
    (LIST, NUMBER): (_opened, partial(_call, "count")),
    (SELECTION, NUMBER): (partial(_call, "count"),),
    (PILE, NUMBER): (partial(_call, "count"),),
    (CELL, PILE): (lambda node: tree.Attribute(node, tree.Name("pile", span=node.span), span=node.span),),
    (TRUTH, NUMBER): (_as_number,),
    (CELL, CELLS): (_in_braces,),
    (LIST, CELLS): (_opened, _as_set),
    (NONE, CELLS): (_nothing,),
    (NONE, NOBODY): (_nothing,),
    (GROUPS, NUMBER): (partial(_call, "count"),),
    (CELLS, CELL): (_opened,),
    (NUMBER, NUMBERS): (_in_braces,),
    (CELLS, LIST): (_in_brackets,),
    (EDGE, LIST): (_in_brackets,),
    (GROUPS, CELLS): (lambda node: node.plain[0] if isinstance(node, tree.Call) and node.plain else node,),
}
"""What may have been meant, by the type found and the type wanted; tried from the first."""

_NOTES: Mapping[tuple[Type, Type], str] = {
    (PIECE, CELLS): "a piece of a pile has `.kind` and `.owner`, but no place: write the cell on which it lies",
    (PILE, CELLS): "a pile is a list of pieces: `some x in c.pile: x.owner == own`",
    (PLAYER, KIND): "name the kind of piece, then whose it is: `of {0}`",
    (NONE, KIND): "a cell becomes `empty`",
    (NAME, TRUTH): "a condition that always holds is `yes`, one that never does is `no`",
}
"""What to say where no expression could be suggested."""

_EQUALITY = ("==", "!=")
"""The operators that take any two operands of one type."""


def _written(node: tree.Expression) -> str:
    from ..source.layout.phrases import format_expression  # noqa: PLC0415 - only errors need it

    return format_expression(node)
