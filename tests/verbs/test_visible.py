"""The output door: nothing that a sheet, a record, a scenario, a name or an argument says is sent to a terminal raw."""

from __future__ import annotations

import io
import os
import re
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner
from conftest import complete, on_screen

import hexgame
from hexgame.__main__ import main
from hexgame.diagnostics.diagnostic import Diagnostic, HexgameError
from hexgame.diagnostics.reports import FORMATS
from hexgame.diagnostics.text import Source, Span
from hexgame.doors.colours import BOLD, COLOURS, styled, unstyled
from hexgame.doors.streams import Outlet, clear_screen
from hexgame.doors.visible import escaped, in_columns, on_one_line, visible
from hexgame.play.moves import MoveError
from hexgame.play.positions import KEYS as POSITION_KEYS
from hexgame.show.pictures.picture import svg
from hexgame.show.progress import bar
from hexgame.show.records import KEYS, write_record
from hexgame.validation.expectations import EXPECTATIONS

CODES = "\x1b[2J\x1b[31m\x07\x9b8m\r\x7f"
HIDDEN = "\u202e\u200b\u2028\u2066\ufeff"
ACCEPTED = "\u200b\u2060\u00ad\u061c\ufeff"
"""What hides, but may stand in a comment or a text of a sheet."""

MARK = f"x{CODES}{HIDDEN}x"


def is_hidden(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp", "Co") and character != "\n"


def raw(*arguments: str | Path, given: str = "") -> str:
    """What a command writes, its colours kept as a terminal would get them."""
    result = CliRunner(charset="utf-8").invoke(main, [*map(str, arguments)], input=given, color=True)
    assert result.exception is None or isinstance(result.exception, SystemExit), arguments
    return result.output


def is_visible(text: str) -> bool:
    return not any(map(is_hidden, text))


# The functions


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2J\x07", "␛[2J␇"),
        ("a\tb\rc\x7f\x9b", "a␉b␍c␡<U+009B>"),
        ("a\u202eb\u2066\u200b\ufeff", "a<U+202E>b<U+2066><U+200B><U+FEFF>"),
        ("a\u2028b\ud800\udcff\ue000", "a<U+2028>b<U+D800><U+DCFF><U+E000>"),
        ("a\u200db \u3164 \U000e0041", "a<U+200D>b <U+3164> <U+E0041>"),
        ("two\nlines", "two\nlines"),
    ],
)
def test_what_hides_is_shown(text: str, shown: str) -> None:
    assert visible(text) == shown
    assert on_one_line(text) == shown.replace("\n", "␊")
    assert len(in_columns(text)) == len(text)
    assert is_visible(in_columns(text).replace("\n", ""))


@pytest.mark.parametrize(
    "text",
    [
        "Ünïcödé 六角 Гекс",
        "●○◆◇▪▫·∘◎ ◾◽",
        "👩\u200d💻 ❤️ 🏳️\u200d🌈 🖖🏽",
        "می\u200cخواهم क्\u200dष",
        "a\u00a0b\u3000c",
        "e\u0301",
    ],
)
def test_letters_signs_and_emoji_stay(text: str) -> None:
    assert visible(text) == on_one_line(text) == text


def test_every_character_that_hides_is_shown() -> None:
    every = map(chr, (*range(0x20000), *range(0xE0000, 0xE0200)))
    assert is_visible(visible("".join(f"a{each}b" for each in every if is_hidden(each))))


def test_json_escapes_what_hides() -> None:
    assert escaped(f'"{HIDDEN}é\U000e0041"') == '"\\u202e\\u200b\\u2028\\u2066\\ufeffé\\udb40\\udc41"'


def test_only_our_own_colours_become_escape_sequences() -> None:
    text = styled(f"red {visible(CODES)}", COLOURS["red"], BOLD)
    assert on_screen(text) == f"\x1b[31m\x1b[1mred {visible(CODES)}\x1b[0m"
    assert on_screen(f"\x1b[31m{HIDDEN}") == f"␛[31m{visible(HIDDEN)}"
    assert unstyled(text) == f"red {visible(CODES)}"


# Sheets

SHEET = complete(
    """# COMMENT
game "Test"
author "Somebody" 1999
summary "A summary"
rules "Some rules"
option size = 3 in 2..3 "how large"
option first = Red in Red, Blue "who begins"
pieces man "☗", king
turn { may place man on empty where size > 2 forbid count(own) > 9 }
require size < 9 "not too large"
win "five men" when count(own) > 5
"""
)
TEXTS = re.compile(r'#.*|"[^"\n]+(?=")')
SLOTS = [*TEXTS.finditer(SHEET)]
COMMANDS = [
    ["validate", "--play", "0"], ["validate", "--play", "0", "--format", "concise"],
    ["validate", "--play", "0", "--format", "json"], ["validate", "--play", "0", "--format", "github"], ["show"],
    ["board"], ["inspect"], ["inspect", "--plan"], ["play"], ["fmt", "--check"], ["fmt", "--diff"],
]  # fmt: skip
ODD = f"{MARK}.hexgame".replace("\r", "")


