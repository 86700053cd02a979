"""Where a game stands among those of the library: longer than how many, and like which."""

from __future__ import annotations

import math
from functools import cache

from ...loading import Sheet, read_sheet
from ...record import Record
from ...source.syntax.tree import Title
from .kept import BALANCE, DEPTH, DRAWS, LENGTH, SHARES, WIDTH, Figures, Measured, kept

WORDS = {
    LENGTH: ("longer", "shorter"),
    WIDTH: ("wider", "narrower"),
    DRAWS: ("more drawish", "less drawish"),
    DEPTH: ("deeper", "less deep"),
}
"""What a game with more of a figure is, and one with less. Balance has no such words: both ends are uneven."""

FEWEST = 10
"""The fewest games with a figure among which another is placed."""

NOTABLE = 0.05
"""The least difference from the most similar game that is told."""

SPREADS = {LENGTH: 0.7, WIDTH: 0.7, BALANCE: 0.1, DRAWS: 0.1, DEPTH: 0.15}
"""How far two games are apart in a figure to be one step apart: lengths and widths in their logarithms."""


class Place(Record):
    """Where a figure stands: above that of so many games of so many. `low` and `high` are the same for the ends of its
    interval."""

    figure: str
    above: int
    of: int
    low: int
    high: int
    least: float = -math.inf
    """The largest figure of another game that is certainly below this one, and the smallest above it."""

    most: float = math.inf

    @property
    def phrase(self) -> str:
        """What is said of it, such as `longer than 70 % of the library`; nothing where neither end is far off."""
        more, less = WORDS.get(self.figure, ("", ""))
        if not more or self.of < FEWEST or self.low <= self.of / 2 <= self.high:
            return ""
        share = self.low if self.is_more else self.of - self.high
        return f"{more if self.is_more else less} than {math.floor(100 * share / self.of)} % of the library"

    @property
    def is_more(self) -> bool:
        """Whether more games lie below than above."""
        return 2 * self.above > self.of

    @property
    def span(self) -> tuple[float, float]:
        """Between which values the figure must lie for the phrase to be true."""
        return (self.least, math.inf) if self.is_more else (-math.inf, self.most)


class Like(Record):
    """A game of the library that is like another: how far they are apart, and the other's figures by its own."""

    stem: str
    distance: float
    ratios: tuple[tuple[str, float], ...]

    @property
    def phrase(self) -> str:
        """How it differs from the other most in length or width: `20 % shorter`; nothing where it hardly does."""
        told = [(abs(math.log(ratio)), name, ratio) for name, ratio in self.ratios if ratio > 0]
        _, name, ratio = max(told, default=(0.0, "", 1.0))
        if abs(ratio - 1) < NOTABLE:
            return ""
        more, less = WORDS[name]
        return f"about {100 * abs(ratio - 1):.0f} % {more if ratio > 1 else less}"

    @property
    def title(self) -> str:
        """What the other is called."""
        sheet = read_sheet(self.stem)
        items = sheet.file.items if isinstance(sheet, Sheet) else ()
        return next((item.text.value for item in items if isinstance(item, Title)), self.stem)


def places_of(figures: Figures, without: str = "") -> tuple[Place, ...]:
    """Return where each figure stands among those of all shipped games but one, which is left out by its name."""
    found = list[Place]()
    for name, figure in figures.items():
        others = [row.figures[name].value for stem, row in kept().items() if name in row.figures and stem != without]
        if name in WORDS and others:
            above, low, high = (sum(other < end for other in others) for end in (figure.value, figure.low, figure.high))
            ranked = [-math.inf, *sorted(others), math.inf]
            found.append(Place(name, above, len(others), low, high, ranked[low], ranked[high + 1]))
    return tuple(found)


def likes_of(figures: Figures, without: str = "", number: int = 3) -> tuple[Like, ...]:
    """Return the shipped games that are most like one, the nearest first; only those with all of its figures count."""
    found = [Like(stem, _apart(figures, row.figures), _ratios(figures, row.figures))
             for stem, row in kept().items() if stem != without and {*figures} <= {*row.figures}]  # fmt: skip
    return tuple(sorted(found, key=lambda each: (each.distance, each.stem))[:number]) if figures else ()


def _ratios(figures: Figures, others: Figures) -> tuple[tuple[str, float], ...]:
    return tuple((name, figures[name].value / others[name].value)
                 for name in (LENGTH, WIDTH) if name in figures and others[name].value)  # fmt: skip


def _apart(one: Figures, other: Figures) -> float:
    """How many steps two games are apart in what is measured of the first."""
    return math.hypot(*(_step(name, one[name].value, other[name].value) for name in one))


def _step(name: str, one: float, other: float) -> float:
    if name in SHARES:
        return (one - other) / SPREADS[name]
    return (math.log(max(one, 1)) - math.log(max(other, 1))) / SPREADS[name]


# Words that the library is searched by


class Word(Record):
    """A word for games: which figure it reads, and between which bounds it lies."""

    name: str
    figure: str
    least: float
    most: float
    about: str

    def holds(self, row: Measured) -> bool:
        """Whether a game's figure lies within the bounds; what has no such figure is nothing for certain."""
        found = row.figures.get(self.figure)
        return found is not None and self.least <= found.value <= self.most


SEARCHED = (
    Word("fair", BALANCE, 0.45, 0.55, "the first colour wins 45 to 55 % of random games with a winner"),
    Word("short", LENGTH, 0, 50, "random games have at most 50 decisions on average"),
    Word("long", LENGTH, 100, math.inf, "random games have at least 100 decisions on average"),
    Word("narrow", WIDTH, 0, 25, "decisions offer at most 25 legal moves on average"),
    Word("wide", WIDTH, 70, math.inf, "decisions offer at least 70 legal moves on average"),
    Word("drawless", DRAWS, 0, 0.001, "at most 0.1 % of random games are drawn"),
    Word("drawish", DRAWS, 0.05, 1, "at least 5 % of random games are drawn"),
    Word("deep", DEPTH, 0.8, 1, "a search that looks four times as far scores 80 % or more"),
)
"""The words, as `hexgame list --fair` takes them."""


@cache
def named(word: str) -> frozenset[str]:
    """Return the names of the shipped games for which a word of `SEARCHED` holds; raises KeyError for another word."""
    wanted = {each.name: each for each in SEARCHED}[word]
    return frozenset(stem for stem, row in kept().items() if wanted.holds(row))
