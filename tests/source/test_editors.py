"""How editors colour a rule sheet: the lexer for Pygments and the TextMate grammar, both made of one vocabulary."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from conftest import GAMES, ROOT, long
from hypothesis import given, settings
from hypothesis import strategies as st
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.token import (
    Comment,
    Error,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Token,
    Whitespace,
    _TokenType,
)

from hexgame.__main__ import main
from hexgame.rules.expressions.primitives import PRIMITIVES
from hexgame.show.editors.highlighting import HexgameLexer
from hexgame.show.editors.vocabulary import textmate, words
from hexgame.source.syntax import vocabulary
from hexgame.source.syntax.grammar import parser, reserved_words
from hexgame.values.operations import FUNCTIONS

GRAMMAR = json.loads(textmate())
RULES = [GRAMMAR["repository"][include["include"].removeprefix("#")] for include in GRAMMAR["patterns"]]
TEXTS = [path.read_text("utf-8") for path in GAMES]
EXAMPLES = re.findall(r"```hexgame\n(.*?)```", (ROOT / "docs" / "language.md").read_text("utf-8"), re.DOTALL)
SCOPES = {
    "comment": Comment, "string": String, "constant.numeric": Number, "keyword.operator": Operator,
    "keyword": Keyword, "punctuation": Punctuation, "constant.language": Keyword.Constant,
    "support.function": Name.Builtin, "variable.language": Name.Builtin.Pseudo, "": Token,
}  # fmt: skip
"""What scopes mean in Pygments."""


def lexed(text: str) -> list[tuple[_TokenType, str]]:
    return list(HexgameLexer(stripnl=False, ensurenl=False).get_tokens(text))


def only(text: str) -> _TokenType:
    """The kind of a text that is one token."""
    ((kind, whole),) = lexed(text)
    assert whole == text
    return kind


def scoped(text: str) -> Iterator[tuple[str, str]]:
    """Scope and text by the TextMate grammar, line by line as an editor reads."""
    inside: dict[str, str] | None = None
    for line in text.splitlines(keepends=True):
        at = 0
        while at < len(line):
            if inside is not None:
                end = re.compile(inside["end"]).search(line, at)
                stop = end.end() if end else len(line)
                yield inside["name"], line[at:stop]
                at, inside = stop, None if end else inside
                continue
            match, rule = first_match(line, at)
            stop = match.start() if match else len(line)
            if stop > at:
                yield "", line[at:stop]
            if match:
                yield rule["name"], match.group()
                stop, inside = match.end(), rule if "begin" in rule else None
            at = stop


def first_match(line: str, at: int) -> tuple[re.Match[str] | None, dict[str, str]]:
    """The leftmost match of any rule; of several there, that of the first rule."""
    flat = [part for rule in RULES for part in rule.get("patterns", [rule])]
    found = [(re.compile(rule.get("match") or rule["begin"]).search(line, at), rule) for rule in flat]
    return min(found, key=lambda pair: pair[0].start() if pair[0] else len(line))


def kinds_of_characters(tokens: Iterator[tuple[_TokenType, str]]) -> list[_TokenType]:
    return [kind for kind, text in tokens for _ in text]


def kind_of(scope: str) -> _TokenType:
    return next(kind for prefix, kind in SCOPES.items() if scope.startswith(prefix))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_shipped_game_is_coloured_without_errors(path: Path) -> None:
    text = path.read_text("utf-8")
    tokens = lexed(text)
    assert "".join(part for _, part in tokens) == text
    assert [part for kind, part in tokens if kind in Error] == []


@long
@given(st.text(st.sampled_from('aé_1 \n"#.(=<ñ'), max_size=20) | st.text(max_size=20))
@settings(max_examples=200, deadline=None)
def test_every_text_comes_through_the_lexer_whole(text: str) -> None:
    plain = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")  # Pygments reads line ends so
    assert "".join(part for _, part in lexed(text)) == plain


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_lexer_and_the_parser_see_the_same_tokens(path: Path) -> None:
    text = path.read_text("utf-8")
    ours = [pieces(part) for kind, part in lexed(text) if kind not in Whitespace and kind not in Comment]
    theirs = [str(token) for token in parser().parse_interactive(text).iter_parse()]
    assert [piece for each in ours for piece in each] == theirs


def pieces(part: str) -> list[str]:
    """A claim is one word to the eye."""
    return re.findall(r"-|[^-]+", part) if part in words()["claim"] else [part]


@pytest.mark.parametrize("word", sorted(reserved_words()))
def test_a_reserved_word_is_a_keyword(word: str) -> None:
    assert only(word) in Keyword
    assert only(f"{word}s") not in Keyword or f"{word}s" in reserved_words()
    assert only(f"{word}_1") in Name
    ((scope, part),) = scoped(word)
    assert (scope.split(".")[0], part) == ("keyword", word)
    (_, (kind, _)) = lexed(f"1{word}")  # a number ends where a letter begins
    assert kind in Keyword


def test_sections_stand_out() -> None:
    assert {only(word) for word in vocabulary.words(vocabulary.Place.FILE)} == {Keyword.Declaration}


@pytest.mark.parametrize("name", sorted(FUNCTIONS.keys() | PRIMITIVES.keys()))
def test_a_function_is_one_before_its_parenthesis(name: str) -> None:
    assert lexed(f"{name}(own)")[0] == (Name.Builtin, name)
    assert next(scoped(f"{name} (own)")) == ("support.function.hexgame", name)


def test_words_of_the_position_regions_and_attributes() -> None:
    kinds = {part: kind for kind, part in lexed("own.edges top[0] stone size..perimeter yes grow(c) no-draws")}
    assert kinds["own"] == Name.Builtin.Pseudo
    assert kinds["edges"] == Name.Attribute
    assert kinds["top"] == kinds["perimeter"] == Name.Variable.Global
    assert kinds["stone"] == kinds["size"] == Name
    assert kinds["yes"] == Keyword.Constant
    assert kinds["grow"] == Name.Function
    assert kinds["no-draws"] == Name.Constant


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ('win # "no" win\nwin', [Keyword, Comment, Keyword]),
        ('"win # when" win', [String, Keyword]),
        ('"""win "so" #\nwin""" win', [String, Keyword]),
        ('"" """""" win', [String, String, Keyword]),
        ("1..3 <= 12 | 4", [Number, Operator, Number, Operator, Number, Operator, Number]),
        ("[a, b]", [Punctuation, Name, Punctuation, Name, Punctuation]),
        ('"open\nwin', [Error, Name, Keyword]),
        ("win; 'a", [Keyword, Error, Error, Name]),
    ],
)
def test_comments_texts_numbers_and_signs(text: str, kinds: list[_TokenType]) -> None:
    found = [kind for kind, _ in lexed(text) if kind not in Whitespace]
    assert len(found) == len(kinds)
    assert all(each in kind for each, kind in zip(found, kinds, strict=True))


