"""The five dials of a card: a number of the game, where the truth lies, and what kind of game that makes it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from ...experiments.codes import swaps_of
from ...experiments.matches.games import PAIR
from ...experiments.random.totals import Playouts
from ...statistics import sure
from ...statistics.digits import ends, number, percent
from ...statistics.estimates import Estimate
from ..exact.known import Known, known_of
from ..kinds.depth import DEPTH, FAR, NEAR
from ..kinds.desk import is_veiled
from ..kinds.playouts import FILLED, UNSWAPPED
from ..kinds.searched import SEARCHED, SelfPlay
from ..kinds.variants import without_swap
from ..measures.going import ENOUGH, strongest_of, told_of
from ..measures.strengths import Wins, first_score, wins_of
from ..measures.winners import has_no_draws, played, random_games
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

MORE = "more searched games would tell"

RANDOM, UNSWAPPING, SEARCHING = "in random play", "in random play without the swap", "in searched games"
"""The kinds of play that numbers are of."""


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

    where: str = ""
    """What kind of play the number is of: `in random play`; empty for what is proved."""

    simulations: int = 0
    """How far the search looked that played the games; 0 for none, or for several."""

    beside: Dial | None = None
    """The same of random play, where searched games cannot tell yet."""

    seen: str = ""
    """What else was seen in these games, such as between which lengths half of them lie."""

    @property
    def estimate(self) -> Estimate:
        """The number that the dial shows."""
        return self.finding.estimate

    @property
    def word(self) -> str:
        """What kind of game it is, and in which kind of play if that is random."""
        return (
            f"{self.finding} {self.where}" if self.is_known and self.where not in ("", SEARCHING) else str(self.finding)
        )

    @property
    def as_well(self) -> str:
        """What random play says, where searched games cannot tell yet; else empty."""
        other = self.beside
        return f"{range_of(other.estimate)} {other.where}, {other.source}" if other else ""

    @property
    def told(self) -> str:
        """Where it comes from, what would tell more where nothing is known, and what random play says."""
        more = "" if self.is_measured and self.is_known else self.advice
        return "; ".join(filter(None, [self.source if self.is_measured else "", more, self.as_well]))

    @property
    def is_known(self) -> bool:
        """Whether it is known what kind of game it is."""
        return self.is_measured and not self.finding.says_nothing

    @property
    def is_measured(self) -> bool:
        """Whether there is anything to show."""
        return self.estimate.n > 0

    @property
    def off(self) -> float:
        """How far the truth lies from the middle of the dial at most."""
        return max(self.estimate.high - self.scale.middle, self.scale.middle - self.estimate.low)

    def within(self, words: str) -> Finding:
        """Return that the truth lies no farther than that from the middle, in words with `{}` for how many points."""
        points, middle = max(1, math.ceil(100 * self.off)), self.scale.middle
        told = words.format("1 point" if points == 1 else f"{points} points")
        return Finding(told, self.estimate, middle - points / 100, middle + points / 100)

    @property
    def band(self) -> tuple[float, float]:
        """Where the truth lies on the dial, from 0 to 1."""
        return self.scale.at(self.estimate.low), self.scale.at(self.estimate.high)


def dials_of(study: Study) -> tuple[Dial, ...]:
    """Return the five dials of a game: fair, deep, length, drama, drawn."""
    return tuple(show(study) for show in (_fair, _deep, _length, _drama, _drawn))


@dataclass(frozen=True)
class Source:
    """A number, in which games it was counted, and in which kind of play."""

    found: Estimate
    games: str = ""
    where: str = ""
    simulations: int = 0


NOTHING = Source(Estimate(math.nan, 0.0, 1.0, 0, sure.HOW))
"""What stands for a number of which nothing is known."""


def _dial(scale: Scale, of: Source, say: Callable[[Estimate], str], takes: str = "") -> Dial:
    if not of.found.n:
        return Dial(scale, Finding(UNKNOWN, of.found, 0.0, 1.0), "", of.games, takes)
    word, low, high = scale.kind(of.found)
    finding = Finding(word, of.found, low, high)
    return Dial(scale, finding, say(of.found), of.games, takes if word == UNKNOWN else "", of.where, of.simulations)


def range_of(found: Estimate, shares: bool = True) -> str:
    """Return a number with its interval as a card has it: `49 % (46 to 53)`."""
    scale, unit = (100, " %") if shares else (1, "")
    if found.is_exact:
        return percent(found) if shares else number(found)
    width = scale * (found.high - found.low)
    if width < FINE and shares:
        return f"{percent(found)} ({ends(found, scale).replace(' … ', ' to ')})"
    digits = 0 if width >= ROUGH else 1
    unit_of = scale * 10**digits
    low, high = math.floor(unit_of * found.low) / 10**digits, math.ceil(unit_of * found.high) / 10**digits
    return f"{scale * found.value:.{digits}f}{unit} ({low:.{digits}f} to {high:.{digits}f})"


def _strengths(study: Study) -> Iterator[Wins]:
    """The self-play that there are enough games of, the strongest first."""
    for kind in reversed(SEARCHED):
        if study.of(kind).games >= FEWEST:
            yield wins_of(study.game, kind, study.of(kind))


def _best(study: Study, of: Callable[[Wins], Estimate], narrow: float = NARROW) -> Source | None:
    """The number of the strongest search by which it is known about as well as by any."""
    found = [(of(wins), wins) for wins in _strengths(study)]
    if not found:
        return None
    limit = max(narrow, WIDER * min(each.high - each.low for each, _ in found))
    each, wins = next((each, wins) for each, wins in found if each.high - each.low <= limit)
    games = f"{wins.games:,} games searched with {wins.simulations:,} simulations a move"
    return Source(each, games, SEARCHING, wins.simulations)


def _at_random(study: Study, found: Estimate) -> Source:
    return Source(found, f"{random_games(study).games:,} random games", RANDOM)


def _counted(known: Known, found: Estimate) -> Source:
    return Source(found, f"random play, all {known.whole.games:,} games counted", RANDOM)


def _fair(study: Study) -> Dial:
    game, players = study.game, len(study.game.players)
    scale, swaps = fair(players), bool(swaps_of(game))
    what = "scores" if players == PAIR else "wins"
    searched = _best(study, lambda wins: first_score(wins, players, FAIR_SOURCES))
    takes = "searched games would tell: random play takes the swap at random" if swaps else MORE

    def say(each: Estimate) -> str:
        return f"whoever begins {what} {range_of(each)}"

    drawn = _dial(scale, _random_balance(study, 1 if searched is None else FAIR_SOURCES), say, takes)
    if searched is None:
        return drawn
    swap = ", with the swap" if swaps else ""
    dial = _dial(scale, searched, lambda each: say(each) + swap, MORE)
    if dial.is_known or not drawn.is_measured:
        return dial
    near = dial.within("Within {} of even; more is not known yet")
    return replace(dial, finding=near if dial.off <= MOST_UNEVEN else dial.finding, beside=drawn)


MOST_UNEVEN = 0.25
"""How far from even a game may be at most of which it is said within how many points of even it lies."""

FAIR_SOURCES = len(SEARCHED) + 1
"""How many numbers may tell whether a game is fair."""


def _random_balance(study: Study, together: int) -> Source:
    """What whoever begins scores in random play: in that without the swap, as it says nothing if the swap is taken at
    random; nothing where there is a swap and no such play."""
    game, players = study.game, len(study.game.players)
    if not swaps_of(game):
        known, found = known_of(game), random_games(study)
        if not known:
            return _at_random(study, _score_of(found, together))
        half = known.drawn.value / 2 if players == PAIR else 0.0
        return _counted(known, sure.exactly(known.by_seat[0].value + half, known.whole.games))
    other = without_swap(game)
    for kind in (UNSWAPPED, FILLED) if other else ():
        if study.of(kind).games:
            found = played(other or game, study, kind)
            return Source(_score_of(found, together), f"{found.games:,} {kind.unit}", UNSWAPPING)
    return NOTHING


def _score_of(found: Playouts, together: int) -> Estimate:
    first, *others = found.people
    if len(others) == 1:
        return sure.score(first, found.draws, others[0], together)
    return sure.share(first, found.games, together)


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
    source = Source(found, f"{found.n:,} pairs of games, {FAR} simulations a move against {NEAR}", SEARCHING)
    takes = "more pairs of games would tell" if DEPTH.suits(study.game) else "is measured for two players only"
    return _dial(DEEP, source, lambda each: f"{times} × the thinking scores {range_of(each)}", takes)


def _length(study: Study) -> Dial:
    known = known_of(study.game)
    found, lengths = (
        _best(study, lambda wins: sure.average(_numbers(wins.lengths), len(SEARCHED))),
        random_games(study).lengths,
    )
    if found is None or not _is_close(found.found):
        found = _counted(known, known.length) if known else _at_random(study, sure.average(_numbers(lengths)))
    else:
        kind = next(kind for kind in SEARCHED if kind.simulations == found.simulations)
        lengths = wins_of(study.game, kind, study.of(kind)).lengths
    dial = _dial(
        LENGTH, found, lambda each: f"{range_of(each, shares=False)} moves on average", "more games would tell"
    )
    return replace(dial, seen=_spread(lengths)) if dial.is_measured and lengths else dial


def _spread(lengths: Mapping[int, int]) -> str:
    low, high = middle_half(lengths)
    ends = f"all took {min(lengths)} to {max(lengths)}"
    return f"half of these games took {low} to {high} moves, {ends}" if low < high else f"half took {low} moves, {ends}"


def middle_half(lengths: Mapping[int, int]) -> tuple[int, int]:
    """Return between which lengths the middle half of some games lie, given how many have each length."""
    total, seen, found = sum(lengths.values()), 0, list[int]()
    for length, games in sorted(lengths.items()):
        seen += games
        found += [length] * sum(4 * seen > quarter * total for quarter in (1, 3)[len(found) :])
    return found[0], found[1]


def _numbers(lengths: Mapping[int, int]) -> dict[float, int]:
    return {float(length): games for length, games in lengths.items()}


def _is_close(found: Estimate) -> bool:
    """Whether a mean is known to half of itself."""
    return found.high - found.low <= found.value


SECRET = "is not measured where players choose in secret or do not see everything"
"""Why drama is not known where players do not see everything, or decide at once."""


def _drama(study: Study) -> Dial:
    kind: SelfPlay | None = None if is_veiled(study.game) else strongest_of(study)
    shapes = told_of(study, kind).shapes if kind else ()
    behind = sum(shape.comeback > 0 for shape in shapes)
    found = sure.share(behind, len(shapes)) if len(shapes) >= ENOUGH else sure.share(0, 0)
    games = f"{found.n:,} games searched with {kind.simulations:,} simulations a move" if kind else ""
    takes = SECRET if is_veiled(study.game) else MORE
    dial = _dial(DRAMA, Source(found, games, SEARCHING),
                 lambda each: f"the winner had been behind in {range_of(each)} of games", takes)  # fmt: skip
    changes = sum(shape.lead_changes for shape in shapes) / max(1, len(shapes))
    seen = f"in these games the lead changed hands {changes:.1f} times on average"
    return replace(dial, seen=seen) if dial.is_measured else dial


def _drawn(study: Study) -> Dial:
    known, games = known_of(study.game), random_games(study)
    if has_no_draws(study) or (known and not known.drawn.value):
        how = "proved" if has_no_draws(study) else "all games were counted"
        proof = Source(sure.exactly(0.0, max(1, games.games)), "for this board and these options")
        return _dial(DRAWN, proof, lambda _: how)
    found = _best(study, lambda wins: sure.share(wins.draws, wins.games, len(SEARCHED)), RARE)
    if found is None and known:
        found = _counted(known, known.drawn)
    if found is None:
        found = _at_random(study, sure.share(games.draws, games.games))
    return _dial(DRAWN, found, lambda each: f"{range_of(each)} of games are drawn", MORE)
