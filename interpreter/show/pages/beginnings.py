"""Templates for `hexgame new`: for each kind of board, a small game whose comments say what can be changed.

A line after `# Instead:` can replace the next line that is not a comment.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ...diagnostics.diagnostic import Diagnostic, did_you_mean, listed
from ...doors.writing import create_text
from ...source.reading.files import SUFFIX, shipped


@dataclass(frozen=True)
class _Beginning:
    """What a template has of its own: texts for people, and parts of the file with their comments."""

    summary: str
    rules: str
    options: tuple[tuple[str, str], ...]
    """Each option's declaration and its description."""

    board: str
    endings: str


def begin(name: str, board: str, folder: Path) -> Path | Diagnostic:
    """Write a new game file to a folder and return its path; never overwrite a file."""
    text = beginning(name, board)
    if isinstance(text, Diagnostic):
        return text
    path = folder / f"{name}{SUFFIX}"
    try:
        create_text(path, text)
    except FileExistsError:
        return Diagnostic(
            "HG610", f"`{path}` already exists", help="choose another name; existing files are not overwritten"
        )
    except OSError as error:
        return Diagnostic("HG610", f"cannot write `{path}`: {error.strerror}")
    return path


def beginning(name: str, board: str) -> str | Diagnostic:
    """Return the text of a new game; `name` is the name of its file without the suffix."""
    if not _NAME.fullmatch(name):
        guess = _likely_name(name)
        return Diagnostic(
            "HG612",
            f"`{name[:40]}` is not a valid name for a game",
            expected="a letter, followed by letters, digits and `_`",
            help=f"did you mean `{guess}`?" if guess else "for example: my_game",
        )
    if name in shipped():
        change = f"choose another name; to modify that game, write: variant of {name}"
        return Diagnostic("HG612", f"`{name}` is already the name of a shipped game", help=change)
    if board not in BEGINNINGS:
        return Diagnostic(
            "HG613",
            f"there is no template for a board `{board[:40]}`",
            expected=listed(BEGINNINGS),
            help=did_you_mean(board, BEGINNINGS),
        )
    return _text(name, BEGINNINGS[board])


_NAME = re.compile("[A-Za-z][A-Za-z0-9_]*")


def _likely_name(wrong: str) -> str:
    """Return the valid name that was probably meant, or an empty text."""
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
    """Give the lines of the options, with their descriptions aligned."""
    width = max(len(declared) for declared, _ in options)
    return (f'option {declared:{width}}    "{text}"' for declared, text in options)


_PIE_OPTION = ("pie = yes in yes, no", "the second person may take over the first stone")
_PIE = "With the pie rule, the second person may answer the first stone by taking over Red."

_HEAD = """\
# This is a complete game. Play it:  hexgame play {name}.hexgame
# Check it after each change:        hexgame validate {name}.hexgame
# What follows "Instead:" can replace the line below it. Each comment names a section of the
# language reference, which `hexgame docs language SECTION` prints. (see The language)

# Title, author, and a description for people. (see The head)
game "{title}"
author "Your Name"
summary "{summary}"
rules \"""
{rules}
\"""

# What you claim about the game; `hexgame validate` tries to refute it. (see Claims)
claims no-draws, finite
"""

_OPTIONS = """\
# Choices before a game: name, default value, possible values, description. (see Options)
{options}

# The player named first moves first. (see The head)
players Red, Blue
"""

_TURN = """\
# What a player may do in a turn. (see Decisions; Turns)
turn {
  # To make every stone but the first touch another: (see Expressions)
  # Instead: may place stone on c among empty where turn == 1 or count(adjacent(c) - empty) > 0
  may place stone on empty
  # To do without the pie rule, delete this line and the option. (see Decisions)
  may swap on turn 2 where pie
}
"""

_ENDED = "# Endings, checked after every decision from top to bottom. (see The endings)"
_PUTS = "Players take turns placing a stone of their colour on an empty cell; Red starts."
_FOUR_SIDES = f"Red owns the top and bottom of the board, Blue the left and right. {_PUTS}"
_CORNERS = "A corner cell belongs to both its sides."
_JOINED = "The first to join their own two sides with a chain of stones wins."

