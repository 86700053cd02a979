"""What to look at next: the swap, other options, cheap tricks, and what no game uses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ...experiments.codes import swaps_of
from ...experiments.matches.games import PAIR
from ...play.game import Game
from ...statistics import sure
from ...statistics.digits import percent
from ...statistics.estimates import Estimate
from ..kinds.desk import is_veiled
from ..kinds.ladder import DUELS, LADDER, SEARCH_FIRST, SEARCH_GREEDY
from ..kinds.mirrors import MIRRORS
from ..kinds.searched import NO_SWAP
from ..kinds.single import Tally
from ..kinds.trials import LARGEST, TRIALS, Trial, trials_of
from ..kinds.walks import WALKS
from ..measures.skill import FEWEST as FEWEST_PAIRS
from ..measures.skill import duels_of
from ..measures.strengths import first_score, wins_of
from ..measures.symmetric import SEARCH, scores_of
from ..measures.unused import ENOUGH, untouched
from ..sections import Finding, Section
from ..study import Study
from .answers import Advice, first_moves_of, proved
from .dials import range_of

FEWEST = 20
"""The fewest games that advice rests on."""

MOST = 11
"""The most pieces of advice on a card."""

HARMLESS = 0.5
"""A trick that can score no more than this does not win."""


def advice_of(study: Study, sections: Sequence[Section]) -> tuple[Advice, ...]:
    """Return what to look at next, given the sections of a report: first what would change the game, then what to know
    of it. Each question is answered, and be it by what the answer takes."""
    named = {section.name: section for section in sections}
    found = (*_swap(study), *(_trials(study) or _untried(study)), *first_moves_of(named),
             *(_tricks(study) or [NO_TRICKS]), *(_unused(study) or [_used(study)]), *proved(study))  # fmt: skip
    return found[:MOST]


NO_TRICKS = Advice("open", "Do cheap tricks win?",
                   "Not known yet: too few games of copying, of greed and of taking the first free cell.")  # fmt: skip


NOT_TRIED: tuple[tuple[Callable[[Game], bool], str], ...] = (
    (lambda game: not game.options, "The sheet has no options whose other values could be tried."),
    (is_veiled, "Options are not tried where players choose in secret or do not see everything."),
    (lambda game: len(game.players) != PAIR, "Options are tried of games for two players only."),
    (lambda _: True, f"No other value gives a game for two in the open on at most {LARGEST} cells."),
)
"""Why other options are not tried, the first reason that holds."""


def _swap(study: Study) -> Iterator[Advice]:
    """What the swap is worth, in games in which nobody swaps."""
    if not swaps_of(study.game) or study.of(NO_SWAP).games < FEWEST:
        return
    found = first_score(wins_of(study.game, NO_SWAP, study.of(NO_SWAP)), 2)
    if found.low > 1 / 2 or found.high < 1 / 2:
        low, high = (0.5, 1.0) if found.low > 1 / 2 else (0.0, 0.5)
        words = f"If nobody swaps, whoever begins scores {range_of(found)}."
        yield Advice("keep", "The swap", Finding(words, found, low, high))


def _trials(study: Study) -> list[Advice]:
    """What other values of the sheet's own options change, where a change is found."""
    tally, told = study.of(TRIALS), list[Advice]()
    base, *others = trials_of(study.game) or (None,)
    if base is None or tally.games < FEWEST:
        return told
    together = 2 * (len(others) + 1)
    usual = _tried(tally, 0, together)
    for number, trial in enumerate(others, 1):
        found = _tried(tally, number, together)
        if found[0].n >= FEWEST and usual[0].n >= FEWEST:
            told += _changed(trial, usual, found)
    return told


def _untried(study: Study) -> list[Advice]:
    """What is said of changes where none was found."""
    others = [trial.name for trial in trials_of(study.game)[1:]]
    if not TRIALS.suits(study.game):
        why = next(words for is_so, words in NOT_TRIED if is_so(study.game))
        return [Advice("open", "What to change?", why)]
    least = min(_tried(study.of(TRIALS), number, 1)[0].n for number in range(len(others) + 1))
    if least < FEWEST:
        return [Advice("open", "What to change?", f"Not tried often enough yet: {', '.join(others)}.")]
    together = 2 * (len(others) + 1)
    tried = [_tried(study.of(TRIALS), number, together) for number in range(len(others) + 1)]
    usual, *told = (f"{name}, {range_of(share)} and {range_of(length, shares=False)} moves"
                    for name, (share, length) in zip(["as it is", *others], tried, strict=True))  # fmt: skip
    words = (f"No option was found to change who wins or the length, in {least} games of a weak search each. Whoever "
             f"begins scores {usual}; with {'; with '.join(told)}.")  # fmt: skip
    return [Advice("open", "What do options change?", words)]


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
        words = (f"{range_of(length, shares=False)} moves instead of {length_before.value:.0f}, in {games}; whoever "
                 f"begins scores {range_of(share)} instead of {percent(share_before)}.")  # fmt: skip
        yield Advice("try", trial.name, Finding(words, length))


def _tricks(study: Study) -> list[Advice]:
    """Whether a mirror, greed or the first free cell beats a search."""
    told = list[Advice]()
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
        told.append(Advice("look", f"A cheap trick wins: {name}", Finding(words, each, HARMLESS, 1.0)))
    for name, each in tricks:
        if each.high < HARMLESS:
            words = f"It scores {range_of(each)} against a search."
            told.append(
                Advice("know", f"{name[0].upper()}{name[1:]} does not win", Finding(words, each, 0.0, HARMLESS))
            )
    return told


def _turned(found: Estimate) -> Estimate:
    """The score of the other side."""
    return Estimate(1 - found.value, 1 - found.high, 1 - found.low, found.n, found.how)


def _unused(study: Study) -> list[Advice]:
    """Cells, decisions and endings that no random game used."""
    told = list[Advice]()
    for name, things in untouched(study).items():
        if things:
            shown = ", ".join(things[:3]) + (f" and {len(things) - 3} more" if len(things) > 3 else "")
            games = f"in {study.of(WALKS).games:,} random games"
            told.append(Advice("look", f"Never used: {name}", f"{shown}: none was used {games}."))
    return told


def _used(study: Study) -> Advice:
    """What is said where nothing was found to be unused."""
    games = study.of(WALKS).games
    if not untouched(study):
        words = f"Not known yet: that takes {ENOUGH} random games recorded move by move; {games:,} so far."
        return Advice("open", "Is anything never used?", words)
    return Advice("know", "Everything is used", f"Every cell, decision and ending was, in {games:,} random games.")
