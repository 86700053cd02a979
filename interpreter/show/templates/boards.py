"""Templates for each kind of board, with the same turn: a stone on an empty cell."""

from __future__ import annotations

from .template import CORNERS, EDGES, ENDED, FOUR_SIDES, JOINED, PUTS, SQUARES, Beginning

BOARDS = {
    "rhombus": Beginning(
        summary="Join your two sides with a chain of stones.",
        rules=f"{FOUR_SIDES} {JOINED} {CORNERS}",
        options=(("size = 7 in 3..24", "cells per side"),),
        board=f"""\
# The cells. (see Shapes)
{SQUARES}""",
        endings=f"""\
{ENDED}
# To make joining them lose:
# Instead: lose when connects(own, own.edges)
win when connects(own, own.edges)""",
    ),
    "parallelogram": Beginning(
        summary="Join your two sides, one pair of them further apart, with a chain of stones.",
        rules=f"{FOUR_SIDES} {JOINED} {CORNERS}",
        options=(
            ("size = 7 in 3..24", "cells on the left and right sides"),
            ("width = (size + 1) in 3..25", "cells on the top and bottom sides"),
        ),
        board=f"""\
# The cells. (see Shapes)
# Instead: shape rhombus(size)
shape parallelogram(width, size)
{EDGES}""",
        endings=f"""\
{ENDED}
win when connects(own, own.edges)""",
    ),
    "hexagon": Beginning(
        summary="Join two opposite sides, or three that do not meet, with a chain of stones.",
        rules=f"""{PUTS} The first to join two opposite sides, or three sides of which no two are
            neighbours, with a chain of stones wins. {CORNERS}""",
        options=(("size = 5 in 2..14", "cells per side"),),
        board="""\
# The cells; `sides` lists the six sides clockwise from the top. (see Shapes)
shape hexagon(size)""",
        endings=f"""\
{ENDED}
# With `sides without corners`, a corner belongs to no side. (see Expressions)
win "line" when some i in 0..2: connects(own, [sides[i], sides[i + 3]])
# Another way to win; with it, a game can be a draw: (see Chains, groups and loops)
# Instead: win "ring" when encloses(own)
win "Y" when some i in 0..1: connects(own, [sides[i], sides[i + 2], sides[i + 4]])""",
    ),
    "triangle": Beginning(
        summary="Join all three sides with one chain of stones.",
        rules=f"{PUTS} The first to join all three sides with one chain of stones wins. {CORNERS}",
        options=(("size = 8 in 3..24", "cells per side"),),
        board="""\
# The cells; `sides` lists the three sides. (see Shapes)
shape triangle(size)""",
        endings=f"""\
{ENDED}
# To make joining them lose:
# Instead: lose when connects(own, sides)
win when connects(own, sides)""",
    ),
    "square": Beginning(
        summary="Keep a way open between your two sides; stones touch along rows and columns.",
        rules=f"""{FOUR_SIDES} Stones touch along rows and columns. A player who can no longer
            join their own two sides, across stones and empty cells, loses. {CORNERS}""",
        options=(("size = 7 in 3..19", "cells per side"),),
        board=f"""\
# How cells are joined; without this line, as hexagons. (see The board)
grid square
# The cells. (see Shapes)
{SQUARES}""",
        endings=f"""\
{ENDED}
# To make joining them win, with a draw if nobody does:
# Instead: win when connects(own, own.edges)
lose when not connects(own | empty, own.edges)""",
    ),
    "square8": Beginning(
        summary="Join your two sides; stones touch along rows, columns and diagonals.",
        rules=f"{FOUR_SIDES} Stones touch along rows, columns and diagonals. {JOINED} {CORNERS}",
        options=(("size = 7 in 3..19", "cells per side"),),
        board=f"""\
# How cells are joined; without this line, as hexagons. (see The board)
grid square8
# The cells. (see Shapes)
{SQUARES}""",
        endings=f"""\
{ENDED}
# To make joining them lose:
# Instead: lose when connects(own, own.edges)
win when connects(own, own.edges)""",
    ),
    "cylinder": Beginning(
        summary="Red joins the ends of a cylinder, Blue goes around it.",
        rules=f"""The left and right of the board are joined, which makes it a cylinder. {PUTS}
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
{ENDED}
win for Red when connects(own, own.edges)
# A loop that crosses the seam an odd number of times. (see Chains, groups and loops)
win for Blue when loop(own, odd: waist)""",
    ),
    "moebius": Beginning(
        summary="Red closes a loop once around a Möbius band, Blue prevents it.",
        rules=f"""The left and right of the board are joined with a twist, which makes it a Möbius
            band. {PUTS} Red wins with a loop of stones that goes over the twist an odd number of
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
{ENDED}
win for Red when loop(own, odd: twist)
# Blue wins once Red's stones and the empty cells cannot form such a loop. (see Expressions)
win for Blue when not loop(enemy | empty, odd: twist)""",
    ),
    "torus": Beginning(
        summary="Close a loop that goes around a torus, one way or the other.",
        rules=f"""Opposite sides of the board are joined, which makes it a torus. {PUTS} The
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
{ENDED}
# Loops around the board. (see Chains, groups and loops)
# To make closing one lose:
# Instead: lose when loop(own, odd: equator) or loop(own, odd: meridian)
win when loop(own, odd: equator) or loop(own, odd: meridian)""",
    ),
    "projective": Beginning(
        summary="Close a loop that goes once around the projective plane.",
        rules=f"""The board is a triangle without its corners whose border is joined to itself: leaving
            it leads in at the opposite point. {PUTS} The first to close a loop of stones that crosses
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
{ENDED}
# A loop around the board. (see Chains, groups and loops)
# To make closing one lose:
# Instead: lose when loop(own, odd: border)
win when loop(own, odd: border)""",
    ),
    "map": Beginning(
        summary="Join your two parts of the border of a board of any form.",
        rules=f"""The border of the board is cut into four parts of equal length, of Red and of Blue
            in turn. {PUTS} The first to join their own two parts with a chain of stones wins.""",
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
{ENDED}
win when connects(own, own.edges)""",
    ),
    "graph": Beginning(
        summary="Join your two sides of a board of your own cells and links.",
        rules=f"{FOUR_SIDES} Stones touch along the links. {JOINED} {CORNERS}",
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
{ENDED}
# To make joining them lose:
# Instead: lose when connects(own, own.edges)
win when connects(own, own.edges)""",
    ),
}
"""The template for each kind of board."""
