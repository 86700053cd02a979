"""Files to begin a game of one's own with: for each kind of board a small game whose comments say what can be changed.

A line after `# Instead:` may take the place of the next line that is no comment.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ...diagnostics.diagnostic import Diagnostic, did_you_mean, listed
from ...source.reading.files import SUFFIX, shipped


@dataclass(frozen=True)
class _Beginning:
    """What is peculiar to a board: texts for people, and the parts of the file with their comments."""

    summary: str
    rules: str
    options: tuple[tuple[str, str], ...]
    """What is declared, and what it is in a person's words."""

    board: str
    endings: str


def begin(name: str, board: str, folder: Path) -> Path | Diagnostic:
    """Write a new game file into a folder and give its path; a file that is there already is left alone."""
    text = beginning(name, board)
    if isinstance(text, Diagnostic):
        return text
    path = folder / f"{name}{SUFFIX}"
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        return Diagnostic("HG610", f"there is a file `{path}` already", help="it is left as it is: choose another name")
    except OSError as error:
        return Diagnostic("HG610", f"`{path}` cannot be written: {error.strerror}")
    return path


def beginning(name: str, board: str) -> str | Diagnostic:
    """The text of a new game: its name is its file's, without the ending."""
    if not _NAME.fullmatch(name):
        guess = _likely_name(name)
        return Diagnostic(
            "HG612",
            f"`{name[:40]}` cannot be the name of a game",
            expected="a letter, and then letters, digits and `_`",
            help=f"did you mean `{guess}`?" if guess else "such as: my_game",
        )
    if name in shipped():
        change = f"choose another name; to change that game, write: variant of {name}"
        return Diagnostic("HG612", f"`{name}` is the name of a shipped game", help=change)
    if board not in BEGINNINGS:
        return Diagnostic(
            "HG613",
            f"there is no board `{board[:40]}` to begin with",
            expected=listed(BEGINNINGS),
            help=did_you_mean(board, BEGINNINGS),
        )
    return _text(name, BEGINNINGS[board])


_NAME = re.compile("[A-Za-z][A-Za-z0-9_]*")


def _likely_name(wrong: str) -> str:
    """A name that somebody may have meant, or nothing."""
    plain = unicodedata.normalize("NFKD", wrong.removesuffix(SUFFIX)).encode("ascii", "ignore").decode()
    last = re.split(r"[/\\]", plain)[-1]
    return re.sub("[^A-Za-z0-9]+", "_", last).strip("_").lstrip("0123456789_")


def _title(name: str) -> str:
    return " ".join(word[0].upper() + word[1:] for word in name.split("_") if word)


def _text(name: str, of: _Beginning) -> str:
    rules = textwrap.fill(" ".join(f"{of.rules} {_PIE}".split()), 90)
    return "\n".join([
        _HEAD.format(name=name, title=_title(name), summary=of.summary, rules=rules),
        _OPTIONS.format(options="\n".join(_aligned((*of.options, _PIE_OPTION)))),
        f"board {{\n{textwrap.indent(of.board.strip(), '  ', lambda line: True)}\n}}\n",
        _TURN,
        of.endings.strip() + "\n",
    ])  # fmt: skip


def _aligned(options: tuple[tuple[str, str], ...]) -> Iterator[str]:
    """The options' lines, the texts below one another."""
    width = max(len(declared) for declared, _ in options)
    return (f'option {declared:{width}}    "{text}"' for declared, text in options)


_PIE_OPTION = ("pie = yes in yes, no", "the second person may take over the first stone")
_PIE = "With the pie rule, the second person may answer the first stone by taking over Red."

_HEAD = """\
# This is a game already: hexgame play {name}.hexgame
# Change it, and find out whether it still is one: hexgame validate {name}.hexgame
# What stands after "Instead:" may take the place of the line below it. Every word is explained
# in docs/language.md; comments name the heading.

# Who made the game, and what it is in a person's words. (docs/language.md, The head)
game "{title}"
author "Your Name"
summary "{summary}"
rules \"""
{rules}
\"""

# What you hold to be true of it; `hexgame validate` tries to refute it. (docs/language.md, Claims)
claims no-draws, finite
"""

