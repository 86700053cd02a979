"""The five dials of a card: a number of the game, where the truth lies, and what kind of game that makes it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from ...experiments.codes import swaps_of
from ...experiments.matches.games import PAIR
from ...experiments.random.totals import Playouts
from ...proofs.verdicts import Refuted
from ...statistics import sure
from ...statistics.digits import ends, number, percent
from ...statistics.estimates import Estimate
from ..exact.known import known_of
from ..kinds.depth import DEPTH, FAR, NEAR
from ..kinds.desk import is_veiled
from ..kinds.playouts import FILLED, UNSWAPPED
from ..kinds.searched import SEARCHED, SelfPlay
from ..kinds.variants import without_swap
from ..measures.claims import contradicted
from ..measures.going import ENOUGH, Shape, told_of
from ..measures.skill import deep_score
from ..measures.strengths import Wins, first_score, wins_of
from ..measures.winners import has_no_draws, played, random_games
from ..sections import Finding
from ..study import Study
from .scales import DEEP, DRAMA, DRAWN, LENGTH, UNKNOWN, Scale, fair
from .sources import (
    NOTHING,
    RARE,
    SEARCHING,
    UNSWAPPING,
    USEFUL,
    Source,
    at,
    at_random,
    counted_in,
    doubt,
    strongest,
    width,
)

ROUGH, FINE = 4.0, 0.3
"""Intervals at least so wide, in percent or moves, are shown in whole ones, and in tenths, rounded outwards."""

MORE = "more searched games would tell"


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

    trend: Finding | None = None
    """How the number changes the better both play, where it certainly does."""

    weaker: Source | None = None
    """What a weaker search shows, where that is certainly another number."""

    is_doubted: bool = False
    """Whether a few games of a stronger search speak against the number."""

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
        return f"{range_of(other.estimate)} in {other.source}" if other else ""

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
    return tuple(show(study) for show in (fair_of, _deep, _length, _drama, _drawn))


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


def _searched(dial: Dial, of: Source, doubt: str, trend: Finding | None) -> Dial:
    """A dial of searched games, with what other strengths show: nothing is known where a stronger one speaks against
    it."""
    if not doubt:
        return replace(dial, trend=trend, weaker=of.apart)
    unknown = Finding(UNKNOWN, of.found, -math.inf, math.inf)
    seen = f"a stronger search says otherwise, so far in few games: {doubt}"
    return replace(dial, finding=unknown, advice=MORE, seen=seen, is_doubted=True)


def fair_of(study: Study) -> Dial:
    """Return the dial of fairness."""
    game, players = study.game, len(study.game.players)
    scale, swaps = fair(players), bool(swaps_of(game))
    what = "scores" if players == PAIR else "wins"
    searched = strongest(study, lambda wins: first_score(wins, players, FAIR_SOURCES))
    takes = "searched games would tell: random play takes the swap at random" if swaps else MORE

    def say(each: Estimate) -> str:
        return f"whoever begins {what} {range_of(each)}"

    drawn = _dial(scale, _random_balance(study, 1 if searched is None else FAIR_SOURCES), say, takes)
    if searched is None:
        return drawn
    swap = ", with the swap" if swaps else ""
    dial = _dial(scale, searched, lambda each: say(each) + swap, MORE)
    against = doubt(study, searched, lambda wins: _points(wins, players))
    trend = searched.trend(_rounded, "the more beginning helps", "the less beginning helps")
    dial = _searched(dial, searched, against, trend)
    if dial.is_known or not drawn.is_measured:
        return dial
    near = dial.within(f"Within {{}} of even at {at(searched.simulations)}; more is not known yet")
    is_near = dial.off <= MOST_UNEVEN and not dial.is_doubted
    return replace(dial, finding=near if is_near else dial.finding, beside=drawn)


def _points(wins: Wins, players: int) -> tuple[float, int]:
    """What the first seat has of the points of some games, and how many games they are."""
    return wins.by_seat[0] + (wins.draws / 2 if players == PAIR else 0), wins.games


def _rounded(share: float) -> str:
    return f"{100 * share:.0f} %"


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
            return at_random(study, _score_of(found, together))
        half = known.drawn.value / 2 if players == PAIR else 0.0
        return counted_in(known, sure.exactly(known.by_seat[0].value + half, known.whole.games))
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


def _deep(study: Study) -> Dial:
    found = deep_score(study)
    times = FAR // NEAR
    source = Source(found, f"{found.n:,} pairs of games, {FAR} simulations a move against {NEAR}", SEARCHING)
    takes = "more pairs of games would tell" if DEPTH.suits(study.game) else "is measured for two players only"
    return _dial(DEEP, source, lambda each: f"{times} × the thinking scores {range_of(each)}", takes)


def _length(study: Study) -> Dial:
    known = known_of(study.game)
    lengths, trend = random_games(study).lengths, None
    found = strongest(study, lambda wins: sure.average(_numbers(wins.lengths), len(SEARCHED)),
                      lambda each: CLOSE * each.value)  # fmt: skip
    if found is None or not _is_close(found.found):
        found = counted_in(known, known.length) if known else at_random(study, sure.average(_numbers(lengths)))
    else:
        trend = found.trend(lambda each: f"{each:.0f} moves", "the longer games are", "the shorter games are")
        kind = next(kind for kind in SEARCHED if kind.simulations == found.simulations)
        lengths = wins_of(study.game, kind, study.of(kind)).lengths
    dial = _dial(
        LENGTH, found, lambda each: f"{range_of(each, shares=False)} moves on average", "more games would tell"
    )
    return replace(dial, seen=_spread(lengths), trend=trend) if dial.is_measured and lengths else dial


CLOSE = 0.3
"""A dial shows the strongest search of which the mean length is known to so large a part of itself."""


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
    """The dial of comebacks: of the strongest search that tells enough of them, else of that which tells most."""
    kinds = () if is_veiled(study.game) else tuple(reversed(SEARCHED))
    best: tuple[SelfPlay, tuple[Shape, ...], Estimate] | None = None
    for kind in kinds:
        shapes = told_of(study, kind).shapes
        found = sure.share(sum(shape.comeback > 0 for shape in shapes), len(shapes), len(kinds))
        if len(shapes) >= ENOUGH and (best is None or width(found) < width(best[2])):
            best = kind, shapes, found
        if best and width(best[2]) <= USEFUL:
            break
    if best is None:
        return _dial(DRAMA, Source(sure.share(0, 0), "", SEARCHING), str, SECRET if is_veiled(study.game) else MORE)
    kind, shapes, found = best
    dial = _dial(DRAMA, Source(found, f"{found.n:,} games searched with {at(kind.simulations)}", SEARCHING),
                 lambda each: f"the winner had been behind in {range_of(each)} of games", MORE)  # fmt: skip
    changes = sum(shape.lead_changes for shape in shapes) / len(shapes)
    return replace(dial, seen=f"in these games the lead changed hands {changes:.2g} times on average")


def _drawn(study: Study) -> Dial:
    known, games = known_of(study.game), random_games(study)
    if has_no_draws(study) or (known and not known.drawn.value):
        how = "proved" if has_no_draws(study) else "all games were counted"
        proof = Source(sure.exactly(0.0, max(1, games.games)), "for this board and these options")
        return _dial(DRAWN, proof, lambda _: how)

    def say(each: Estimate) -> str:
        if not each.value:
            return f"0 of {each.n:,} games are drawn (at most {100 * each.high:.2g} % would be)"
        return f"{range_of(each)} of games are drawn"

    found = strongest(study, lambda wins: sure.share(wins.draws, wins.games, len(SEARCHED)), lambda _: RARE)
    if found is None:
        other = counted_in(known, known.drawn) if known else at_random(study, sure.share(games.draws, games.games))
        return _rare(study, _dial(DRAWN, other, say, MORE))
    against = doubt(study, found, lambda wins: (wins.draws, wins.games))
    trend = found.trend(_rounded, "the more games are drawn", "the fewer games are drawn")
    return _rare(study, _searched(_dial(DRAWN, found, say, MORE), found, against, trend))


def _rare(study: Study, dial: Dial) -> Dial:
    """Say of rare draws that they are possible, where a game shows it."""
    reached = any(isinstance(each, Refuted) and each.claim == "no-draws" and each.is_reached for each in study.verdicts)
    is_rare = dial.is_known and dial.finding.low <= 0 and dial.estimate.high <= SELDOM
    if not is_rare or not (reached or contradicted(study, "no-draws")):
        return dial
    return replace(dial, finding=Finding("Draws are possible, but rare", dial.estimate, 0.0, SELDOM))


SELDOM = 0.1
"""Draws that are no more frequent are called rare."""
