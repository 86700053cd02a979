"""`hexgame validate --fix`: what is mended, what is not, and that nothing else of a file changes."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import islice
from pathlib import Path

import mutations
import pytest
from conftest import GAMES, ROOT, Run, complete, long, wide
from documented import GAME
from test_error_files import FILES

from hexgame.diagnostics.diagnostic import Diagnostic, Severity
from hexgame.diagnostics.text import Source, Span
from hexgame.loading import Sheet, read_sheet
from hexgame.source.reading.fixes import Draft, mended
from hexgame.source.reading.parse import parse
from hexgame.source.syntax import tree

COMMENT = re.compile(r"#[^\n]*")


def check(source: Source) -> tuple[Diagnostic, ...]:
    sheet = read_sheet(source, ROOT / "tests" / "errors")
    return sheet.compiled({})[1] if isinstance(sheet, Sheet) else sheet


@cache
def fixed(text: str, name: str = "my.hexgame") -> Draft:
    return mended(Source(name, text), check)


SURE = {
    # words
    ("board {", "baord {"): "'baord' → 'board'",
    ("place stone", "palce stone"): "'palce' → 'place'",
    ("win when", "Win when"): "'Win' → 'win'",
    ("rhombus(size)", "rhombos(size)"): "'rhombos' → 'rhombus'",
    ("rhombus(size)", "rhombus(sise)"): "'sise' → 'size'",
    ("left, right: Blue", "left, rihgt: Blue"): "'rihgt' → 'right'",
    ("right: Blue", "right: bleu"): "'bleu' → 'Blue'",
    ("stone on empty", "stones on empty"): "'stones' → 'stone'",
    ("stone on empty", "stone on free"): "'free' → 'empty'",
    ("[top, bottom]", "edges"): "'edges' → 'own.edges'",
    ("[top, bottom]", "own.edge"): "'edge' → 'edges'",
    ("win when", "win if"): "'if' → 'when'",
    ("left, right: Blue", "Blue: left, right"): "",
    ("[top, bottom]", "top, bottom"): "'top, bottom' → '[top, bottom]'",
    # signs
    ("option size = 5", "option size == 5"): "'==' → '='",
    ("win when connects", "win when turn = 9 or connects"): "'=' → '=='",
    ("win when connects", "win when turn > 9 && connects"): "'&&' → 'and'",
    ("win when connects", "win when turn > 9 || connects"): "'||' → 'or'",
    ("win when connects", "win when turn <> 9 and connects"): "'<>' → '!='",
    ("win when connects", "win when turn % 2 == 1 and connects"): "'%' → 'mod'",
    ("win when connects", "win when turn ≥ 9 and connects"): "'≥' → '>='",
    ("win when connects", "win when turn > 9 & count(own) > 3 and connects"): "'&' → 'and'",
    ("win when connects", "win when 1 < turn < 99 and connects"): "'<' → 'and turn <'",
    ("win when connects", "win when count(own and corners) > 3 and connects"): "'and' → '&'",
    ("2..9", "2...9"): "'...' → '..'",
    ("2..9", "2..9;"): "left out ';'",
    ("left, right: Blue", "left, right = Blue"): "'right =' → 'right:'",
    ("left, right: Blue", "left, right Blue"): "added ':'",
    ("players Red, Blue", "players Red Blue"): "added ','",
    ("players Red, Blue", "players Red,, Blue"): "left out ','",
    ("stone on empty", "stone empty"): "added 'on'",
    ("= 5 in", "= 10 / 2 in"): "'10 / 2' → '(10 / 2)'",
    ("rhombus(size)", "rhombus(size > 5 ? size : 5)"): "'size > 5 ? size :' → 'if size > 5 then size else'",
    ("on empty", "on empty if turn > 1"): "'if' → 'where'",
    ("on empty }", "on c among empty { c = stone } }"): "'=' → 'becomes'",
    # brackets
    ("rhombus(size)", "rhombus(size"): "added ')'",
    ("bottom])", "bottom)"): "added ']'",
    ("bottom])", "bottom))"): "')' → ']'",
    ("[top, bottom])", "{top, bottom])"): "'{' → '['",  # a list of regions, not a set of them
    ("rhombus(size)", "rhombus[size)"): "'[' → '('",
    ("Blue\n}", "Blue  # at the side\n"): "added '}'",
    ("empty }", "empty }}"): "left out '}'",
    ("bottom])", "bottom]))"): "left out ')'",
    # texts
    ('"Bridge"', "Bridge"): "'Bridge' → '\"Bridge\"'",
    ('"Bridge"', '"Bridge'): "'\"Bridge' → '\"Bridge\"'",
    ('"Bridge"', "“Bridge”"): "'“Bridge”' → '\"Bridge\"'",
    ("option size", 'rules "\nJoin; no draws.\n"""\noption size'): "'\"' → '\"\"\"'",
    ("option size", 'rules\nJoin; no draws.\n"""\noption size'): 'added \'"""\'',
    ("Red, Blue", "Red,\u00a0Blue"): "'U+00A0' → ' '",
    ("Red, Blue", '"Red", Blue'): "'\"Red\"' → 'Red'",
}
"""What is written in place of a passage of a game, and how it is told that it was mended."""


