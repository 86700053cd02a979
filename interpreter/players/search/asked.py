"""What the search asks of a game. These stand for what the game's module holds once the kernel is part of its text."""

from __future__ import annotations

Vector = list[int]

PLAYING = 0
END = MOVER = 0
"""Where in a state S these lie, and what END holds while play goes on."""

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

HAS_AMAF = HAS_CHANCE = HAS_LANES = HAS_TOGETHER = False


def look() -> None:
    """Raise OutOfTime if no time is left."""
    raise NotImplementedError


def sqrt(number: float) -> float:
    """The square root."""
    raise NotImplementedError


def step(S: Vector, a: int) -> None:
    """Take a decision."""
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