_OPTIONS = """\
# What may be chosen before a game: a default, all values, what it is. (docs/language.md, Options)
{options}

# Whoever is named first moves first. (docs/language.md, The head)
players Red, Blue
"""

_TURN = """\
# What a player may do in a turn. (docs/language.md, Decisions; docs/language.md, Turns)
turn {
  # Every stone but the first beside another: (docs/language.md, Expressions)
  # Instead: may place stone on c among empty where turn == 1 or count(adjacent(c) - empty) > 0
  may place stone on empty
  # Without a pie rule delete this line and the option. (docs/language.md, Decisions)
  may swap on turn 2 where pie
}
"""

_ENDED = "# Asked after every decision, from top to bottom. (docs/language.md, The endings)"
_PUTS = "In turn, each puts one stone of their colour on an empty cell; Red starts."
_FOUR_SIDES = f"Red owns the top and bottom of the board, Blue the left and right. {_PUTS}"
_CORNERS = "A corner cell belongs to both its sides."
_JOINED = "Whoever joins their own two sides with a chain of stones wins."

_EDGES = """\
# An edge is next to the cells on it, like a stone of its colour. (docs/language.md, Edges)
edge top, bottom: Red
edge left, right: Blue"""

_SQUARES = f"""\
# Instead: shape parallelogram(size + 2, size)
shape rhombus(size)
{_EDGES}"""