_EDGES = """\
# An edge acts as a stone of its colour next to every cell along it. (see Edges)
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
        options=(("size = 7 in 3..24", "cells per side"),),
        board=f"""\
# The cells. (see Shapes)
{_SQUARES}""",
        endings=f"""\
{_ENDED}
# To make joining them lose:
# Instead: lose when connects(own, own.edges)
win when connects(own, own.edges)""",
    ),
    "parallelogram": _Beginning(
        summary="Join your two sides, one pair of them further apart, with a chain of stones.",
        rules=f"{_FOUR_SIDES} {_JOINED} {_CORNERS}",
        options=(
            ("size = 7 in 3..24", "cells on the left and right sides"),
            ("width = (size + 1) in 3..25", "cells on the top and bottom sides"),
        ),
        board=f"""\
# The cells. (see Shapes)
# Instead: shape rhombus(size)
shape parallelogram(width, size)
{_EDGES}""",
        endings=f"""\
{_ENDED}
win when connects(own, own.edges)""",
    ),
    "hexagon": _Beginning(
        summary="Join two opposite sides, or three that do not meet, with a chain of stones.",
        rules=f"""{_PUTS} The first to join two opposite sides, or three sides of which no two are
            neighbours, with a chain of stones wins. {_CORNERS}""",
        options=(("size = 5 in 2..14", "cells per side"),),
        board="""\
# The cells; `sides` lists the six sides clockwise from the top. (see Shapes)
shape hexagon(size)""",
        endings=f"""\
{_ENDED}
# With `sides without corners`, a corner belongs to no side. (see Expressions)
win "line" when some i in 0..2: connects(own, [sides[i], sides[i + 3]])
# Another way to win; with it, a game can be a draw: (see Chains, groups and loops)
# Instead: win "ring" when encloses(own)
win "Y" when some i in 0..1: connects(own, [sides[i], sides[i + 2], sides[i + 4]])""",
    ),
    "triangle": _Beginning(
        summary="Join all three sides with one chain of stones.",
        rules=f"{_PUTS} The first to join all three sides with one chain of stones wins. {_CORNERS}",
        options=(("size = 8 in 3..24", "cells per side"),),
        board="""\
# The cells; `sides` lists the three sides. (see Shapes)
shape triangle(size)""",
        endings=f"""\
{_ENDED}
# To make joining them lose:
# Instead: lose when connects(own, sides)
win when connects(own, sides)""",
    ),
    "square": _Beginning(
        summary="Keep a way open between your two sides; stones touch along rows and columns.",
        rules=f"""{_FOUR_SIDES} Stones touch along rows and columns. A player who can no longer
            join their own two sides, across stones and empty cells, loses. {_CORNERS}""",
        options=(("size = 7 in 3..19", "cells per side"),),
        board=f"""\
# How cells are joined; without this line, as hexagons. (see The board)
grid square
# The cells. (see Shapes)
{_SQUARES}""",
        endings=f"""\
{_ENDED}
# To make joining them win, with a draw if nobody does:
# Instead: win when connects(own, own.edges)
lose when not connects(own | empty, own.edges)""",
    ),
    "square8": _Beginning(
        summary="Join your two sides; stones touch along rows, columns and diagonals.",
        rules=f"{_FOUR_SIDES} Stones touch along rows, columns and diagonals. {_JOINED} {_CORNERS}",
        options=(("size = 7 in 3..19", "cells per side"),),
        board=f"""\
# How cells are joined; without this line, as hexagons. (see The board)
grid square8
# The cells. (see Shapes)
{_SQUARES}""",
        endings=f"""\
{_ENDED}
# To make joining them lose:
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
# The cells; more rows make it harder for Red. (see Shapes)
# Instead: shape rhombus(size)
shape parallelogram(size, size + 2)
# Leaving across one side leads in across the other. (see Glue)
# With a twist, there is a single border and a game can be a draw:
# Instead: wrap left, right reversed as waist
wrap left, right as waist
# An edge acts as a stone of its colour next to every cell along it. (see Edges)
edge top, bottom: Red""",
        endings=f"""\
{_ENDED}
win for Red when connects(own, own.edges)
# A loop that crosses the seam an odd number of times. (see Chains, groups and loops)
win for Blue when loop(own, odd: waist)""",
    ),
    "moebius": _Beginning(
        summary="Red closes a loop once around a Möbius band, Blue prevents it.",
        rules=f"""The left and right of the board are joined with a twist, which makes it a Möbius
            band. {_PUTS} Red wins with a loop of stones that goes over the twist an odd number of
            times, Blue when Red can no longer have one.""",
        options=(("size = 7 in 3..24", "cells per side"),),
        board="""\
