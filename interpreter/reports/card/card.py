"""A card: what a report says first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ..measures.context import Standing, as_numbers, standing_of
from ..sections import Course, Finding, Json, Section, found_as_data
from ..study import Study
from .advice import advice_of
from .answers import MEANT, Advice
from .dials import Dial, dials_of
from .scales import LENGTH
from .typical import typical
from .verdict import Told, sentence, verdict_of

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

    @cached_property
    def says(self) -> str:
        """The verdict as a sentence, which says what kind of play its numbers are of."""
        return sentence(self.told)

    @property
    def verdict(self) -> tuple[Finding, ...]:
        """The parts of the verdict."""
        return tuple(each.finding for each in self.told)

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
            "findings": [found_as_data(each) for each in self.verdict],
            "dials": [
                {"name": each.scale.name, "question": each.scale.question, "figure": each.figure,
                 "source": each.source, "where": each.where, "beside": each.as_well, **found_as_data(each.finding)}
                for each in self.dials
            ],
            "advice": [
                {"tag": each.tag, "title": each.title, "words": str(each.finding),
                 **(found_as_data(each.finding) if isinstance(each.finding, Finding) else {})}
                for each in self.advice
            ],
            "library": {"figures": as_numbers(self.standing.figures),
                        "findings": [found_as_data(each) for each in self.standing.says]},
        }  # fmt: skip


def card_of(study: Study, sections: Sequence[Section]) -> Card:
    """Return the card of a game, given the sections of its report, of which it shows the most typical game."""
    dials = dials_of(study)
    length = next(dial for dial in dials if dial.scale is LENGTH)
    return Card(
        dials,
        verdict_of(dials),
        typical(study, length) or _course(sections),
        advice_of(study, sections),
        standing_of(study),
    )


def _course(sections: Sequence[Section]) -> Course | None:
    named = {section.name: section for section in sections}
    courses = (part for name in STORIES if name in named for part in named[name].parts if isinstance(part, Course))
    return next((course for course in courses if course.moves), None)
