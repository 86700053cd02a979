"""What computer players have in common: what limits them, what they answer, how they are asked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from ..doors.given import real, whole
from ..play.moves import Move
from ..play.view import View

T = TypeVar("T", int, float)

WIN, DRAW, LOSS = 1.0, 0.5, 0.0
"""What a result is worth to a seat."""


@dataclass(frozen=True)
class Limits:
    """How much a player may spend on one choice. None leaves it to the player; raises ValueError for impossible limits.

    `seconds` is by the clock, and a player keeps it within 5 % and 20 ms. `simulations` counts the games that a search
    plays through its tree, `nodes` the positions that a search keeps or visits, `memory` the bytes that it may keep.
    Without `seconds`, the same seed and the same limits give the same choices on every machine.
    """

    seconds: float | None = None
    simulations: int | None = None
    nodes: int | None = None
    memory: int = 1 << 30
    threads: int = 1
    """How many threads a search may run on; 0: one for each core. With more than one, a seed promises nothing."""

    def __post_init__(self) -> None:
        if self.seconds is not None:
            real("seconds", self.seconds)
        if self.seconds is not None and not 0 < self.seconds <= MOST_SECONDS:
            raise ValueError(f"seconds must be more than 0 and at most {MOST_SECONDS:,}, not {self.seconds:g}")
        for name in ("simulations", "nodes", "memory"):
            number = getattr(self, name)
            if number is not None:
                whole(name, number, 1, MOST)
        whole("threads", self.threads, 0, MOST_THREADS)

    @property
    def are_open(self) -> bool:
        """Whether nothing says when to stop."""
        return self.seconds is None and self.simulations is None and self.nodes is None

    def within(self, other: Limits) -> Limits:
        """Return the tighter of two limits, each for itself, and the more threads."""
        return Limits(
            _least(self.seconds, other.seconds),
            _least(self.simulations, other.simulations),
            _least(self.nodes, other.nodes),
            min(self.memory, other.memory),
            max(self.threads, other.threads) if self.threads and other.threads else 0,
        )


MOST_SECONDS = 1_000_000
MOST = 1_000_000_000_000
MOST_THREADS = 256
"""The largest limits that make sense: beyond them somebody mistyped a number."""

UNLIMITED = Limits()


@dataclass(frozen=True)
class Weighed:
    """A move that a player has considered, with what the player thinks of it."""

    move: Move
    share: float
    """The part of the search that went into it; the shares of all moves add up to 1."""

    value: float
    """What the player who chooses can expect of it: 1 for a win, 0.5 for a draw, 0 for a loss."""

    proved: float | None = None
    """What it is worth for certain; None if that is not known."""


@dataclass(frozen=True)
class Choice:
    """What a player decides, and why."""

    move: Move
    """One of `view.choices`; where several decide together, the player's own part."""

    simulations: int = 0
    nodes: int = 0
    """How much was searched for this choice; what an earlier one left behind is not counted again."""

    values: tuple[float, ...] = ()
    """What each seat can expect: 1 for a win, 0.5 for a draw, 0 for a loss. Empty if the player does not judge."""

    moves: tuple[Weighed, ...] = ()
    """The moves considered, the best first; empty if the player weighs none."""

    variation: tuple[Move, ...] = ()
    """How play may go on, this move first; empty if the player does not look ahead."""

    proved: bool = False
    """Whether the value of the move is certain and no move is better."""

    notes: tuple[str, ...] = ()
    """What kept the player from playing as well as it could."""

    def with_note(self, note: str) -> Choice:
        """Return the same choice with one more note."""
        return replace(self, notes=(*self.notes, note))


class Withdrawn(Exception):  # noqa: N818 - named for what has happened
    """A player cannot go on, or resigns: its colour has lost. What is its own `is_fault` is no defeat by the other."""

    def __init__(self, colour: str, reason: str, *, is_fault: bool = False) -> None:
        super().__init__(colour, reason)
        self.colour, self.reason, self.is_fault = colour, reason, is_fault

    def __str__(self) -> str:
        return self.reason


class Player(Protocol):
    """Decides for the colours of one seat in one game, from what that seat knows.

    A player is made for one game and may keep what it has searched from one choice to the next. It reads nothing but
    the view: `view.player` is among `view.deciders`, and where nothing is hidden `view.state` is a copy of the state to
    search in. It draws random numbers from the seed it was made with, and from nothing else.
    """

    def choose(self, view: View, limits: Limits = UNLIMITED) -> Choice:
        """Return what to play; `choice.move` is one of `view.choices`.

        Raises Withdrawn if it cannot go on. Ends soon after Ctrl-C or a time limit of the caller
        (`hexgame.time_limit`), by the exception for it.
        """


def _least(one: T | None, other: T | None) -> T | None:
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)