def with_marks(text: str, mark: str) -> Iterator[str]:
    """A sheet with a mark in all of its texts, then in each of them."""
    yield TEXTS.sub(lambda found: found[0] + mark, text)
    for slot in SLOTS:
        yield text[: slot.end()] + mark + text[slot.end() :]


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_texts_of_sheets_are_shown(tmp_path: Path, arguments: list[str]) -> None:
    file = tmp_path / ODD
    for mark in (ACCEPTED, MARK):
        file.write_text(next(with_marks(SHEET, mark)), "utf-8")
        written = raw(arguments[0], file, *arguments[1:], given=f"{MARK}\nmoves {MARK}\na1\nsave {MARK}/no\nquit\n")
        assert is_visible(written), (mark, written)


def test_there_are_slots() -> None:
    assert len(SLOTS) >= 9
    assert hexgame.check(Source("t.hexgame", SHEET)) == ()


def test_each_slot_is_shown_in_messages_and_pictures(tmp_path: Path) -> None:
    for text in [*with_marks(SHEET, ACCEPTED), *with_marks(SHEET, MARK)]:
        source = Source(ODD, text)
        problems = hexgame.check(source)
        for report in FORMATS.values():
            assert is_visible(report(problems))
        if any(each.severity.value == "error" for each in problems):
            with pytest.raises(HexgameError) as error:
                hexgame.load(source)
            assert is_visible(str(error.value))
        else:
            assert is_visible(svg(hexgame.load(source).start()))


def test_every_field_of_a_problem_is_shown() -> None:
    span = Span(Source(MARK, f"{MARK}\n{MARK}"), 1, 3)
    found = Diagnostic("HG101", MARK, span, MARK, ((span, MARK),), MARK, MARK)
    for report in FORMATS.values():
        assert is_visible(report([found]))
    assert is_visible(str(HexgameError([found])))


def test_a_filter_passes_a_sheet_on_as_it_is_but_not_to_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    text = next(with_marks(SHEET, ACCEPTED))
    assert ACCEPTED in raw("fmt", "-", given=text)
    monkeypatch.setattr(Outlet, "isatty", lambda self: True)
    assert is_visible(raw("fmt", "-", given=text))


def test_a_move_that_is_refused_is_shown() -> None:
    state = hexgame.load("hex", size=3).start()
    for move in (MARK, f"{{{MARK}", f"{MARK}@a1", f"a1-{MARK}"):
        with pytest.raises(MoveError) as error:
            state.play(move)
        assert is_visible(str(error.value))


# Arguments and names


@pytest.mark.parametrize(
    "arguments",
    [
        [MARK], [f"--{MARK}"], ["show", MARK], ["show", "hex", "--set", MARK], ["show", "hex", "--set", f"{MARK}=1"],
        ["show", "hex", "--set", f"size={MARK}"], ["board", "hex", "--svg", f"no/{MARK}"], ["explain", MARK],
        ["docs", MARK], ["docs", "language", MARK], ["new", MARK], ["new", "x", "--board", MARK], ["test", MARK],
        ["play", "hex", "--players", MARK], ["play", "--from", MARK], ["play", "--replay", MARK], ["fmt", MARK],
        ["validate", MARK], ["validate", "hex", "--format", MARK], ["playouts", "hex", "--on", MARK, "-n", "1"],
    ],
    ids=lambda value: " ".join(value).replace(MARK, "MARK"),
)  # fmt: skip
def test_arguments_are_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert is_visible(raw(*arguments))


# Records and scenarios

RECORD = {
    "game": "hex", "options": {"size": 3}, "source": "0", "players": ["human", "random"], "seed": 1,
    "position": {"Red": ["a1"], "Blue": {"stone": ["b1"]}, "to_move": "Red"}, "moves": ["c1", "c2"],
    "resigned": "Red", "forfeited": "Blue",
    "comments": {1: "good"}, "variations": [{"after": 1, "of": 0, "moves": ["c3"], "comments": {2: "better"}}],
    "out_of_time": ["Red"], "agreed": "draw", "result": None,
}  # fmt: skip
CASE = {
    "name": "a case", "options": {"pie": "no"}, "position": {"Red": ["a1"], "to_move": "Blue"}, "moves": ["c1"],
    "expect": {
        "winner": "none", "wins": ["Red"], "loses": ["Red"], "to_move": ["Red"], "legal": ["a1"], "legal_count": 9,
        "includes": ["a1"], "excludes": ["a1"], "refuses": ["a1"], "board": {"Red": {"stone": ["a1"]}}, "perft": [1],
        "piles": {"a1": ["stone of Red"]},
        "vars": {"ko": {"Red": "a1"}}, "zones": {"Red": {"hand": [1]}}, "marks": {"Red": {"seen": ["a1"]}},
        "scores": {"Red": [1]}, "views": {"Red": {"board": {"Blue": ["b1"]}, "last": "a1"}},
    },
}  # fmt: skip


