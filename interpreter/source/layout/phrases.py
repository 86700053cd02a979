"""Expressions as phrases: spaces, parentheses, and where long ones may be broken."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import assert_never

from ..syntax import tree
from ..syntax.vocabulary import Place, rows
from .lines import SHORT, WIDTH, Deeper, Gap, Phrase, Unit, filled, flat, listed

_LEVELS = {row.word: row.binds for row in rows(Place.OPERATOR)}
_CONDITION, _CHAINLESS, RANGE, SUM, _SIGN, POSTFIX = 3, (4, 5), 5, 6, 9, 11

_PLACING = frozenset({"at", "turned"})
_CLEARER = {"or": frozenset({"and"}), "&": _PLACING, **dict.fromkeys(("|", "+", "-", "without"), _PLACING | {"&"})}
"""The operators that get parentheses beside another one although they bind tighter."""

_BRACKETED = tree.Series | tree.Braces | tree.Gathered

_SHORT_ELEMENT = 20
"""Elements no longer than this share the lines of a list that is too long for one."""


def format_expression(node: tree.Expression) -> str:
    """An expression on one line."""
    return flat(phrase(node))


def phrase(node: tree.Expression | tree.Named, level: int = 0) -> Phrase:
    """An expression, in parentheses if it binds looser than `level`."""
    if isinstance(node, tree.Named):
        return (f"{node.name.id}: ", phrase(node.value))
    return _enclosed_if(_level(node) < level or (level > 0 and _is_open(node)), node)


def atom(node: tree.Expression) -> Phrase:
    """An expression where the grammar accepts only an atom."""
    inside = isinstance(node, tree.Attribute | tree.Index | tree.Call | tree.Aggregate)
    return ("(", phrase(node), ")") if inside else phrase(node, POSTFIX)


def on_own_lines(node: tree.Expression) -> Phrase:
    """An expression that begins a line: its other lines need no indentation."""
    return _chain(node, is_first=True) if isinstance(node, tree.Binary) else phrase(node)


def given(head: Phrase, value: tree.Expression) -> Phrase:
    """`head = value`."""
    if isinstance(value, _BRACKETED):
        return (head, " = ", phrase(value))
    width = SHORT if isinstance(value, tree.Quantified) and isinstance(value.body, tree.Quantified) else WIDTH
    return Unit((head, " =", Deeper((Gap(), on_own_lines(value)))), width)


def series(nodes: Iterable[tree.Expression]) -> Phrase:
    """Expressions with commas between them."""
    return Deeper(filled(map(phrase, nodes)))


def quantified(node: tree.Quantified) -> tuple[Phrase, Phrase]:
    """`some c in S:`, and what comes after it."""
    return (f"{node.kind} ", binders(node.binders), ":"), on_own_lines(node.body)


def binders(nodes: tuple[tree.Binder, ...]) -> Phrase:
    """`x in A, y in B`."""
    return filled((f"{node.name.id} in ", phrase(node.domain, RANGE)) for node in nodes)


def quoted(node: tree.Text) -> str:
    """A text in quotes, three where it needs them."""
    quotes = '"""' if "\n" in node.value or '"' in node.value else '"'
    return f"{quotes}{node.value}{quotes}"


def _level(node: tree.Expression) -> int:
    match node:
        case tree.Conditional() | tree.Quantified():
            return _CONDITION
        case tree.Binary():
            return _LEVELS[node.operator.symbol]
        case tree.Unary():
            return _CONDITION if node.operator.symbol == "not" else _SIGN
        case _:
            return POSTFIX


def _is_open(node: tree.Expression) -> bool:
    """Whether an expression would extend over what follows it."""
    match node:
        case tree.Conditional() | tree.Quantified():
            return True
        case tree.Binary() if node.operator.symbol in ("or", "and"):
            return not _is_enclosed(node.right, node, _level(node) + 1) and _is_open(node.right)
        case tree.Unary() if node.operator.symbol == "not":
            return _level(node.value) >= _CONDITION and _is_open(node.value)
        case _:
            return False


def _is_enclosed(operand: tree.Expression, of: tree.Binary, level: int) -> bool:
    """Whether an operand stands in parentheses: it must, or it is clearer so."""
    clearer = isinstance(operand, tree.Binary) and operand.operator.symbol in _CLEARER.get(of.operator.symbol, ())
    return clearer or _level(operand) < level


