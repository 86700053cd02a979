"""What to look at next: the swap, other options, cheap tricks, and what no game uses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ...diagnostics.diagnostic import listed
from ...experiments.codes import swaps_of
from ...experiments.matches.games import PAIR
from ...play.game import Game
from ...statistics import sure
from ...statistics.estimates import Estimate
from ..kinds.desk import is_veiled
from ..kinds.ladder import DUELS, LADDER, SEARCH_FIRST, SEARCH_GREEDY
from ..kinds.mirrors import MIRRORS, OPPONENTS
from ..kinds.single import Tally
from ..kinds.trials import LARGEST, SIMULATIONS, TRIALS, Trial, trials_of
from ..kinds.walks import WALKS
from ..measures.skill import FEWEST as FEWEST_PAIRS
from ..measures.skill import duels_of
from ..measures.symmetric import SEARCH, scores_of
from ..measures.unused import ENOUGH, untouched
from ..sections import Finding, Section
from ..study import Study
from .answers import Advice, first_moves_of, proved
from .dials import fair_of, range_of
from .swap import off, swap_of

FEWEST = 20
"""The fewest games that advice rests on."""

MOST = 14
"""The most pieces of advice on a card."""

HARMLESS = 0.5
"""A trick that can score no more than this does not win."""


def advice_of(study: Study, sections: Sequence[Section]) -> tuple[Advice, ...]:
    """Return what to look at next, given the sections of a report: first what would change the game, then what to know
    of it. Each question is answered, and be it by what the answer takes."""
    named, claimed = {section.name: section for section in sections}, list(proved(study))
    found = (*(each for each in claimed if each.tag == "look"), *swap_of(study, fair_of(study)), *_trials(study),
             *first_moves_of(named, bool(swaps_of(study.game))), *_tricks(study),
             *(_unused(study) or [_used(study)]), *(each for each in claimed if each.tag != "look"))  # fmt: skip
    return found[:MOST]


NOT_TRIED: tuple[tuple[Callable[[Game], bool], str], ...] = (
    (lambda game: not game.options, "The sheet has no options whose other values could be tried."),
    (is_veiled, "Options are not tried where players choose in secret or do not see everything."),
    (lambda game: len(game.players) != PAIR, "Options are tried of games for two players only."),
    (lambda _: True, f"No other value gives a game for two in the open on at most {LARGEST} cells."),
)
"""Why other options are not tried, the first reason that holds."""


OPTIONS = "What do options change?"


def _trials(study: Study) -> list[Advice]:
    """What other values of the sheet's own options change, with a table of all that were tried."""
    if not TRIALS.suits(study.game):
        why = next(words for is_so, words in NOT_TRIED if is_so(study.game))
        return [Advice("open", OPTIONS, why)]
    base, *others = trials_of(study.game)
    tally, together = study.of(TRIALS), 2 * (len(others) + 1)
    usual, *found = (_tried(tally, number, together) for number in range(len(others) + 1))
    if min(each[0].n for each in (usual, *found)) < FEWEST:
        return [Advice("open", OPTIONS, f"Not tried often enough yet: {', '.join(each.name for each in others)}.")]
    told = [each for trial, tried in zip(others, found, strict=True) for each in _changed(trial, usual, tried)]
    rows = [(trial.name, range_of(share), range_of(length, shares=False), f"{share.n:,}")
            for trial, (share, length) in zip((base, *others), (usual, *found), strict=True)]  # fmt: skip
    better = "" if any(each.gain for each in told) else "No option is known to make it better. "
    words = f"{better}Searched with {SIMULATIONS} simulations a move:"
    return [*told, Advice("know" if told else "open", OPTIONS, words, rows=(HEAD, *rows))]


HEAD = ("", "whoever begins scores", "moves", "games")
"""The head of the table of options."""


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
    """A change that is found: games become fairer or less fair, shorter or longer; by games of one strength."""
    (share, length), (share_before, length_before) = found, usual
    games = f"at {SIMULATIONS} simulations a move, in {share.n:,} games"
    if share.low > share_before.high or share.high < share_before.low:
        words = f"whoever begins scores {range_of(share)} instead of {range_of(share_before)}, {games}."
        if off(share)[1] < off(share_before)[0]:
            yield Advice("try", trial.name, Finding(words[0].upper() + words[1:], share), "makes games fairer")
        elif off(share)[0] > off(share_before)[1]:
            yield Advice("keep", trial.usual, Finding(f"With {trial.name}, {words}", share))
    if length.low > length_before.high or length.high < length_before.low:
        word = "longer" if length.low > length_before.high else "shorter"
        instead = range_of(length_before, shares=False)
        words = f"{range_of(length, shares=False)} moves instead of {instead}, {games}."
        yield Advice("know", f"{trial.name} makes games {word}", Finding(words, length))


def _tricks(study: Study) -> list[Advice]:
    """Whether a mirror, greed or the first free cell beats a search."""
    told = list[Advice]()
    tricks = list[tuple[str, Estimate]]()
    mirrors = [each for (*_, opponent), each in scores_of(study.of(MIRRORS)).items() if opponent == SEARCH]
    if mirrors and min(each.n for each in mirrors) >= FEWEST:
        tricks.append((COPYING, max(mirrors, key=lambda each: each.low)))
    duels = duels_of(study.of(LADDER), [SEARCH_GREEDY, SEARCH_FIRST])
    for duel, name in ((SEARCH_GREEDY, GREED), (SEARCH_FIRST, FIRST_FREE)):
        if duel in duels and duels[duel].n >= FEWEST_PAIRS:
            tricks.append((name, _turned(duels[duel])))
    for name, each in tricks:
        other = OPPONENTS[SEARCH] if name == COPYING else DUELS[SEARCH_GREEDY][0]
        words = f"It scores {range_of(each)} against {other.name}."
        if each.low > HARMLESS:
            told.append(Advice("look", f"A cheap trick wins: {name}", Finding(words, each, HARMLESS, 1.0)))
        if each.high < HARMLESS:
            title = f"{name[0].upper()}{name[1:]} does not win"
            told.append(Advice("know", title, Finding(words, each, 0.0, HARMLESS)))
    known = {name for name, each in tricks if not each.low <= HARMLESS <= each.high}
    missing = [name for name, kind in TRICKS.items() if name not in known and kind.suits(study.game)]
    if missing:
        told.append(Advice("open", "Do cheap tricks win?", f"Not known yet of {listed(missing)}: too few games."))
    return told


COPYING, GREED, FIRST_FREE = "copying the other's moves", "greed", "taking the first free cell"
TRICKS = {COPYING: MIRRORS, GREED: LADDER, FIRST_FREE: LADDER}
"""Cheap tricks, and the kind of work that tells of each."""


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
