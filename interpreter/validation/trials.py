"""Random games as a test of a rule sheet: what happens in them, and what never does.

`hexgame play GAME --players random,… --seed N` plays each of these games again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..deadline import OutOfTime, doing, look, time_limit
from ..diagnostics.diagnostic import Diagnostic
from ..diagnostics.text import Span
from ..play.game import Game
from ..play.state import State
from ..players import seat
from ..source.syntax import tree
from ..values.settings import spelt

LONGEST = 3_000
"""A game is abandoned after this many decisions and 20 more per cell."""


@dataclass
class Trial:
    """The results of some random games; the lists hold seeds."""

    game: Game
    lengths: list[int] = field(default_factory=list)
    wins: Counter[str] = field(default_factory=Counter)
    draws: list[int] = field(default_factory=list)
    endless: list[int] = field(default_factory=list)
    without_move: list[int] = field(default_factory=list)
    """Games in which a player could only pass, or do nothing at all."""

    no_move: list[int] = field(default_factory=list)
    """Games that ended because nothing could be decided."""

    ended_at: Counter[int] = field(default_factory=Counter)
    """The choices at which they ended, by their numbers."""

    endings: Counter[int] = field(default_factory=Counter)
    offered: set[int] = field(default_factory=set)
    """The kinds of decision that were possible at some time, by their numbers among the machine's blocks."""

    crashed: tuple[int, str] | None = None
    ran_out: bool = False

    @property
    def finished(self) -> int:
        """The number of games that ended."""
        return len(self.lengths)


def try_out(game: Game, games: int, seed: int, seconds: float) -> Trial:
    """Play random games until the number or the time in seconds is used up; drop an unfinished last game."""
    trial, number = Trial(game), seed
    try:
        with time_limit(seconds):
            for number in range(seed, seed + games):
                doing(f"playing random game {number - seed + 1:,} of {games:,} of `{game.name}`")
                _play(trial, number)
    except OutOfTime:
        trial.ran_out = True
    except Exception as error:
        trial.crashed = number, f"{type(error).__name__}: {error}"
    return trial


def _play(trial: Trial, seed: int) -> None:
    """Play one game."""
    game = trial.game
    players = len(game.players)
    seating = seat(["random"] * players, players, seed)
    state, longest = game.start(decide_chance=False), LONGEST + 20 * len(game.board.cells)
    stuck = False
    state.let_chance_decide(seed)
    while state.deciders and len(state.moves) < longest:
        look()
        stuck = _note_offers(trial, state) or stuck
        parts = {name: seating.choosers[state.seat(name)].choose(state.view(name)).move for name in state.deciders}
        if len(parts) == 1:
            state.play(*parts.values())
        else:
            state.join(**parts)
        state.let_chance_decide(seed + len(state.moves))
    _note_end(trial, state, seed)
    ended = state.outcome is not None and state.ending is None and state.outcome.label == "no move"
    if ended:
        trial.no_move.append(seed)
        trial.ended_at[state.point] += 1
    if stuck or ended:
        trial.without_move.append(seed)


def _note_offers(trial: Trial, state: State) -> bool:
    """Note which kinds of decision are possible; return whether passing or stopping is the only one."""
    codes = state.legal_codes
    for number, block in enumerate(trial.game.machine.blocks):
        if number not in trial.offered and block.point == state.point and any(code in block for code in codes):
            trial.offered.add(number)
    return all(trial.game.block_of(code).is_idle for code in codes[:2])


def _note_end(trial: Trial, state: State, seed: int) -> None:
    outcome = state.outcome
    if outcome is None:
        trial.endless.append(seed)
        return
    trial.lengths.append(len(state.moves))
    if outcome.winner is None:
        trial.draws.append(seed)
    else:
        trial.wins[outcome.winner] += 1
    if state.ending is not None:
        trial.endings[state.ending] += 1


def replayed_by(game: Game, seed: int) -> str:
    """Return the command that plays one of the games again."""
    options = " ".join(f"--set {name}={spelt(value)}" for name, value in game.options.items())
    players = ",".join(["random"] * len(game.players))
    return f"see it: hexgame play {game.name} {options} --players {players} --seed {seed}".replace("  ", " ")


NO_MOVE = "HG927"
"""The code of games that end without a move."""

MANY = 20
"""The least number of games that says something about who wins and what never happens."""