def _expression(node: tree.Expression) -> Phrase:
    match node:
        case tree.Name():
            return node.id
        case tree.Number():
            return str(node.value)
        case tree.Text():
            return quoted(node)
        case tree.Conditional():
            branches = (Gap(), "then ", phrase(node.then), Gap(), "else ", phrase(node.other))
            return Unit(("if ", phrase(node.test), Deeper(branches)))
        case tree.Quantified():
            head, body = quantified(node)
            return Unit((head, Deeper((Gap(), body))))
        case tree.Binary():
            return _chain(node)
        case tree.Unary():
            return _unary(node)
        case tree.Attribute():
            return (phrase(node.of, POSTFIX), f".{node.name.id}")
        case tree.Index():
            return (phrase(node.of, POSTFIX), "[", phrase(node.index), "]")
        case tree.Call():
            return _call(node)
        case tree.Series():
            return _between("[", node.items, "]")
        case tree.Braces():
            return _between("{", node.items, "}")
        case tree.Gathered():
            return _spread("{", _gathering(node), "}")
        case tree.Aggregate():
            return _aggregate(node)
        case _:
            assert_never(node)


def _unary(node: tree.Unary) -> Phrase:
    if node.operator.symbol == "-":
        return ("-", phrase(node.value, _SIGN))
    return ("not ", _enclosed_if(_level(node.value) < _CONDITION, node.value))


def _chain(node: tree.Binary, is_first: bool = False) -> Phrase:
    """Operators of one level, with all that they join; a long chain is broken before them."""
    level = _level(node)
    first, links = node.left, [node]
    while isinstance(first, tree.Binary) and _level(first) == level not in _CHAINLESS:
        links.append(first)
        first = first.left
    is_enclosed = _is_open(first) or _is_enclosed(first, links[-1], level + (level in _CHAINLESS))
    further = tuple(part for link in reversed(links) for part in _link(link, level, is_last=link is node))
    return Unit((_enclosed_if(is_enclosed, first), further if is_first else Deeper(further)))


def _link(node: tree.Binary, level: int, is_last: bool) -> tuple[Phrase, ...]:
    """An operator and what stands to the right of it."""
    sign, is_condition = node.operator.symbol, level < _CONDITION
    takes_the_rest = _is_open(node.right) and not (is_condition and is_last)
    is_enclosed = _is_enclosed(node.right, node, level + 1) or takes_the_rest
    right = _enclosed_if(is_enclosed, node.right)
    if sign == "..":
        return (sign, right)
    parts = (Gap(), f"{sign} ", right)
    return parts if is_condition else (Unit(parts),)


def _enclosed_if(is_enclosed: bool, node: tree.Expression) -> Phrase:
    return ("(", _expression(node), ")") if is_enclosed else _expression(node)


def _call(node: tree.Call) -> Phrase:
    head = f"{node.function.id}("
    if len(node.arguments) == 1 and not isinstance(node.arguments[0], tree.Binary | tree.Named):
        return (head, phrase(node.arguments[0]), ")")
    return _between(head, node.arguments, ")")


def _between(opening: str, nodes: tuple[tree.Expression | tree.Named, ...], closing: str) -> Phrase:
    if not nodes:
        return opening + closing
    phrases = [phrase(node) for node in nodes]
    rows = _rows(nodes)
    if rows:
        return _table(opening, [phrases[start:end] for start, end in rows], closing)
    are_short = all(len(flat(each)) <= _SHORT_ELEMENT for each in phrases)
    return _spread(opening, filled(phrases) if are_short else listed(phrases), closing)


def _rows(nodes: tuple[tree.Expression | tree.Named, ...]) -> list[tuple[int, int]]:
    """Where the rows of a table begin and end: of a list written in lines of equally many elements, none of which is a
    line by itself unless it is a list; nothing where the elements are not in such lines."""
    text = nodes[0].span.source.text
    starts = [0, *(
        number for number, (before, after) in enumerate(pairwise(nodes), 1)
        if "\n" in text[before.span.end : after.span.start]
    )]  # fmt: skip
    rows = [*pairwise([*starts, len(nodes)])]
    sizes = {end - start for start, end in rows}
    is_told = len(rows) > 1 and len(sizes) == 1 and not any("\n" in node.span.text for node in nodes)
    is_wide = sizes != {1} or all(isinstance(node, _BRACKETED) and len(node.span.text) > 1 for node in nodes)
    return rows if is_told and is_wide else []


def _table(opening: str, rows: Sequence[Sequence[Phrase]], closing: str) -> Phrase:
    """Elements in the lines in which they were written."""
    lines = [(row[0], *((", ", each) for each in row[1:])) for row in rows]
    further = tuple((",", Gap(is_kept=True), line) for line in lines[1:])
    return _spread(opening, (lines[0], *further), closing)


def _spread(opening: str, inside: Phrase, closing: str) -> Phrase:
    return Unit((opening, Deeper((Gap(""), inside)), Gap(""), closing))


def _gathering(node: tree.Gathered | tree.Aggregate) -> tuple[Phrase, ...]:
    clauses = (phrase(node.element), Gap(), "for ", binders(node.binders))
    return (*clauses, *((Gap(), "where ", phrase(node.where)) if node.where else ()))


def _aggregate(node: tree.Aggregate) -> Phrase:
    otherwise = (Gap(), "otherwise ", phrase(node.otherwise)) if node.otherwise else ()
    return _spread(f"{node.function.id}(", (*_gathering(node), *otherwise), ")")
