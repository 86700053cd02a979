"""Tree to text and back: what is printed reads as the same tree, and prints the same again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from conftest import GAMES, long
from hypothesis import given, settings
from hypothesis import strategies as st

from hexgame import HexgameError
from hexgame.diagnostics.text import Source, Span
from hexgame.source.layout import format as layout
from hexgame.source.layout.format import format_file
from hexgame.source.layout.phrases import format_expression
from hexgame.source.reading.parse import parse
from hexgame.source.syntax import tree

SPAN = Span(Source("none", ""), 0, 0)
SIGNS = ["==", "!=", "<=", ">=", "<", ">", "..", "|", "+", "-", "&", "*", "/"]
OPERATORS = [*SIGNS, "or", "and", "in", "without", "mod", "at", "turned"]


def many(of: st.SearchStrategy[Any], least: int = 1) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(of, min_size=least, max_size=3).map(tuple)


def node(kind: type[tree.Node], *parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.builds(lambda *values: kind(*values, span=SPAN), *parts)


def operator(symbols: list[str]) -> st.SearchStrategy[Any]:
    return node(tree.Operator, st.sampled_from(symbols))


NAMES = node(tree.Name, st.sampled_from(["a", "b", "size", "own", "Red", "_x1", "boardhexagon", "notes", "mod2"]))
NUMBERS = node(tree.Number, st.integers(0, 10**9))
TEXTS = node(
    tree.Text, st.text('ab #"\n{é', max_size=8).filter(lambda text: '"""' not in text and not text.endswith('"'))
)
MAYBE_TEXT, MAYBE_NAME = st.none() | TEXTS, st.none() | NAMES


