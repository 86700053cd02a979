"""What a report says, as data: sections of sentences, tables, plots and boards. There is no markup in it.

Every text may come from a rule sheet, so whoever shows it escapes it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Literal, TypeAlias

from ..statistics.estimates import Estimate

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"

Entry: TypeAlias = "str | int | float | Estimate | None"
"""What a table shows in one place; None for what is not known."""


@dataclass(frozen=True)
class Basis:
    """What numbers were counted in, and how to count them again."""

    n: int
    unit: str
    """What was counted, in the plural: `random games`."""

    command: str
    """The command that gives the same numbers again."""

    seed: int | None = None
    """None where nothing was drawn."""


def counted(n: int, unit: str) -> str:
    """Return a number with what was counted, which is given in the plural: `1 random game`."""
    if n == 1:
        unit = re.sub(r"\b(game|pair)s\b", r"\1", unit, count=1)
    return f"{n:,} {unit}"


@dataclass(frozen=True)
class Table:
    """A table; the first column names the rows."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Entry, ...], ...]
    shares: bool = False
    """Whether estimates are shares, shown in percent."""

    is_folded: bool = False
    """Whether it is shown only to those who ask for it, such as answers."""


@dataclass(frozen=True)
class Series:
    """Points of a plot; `lows` and `highs`, if given, are the ends of their intervals."""

    name: str
    xs: tuple[float, ...]
    ys: tuple[float, ...]
    lows: tuple[float, ...] = ()
    highs: tuple[float, ...] = ()


@dataclass(frozen=True)
class Plot:
    """A plot; `description` says in a sentence what it shows, for those who do not see it."""

    caption: str
    x: str
    y: str
    series: tuple[Series, ...]
    description: str
    kind: Literal["lines", "bars", "points"] = "lines"
    level: float | None = None
    """A value of y at which a line is drawn for comparison."""

    labels: tuple[str, ...] = ()
    """What stands at x = 0, 1, 2 … instead of numbers."""

    scale: Literal["linear", "log"] = "linear"
    """How y is scaled."""

    is_small: bool = False
    """Whether it stands beside others of its kind, drawn small."""


@dataclass(frozen=True)
class Diagram:
    """A board: the position after moves from the start, or a full board, with a share on some cells."""

    caption: str
    moves: tuple[str, ...] = ()
    filling: tuple[int, ...] = ()
    """The content of each cell; empty where moves lead to the position."""

    shares: Mapping[str, float] | None = None
    """Shares from 0 to 1 by the names of cells."""

    options: Mapping[str, bool | int | str] | None = None
    """The options of the board, where they are not those of the report's game."""


@dataclass(frozen=True)
class Course:
    """A whole game, to be replayed."""

    caption: str
    moves: tuple[str, ...]
    values: tuple[float | None, ...] = ()
    """What the first player could expect before each move, from 0 to 1, and in the end; empty if nobody judged it."""


@dataclass(frozen=True)
class Branch:
    """A move of a tree of openings, with all that symmetries make equal to it, and what follows."""

    move: str
    alike: int
    """How many moves lead to images of the same position, this one among them."""

    games: int
    share: Estimate
    """How often whoever moves first won, of the games that somebody won."""

    value: str
    """Who wins if both play best, proved; empty where that is not known."""

    moves: tuple[str, ...]
    """All moves from the start."""

    branches: tuple[Branch, ...]


@dataclass(frozen=True)
class Tree:
    """Openings, each with those that follow it."""

    caption: str
    branches: tuple[Branch, ...]


Part: TypeAlias = Table | Plot | Diagram | Course | Tree


Answer = Literal["moves-differ", "moves-alike", "fairest", "among-fairest", "swap-leaves"]
"""What a sentence of a section answers on a card: that first moves differ, or are all one; which is the fairest, or
among the fairest; what a swap leaves to whoever begins."""


class Said(str):
    """A sentence with what it answers on a card, if anything."""

    __slots__ = ("answers",)

    answers: Answer | None

    def __new__(cls, words: str, answers: Answer | None = None) -> Said:
        """Return a sentence."""
        self = super().__new__(cls, words)
        self.answers = answers
        return self


def answer_of(said: str) -> Answer | None:
    """Return what a sentence answers; None for plain text."""
    return said.answers if isinstance(said, Said) else None


class Finding(Said):
    """A sentence that rests on a number: it is true if the true value lies from `low` to `high`."""

    __slots__ = ("estimate", "high", "low")

    estimate: Estimate
    low: float
    high: float

    def __new__(
        cls, words: str, estimate: Estimate, low: float | None = None, high: float | None = None, *,
        answers: Answer | None = None,
    ) -> Finding:  # fmt: skip
        """Return a sentence; it says that the value lies within its interval where `low` or `high` is not given."""
        self = str.__new__(cls, words)
        self.answers = answers
        self.estimate = estimate
        self.low = estimate.low if low is None else low
        self.high = estimate.high if high is None else high
        return self

    @property
    def says_nothing(self) -> bool:
        """Whether it is true whatever the value is."""
        return self.low == -math.inf and self.high == math.inf

    def holds(self, truth: float) -> bool:
        """Return whether the sentence is true of a value."""
        return self.low <= truth <= self.high


@dataclass(frozen=True)
class Section:
    """What one measure says: a title, sentences, and what shows it."""

    name: str
    """A short name of plain letters and hyphens, for links and for JSON; it never changes."""

    title: str
    says: tuple[str, ...]
    parts: tuple[Part, ...] = ()
    bases: tuple[Basis, ...] = ()
    """What all of it was counted in; empty for what follows from the rules."""

    numbers: Mapping[str, Json] | None = None
    """What is for JSON alone."""


@dataclass(frozen=True)
class Unanswered:
    """A section for which too little was played to say anything."""

    title: str
    played: Basis
    takes: str
    """How much of which kind of work would be enough: `openings=192`."""


def as_data(value: object) -> Json:
    """Return a section, or any part of it, as data for JSON."""
    if isinstance(value, Estimate):
        return value.as_dict()
    if is_dataclass(value) and not isinstance(value, type):
        named = {each.name: as_data(getattr(value, each.name)) for each in fields(value)}
        if isinstance(value, Section):
            named["findings"] = [found_as_data(each) for each in value.says if isinstance(each, Finding)]
        return {"is": type(value).__name__.lower(), **named} if isinstance(value, Part) else named
    if isinstance(value, Mapping):
        return {str(key): as_data(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [as_data(each) for each in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise TypeError(f"{type(value).__name__} is not for reports")


def found_as_data(finding: Finding) -> dict[str, Json]:
    """Return a sentence with its number, and where the true value must lie for it to be true."""
    test = {"low": as_data(finding.low), "high": as_data(finding.high)}
    return {"words": str(finding), "estimate": finding.estimate.as_dict(), "test": test}


def numbers_of(data: Json) -> Mapping[str, list[list[int]]]:
    """Return data that is a mapping of names to tables of whole numbers; raises ValueError or TypeError for other."""
    if not isinstance(data, Mapping):
        raise TypeError("not a mapping")
    return {name: [[_whole(each) for each in _several(row)] for row in _several(rows)] for name, rows in data.items()}


def _several(data: Json) -> Sequence[Json]:
    if not isinstance(data, list):
        raise TypeError("not a list")
    return data


def _whole(data: Json) -> int:
    if type(data) is not int:
        raise TypeError("not a whole number")
    return data
