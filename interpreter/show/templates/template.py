"""What a template for `hexgame new` has of its own, and the sentences and lines that several share."""

from __future__ import annotations

from dataclasses import dataclass

TURN = """\
# What a player may do in a turn. (see Decisions; Turns)
turn {
  # To make every stone but the first touch another: (see Expressions)
  # Instead: may place stone on c among empty where turn == 1 or count(adjacent(c) - empty) > 0
  may place stone on empty
  # To do without the pie rule, delete this line and the option. (see Decisions)
  may swap on turn 2 where pie
}
"""


@dataclass(frozen=True)
class Beginning:
    """What a template has of its own: texts for people, and parts of the file with their comments."""

    summary: str
    rules: str
    options: tuple[tuple[str, str], ...]
    """Each option's declaration and its description."""

    board: str
    endings: str
    turn: str = TURN
    claims: str = "no-draws, finite"
    has_pie: bool = True


ENDED = "# Endings, checked after every decision from top to bottom. (see The endings)"
PUTS = "Players take turns placing a stone of their colour on an empty cell; Red starts."
FOUR_SIDES = f"Red owns the top and bottom of the board, Blue the left and right. {PUTS}"
CORNERS = "A corner cell belongs to both its sides."
JOINED = "The first to join their own two sides with a chain of stones wins."

EDGES = """\
# An edge acts as a stone of its colour next to every cell along it. (see Edges)
edge top, bottom: Red
edge left, right: Blue"""

SQUARES = f"""\
# Instead: shape parallelogram(size + 2, size)
shape rhombus(size)
{EDGES}"""
