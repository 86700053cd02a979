"""What a game gives the search for proofs; `binding.py` makes it."""

from __future__ import annotations

from collections.abc import Callable

from ....program.bind import declared
from ....program.words import Row, Rows, Vector

declared(__name__)

# The state: where in it these lie, 0 without them
END: int
MOVER: int
SEAT: int
AT: int
TURN: int
KEPT: int  # how many of its integers last
IS_WIDE: bool  # whether they have 64 bits
HAS_SEAT: bool
HAS_AT: bool
HAS_TURN: bool

# The game
CELLS: int
NODES: int
TURN_MATTERS: int  # the last turn at which what is on offer may depend on it
HAS_OTHERS: bool  # whether OTHERS has any
OTHERS: Row  # the points at which not one player alone decides
HAS_CARRIERS: bool  # whether wins have carriers, and the module has `wins`
HAS_AIMS: bool  # whether a goal has each player join regions
HAS_BONDS: bool  # whether only one of them can
REGIONS: int  # how many a player joins
AIMS: tuple[Rows, ...]  # for each player the regions, each with its nodes
LINKS: Rows  # the nodes next to each

# The game's module
legal: Callable[[Vector, Vector], int]  # write the codes of all decisions on offer; their number
step: Callable[[Vector, int], None]  # take a decision
rebuild: Callable[[Vector], None]  # find out anew what a state keeps of its board
wins: Callable[[Vector, int], bool]  # whether a player has reached a goal