BEGINNINGS = {
    "rhombus": _Beginning(
        summary="Join your two sides with a chain of stones.",
        rules=f"{_FOUR_SIDES} {_JOINED} {_CORNERS}",
        options=(("size = 7 in 3..24", "cells of a side"),),
        board=f"""\
# The cells. (docs/language.md, Shapes)
{_SQUARES}""",
        endings=f"""\
{_ENDED}
# Whoever must not join them:
# Instead: lose when connects(own, own.edges)
win when connects(own, own.edges)""",
    ),
    "parallelogram": _Beginning(
        summary="Join your two sides, one pair of them further apart, with a chain of stones.",
        rules=f"{_FOUR_SIDES} {_JOINED} {_CORNERS}",
        options=(
            ("size = 7 in 3..24", "cells of the left and right sides"),
            ("width = (size + 1) in 3..25", "cells of the top and bottom sides"),
        ),
        board=f"""\
# The cells. (docs/language.md, Shapes)
# Instead: shape rhombus(size)
shape parallelogram(width, size)
{_EDGES}""",
        endings=f"""\
{_ENDED}
win when connects(own, own.edges)""",
    ),
    "hexagon": _Beginning(
        summary="Join two opposite sides, or three that do not meet, with a chain of stones.",
        rules=f"""{_PUTS} Whoever joins two opposite sides with a chain of stones, or three sides
            of which no two are neighbours, wins. {_CORNERS}""",
        options=(("size = 5 in 2..14", "cells of a side"),),
        board="""\
# The cells; `sides` lists the six sides clockwise from the top. (docs/language.md, Shapes)
shape hexagon(size)""",
        endings=f"""\
{_ENDED}
# With `without corners` a corner would belong to no side. (docs/language.md, Expressions)
win "line" when some i in 0..2: connects(own, [sides[i], sides[i + 3]])
# Another way to win, with which a game can be a draw: (docs/language.md, Chains, groups and loops)
# Instead: win "ring" when encloses(own)
win "Y" when some i in 0..1: connects(own, [sides[i], sides[i + 2], sides[i + 4]])""",
    ),
    "triangle": _Beginning(
        summary="Join all three sides with one chain of stones.",
        rules=f"{_PUTS} Whoever joins all three sides with one chain of stones wins. {_CORNERS}",
        options=(("size = 8 in 3..24", "cells of a side"),),
        board="""\
# The cells; `sides` lists the three sides. (docs/language.md, Shapes)
shape triangle(size)""",
        endings=f"""\
{_ENDED}
# Whoever must not join them:
# Instead: lose when connects(own, sides)
win when connects(own, sides)""",
    ),
    "square": _Beginning(
        summary="Keep a way open between your two sides; stones touch along rows and columns.",
        rules=f"""{_FOUR_SIDES} Stones touch along rows and columns. Whoever can no longer join
            their own two sides, by stones and empty cells, loses. {_CORNERS}""",
        options=(("size = 7 in 3..19", "cells of a side"),),
        board=f"""\
# How cells are joined: without this line, as hexagons. (docs/language.md, The board)
grid square
# The cells. (docs/language.md, Shapes)
{_SQUARES}""",
        endings=f"""\
{_ENDED}
# Whoever joins them wins, and where nobody does it is a draw:
# Instead: win when connects(own, own.edges)
lose when not connects(own | empty, own.edges)""",
    ),
    "square8": _Beginning(
        summary="Join your two sides; stones touch along rows, columns and diagonals.",
        rules=f"{_FOUR_SIDES} Stones touch along rows, columns and diagonals. {_JOINED} {_CORNERS}",
        options=(("size = 7 in 3..19", "cells of a side"),),
        board=f"""\
# How cells are joined: without this line, as hexagons. (docs/language.md, The board)
grid square8
# The cells. (docs/language.md, Shapes)
{_SQUARES}""",
        endings=f"""\
{_ENDED}
# Whoever must not join them:
# Instead: lose when connects(own, own.edges)
win when connects(own, own.edges)""",
    ),
    "cylinder": _Beginning(
        summary="Red joins the ends of a cylinder, Blue goes around it.",
        rules=f"""The left and right of the board are joined, which makes it a cylinder. {_PUTS}
            Red wins by joining the top and bottom with a chain of stones, Blue with a chain that
            goes around the cylinder.""",
        options=(("size = 7 in 3..24", "cells around the cylinder"),),
        board="""\
# The cells; the more rows, the harder for Red. (docs/language.md, Shapes)
# Instead: shape rhombus(size)
shape parallelogram(size, size + 2)
# Whoever leaves over one side comes in over the other. (docs/language.md, Glue)
# With a twist, so that there is one border; then a game can be a draw:
# Instead: wrap left, right reversed as waist
wrap left, right as waist
# An edge is next to the cells on it, like a stone of its colour. (docs/language.md, Edges)
edge top, bottom: Red""",
        endings=f"""\
{_ENDED}
win for Red when connects(own, own.edges)
# A loop that crosses the seam an odd number of times. (docs/language.md, Chains, groups and loops)
win for Blue when loop(own, odd: waist)""",
    ),
    "moebius": _Beginning(
        summary="Red closes a loop once around a Möbius band, Blue prevents it.",
        rules=f"""The left and right of the board are joined with a twist, which makes it a Möbius
            band. {_PUTS} Red wins with a loop of stones that goes over the twist an odd number of
            times, Blue when Red can no longer have one.""",
        options=(("size = 7 in 3..24", "cells of a side"),),
        board="""\
# The cells. (docs/language.md, Shapes)
# Instead: shape parallelogram(size + 2, size)
shape rhombus(size)
# Without `reversed` it is a cylinder. (docs/language.md, Glue)
# Instead: wrap left, right as twist
wrap left, right reversed as twist""",
        endings=f"""\
{_ENDED}
win for Red when loop(own, odd: twist)
# What is neither Blue's nor empty ends Red's hopes. (docs/language.md, Expressions)
win for Blue when not loop(enemy | empty, odd: twist)""",
    ),
    "torus": _Beginning(
        summary="Close a loop that goes around a torus, one way or the other.",
        rules=f"""Opposite sides of the board are joined, which makes it a torus. {_PUTS} Whoever has
            a loop of stones that crosses one of the two seams an odd number of times wins. Loops of
            several chains may be added up.""",
        options=(("size = 7 in 3..24", "cells of a side"),),
        board="""\
# The cells. (docs/language.md, Shapes)
# Instead: shape parallelogram(size + 2, size)
shape rhombus(size)
# Whoever leaves over one side comes in over the other. (docs/language.md, Glue)
wrap left, right as equator
# With a twist, a Klein bottle: (docs/language.md, Glue)
# Instead: wrap top, bottom reversed as meridian
wrap top, bottom as meridian""",
        endings=f"""\
{_ENDED}
# Loops around the board. (docs/language.md, Chains, groups and loops)
# Whoever must not close one:
# Instead: lose when loop(own, odd: equator) or loop(own, odd: meridian)
win when loop(own, odd: equator) or loop(own, odd: meridian)""",
    ),
    "projective": _Beginning(
        summary="Close a loop that goes once around the projective plane.",
        rules=f"""The board is a triangle without its corners whose border is joined to itself: whoever
            leaves it comes in at the opposite point. {_PUTS} Whoever has a loop of stones that crosses
            the border an odd number of times wins.""",
        options=(("size = 5 in 3..14", "cells of the longer sides"),),
        board="""\
# The cells; `let` gives a name to what is used more than once. (docs/language.md, Shapes)
let cut = triangle(size - 2)
let far = 2 * size - 2
shape triangle(3 * size - 4) - cut - (cut at cell(far, 0)) - (cut at cell(0, far))
# The number of cells around must be odd. (docs/language.md, Glue)
wrap perimeter antipodal as border""",
        endings=f"""\
{_ENDED}
# A loop around the board. (docs/language.md, Chains, groups and loops)
# Whoever must not close one:
# Instead: lose when loop(own, odd: border)
win when loop(own, odd: border)""",
    ),
    "map": _Beginning(
        summary="Join your two parts of the border of a board of any form.",
        rules=f"""The border of the board is cut into four parts of equal length, of Red and of Blue
            in turn. {_PUTS} Whoever joins their own two parts with a chain of stones wins.""",
        options=(),
        board='''\
# Draw your own: each `o` is a cell, two columns from the next. (docs/language.md, Shapes)
shape map("""
      o o o o
     o o o o o
    o o o o o o
     o o o o o
    o o o o o o
     o o o o o
      o o o o
""")
# The colours take turns around the board. (docs/language.md, Edges)
# Instead: edge outside split 4: Blue, Red
edge outside split 4: Red, Blue''',
        endings=f"""\
{_ENDED}
win when connects(own, own.edges)""",
    ),
    "graph": _Beginning(
        summary="Join your two sides of a board of your own cells and links.",
        rules=f"{_FOUR_SIDES} Stones touch along the links. {_JOINED} {_CORNERS}",
        options=(),
        board="""\
# Cells, each with the place where it is drawn, and links. (docs/language.md, Shapes)
graph {
  cell nw at 0, 0
  cell n at 4, 0
  cell ne at 8, 0
  cell w at 0, 4
  cell e at 8, 4
  cell sw at 0, 8
  cell s at 4, 8
  cell se at 8, 8
  link nw - n - ne - e - se - s - sw - w - nw
  cell north at 4, 2
  cell west at 2, 4
  cell hub at 4, 4
  cell east at 6, 4
  cell south at 4, 6
  link north - east - south - west - north
  link north - hub - south
  link west - hub - east
  link nw - north - n
  link north - ne - east - e
  link east - se - south - s
  link south - sw - west - w
  link west - nw
}
# An edge is next to the cells on it, like a stone of its colour. (docs/language.md, Edges)
edge {nw, n, ne}: Red
edge {sw, s, se}: Red
edge {nw, w, sw}: Blue
edge {ne, e, se}: Blue""",
        endings=f"""\
{_ENDED}
# Whoever must not join them:
# Instead: lose when connects(own, own.edges)
win when connects(own, own.edges)""",
    ),
}
"""Kind of board → what a new game on it begins with."""
