"""What a card says first: a short sentence for each fact, which a number can refute."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...statistics.estimates import Estimate
from ..sections import Finding
from .dials import Dial
from .sources import RANDOM, SEARCHING, UNSWAPPING, at

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
    """Return the parts of the verdict, each of which is a sentence."""
    fair, deep, length, _, drawn = dials
    parts = [(fair.beside or fair, _fair), (drawn, _drawn), (length, _length), (deep, _deep)]
    if fair.beside:
        parts.append((fair, _fair))
    found = [Told(each, dial.where) for dial, say in parts if (each := say(dial))]
    told = sorted(found, key=lambda each: each.is_empty)
    return tuple(each for place, each in enumerate(told)
                 if str(each.finding) not in map(str, (other.finding for other in told[:place])))  # fmt: skip


def sentence(parts: Sequence[Told]) -> str:
    """Return the parts of a verdict as short sentences. One that is of random play begins with that."""
    if not parts:
        return "Too few games were played to say anything yet."
    return " ".join(_sentences(parts))


def _sentences(parts: Sequence[Told]) -> Iterator[str]:
    for kind in KINDS:
        those = [str(part.finding) for part in parts if part.where == kind and not part.is_empty]
        if kind in ("", SEARCHING):
            yield from (f"{words[:1].upper()}{words[1:]}." for words in those)
        elif those:
            yield f"{kind[:1].upper()}{kind[1:]}: {'; '.join(those)}."
    yield from (f"{str(part.finding)[:1].upper()}{str(part.finding)[1:]}." for part in parts if part.is_empty)


KINDS = SEARCHING, "", UNSWAPPING, RANDOM
"""The kinds of play in the order in which they are told."""


def _fair(dial: Dial) -> Finding | None:
    found, even, off = dial.estimate, dial.scale.middle, dial.off
    if not found.n:
        return None
    strength = f" at {at(dial.simulations)}" if dial.simulations else ""
    weaker = dial.weaker
    beside = f"; at {weaker.simulations:,}, whoever begins scores {_about(weaker.found)}" if weaker else ""
    if dial.is_doubted:
        return Finding(NOT_FAIR_YET, found, 0.0, 1.0)
    if off <= FINE and (off <= EVEN or found.low <= even <= found.high):
        return dial.within(f"fair to within {{}}{strength}{beside}")
    if found.low > even:
        return Finding(f"better for whoever begins, who scores {_about(found)}{strength}{beside}", found, even, 1.0)
    if found.high < even:
        words = f"better for whoever moves later: whoever begins scores {_about(found)}{strength}{beside}"
        return Finding(words, found, 0.0, even)
    if off <= ROUGHLY:
        return dial.within(f"at most {{}} from fair{strength}{beside}")
    return Finding(NOT_FAIR_YET, found, 0.0, 1.0)


NOT_FAIR_YET = "whether it is fair is not known yet"


def _about(found: Estimate) -> str:
    return f"about {100 * found.value:.0f} %"


def _drawn(dial: Dial) -> Finding | None:
    found = dial.estimate
    if not found.n:
        return None
    if not found.high:
        return Finding("never drawn", found, 0.0, 0.0)
    if dial.is_doubted:
        return Finding("how often it is drawn is not known yet", found, 0.0, 1.0)
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
        return Finding(f"thinking helps a lot: four times the search scores {_about(found)}", found,
                       dial.scale.kinds[0][0], 1.0)  # fmt: skip
    if found.low > HALF:
        return Finding(f"thinking helps: four times the search scores {_about(found)}", found, HALF, 1.0)
    if found.high <= dial.scale.kinds[0][0]:
        return Finding("thinking hardly helps", found, 0.0, dial.scale.kinds[0][0])
    return None
