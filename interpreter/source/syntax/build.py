"""Lark's parse tree to the nodes of `tree.py`: the rule `place` makes a `Place` with its children in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import TypeAlias

from lark import Token, Tree

from ...diagnostics.diagnostic import Diagnostic, Diagnostics
from ...diagnostics.text import Source, Span
from . import tree
from .vocabulary import Place, words

DEEPEST = 60
"""How deep expressions and blocks may nest."""

LONGEST_CHAIN = 150
"""How many operators may follow one another, as in `a or b or c`."""

MOST_ITEMS = 5_000
"""How many items, statements and listed names a file may have; a graph's cells and links do not count."""

LARGEST = 10**9
"""The largest number a file may write."""

NODES: dict[str, type[tree.Node]] = {
    node.__name__.lower(): node
    for node in vars(tree).values()
    if isinstance(node, type) and issubclass(node, tree.Node)
} | {
    "graph_cell": tree.GraphCell,
    "unlink": tree.Link,
    "may": tree.Offer,
    "otherwise": tree.Offer,
    "must": tree.Offer,
    "by_score": tree.Ending,
    "words": tree.Form,
    "tint": tree.Form,
    "list": tree.Series,
    "set": tree.Braces,
    "not_in": tree.Operator,
}
"""The node that each rule of the grammar makes, by the rule's name."""


def build(parsed: Tree[Token], source: Source, report: Diagnostics) -> tree.File | None:
    """The tree of a parsed file; None, with a problem reported, where it nests too deep or is too long."""
    deep = _too_deep(parsed)
    if deep is not None:
        span = Span(source, deep.meta.start_pos, deep.meta.start_pos + 1)
        report.append(
            Diagnostic(
                "HG004",
                f"nested deeper than {DEEPEST} levels, or more than {LONGEST_CHAIN} operators in a row",
                span,
                help="name parts of it with `let` or `define`",
            )
        )
        return None
    many = _too_many(parsed)
    if many is not None:
        span = Span(source, many.meta.start_pos, many.meta.end_pos)
        report.append(Diagnostic("HG507", f"more than {MOST_ITEMS:,} items, statements and names", span))
        return None
    built = _Builder(source, report).built(parsed)
    assert isinstance(built, tree.File)
    return built


def _too_deep(parsed: Tree[Token]) -> Tree[Token] | None:
    waiting: list[tuple[Tree[Token], float]] = [(parsed, 0)]
    while waiting:
        node, depth = waiting.pop()
        if depth > DEEPEST:
            return node
        for number, child in enumerate(node.children):
            if isinstance(child, Tree):
                chained = number == 0 and node.data == child.data == "binary"
                waiting.append((child, depth + (DEEPEST / LONGEST_CHAIN if chained else 1)))
    return None


_LISTING = frozenset(
    {
        "file",
        "board",
        "block",
        "names",
        "claims",
        "claim",
        "domain",
        "pieces",
        "cards",
        "sides",
        "arguments",
        "each",
        "look",
    }
)
"""The rules whose children count towards `MOST_ITEMS`."""


def _too_many(parsed: Tree[Token]) -> Tree[Token] | None:
    """The node that holds the first item beyond the limit."""
    nodes = parsed.iter_subtrees_topdown()  # type: ignore[no-untyped-call]
    items = (node for node in nodes if node.data in _LISTING for _ in node.children)
    return next(islice(items, MOST_ITEMS, None), None)


Part: TypeAlias = "tree.Node | str | int | tuple[Part, ...] | None"
"""What a rule makes: a node, a field of the node above it, or nothing where an optional part is left out."""

Parts = Sequence[Part]


