"""What a designer reads after a mistake, word for word."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from conftest import ROOT, Run
from documented import GAME

import hexgame
from hexgame import Diagnostic, Source
from hexgame.diagnostics.render import plain, render, render_all
from hexgame.diagnostics.text import Span


def shown(old: str, new: str, **options: object) -> str:
    """Everything that is said about the game with one passage replaced."""
    assert GAME.count(old) == 1
    return render_all(hexgame.check(Source("my.hexgame", GAME.replace(old, new)), **options), plain) + "\n"


TOLD = (ROOT / "tests" / "told.txt").read_text("utf-8").split("=== ")[1:]


def mistake(block: str) -> tuple[str, str, str]:
    """A passage of the game, what is written in its place, and all that is then said."""
    head, said = block.split("\n\n", 1)
    old, new = ("\n".join(line[2:] for line in head.split("\n") if line[0] == sign) for sign in "-+")
    return old, new, said.rstrip("\n")


@pytest.mark.parametrize("block", TOLD, ids=lambda block: block.split("\n")[0])
def test_the_mistake_is_told_where_it_is(
    block: str, command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new, said = mistake(block)
    assert GAME.count(old) == 1
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my.hexgame").write_text(GAME.replace(old, new), "utf-8")
    result = command("validate", "my.hexgame", "--play", "0")
    assert (result.stderr + result.stdout).rstrip("\n") == said


def test_thirty_classic_mistakes_are_told_word_for_word() -> None:
    assert len({mistake(block)[:2] for block in TOLD}) >= 30


def test_a_value_that_an_option_does_not_have_points_at_those_it_has() -> None:
    expected = """\
        error[HG604]: option `size` cannot be `100000`
         --> my.hexgame:2:20
          |
        2 | option size = 5 in 2..9
          |                    ^^^^ its values
          = expected: 2..9
          = explain: hexgame explain HG604
        """
    assert shown("Bridge", "Hex", size=100000) == textwrap.dedent(expected)


def test_two_mistakes_are_told_in_the_order_of_the_text() -> None:
    told = shown("rhombus(size)\n  edge top", "rhombus(sise)\n  edge tpo")
    assert [line for line in told.splitlines() if line.startswith(" -->")] == [
        " --> my.hexgame:6:17", " --> my.hexgame:7:8"
    ]  # fmt: skip
    assert "\n\nerror[HG201]: unknown name `tpo`\n" in told


def test_a_long_line_is_cut_before_the_mark_which_stays_under_its_word() -> None:
    text = "a" * 300 + " wrong"
    span = Span(Source("long", text), 301, 306)
    _, _, _, line, mark, _ = render(Diagnostic("HG201", "unknown name `wrong`", span), plain).splitlines()
    assert line == "1 | …" + "a" * 153 + " wrong"
    assert mark == "  | " + " " * 155 + "^^^^^"


def test_marks_in_other_files_have_excerpts_of_their_own() -> None:
    here, there = Source("here", "let n = 1"), Source("there", "\nlet n = 2")
    found = Diagnostic(
        "HG202", "`n` is declared twice", Span(here, 4, 5), "again here", ((Span(there, 5, 6), "first"),)
    )
    expected = """\
        error[HG202]: `n` is declared twice
         --> here:1:5
          |
        1 | let n = 1
          |     ^ again here
         ::: there:2:5
          |
        2 | let n = 2
          |     - first
          = explain: hexgame explain HG202"""
    assert render(found, plain) == textwrap.dedent(expected)


def test_colour_changes_nothing_but_colour() -> None:
    found = hexgame.check(Source("my.hexgame", GAME.replace("lef", "lff")))
    painted = render_all(found, lambda text, role: f"<{role}>{text}</>")
    assert "<error>error[HG201]</>" in painted
    for role in ("<error>", "<note>", "<frame>", "</>"):
        painted = painted.replace(role, "")
    assert painted == render_all(found, plain)


def test_a_text_paints_nothing_on_a_terminal() -> None:
    source = Source("a\x1b[31m.hexgame", "game\x1b[31m")
    found = Diagnostic("HG101", "\x1b[31mred", Span(source, 0, 4), "\x1b[1mbold", expected="\x1b[0m", help="\x07")
    assert "\x1b" not in render(found)
    assert "\x07" not in render(found)
    assert render(found, lambda text, _: f"\x1b[1m{text}\x1b[0m").count("\x1b[31m") == 0
