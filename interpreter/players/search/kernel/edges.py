"""A tree in a vector `T`: a header, then edges of WIDTH integers each.

An edge stands for a decision and for the position after it; the edges of the decisions that are possible there lie side
by side from FIRST on.
"""

from __future__ import annotations

USED, SIZE, EXPAND, RAVE, EXPLORE, BRIDGES, DONE, FULL = 0, 1, 2, 3, 4, 5, 6, 7
SENSE, PRIOR, THREATS, REPLIES, IDLE, SAVES, PATHS, URGENT, STOOD = 8, 9, 10, 11, 12, 13, 48, 49, 50
"""The header: how many integers of the tree are in use and how many there may be; after how many visits an edge gets
edges of its own; how much what is learnt of a cell counts, and how much is explored, both in thousandths; whether
bridges are kept; how many simulations there were since the choice began; whether edges were refused for want of room.
Then what the senses do, as `Manners` says it."""

WORTHS, TOTALS = 16, 32
"""By seat: what the end of this simulation is worth, and the sum of that over all since the choice began. Of the two
before WORTHS that for TOGETHER is what it is worth to the first colour; that for CHANCE means nothing."""

NODES, SEATS, COLOURS, DEEPEST = 64, 320, 576, 255
"""The way of this simulation: its edges, with the seats and the colours that decide after them; how long it may be."""

ROOT = 832
"""The edge that led to the position in which to choose."""

WIDTH = 8
CODE, VISITS, WORTH, SEEN, LIKED, FIRST, COUNT, RESULT = 0, 1, 2, 3, 4, 5, 6, 7
"""An edge: its decision; how often it was taken, and the sum of what that was worth to the seat that takes it; in how
many ends that seat had the cell of the decision, and what these were worth; its edges; how it ends if that is proved, 1
+ the seat that wins or 1 + PLAYERS for a draw."""

WON = 2
"""What an end is worth to whoever wins it, twice what a draw is worth."""

UNSEEN = -2
"""What `TAKES` has for what is chosen in secret."""

CHANCE, TOGETHER = -1, -2
"""Who decides where it is not one seat."""

LEVELS, FAR = 16, 1 << 20
"""How far a wave of the senses goes, and a need that there is no meeting."""