def warnings_of_trial(trial: Trial, thorough: bool) -> Iterator[Diagnostic]:
    """Give the warnings about the games of a trial; with `thorough`, also about what never happened."""
    game = trial.game
    if trial.crashed:
        seed, what = trial.crashed
        yield Diagnostic("HG921", f"a random game crashed: {what}", _head(game), help=replayed_by(game, seed))
    if trial.endless:
        yield Diagnostic(
            "HG922",
            f"{len(trial.endless)} of {trial.finished + len(trial.endless)} random games did not end",
            _script(game),
            help=replayed_by(game, trial.endless[0]),
        )
    if trial.finished >= MANY and 2 * len(trial.no_move) > trial.finished:
        what = f"{len(trial.no_move)} of {trial.finished} random games were drawn because no decision was possible"
        yield Diagnostic(NO_MOVE, f"{what}, `no move`", _nothing_left(trial), help=replayed_by(game, trial.no_move[0]))
    elif trial.finished >= MANY and len(trial.draws) == trial.finished:
        yield Diagnostic("HG928", f"all {trial.finished} random games were draws", _first_ending(game),
                         help=replayed_by(game, trial.draws[0]))  # fmt: skip
    if trial.finished >= MANY and max(trial.lengths) == 1:
        message = f"all {trial.finished} random games were over after one decision"
        yield Diagnostic("HG929", message, _first_ending(game),
                         help=replayed_by(game, 0))  # fmt: skip
    if trial.finished >= MANY:
        yield from _who_wins(trial)
    if thorough and trial.finished >= MANY:
        yield from _what_never_happens(trial)


def _who_wins(trial: Trial) -> Iterator[Diagnostic]:
    game, games = trial.game, trial.finished
    losers = [player for player in game.players if not trial.wins[player] and len(trial.draws) < games]
    for player in losers:
        message = f"{player} won none of {games} random games"
        yield Diagnostic("HG923", message, _named(player, game), help=replayed_by(game, 0))
    if losers:  # that the others won more follows from this
        return
    decided = sum(trial.wins.values())
    expected = decided / len(game.players)
    first = trial.wins[game.players[0]]
    spread = (expected * (1 - 1 / len(game.players))) ** 0.5
    if decided >= MANY and first and abs(first - expected) > max(4 * spread, decided / 4):
        share = f"{first} of {decided}"
        message = f"{game.players[0]}, who moves first, won {share} decided random games"
        yield Diagnostic("HG924", message, _script(game),
                         help="a pie rule makes the start fairer: may swap on turn 2")  # fmt: skip


def _what_never_happens(trial: Trial) -> Iterator[Diagnostic]:
    machine, games = trial.game.machine, trial.finished
    for number, block in enumerate(machine.blocks):
        if number not in trial.offered and not block.tier:
            yield Diagnostic("HG925", f"this decision was never possible in {games} random games", block.decision.span)
    for number, ending in enumerate(trial.game.rules.endings):
        if not trial.endings[number]:
            yield Diagnostic("HG926", f"none of {games} random games ended this way", ending.span)


def _named(player: str, game: Game) -> Span:
    """Return where a player is named first."""
    players = next(item for item in game.tree.items if isinstance(item, tree.Players))
    return next(name.span for name in players.names if name.id == player)


def _script(game: Game) -> Span:
    """Return the word that begins what a turn or a round is."""
    item = next(item for item in game.tree.items if isinstance(item, tree.Turn | tree.Round))
    return Span(item.span.source, item.span.start, item.span.start + len(type(item).__name__))


def _first_ending(game: Game) -> Span:
    """Return the first ending by which somebody wins, or the title where there is none."""
    deciding = (item for item in game.tree.items if isinstance(item, tree.Ending) and item.result != "draw")
    return next((item.condition.span for item in deciding), _head(game))


def _nothing_left(trial: Trial) -> Span:
    """Return the decision that was most often impossible when nothing could be decided."""
    ((number, _),) = trial.ended_at.most_common(1)
    point = trial.game.rules.points[number]
    offered = (*(each for tier in point.tiers for each in tier), *point.never)
    return offered[0].span if offered else _script(trial.game)


def _head(game: Game) -> Span:
    """Return the span of the game's title."""
    return next(item.span for item in game.tree.items if isinstance(item, tree.Title))
