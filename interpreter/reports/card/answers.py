"""What a card answers from the sections of a report: whether the first move matters, and what is proved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ...proofs.prove import made_by
from ...proofs.verdicts import Proved, Refuted, Undecided, Verdict
from ..measures.claims import ONE, contradicted, counterexample
from ..sections import Answer, Course, Section, answer_of
from ..study import Study

Tag = Literal["keep", "try", "know", "look", "open"]

MEANT: dict[Tag, str] = {
    "keep": "does its job", "try": "would make it better", "know": "found or proved", "look": "may be a fault",
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

    gain: str = ""
    """What a change makes better: `makes games fairer`."""

    rows: tuple[tuple[str, ...], ...] = ()
    """A small table, its head first; empty for most."""


LONGEST = 360
"""The most characters of a sentence on a card."""

FIRST_MOVES = {"openings": "", "first-moves": " in random play"}
"""The sections that compare first moves, the more telling one first, and where they do."""

FAIREST: dict[Answer, str] = {"fairest": "The fairest opening", "among-fairest": "One of the fairest openings"}
"""What answers are called that name an opening."""


def first_moves_of(named: Mapping[str, Section], swaps: bool) -> Iterator[Advice]:
    """Say whether the first move matters, from the sections that compare first moves; and with a swap, which is the
    fairest."""
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
        yield Advice("know", f"The first move matters{where}", _short(" ".join(_answering(says, "moves-differ"))))
        fairest = [(title, each) for answer, title in FAIREST.items() for each in _answering(says, answer)]
        yield from (Advice("know", title, each) for title, each in fairest if swaps)


def _answering(says: Sequence[str], answer: Answer) -> list[str]:
    return [each for each in says if answer_of(each) == answer]


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rpartition(" ")[0] + " …"


@dataclass(frozen=True)
class Claim:
    """A claim in words: what it says, what a counterexample to it is, and the same as a fact where nobody claims it."""

    says: str
    against: str
    fact: str


CLAIMED = {
    "at-least-one-winner": Claim("a full board always has a winner", "this one has none",
                                 "a full board may have no winner"),
    "at-most-one-winner": Claim("a full board never has two winners", "this one has several",
                                "a full board may have several winners"),
    "no-draws": Claim("no game is a draw", "this one is", "a game may be a draw"),
    "always-a-move": Claim("whoever has to move always can", "here nobody can", "whoever has to move may be stuck"),
    "finite": Claim("every game ends", "this one need not", "a game may never end"),
}  # fmt: skip
"""What claims say, in words."""

SHOWN = 6
"""So many moves of a counterexample are on the card."""

WHERE = "for this board and these options"


def proved(study: Study) -> Iterator[Advice]:
    """Say what is proved of the game, what is refuted, by proof or by play, what is not decided, and what was not
    tested. What the sheet claims and is refuted comes first, each in a sentence with its counterexample."""
    if not study.verdicts:
        yield Advice("open", "What is proved?", "Nothing yet: there was no time for proofs.")
        return
    made, facts, told = made_by(study.game), list[str](), dict[type, list[str]]()
    for each in study.verdicts:
        claim = CLAIMED[each.claim]
        against = contradicted(study, each.claim) if isinstance(each, Undecided) else ""
        if not isinstance(each, Refuted) and not against:
            told.setdefault(type(each), []).append(claim.says)
        elif each.claim in made:
            words = f"The sheet claims that {claim.says}; {claim.against}: {_shown(study, each, against)}."
            yield Advice("look", "A claim is false", words)
        else:
            facts.append(f"{claim.fact}: {_shown(study, each, against)}")
    untested = [claim.says for name, claim in CLAIMED.items() if name not in {each.claim for each in study.verdicts}]
    rows: tuple[tuple[Tag, str, list[str], str], ...] = (
        ("know", "Proved", told.get(Proved, []), WHERE), ("know", "Possible", facts, ""),
        ("open", "Undecided", told.get(Undecided, []), WHERE),
        ("open", "Not tested", untested, "the sheet does not claim it"),
    )  # fmt: skip
    for tag, title, claims, where in rows:
        if claims:
            words = "; ".join(claims)
            yield Advice(tag, title, f"{words[:1].upper()}{words[1:]}{': ' * bool(where)}{where}.")


def _shown(study: Study, verdict: Verdict, against: str) -> str:
    """What contradicts a claim, in words: how a game begins, or where a board is shown; and how many games do."""
    shown = [part for _, part in counterexample(study, verdict)]
    if shown and isinstance(shown[0], Course):
        moves = shown[0].moves
        begins = " ".join(moves[:SHOWN]) + " …" * (len(moves) > SHOWN)
        found = f"{begins} (all {len(moves)} moves are under “What is claimed”)"
    elif shown and isinstance(verdict, Refuted) and verdict.out_of_play:
        found = "the board, which play cannot reach, is under “What is claimed”"
    elif shown:
        found = "the board is under “What is claimed”"
    else:
        return against.removeprefix("by ")
    return f"{found}, and {against.removeprefix('by ')}" if against and against != ONE else found
