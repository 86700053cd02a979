"""How a game goes, from what a search expects of its positions.

The measures are those of C. Browne, "Automatic Generation and Evaluation of Recombination Games" (2008), chapter 6, and
C. Browne and F. Maire, "Evolutionary Game Design" (2010). Theirs are of two players and of values without errors. Here,
a value belongs to a seat, which keeps it when a swap exchanges the colours; with more than two players, the winner is
compared with the best of the others; and a lead counts only beyond a margin, as far as values may err. Numbers are
comparable between games that were searched alike, not with those of other programs.
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
    """How far behind the eventual winner was: the mean, over the positions in which it was behind by more than the
    margin, of the square root of how far; 0 if there were none (Browne, drama)."""
    behind = [math.sqrt(-lead) for lead in story.leads if lead < -margin]
    return sum(behind) / len(behind) if behind else 0.0


def comeback(story: Story, margin: float) -> float:
    """1 if the eventual winner was behind by more than the margin at any time, else 0."""
    return float(any(lead < -margin for lead in story.leads))


def lead_changes(story: Story, margin: float) -> float:
    """How often the lead passed from one seat to another. Whoever led last keeps the lead while nobody leads by more
    than the margin. (Browne, lead change, which he divides by the number of moves.)"""
    return float(sum(one != other for one, other in pairwise(_leaders(story, margin))))


def decided(story: Story, _: float) -> float:
    """The part of the game after which the eventual winner's value never fell below 0.9 again, from 0 to 1.

    Browne's decisiveness threshold is the highest value of any player who lost; one surprising game raises it for all.
    """
    values = [values[story.winner] for values in story.judged]
    last = max((number for number, value in enumerate(values, 1) if value < DECIDED), default=0)
    return last / len(values)


def uncertainty(story: Story, _: float) -> float:
    """How open the result was: the mean of 1 - |lead| over the positions. Browne's uncertainty compares the lead with
    one that grows evenly; this one needs no such ideal."""
    return sum(1 - abs(lead) for lead in story.leads) / len(story.leads)


def killer_move(story: Story, _: float) -> float:
    """The most by which a move raised the value of whoever made it (Browne, killer moves): what the search had not seen
    coming."""
    rises = (
        after[seat] - before[seat]
        for seat, (before, after) in zip(story.deciders, pairwise(story.values), strict=True)
        if seat is not None and before is not None and after is not None
    )
    return max(0.0, *rises)


def late_surprise(story: Story, margin: float) -> float:
    """1 if the eventual winner was behind by more than the margin in the last quarter of the game, else 0."""
    leads = story.leads
    return float(any(lead < -margin for lead in leads[math.ceil(LATE * len(leads)) :]))


def _leaders(story: Story, margin: float) -> Iterator[int]:
    """Whoever leads by more than the margin, position by position, and who wins in the end."""
    for values in story.judged:
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
