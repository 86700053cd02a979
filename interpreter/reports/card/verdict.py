"""What a card says first: one sentence, each part of which a number can refute."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ...statistics.estimates import Estimate
from ..sections import Finding
from .dials import RANDOM, SEARCHING, UNSWAPPING, Dial

HALF = 0.5
EVEN, FINE, ROUGHLY = 0.03, 0.08, 0.2
"""A game that is found to be unfair by more is not called fair to within something; nor one that may be unfair by more;
and of one that may be unfair by even more, it is not said how unfair it may be at most."""


@dataclass(frozen=True)
class Told:
    """A part of the verdict, and what kind of play it is of; empty for what is proved."""

    finding: Finding
    where: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether it would be true of any share: it says next to nothing, so it comes last."""
        return (self.finding.low, self.finding.high) == (0.0, 1.0)


def verdict_of(dials: Sequence[Dial]) -> tuple[Told, ...]:
    """Return the parts of the verdict, which make a sentence when joined."""
    fair, deep, length, _, drawn = dials
    beside = fair.beside or fair
    parts = [(beside, _fair(beside)), (drawn, _drawn(drawn)), (length, _length(length)), (deep, _deep(deep))]
    if fair.beside:
        parts.append((fair, _fair(fair)))
    found = [Told(each, dial.where) for dial, each in parts if each]
    return tuple(sorted(found, key=lambda each: each.is_empty))


def sentence(parts: Sequence[Told]) -> str:
    """Return the parts of a verdict as one sentence. It says of which kind of play they are, unless all are of searched
    games or proved."""
    if not parts:
        return "Too few games were played to say anything yet."
    kinds = [kind for kind in KINDS if any(part.where == kind for part in parts)]
    if {*kinds} <= {"", SEARCHING}:
        text = _listed([part.finding for part in parts])
    else:
        told = ((kind, _listed([part.finding for part in parts if part.where == kind])) for kind in kinds)
        text = "; ".join(f"{kind}: {words}" if kind else words for kind, words in told)
    return f"{text[:1].upper()}{text[1:]}."


KINDS = "", UNSWAPPING, RANDOM, SEARCHING
"""The kinds of play in the order in which they are told."""


def _listed(parts: Sequence[str]) -> str:
    *others, last = map(str, parts)
    if len(others) == 1:
        return f"{others[0]} and {last}"
    return f"{', '.join(others)}, and {last}" if others else last


def _fair(dial: Dial) -> Finding | None:
    found, even, off = dial.estimate, dial.scale.middle, dial.off
    if not found.n:
        return None
    if off <= FINE and (off <= EVEN or found.low <= even <= found.high):
        return dial.within("fair to within {}")
    if found.low > even:
        return Finding(f"better for whoever begins, who scores {_about(found)}", found, even, 1.0)
    if found.high < even:
        return Finding(f"better for whoever moves later: whoever begins scores {_about(found)}", found, 0.0, even)
    if off <= ROUGHLY:
        return dial.within("at most {} from fair")
    return Finding("not known yet to be fair", found, 0.0, 1.0)


def _about(found: Estimate) -> str:
    return f"about {100 * found.value:.0f} %"


def _drawn(dial: Dial) -> Finding | None:
    found = dial.estimate
    if not found.n:
        return None
    if not found.high:
        return Finding("never drawn", found, 0.0, 0.0)
    if not dial.is_known:
        return Finding(f"drawn in at most {math.ceil(100 * found.high)} % of games", found, 0.0, found.high)
    word = str(dial.finding)
    return Finding(word[0].lower() + word[1:], found, dial.finding.low, dial.finding.high)


def _length(dial: Dial) -> Finding | None:
    found = dial.estimate
    return Finding(f"about {found.value:.0f} moves long", found) if found.n and math.isfinite(found.low) else None


def _deep(dial: Dial) -> Finding | None:
    found = dial.estimate
    if not found.n:
        return None
    if found.low > dial.scale.kinds[0][0]:
        return Finding(f"it pays to think: four times the search scores {_about(found)}", found,
                       dial.scale.kinds[0][0], 1.0)  # fmt: skip
    if found.low > HALF:
        return Finding(f"thinking helps: four times the search scores {_about(found)}", found, HALF, 1.0)
    if found.high <= dial.scale.kinds[0][0]:
        return Finding("thinking hardly helps", found, 0.0, dial.scale.kinds[0][0])
    return None
