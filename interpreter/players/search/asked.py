"""What the search asks of a game. These stand for what the game's module holds once the kernel is part of its text."""

from __future__ import annotations

Vector = list[int]

PLAYING = 0
END = LEFT = FREE = MOVER = 0
"""Where in a state S these lie, and what END holds while play goes on; FREE has LEFT cells that are empty."""

KEPT = 0
"""How many integers of a state last; the rest is scratch."""

PLAYERS = CELLS = 0
CHANCE, TOGETHER = -1, -2
"""Who decides where it is not one seat."""

ENDS = 1
"""How many ends of games a leaf is judged by."""

TAKES: tuple[int, ...] = ()
"""The cell of each code that puts a stone of the mover there; -1 for other codes."""

PICKS = 0
"""How many picks there are where two decide together."""

SENSES = SPOTS = STARS = TERMINALS = ALTERNATES = 0
LABELS = WORD = WORDS = 1
"""Where in `W` the senses' numbers begin; how many spots there are, a node with a label each, and how many stars and
terminals a player has at most; 1 if two players put down a stone each in turn; how many labels there are; how many bits
a number of a set has, and how many numbers a set of spots takes."""

NEAR: tuple[tuple[int, ...], ...] = ()
PLACES: tuple[int, ...] = ()
"""By node, the spots next to it; by cell, the code of a stone there."""

SPAN_AT = SPAN_TO = SPAN_ONE = SPAN_TWO = PLACES
"""Where the bridges from each node begin; where each leads, and its two cells."""

NEAR_WORDS = PLACES
"""By spot, the set of the spots next to it."""

ENDS_AT = START_AT = START_SPOT = START_END = START_ONE = START_TWO = PLACES
"""Where the terminals of each player begin, then those of the stars for each player's ways; where their starts begin;
the spot of each, the number of its terminal, the two cells of a bridge or -1."""

STAR_AT = PART_AT = PART_MASK = PART_LEAST = PLACES
"""Where the stars of each player begin, then those for ways, and the parts of each star; of each part the terminals,
and how many count."""

STAR_MASK = MEETS = PLACES
"""The terminals of each star; by player, 2 if each star joins just two terminals, which meet halfway, else 1."""

ENTRY_AT = ENTRY_ONE = ENTRY_OTHER = ENTRY_REPLY = ENTRY_WHOSE = PLACES
"""Where the bridges begin that a stone on each cell enters; their two ends, the answer, and whose they may be, -1 for
anybody's."""

ANSWERS = BESIDE = NEAR
ANSWER_ROW = LOWEST = PLACES
"""By cell, the node at each place around it; by player and cell the number of a row in ANSWERS, or -1; in the row, by
the places that the player holds, those that keep the player's bridges; the number of the lowest of some places."""

RINGS = PLACES
"""By player, 1 if who goes around something wins."""

RING_MET = 0
"""Where in a state it lies whether each player has gone around something."""

RUNS = PLACES
"""By the places around a cell that a player holds, in how many pieces these are."""

LEAST_USES = 1
"""To how many players a cell must be of use lest it is dead."""

HAS_AMAF = HAS_CHANCE = HAS_LANES = HAS_TOGETHER = HAS_SENSES = HAS_REPLIES = HAS_IDLE = HAS_ANSWERS = False
HAS_PLACE = HAS_AROUND = HAS_GLANCES = HAS_RINGS = HAS_RUNS = False


def look() -> None:
    """Raise OutOfTime if no time is left."""
    raise NotImplementedError


def ones(number: int) -> int:
    """The number of ones among its bits."""
    raise NotImplementedError


def sqrt(number: float) -> float:
    """The square root."""
    raise NotImplementedError


def step(S: Vector, a: int) -> None:
    """Take a decision."""
    raise NotImplementedError


def place(S: Vector, c: int, p: int, m: int) -> int:
    """Put a stone in a random game; returns how a goal that it reaches ends the game."""
    raise NotImplementedError


def judge(S: Vector, p: int) -> int:
    """How the game ends by a goal that is noted as reached; PLAYING if it goes on."""
    raise NotImplementedError


def around(S: Vector, c: int) -> int:
    """What lies around an empty cell: by place, its content in two bits."""
    raise NotImplementedError


def held(m: int, p: int) -> int:
    """The places that a player holds, by what lies around a cell."""
    raise NotImplementedError


def vacant(m: int) -> int:
    """The places that are empty, by what lies around a cell."""
    raise NotImplementedError


def legal(S: Vector, out: Vector) -> int:
    """Write the codes of all decisions on offer to out; returns their number."""
    raise NotImplementedError


def rollout(S: Vector, rng: int, out: Vector) -> int:
    """Play on at random to the end; returns the generator's state."""
    raise NotImplementedError


def decider(S: Vector) -> int:
    """The seat that decides next, or CHANCE or TOGETHER."""
    raise NotImplementedError


def sitting(S: Vector, p: int) -> int:
    """The seat that plays a colour."""
    raise NotImplementedError


def winner(S: Vector) -> int:
    """The seat that has won; PLAYERS for a draw."""
    raise NotImplementedError


def owner(v: int) -> int:
    """The colour of what a cell holds; PLAYERS for nobody's, -1 for nothing."""
    raise NotImplementedError


def judge_lanes(S: Vector, T: Vector, W: Vector, rng: int) -> int:
    """Fill the board in many games at once and note how they end; returns the generator's state."""
    raise NotImplementedError


def part(a: int, p: int) -> int:
    """The number of a player's pick in a decision that two make together."""
    raise NotImplementedError


def add_arms(T: Vector, e: int, count: int) -> None:
    """Those of `together.py`, which follows the kernel."""
    raise NotImplementedError


def picked(T: Vector, e: int, rng: int) -> tuple[int, int]:
    """The same."""
    raise NotImplementedError


def regret(T: Vector, e: int, taken: int, worth: int) -> None:
    """The same."""
    raise NotImplementedError


def sense(S: Vector, Q: Vector, T: Vector, W: Vector, e: int, seat: int) -> None:
    """That of `hints.py`."""
    raise NotImplementedError


def avoid(S: Vector, T: Vector, W: Vector, e: int) -> None:
    """That of `idle.py`."""
    raise NotImplementedError


def save(S: Vector, T: Vector, e: int) -> None:
    """That of `answers.py`."""
    raise NotImplementedError


def answer_around(S: Vector, c: int, p: int, m: int) -> int:
    """That of `glances.py`."""
    raise NotImplementedError


def replied(S: Vector, rng: int, out: Vector) -> int:
    """That of `replies.py`."""
    raise NotImplementedError


def ringed(S: Vector, L: Vector, stones: int, rng: int, out: Vector) -> int:
    """That of `rings.py`."""
    raise NotImplementedError
