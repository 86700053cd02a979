"""Text to tree: words, spans, recovery from errors, and texts that are no rule sheets at all."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

import pytest
from conftest import GAMES, long
from hypothesis import example, given, settings
from hypothesis import strategies as st

import hexgame
from hexgame import loading
from hexgame.board.build import build_board
from hexgame.diagnostics.diagnostic import Diagnostics
from hexgame.diagnostics.text import Source
from hexgame.source.reading.parse import parse
from hexgame.source.recovery import mend
from hexgame.source.recovery.describe import expected
from hexgame.source.syntax import tree
from hexgame.source.syntax.automaton import END
from hexgame.source.syntax.grammar import build_parser, human_name, keywords, literal, parser, pattern, reserved_words

SIGNS = ["{", "}", "(", ")", "[", "]", ",", ":", ".", "..", "=", "==", "<", "+", "-", "*", "/", "&", "|", "\n"]
OTHERS = ["x", "Red", "7", '"text"', '"', '"""', "# note\n", "!", "99999999999", "\r\n", "\x00"]
SOUP = st.lists(st.sampled_from([*sorted(reserved_words()), *SIGNS, *OTHERS]), max_size=40)


def read(text: str) -> tuple[tree.File | None, Diagnostics]:
    return parse(Source("test.hexgame", text))


def whole(text: str) -> tree.File:
    file, report = read(text)
    assert list(report) == []
    assert file is not None
    return file


def codes(text: str) -> list[str]:
    return [found.code for found in read(text)[1]]


def below(node: tree.Node) -> Iterator[tree.Node]:
    yield node
    for child in node.children:
        yield from below(child)


def value(text: str) -> tree.Expression:
    (item,) = whole(f"let x = {text}").items
    assert isinstance(item, tree.Let)
    return item.value


def test_the_grammar_has_no_conflicts_and_no_terminal_that_shadows_another() -> None:
    assert build_parser(strict=True).parse('game "Hex"').children


def test_what_is_left_unfinished_does_not_swallow_the_next_line() -> None:
    assert codes("turn {\n  place stone on\n  may pass\n}") == ["HG101"]
    for text in (
        "option x =\ndraw\nin\ndraw,\nrandom",
        "claims\nat\n-\nleast",
        "let x = some\nlink\nin S:\nlink\nin T",
    ):
        assert codes(text) == codes(text.replace("\n", " ")) == []


def test_every_terminal_has_a_name_for_people() -> None:
    for name in {terminal.name for terminal in parser().terminals} - {"COMMENT", "SPACE"}:
        text = literal(name)
        if text:
            sign = pattern().fullmatch(text)
            assert name in (keywords().get(text), sign and sign.lastgroup)
            assert human_name(name) == f"`{text}`"
        else:
            assert human_name(name).startswith("a ")


def test_what_is_expected_is_told_without_a_name_of_the_grammar_in_every_state_of_the_parser() -> None:
    terminals = {terminal.name for terminal in parser().terminals} | {END}
    states = parser().parser.parser.parser.parse_table.states.values()
    told = {expected(frozenset(state.keys() & terminals)) for state in states}
    assert len(told) > 50
    assert [text for text in told if re.search(r"\b[A-Z_]{2,}\b|\$", text)] == []


@pytest.mark.parametrize("name", ["boardhexagon", "notes", "iffy", "inner", "orange", "mod2", "some_", "_win", "Board"])
def test_a_name_may_begin_with_a_word_of_the_language(name: str) -> None:
    assert value(name) == value(f" {name} ")
    assert isinstance(value(name), tree.Name)
    assert value(name).span.text == name


@pytest.mark.parametrize("text", ["boardhexagon {}", "playersRed", "let x = not_a b", "let x = a andb", "turn2 {}"])
def test_words_are_not_split_where_nobody_split_them(text: str) -> None:
    assert codes(text) == ["HG101"]


def test_signs_need_no_space_around_them() -> None:
    assert value("a*(b+1)..c[0].q") == value("a * (b + 1) .. c [ 0 ] . q")
    assert whole("board{shape rhombus(5)edge top:Red}") == whole("board { shape rhombus(5) edge top : Red }")