# The cells. (see Shapes)
# Instead: shape parallelogram(size + 2, size)
shape rhombus(size)
# Without `reversed` it is a cylinder. (see Glue)
# Instead: wrap left, right as twist
wrap left, right reversed as twist""",
        endings=f"""\
{_ENDED}
win for Red when loop(own, odd: twist)
# Blue wins once Red's stones and the empty cells cannot form such a loop. (see Expressions)
win for Blue when not loop(enemy | empty, odd: twist)""",
    ),
    "torus": _Beginning(
        summary="Close a loop that goes around a torus, one way or the other.",
        rules=f"""Opposite sides of the board are joined, which makes it a torus. {_PUTS} The
            first to close a loop of stones that crosses one of the two seams an odd number of times
            wins. Loops of several chains can be added up.""",
        options=(("size = 7 in 3..24", "cells per side"),),
        board="""\
# The cells. (see Shapes)
# Instead: shape parallelogram(size + 2, size)
shape rhombus(size)
# Leaving across one side leads in across the other. (see Glue)
wrap left, right as equator
# To make it a Klein bottle, add a twist: (see Glue)
# Instead: wrap top, bottom reversed as meridian
wrap top, bottom as meridian""",
        endings=f"""\
{_ENDED}
# Loops around the board. (see Chains, groups and loops)
# To make closing one lose:
# Instead: lose when loop(own, odd: equator) or loop(own, odd: meridian)
win when loop(own, odd: equator) or loop(own, odd: meridian)""",
    ),
    "projective": _Beginning(
        summary="Close a loop that goes once around the projective plane.",
        rules=f"""The board is a triangle without its corners whose border is joined to itself: leaving
            it leads in at the opposite point. {_PUTS} The first to close a loop of stones that crosses
            the border an odd number of times wins.""",
        options=(("size = 5 in 3..14", "cells on the longer sides"),),
        board="""\
# The cells; `let` names something that is used more than once. (see Shapes)
let corner = triangle(size - 2)
let far = 2 * size - 2
shape triangle(3 * size - 4) - corner - (corner at cell(far, 0)) - (corner at cell(0, far))
# The perimeter must have an odd number of cells. (see Glue)
wrap perimeter antipodal as border""",
        endings=f"""\
{_ENDED}
# A loop around the board. (see Chains, groups and loops)
# To make closing one lose:
# Instead: lose when loop(own, odd: border)
win when loop(own, odd: border)""",
    ),
    "map": _Beginning(
        summary="Join your two parts of the border of a board of any form.",
        rules=f"""The border of the board is cut into four parts of equal length, of Red and of Blue
            in turn. {_PUTS} The first to join their own two parts with a chain of stones wins.""",
        options=(),
        board='''\
# Draw your own: each `o` is a cell, two columns from the next. (see Shapes)
shape map("""
      o o o o
     o o o o o
    o o o o o o
     o o o o o
    o o o o o o
     o o o o o
      o o o o
""")
# The colours alternate around the board. (see Edges)
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
# The cells, with the positions where they are drawn, and the links between them. (see Shapes)
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
# An edge acts as a stone of its colour next to every cell along it. (see Edges)
edge {nw, n, ne}: Red
edge {sw, s, se}: Red
edge {nw, w, sw}: Blue
edge {ne, e, se}: Blue""",
        endings=f"""\
{_ENDED}
# To make joining them lose:
# Instead: lose when connects(own, own.edges)
win when connects(own, own.edges)""",
    ),
}
"""The template for each kind of board."""