def larger(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(
        node(tree.Binary, inner, operator(OPERATORS), inner),
        node(tree.Unary, operator(["not", "-"]), inner),
        node(tree.Conditional, inner, inner, inner),
        node(tree.Quantified, st.sampled_from(["some", "every"]), many(node(tree.Binder, NAMES, inner)), inner),
        node(tree.Call, NAMES, many(inner | node(tree.Named, NAMES, inner), 0)),
        node(tree.Attribute, inner, NAMES),
        node(tree.Index, inner, inner),
        node(tree.Series, many(inner) | many(node(tree.Named, NAMES, inner))),
        node(tree.Braces, many(inner, 0)),
        node(tree.Gathered, inner, many(node(tree.Binder, NAMES, inner)), st.none() | inner),
        node(tree.Aggregate, NAMES, inner, many(node(tree.Binder, NAMES, inner)), st.none() | inner, st.none() | inner),
    )


EXPRESSIONS = st.recursive(NAMES | NUMBERS | TEXTS, larger, max_leaves=20)
LIMITS = st.none() | node(tree.Limit, EXPRESSIONS, st.none() | TEXTS)
FILTERS = node(tree.Filters, st.none() | NUMBERS, LIMITS, LIMITS)
LETS = node(tree.Let, NAMES, EXPRESSIONS)
SUBJECTS = st.one_of(
    NAMES,
    node(tree.Attribute, NAMES, NAMES),
    node(tree.Call, NAMES, many(EXPRESSIONS, 0)),
)
WHICH = NAMES | node(tree.Attribute, NAMES, NAMES) | node(tree.Index, NAMES, EXPRESSIONS)
KINDS = node(tree.Kind, WHICH, st.none() | EXPRESSIONS)
CHOSEN = node(tree.Chosen, MAYBE_NAME, WHICH | node(tree.Braces, many(NAMES)), st.none() | EXPRESSIONS)
BINDERS = node(tree.Binder, NAMES, EXPRESSIONS)
TARGETS = node(tree.Target, MAYBE_NAME, EXPRESSIONS)
SIMPLE = st.one_of(
    LETS,
    node(tree.Assign, SUBJECTS, EXPRESSIONS),
    node(tree.Transfer, SUBJECTS, SUBJECTS),
    node(tree.Carry, NUMBERS | SUBJECTS, SUBJECTS, SUBJECTS),
    node(tree.Becomes, SUBJECTS, KINDS),
    node(tree.Gains, SUBJECTS, KINDS),
    node(tree.Loses, SUBJECTS, EXPRESSIONS),
    node(tree.Chance, NAMES, EXPRESSIONS),
    node(tree.Say, TEXTS, st.none() | EXPRESSIONS),
    node(tree.Again),
    node(tree.Then),
)


def blocks(inside: Any) -> Any:
    return node(tree.Block, many(inside, 0))


PROMPTS = st.none() | TEXTS


def statements(inside: Any) -> Any:
    """Statements whose blocks hold others."""
    block = blocks(inside)
    effect = st.none() | block
    decisions = st.one_of(
        node(tree.Place, PROMPTS, CHOSEN, TARGETS, FILTERS, effect),
        node(tree.Move, PROMPTS, CHOSEN, TARGETS, TARGETS, FILTERS, effect),
        node(tree.Pick, PROMPTS, EXPRESSIONS, SUBJECTS, SUBJECTS, FILTERS, effect),
        node(tree.Swap, PROMPTS, FILTERS, effect),
        node(tree.Pass, PROMPTS, FILTERS, effect),
    )
    return st.one_of(
        node(tree.Offer, st.sampled_from(["", "may", "otherwise"]), decisions),
        node(tree.Branch, EXPRESSIONS, block, effect),
        node(tree.Each, many(BINDERS), st.none() | EXPRESSIONS, block),
        node(tree.Repeat, EXPRESSIONS, st.none() | EXPRESSIONS, block),
        node(tree.UpTo, EXPRESSIONS, block),
        node(tree.Persist, block),
        node(tree.Acting, EXPRESSIONS, block),
        node(tree.Together, block),
        SIMPLE,
    )


BLOCKS = blocks(statements(statements(SIMPLE)))
LINKS = st.one_of(
    node(tree.Link, st.just(False), many(EXPRESSIONS, 2), MAYBE_NAME, st.just(()), st.none()),
    node(tree.Link, st.just(False), many(EXPRESSIONS, 2), MAYBE_NAME, many(BINDERS), st.none() | EXPRESSIONS),
)
GRAPH_ITEMS = st.one_of(
    node(tree.GraphCell, MAYBE_NAME, EXPRESSIONS, EXPRESSIONS, st.just(()), st.none()),
    node(tree.GraphCell, MAYBE_NAME, EXPRESSIONS, EXPRESSIONS, many(BINDERS), st.none() | EXPRESSIONS),
    LINKS,
)
BOARD_ITEMS = st.one_of(
    LETS,
    node(tree.Grid, NAMES),
    node(tree.Tiled, NAMES, node(tree.Tiling, NAMES.map(lambda name: (name,)) | many(NUMBERS, 2))),
    node(tree.Shape, EXPRESSIONS),
    node(tree.Graph, many(GRAPH_ITEMS, 0)),
    node(tree.Edge, many(EXPRESSIONS), st.none() | EXPRESSIONS, many(NAMES), MAYBE_NAME),
    node(tree.Wrap, EXPRESSIONS, EXPRESSIONS, st.booleans(), NAMES),
    node(tree.Antipodal, EXPRESSIONS, NAMES),
    node(tree.Portal, NAMES, EXPRESSIONS, EXPRESSIONS, NAMES),
    node(tree.Region, NAMES, EXPRESSIONS),
    node(tree.Relation, NAMES, MAYBE_NAME, EXPRESSIONS),
    node(tree.Label, NAMES, NAMES, EXPRESSIONS),
    LINKS,
    node(tree.Link, st.just(True), many(EXPRESSIONS, 2), st.none(), many(BINDERS), st.none() | EXPRESSIONS),
)
TIMINGS = st.sampled_from(["", "start", "end"])
ENDINGS = node(tree.Ending, st.sampled_from(["win", "lose", "draw"]), MAYBE_TEXT, MAYBE_NAME, TIMINGS, EXPRESSIONS)
BY_SCORE = node(tree.Ending, st.just("score"), MAYBE_TEXT, st.none(), TIMINGS, EXPRESSIONS)
ITEMS = st.one_of(
    LETS,
    ENDINGS,
    node(tree.Title, TEXTS),
    node(tree.Author, TEXTS, st.none() | NUMBERS),
    node(tree.Option, NAMES, EXPRESSIONS, many(EXPRESSIONS), MAYBE_TEXT),
    node(tree.Require, EXPRESSIONS, MAYBE_TEXT),
    node(tree.Define, NAMES, many(NAMES, 0), EXPRESSIONS),
    node(tree.Effect, NAMES, many(NAMES, 0), BLOCKS),
    node(tree.Players, st.none() | EXPRESSIONS, many(NAMES)),
    node(tree.Pieces, many(node(tree.Piece, NAMES, MAYBE_TEXT))),
    node(tree.Board, many(BOARD_ITEMS, 0)),
    node(tree.Claims, many(node(tree.Claim, many(NAMES)))),
    node(tree.Cards, many(node(tree.Zone, NAMES, EXPRESSIONS))),
    node(tree.Marks, many(NAMES)),
    node(tree.Stacks, EXPRESSIONS),
    node(
        tree.Var,
        NAMES,
        EXPRESSIONS,
        many(EXPRESSIONS),
        st.sampled_from(["", "player", "cell", "piece"]),
        st.none() | BINDERS,
    ),
    node(tree.Sees, MAYBE_NAME, EXPRESSIONS),
    node(tree.Setup, BLOCKS),
    node(tree.Turn, BLOCKS),
    node(tree.Round, BLOCKS),
    node(tree.Score, MAYBE_NAME, EXPRESSIONS),
    BY_SCORE,
)


def read(text: str) -> tree.File:
    file, report = parse(Source("printed", text))
    assert list(report) == [], text
    assert file is not None
    return file


def round_trip(file: tree.File) -> None:
    text = format_file(file)
    again = read(text)
    assert again == file, text
    assert format_file(again) == text


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_shipped_game_reads_back(path: Path) -> None:
    round_trip(read(path.read_text("utf-8")))


@long
@given(EXPRESSIONS)
@settings(max_examples=300, deadline=None)
def test_an_expression_reads_back(expression: tree.Expression) -> None:
    round_trip(tree.File((tree.Let(tree.Name("x", span=SPAN), expression, span=SPAN),), span=SPAN))


@long
@given(st.lists(ITEMS, min_size=1, max_size=4).map(tuple))
@settings(max_examples=200, deadline=None)
def test_a_file_reads_back(items: tuple[tree.Item, ...]) -> None:
    round_trip(tree.File(items, span=SPAN))


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("((a))", "a"),
        ("(a*b)+c", "a * b + c"),
        ("a*(b+c)", "a * (b + c)"),
        ("a-(b-c)-d", "a - (b - c) - d"),
        ("a&b|c", "(a & b) | c"),
        ("a&(b|c)", "a & (b | c)"),
        ("(a==b)==c", "(a == b) == c"),
        ("not(a and b)", "not (a and b)"),
        ("not((a)in(b))", "not a in b"),
        ("(not a)in b", "(not a) in b"),
        ("1 .. (n-1)", "1..n - 1"),
        ("(-a).q", "(-a).q"),
        ("-(a.q)", "-a.q"),
        ("- -a", "--a"),
        ("a or b and c", "a or (b and c)"),
        ("a - b at c", "a - (b at c)"),
        ("a or (some c in S:b)", "a or some c in S: b"),
        ("a or (not some c in S:b)", "a or not some c in S: b"),
        ("(a or some c in S:b) or d", "a or (some c in S: b) or d"),
        ("not(every c in S:b)and d", "(not every c in S: b) and d"),
        ("a==(some c in S:b)", "a == (some c in S: b)"),
        ("(if a then b else c)+1", "(if a then b else c) + 1"),
        ("if a then b else c+1", "if a then b else c + 1"),
        ('f( a,{ },[1,"t"] )[0]', 'f(a, {}, [1, "t"])[0]'),
    ],
)
def test_an_expression_is_printed_with_the_parentheses_that_its_readers_need(text: str, printed: str) -> None:
    (item,) = read(f"let x = {text}").items
    assert isinstance(item, tree.Let)
    assert format_expression(item.value) == printed