def marked(value: object) -> Iterator[object]:
    """A value with a mark in place of each of its keys and of its values."""
    if isinstance(value, dict):
        for key, inside in value.items():
            rest = {other: each for other, each in value.items() if other != key}
            yield {MARK: inside, **rest}
            yield from ({key: each, **rest} for each in marked(inside))
    elif isinstance(value, list):
        yield from ([each] for inside in value for each in marked(inside))
    yield MARK


def test_all_keys_are_tried() -> None:
    assert set(KEYS) == set(RECORD)
    assert set(CASE["expect"]) == set(EXPECTATIONS)
    assert "to_move" in POSITION_KEYS


def test_texts_of_records_are_shown(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    for record in marked(RECORD):
        path.write_text(yaml.safe_dump(record), "utf-8")
        for arguments in (["show", "--from"], ["play", "--from"]):
            assert is_visible(raw(*arguments, path)), record


def test_texts_of_scenarios_are_shown(tmp_path: Path) -> None:
    path = tmp_path / "some.test.yaml"
    cases = [*marked(CASE)]
    files = [*marked({"game": "hex", "options": {"size": 3}, "cases": [CASE]})]
    files += [{"game": "hex", "options": {"size": 3}, "cases": [case]} for case in cases]
    for file in files:
        path.write_text(yaml.safe_dump(file), "utf-8")
        written = raw("test", path)
        assert is_visible(written), file
        assert visible("\x1b[2J") in written or "is not" in written or "has no" in written or "must be" in written


def test_a_scenario_forges_no_line(tmp_path: Path) -> None:
    path = tmp_path / "some.test.yaml"
    name = "it\n9 passed, 0 failed"
    path.write_text(yaml.safe_dump({"game": "hex", "cases": [{"name": name, "expect": {"winner": "Red\n1 passed"}}]}))
    assert raw("test", path).splitlines()[:2] == [
        f"FAILED {path}:3: it␊9 passed, 0 failed",
        "  line 3: winner: there is no player `Red␊1 passed`; write Red, Blue, draw or none",
    ]


def test_a_record_holds_nothing_raw(tmp_path: Path) -> None:
    (tmp_path / "odd\u202e.hexgame").write_text(complete('game "Odd"'))
    state = hexgame.load(str(tmp_path / "odd\u202e.hexgame")).start()
    text = write_record(state, ("human", "human"), None, tmp_path)
    assert is_visible(text)
    assert yaml.safe_load(text)["game"] == "odd\u202e.hexgame"


# Terminals


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals")
def test_a_terminal_gets_our_colours_and_no_others(tmp_path: Path) -> None:
    import pty  # noqa: PLC0415 - not on Windows

    path = tmp_path / "game.yaml"
    path.write_text(yaml.safe_dump({"game": "hex", "moves": ["\x1b[31mno"]}))
    child, terminal = pty.fork()
    if not child:
        os.environ.update(TERM="xterm", PYTHONPATH=os.pathsep.join(sys.path))
        os.environ.pop("NO_COLOR", None)
        os.execv(sys.executable, [sys.executable, "-m", "hexgame", "show", "--from", str(path)])  # noqa: S606
    written = b""
    try:
        while chunk := os.read(terminal, 4096):
            written += chunk
    except OSError:  # the other end is closed
        pass
    os.close(terminal)
    assert os.waitpid(child, 0)[1] == 2 << 8
    assert "`␛[31mno`" in written.decode()
    assert b"\x1b[31m\x1b[1merror[HG606]\x1b[0m" in written


def test_what_draws_on_a_terminal_reaches_it(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    monkeypatch.setattr(screen, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdout", Outlet(screen, "a screen"))
    monkeypatch.setattr(sys, "stderr", sys.stdout)
    clear_screen()
    with bar(3) as progress:
        assert progress is not None
        progress(3, 3)
    assert "\x1b[2J\x1b[1;1H" in screen.getvalue()
    assert "\r\x1b[?25l" in screen.getvalue()


def test_a_stream_of_few_characters_gets_no_code_either() -> None:
    held = io.BytesIO()
    outlet = Outlet(io.TextIOWrapper(held, "ascii"), "a stream")
    outlet.write(f"é {MARK}")
    outlet.flush()
    assert is_visible(held.getvalue().decode("ascii"))
