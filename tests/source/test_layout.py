"""The canonical layout of whole files: no comment is lost, nothing changes twice, what cannot be read is left alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import GAMES, long, wide
from hypothesis import given, settings
from hypothesis import strategies as st
from test_format import ITEMS

from hexgame import HexgameError
from hexgame.diagnostics.text import Source, Span
from hexgame.source.layout.format import difference, format_file, formatted
from hexgame.source.layout.lines import SHORT, WIDTH
from hexgame.source.reading.parse import parse
from hexgame.source.syntax import tree

TOKEN = re.compile(r'"""(?:[^"]|"(?!""))*"""|"[^"\n]*"|#[^\n]*|\w+|\.\.|[=!<>]=|\S')
TEXTS = {path.stem: path.read_text("utf-8") for path in GAMES}
MESSY = """
turn { if a { b becomes man } else { if not a { swap } else { } } for g in groups(own) where c { g becomes empty again }
repeat while possible { may place man on c among empty } }
board { graph { cell a at 1, 2 link a - b - a } graph { } region r = {a for a in b where c} relation s = leap(2, 1) }
"""


def layout(text: str) -> str:
    return formatted(Source("sheet", text))


def tree_of(text: str) -> tree.File:
    file, report = parse(Source("sheet", text))
    assert list(report) == [], text
    assert file is not None
    return file


def comments_of(text: str) -> list[str]:
    return [match.group().rstrip() for match in TOKEN.finditer(text) if match.group().startswith("#")]


def check(text: str) -> str:
    """The layout of a text, which keeps its meaning and its comments and is its own layout."""
    laid_out = layout(text)
    assert tree_of(laid_out) == tree_of(text), laid_out
    assert comments_of(laid_out) == comments_of(text), laid_out
    assert layout(laid_out) == laid_out
    return laid_out


@wide("!*")
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_shipped_game_is_in_the_canonical_layout(path: Path) -> None:
    text = path.read_text("utf-8")
    assert layout(text) == text  # so it keeps all that `check` asks of others
    assert difference(Source(path.name, text)) == ""


@long
@given(st.sampled_from([*TEXTS.values(), *TEXTS.values(), MESSY]), st.data())
@settings(max_examples=80, deadline=None)
def test_a_comment_may_stand_anywhere(text: str, data: st.DataObject) -> None:
    places = [match.end() for match in TOKEN.finditer(text) if not match.group().startswith("#")]
    chosen = data.draw(st.lists(st.sampled_from([0, *places]), min_size=1, max_size=8, unique=True))
    for number, place in enumerate(sorted(chosen, reverse=True)):
        before = data.draw(st.sampled_from(["", " ", "\n", "\n\n", "\n\n\n  "]))
        comment = data.draw(st.sampled_from(["#", "# {", '#"', "# } else {", '# """', "#\té  "]))
        after = data.draw(st.sampled_from(["\n", "\n\n", "\n \n\n"]))
        text = f"{text[:place]}{before}{comment}{number}{after}{text[place:]}"
    check(text)


@pytest.mark.parametrize("between", ["\n", "\n\t", " "], ids=["lines", "indented lines", "spaces"])
@pytest.mark.parametrize("text", [*TEXTS.values(), MESSY], ids=[*TEXTS, "messy"])
def test_each_word_may_stand_on_a_line_of_its_own(text: str, between: str) -> None:
    bare = [match.group().rstrip() for match in TOKEN.finditer(text) if not match.group().startswith("#")]
    assert layout(between.join(bare)) == format_file(tree_of(text))


@long
@given(st.sampled_from([*TEXTS.values(), MESSY]), st.data())
@settings(max_examples=50, deadline=None)
def test_spaces_and_line_ends_mean_nothing_but_single_empty_lines(text: str, data: st.DataObject) -> None:
    def respaced(match: re.Match[str]) -> str:
        return data.draw(st.sampled_from(["\n", " ", "\n\t", "\n  "])) + match.group().rstrip()

    bare = [match for match in TOKEN.finditer(text) if not match.group().startswith("#")]
    assert check("".join(map(respaced, bare))) == format_file(tree_of(text))


@long
@given(st.lists(ITEMS, min_size=1, max_size=4).map(tuple))
@settings(max_examples=100, deadline=None)
def test_the_layout_of_a_printed_file_is_what_was_printed(items: tuple[tree.Item, ...]) -> None:
    printed = format_file(tree.File(items, span=Span(Source("none", ""), 0, 0)))
    assert layout(printed) == printed


@given(
    st.lists(st.text("abc", min_size=1, max_size=9), min_size=1, max_size=60),
    st.sampled_from([" and n_", " or not n_", " | n_", " & n_", " + n_", " at n_", ", n_"]),
    st.sampled_from(["let x = [%s]", "define f(x) = g(%s)", "win when f([%s])", "turn { pass where f({%s}) }"]),
)
@settings(max_examples=100, deadline=None)
def test_lines_are_broken_where_they_are_too_long(words: list[str], joint: str, frame: str) -> None:
    laid_out = check(frame % f"n_{joint.join(words)}")
    assert max(map(len, laid_out.splitlines())) <= WIDTH


@pytest.mark.parametrize(("joint", "depth"), [("f(", 29), ("(a or ", 29), ("[a, ", 29), ("not some c in S: ", 28)])
def test_what_is_nested_deep_has_a_layout(joint: str, depth: int) -> None:
    shut = {"(": ")", "[": "]"}.get(re.sub("[^([]", "", joint), "")
    check(f"let x = {joint * depth}a{shut * depth}")


CASES = {
    "comments stay before, behind and between": (
        """\
# of whom
#   no matter
game "T" # the title


# of the options
option size = 3 in 3..9 # so many
# of pie
option pie = yes in yes,no
# not an option any more

players A, B
# the end
""",
        """\
# of whom
#   no matter
game "T"  # the title

# of the options
option size = 3 in 3..9  # so many
# of pie
option pie = yes in yes, no
# not an option any more

players A, B
# the end
""",
    ),
    "two spaces keep statements on one line, inside braces and where there is room": (
        """\
board { grid hex  shape rhombus(3) edge top: A }
turn { may pass  otherwise swap { swap   again }
may place stone on empty { swap  again  if own == A { swap  again } set n = 1 } }
setup { set n = 1  # one
set n = 2  set n = 3 }
win when a  draw when b
""",
        """\
board {
  grid hex  shape rhombus(3)
  edge top: A
}

turn {
  may pass  otherwise swap { swap  again }
  may place stone on empty {
    swap  again  if own == A { swap  again }
    set n = 1
  }
}

setup {
  set n = 1  # one
  set n = 2  set n = 3
}

win when a
draw when b
""",
    ),
    "tables stay in their lines": (
        """\
let colours = [1, 2, 3,
  4, 5, 6, 7, 8, 9]
let more = {1, 2, 3,
4, 5, 6}
let nested = f([[1, 2],
[3, 4]], 1)
let uneven = [1, 2, 3,
  4]
let tall = [1,
  2]
""",
        """\
let colours = [1, 2, 3, 4, 5, 6, 7, 8, 9]
let more = {
    1, 2, 3,
    4, 5, 6
}
let nested =
    f(
        [
            [1, 2],
            [3, 4]
        ], 1
    )
let uneven = [1, 2, 3, 4]
let tall = [1, 2]
""",
    ),
    "comments in braces": (
        """\
turn { # opened

    # first
  may pass # behind

     # before

  otherwise swap { # opened too
  } # closed
# last
} # after""",
        """\
turn {  # opened
  # first
  may pass  # behind

  # before

  otherwise swap {  # opened too
  }  # closed
  # last
}  # after
""",
    ),
    "comments inside an item go before it": (
        """\
turn { pass }
win # one
  when # two
  a # three
  and b # four
""",
        """\
turn { pass }

# one
# two
# three
win when a and b  # four
""",
    ),
    "comments around else": (
        """\
turn {
  if a { # opened
    pass
  } # closed
  # or
  else # else
  { # opened
    swap
  } # end
  if a { pass } else { # opened
    swap }
}
""",
        """\
turn {
  if a {  # opened
    pass
    # closed
  } else {
    # or
    # else
    # opened
    swap
  }  # end
  if a {
    pass
  } else {  # opened
    swap
  }
}
""",
    ),
    "only comments": ("\n\n#a\n\n\n\n  # b", "#a\n\n# b\n"),
    "empty lines of the author": (
        'game "T"\n\nauthor "A"\n\n\nauthor "B"\nlet a = 1\nlet b = 2\n\n\n\nlet c = 3\n'
        "turn {\n\n  may pass\n\n\n  may swap\n  otherwise pass\n\n}\n",
        'game "T"\n\nauthor "A"\n\nauthor "B"\n\nlet a = 1\nlet b = 2\n\nlet c = 3\n\n'
        "turn {\n  may pass\n\n  may swap\n  otherwise pass\n}\n",
    ),
    "short braces stay on the line": (
        """\
board {
  shape hexagon(size)
}
setup { as Red { place stone on empty } }
turn {
  if a { pass } else { swap }
  for c in own { if a { pass } else { swap } }
  for c in own { repeat 2 { as p { pass } } }
  repeat while possible { place stone on c among empty where joins_many_groups(c, d) }
  may pass {}
}""",
        """\
board { shape hexagon(size) }

setup { as Red { place stone on empty } }

turn {
  if a { pass } else { swap }
  for c in own {
    if a { pass } else { swap }
  }
  for c in own {
    repeat 2 { as p { pass } }
  }
  repeat while possible {
    place stone on c among empty where joins_many_groups(c, d)
  }
  may pass {}
}
""",
    ),
    "texts for people below one another": (
        """\
option size = 3 in 3..9
option a = yes in yes, no "whether"
option handicap = 0 in 0..9 "how much"
require size > 2 or handicap < 4 and size * handicap < 300 and size * size * handicap < 1000 "so it is"

option b = yes in yes, no "alone"
# apart
option long = yes in yes, no "alone" # too
""",
        """\
option size = 3 in 3..9
option a = yes in yes, no      "whether"
option handicap = 0 in 0..9    "how much"
require size > 2 or (handicap < 4 and size * handicap < 300 and size * size * handicap < 1000)
    "so it is"

option b = yes in yes, no    "alone"
# apart
option long = yes in yes, no    "alone"  # too
""",
    ),
    "long decisions": (
        """\
turn {
  may place stone on c among empty where own.turns == 0 or count(vision(c) & own) >= 1 forbid spans(group(c)) {
    c becomes stone
    last_of(own) becomes empty
  }
  may move stack from s among own.stack to d among slide(s, past: empty | own, onto: empty | enemy)
  for n in 1..5, p in players where n in p.bid and not n in p.opponent.bid and count(p.table) < 4 + n {
    as p { pass }
    again
  }
}
""",
        """\
turn {
  may place stone on c among empty
      where own.turns == 0 or count(vision(c) & own) >= 1
      forbid spans(group(c)) {
    c becomes stone
    last_of(own) becomes empty
  }
  may move stack from s among own.stack to d among slide(s, past: empty | own, onto: empty | enemy)
  for n in 1..5, p in players
      where n in p.bid and not n in p.opponent.bid and count(p.table) < 4 + n {
    as p { pass }
    again
  }
}
""",
    ),
    "long conditions": (
        """\
win when connects(own, [top, bottom]) and count(own) > 10 or connects(own, [left, right]) and count(own) > 30
win "fork" when some g in groups(own): count({s for s in sides without corners where touches(g, s)}) >= 3
win "path and loop together" when path(own, own.edges, odd: gate) and loop(own, odd: gate) and count(own) > 9
define near(c) = some d in adjacent(c): some e in adjacent(d): some f in adjacent(e): f in own
define far(c) = if count(own) > 12 and count(enemy) + 1 > 12 then not near(c) else some d in own: not c in slide(d)
""",
        """\
win when (connects(own, [top, bottom]) and count(own) > 10)
    or (connects(own, [left, right]) and count(own) > 30)
win "fork" when some g in groups(own):
    count({s for s in sides without corners where touches(g, s)}) >= 3
win "path and loop together"
    when path(own, own.edges, odd: gate) and loop(own, odd: gate) and count(own) > 9

define near(c) =
    some d in adjacent(c): some e in adjacent(d): some f in adjacent(e): f in own
define far(c) =
    if count(own) > 12 and count(enemy) + 1 > 12
        then not near(c)
        else some d in own: not c in slide(d)
""",
    ),
    "long lists and sets": (
        """\
option size = 3 in 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37, 39, 41, 43, 45, 47, 49, 51
board {
  shape hexagon(size) - (triangle(2) at cell(0, 0)) - (triangle(2) at cell(0, 0)) - (triangle(2) at cell(9, 9))
  region r = {cell(0, 0), cell(1, 1), cell(2, 2), cell(3, 3), cell(4, 4), cell(5, 5), cell(6, 6), cell(7, 7)}
  label number(c) = {[5, 1, 3, 4, 2][(h.r / 2 - h.q / 2) mod 5] for h in adjacent(c) | {c} where hub(h, c)}
}
""",
        """\
option size = 3 in 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37, 39, 41, 43,
    45, 47, 49, 51

board {
  shape hexagon(size) - (triangle(2) at cell(0, 0)) - (triangle(2) at cell(0, 0))
      - (triangle(2) at cell(9, 9))
  region r = {
      cell(0, 0), cell(1, 1), cell(2, 2), cell(3, 3), cell(4, 4), cell(5, 5), cell(6, 6), cell(7, 7)
  }
  label number(c) = {
      [5, 1, 3, 4, 2][(h.r / 2 - h.q / 2) mod 5]
      for h in adjacent(c) | {c}
      where hub(h, c)
  }
}
""",
    ),
    "texts of several lines": (
        'game "T" rules """\n  a # no comment \n\n\n b"""# one\nboard{shape map("""\n o o\no o\n""") # two\n}',
        'game "T"\nrules """\n  a # no comment \n\n\n b"""  # one\n\n'
        'board {\n  shape map("""\n o o\no o\n""")  # two\n}\n',
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_layout_of(name: str) -> None:
    text, expected = CASES[name]
    assert check(text) == expected


def test_a_line_with_braces_is_short() -> None:
    head = "turn { may place stone on empty where "
    room = SHORT - len(head + " }")
    assert layout(f"{head}{'a' * room} }}").count("\n") == 1
    assert layout(f"{head}{'a' * (room + 1)} }}").count("\n") == 3


def test_a_text_that_cannot_be_read_has_no_layout() -> None:
    with pytest.raises(HexgameError, match="HG101"):
        layout("players Red,, Blue")
    with pytest.raises(HexgameError, match="HG102"):
        difference(Source("sheet", "\n"))


def test_the_difference_is_a_unified_diff() -> None:
    assert difference(Source("a.hexgame", "players  Red\nturn { pass }")) == (
        "--- a.hexgame\n+++ a.hexgame (formatted)\n@@ -1,2 +1,3 @@\n-players  Red\n-turn { pass }\n"
        "\\ No newline at end of file\n+players Red\n+\n+turn { pass }\n"
    )
