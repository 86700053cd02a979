"""What to look at next: the swap, other options, cheap tricks, and what no game uses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ...experiments.codes import swaps_of
from ...statistics import sure
from ...statistics.digits import percent
from ...statistics.estimates import Estimate
from ..kinds.ladder import DUELS, LADDER, SEARCH_FIRST, SEARCH_GREEDY
from ..kinds.mirrors import MIRRORS
from ..kinds.searched import NO_SWAP
from ..kinds.single import Tally
from ..kinds.trials import TRIALS, Trial, trials_of
from ..kinds.walks import WALKS
from ..measures.skill import FEWEST as FEWEST_PAIRS
from ..measures.skill import duels_of
from ..measures.strengths import first_score, wins_of
from ..measures.symmetric import SEARCH, scores_of
from ..measures.unused import untouched
from ..sections import Finding
from ..study import Study
from .dials import range_of

Tag = Literal["keep", "try", "know", "look"]

FEWEST = 20
"""The fewest games that advice rests on."""

MOST = 6
"""The most pieces of advice on a card."""

HARMLESS = 0.5
"""A trick that can score no more than this does not win."""


@dataclass(frozen=True)
class Advice:
    """One thing to look at next."""

    tag: Tag
    title: str
    finding: str
    """A sentence, as a rule a `Finding`."""


def advice_of(study: Study) -> tuple[Advice, ...]:
    """Return what to look at next: first what would change the game, then what to know of it."""
    found = (*_swap(study), *_trials(study), *_tricks(study), *_unused(study))
    return tuple(found)[:MOST]


def _swap(study: Study) -> Iterator[Advice]:
    """What the swap is worth, in games in which nobody swaps."""
    if not swaps_of(study.game) or study.of(NO_SWAP).games < FEWEST:
        return
    found = first_score(wins_of(study.game, NO_SWAP, study.of(NO_SWAP)), 2)
    if found.low > 1 / 2 or found.high < 1 / 2:
        low, high = (0.5, 1.0) if found.low > 1 / 2 else (0.0, 0.5)
        words = f"If nobody swaps, whoever begins scores {range_of(found)}."
        yield Advice("keep", "The swap", Finding(words, found, low, high))


def _trials(study: Study) -> Iterator[Advice]:
    """What other values of the sheet's own options change, where a change is found; else how little is known."""
    tally = study.of(TRIALS)
    base, *others = trials_of(study.game) or (None,)
    if base is None or tally.games < FEWEST:
        return
    together = 2 * (len(others) + 1)
    usual = _tried(tally, 0, together)
    for number, trial in enumerate(others, 1):
        found = _tried(tally, number, together)
        if found[0].n >= FEWEST and usual[0].n >= FEWEST:
            yield from _changed(trial, usual, found)


Tried = tuple[Estimate, Estimate]
"""What whoever begins scores, and how long games are."""


def _tried(tally: Tally, number: int, together: int) -> Tried:
    games, lengths = [0, 0, 0], dict[float, int]()
    for (trial, half, length), count in tally.counts.items():
        if trial == number:
            games[2 - half] += count
            lengths[float(length)] = lengths.get(float(length), 0) + count
    return sure.score(games[0], games[1], games[2], together), sure.average(lengths, together)


def _changed(trial: Trial, usual: Tried, found: Tried) -> Iterator[Advice]:
    """A change that is found: games become fairer or less fair, shorter or longer."""
    (share, length), (share_before, length_before) = found, usual
    games = f"{share.n:,} games of a weak search"
    if share.low > share_before.high or share.high < share_before.low:
        is_fairer = abs(share.value - 1 / 2) < abs(share_before.value - 1 / 2)
        words = f"whoever begins scores {range_of(share)} instead of {percent(share_before)}, in {games}."
        if is_fairer:
            yield Advice("try", trial.name, Finding(words[0].upper() + words[1:], share))
        else:
            yield Advice("keep", trial.usual, Finding(f"With {trial.name}, {words}", share))
    elif length.low > length_before.high or length.high < length_before.low:
        words = f"{length.value:.0f} moves instead of {length_before.value:.0f}, in {games}."
        yield Advice("try", trial.name, Finding(words, length))


def _tricks(study: Study) -> Iterator[Advice]:
    """Whether a mirror, greed or the first free cell beats a search."""
    tricks = list[tuple[str, Estimate]]()
    mirrors = [each for (*_, opponent), each in scores_of(study.of(MIRRORS)).items() if opponent == SEARCH]
    if mirrors and min(each.n for each in mirrors) >= FEWEST:
        tricks.append(("copying the other's moves", max(mirrors, key=lambda each: each.low)))
    duels = duels_of(study.of(LADDER), [SEARCH_GREEDY, SEARCH_FIRST])
    for duel, name in ((SEARCH_GREEDY, "greed"), (SEARCH_FIRST, "taking the first free cell")):
        if duel in duels and duels[duel].n >= FEWEST_PAIRS:
            tricks.append((name, _turned(duels[duel])))
    winning = [(name, each) for name, each in tricks if each.low > HARMLESS]
    for name, each in winning:
        words = f"It scores {range_of(each)} against {DUELS[SEARCH_GREEDY][0].name}."
        yield Advice("look", f"A cheap trick wins: {name}", Finding(words, each, HARMLESS, 1.0))
    for name, each in tricks:
        if each.high < HARMLESS:
            words = f"It scores {range_of(each)} against a search."
            yield Advice("know", f"{name[0].upper()}{name[1:]} does not win", Finding(words, each, 0.0, HARMLESS))


def _turned(found: Estimate) -> Estimate:
    """The score of the other side."""
    return Estimate(1 - found.value, 1 - found.high, 1 - found.low, found.n, found.how)


def _unused(study: Study) -> Iterator[Advice]:
    """Cells, decisions and endings that no random game used."""
    for name, things in untouched(study).items():
        if things:
            shown = ", ".join(things[:3]) + (f" and {len(things) - 3} more" if len(things) > 3 else "")
            games = f"in {study.of(WALKS).games:,} random games"
            yield Advice("look", f"Never used: {name}", f"{shown}: none was used {games}.")
