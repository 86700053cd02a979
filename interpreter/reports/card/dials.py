"""The five dials of a card: a number of the game, where the truth lies, and what kind of game that makes it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from ...experiments.codes import swaps_of
from ...experiments.matches.games import PAIR
from ...statistics import sure
from ...statistics.digits import ends, number, percent
from ...statistics.estimates import Estimate
from ..exact.known import known_of
from ..kinds.depth import DEPTH, FAR, NEAR
from ..kinds.desk import is_veiled
from ..kinds.playouts import PLAYOUTS
from ..kinds.searched import SEARCHED, SelfPlay
from ..measures.going import ENOUGH, strongest_of, told_of
from ..measures.strengths import Wins, first_score, wins_of
from ..measures.winners import has_no_draws, random_games
from ..sections import Finding
from ..study import Study
from .scales import DEEP, DRAMA, DRAWN, LENGTH, UNKNOWN, Scale, fair

FEWEST = 20
"""The fewest searched games that a dial shows; fewer leave it to random ones."""

NARROW, WIDER = 0.12, 1.25
"""A dial shows the strongest search of which a share is known so well, or not much worse than of any other."""

RARE = 0.03
"""The same for a share that may be rare, such as that of draws."""

ROUGH, FINE = 4.0, 0.3
"""Intervals at least so wide, in percent or moves, are shown in whole ones, and in tenths, rounded outwards."""

MORE = "needs more searched games"


@dataclass(frozen=True)
class Dial:
    """What a dial shows of a game."""

    scale: Scale
    finding: Finding
    """What kind of game it is, and the number that tells."""

    figure: str
    """The number with its interval, in a few words; empty where nothing is known."""

    source: str
    """What it comes from: `300 games searched with 100 simulations a move`."""

    advice: str = ""
    """What would tell more, where nothing is known yet."""

    @property
    def estimate(self) -> Estimate:
        """The number that the dial shows."""
        return self.finding.estimate

    @property
    def is_known(self) -> bool:
        """Whether it is known what kind of game it is."""
        return str(self.finding) != UNKNOWN

    @property
    def is_measured(self) -> bool:
        """Whether there is anything to show."""
        return self.estimate.n > 0

    @property
    def band(self) -> tuple[float, float]:
        """Where the truth lies on the dial, from 0 to 1."""
        return self.scale.at(self.estimate.low), self.scale.at(self.estimate.high)


def dials_of(study: Study) -> tuple[Dial, ...]:
    """Return the five dials of a game: fair, deep, length, drama, drawn."""
    return tuple(show(study) for show in (_fair, _deep, _length, _drama, _drawn))


def _dial(scale: Scale, found: Estimate, say: Callable[[Estimate], str], source: str, takes: str) -> Dial:
    if not found.n:
        return Dial(scale, Finding(UNKNOWN, found, 0.0, 1.0), "", source, takes)
    word, low, high = scale.kind(found)
    return Dial(scale, Finding(word, found, low, high), say(found), source, takes if word == UNKNOWN else "")


def range_of(found: Estimate, shares: bool = True) -> str:
    """Return a number with its interval as a card has it: `49 % (46 to 53)`."""
    scale, unit = (100, " %") if shares else (1, "")
    if found.is_exact:
        return percent(found) if shares else number(found)
    width = scale * (found.high - found.low)
    if width < FINE:
        value = percent(found) if shares else number(found)
        return f"{value} ({ends(found, scale).replace(' … ', ' to ')})"
    digits = 0 if width >= ROUGH else 1
    unit_of = scale * 10**digits
    low, high = math.floor(unit_of * found.low) / 10**digits, math.ceil(unit_of * found.high) / 10**digits
    return f"{scale * found.value:.{digits}f}{unit} ({low:.{digits}f} to {high:.{digits}f})"


def _strengths(study: Study) -> Iterator[Wins]:
    """The self-play that there are enough games of, the strongest first."""
    for kind in reversed(SEARCHED):
        if study.of(kind).games >= FEWEST:
            yield wins_of(study.game, kind, study.of(kind))


def _best(study: Study, of: Callable[[Wins], Estimate], narrow: float = NARROW) -> tuple[Estimate, str] | None:
    """The number of the strongest search by which it is known about as well as by any."""
    found = [(of(wins), wins) for wins in _strengths(study)]
    if not found:
        return None
    limit = max(narrow, WIDER * min(each.high - each.low for each, _ in found))
    each, wins = next((each, wins) for each, wins in found if each.high - each.low <= limit)
    return each, f"{wins.games:,} games searched with {wins.simulations:,} simulations a move"


def _at_random(study: Study) -> str:
    return f"{random_games(study).games:,} random games"


def _fair(study: Study) -> Dial:
    game, players = study.game, len(study.game.players)
    scale, known = fair(players), known_of(game)
    found = _best(study, lambda wins: first_score(wins, players, len(SEARCHED)))
    if found is None and known:
        half = known.drawn.value / 2 if players == PAIR else 0.0
        score = sure.exactly(known.by_seat[0].value + half, known.whole.games)
        found = score, f"random play, all {known.whole.games:,} games counted"
    if found is None:
        played = random_games(study)
        first, *others = played.people
        score = sure.score(first, played.draws, others[0]) if players == PAIR else sure.share(first, played.games)
        found = score, _at_random(study)
    what = "scores" if players == PAIR else "wins"
    swap = ", with the swap" if swaps_of(game) else ""
    return _dial(scale, found[0], lambda each: f"whoever begins {what} {range_of(each)}{swap}", found[1],
                 MORE)  # fmt: skip


def deep_score(study: Study) -> Estimate:
    """Return what a search that looks four times as far scores."""
    pairs = dict[float, int]()
    for (won, lost), games in study.of(DEPTH).counts.items():
        score = (1 + (won - lost) / PAIR) / 2
        pairs[score] = pairs.get(score, 0) + games
    return sure.score_of_pairs(pairs)


def _deep(study: Study) -> Dial:
    found = deep_score(study)
    times = FAR // NEAR
    source = f"{found.n:,} pairs of games, {FAR} simulations a move against {NEAR}"
    takes = "needs more pairs of games" if DEPTH.suits(study.game) else "is measured for two players only"
    return _dial(DEEP, found, lambda each: f"{times} × the thinking scores {range_of(each)}", source, takes)


def _length(study: Study) -> Dial:
    known = known_of(study.game)
    found = _best(study, lambda wins: sure.average(_numbers(wins.lengths), len(SEARCHED)))
    if found is None or not _is_close(found[0]):
        if known:
            found = known.length, f"random play, all {known.whole.games:,} games counted"
        else:
            found = sure.average(_numbers(random_games(study).lengths)), _at_random(study)
    return _dial(LENGTH, found[0], lambda each: f"{range_of(each, shares=False)} moves on average", found[1],
                 "needs more games")  # fmt: skip


def _numbers(lengths: Mapping[int, int]) -> dict[float, int]:
    return {float(length): games for length, games in lengths.items()}


def _is_close(found: Estimate) -> bool:
    """Whether a mean is known to half of itself."""
    return found.high - found.low <= found.value


def _drama(study: Study) -> Dial:
    kind: SelfPlay | None = None if is_veiled(study.game) else strongest_of(study)
    shapes = told_of(study, kind).shapes if kind else ()
    behind = sum(shape.comeback > 0 for shape in shapes)
    found = sure.share(behind, len(shapes)) if len(shapes) >= ENOUGH else sure.share(0, 0)
    source = f"{found.n:,} games searched with {kind.simulations:,} simulations a move" if kind else ""
    takes = "is not measured where players do not see everything" if is_veiled(study.game) else MORE
    return _dial(DRAMA, found, lambda each: f"the winner had been behind in {range_of(each)} of games", source, takes)


def _drawn(study: Study) -> Dial:
    known, played = known_of(study.game), random_games(study)
    if has_no_draws(study) or (known and not known.drawn.value):
        how = "proved" if has_no_draws(study) else "all games were counted"
        return _dial(
            DRAWN, sure.exactly(0.0, max(1, played.games)), lambda _: how, "for this board and these options", ""
        )
    found = _best(study, lambda wins: sure.share(wins.draws, wins.games, len(SEARCHED)), RARE)
    if found is None and known:
        found = known.drawn, f"random play, all {known.whole.games:,} games counted"
    if found is None:
        found = sure.share(played.draws, played.games), _at_random(study)
    return _dial(DRAWN, found[0], lambda each: f"{range_of(each)} of games are drawn", found[1], MORE)


BASES = (PLAYOUTS, *SEARCHED, DEPTH)
"""The kinds of work that dials come from."""
