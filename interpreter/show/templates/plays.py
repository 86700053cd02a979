"""Templates for kinds of play: other tilings, tracks, pieces that move, several stones in a turn, scores, supplies."""

from __future__ import annotations

from .template import CORNERS, EDGES, ENDED, FOUR_SIDES, JOINED, PUTS, SQUARES, Beginning

PLAYS = {
    "tiling": Beginning(
        summary="Join your two sides across octagons and squares.",
        rules=f"{FOUR_SIDES} {JOINED} {CORNERS}",
        options=(("size = 5 in 3..9", "octagons per side"),),
        board=f"""\
# Which faces are the cells; the reference lists all tilings. (see Tilings)
# Instead: grid faces of 4.6.12
grid faces of 4.8.8
# The cells. (see Tilings)
shape rhombus(size)
{EDGES}""",
        endings=f"""\
{ENDED}
# To make joining them lose:
# Instead: lose when connects(own, own.edges)
win when connects(own, own.edges)""",
    ),
    "moves": Beginning(
        summary="Join your two sides; stones can be moved on.",
        rules=f"""Red owns the top and bottom of the board, Blue the left and right. Players take turns; Red starts.
            In a turn, a player places a stone on an empty cell, or moves a stone of their own to an empty cell next to
            it. {JOINED} {CORNERS} After twice as many turns as there are
            cells, the game is a draw.""",
        options=(("size = 6 in 3..19", "cells per side"),),
        board=f"""\
# The cells. (see Shapes)
{SQUARES}""",
        turn="""\
# What a player may do in a turn. (see Decisions; Turns)
turn {
  may place stone on empty
  # To let stones slide as far as the way is free: (see Straight lines)
  # Instead: may move stone from s among own to d among slide(s, past: empty) & empty where turn > 4
  may move stone from s among own to d among adjacent(s) & empty where turn > 4
  # To do without the pie rule, delete this line and the option. (see Decisions)
  may swap on turn 2 where pie
}
""",
        endings=f"""\
{ENDED}
win when connects(own, own.edges)
# Stones that move could go on without an end. (see Claims)
draw when turn > 2 * count(cells)""",
        claims="finite",
    ),
    "tracks": Beginning(
        summary="Join your two sides by a track that runs over tiles.",
        rules="""The tiles belong to nobody: a cross leads to all four sides of its cell, a post up and down, a bar to
            the left and right. Players take turns laying a tile on an empty cell; Red starts. Tiles next to each other
            are joined if both lead to the side between them. Red wins when joined tiles reach the top and the bottom
            of the board, Blue when they reach its left and right. If the board is full before, the game is a draw.""",
        options=(("size = 5 in 3..9", "cells per side"),),
        board="""\
# How cells are joined; without this line, as hexagons. (see The board)
grid square
# The cells. (see Shapes)
# Instead: shape parallelogram(size + 2, size)
shape rhombus(size)""",
        turn="""\
# Kinds of pieces, with the signs that stand for them. (see The head)
pieces cross "┼", post "│", bar "─"

# The tiles that lead up and down, and those that lead to the left and right. (see Expressions)
define upright = neutral.cross | neutral.post
define level = neutral.cross | neutral.bar

# A track joins two cells if each is in the set of the other. (see Chains, groups and loops)
define track(c) = {
  d
  for d in adjacent(c)
  where (d.q == c.q and c in upright and d in upright)
    or (d.r == c.r and c in level and d in level)
}

# What a player may do in a turn. (see Decisions; Turns)
turn {
  may place cross of neutral on empty
  # To keep one kind for one player: (see Decisions)
  # Instead: may place post of neutral on empty where own == Red
  may place post of neutral on empty
  may place bar of neutral on empty
  # To do without the pie rule, delete this line and the option. (see Decisions)
  may swap on turn 2 where pie
}
""",
        endings=f"""\
{ENDED}
# `by` says how a chain runs. (see Chains, groups and loops)
win for Red when connects(upright | level, [top, bottom], by: track)
win for Blue when connects(upright | level, [left, right], by: track)
draw when count(empty) == 0""",
        claims="finite",
    ),
    "placements": Beginning(
        summary="Join your two sides with a chain of stones, two of them a turn.",
        rules=f"""Red owns the top and bottom of the board, Blue the left and right. Red starts with one stone; then
            players take turns placing two stones of their colour on empty cells. {JOINED} {CORNERS}""",
        options=(("size = 8 in 3..24", "cells per side"),),
        board=f"""\
# The cells. (see Shapes)
{SQUARES}""",
        turn="""\
# A turn is a choice, and after the first turn another one. (see Turns)
turn {
  place stone on empty
  # To let the player stop after one stone, or place up to three: (see Turns)
  # Instead: if turn > 1 { repeat 0..2 { place stone on empty } }
  if turn > 1 and count(empty) > 0 { place stone on empty }
}
""",
        endings=f"""\
{ENDED}
# To let the chain be cut by the second stone: (see The endings)
# Instead: win at end of turn when connects(own, own.edges)
win when connects(own, own.edges)""",
        has_pie=False,
    ),
    "score": Beginning(
        summary="Have the largest group of stones on a full board.",
        rules=f"""{PUTS} Stones touch along rows and columns. When the board is full, the player with the largest
            group wins; if these are equal, the one with more stones along the border.""",
        options=(("size = 7 in 3..19", "cells per side"),),
        board="""\
# How cells are joined; without this line, as hexagons. (see The board)
grid square
# The cells. (see Shapes)
# Instead: shape parallelogram(size + 2, size)
shape rhombus(size)""",
        endings="""\
# What each player has; the second number breaks the ties of the first.
# (see Sums, counts, largest, smallest)
# To count the groups of three stones or more:
# Instead: score = [count(g for g in groups(own) where count(g) > 2), count(own & perimeter)]
score = [largest(count(g) for g in groups(own)), count(own & perimeter)]

# Endings, checked after every decision from top to bottom. (see The endings)
win by score when count(empty) == 0""",
        claims="finite",
    ),
    "supply": Beginning(
        summary="Join your two sides before your stones run out.",
        rules=f"""Red owns the top and bottom of the board, Blue the left and right. Red starts. In a turn, a player
            places a stone of their supply on an empty cell; a player without one passes. {JOINED} {CORNERS} If both
            pass, the game is a draw.""",
        options=(("size = 6 in 3..19", "cells per side"), ("stones = 17 in 5..200", "stones of each player")),
        board=f"""\
# The cells. (see Shapes)
{SQUARES}""",
        turn="""\
# A number that each player has: its value at the start, and its range.
# (see Cards, marks and variables)
var supply = stones in 0..200 for each player

# A block of effects with a name. (see Effects with names)
effect pay { set supply = supply - 1 }

# What a player may do in a turn. (see Decisions; Turns)
turn {
  # The block says what the decision does. (see Decisions)
  # To keep a side free: (see Expressions)
  # Instead: may place stone on c among empty - top where supply > 0 { c becomes stone pay() }
  may place stone on c among empty where supply > 0 { c becomes stone pay() }
  # To do without the pie rule, delete this line and the option. (see Decisions)
  may swap on turn 2 where pie
  otherwise pass
}
""",
        endings=f"""\
{ENDED}
win when connects(own, own.edges)
draw when passes == 2""",
        claims="finite",
    ),
}
