"""From lark's parse tree to the nodes of `tree.py`: rule `place` makes a `Place`, its children in order."""

from __future__ import annotations

from itertools import islice
from typing import Any

from lark import Token, Tree
from lark.visitors import Transformer_NonRecursive

from ...diagnostics.diagnostic import Diagnostic, Diagnostics
from ...diagnostics.text import Source, Span
from . import tree

DEEPEST = 60
"""How deep expressions and blocks may nest."""

LONGEST_CHAIN = 150
"""How many operators may follow one another, as in `a or b or c`."""

MOST_ITEMS = 5_000
"""How many items, statements and names in lists a file may have; cells and links of a graph are not counted."""

LARGEST = 10**9
"""The largest number a file may write."""

NODES: dict[str, type[tree.Node]] = {
    node.__name__.lower(): node
    for node in vars(tree).values()
    if isinstance(node, type) and issubclass(node, tree.Node)
} | {
    "graph_cell": tree.GraphCell,
    "graph_link": tree.GraphLink,
    "may": tree.Offer,
    "otherwise": tree.Offer,
    "must": tree.Offer,
    "by_score": tree.Ending,
    "list": tree.Series,
    "set": tree.Braces,
}
"""The node that each rule of the grammar makes, by the rule's name."""


def build(parsed: Tree[Token], source: Source, report: Diagnostics) -> tree.File | None:
    """The nodes of a parsed file, or None when it nests too deep or writes too large a number."""
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
    builder = _Builder(source, report)
    built: tree.File = builder.transform(parsed)
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
    {"file", "board", "block", "names", "claims", "claim", "domain", "pieces", "cards", "sides", "arguments", "each"}
)
"""Rules whose trees have any number of children."""


def _too_many(parsed: Tree[Token]) -> Tree[Token] | None:
    """What holds the first item too many."""
    nodes = parsed.iter_subtrees_topdown()  # type: ignore[no-untyped-call]
    items = (node for node in nodes if node.data in _LISTING for _ in node.children)
    return next(islice(items, MOST_ITEMS, None), None)


