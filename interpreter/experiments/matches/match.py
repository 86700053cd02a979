"""A match: many games between two players, with each opening played from both seats."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from threading import Lock

from ...deadline import OutOfTime, doing, look
from ...doors.system import cores
from ...play.game import Game
from ...players import HUMAN, check
from ...values.settings import spelt
from ..random.bulk import Progress, Say, most_jobs
from ..random.orders import PLAIN, Order
from ..work.job import Unavailable
from .games import PAIR, MatchGames, Played, Results
from .score import Score, SequentialTest

# What starts threads and processes is imported where it does.
# ruff: noqa: PLC0415

MOST = 1_000_000
"""The most games of a match."""

MOST_PLIES = 100
"""The most random moves with which a game begins."""


@dataclass(frozen=True)
class Match:
    """What is played: a game, two players, how many games, with which openings."""

    game: Game
    names: tuple[str, str]
    games: int = 200
    seed: int = 0
    plies: int = 1
    test: SequentialTest | None = None

    def __post_init__(self) -> None:
        for name in self.names:
            check(name)
            if name == HUMAN:
                raise ValueError("people cannot play matches; name two computer players")
        if len(self.game.players) != PAIR:
            raise ValueError(f"a match is for two players; {self.game.title} has {len(self.game.players)} players")
        if not PAIR <= self.games <= MOST or self.games % PAIR:
            raise ValueError(f"a match has an even number of games, 2 to {MOST:,}: each opening is played twice")
        if not 0 <= self.plies <= MOST_PLIES:
            raise ValueError(f"an opening has 0 to {MOST_PLIES} moves")

    def job(self, known: Results) -> MatchGames:
        """Return the games that are still to be played."""
        done = {game.number for game in known.all}
        numbers = tuple(number for number in range(self.games) if number not in done)
        return MatchGames(Order.of(self.game, PLAIN), self.names, self.seed, self.plies, numbers)


@dataclass(frozen=True)
class MatchReport:
    """How a match went."""

    match: Match
    results: Results
    """The first games, up to the first that is not finished: short games are not counted before long ones."""

    verdict: str = ""
    """What the test decided: `stronger`, `not stronger`, or nothing."""

    interrupted: bool = False
    beyond: int = 0
    """How many later games are finished, too."""

    notes: tuple[str, ...] = ()

    @property
    def score(self) -> Score:
        """What the first player has reached, pair by pair."""
        return scored(self.results)

    @property
    def by_seat(self) -> tuple[Score, Score]:
        """The same for the games in which the first player sat on the first seat, and for the others."""
        first, second = (scored(Results(self.results.all[seat::PAIR]), 1) for seat in range(PAIR))
        return first, second

    @property
    def different(self) -> int:
        """How many games differ in their moves or in who sat where."""
        return len({(game.number % PAIR, game.moves) for game in self.results.all if not game.is_forfeit})

    @property
    def forfeits(self) -> tuple[int, int]:
        """How many games each player has forfeited; they count for nobody."""
        lost = [game.winner for game in self.results.all if game.is_forfeit]
        return lost.count(1), lost.count(0)

    @property
    def endings(self) -> dict[str, int]:
        """How many games ended how."""
        found: dict[str, int] = {}
        for game in self.results.all:
            if game.is_forfeit:
                continue
            how = (f"{game.colour} wins" if game.colour else "a draw") + (f" ({game.label})" if game.label else "")
            found[how] = found.get(how, 0) + 1
        return dict(sorted(found.items(), key=lambda each: -each[1]))

    def as_dict(self) -> dict[str, object]:
        """Return all numbers as plain data, for JSON; an infinite Elo difference is null."""
        score, match = self.score, self.match
        finite = [round(each) if abs(each) < float("inf") else None for each in score.elo]
        return {
            "game": match.game.name,
            "options": {name: spelt(value) for name, value in match.game.options.items()},
            "players": list(match.names),
            "seed": match.seed,
            "opening": match.plies,
            "asked": match.games,
            "games": score.games,
            "different": self.different,
            "wins": score.wins,
            "draws": score.draws,
            "losses": score.losses,
            "forfeits": list(self.forfeits),
            "score": score.share,
            "interval": list(score.interval),
            "elo": dict(zip(("difference", "low", "high"), finite, strict=True)),
            "by_seat": [[each.wins, each.draws, each.losses] for each in self.by_seat],
            "endings": self.endings,
            "lengths": [len(game.moves) for game in self.results.all],
            "verdict": self.verdict or None,
            "interrupted": self.interrupted,
        }


class _Unkept(Exception):  # noqa: N818 - named for what has happened
    """A finished game cannot be kept."""


class _Decided(Exception):  # noqa: N818 - named for what has happened
    """The test has come to a verdict."""


@dataclass
class _Desk:
    """Where results come in, from any thread."""

    match: Match
    results: Results
    kept: Callable[[Played], None] | None
    progress: Progress | None
    verdict: str = ""
    is_closed: bool = False
    _lock: Lock = field(default_factory=Lock)

    def enter(self, found: Results) -> None:
        """Note finished games."""
        with self._lock:
            if not self.is_closed:
                self.results += found
                self._keep(found)

    def _keep(self, found: Results) -> None:
        for game in found.all:
            try:
                if self.kept:
                    self.kept(game)
            except OSError as error:
                why = error.strerror or error
                raise _Unkept(f"the match ends here: game {game.number + 1} cannot be kept: {why}") from None

    def report(self, _: int = 0) -> None:
        """Tell how far the match is; raises _Decided if the test has a verdict."""
        if self.progress:
            self.progress(self.results.games, self.match.games)
        if self.match.test:
            self.verdict = self.match.test.verdict(scored(self.beginning.pairs))
            if self.verdict:
                raise _Decided

    @property
    def beginning(self) -> Results:
        """The games before the first that is not finished."""
        results = self.results.all
        return Results(tuple(game for place, game in enumerate(results) if game.number == place))


def scored(results: Results, size: int = PAIR) -> Score:
    """Return what the first player has reached in games, so many of which belong together."""
    whole = [results.all[first : first + size] for first in range(0, results.games, size)]
    played = [tuple(game for game in unit if not game.is_forfeit) for unit in whole]
    units = [unit for unit in played if unit]
    scores = [tuple(game.score for game in unit) for unit in units]
    return Score.of(scores, [tuple(game.moves for game in unit) for unit in units])


def _unsaid(_: str) -> None:
    """Say nothing."""


def play_match(
    match: Match,
    jobs: int = 1,
    *,
    known: Results | None = None,
    kept: Callable[[Played], None] | None = None,
    on: str | None = None,
    patience: float = 600.0,
    progress: Progress | None = None,
    say: Say = _unsaid,
) -> MatchReport:
    """Play the games of a match that are not `known` yet, calling `kept` with each as it is finished.

    The same seed gives the same games, whatever the number of jobs, unless a player is limited by seconds. `jobs` is
    the number of processes, 0 for one per core; `on="dask://HOST:PORT"` plays on a cluster instead. Ctrl-C or a time
    limit returns what is done, and so does an OSError of `kept`. Raises ValueError for impossible numbers, Unavailable
    for a cluster that is not there.
    """
    if not 0 <= jobs <= most_jobs():
        raise ValueError(f"jobs must be 0 to {most_jobs()}")
    doing(f"playing a match of `{match.game.name}`")
    desk = _Desk(match, known or Results(), kept, progress)
    job, notes, interrupted = match.job(desk.results), list[str](), False
    try:
        desk.report()
        _play(job, desk, jobs or cores(), on, patience, say)
        desk.report()
    except _Decided:
        pass
    except (KeyboardInterrupt, OutOfTime):
        interrupted = True
    except _Unkept as error:
        interrupted = True
        notes.append(str(error))
    except Unavailable as error:
        if not desk.results.games:
            raise
        interrupted = True
        notes.append(str(error))
    desk.is_closed = True
    beginning = desk.beginning
    return MatchReport(match, beginning, desk.verdict, interrupted, desk.results.games - beginning.games, tuple(notes))


def _play(job: MatchGames, desk: _Desk, jobs: int, on: str | None, patience: float, say: Say) -> None:
    """Play the games of a job: on a cluster, here one after the other, or in processes."""
    if on:
        from ..work.cluster import connected
        from ..work.dispatch import on_cluster

        with closing(on_cluster(connected(on), job, patience, say)) as parts:
            for found in parts:
                desk.enter(found)
                desk.report()
                look()
    elif jobs == 1:
        for block in range(job.blocks):
            desk.enter(job.played(range(block, block + 1)))
            desk.report()
    else:
        from ..work.crew import Crew
        from ..work.worker import Worker

        hands = [Worker(job) for _ in range(min(jobs, job.blocks))]
        Crew(job, hands, desk.enter).play(desk.report)
