"""What dials show: the kinds of games by a number of theirs, in a designer's words."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from ...statistics.estimates import Estimate

UNKNOWN = "Not known yet"
"""What is said where a number may be of three kinds or more."""


@dataclass(frozen=True)
class Scale:
    """A dial: what it asks, what stands at its ends, and the kinds of games along it."""

    name: str
    """The name in JSON, which never changes."""

    question: str
    ends: tuple[str, str]
    kinds: tuple[tuple[float, str], ...]
    """Up to which number a game is of each kind, and what that is called; the last is without an end."""

    least: float
    most: float
    """The numbers at the ends of the dial; beyond them, the needle stays there."""

    wider: tuple[tuple[float, float, str], ...] = ()
    """What a game is called whose number may be of three kinds or more, if it lies within such limits."""

    joined: tuple[str, ...] = ()
    """What a game is called that may be of a kind or of the next one, for each but the last; empty for both words."""

    bend: Callable[[float], float] = float
    """What makes numbers into distances along the dial."""

    @property
    def middle(self) -> float:
        """The number halfway between those at the ends."""
        return (self.least + self.most) / 2

    def at(self, value: float) -> float:
        """Return where a number lies, from 0 at the left to 1 at the right."""
        low, high = self.bend(self.least), self.bend(self.most)
        return (self.bend(min(max(value, self.least), self.most)) - low) / (high - low)

    def kind(self, found: Estimate) -> tuple[str, float, float]:
        """Return what a game is called whose number lies within an interval, and from where to where it is so called.

        Where the interval reaches into a second kind, both are named; where it reaches farther, nothing is known.
        """
        limits = [-math.inf, *(upto for upto, _ in self.kinds[:-1]), math.inf]
        spans = [(low, high, name) for low, high, (_, name) in zip(limits, limits[1:], self.kinds, strict=False)
                 if found.low <= high and found.high > low]  # fmt: skip
        low, high = spans[0][0], spans[-1][1]
        if len(spans) == 1:
            return spans[0][2], low, high
        if len(spans) == 2:
            place = limits.index(low)
            return self.joined[place] if self.joined else _either(spans[0][2], spans[1][2]), low, high
        return next(((name, low, high) for low, high, name in self.wider if low <= found.low and found.high <= high),
                    (UNKNOWN, -math.inf, math.inf))  # fmt: skip


def _either(one: str, other: str) -> str:
    """Return two kinds as one, with the words at the end that they share said once: `Never or hardly ever a draw`."""
    words, others, shared = one.split(), other.split(), 0
    while shared < min(len(words), len(others)) - 1 and words[-1 - shared] == others[-1 - shared]:
        shared += 1
    return " ".join([*words[: len(words) - shared], "or", others[0].lower(), *others[1:]])


def fair(players: int) -> Scale:
    """Return the dial of the share of games that whoever begins wins, of so many players."""
    even = 1 / players
    kinds = (
        (0.80 * even, "Clearly better for whoever moves later"),
        (0.90 * even, "A little better for whoever moves later"), (1.10 * even, "Even"),
        (1.20 * even, "A little better for whoever begins"), (math.inf, "Clearly better for whoever begins"),
    )  # fmt: skip
    wider = (
        (0.80 * even, 1.20 * even, "Near even"), (even, math.inf, "Better for whoever begins"),
        (0.0, even, "Better for whoever moves later"),
    )  # fmt: skip
    joined = (
        "Better for whoever moves later", "Even, or a little better for whoever moves later",
        "Even, or a little better for whoever begins", "Better for whoever begins",
    )  # fmt: skip
    return Scale("fair", "Fair?", ("moves later", "begins"), kinds, 0.4 * even, 1.6 * even, wider, joined)


DEEP = Scale(
    "deep", "Deep?", ("thin", "deep"),
    ((0.55, "Thinking hardly helps"), (0.65, "Some depth"), (0.85, "Deep"), (math.inf, "Very deep")), 0.5, 1.0,
    ((0.5, 1.0, "Thinking helps"), (0.0, 0.85, "Not very deep")),
)  # fmt: skip
LENGTH = Scale(
    "length", "How long?", ("short", "long"),
    ((12.0, "Very short"), (30.0, "Short"), (70.0, "Of middle length"), (150.0, "Long"), (math.inf, "Very long")),
    4.0, 400.0, ((0.0, 70.0, "Not long"), (30.0, math.inf, "Not short")), bend=math.log,
)  # fmt: skip
DRAMA = Scale(
    "drama", "Dramatic?", ("no comebacks", "only comebacks"),
    ((0.1, "Hardly any comebacks"), (0.3, "Some comebacks"), (0.6, "Many comebacks"), (math.inf, "Mostly comebacks")),
    0.0, 1.0, ((0.1, 1.0, "Some comebacks at least"), (0.0, 0.6, "Not mostly comebacks")),
)  # fmt: skip
DRAWN = Scale(
    "drawn", "Drawish?", ("never", "often"),
    ((0.0, "Never a draw"), (0.02, "Hardly ever a draw"), (0.1, "Seldom a draw"), (0.3, "Sometimes a draw"),
     (math.inf, "Often a draw")), 0.0, 1.0,
    ((0.0, 0.1, "Seldom a draw, if ever"), (0.0, 0.3, "Not often a draw"), (0.02, 1.0, "Draws happen")), bend=math.sqrt,
)  # fmt: skip