class _Builder(Transformer_NonRecursive[Token, Any]):
    def __init__(self, source: Source, report: Diagnostics) -> None:
        super().__init__()
        self._source = source
        self._report = report

    def __default__(self, data: Any, children: list[Any], meta: Any) -> Any:
        start = getattr(meta, "start_pos", 0)
        span = Span(self._source, start, max(start, getattr(meta, "end_pos", 0)))  # what is made up may end before it
        special = getattr(self, f"make_{data}", None)
        if special:
            return special(children, span)
        return NODES[str(data)](*children, span=span)

    def __default_token__(self, token: Token) -> Any:
        assert token.start_pos is not None and token.end_pos is not None
        span = Span(self._source, token.start_pos, token.end_pos)
        if token.type == "NAME":
            return tree.Name(str(token), span=span)
        if token.type == "INT":
            return tree.Number(self._number(token, span), span=span)
        if token.type == "STRING":
            quotes = 3 if token.startswith('"""') else 1
            return tree.Text(str(token[quotes:-quotes]), span=span)
        return tree.Operator(str(token), span=span)

    def _number(self, token: Token, span: Span) -> int:
        digits = token.lstrip("0") or "0"
        if len(digits) <= len(str(LARGEST)) and int(digits) <= LARGEST:
            return int(digits)
        self._report.doubts.spans.append(span)
        self._report.append(Diagnostic("HG003", f"a number larger than {LARGEST:,}", span, help="write a smaller one"))
        return LARGEST

    # Rules whose node is not simply their children in order.

    def _many(self, children: list[Any], span: Span) -> tuple[Any, ...]:
        return tuple(child for child in children if child is not None)

    make_names = make_domain = make_sides = make_arguments = _many

    def make_coordinate(self, children: list[Any], span: Span) -> int:
        sign, number = children
        return -number.value if sign else number.value  # type: ignore[no-any-return]

    def make_graph(self, children: list[Any], span: Span) -> tree.Graph:
        return tree.Graph(tuple(children), span=span)

    def make_graph_cell(self, children: list[Any], span: Span) -> tree.GraphCell:
        return tree.GraphCell(*children, span=span)

    def make_graph_link(self, children: list[Any], span: Span) -> tree.GraphLink:
        return tree.GraphLink(tuple(children), span=span)

    def make_wrap(self, children: list[Any], span: Span) -> tree.Wrap:
        first, second, is_reversed, name = children
        return tree.Wrap(first, second, is_reversed is not None, name, span=span)

    def make_file(self, children: list[Any], span: Span) -> tree.File:
        return tree.File(tuple(children), span=span)

    def make_pieces(self, children: list[Any], span: Span) -> tree.Pieces:
        return tree.Pieces(tuple(children), span=span)

    def make_board(self, children: list[Any], span: Span) -> tree.Board:
        return tree.Board(tuple(children), span=span)

    def make_inside(self, children: list[Any], span: Span) -> Any:
        return children[0]

    def make_list(self, children: list[Any], span: Span) -> tree.Series:
        return tree.Series(tuple(children), span=span)

    def make_set(self, children: list[Any], span: Span) -> tree.Braces:
        return tree.Braces(self._many(children, span), span=span)

    def make_call(self, children: list[Any], span: Span) -> tree.Call:
        return tree.Call(children[0], children[1] or (), span=span)

    def make_quantifier(self, children: list[Any], span: Span) -> str:
        return str(children[0].symbol)

    def make_quantified(self, children: list[Any], span: Span) -> tree.Quantified:
        return tree.Quantified(*children, span=span)

    def make_block(self, children: list[Any], span: Span) -> tree.Block:
        return tree.Block(tuple(children), span=span)

    def make_claim(self, children: list[Any], span: Span) -> tree.Claim:
        return tree.Claim(tuple(child for child in children if isinstance(child, tree.Name)), span=span)

    def make_claims(self, children: list[Any], span: Span) -> tree.Claims:
        return tree.Claims(tuple(children), span=span)

    def make_cards(self, children: list[Any], span: Span) -> tree.Cards:
        return tree.Cards(tuple(children), span=span)

    def _offer(self, word: str) -> Any:
        return lambda children, span: tree.Offer(word, children[0], span=span)

    make_may = property(lambda self: self._offer("may"))
    make_otherwise = property(lambda self: self._offer("otherwise"))
    make_must = property(lambda self: self._offer(""))

    def make_each(self, children: list[Any], span: Span) -> tree.Each:
        *binders, where, block = children
        return tree.Each(tuple(binders), where, block, span=span)

    def make_on_turn(self, children: list[Any], span: Span) -> tree.Number:
        return children[0]  # type: ignore[no-any-return]

    def make_where(self, children: list[Any], span: Span) -> Any:
        return children[0]

    make_forbid = make_where

    def _decision(self, kind: Any) -> Any:
        def make(children: list[Any], span: Span) -> Any:
            *what, turn, where, forbid, block = children
            return kind(*what, tree.Filters(turn, where, forbid, span=span), block, span=span)

        return make

    make_place = property(lambda self: self._decision(tree.Place))
    make_move = property(lambda self: self._decision(tree.Move))
    make_pick = property(lambda self: self._decision(tree.Pick))
    make_swap = property(lambda self: self._decision(tree.Swap))
    make_pass = property(lambda self: self._decision(tree.Pass))

    def make_result(self, children: list[Any], span: Span) -> str:
        return str(children[0].symbol)

    def make_timing(self, children: list[Any], span: Span) -> bool:
        return True

    def make_ending(self, children: list[Any], span: Span) -> tree.Ending:
        result, label, player, timing, condition = children
        return tree.Ending(result, label, player, bool(timing), condition, span=span)

    def make_by_score(self, children: list[Any], span: Span) -> tree.Ending:
        label, timing, condition = children
        return tree.Ending("score", label, None, bool(timing), condition, span=span)
