"""What a game gives the search for proofs; `binding.py` makes it."""

from __future__ import annotations

from collections.abc import Callable

from ....program.bind import declared
from ....program.words import Row, Rows, Vector

declared(__name__)

CELLS: int
NODES: int
KEPT: int
"""How many cells and nodes the board has; how many integers of a state last."""

END: int
MOVER: int
SEAT: int
AT: int
TURN: int
"""Where in a state these lie, 0 without them."""

HAS_SEAT: bool
HAS_AT: bool
HAS_TURN: bool
IS_WIDE: bool
"""Whether seats can be exchanged, there are points, and turns count; whether numbers of a state have 64 bits."""

TURN_MATTERS: int
"""The last turn at which what is on offer may depend on it."""

HAS_OTHERS: bool
OTHERS: Row
"""The points at which not one player alone decides; whether there are any."""

HAS_AIMS: bool
HAS_BONDS: bool
"""Whether a goal has each player join regions, and whether only one of them can."""

REGIONS: int
AIMS: tuple[Rows, ...]
LINKS: Rows
"""How many regions a player joins; for each player the regions, each with its nodes; the nodes next to each."""

legal: Callable[[Vector, Vector], int]
step: Callable[[Vector, int], None]
rebuild: Callable[[Vector], None]
wins: Callable[[Vector, int], bool]
"""Of the game's module; `wins` says whether a player has reached a goal."""