def test_the_command_prints_the_textmate_grammar() -> None:
    assert CliRunner().invoke(main, ["syntax"]).stdout == textmate()


def test_the_textmate_grammar_says_what_an_editor_needs() -> None:
    assert GRAMMAR["scopeName"] == "source.hexgame"
    assert GRAMMAR["fileTypes"] == ["hexgame"]
    assert len(GRAMMAR["patterns"]) == len(GRAMMAR["repository"])


@pytest.mark.parametrize("kind", words())
def test_each_word_is_matched_whole_by_its_rule(kind: str) -> None:
    pattern = re.compile(GRAMMAR["repository"][kind]["match"])
    after = "(" if kind == "function" else ""
    for word in words()[kind]:
        match = pattern.match(word + after)
        assert match is not None
        assert match.group() == word
        assert not pattern.match(f"{word}x{after}")


@pytest.mark.parametrize("text", [*TEXTS, *EXAMPLES], ids=lambda text: " ".join(text.split()[:3]))
def test_both_colour_a_text_alike(text: str) -> None:
    ours = kinds_of_characters(iter(lexed(text)))
    theirs = kinds_of_characters((kind_of(scope), part) for scope, part in scoped(text))
    assert len(ours) == len(theirs)
    assert all(one in other for one, other, sign in zip(ours, theirs, text, strict=True) if not sign.isspace())


def test_pygments_finds_the_lexer() -> None:
    assert isinstance(get_lexer_by_name("hexgame"), HexgameLexer)  # not found: install again, pip install -e .
    assert isinstance(get_lexer_for_filename("my.hexgame"), HexgameLexer)


@long
def test_only_the_lexer_needs_pygments() -> None:
    code = "import sys; sys.modules['pygments'] = None; "
    code += "import hexgame.__main__, hexgame.show.editors.vocabulary as t; t.textmate()"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