@pytest.mark.parametrize(("old", "new"), SURE)
def test_a_sure_mistake_is_mended(old: str, new: str) -> None:
    assert GAME.count(old) == 1
    draft = fixed(GAME.replace(old, new))
    assert draft.errors == 0
    assert len(draft.changes) == 1
    assert SURE[old, new] in str(draft.changes[0])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("players", "let tap = 1\nlet tip = 2\nlet n = tup\nplayers"),  # tap, tip or top
        ("rhombus(size)", "rhombus(n)"),
        ("right: Blue", "right: Green"),
        ("connects(own, [top, bottom])", "(count(own) > 3 and turn > 9 or turn > 20"),  # where does the bracket close?
        ("connects(own, [top, bottom])", "some g groups(own): count(g) > 3 +"),
        ("connects(own, [top, bottom])", "not (own)"),
        ("left, right: Blue", "left, , right: Blue"),  # one too many, or one forgotten
        ('game "Bridge"', 'game "Bridge 5'),
        ("option size", 'rules ""\nJoin your sides; no draws.\n\noption size'),  # prose
        ("option size", "Join your sides;\nno draws;\noption size"),
        ("turn {", "option pie = yes in yes, no\nturn {"),  # never used: a warning
        ("= 5", "= 11"),
        ("2..9", "2..9 // of a side"),  # division to many
        ("rhombus(size)", "rhombus(size // 2)"),
        ("players", "-- two of them\nplayers"),
        ("players", "<<<<<<< HEAD\nlet n = 1\n=======\nlet n = 2\n>>>>>>> theirs\nplayers"),
        ("Red, Blue", "Red，, Blue"),
        ("rhombus(size)", "rhombus([2, 3, 4, 5}[2])"),  # both brackets make sense
        ("Red, Blue", "Red _, Blue"),  # junk, not a third player
        ("2..9", "2..9 x"),
        ("option size", "option size_"),  # `size` may be as it was meant
        ("stone on empty }", "stone on empty\n  ELSE pass\n}"),  # `else`, not `otherwise`
    ],
)
def test_a_doubtful_mistake_is_left_as_it_is(old: str, new: str) -> None:
    text = GAME.replace(old, new)
    assert text != GAME
    assert check(Source("my.hexgame", text)) or "pie" in new
    assert fixed(text).source.text == text


@long("*", "!c*")
@wide("too_much_to_work_out", "n*", "o*", "p*", "r*", "s*", "w*")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_mended_sheet_has_fewer_errors_and_all_its_comments_and_nothing_more_to_mend(path: Path) -> None:
    text = path.read_text("utf-8")
    before, draft = check(Source(str(path), text)), fixed(text, str(path))
    assert draft.errors < sum(each.severity is Severity.ERROR for each in before) or draft.source.text == text
    assert bool(draft.changes) == (draft.source.text != text)
    assert [each for each in COMMENT.findall(text) if each not in draft.source.text] == []
    assert fixed(draft.source.text, str(path)).changes == ()


@long
def test_many_of_the_bad_sheets_are_mended_wholly() -> None:
    drafts = (fixed(path.read_text("utf-8"), str(path)) for path in FILES)
    whole = (draft for draft in drafts if draft.changes and not draft.errors)
    assert len(list(islice(whole, 76))) == 76


# Nothing else changes


def in_games(source: Source) -> tuple[Diagnostic, ...]:
    return _checked_in(GAMES[0].parent, source)


