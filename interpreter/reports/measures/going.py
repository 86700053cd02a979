"""How games go, from what a search expects of their positions: value over the game, drama, and games to replay.

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
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean, pstdev

from ...statistics import sure
from ...statistics.digits import ends, percent
from ...statistics.estimates import Estimate, mean_of_few, mean_share
from ..kinds.desk import NOBODY, is_veiled
from ..kinds.searched import MIDDLING, PARTS, SEARCHED, STRONG, SelfPlay
from ..sections import Course, Finding, Part, Plot, Section, Series, Table, Unanswered, counted
from ..study import Study
from .stories import Story, story_of

# Measures


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


TITLE = "How it goes"

ENOUGH = 8
"""The fewest games that somebody won from which means are shown."""

TENTHS = 10
DOUBT = 0.05
"""How far a value may err where each position was searched only once."""

SURE = 2.0
"""By how many standard errors a lead must exceed chance to count."""

VEILED = ("Players do not see everything here, or decide at the same time, so a position has no value that a search "
          "could follow: drama and its relatives are not measured.")  # fmt: skip

NAMES: Mapping[str, str] = {
    "drama": "drama: how far behind the winner was while behind, from 0 (level) to 1 (lost); small gaps count for more",
    "lead_changes": "lead changes a game",
    "decided": "decided after this part of the game",
    "uncertainty": "uncertainty: how open the result was, on average",
    "killer_move": "killer move: the greatest rise of a player's value from one turn to their next",
}
COUNTS = ("lead_changes",)
"""Measures that may exceed 1."""

CHANCES: Mapping[str, str] = {
    "comeback": "comebacks: games whose winner was behind at some point",
    "late_surprise": "late surprises: games whose winner was behind in the last quarter",
}


@dataclass(frozen=True)
class Told:
    """Games that somebody won, as stories, with what each was like."""

    kind: SelfPlay
    margin: float
    stories: tuple[Story, ...]
    shapes: tuple[Shape, ...]


def how_it_goes(study: Study) -> Section | Unanswered | None:
    """What the eventual winner could expect over the game, by search, and the measures below: means with
    Student's intervals, shares with Wilson's. Values are means over rounds, see `Story.rounds`. Drawn games are left
    out. The margin of a lead is twice its standard error, from how far two searches of each position differ.

    The typical game has the smallest distance from the means of all measures, each in its standard deviations; the most
    dramatic one has the most drama, if there was any.
    """
    kind = strongest_of(study)
    if kind is None:
        return None
    basis = (study.basis(kind),)
    if is_veiled(study.game):
        whole = [story_of(study.game, each) for each in study.of(kind).whole]
        courses = (_course("A short game", min(whole, key=lambda story: len(story.moves))),)
        return Section("how-it-goes", TITLE, (VEILED,), courses, basis)
    told = told_of(study, kind)
    played = len(study.of(kind).whole)
    if not told.shapes and played >= ENOUGH:
        says = f"None of {counted(played, kind.unit)} was won, so there is no winner whose way could be told."
        return Section("how-it-goes", TITLE, (says,), (), basis)
    if len(told.shapes) < ENOUGH:
        return study.lacks(kind, TITLE, ENOUGH * played / max(1, len(told.shapes)))
    measured = {name: _mean(name, told.shapes) for name in NAMES}
    games = len(told.shapes)
    chances = {name: sure.share(sum(getattr(each, name) > 0 for each in told.shapes), games) for name in CHANCES}
    tables = (
        Table("How games go", ("measure", "mean"), tuple((NAMES[name], each) for name, each in measured.items())),
        Table(
            "Turns of fortune",
            ("measure", "share"),
            tuple((CHANCES[name], each) for name, each in chances.items()),
            shares=True,
        ),
    )
    parts: tuple[Part, ...] = (_rise(told, len(study.game.players)), *tables, *_courses(told))
    return Section("how-it-goes", TITLE, tuple(_says(told, chances)), parts, basis)


def _mean(name: str, shapes: Sequence[Shape]) -> Estimate:
    return mean_of_few([getattr(shape, name) for shape in shapes], math.inf if name in COUNTS else 1.0)


def _says(told: Told, chances: Mapping[str, Estimate]) -> list[str]:
    back, late = chances["comeback"], chances["late_surprise"]
    half = sure.average([shape.decided for shape in told.shapes], most=1.0)
    says: list[str] = [
        Finding(
            f"On average a game is decided after {percent(half)} of it ({ends(half)}): from there on the search "
            "gives its winner 90 % or more (values here are means over a round, a turn of each player).",
            half,
        ),
        Finding(f"{percent(back)} of the winners ({ends(back)}) came from behind (n = {back.n:,}).", back),
        Finding(f"{percent(late)} of them ({ends(late)}) were behind as late as in the last quarter.", late),
    ]
    return [*says, f"A lead counts from {told.margin:.2f}: smaller ones may be errors of the search."]


def told_of(study: Study, kind: SelfPlay) -> Told:
    """Return the games of a kind of self-play that somebody won."""
    whole = [each for each in study.of(kind).whole if each.ended.seat != NOBODY and each.values]
    gaps = [gap / PARTS for each in whole for gap in each.gaps]
    error = math.sqrt(fmean(gap**2 for gap in gaps)) / 2 if any(gaps) else DOUBT
    margin = 2 * SURE * error / math.sqrt(len(study.game.players))  # of two values that err together, over a round
    stories = tuple(story_of(study.game, each) for each in whole)
    return Told(kind, margin, stories, tuple(shape_of(story, margin) for story in stories))


def strongest_of(study: Study) -> SelfPlay | None:
    """Return the strongest self-play of which there are enough games; else that of which there are most."""
    for kind in reversed(SEARCHED):
        if kind in (STRONG, MIDDLING) and len(study.of(kind).whole) >= ENOUGH:
            return kind
    most = max(SEARCHED, key=lambda kind: len(study.of(kind).whole))
    return most if study.of(most).whole else None


def _rise(told: Told, players: int) -> Plot:
    """The value of the eventual winner over the game, beside what each of the players can expect in an even one."""
    columns: list[list[float]] = [[] for _ in range(TENTHS + 1)]
    for story in told.stories:
        values = [*(values[story.winner] for values in story.rounds), 1.0]
        for tenth, column in enumerate(columns):
            column.append(values[round(tenth * (len(values) - 1) / TENTHS)])
    found = [mean_share(column, together=TENTHS) for column in columns]
    series = Series(
        "eventual winner", tuple(tenth / TENTHS for tenth in range(TENTHS + 1)), tuple(each.value for each in found),
        tuple(each.low for each in found), tuple(each.high for each in found),
    )  # fmt: skip
    halfway = found[TENTHS // 2].value
    caption = f"What the eventual winner could expect (n = {len(told.stories):,} games)"
    return Plot(caption, "part of the game", "value", (series,),
                f"The winner's value begins at {found[0].value:.2f} and is {halfway:.2f} half-way through the game.",
                level=1 / players)  # fmt: skip


def _courses(told: Told) -> tuple[Course, ...]:
    """A typical, the shortest and the most dramatic game, each once."""
    numbers = range(len(told.stories))
    chosen: dict[str, int] = {
        "A typical game": min(numbers, key=_distances(told.shapes)),
        "The shortest game": min(numbers, key=lambda number: told.shapes[number].length),
    }
    if any(shape.drama for shape in told.shapes):
        chosen["The most dramatic game"] = max(
            numbers, key=lambda n: (told.shapes[n].drama, told.shapes[n].lead_changes)
        )
    names: dict[int, list[str]] = {}
    for name, number in chosen.items():
        names.setdefault(number, []).append(name)
    return tuple(_course("; ".join([first, *map(str.lower, others)]), told.stories[number])
                 for number, (first, *others) in names.items())  # fmt: skip


def typical_of(told: Told, among: Sequence[int], caption: str) -> Course:
    """Return the game nearest to the means of all measures, among those of some numbers."""
    return _course(caption, told.stories[min(among, key=_distances(told.shapes))])


def _distances(shapes: Sequence[Shape]) -> Callable[[int], float]:
    """How far each game is from the means, in standard deviations."""
    names = ("length", *NAMES)
    columns = {name: [getattr(shape, name) for shape in shapes] for name in names}
    middles = {name: (fmean(column), pstdev(column) or 1.0) for name, column in columns.items()}
    return lambda number: sum(
        ((columns[name][number] - middle) / spread) ** 2 for name, (middle, spread) in middles.items()
    )


def _course(caption: str, story: Story) -> Course:
    values = tuple(None if each is None else each[0] for each in story.values) if story.turns else ()
    return Course(caption, story.moves, values)
