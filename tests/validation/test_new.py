"""Files to begin a game with: each is a game without a flaw, and what its comments suggest works."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from conftest import ROOT, long, wide

import hexgame
from hexgame.diagnostics.text import Source
from hexgame.show.pages.beginnings import BEGINNINGS, begin, beginning
from hexgame.show.pages.manual import page
from hexgame.source.layout.format import format_file
from hexgame.source.reading.files import shipped
from hexgame.source.reading.parse import parse
from hexgame.source.syntax import tree
from hexgame.validation.play import Play
from hexgame.validation.validation import validate

KINDS = list(BEGINNINGS)
HEADINGS = re.findall("^#+ (.*)", (ROOT / "docs" / "language.md").read_text("utf-8"), re.MULTILINE)


def text_of(kind: str, name: str = "my_game") -> str:
    text = beginning(name, kind)
    assert isinstance(text, str)
    return text


def read(text: str) -> tree.File:
    file, problems = parse(Source("new.hexgame", text))
    assert file is not None
    assert not problems
    return file


def suggestions() -> list[tuple[str, str, str]]:
    """Kind, what is suggested, and the text with it in place of the next line."""
    pattern = re.compile(r"^( *)# Instead: (.*)\n(?: *#.*\n)*.*\n", re.MULTILINE)
    return [
        (kind, match.group(2), text[: match.start()] + f"{match.group(1)}{match.group(2)}\n" + text[match.end() :])
        for kind, text in zip(KINDS, map(text_of, KINDS), strict=True)
        for match in pattern.finditer(text)
    ]


@long("*", "!rhombus", "!torus", "!graph", "rhombus", "torus")
@wide("*", "!rhombus", "!torus", "!graph")
@pytest.mark.parametrize("kind", KINDS)
def test_a_new_game_has_no_flaw(kind: str) -> None:
    source = Source("new.hexgame", text_of(kind))
    assert hexgame.check(source) == ()
    found = validate(source, {}, Play(games=200, seconds=60))  # with its claims, and its smallest and largest boards
    assert found.game is not None
    assert found.diagnostics == ()


@pytest.mark.parametrize("kind", KINDS)
def test_random_games_of_it_end_and_both_win_some(kind: str) -> None:
    start = hexgame.load(Source("new.hexgame", text_of(kind))).start()
    winners = Counter(start.rollout(seed).winner for seed in range(100))
    assert winners.keys() - {None} == {"Red", "Blue"}
    assert min(winners["Red"], winners["Blue"]) > 20
    assert None not in winners or "no-draws" not in BEGINNINGS[kind].claims


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_printed_as_it_is_read(kind: str) -> None:
    text = text_of(kind)
    printed = format_file(read(text))
    assert read(printed) == read(text)
    assert format_file(read(printed)) == printed
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize("kind", KINDS)
def test_every_comment_names_a_heading_of_the_reference(kind: str) -> None:
    for comment in re.findall(r"(?:^ *#.*\n)+", text_of(kind), re.MULTILINE):
        assert "(see " in comment
    named = [name for names in re.findall(r"\(see ([^)]*)\)", text_of(kind)) for name in names.split("; ")]
    assert len(named) > 5
    assert set(named) <= set(HEADINGS)
    assert all(isinstance(page("language", name), str) for name in named)


@pytest.mark.parametrize(("kind", "line", "text"), suggestions(), ids=lambda each: each[:40])
def test_what_a_comment_suggests_is_a_game_too(kind: str, line: str, text: str) -> None:
    assert hexgame.check(Source("new.hexgame", text)) == ()
    start = hexgame.load(Source("new.hexgame", text)).start()
    assert all(start.rollout(seed).label != "too long" for seed in range(20))


def test_every_board_has_suggestions() -> None:
    assert {kind for kind, _, _ in suggestions()} == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_it_has_what_is_to_be_filled_in(kind: str) -> None:
    kinds = [type(item) for item in read(text_of(kind)).items]
    for expected in (
        tree.Title,
        tree.Author,
        tree.Summary,
        tree.Rules,
        tree.Claims,
        tree.Players,
        tree.Board,
        tree.Turn,
    ):
        assert kinds.count(expected) == 1
    options = hexgame.load(Source("new.hexgame", text_of(kind))).options
    assert ("pie" in options) == BEGINNINGS[kind].has_pie
    assert ("size" in options) == (kind not in ("map", "graph"))


@pytest.mark.parametrize(
    ("name", "title"),
    [("hexlet", "Hexlet"), ("my_first_game", "My First Game"), ("G2_north__X", "G2 North X"), ("turn", "Turn")],
)
def test_the_title_comes_from_the_name(name: str, title: str) -> None:
    assert f'game "{title}"\n' in text_of("rhombus", name)
    assert f"hexgame play {name}.hexgame" in text_of("rhombus", name)


@pytest.mark.parametrize(
    ("name", "help_text"),
    [
        ("", "for example: my_game"),
        ("§", "for example: my_game"),
        ("my game!", "did you mean `my_game`?"),
        ("my-game.hexgame", "did you mean `my_game`?"),
        ("games/north.hexgame", "did you mean `north`?"),
        ("../north", "did you mean `north`?"),
        ("3_in_a_row", "did you mean `in_a_row`?"),
        ("Été", "did you mean `Ete`?"),
        ("_", "for example: my_game"),
        ("line\n", "did you mean `line`?"),
        ("hex", "choose another name; to modify that game, write: variant of hex"),
    ],
)
def test_a_name_that_no_game_can_have(name: str, help_text: str, tmp_path: Path) -> None:
    found = begin(name, "hexagon", tmp_path)
    assert isinstance(found, hexgame.Diagnostic)
    assert (found.code, found.help, found.is_request) == ("HG612", help_text, True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("board", "help_text"),
    [("hexagn", "did you mean `hexagon`?"), ("Torus", "did you mean `torus`?"), ("sphere", "")],
)
def test_an_unknown_board(board: str, help_text: str, tmp_path: Path) -> None:
    found = begin("my_game", board, tmp_path)
    assert isinstance(found, hexgame.Diagnostic)
    assert (found.code, found.help) == ("HG613", help_text)
    assert all(kind in found.expected for kind in KINDS)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", KINDS)
def test_the_file_is_written(kind: str, tmp_path: Path) -> None:
    path = begin("mine", kind, tmp_path)
    assert path == tmp_path / "mine.hexgame"
    assert path.read_bytes().decode() == text_of(kind, "mine")


def test_it_can_be_the_base_of_a_variant(tmp_path: Path) -> None:
    assert begin("turn", "hexagon", tmp_path) == tmp_path / "turn.hexgame"  # a word of the language may name a file
    (tmp_path / "other.hexgame").write_text('game "Other"\nvariant of turn\n', "utf-8")
    assert hexgame.check(tmp_path / "other.hexgame") == ()


def test_a_file_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.hexgame").write_text("precious", "utf-8")
    found = begin("mine", "rhombus", tmp_path)
    assert isinstance(found, hexgame.Diagnostic)
    assert found.code == "HG610"
    assert "already" in found.message
    assert (tmp_path / "mine.hexgame").read_text("utf-8") == "precious"


@pytest.mark.parametrize(("name", "folder"), [("mine", "nowhere"), ("x" * 300, ".")])
def test_a_file_that_cannot_be_written(name: str, folder: str, tmp_path: Path) -> None:
    found = begin(name, "rhombus", tmp_path / folder)
    assert isinstance(found, hexgame.Diagnostic)
    assert (found.code, found.is_request) == ("HG610", True)


def test_no_shipped_game_is_taken_for_a_new_one() -> None:
    assert all(isinstance(beginning(stem, "rhombus"), hexgame.Diagnostic) for stem in shipped())
