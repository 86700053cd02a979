"""How a game goes, from what a search expects of its positions.

The measures are those of C. Browne, "Automatic Generation and Evaluation of Recombination Games" (2008), chapter 6, and
C. Browne and F. Maire, "Evolutionary Game Design" (2010); Ludii measures the same of both players' values move by move.
Searches think more of a position for whoever moves next, so that such values swing with the mover. Here a lead is that
of a round, the mean over a turn of each seat, in which swings cancel; see `Story.rounds`. A value belongs to a seat,
which keeps it when a swap exchanges the colours; with more than two players, the winner is compared with the best of
the others; and a lead counts only beyond a margin, as far as values may err. Numbers are comparable between games that
were searched alike, not with those of other programs.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from .stories import Story

DECIDED = 0.9
"""The value from which on a game counts as decided."""

LATE = 0.75
"""The part of a game after which a turn of it is late."""


def drama(story: Story, margin: float) -> float:
    """How far behind the eventual winner was: the mean, over the rounds in which it was behind by more than the margin,
    of the square root of how far; 0 if there were none (Browne, drama)."""
    behind = [math.sqrt(-lead) for lead in story.leads if lead < -margin]
    return sum(behind) / len(behind) if behind else 0.0


def comeback(story: Story, margin: float) -> float:
    """1 if the eventual winner was behind by more than the margin in any round, else 0."""
    return float(any(lead < -margin for lead in story.leads))


def lead_changes(story: Story, margin: float) -> float:
    """How often the lead passed from one seat to another. Whoever led last keeps the lead while nobody leads by more
    than the margin. (Browne, lead change, which he divides by the number of moves.)"""
    return float(sum(one != other for one, other in pairwise(_leaders(story, margin))))


def decided(story: Story, _: float) -> float:
    """The part of the game's rounds after which the eventual winner's value never fell below 0.9 again, from 0 to 1.

    Browne's decisiveness threshold is the highest value of any player who lost; one surprising game raises it for all.
    """
    values = [values[story.winner] for values in story.rounds]
    last = max((number for number, value in enumerate(values, 1) if value < DECIDED), default=0)
    return last / len(values)


def uncertainty(story: Story, _: float) -> float:
    """How open the result was: the mean of 1 - |lead| over the rounds. Browne's uncertainty compares the lead with
    one that grows evenly; this one needs no such ideal."""
    return sum(1 - abs(lead) for lead in story.leads) / len(story.leads)


def killer_move(story: Story, _: float) -> float:
    """The most by which the value of a seat rose from one of its turns to its next, with the others' turns in between
    (Browne, killer moves, who takes one move alone): what the search had not seen coming."""
    last, best = dict[int, float](), 0.0
    for seat, values in story.turns:
        best = max(best, values[seat] - last.get(seat, values[seat]))
        last[seat] = values[seat]
    return best


def late_surprise(story: Story, margin: float) -> float:
    """1 if the eventual winner was behind by more than the margin in the last quarter of the game's rounds, else 0."""
    leads = story.leads
    return float(any(lead < -margin for lead in leads[math.ceil(LATE * len(leads)) :]))


def _leaders(story: Story, margin: float) -> Iterator[int]:
    """Whoever leads by more than the margin, round by round, and who wins in the end."""
    for values in story.rounds:
        best, next_best = sorted(values, reverse=True)[:2]
        if best - next_best > margin:
            yield values.index(best)
    yield story.winner


@dataclass(frozen=True)
class Shape:
    """What a game was like, measure by measure."""

    length: float
    drama: float
    lead_changes: float
    decided: float
    uncertainty: float
    killer_move: float
    comeback: float
    late_surprise: float


def shape_of(story: Story, margin: float) -> Shape:
    """Return all measures of a game that somebody won; ValueError for a draw, and if nobody judged it."""
    if not story.leads:
        raise ValueError("nobody won, or nobody judged the game")
    measures = (drama, lead_changes, decided, uncertainty, killer_move, comeback, late_surprise)
    return Shape(len(story.moves), *(measure(story, margin) for measure in measures))