def _parts(text: str) -> list[tree.Node]:
    """The items of a file and of its board."""
    file, _ = parse(Source("", text))
    assert file is not None
    return [part for item in file.items for part in (item.items if isinstance(item, tree.Board) else (item,))]


SAMPLE = 80


@cache
def sample() -> list[mutations.Mutant]:
    return mutations.all_mutants(SAMPLE, 5)


@long
@wide
@pytest.mark.parametrize("number", range(SAMPLE))
def test_a_fix_leaves_all_else_as_it_was(number: int) -> None:
    """On any mutant: nothing, or fewer errors with all comments, and all items of the unbroken game beside the fix."""
    mutant = sample()[number]
    source = Source(f"{mutant.game}.hexgame", mutant.text)
    draft = mended(source, in_games)
    if not draft.changes:
        assert draft.source.text == mutant.text
        return
    assert draft.errors < sum(each.severity is Severity.ERROR for each in in_games(source))
    assert COMMENT.findall(draft.source.text) == COMMENT.findall(mutant.text)
    if not draft.errors:
        before, after = _parts(text_of(_game(mutant.game))), _parts(draft.source.text)
        assert len(before) == len(after)
        for part, same in zip(after, before, strict=True):
            is_fixed = any(part.span.start <= each.start <= part.span.end for each in draft.changes)
            assert part == same or is_fixed or part.span.line in mutant.lines


def _game(stem: str) -> Path:
    return GAMES[0].parent / f"{stem}.hexgame"


@cache
def text_of(path: Path) -> str:
    return path.read_text("utf-8")


@pytest.mark.parametrize(("old", "new"), [
    ("rhombus(size)", "rhombus(size  // 2)"),
    ("win when connects", "win when turn // 2 == 1 or connects"),
    ("win when connects", "win when turn > 3 # or so\n  or connects"),
])  # fmt: skip
def test_a_fix_that_would_hide_words_in_a_comment_is_refused(old: str, new: str) -> None:
    text = GAME.replace(old, new)

    def eager(source: Source) -> list[Diagnostic]:
        place = source.text.find("//") if "//" in source.text else source.text.find("or so") - 2
        span = Span(source, place, place + 2)
        wrong = "//" in source.text or source.text == text
        return [Diagnostic("HG101", "wrong", span, replacement="#" if "//" in text else "")] if wrong else []

    assert mended(Source("my.hexgame", text), eager).source.text == text


@long("*", "!hex", "!unlur")
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_sound_game_is_left_as_it_is(path: Path) -> None:
    text = path.read_text("utf-8")
    assert fixed(text, str(path)).source.text == text


def test_layout_and_comments_stay() -> None:
    text = "\n".join(
        f"{line}   # {number}" if line and not line.startswith("game") else line
        for number, line in enumerate(GAME.split("\n"))
    )
    wrong = text.replace("rhombus", "  rhombos").replace("edge left", "edge   lfet").replace("win when", "win  wehn")
    assert fixed(wrong).source.text == wrong.replace("rhombos", "rhombus").replace("lfet", "left").replace(
        "wehn", "when"
    )


def test_a_brace_is_added_where_the_layout_has_it() -> None:
    text = complete("turn {\n  if turn > 1 {\n    place stone on empty   # anywhere\n  place stone on corners\n}")
    expected = text.replace("# anywhere\n", "# anywhere\n  }\n")
    assert fixed(text).source.text == expected
    assert fixed(GAME.replace("empty }", "empty")).source.text == GAME


def test_a_word_is_mended_in_all_its_places() -> None:
    board = GAME.replace("rhombus(size)", "rhombus(size)\n  region middle = {cell(1, 1)}")
    wrong = board.replace("win when", "win when count(own & midle) > count(enemy & midle) and")
    draft = fixed(wrong + "draw when count(own & middle) > 0\n")
    assert (draft.errors, [str(change) for change in draft.changes]) == (0, ["'midle' → 'middle'"] * 2)


def test_a_name_that_stands_alone_is_mended_where_it_is_declared() -> None:
    board = GAME.replace("rhombus(size)", "rhombus(size)\n  region midle = {cell(1, 1)}")
    draft = fixed(board.replace("win when", "win when count(own & middle) > count(enemy & middle) and"))
    assert (draft.errors, [str(change) for change in draft.changes]) == (0, ["'midle' → 'middle'"])


