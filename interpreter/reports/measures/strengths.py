"""Who wins when a search plays against itself, at three strengths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ...experiments.codes import swaps_of
from ...play.game import Game
from ...statistics import sure
from ...statistics.digits import ends, percent, points, upwards
from ...statistics.estimates import Estimate, gap, share
from ..kinds.searched import NO_SWAP, SEARCHED, SearchedGames, SelfPlay
from ..sections import Entry, Finding, Part, Section, Table, Unanswered
from ..study import Study
from .winners import MOST_TELLING, has_no_draws

FEWEST = 20
"""The fewest games of a strength that a sentence is about."""

FEWEST_LISTED = 3
"""The fewest games of a strength that a table shows."""

TITLE = "Who wins under search"

TOO_FEW = f"No strength has {FEWEST} games yet, which is what comparing the seats needs."

SEATS = ("first", "second", "third", "fourth", "fifth", "sixth")
"""What seats are called."""

TWO = 2
"""Between so many players a draw is half a win; among more, only wins count."""


@dataclass(frozen=True)
class Wins:
    """Who won the games of one strength."""

    simulations: int
    games: int
    by_seat: tuple[int, ...]
    by_colour: tuple[int, ...]
    endings: Counter[str]
    lengths: Counter[int]

    @property
    def draws(self) -> int:
        """Games that nobody won."""
        return self.games - sum(self.by_seat)

    @property
    def is_labelled(self) -> bool:
        """Whether endings say more than who has won."""
        return any(ending.endswith(")") for ending in self.endings)


def who_wins_searched(study: Study) -> Section | Unanswered | None:
    """Shares of the games of a search against itself that each seat and each colour wins, and that nobody wins, by the
    number of simulations a move, with Wilson's intervals.

    Both players search alike, so what differs is the seat. A seat is a person: whoever moves first has the first seat,
    and keeps it if a swap exchanges the colours. Counting agents in one place and colours in another is how figures
    under a swap come to contradict each other. The scores and the draws of the strongest and the weakest search are
    compared step by step, by the interval of G. Y. Zou and A. Donner (2008), from intervals that hold at every look.
    """
    kinds = [kind for kind in SEARCHED if study.of(kind).games]
    if not kinds:
        return None
    listed = [kind for kind in kinds if study.of(kind).games >= FEWEST_LISTED]
    played = [wins_of(study.game, kind, study.of(kind)) for kind in listed]
    seats, swaps = range(len(study.game.players)), bool(swaps_of(study.game))
    if not listed:
        return study.lacks(kinds[0], TITLE, FEWEST)
    drawless = has_no_draws(study)
    names = [f"{SEATS[seat]} seat" for seat in seats]
    parts: list[Part] = [_table("By seat", names, played, [wins.by_seat for wins in played], drawless)]
    if swaps:
        by_colour = [wins.by_colour for wins in played]
        parts.append(_table("By colour", study.game.players, played, by_colour, drawless))
    says, bases = _says(played, len(seats)), [*map(study.basis, listed)]
    if study.of(NO_SWAP).games >= FEWEST_LISTED:
        other = wins_of(study.game, NO_SWAP, study.of(NO_SWAP))
        parts.append(_table("By seat, if nobody swaps", names, [other], [other.by_seat], drawless))
        first = first_score(other, len(seats))
        says.append(
            Finding(f"If nobody swaps, the first seat scores {_seen(first)}, with {_named(other)} a move.", first)
        )
        bases.append(study.basis(NO_SWAP))
    if any(wins.is_labelled or (not swaps and wins.by_seat != wins.by_colour) for wins in played):
        parts.append(_endings(played))
    return Section("who-wins-searched", TITLE, tuple(says), tuple(parts), tuple(bases))


def wins_of(game: Game, kind: SelfPlay, found: SearchedGames) -> Wins:
    """Count who won the games of one strength."""
    seats, outcomes = Counter(each.ended.seat for each in found.all), Counter[tuple[str, str]]()
    for end, number in Counter(each.ended.end for each in found.all).items():
        outcome = game.outcome(end) if end else None
        outcomes[(outcome.winner or "", outcome.label) if outcome else ("", "too long")] += number
    colours = Counter[str]()
    endings = Counter[str]()
    for (winner, label), number in outcomes.items():
        colours[winner] += number
        endings[(f"{winner} wins" if winner else "A draw") + (f" ({label})" if label else "")] += number
    return Wins(
        kind.simulations, found.games, tuple(seats[seat] for seat in range(len(game.players))),
        tuple(colours[player] for player in game.players), endings, Counter(each.length for each in found.all),
    )  # fmt: skip


def _table(
    caption: str, names: Sequence[str], played: Sequence[Wins], won: Sequence[Sequence[int]], drawless: bool
) -> Table:
    rows: list[tuple[Entry, ...]] = [
        (name, *(share(row[number], wins.games) for wins, row in zip(played, won, strict=True)))
        for number, name in enumerate(names)
    ]
    if not drawless or any(wins.draws for wins in played):
        rows.append(("nobody", *(share(wins.draws, wins.games) for wins in played)))
    return Table(caption, ("who", *(_named(wins) for wins in played)), tuple(rows), shares=True)


def _endings(played: Sequence[Wins]) -> Table:
    names = sorted({name for wins in played for name in wins.endings})
    rows: list[tuple[Entry, ...]] = [
        (name, *(share(wins.endings[name], wins.games) for wins in played)) for name in names
    ]
    return Table("How games end", ("ending", *(_named(wins) for wins in played)), tuple(rows), shares=True)


def _named(wins: Wins) -> str:
    """How far the players of these games look."""
    return f"{wins.simulations:,} simulations"


def _seen(found: Estimate) -> str:
    return f"{percent(found)} ({ends(found)}) of {found.n:,} games"


def _says(played: Sequence[Wins], seats: int) -> list[str]:
    told = [wins for wins in played if wins.games >= FEWEST]
    if not told:
        most = max(played, key=lambda wins: wins.games)
        return [f"{TOO_FEW} `--work search-{most.simulations}={FEWEST}` adds the missing ones."]
    strongest, fair = told[-1], 1 / seats
    first = first_score(strongest, seats)
    if not first.low <= fair <= first.high:
        says: list[str] = [_apart(strongest, seats)]
    else:
        least, away = 100 * sure.shows(strongest.games, expected=fair), "above" if seats > TWO else "away from"
        found = (
            f"A score {upwards(least)} percentage points {away} {100 * fair:.0f} % would probably have been detected."
        )
        shows = found if least < MOST_TELLING else "So few games would hardly show a difference."
        words = (f"With {_named(strongest)} a move, no difference between the seats was found: the first scores "
                 f"{_seen(first)}. {shows}")  # fmt: skip
        says = [Finding(words, first)]
        firsts = [(wins, first_score(wins, seats, len(told) - 1)) for wins in told[:-1]]
        says += [_apart(wins, seats) for wins, each in firsts if not each.low <= fair <= each.high][-1:]
    if strongest.draws:
        drawn = sure.share(strongest.draws, strongest.games)
        words = f"{percent(drawn)} ({ends(drawn)}) of the games with {_named(strongest)} a move are draws."
        says.append(Finding(words, drawn))
    return [*says, *trends(told, seats)]


def trends(told: Sequence[Wins], seats: int) -> list[Finding]:
    """Return how the score of the first seat and the share of draws change with the strength of both players.

    They are said to rise or fall the better both search only if every step from one strength to the next is found to
    do so. If just the ends differ, the sentence is about the ends; if a step leads the other way, it says so.
    """
    together = max(1, 2 * len(told))
    firsts = [first_score(wins, seats, together) for wins in told]
    draws = [sure.share(wins.draws, wins.games, together) for wins in told]
    found = (_trend("The first seat scores", "more", "less", firsts, told),
             _trend("Games are drawn", "more often", "less often", draws, told))  # fmt: skip
    return [each for each in found if each]


def _trend(what: str, up: str, down: str, seen: Sequence[Estimate], told: Sequence[Wins]) -> Finding | None:
    steps = [gap(after, before) for before, after in pairwise(seen)]
    whole = gap(seen[-1], seen[0])
    rises, falls = [each.low > 0 for each in steps], [each.high < 0 for each in steps]
    if any(rises) and any(falls):
        shares = ", ".join(map(percent, seen))
        budgets = ", ".join(f"{wins.simulations:,}" for wins in told)
        first = steps[rises.index(True)]
        return Finding(f"{what} neither more nor less as both players search better: {shares} with {budgets} "
                       "simulations a move.", first, 0.0, 1.0)  # fmt: skip
    if not steps or whole.low <= 0 <= whole.high:
        return None
    word, low, high = (up, 0.0, 1.0) if whole.value > 0 else (down, -1.0, 0.0)
    between = f"from {told[0].simulations:,} to {_named(told[-1])} a move"
    if all(rises) or all(falls):
        return Finding(f"{what} {word} as both players search better: {points(whole)} {between}.", whole, low, high)
    than = f"with {_named(told[-1])} a move than with {told[0].simulations:,}"
    return Finding(f"{what} {word} {than}: {points(whole)}.", whole, low, high)


def first_score(wins: Wins, seats: int, together: int = 1) -> Estimate:
    """Return the score of the first seat, or what it wins of the games of three players and more."""
    if seats > TWO:
        return sure.share(wins.by_seat[0], wins.games, together)
    return sure.score(wins.by_seat[0], wins.draws, wins.by_seat[1], together)


def _apart(wins: Wins, seats: int) -> Finding:
    """How the first seat does where a difference was found."""
    first = first_score(wins, seats)
    word = "better" if first.value > 1 / seats else "worse"
    others = "others" if seats > TWO else "second"
    low, high = (1 / seats, 1.0) if word == "better" else (0.0, 1 / seats)
    words = f"With {_named(wins)} a move, the first seat does {word} than the {others}: it scores {_seen(first)}."
    return Finding(words, first, low, high)
