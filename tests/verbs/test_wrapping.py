"""Prose on narrow terminals: lines end between words, and what must stay as it is does."""

from __future__ import annotations

import io

import pytest

from hexgame.doors.colours import BOLD, styled, unstyled
from hexgame.doors.streams import Outlet
from hexgame.doors.wrapping import wrapped

PROSE = "`hnit` is not a move: did you mean `hint`, or else a cell?"


@pytest.mark.parametrize("width", [20, 40, 58, 120])
@pytest.mark.parametrize("text", [PROSE, f"  {PROSE}", f"a\n{PROSE}\n\n{PROSE}\n", f"swap     {PROSE}", f"{PROSE} "])
def test_lines_end_between_words(text: str, width: int) -> None:
    lines = wrapped(text, width).split("\n")
    assert max(map(len, lines)) <= max(width, len("  `hnit`"))
    assert " ".join(lines).split() == text.split()
    assert not [line for line in lines if line != line.rstrip() and not text.endswith(" ")]


def test_lines_go_on_below_where_they_began() -> None:
    assert wrapped("  undo   take back a move, along with all replies", 31) == (
        "  undo   take back a move,\n         along with all replies"
    )
    assert wrapped("    one two three four five six", 20) == "    one two three\n    four five six"


def test_a_paragraph_flows_and_sources_do_not() -> None:
    paragraph = "one two three four five six\nseven eight\n\n- nine"
    assert wrapped(paragraph, 22) == "one two three four\nfive six seven eight\n\n- nine"
    source = "  may place stone on empty\n  may pass"
    assert wrapped(source, 20) == "  may place stone on\n  empty\n  may pass"
    fenced = f"```hexgame\n{SOURCE}\nwin when connects(own, own.edges)\n```"
    assert wrapped(fenced, 22) == fenced


SOURCE = " 12 | turn { may place stone on empty may pass where turn > 12 and not pie }"


@pytest.mark.parametrize("text", ["x" * 90, SOURCE, f"    |  {'^' * 60} here, and nowhere else in this line", ""])
def test_words_without_end_and_lines_of_sources_stay(text: str) -> None:
    assert wrapped(text, 40) == text
    assert wrapped(PROSE, 19) == PROSE


def test_colours_take_no_room() -> None:
    text = " ".join(styled(word, BOLD) for word in PROSE.split())
    assert unstyled(wrapped(text, 30)) == wrapped(PROSE, 30)


@pytest.mark.parametrize("is_terminal", [True, False])
def test_the_door_wraps_on_terminals_and_never_data(monkeypatch: pytest.MonkeyPatch, is_terminal: bool) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: is_terminal)
    door = Outlet(stream, "standard output")
    door.write(PROSE + "\n")
    door.write_unwrapped(PROSE)
    assert stream.getvalue() == f"{wrapped(PROSE, 40) if is_terminal else PROSE}\n{PROSE}"