def test_a_text_of_several_lines_keeps_its_spaces_inside_a_block() -> None:
    round_trip(read('board { shape map("""\n  o o\n o o\n""") }'))


def test_a_file_is_printed_in_one_layout() -> None:
    text = """\
author "A" 1942 game "T"  option n=(1+2) in 1..4,9 "how many" option flag=yes in yes,no
require n>2
players Red,Blue
pieces man,king "K" board{grid hex shape rhombus(n) edge top,bottom:Red region r={cell(0,0)}}
turn{may place man on c among empty on turn 2 where c in r otherwise pass}
win "so" for Red at start of turn when own==r"""
    assert (
        format_file(read(text))
        == """\
author "A" 1942
game "T"

option n = (1 + 2) in 1..4, 9    "how many"
option flag = yes in yes, no
require n > 2

players Red, Blue
pieces man, king "K"

board {
  grid hex
  shape rhombus(n)
  edge top, bottom: Red
  region r = {cell(0, 0)}
}

turn {
  may place man on c among empty on turn 2 where c in r
  otherwise pass
}

win "so" for Red at start of turn when own == r
"""
    )


def test_a_layout_that_cannot_be_read_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "format_file", lambda file, text: f"{text}\nlet w = (")
    with pytest.raises(HexgameError) as found:
        layout.formatted(Source("sheet.hexgame", "let v = 1"))
    (problem,) = found.value.diagnostics
    assert problem.span is not None
    assert (problem.span.source.name, problem.span.line) == ("sheet.hexgame (formatted)", 2)
