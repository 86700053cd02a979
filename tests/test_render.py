"""What a designer reads after a mistake, word for word."""

from __future__ import annotations

import textwrap

import pytest

import interpreter
from interpreter import Diagnostic, Source
from interpreter.source.render import plain, render, render_all
from interpreter.source.text import Span

GAME = """\
game "Bridge"
option size = 5 in 2..9
players Red, Blue

board {
  shape rhombus(size)
  edge top, bottom: Red
  edge left, right: Blue
}

turn { place stone on empty }

win when connects(own, [top, bottom])
"""


def shown(old: str, new: str, **options: object) -> str:
    """Everything that is said about the game with one passage replaced."""
    assert GAME.count(old) == 1
    return render_all(interpreter.check(Source("my.hexgame", GAME.replace(old, new)), **options), plain) + "\n"


MISTAKES = {
    ("left, right", "lft, right"): """\
        error[HG201]: unknown name `lft`
         --> my.hexgame:8:8
          |
        8 |   edge lft, right: Blue
          |        ^^^
          = help: did you mean `left`?
          = explain: hexgame explain HG201
    """,
    ("rhombus(size)", "rhombus(sise)"): """\
        error[HG201]: unknown name `sise`
         --> my.hexgame:6:17
          |
        2 | option size = 5 in 2..9
          |        ---- `size` is declared here and used nowhere
          ⋮
        6 |   shape rhombus(sise)
          |                 ^^^^
          = help: spell `sise` and `size` alike
          = explain: hexgame explain HG201
    """,
    (
        "turn { place stone on empty }",
        "define few(n) = n < 9\ndefine lots(k) = few(n) and n > 1\nturn { place stone on empty where lots(turn) }",
    ): """\
        error[HG201]: `k` is declared, but `n` is used
          --> my.hexgame:12:13
           |
        12 | define lots(k) = few(n) and n > 1
           |             ^ used nowhere
           |                      - `n` is used here
           |                             - and here
           = help: spell `n` and `k` alike
           = explain: hexgame explain HG201
    """,
    ("shape rhombus(size)", "let far = cell(size, 0)\n\n  shape rhombus(size)\n  region rim = {far}"): """\
        error[HG405]: the cell (5, 0) is not on the board
         --> my.hexgame:9:16
          |
        2 | option size = 5 in 2..9
          |        ---- `size` is given here
          ⋮
        6 |   let far = cell(size, 0)
          |       --- `far` is given here
          ⋮
        9 |   region rim = {far}
          |                ^^^^^
          = explain: hexgame explain HG405
    """,
    ("board {", "bord {"): """\
        error[HG101]: unexpected `bord`
         --> my.hexgame:5:1
          |
        5 | bord {
          | ^^^^ not expected here
          = expected: the next item (`option`, `board`, `turn`, `win` …) or `,`
          = help: did you mean `board`?
          = explain: hexgame explain HG101
    """,
    ("Blue\n}", "Blue\n"): """\
        error[HG101]: `}` is missing
         --> my.hexgame:8:24
          |
        5 | board {
          |       - opened here, never closed
          ⋮
        8 |   edge left, right: Blue
          |                        ^ `}` belongs after this
          = explain: hexgame explain HG101
    """,
    ('"Bridge"', "Bridge"): """\
        error[HG101]: unexpected `Bridge`
         --> my.hexgame:1:6
          |
        1 | game Bridge
          |      ^^^^^^ texts stand in double quotes
          = help: write: game "Bridge"
          = explain: hexgame explain HG101
    """,
    ('"Bridge"', '"Bridge'): """\
        error[HG002]: this text has no closing `"`
         --> my.hexgame:1:6
          |
        1 | game "Bridge
          |      ^^^^^^^
          = help: close it with `"` on the same line
          = explain: hexgame explain HG002
    """,
    ("2..9", "2..9\noption size = 7 in 3..9"): """\
        error[HG202]: `size` is declared twice
         --> my.hexgame:3:8
          |
        2 | option size = 5 in 2..9
          |        ---- first declared here
        3 | option size = 7 in 3..9
          |        ^^^^ again here
          = help: give one of them another name
          = explain: hexgame explain HG202
    """,
    ("turn {", "players White, Black\nturn {"): """\
        error[HG104]: a second `players`
          --> my.hexgame:11:1
           |
         3 | players Red, Blue
           | ------- first given here
           ⋮
        11 | players White, Black
           | ^^^^^^^ again here
           = help: keep one of them
           = explain: hexgame explain HG104
    """,
    ("(size)", "(size, size)"): """\
        error[HG301]: `rhombus` takes 1 argument, not 2
         --> my.hexgame:6:9
          |
        6 |   shape rhombus(size, size)
          |         ^^^^^^^^^^^^^^^^^^^
          = explain: hexgame explain HG301
    """,
    ("connects(own, [top, bottom])", "count(own)"): """\
        error[HG302]: this is a number
          --> my.hexgame:13:10
           |
        13 | win when count(own)
           |          ^^^^^^^^^^
           = expected: yes or no
           = explain: hexgame explain HG302
    """,
    ("= 5", "= 11"): """\
        error[HG501]: the default of `size` is not one of its values
         --> my.hexgame:2:15
          |
        2 | option size = 11 in 2..9
          |               ^^
          |                     ---- its values
          = expected: 2..9
          = explain: hexgame explain HG501
    """,
    ("right: Blue", "right: Bleu"): """\
        error[HG204]: unknown player `Bleu`
         --> my.hexgame:8:21
          |
        3 | players Red, Blue
          |              ---- `Blue` is declared here and used nowhere
          ⋮
        8 |   edge left, right: Bleu
          |                     ^^^^
          = expected: Red or Blue
          = help: spell `Bleu` and `Blue` alike
          = explain: hexgame explain HG204
    """,
    ("stone", "knight"): """\
        error[HG205]: unknown piece `knight`
          --> my.hexgame:11:14
           |
        11 | turn { place knight on empty }
           |              ^^^^^^
           = expected: stone
           = help: declare it: pieces stone, knight
           = explain: hexgame explain HG205
    """,
    ("turn { place stone on empty }\n", ""): """\
        error[HG103]: this file has no `turn`
         --> my.hexgame:1:1
          |
        1 | game "Bridge"
          | ^
          = help: add: turn { … }
          = explain: hexgame explain HG103
    """,
    ("  shape", "  grid hexx\n  shape"): """\
        error[HG404]: unknown grid `hexx`
         --> my.hexgame:6:8
          |
        6 |   grid hexx
          |        ^^^^
          = expected: hex, square or square8
          = help: did you mean `hex`?
          = explain: hexgame explain HG404
    """,
    ("  edge top,", "\tedge tpo,"): """\
        error[HG201]: unknown name `tpo`
         --> my.hexgame:7:7
          |
        7 |  edge tpo, bottom: Red
          |       ^^^
          = help: did you mean `top`?
          = explain: hexgame explain HG201
    """,
}


@pytest.mark.parametrize(("old", "new"), MISTAKES)
def test_the_mistake_is_told_where_it_is(old: str, new: str) -> None:
    assert shown(old, new) == textwrap.dedent(MISTAKES[old, new])


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
    found = interpreter.check(Source("my.hexgame", GAME.replace("lef", "lff")))
    painted = render_all(found, lambda text, role: f"<{role}>{text}</>")
    assert "<error>error[HG201]</>" in painted
    for role in ("<error>", "<note>", "<frame>", "</>"):
        painted = painted.replace(role, "")
    assert painted == render_all(found, plain)
