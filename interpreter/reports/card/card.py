"""A card: what a report says first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ..kinds.depth import DEPTH
from ..kinds.ladder import LADDER
from ..kinds.mirrors import MIRRORS
from ..kinds.openings import OPENINGS
from ..kinds.playouts import FILLED, PLAYOUTS, UNSWAPPED
from ..kinds.searched import NO_SWAP, SEARCHED
from ..kinds.trials import TRIALS
from ..kinds.walks import WALKS
from ..measures.context import Standing, as_numbers, standing_of
from ..sections import Course, Finding, Json, Section, counted, found_as_data
from ..study import Study
from .advice import advice_of
from .answers import MEANT, Advice
from .dials import Dial, dials_of
from .scales import LENGTH
from .typical import typical
from .verdict import Told, sentence, verdict_of

NOTHING = "Nothing was found so far that calls for a change."
UNEVEN = "No change that makes it fairer is known yet."

SURE = "All of this is true together 95 times out of 100, no matter how often you continue the study."
"""How sure a card is."""

STORIES = "how-it-goes", "shortest-win", "endings"
"""The sections that have a game to be replayed, the most telling one first."""


@dataclass(frozen=True)
class Card:
    """Five dials, a sentence, a game to be replayed from its middle, and what to look at next."""

    dials: tuple[Dial, ...]
    told: tuple[Told, ...]
    """The parts of the verdict."""

    course: Course | None
    advice: tuple[Advice, ...]
    standing: Standing
    """Where the game lies in the library."""

    known: str
    """What all of it was counted in."""

    first: str
    """What to look at or to change first, in a sentence; and how what is open is found out."""

    @property
    def sure(self) -> str:
        """How sure all of it is."""
        return SURE

    @cached_property
    def says(self) -> str:
        """The verdict as a sentence, which says what kind of play its numbers are of."""
        return sentence(self.told)

    @property
    def verdict(self) -> tuple[Finding, ...]:
        """The parts of the verdict."""
        return tuple(each.finding for each in self.told)

    @property
    def trends(self) -> tuple[Finding, ...]:
        """How the numbers of its dials change the better both play."""
        return tuple(dial.trend for dial in self.dials if dial.trend)

    @property
    def marks(self) -> str:
        """What the marks of its advice mean."""
        used = {each.tag for each in self.advice}
        return "; ".join(f"{tag}: {meaning}" for tag, meaning in MEANT.items() if tag in used)

    @property
    def middle(self) -> int:
        """The number of moves after which the typical game is half over."""
        return len(self.course.moves) // 2 if self.course else 0

    def as_dict(self) -> dict[str, Json]:
        """Return everything as data for JSON."""
        return {
            "verdict": self.says,
            "findings": [found_as_data(each) for each in (*self.verdict, *self.trends)],
            "dials": [
                {"name": each.scale.name, "question": each.scale.question, "figure": each.figure,
                 "source": each.source, "where": each.where, "beside": each.as_well, "seen": each.seen,
                 "trend": str(each.trend or ""), **found_as_data(each.finding)}
                for each in self.dials
            ],
            "first": self.first,
            "known": self.known,
            "advice": [
                {"tag": each.tag, "title": each.title, "words": str(each.finding), "rows": each.rows,
                 **(found_as_data(each.finding) if isinstance(each.finding, Finding) else {})}
                for each in self.advice
            ],
            "library": {"figures": as_numbers(self.standing.figures),
                        "findings": [found_as_data(each) for each in self.standing.says]},
        }  # fmt: skip


def card_of(study: Study, sections: Sequence[Section]) -> Card:
    """Return the card of a game, given the sections of its report, of which it shows the most typical game."""
    dials, advice = dials_of(study), advice_of(study, sections)
    length = next(dial for dial in dials if dial.scale is LENGTH)
    return Card(
        dials,
        verdict_of(dials),
        typical(study, length) or _course(sections),
        advice,
        standing_of(study),
        known_by(study),
        first_of(study, dials, advice),
    )


def first_of(study: Study, dials: Sequence[Dial], advice: Sequence[Advice]) -> str:
    """Return what to look at or to change first, in a sentence; and the command by which what is open is found out."""
    faults = [f"Look first at this: {each.title}." for each in advice if each.tag == "look"]
    changes = [f"Try first: {each.title}, which {each.gain}." for each in advice if each.gain]
    fair = dials[0]
    is_uneven = fair.is_measured and not fair.estimate.low <= fair.scale.middle <= fair.estimate.high
    nothing = UNEVEN if is_uneven and not fair.is_doubted else NOTHING
    is_open = any(each.tag == "open" for each in advice) or not all(dial.is_known for dial in dials)
    more = f" For what is not known yet, run `{study.longer}`: it adds to what was played." if is_open else ""
    return (faults + changes + [nothing])[0] + more


def known_by(study: Study) -> str:
    """Return what was played and proved, in a sentence."""
    random = [study.of(kind).games for kind in (PLAYOUTS, UNSWAPPED, FILLED, WALKS)]
    searched = sum(study.of(kind).games for kind in (*SEARCHED, NO_SWAP, OPENINGS, TRIALS, MIRRORS))
    pairs = sum(study.of(kind).games for kind in (DEPTH, LADDER))
    units = ("random games", sum(random)), ("games of searches", searched), ("pairs of games between searches", pairs)
    played = [counted(number, unit) for unit, number in units if number]
    played += ["proofs"] if study.verdicts else []
    return f"This is known from {', '.join(played)}." if played else "Nothing was played."


def _course(sections: Sequence[Section]) -> Course | None:
    named = {section.name: section for section in sections}
    courses = (part for name in STORIES if name in named for part in named[name].parts if isinstance(part, Course))
    return next((course for course in courses if course.moves), None)