def test_mistakes_that_hide_one_another_are_mended_together() -> None:
    draft = fixed(GAME.replace("win when", "win when turn = 5 or turn = 6 or turn = 7 or"))
    assert draft.errors == 0
    assert [str(change) for change in draft.changes] == ["'=' → '=='"] * 3


def test_a_fix_that_makes_for_no_fewer_errors_is_not_kept() -> None:
    def stubborn(source: Source) -> list[Diagnostic]:
        return [Diagnostic("HG201", "unknown", Span(source, 0, 1), replacement="b")]

    def fickle(source: Source) -> list[Diagnostic]:
        return stubborn(source) if source.text.startswith("a") else stubborn(source) * 2

    for always in (stubborn, fickle):
        assert mended(Source("x", "a a"), always).source.text == "a a"


def test_what_is_wrong_in_the_base_is_not_mended_in_the_variant(tmp_path: Path) -> None:
    (tmp_path / "base.hexgame").write_text(GAME.replace("rhombus", "rhombos"))
    variant = 'game "Other"\nvariant of base\nwin whne count(own) > 3\n'
    draft = mended(Source(str(tmp_path / "other.hexgame"), variant), lambda source: _checked_in(tmp_path, source))
    assert draft.source.text == variant.replace("whne", "when")


def _checked_in(folder: Path, source: Source) -> tuple[Diagnostic, ...]:
    sheet = read_sheet(source, folder)
    return sheet.compiled({})[1] if isinstance(sheet, Sheet) else sheet


# The command


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.hexgame").write_text(GAME.replace("rhombus", "rhombos").replace("Red, Blue", "Red Blue"))
    return tmp_path


def test_what_was_changed_is_told(command: Run, folder: Path) -> None:
    result = command("validate", "bad.hexgame", "--play", "0", "--fix")
    assert result.stderr == "bad.hexgame:3:12: added ','\nbad.hexgame:6:9: 'rhombos' → 'rhombus'\n"
    assert result.stdout == "bad.hexgame: Bridge is a valid game\n"
    assert (folder / "bad.hexgame").read_text() == GAME
    again = command("validate", "bad.hexgame", "--play", "0", "--fix")
    assert (again.stdout, "→" in again.stderr) == (result.stdout, False)


def test_changes_do_not_mix_with_reports(command: Run, folder: Path) -> None:
    result = command("validate", "bad.hexgame", "--play", "0", "--fix", "--format", "json")
    assert {each["severity"] for each in json.loads(result.stdout)} <= {"warning"}
    assert "'rhombos' → 'rhombus'" in result.stderr


def test_nothing_is_written_where_nothing_is_mended(command: Run, folder: Path) -> None:
    path = folder / "bad.hexgame"
    path.write_text(GAME.replace("rhombus(size)", "rhombus(n)"))
    before = path.stat()
    assert command("validate", "bad.hexgame", "--play", "0", "--fix").exit_code == 1
    after = path.stat()
    assert (after.st_mtime_ns, after.st_ino) == (before.st_mtime_ns, before.st_ino)


def test_line_ends_and_byte_order_marks_stay(command: Run, folder: Path) -> None:
    path = folder / "bad.hexgame"
    wrong = path.read_bytes().replace(b"\n", b"\r\n")
    path.write_bytes(b"\xef\xbb\xbf" + wrong)
    assert command("validate", "bad.hexgame", "--play", "0", "--fix").exit_code == 0
    assert path.read_bytes() == b"\xef\xbb\xbf" + GAME.encode().replace(b"\n", b"\r\n")


def test_a_file_whose_lines_end_with_carriage_returns_alone_is_read_and_fixed(command: Run, folder: Path) -> None:
    path = folder / "bad.hexgame"
    path.write_bytes(GAME.replace("win when", "wni when").encode().replace(b"\n", b"\r"))
    result = command("validate", "bad.hexgame", "--play", "0", "--fix")
    assert (result.exit_code, result.stderr) == (0, "bad.hexgame:13:1: 'wni' → 'win'\n")
    assert path.read_bytes() == GAME.encode().replace(b"\n", b"\r")


def test_a_file_that_cannot_be_written_is_told(command: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("hexgame.source.reading.fixes.replace_text", refuse)
    result = command("validate", "bad.hexgame", "--play", "0", "--fix")
    assert result.exit_code == 2
    assert "HG610" in result.stderr
    assert "Permission denied" in result.stderr
