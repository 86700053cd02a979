"""A report: what was computed for one game, or for several, and what the measures say about it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ..deadline import OutOfTime, look, time_limit
from ..play.game import Game
from ..proofs.known import keep
from ..proofs.limits import Limits
from ..proofs.prove import claims_of, decided, prove_all, settled
from ..proofs.verdicts import Verdict
from ..values.settings import spelt
from .blocks import AnyKind, Compiled, Kept
from .card.card import Card, card_of
from .headlines import HEADLINES, compared, swept
from .kinds import KINDS, kinds_for
from .kinds.making import compiling_ahead, give_up_compiling
from .kinds.playouts import PLAYOUTS
from .measures import MEASURES, look_into
from .sections import Json, Section, Table, Unanswered, as_data, counted
from .study import Study
from .work import Crewing, Shelf, Work

# The clock


WRITING, BY_CELL = 2.0, 0.02
"""Seconds of processor time that measuring a game and writing a page about it take, and those for each cell: games that
can be replayed are drawn move by move."""

MOST = 0.5
"""The largest part of the time that is left for that."""

SPARE = 0.5
"""The part of that which a page that has little to show can do without."""

KNOWN = 0.3
"""Seconds of processor time after which it is known how busy the machine is."""

SLOWEST = 12.0
"""The most by which a busy machine is taken to be slower than an idle one."""


@dataclass(frozen=True)
class Clock:
    """A number of seconds that began at a time of `time.monotonic`, when the thread had used so much of a processor."""

    seconds: float
    begun: float = field(default_factory=time.monotonic)
    used: float = field(default_factory=time.thread_time)

    @property
    def slowness(self) -> float:
        """How many seconds have passed for each in which this thread had a processor; 1 where it is too soon to say."""
        used = time.thread_time() - self.used
        return min(SLOWEST, max(1.0, (time.monotonic() - self.begun) / used)) if used > KNOWN else 1.0

    def playing(self, games: Sequence[Game]) -> float:
        """Return the seconds that are left for play if pages about some games are written afterwards."""
        return self.begun + self.seconds - self._writing(games) - time.monotonic()

    def spare(self, games: Sequence[Game]) -> float:
        """Return how many of the seconds that are left for pages may go into kinds of work that have found nothing."""
        return SPARE * self._writing(games)

    def _writing(self, games: Sequence[Game]) -> float:
        work = sum(WRITING + BY_CELL * len(game.board.cells) for game in games)
        return min(MOST * self.seconds, work * self.slowness)


PROVING, LONGEST_PROOF = 0.1, 30.0
"""The part of the time, and the seconds, that claims may take at most."""

LOOKING = 0.3
"""The part of the time that is left which may go into what the rules alone tell."""

FROM_RULES = "shortest wins, rules that break symmetries, options that change nothing"
"""What that is."""

PROOFS = "proofs of what is claimed"
"""What is left out where there is no time for claims."""

FORMAT = 1
"""The version of reports as JSON."""

CLAIMS = "claims"
"""What claims are called among the kinds of work; their amount is a number of seconds."""

Say = Callable[[str], None]


def _unsaid(_: str) -> None:
    """Say nothing."""


@dataclass(frozen=True)
class Effort:
    """How much is done: what there is time for, or just so many games of each kind that is named in `amounts`."""

    clock: Clock = field(default_factory=lambda: Clock(60.0))
    amounts: Mapping[str, int] | None = None
    seed: int = 0
    crewing: Crewing = field(default_factory=Crewing)
    is_kept: bool = True
    """Whether what is found is kept for later reports."""

    say: Say = _unsaid
    note: Say = _unsaid


@dataclass(frozen=True)
class Chapter:
    """A game, the sections about it, and what is said first."""

    study: Study
    sections: tuple[Section, ...]

    @cached_property
    def card(self) -> Card:
        """What is said first."""
        return card_of(self.study, self.sections)


@dataclass(frozen=True)
class Report:
    """What is said about one game, or about two side by side, and about all values of an option that was swept."""

    chapters: tuple[Chapter, ...]
    shared: tuple[Section, ...] = ()
    """Sections about all games together."""

    interrupted: bool = False
    command: str = ""
    """The command that gives the same report again; empty where there is more than one game."""

    def as_dict(self) -> dict[str, Json]:
        """Return everything as data for JSON."""
        return {
            "report": FORMAT,
            "games": [_game(chapter) for chapter in self.chapters],
            "sections": [as_data(section) for section in self.shared],
        }


def _game(chapter: Chapter) -> Json:
    study, game = chapter.study, chapter.study.game
    return {
        "game": game.name,
        "title": game.title,
        "source": game.source_hash,
        "options": {name: spelt(value) for name, value in game.options.items()},
        "seed": study.seed,
        "work": {name: found.games for name, found in study.found.items()},
        "card": chapter.card.as_dict(),
        "sections": [as_data(section) for section in chapter.sections],
    }


def report_on(games: Sequence[Game], effort: Effort, sweep: Sequence[Game] = ()) -> Report:
    """Return the report on one or two games; `sweep` are a game with other values of an option. All share the time.

    Ctrl-C, as long as games are played, returns what is known so far.
    """
    studies, ended = all_studied([*games, *sweep], effort, pages=len(games))
    return report_of(studies, len(games), ended, effort.say)


def all_studied(games: Sequence[Game], effort: Effort, pages: int) -> tuple[list[Study], bool]:
    """Do the work for some games, about so many of which pages are written, and return what was found and whether
    Ctrl-C came."""
    studies, ended, clock = list[Study](), False, effort.clock
    for number, game in enumerate(games):
        play, study = studied if number < pages else studied_for_headlines, None
        try:
            if not ended:
                seconds = clock.playing(games[:pages]) / (len(games) - number)
                study, ended = play(game, effort, seconds, clock.spare(games[:pages]) / len(games))
        except KeyboardInterrupt:  # between two kinds of work
            ended = True
        studies.append(study or known(game, effort))
    return studies, ended


def known(game: Game, effort: Effort) -> Study:
    """Return what was found about a game before, without any more work."""
    kept = _worked(game, KINDS, effort, -math.inf).found
    return Study(game, effort.seed, {name: each for name, each in kept.items() if each.games}, is_looked_into=False)


def report_of(studies: Sequence[Study], pages: int, interrupted: bool = False, say: Say = _unsaid) -> Report:
    """Return what all measures say about some studies: a page about each of the first, the others as a sweep."""
    chapters = list[Chapter]()
    for study in studies[:pages]:
        say(f"measuring {study.game.title}")
        chapters.append(chapter_of(study))
    shared = (*compared(studies[:pages]), *swept(studies[pages:]))
    return Report(tuple(chapters), shared, interrupted, again(studies))


def again(studies: Sequence[Study]) -> str:
    """Return the command that does the same work; empty for several games, for each of which it is another one."""
    if len(studies) > 1:
        return ""
    (study,) = studies
    amounts = [f"--work {CLAIMS}={math.ceil(study.proving)}"] if study.verdicts else []
    amounts += [f"--work {name}={found.games}" for name, found in study.found.items() if found.games]
    return " ".join([study.command, *amounts])


def chapter_of(study: Study) -> Chapter:
    """Return what all measures say about a study."""
    found = [measure(study) for measure in MEASURES]
    lacking = [each for each in found if isinstance(each, Unanswered)]
    sections = [each for each in found if isinstance(each, Section)]
    return Chapter(study, (*sections, *([unanswered(lacking)] if lacking else [])))


def unanswered(lacking: Sequence[Unanswered]) -> Section:
    """Return one section about all those for which too little was played."""
    rows = tuple((each.title, counted(each.played.n, each.played.unit), f"`--work {each.takes}`") for each in lacking)
    says = ("Too little was played to say anything of these. What was played is kept: a longer `--time` adds to it, "
            "and so do the options in the last column, by which about enough is played.")  # fmt: skip
    table = Table("Sections that need more games", ("section", "played so far", "about enough"), rows)
    return Section("unanswered", "What needs more games", (says,), (table,))


def studied(game: Game, effort: Effort, seconds: float, spare: float = 0.0) -> tuple[Study, bool]:
    """Do the work for a game, and return what was found and whether it was interrupted; spare seconds are for kinds of
    work that find nothing else."""
    until = time.monotonic() + seconds
    begun = _random_first(game, effort, seconds)
    kinds, ended = _suiting(game, begun.interrupted)
    proving = max(0.0, min(LONGEST_PROOF, PROVING * (until - time.monotonic())))
    if effort.amounts is not None:
        proving = float(effort.amounts.get(CLAIMS, 0))
    with compiling_ahead(_needed(game, kinds, effort)):
        verdicts, ended = ((), True) if ended else _verdicts(game, proving, effort)
        looking = math.inf if effort.amounts is not None else LOOKING * (until - time.monotonic())
        ended, is_looked_into = (True, False) if ended else _looked_into(game, looking)
    work = _worked(game, kinds, effort, -math.inf if ended else until, spare, begun.found)
    left_out = [kind.unit for kind in work.kinds if not work.found[kind.name].games and not effort.amounts]
    left_out += [] if is_looked_into else [FROM_RULES]
    left_out += [] if verdicts or effort.amounts is not None else [PROOFS]
    return Study(
        game, effort.seed, dict(work.found), verdicts, proving, tuple(left_out), is_looked_into
    ), ended or work.interrupted


def studied_for_headlines(game: Game, effort: Effort, seconds: float, spare: float = 0.0) -> tuple[Study, bool]:
    """Do only the work that headlines are made of, and return what was found and whether it was interrupted."""
    kinds = tuple(dict.fromkeys(headline.kind for headline in HEADLINES))
    work = _worked(game, kinds, effort, time.monotonic() + seconds, spare)
    return Study(game, effort.seed, dict(work.found)), work.interrupted


def _random_first(game: Game, effort: Effort, seconds: float) -> Work:
    """The random games that come before all that is slow."""
    work = _work(game, (PLAYOUTS,), effort, effort.say)
    if effort.amounts is None:
        work.begin(PLAYOUTS, seconds)
    return work


def _work(game: Game, kinds: Sequence[AnyKind], effort: Effort, say: Say) -> Work:
    shelf = Shelf(effort.note) if effort.is_kept else None
    return Work(game, kinds, effort.seed, effort.crewing, shelf, say, effort.note)


def _worked(
    game: Game, kinds: Sequence[AnyKind], effort: Effort, until: float, spare: float = 0.0,
    found: Mapping[str, Kept] | None = None,
) -> Work:  # fmt: skip
    """What kinds of work find until a time of the clock, beyond what was found before, or in just so many games; before
    it began, what is kept. Those that find nothing until then get some spare seconds."""

    def say(words: str) -> None:
        left = f", {max(0.0, until - time.monotonic()):.0f} s left"
        effort.say(words + left * bool(words and effort.amounts is None))

    work = _work(game, kinds, effort, say)
    work.found.update(found or {})
    if until < 0:
        work.take_kept()
    elif effort.amounts is None:
        work.for_seconds(until - time.monotonic(), spare)
        give_up_compiling()
    else:
        work.in_full(effort.amounts)
    return work


def _suiting(game: Game, ended: bool) -> tuple[tuple[AnyKind, ...], bool]:
    """The kinds of work that make sense for a game, which takes a while to see; and whether Ctrl-C came by then."""
    try:
        return kinds_for(game), ended
    except KeyboardInterrupt:
        return (), True


def _needed(game: Game, kinds: Sequence[AnyKind], effort: Effort) -> list[Compiled]:
    """What may be compiled while one processor is at what the rules alone tell, if another is idle meanwhile."""
    if effort.amounts is not None or effort.crewing.on or effort.crewing.jobs < 2:
        return []
    return list(dict.fromkeys(each for kind in kinds for each in kind.compiled(game)))


def _looked_into(game: Game, seconds: float) -> tuple[bool, bool]:
    """Look into the rules for so many seconds at most; return whether Ctrl-C came, and whether that was done."""
    try:
        with time_limit(seconds):
            look_into(game)
        return False, True
    except KeyboardInterrupt:
        return True, False
    except OutOfTime:
        look()  # the time of the whole verb may be over
        return False, False


def _verdicts(game: Game, seconds: float, effort: Effort) -> tuple[tuple[Verdict, ...], bool]:
    """The verdicts on a game's claims, as far as they are known in so many seconds, and whether Ctrl-C came."""
    found = list[Verdict]()
    if seconds <= 0:
        return (), False
    try:
        effort.say("looking into the claims")
        found.extend(prove_all(game, claims_of(game), Limits(seconds)))
    except KeyboardInterrupt:
        return tuple(found), True
    finally:
        if effort.is_kept:
            keep(game, decided(found), effort.note)
    return settled(game, found), False
