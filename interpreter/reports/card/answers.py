"""What a card answers from the sections of a report: whether the first move matters, and what is proved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from ...proofs.verdicts import Proved, Refuted, Undecided
from ..measures.claims import contradicted
from ..sections import Answer, Section, answer_of
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


LONGEST = 200
"""The most characters of a sentence on a card."""

FIRST_MOVES = {"openings": "", "first-moves": " in random play"}
"""The sections that compare first moves, the more telling one first, and where they do."""

FAIREST: dict[Answer, str] = {"fairest": "The fairest opening", "among-fairest": "One of the fairest openings"}
"""What answers are called that name an opening."""


def first_moves_of(named: Mapping[str, Section]) -> Iterator[Advice]:
    """Say whether the first move matters, and which is the fairest, from the sections that compare first moves."""
    found = [(where, named[name].says) for name, where in FIRST_MOVES.items() if name in named]
    told = next(((where, says) for where, says in found if _answering(says, "moves-differ")), None)
    same = next((each for _, says in found for each in _answering(says, "moves-alike")), "")
    if same:
        yield Advice("know", "The first move does not matter", same)
    elif told is None:
        words = _short(found[0][1][0]) if found else "Not known yet: that takes more games."
        yield Advice("open", "Does the first move matter?", words)
    else:
        where, says = told
        differing = " ".join(_answering(says, "moves-differ"))
        yield Advice("know", f"The first move matters{where}", _short(differing))
        yield from (
            Advice("know", title, each) for answer, title in FAIREST.items() for each in _answering(says, answer)
        )
    if told is None:
        swapped = (each for _, says in found for each in says if answer_of(each) in SWAPPED)
        yield from (Advice("know", "With a swap", each) for each in islice(swapped, 1))


SWAPPED: tuple[Answer, ...] = ("swap-leaves", "fairest", "among-fairest")
"""The answers that say what a swap leaves."""


def _answering(says: Sequence[str], answer: Answer) -> list[str]:
    return [each for each in says if answer_of(each) == answer]


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
        yield Advice("open", "What is proved?", "Nothing yet: there was no time for proofs.")