def test_comments_and_line_ends_mean_nothing() -> None:
    spread = '# "a" { (\ngame # title\r\n"Hex" # done\nplayers Red,# )\n Blue#'
    assert whole(spread) == whole('game "Hex" players Red, Blue')


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ('""', ""),
        ('"a # b"', "a # b"),
        ('""""""', ""),
        ('"""two\nlines"""', "two\nlines"),
        ('"""says "no" twice"""', 'says "no" twice'),
        ('""""quoted" first"""', '"quoted" first'),
        ('"""ten ""two"" ones"""', 'ten ""two"" ones'),
    ],
)
def test_texts(text: str, content: str) -> None:
    node = value(text)
    assert isinstance(node, tree.Text)
    assert node.value == content
    assert node.span.text == text


def test_words_inside_texts_and_comments_begin_no_item() -> None:
    file, report = read('rules """\nboard {\n"""\n# turn {\nwin when )\nplayers Red, Blue')
    assert [found.code for found in report] == ["HG101"]
    assert file is not None
    assert [type(item) for item in file.items] == [tree.Rules, tree.Ending, tree.Players]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_words_and_numbers_span_just_themselves(path: Path) -> None:
    for node in below(whole(path.read_text("utf-8"))):
        match node:
            case tree.Name():
                assert node.span.text == node.id
            case tree.Number():
                assert int(node.span.text) == node.value
            case tree.Operator():
                assert node.span.text == node.symbol
            case tree.Text():
                assert node.span.text.strip('"') == node.value


@pytest.mark.parametrize(
    "text",
    [
        "f(a, b + 1)",
        "(a + b) * c",
        "a * (b + c)",
        "if a then b else c",
        "some c in S: c.q == 0",
        "[1, 2][0]",
        "{}",
        "-a",
        "-(a)",
        "(a).q",
        "(a)..(b)",
        "not (a)",
    ],
)
def test_an_expression_spans_its_whole_text(text: str) -> None:
    assert value(text).span.text == text


def test_lines_and_columns_are_counted_from_one() -> None:
    board = whole('game "Hex"\n\n  board { shape x }').items[1]
    assert str(board.span) == "test.hexgame:3:3"
    assert (board.span.line, board.span.column) == (3, 3)


def test_all_broken_items_are_told_at_once_and_read_as_what_was_meant() -> None:
    text = """\
game Hex
players Red, Blue
option size 5 in 2..9
board { shape rhombus(5) }
turn { place stone empty }
win when own >
lose when own
"""
    file, report = read(text)
    assert [(found.code, found.span.line) for found in report if found.span] == [
        ("HG101", 1), ("HG101", 3), ("HG101", 5), ("HG101", 6),
    ]  # fmt: skip
    assert file is not None
    meant = whole(
        'game "Hex" players Red, Blue option size = 5 in 2..9 board { shape rhombus(5) } turn { place stone on empty }'
    )
    assert file.items[:5] == meant.items
    assert [type(item) for item in file.items[5:]] == [tree.Ending, tree.Ending]


def test_a_word_of_the_language_that_begins_a_line_inside_an_item_makes_no_second_error() -> None:
    turn = "turn { may place stone on empty may swap on\n  turn 2 }"
    assert codes(turn) == []
    assert codes(f"players Red,, Blue\n{turn}") == ["HG101"]


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ('players Red,\nboard { }\ngame "x"', "Red, "),
        ("players Red,   # and who else?\n\nboard { }", "Red, "),
        ("win when own >\nlose when own", "own > "),
        ('pieces king "#",\nboard { }', '"#", '),
    ],
)
def test_what_is_missing_is_marked_at_the_end_of_what_stands_before_it(text: str, marked: str) -> None:
    (found,) = read(text)[1]
    assert found.span is not None
    assert found.span.end == text.index(marked.strip()) + len(marked.strip())
    assert found.span.end - found.span.start == 1
    assert found.label == "something is missing after this"


@pytest.mark.parametrize(
    ("text", "opened"),
    [
        ("board {\n  shape rhombus(5)\nturn { pass }", "{"),
        ("win when f(a, [b]\nlose when a", "("),
        ("let x = [a, b", "["),
    ],
)
def test_an_unclosed_bracket_is_pointed_at(text: str, opened: str) -> None:
    (found,) = read(text)[1]
    ((span, label),) = found.related
    assert (span.start, span.text, label) == (text.index(opened), opened, "opened here, never closed")


