"""What a game gives the search; `binding.py` makes it."""

from __future__ import annotations

from collections.abc import Callable

from ....program.bind import declared
from ....program.words import Row, Rows, Vector

declared(__name__)

# The state

END: int
LEFT: int
FREE: int
MOVER: int
SEAT: int
AT: int
"""Where in a state these lie, 0 without them; FREE has LEFT cells that are empty."""

HAS_PLACE: bool
HAS_SEAT: bool
HAS_AT: bool
"""Whether stones are put down one by one in random games, whether seats can be exchanged, whether there are points."""

KEPT: int
"""How many integers of a state last; the rest is scratch."""

PLAYERS: int
CELLS: int
KINDS: int
"""How many kinds of pieces each player has."""

# Decisions and ends

ENDS: int
"""How many ends of games a leaf is judged by."""

HAS_AMAF: bool
HAS_CHANCE: bool
HAS_OTHERS: bool
HAS_TOGETHER: bool
"""Whether ends tell of cells; whether chance, somebody but one seat, or two together ever decide."""

WAYS: Row
"""By point, 0 where one seat decides, else CHANCE or TOGETHER."""

WINNERS: Row
"""By the code of an end, the colour that has won; PLAYERS for none."""

TAKES: Row
"""The cell of each code that puts a stone of the mover there; -1 for other codes."""

PICKS: int
PICK_BLOCKS: int
PICK_BASES: Row
PICK_CHOICES: Row
"""How many picks there are where two decide together; where the codes of such decisions begin, the last first, and how
many picks each player has there."""

# Full boards

HAS_LANES: bool
HAS_WINNER: bool
GOALS_WIN: bool
"""Whether full boards judge; whether each has exactly one winner; whether who reaches goals wins, or loses."""

LANES: int
LANE_ROOM: int
"""Where in `W` their numbers begin; how many each kind has."""

LANE_NEAR: Rows
"""By cell, those next to it; rows are filled up with a cell that is never reached."""

LANE_BRIDGES: int
BRIDGE_ONE: Row
BRIDGE_OTHER: Row
BRIDGE_ENTRY: Row
BRIDGE_REPLY: Row
BRIDGE_WHOSE: Row
"""How many bridges there may be; the two nodes of each, the two cells, and whose nodes they must be, -1 for any
player's."""

GOALS: int
GOAL_WHOSE: Row
GOAL_REGIONS: Row
REGIONS: tuple[Rows, ...]
"""How many goals there are; of each, whose it is, how many regions it joins, and by region and cell whether it is of
the region."""

HAS_PASSES: bool
PASSES: tuple[Rows, ...]
"""By goal, the cells at each edge through which its player's chains run; whether there are any."""

STEPS: int
STEP_ALL: Row
STEP_AT: Row
STEP_PART: Row
PLAYER_MET: Row
"""How many conditions are made of goals; of each, whether all parts must hold or one, where its parts begin, and what
they are, goals first; the part that is each player's whole condition."""

# Senses

HAS_SENSES: bool
HAS_REPLIES: bool
HAS_IDLE: bool
HAS_ANSWERS: bool
HAS_GLANCES: bool
HAS_AROUND: bool
HAS_RINGS: bool
LOOKS_AROUND: bool
"""Which senses there are; whether what lies around a cell is looked at, by the game's module if that does."""

SENSES: int
SPOTS: int
STARS: int
TERMINALS: int
ALTERNATES: int
"""Where in `W` their numbers begin; how many spots there are, a node with a label each, and how many stars and
terminals a player has at most; 1 if two players put down a stone each in turn."""

LABELS: int
WORD: int
WORDS: int
"""How many labels there are; how many bits a number of a set has, and how many numbers a set of spots takes."""

NEAR: Rows
PLACES: Row
"""By node, the spots next to it; by cell, the code of a stone there."""

SPAN_AT: Row
SPAN_TO: Row
SPAN_ONE: Row
SPAN_TWO: Row
"""Where the bridges from each node begin; where each leads, and its two cells."""

NEAR_WORDS: Row
"""By spot, the set of the spots next to it."""

ENDS_AT: Row
START_AT: Row
START_SPOT: Row
START_END: Row
START_ONE: Row
START_TWO: Row
"""Where the terminals of each player begin, then those of the stars for each player's ways; where their starts begin;
the spot of each, the number of its terminal, the two cells of a bridge or -1."""

STAR_AT: Row
PART_AT: Row
PART_MASK: Row
PART_LEAST: Row
"""Where the stars of each player begin, then those for ways, and the parts of each star; of each part the terminals,
and how many count."""

STAR_MASK: Row
MEETS: Row
"""The terminals of each star; by player, 2 if each star joins just two terminals, which meet halfway, else 1."""

ENTRY_AT: Row
ENTRY_ONE: Row
ENTRY_OTHER: Row
ENTRY_REPLY: Row
ENTRY_WHOSE: Row
"""Where the bridges begin that a stone on each cell enters; their two ends, the answer, and whose they may be, -1 for
anybody's."""

BESIDE: Rows
BESIDE_PLACES: int
DENSE: Row
ANSWERS: Rows
ANSWER_ROW: Row
LOWEST: Row
"""By cell, the node at each place around it, and how many places there are; the even bits of each number, side by side;
by player and cell the number of a row in ANSWERS, or -1; in the row, by the places that the player holds, those that
keep the player's bridges; the number of the lowest of some places."""

RINGS: Row
"""By player, 1 if who goes around something wins."""

RING_MET: int
"""Where in a state it lies whether each player has gone around something."""

RUNS: Row
"""By the places around a cell that a player holds, in how many pieces these are."""

LEAST_USES: int
"""To how many players a cell must be of use lest it is dead."""

# The game's module

legal: Callable[[Vector, Vector], int]
"""Write the codes of all decisions on offer; returns their number."""

step: Callable[[Vector, int], None]
"""Take a decision."""

rollout: Callable[[Vector, int, Vector], int]
"""Play on at random to the end; returns the generator's state."""

judge: Callable[[Vector, int], int]
"""How the game ends by a goal that is noted as reached; PLAYING if it goes on."""

place: Callable[[Vector, int, int, int], int]
"""Put a stone in a random game; returns how a goal that it reaches ends the game."""

around: Callable[[Vector, int], int]
held: Callable[[int, int], int]
vacant: Callable[[int], int]
"""What lies around an empty cell, by place its content in two bits; of that, the places that a player holds, and those
that are empty."""
