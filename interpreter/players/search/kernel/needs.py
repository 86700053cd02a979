"""What a game gives the search; `binding.py` makes it."""

from __future__ import annotations

from collections.abc import Callable

from ....program.bind import declared
from ....program.words import Row, Rows, Vector

declared(__name__)

# The state: where in it these lie, 0 without them
END: int
LEFT: int  # how many cells are empty
FREE: int  # which, in any order
MOVER: int
SEAT: int
AT: int
KEPT: int  # how many of its integers last; the rest is scratch
HAS_PLACE: bool  # whether random games put down stones one by one
HAS_SEAT: bool
HAS_AT: bool

# The game
PLAYERS: int
CELLS: int
KINDS: int  # of pieces that each player has
TAKES: Row  # by code, the cell where it puts a stone of the mover; -1 for other codes, -2 for what is chosen in secret
WAYS: Row  # by point, 0 where one seat decides, else CHANCE or TOGETHER
WINNERS: Row  # by the code of an end, the colour that has won; PLAYERS for none
ENDS: int  # how many ends of games a leaf is judged by
HAS_AMAF: bool  # whether ends tell of cells
HAS_CHANCE: bool
HAS_OTHERS: bool  # whether WAYS has others than 0
HAS_TOGETHER: bool

# Decisions that two make together
PICKS: int  # how many there are at most
PICK_BLOCKS: int  # how many such decisions
PICK_BASES: Row  # where the codes of each begin, the last first
PICK_CHOICES: Row  # how many picks each player has there

# Full boards
HAS_LANES: bool  # whether they judge
HAS_WINNER: bool  # whether each has exactly one winner
GOALS_WIN: bool  # whether who reaches goals wins, or loses
LANES: int  # where in `W` their numbers begin
LANE_ROOM: int  # how many each kind has
LANE_NEAR: Rows  # by cell, those next to it, and a cell that is never reached for those that are missing
LANE_BRIDGES: int
BRIDGE_ONE: Row  # by bridge, its two nodes
BRIDGE_OTHER: Row
BRIDGE_ENTRY: Row  # its two cells
BRIDGE_REPLY: Row
BRIDGE_WHOSE: Row  # whose its nodes must be, -1 for any player's
GOALS: int
GOAL_WHOSE: Row  # by goal, whose it is
GOAL_REGIONS: Row  # how many regions it joins
REGIONS: tuple[Rows, ...]  # by region and cell, 1 if it is of the region
HAS_PASSES: bool  # whether PASSES has any cells
PASSES: tuple[Rows, ...]  # by goal, the cells at each edge through which its player's chains run
STEPS: int  # how many conditions are made of goals
STEP_ALL: Row  # by condition, 1 if all its parts must hold, 0 if one
STEP_AT: Row  # where its parts begin
STEP_PART: Row  # the parts: goals, and after them conditions
PLAYER_MET: Row  # by player, the part that is all that it wants

# Senses
HAS_SENSES: bool
HAS_REPLIES: bool
HAS_IDLE: bool
HAS_ANSWERS: bool
HAS_GLANCES: bool  # whether answers are found by what lies around
HAS_AROUND: bool  # whether that is looked at
HAS_RINGS: bool
LOOKS_AROUND: bool  # whether the game's module does so
SENSES: int  # where in `W` their numbers begin
SPOTS: int  # how many there are, a node with a label each
LABELS: int
STARS: int  # how many a player has at most
TERMINALS: int
ALTERNATES: int  # 1 if two players put down a stone each in turn
WORD: int  # how many bits a number of a set has
WORDS: int  # how many numbers a set of spots takes
NEAR: Rows  # by node, the spots next to it
NEAR_WORDS: Row  # by spot, the set of these
PLACES: Row  # by cell, the code of a stone there
SPAN_AT: Row  # by node, where its bridges begin
SPAN_TO: Row  # by bridge, where it leads, and its two cells
SPAN_ONE: Row
SPAN_TWO: Row
ENDS_AT: Row  # where the terminals of each player begin, then those of the stars for each player's ways
START_AT: Row  # likewise, where their starts begin
START_SPOT: Row  # by start, its spot, the number of its terminal, the two cells of a bridge or -1
START_END: Row
START_ONE: Row
START_TWO: Row
STAR_AT: Row  # where the stars of each player begin, then those for ways
STAR_MASK: Row  # by star, its terminals
PART_AT: Row  # where its parts begin
PART_MASK: Row  # by part, its terminals, and how many count
PART_LEAST: Row
MEETS: Row  # by player, 2 if each star joins just two terminals, which meet halfway, else 1
ENTRY_AT: Row  # by cell, where the bridges begin that a stone there enters
ENTRY_ONE: Row  # by bridge, its two ends, the answer, and whose it may be, -1 for anybody's
ENTRY_OTHER: Row
ENTRY_REPLY: Row
ENTRY_WHOSE: Row
BESIDE: Rows  # by cell, the node at each place around it
BESIDE_PLACES: int
DENSE: Row  # the even bits of each number, side by side
ANSWER_ROW: Row  # by player and cell, the number of a row in ANSWERS, or -1
ANSWERS: Rows  # by the places that the player holds, those that keep the player's bridges
LOWEST: Row  # by places, the number of the lowest
RINGS: Row  # by player, 1 if who goes around something wins
RING_MET: int  # where in a state it lies whether each player has
RUNS: Row  # by the places around a cell that a player holds, in how many pieces these are
LEAST_USES: int  # to how many players a cell must be of use lest it is dead

# The game's module
legal: Callable[[Vector, Vector], int]  # write the codes of all decisions on offer; their number
step: Callable[[Vector, int], None]  # take a decision
rollout: Callable[[Vector, int, Vector], int]  # play on at random to the end; the generator's state
judge: Callable[[Vector, int], int]  # how the game ends by a goal that is noted as reached, or PLAYING
place: Callable[[Vector, int, int, int], int]  # put a stone in a random game; how that ends it, or PLAYING
around: Callable[[Vector, int], int]  # what lies around an empty cell: by place, its content in two bits
held: Callable[[int, int], int]  # of that, the places that a player holds
vacant: Callable[[int], int]  # and those that are empty
