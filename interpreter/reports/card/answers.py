"""What a card answers from the sections of a report: whether the first move matters, and what is proved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from ...proofs.verdicts import Proved, Refuted, Undecided
from ..measures.claims import contradicted
from ..measures.openings import AMONG
from ..sections import Section
from ..study import Study

Tag = Literal["keep", "try", "know", "look", "open"]

MEANT: dict[Tag, str] = {
    "keep": "does its job", "try": "would change the game", "know": "found or proved", "look": "may be a fault",
    "open": "not known yet",
}  # fmt: skip
"""What the marks of advice mean."""


@dataclass(frozen=True)
class Advice:
    """One thing to look at next."""

    tag: Tag
    title: str
    finding: str
    """A sentence, as a rule a `Finding`."""


SAME = ("All ", "There is one first move")
"""How sentences begin of games in which there is nothing to choose."""

LONGEST = 200
"""The most characters of a sentence on a card."""

FIRST_MOVES = {"openings": "", "first-moves": " in random play"}
"""The sections that compare first moves, the more telling one first, and where they do."""

DIFFER, FAIREST = ("Found to be", "First moves differ"), ("by opening with", "beginning with")
"""How sentences begin that find a difference, and what stands in those that name the fairest opening."""


SWAPPED = "If the other could answer", "With a swap, which", "After the best swap"
"""How sentences begin that say what a swap leaves to whoever begins."""


def first_moves_of(named: Mapping[str, Section]) -> Iterator[Advice]:
    """Say whether the first move matters, and which is the fairest, from the sections that compare first moves."""
    found = [(where, named[name].says) for name, where in FIRST_MOVES.items() if name in named]
    told = next(((where, says) for where, says in found if says[0].startswith(DIFFER)), None)
    same = next((says[0] for _, says in found if says[0].startswith(SAME)), "")
    if same:
        yield Advice("know", "The first move does not matter", same)
    elif told is None:
        words = _short(found[0][1][0]) if found else "Not known yet: it takes more games. Add --time."
        yield Advice("open", "Does the first move matter?", words)
    else:
        where, says = told
        differing = " ".join(each for each in says if each.startswith(DIFFER))
        yield Advice("know", f"The first move matters{where}", _short(differing))
        for each in says:
            if any(words in each for words in FAIREST):
                yield Advice("know", "One of the fairest openings" if AMONG in each else "The fairest opening", each)
    if told is None:
        swapped = (each for _, says in found for each in says if each.startswith(SWAPPED))
        yield from (Advice("know", "With a swap", each) for each in islice(swapped, 1))


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rpartition(" ")[0] + " …"


CLAIMED = {
    "at-least-one-winner": "a full board always has a winner",
    "at-most-one-winner": "a full board never has two winners",
    "no-draws": "no game is a draw",
    "always-a-move": "whoever has to move always can",
    "finite": "every game ends",
}
"""What claims say, in words."""


TAGS: dict[type, Tag] = {Proved: "know", Refuted: "look", Undecided: "open"}
TITLES: dict[Tag, str] = {"know": "Proved", "look": "Refuted", "open": "Undecided"}


def proved(study: Study) -> Iterator[Advice]:
    """Say what is proved of the game, what is refuted, by proof or by play, and what is not decided."""
    told: dict[Tag, list[str]] = {"know": [], "look": [], "open": []}
    for each in study.verdicts:
        words = CLAIMED[each.claim]
        by_play = contradicted(study, each.claim) if isinstance(each, Undecided) else ""
        if by_play:
            told["look"].append(f"{words}, contradicted {by_play}")
        else:
            told[TAGS[type(each)]].append(words)
    for tag, claims in told.items():
        if claims:
            words = "; ".join(claims)
            yield Advice(tag, TITLES[tag], f"{words[:1].upper()}{words[1:]}: for this board and these options.")
    if not study.verdicts:
        yield Advice("open", "What is proved?", "Nothing yet: there was no time for proofs. Add --time.")
