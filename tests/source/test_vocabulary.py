"""The table of words agrees with the grammar, the tree, the checks and the reference, in both directions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import get_args

import pytest
from conftest import ROOT, codes_of
from sections import SECTIONS, complete

import hexgame
from hexgame.diagnostics.text import Source
from hexgame.rules.expressions.primitives import PRIMITIVES
from hexgame.source.layout.format import format_file
from hexgame.source.reading.parse import parse
from hexgame.source.syntax import tree
from hexgame.source.syntax.automaton import Automaton, openings, starters
from hexgame.source.syntax.build import NODES
from hexgame.source.syntax.grammar import keywords, parser
from hexgame.source.syntax.vocabulary import (
    KEYWORDS,
    LISTS,
    TABLE,
    Often,
    Place,
    Word,
    beside,
    mark,
    rows,
    terminals,
    words,
)
from hexgame.values.operations import FUNCTIONS

GRAMMAR = (ROOT / "grammar" / "hexgame.lark").read_text("utf-8")
LANGUAGE = (ROOT / "docs" / "language.md").read_text("utf-8")

PARTS: dict[str, tuple[type[tree.Node], ...]] = {
    "result": (tree.Ending,),
    "timing": (tree.Ending,),
    "for_each": (tree.Var,),
    "holder": (tree.Var,),
    "on_turn": (tree.Filters,),
    "where": (tree.Each, tree.Gathered, tree.Aggregate, tree.Link, tree.GraphCell),
    "ranging": (tree.Link, tree.GraphCell, tree.Gathered, tree.Aggregate),
    "quantifier": (tree.Quantified,),
    "chained": (tree.Branch,),
    "not_in": (tree.Binary,),
}
"""The rules of the grammar that make no node of their own, with the nodes that they are part of."""

SIGNS = {"COMMA", "COLON", "DOT", "EQUAL", "LBRACE", "RBRACE", "LPAR", "RPAR", "LSQB", "RSQB"}
OPEN = {"NAME", "INT", "STRING"} | SIGNS
"""What is no word of its own: names, numbers, texts and punctuation."""

BLANKS = {
    r"\{ (?:…|shape … edge …|pick …|choose …) \}": "{ }", " … ": " ", r"\b(?:DEFAULT|VALUES?|NUMBER|X|Y)\b": "1",
    r"\bCONDITION\b": "yes", r"\b(?:CELLS|SIDES|ELEMENTS|ZONE|EXPRESSION|NAME|PARAMETERS|SHAPE|CELL|A|B|S|T)\b": "a",
    r"\bPLAYER\b": "Red", r"\bPIECE\b": "stone",
}  # fmt: skip
"""What stands for the parts of a form that are left to the writer."""


def named(row: Word) -> str:
    return f"{row.place}:{row.word}:{'/'.join(node.__name__ for node in row.nodes)}"


def in_the_grammar() -> Iterator[tuple[str, type[tree.Node]]]:
    """Each word of the grammar with the nodes whose rule has it."""
    for rule in parser().rules:
        name = str(rule.alias or rule.origin.name)
        for symbol in rule.expansion:
            if symbol.is_term and symbol.name not in OPEN and not name.startswith("__"):
                assert name in PARTS or name in NODES, (
                    f"the rule `{name}` makes no node: add it to source/syntax/tree.py"
                )
                for node in PARTS.get(name) or (NODES[name],):
                    yield symbol.name, node


def filled(form: str) -> str:
    """A form with something in place of its blanks."""
    for blank, text in BLANKS.items():
        form = re.sub(blank, text, form)
    return form


def items(*places: Place) -> list[Word]:
    return list(rows(*places))


def test_every_word_of_the_grammar_has_a_row_for_each_node_that_it_makes() -> None:
    table = {(row.terminal, node) for row in TABLE if row.place in KEYWORDS for node in row.nodes}
    grammar = set(in_the_grammar())
    assert grammar - table == set(), "add a row to source/syntax/vocabulary.py"
    assert table - grammar == set(), "not in grammar/hexgame.lark"


def test_every_row_has_the_terminal_of_its_word() -> None:
    fixed = {row.word: row.terminal for row in TABLE if row.place in KEYWORDS and row.word.isalpha()}
    assert fixed == keywords()
    for row in rows(Place.OPERATOR, Place.PREFIX):
        assert re.fullmatch(parser().get_terminal(row.terminal).pattern.to_regexp(), row.word.split()[0])


@pytest.mark.parametrize("place", LISTS)
def test_the_grammar_takes_just_the_words_of_a_list(place: Place) -> None:
    also = {Place.DECISION} if place is Place.SCRIPT else set()
    assert starters()[place] - {"NAME", "INT"} == terminals(place, *also)
    assert [other for other, stack in openings().items() if Automaton().step(stack, mark(place))] == [place]


def test_the_grammar_takes_just_the_decisions_after_may() -> None:
    automaton = Automaton()
    stack = automaton.step(openings()[Place.SCRIPT], "MAY")
    assert stack is not None
    assert automaton.accepts(stack) == terminals(Place.DECISION)


def test_the_grammar_takes_just_the_operators_and_prefixes_in_an_expression() -> None:
    automaton, stack = Automaton(), openings()[Place.FILE]
    for terminal in ("SCORE", "EQUAL"):
        step = automaton.step(stack, terminal)
        assert step is not None
        stack = step
    assert automaton.accepts(stack) - OPEN == terminals(Place.PREFIX)
    after = automaton.step(stack, "INT")
    assert after is not None
    assert automaton.accepts(after) - OPEN - {"$END"} - terminals(Place.FILE) == terminals(Place.OPERATOR)


@pytest.mark.parametrize(
    ("union", "places", "elsewhere"),
    [
        (tree.Item, (Place.FILE,), set()),
        (tree.BoardItem, (Place.BOARD,), set()),
        (tree.GraphItem, (Place.GRAPH,), set()),
        (
            tree.Statement,
            (Place.SCRIPT,),
            {tree.Transfer, tree.Carry, tree.Becomes, tree.Gains, tree.Loses, tree.Perform},
        ),  # begin with what they are about
        (tree.Decision, (Place.DECISION,), set()),
    ],
    ids=lambda value: "",
)
def test_every_item_and_statement_of_the_tree_has_a_row(
    union: object, places: tuple[Place, ...], elsewhere: set[type[tree.Node]]
) -> None:
    assert {node for row in rows(*places) for node in row.nodes} | elsewhere == set(get_args(union))


@pytest.mark.parametrize("row", items(Place.FILE, Place.BOARD, Place.GRAPH, Place.SCRIPT, Place.DECISION), ids=named)
def test_a_form_is_read_as_its_node_and_declares_what_the_row_says(row: Word) -> None:
    text = INSIDE[row.place].format(filled(row.form))
    file, problems = parse(Source("form.hexgame", text))
    assert file is not None
    assert not problems.failed, problems
    found = [node for node in file.below if isinstance(node, row.nodes)]
    assert text[found[0].span.start :].startswith(row.word)
    if row.place in (Place.FILE, Place.BOARD, Place.GRAPH):
        assert bool(list(file.declared)) == (bool(row.declares) or row.word == "graph")


INSIDE = {
    Place.FILE: "{}", Place.BOARD: "board {{ {} }}", Place.GRAPH: "board {{ graph {{ {} }} }}",
    Place.SCRIPT: "turn {{ {} }}", Place.DECISION: "turn {{ {} }}", Place.PREFIX: "score = {}",
    Place.OPERATOR: "score = {}", tree.Target: "turn {{ place stone on {} }}", tree.Gathered: "score = {}",
    tree.Chosen: "turn {{ {} }}", tree.Guise: "look {{ {} }}", tree.Aggregate: "score = {}",
}  # fmt: skip
"""A file around a form, by its place or its node."""


@pytest.mark.parametrize("row", [row for row in TABLE if row.declares], ids=named)
def test_the_tree_knows_the_names_that_a_row_declares(row: Word) -> None:
    text = INSIDE.get(row.place, INSIDE.get(row.nodes[0], "")).format(filled(row.form))
    file, problems = parse(Source("form.hexgame", text))
    assert file is not None
    assert not problems.failed, problems
    if row.place in (Place.FILE, Place.BOARD, Place.GRAPH):
        assert {type(item) for item, _ in file.declarations} == {*row.nodes}
    else:
        assert [name.id for _, name in file.local] in (["x"], ["c"], ["a"], ["k"])


@pytest.mark.parametrize("row", [row for row in TABLE if row.place in INSIDE], ids=named)
def test_a_form_is_laid_out_as_it_is_read(row: Word) -> None:
    file, problems = parse(Source("form.hexgame", INSIDE[row.place].format(filled(row.form))))
    assert file is not None
    assert not problems.failed, problems
    text = format_file(file)
    assert parse(Source("again.hexgame", text))[0] == file
    assert set(row.word.split()) <= {*re.findall(r"\w+|\.\.|[=!<>]=|\S", text)}


@pytest.mark.parametrize("row", TABLE, ids=named)
def test_a_form_shows_its_word(row: Word) -> None:
    assert set(row.word.split()) <= {*re.findall(r"\w+|\.\.|[=!<>]=|\S", row.form)}
    assert row.meaning
    assert not row.meaning.endswith(".")


@pytest.mark.parametrize("row", items(Place.FILE), ids=named)
def test_how_often_an_item_stands_is_what_is_checked(row: Word) -> None:
    form = filled(row.form)
    repeated = [found.message for found in hexgame.check(Source("twice.hexgame", f"{form}\n{form}\n"))]
    once = row.often in (Often.ONCE, Often.ONE)
    assert once == (f"a second `{row.word}`" in repeated)
    text = complete("".join(f"# no {word}\n" for word in beside(row.word)))
    missing = [found.message for found in hexgame.check(Source("without.hexgame", text)) if found.code == "HG103"]
    needed = row.often in (Often.ONE, Often.SOME)
    assert missing == ([f"this file has no `{row.slot}`"] if needed else [])
    assert needed == any(row.word in words.split("|") for words in SECTIONS)


def test_operators_bind_as_the_table_says() -> None:
    """`1 one 1 other 1` is read with the tighter operator inside, the left one where they bind alike."""
    comparing = {row.word for row in rows(Place.OPERATOR) if row.binds in (4, 5)}  # these do not chain
    for one in rows(Place.OPERATOR):
        for other in rows(Place.OPERATOR):
            if {one.word, other.word} <= comparing and one.binds == other.binds:
                continue
            file, problems = parse(Source("op.hexgame", f"score = 1 {one.word} 1 {other.word} 1"))
            assert file is not None
            assert not problems.failed
            outer = next(node for node in file.below if isinstance(node, tree.Binary))
            assert outer.operator.symbol == (one if other.binds > one.binds else other).word


@pytest.mark.parametrize("row", items(Place.POSITION, Place.REGION, Place.ATTRIBUTE, Place.CONSTANT), ids=named)
def test_a_predefined_name_means_something(row: Word) -> None:
    form = row.form.replace("c.", "last.")
    board = "board { graph { cell a at 0, 0 } }" if row.word in "xy" else ""
    timing = " at start of turn" if row.word == "stuck" else ""
    codes = codes_of(f"{board} lose{timing} when count({form}) > 1\nwin when yes")
    assert not {"HG201", "HG208"} & set(codes)


INDEX = "## Index of words"


def index() -> str:
    """The reference's table of all words, in the order of the alphabet, signs last."""
    order = sorted(TABLE, key=lambda row: (not row.word.isalpha(), row.word, [*Place].index(row.place)))
    lines = ["| Word | Where | How it is written | Meaning |", "|---|---|---|---|"]
    for row in order:
        cells = (f"`{row.word}`", row.place.called, f"`{row.form}`", row.meaning)
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def test_the_index_of_the_reference_is_the_table() -> None:
    _, _, written = LANGUAGE.partition(f"{INDEX}\n\n")
    assert written.partition("\n\n")[2] == index(), "write it anew: cd tests && python -m source.test_vocabulary"


def test_functions_named_like_keywords_have_a_row() -> None:
    assert set(words(Place.FUNCTION)) == (FUNCTIONS.keys() | PRIMITIVES.keys()) & keywords().keys()


def test_no_row_is_written_twice() -> None:
    assert len(set(TABLE)) == len(TABLE)
    assert set(words(*Place)) >= keywords().keys()


if __name__ == "__main__":
    before, _, after = LANGUAGE.partition(f"{INDEX}\n\n")
    page = f"{before}{INDEX}\n\n{after.partition(chr(10) * 2)[0]}\n\n{index()}"
    (ROOT / "docs" / "language.md").write_text(page, "utf-8")