class _Builder:
    def __init__(self, source: Source, report: Diagnostics) -> None:
        self._source = source
        self._report = report

    def built(self, parsed: Tree[Token]) -> Part:
        """What a parse tree makes; its branches first, without recursion."""
        order: list[Tree[Token] | Token | None] = []
        waiting: list[Tree[Token] | Token | None] = [parsed]
        while waiting:
            order.append(each := waiting.pop())
            if isinstance(each, Tree):
                waiting += each.children
        made: list[Part] = []
        for each in reversed(order):
            if isinstance(each, Tree):
                first = len(made) - len(each.children)
                made[first:] = [self._rule(each, made[first:])]
            else:
                made.append(None if each is None else self._token(each))
        (whole,) = made
        return whole

    def _rule(self, parsed: Tree[Token], parts: Parts) -> Part:
        rule, meta = str(parsed.data), parsed.meta
        if rule in _FIELDS:
            return _FIELDS[rule](parts)
        start = getattr(meta, "start_pos", 0)
        span = Span(self._source, start, max(start, getattr(meta, "end_pos", 0)))  # what is made up may end before it
        if rule in _DECISIONS:
            *what, turn, where, forbid = parts
            parts = (*what, _node(tree.Filters, (turn, where, forbid), span), None)
        elif rule == "decided":
            decision, block = parts
            assert isinstance(decision, tree.Node)
            return _node(type(decision), (*decision.parts()[:-1], block), span)
        elif rule == "chained":
            parts = ((_node(tree.Branch, parts, span),),)
        elif rule in _ARRANGED:
            parts = _ARRANGED[rule](parts)
        return _node(NODES[rule], parts, span)

    def _token(self, token: Token) -> tree.Node:
        assert token.start_pos is not None and token.end_pos is not None
        span = Span(self._source, token.start_pos, token.end_pos)
        match token.type:
            case "NAME":
                return tree.Name(str(token), span=span)
            case "INT":
                return tree.Number(self._number(token, span), span=span)
            case "STRING":
                quotes = 3 if token.startswith('"""') else 1
                return tree.Text(str(token[quotes:-quotes]), span=span)
            case _:
                return tree.Operator(str(token), span=span)

    def _number(self, token: Token, span: Span) -> int:
        digits = token.lstrip("0") or "0"
        if len(digits) <= len(str(LARGEST)) and int(digits) <= LARGEST:
            return int(digits)
        self._report.doubts.spans.append(span)
        self._report.append(Diagnostic("HG003", f"a number larger than {LARGEST:,}", span, help="write a smaller one"))
        return LARGEST


def _node(kind: type[tree.Node], parts: Parts, span: Span) -> tree.Node:
    return kind(*parts, span=span)


def _many(parts: Parts) -> Part:
    return tuple(part for part in parts if part is not None)


def _only(parts: Parts) -> Part:
    (part,) = parts
    return part


def _holders(first: Part, binder: Part = None) -> Part:
    return (first, binder) if isinstance(first, str) else ("", first)


def _symbol(parts: Parts) -> str:
    (word,) = parts
    assert isinstance(word, tree.Operator)
    return word.symbol


_FIELDS: dict[str, Callable[[Parts], Part]] = {
    **dict.fromkeys(("names", "domain", "sides", "arguments", "ends"), _many),
    **dict.fromkeys(("inside", "on_turn", "where"), _only),
    **dict.fromkeys(("quantifier", "result", "holder"), _symbol),
    "timing": lambda parts: _symbol(parts[1:2]),
    "ranging": lambda parts: (tuple(parts[:-1]), parts[-1]),
    "for_each": lambda parts: _holders(*parts),
}
"""The rules that make a field of the node above them."""


def _offer(word: str) -> Callable[[Parts], Parts]:
    return lambda parts: (word, *parts)


def _ending(result: Part, label: Part, player: Part, timing: Part, condition: Part) -> Parts:
    return result, label, player, timing or "", condition


def _ranging(*parts: Part) -> Parts:
    *before, last = parts
    binders, where = last if isinstance(last, tuple) else ((), None)
    return *before, binders, where


_ARRANGED: dict[str, Callable[[Parts], Parts]] = {
    **dict.fromkeys(
        ("file", "pieces", "cards", "claims", "look", "board", "graph", "block", "list", "tiling"),
        lambda parts: (tuple(parts),),
    ),
    "words": lambda parts: (None, (), None, *parts),
    "tint": lambda parts: (None, (), parts[0], None),
    "form": lambda parts: (parts[0], parts[1] or (), *parts[2:]),
    "claim": lambda parts: (tuple(part for part in parts if isinstance(part, tree.Name)),),
    "set": lambda parts: (_many(parts),),
    "not_in": lambda _: ("not in",),
    **dict.fromkeys(("call", "perform"), lambda parts: (parts[0], parts[1] or ())),
    **dict.fromkeys(("define", "effect"), lambda parts: (parts[0], parts[1] or (), parts[2])),
    "wrap": lambda parts: (*parts[:2], parts[2] is not None, parts[3]),
    "each": lambda parts: (tuple(parts[:-2]), *parts[-2:]),
    "quantified": lambda parts: (parts[0], tuple(parts[1:-1]), parts[-1]),
    "gathered": lambda parts: _ranging(*parts),
    "aggregate": lambda parts: (*_ranging(*parts[:3]), parts[3]),
    "link": lambda parts: _ranging(False, *parts),
    "unlink": lambda parts: _ranging(True, *parts[:-1], None, parts[-1]),
    "graph_cell": lambda parts: _ranging(*parts),
    "var": lambda parts: (*parts[:3], *(parts[3] if isinstance(parts[3], tuple) else ("", None))),
    "may": _offer("may"),
    "otherwise": _offer("otherwise"),
    "must": _offer(""),
    "ending": lambda parts: _ending(*parts),
    "by_score": lambda parts: _ending("score", parts[0], None, *parts[1:]),
}
"""The fields of the nodes whose rules do not simply list them, by rule."""

_DECISIONS = frozenset(words(Place.DECISION))
"""The rules that end with what limits a decision."""