@long("*", "!some c in S:")
@pytest.mark.parametrize(
    "text",
    [
        "(" * 10_000 + "1" + ")" * 10_000,
        "[" * 10_000,
        " + ".join(["1"] * 5_000),
        "not " * 5_000 + "a",
        "-" * 5_000 + "a",
        "a" + ".q" * 5_000,
        "a" + "[0]" * 5_000,
        "some c in S: " * 5_000 + "a",
        "if a then b else " * 5_000 + "c",
    ],
    ids=lambda text: text[:12],
)
def test_endless_nesting_is_refused_at_once(text: str) -> None:
    started = time.process_time()
    assert codes(f"let x = {text}") == ["HG004"]
    assert time.process_time() - started < 2


def test_no_advice_is_to_write_nothing() -> None:
    (problem,) = hexgame.check(Source("-", ","))
    assert (problem.message, problem.help) == (
        "unexpected `,`", "leave it out: items and statements need no separator"
    )  # fmt: skip


def test_thousands_of_broken_items_are_told_in_a_moment() -> None:
    started = time.process_time()
    assert set(codes("win when )\n" * 6_000)) == {"HG101"}
    assert time.process_time() - started < 2


def test_in_a_very_long_text_few_faults_are_mended(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(codes("win when )\n" * 40)) == 40
    monkeypatch.setattr(mend, "MOST_WORDS", 100)
    assert len(codes("win when )\n" * 40)) == 4


@pytest.mark.parametrize("text", ["", " \n\t\r\n"])
def test_an_empty_file_is_told_so(text: str) -> None:
    assert read(text)[0] is None
    assert codes(text) == ["HG102"]


@pytest.mark.parametrize(
    ("character", "shown"),
    [("\x00", "U+0000"), ("\x1b", "U+001B"), ("\ufeff", "U+FEFF"), ("\ud800", "U+D800"), ("é", "é")],
)
def test_a_stray_character_is_shown_without_being_printed_raw(character: str, shown: str) -> None:
    (found,) = read(f'game "x" {character}')[1]
    assert (found.code, found.message) == ("HG001", f"unexpected character `{shown}`")
    assert found.span is not None
    assert found.span.text == character


@pytest.mark.parametrize("text", ['"text"', '"""text"""', "# note", '"a" # note\n'])
def test_a_file_of_nothing_but_texts_and_comments_is_read_or_reported(text: str) -> None:
    assert codes(text) == ([] if text == "# note" else ["HG101"])


@given(st.text())
@example("\x1b\xa0")
@example(",")
@settings(max_examples=200, deadline=None)
def test_any_text_is_read_or_reported(text: str) -> None:
    file, report = read(text)
    assert (file is not None) or report.failed
    assert all(found.span is not None and 0 <= found.span.start <= found.span.end <= len(text) for found in report)


@given(SOUP)
@settings(max_examples=200, deadline=None)
def test_any_soup_of_words_is_read_or_reported(words: list[str]) -> None:
    text = " ".join(words)
    file, report = read(text)
    assert (file is not None) or report.failed
    assert all(found.span is not None and 0 <= found.span.start <= found.span.end <= len(text) for found in report)


def calls(work: Callable[[], object]) -> int:
    """How many functions work calls, and how often generators go on in it."""
    found = 0

    def note(_: FrameType, event: str, __: object) -> None:
        nonlocal found
        found += event == "call"

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return found


def test_a_statement_in_anothers_place_is_read_once_however_long_it_is() -> None:
    short, long_ = (Source("test.hexgame", "if some c in x: " * times) for times in (50, 200))
    parse(short)
    assert calls(lambda: parse(long_)) < 6 * calls(lambda: parse(short))


def test_a_broken_text_that_is_too_large_to_compute_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first reading takes all steps that a sheet may; others would only take them again."""
    boards = list[object]()
    monkeypatch.setattr(loading, "build_board", lambda *given: boards.append(given) or build_board(*given))
    found = hexgame.check(Source("test.hexgame", TOO_LARGE))
    assert [each.code for each in found] == ["HG101", "HG307"]
    assert len(boards) == 1


TOO_LARGE = """
game "X"
players Red, Blue
board { grid square8 shape rhombus(64) region belt = top corners label weight(c) = c.q
  relation far(c) = cells - adjacent(c) }
turn { place stone on empty }
win when count(own) > 3
"""
