"""What a finished or broken-off game was like, move by move, in the judgement of a computer player."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import fmean

from ..deadline import OutOfTime, doing
from ..doors.given import given, whole
from ..play.game import Game
from ..play.moves import Move
from ..play.outcome import Outcome
from ..play.state import State
from ..players import DRAW, HUMAN, Player, check, player
from ..players.deciding import dismiss
from .judgements import VOICES, Judgement, judgement, settled

BLUNDER = 0.3
"""The loss from which a move is a blunder."""

MISTAKE = 0.1
"""The loss from which a move is a mistake."""

SURE = 2.0
"""By how many standard errors a loss must exceed chance to be marked."""

ENOUGH = 30
"""The simulations of a move without which nobody knows what it is worth."""

USUAL = "mcts:2000"
"""The player that judges if nobody says which."""

Progress = Callable[[int, int], None]
"""A function that is called with the number of positions judged and how many there are."""


@dataclass(frozen=True)
class Judged:
    """A move of a game, with the position before it."""

    ply: int
    """The number of moves played before it."""

    colour: str
    move: Move
    value: float | None
    """What its player could expect before it; None if nobody can judge that."""

    loss: float | None
    """How much less they could expect after it; negative if the search thought less of the position before."""

    best: Move | None
    """The move that the searches think best; the move itself if it is proved to lose nothing: then none is better."""

    simulations: int
    proved: bool
    """Whether the values before and after it are certain."""

    @property
    def is_as_good_as_any(self) -> bool:
        """Whether it is proved to lose nothing."""
        return self.proved and self.loss == 0


@dataclass(frozen=True)
class Analysis:
    """The moves of a game, judged."""

    game: Game
    adviser: str
    seed: int
    moves: tuple[Judged, ...]
    positions: tuple[Judgement, ...]
    outcome: Outcome | None
    """How the game ended; None for a game that goes on, and where the analysis was cut short before its end."""

    interrupted: bool = False
    played: int = 0
    """How many moves the game has, judged or not."""

    @property
    def error(self) -> float | None:
        """The standard error of a loss: from how far the searches of one position differ, over all positions."""
        gaps = [judgement.gap for judgement in self.positions if judgement.gap is not None]
        return math.sqrt(fmean(gap**2 for gap in gaps) / VOICES) if gaps else None

    def mark(self, judged: Judged) -> str:
        """Return `?` for a mistake, `??` for a blunder; empty for other moves, what may be chance, and where no better
        move is known: the rules of the page's review."""
        loss, least = judged.loss or 0.0, max(MISTAKE, self._doubt(judged))
        return "" if loss < least or not self._is_bettered(judged, least) else "??" if loss >= BLUNDER else "?"

    def _doubt(self, judged: Judged) -> float:
        """How much a move may seem to lose by chance: from all positions, or more if its own searches differ more."""
        unproved = [each for each in self.positions[judged.ply : judged.ply + 2] if not each.proved]
        usual = (self.error or 0.0) * math.sqrt(len(unproved) / 2)
        return SURE * max(usual, math.hypot(*(each.gap or 0.0 for each in unproved)) / VOICES)

    def _is_bettered(self, judged: Judged, least: float) -> bool:
        """Whether another move is known to be worth so much more."""
        before, wanted = self.positions[judged.ply], (judged.value or 0.0) - (judged.loss or 0.0) + least
        others = (each for each in before.moves if str(each.move) != str(judged.move))
        return any((each.value if each.proved is None else each.proved) >= wanted for each in others
                   if each.proved is not None or each.share * before.simulations >= ENOUGH)  # fmt: skip

    def turns(self, judged: Judged) -> bool:
        """Whether a marked move has cost its player the lead."""
        return (
            bool(self.mark(judged))
            and judged.value is not None
            and judged.value >= DRAW > judged.value - (judged.loss or 0)
        )

    def as_dict(self) -> dict[str, object]:
        """Return all numbers as plain data, for JSON."""
        return {
            "game": self.game.name,
            "adviser": self.adviser,
            "seed": self.seed,
            "standard_error_of_a_loss": self.error,
            "moves": [
                {
                    "ply": each.ply,
                    "colour": each.colour,
                    "move": str(each.move),
                    "value": each.value,
                    "loss": each.loss,
                    "best": str(each.best) if each.best else None,
                    "simulations": each.simulations,
                    "proved": each.proved,
                    "as_good_as_any": each.is_as_good_as_any,
                    "mark": self.mark(each),
                    "turning_point": self.turns(each),
                }
                for each in self.moves
            ],
            "result": str(self.outcome) if self.outcome else None,
            "played": self.played,
            "interrupted": self.interrupted,
        }


def analyse(
    start: State, moves: Sequence[Move], adviser: str = USUAL, seed: int = 0, progress: Progress | None = None
) -> Analysis:
    """Judge every move of a game that begins in a state.

    Each position is searched by two players of the name `adviser`, with seeds of their own, and the mean counts. How
    far the two differ gives the standard error of a loss. Ctrl-C or a time limit returns what is judged so far. Raises
    ValueError for a name that no computer player has.
    """
    given("start", start, State)
    given("moves", moves, Sequence)
    given("progress", progress, Callable, type(None))
    doing(f"analysing a game of `{start.game.name}`")
    desk = _Desk(start.copy(), _voices(adviser, seed))
    with desk.keeping():
        for number, move in enumerate(moves):
            desk.judge()
            desk.play(move)
            if progress:
                progress(number + 1, len(moves))
        desk.judge()
    positions, outcome = settled(desk.positions, desk.moves), None if desk.interrupted else desk.state.outcome
    judged = tuple(desk.judged(positions))
    return Analysis(start.game, adviser, seed, judged, positions, outcome, desk.interrupted, len(moves))


def judged_after(
    start: State, moves: Sequence[Move], ply: int, adviser: str = USUAL, seed: int = 0
) -> tuple[State, Judgement]:
    """Return the position after so many moves of a game, and what two players think of it.

    Raises ValueError if there are not so many moves, or for a name that no computer player has.
    """
    if not 0 <= ply <= len(moves):
        raise ValueError(f"the game has {len(moves)} moves; choose 0 to {len(moves)}")
    state, voices = start.copy().play_all(map(str, moves[:ply])), _voices(adviser, seed)
    try:
        return state, judgement(state, voices)
    finally:
        dismiss(dict(enumerate(voices)))


def _voices(adviser: str, seed: int) -> list[Player]:
    """Return the players that judge; raises ValueError for a name that no computer player has."""
    check(adviser)
    whole("seed", seed)
    if adviser == HUMAN:
        raise ValueError("name a computer player")
    return [player(adviser, VOICES * seed + voice) for voice in range(VOICES)]


@dataclass
class _Desk:
    """A game that is played through while it is judged."""

    state: State
    voices: list[Player]
    positions: list[Judgement] = field(default_factory=list)
    movers: list[str] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    interrupted: bool = False

    @contextmanager
    def keeping(self) -> Iterator[None]:
        """Keep what is judged where Ctrl-C is pressed or time runs out; let the players go in any case."""
        try:
            yield
        except (KeyboardInterrupt, OutOfTime):
            self.interrupted = True
        finally:
            dismiss(dict(enumerate(self.voices)))

    def judge(self) -> None:
        """Judge the position."""
        self.positions.append(judgement(self.state, self.voices))

    def play(self, move: Move) -> None:
        """Play a move."""
        self.movers.append(self.state.to_move or "")
        self.moves.append(self.state.play(str(move)))

    def judged(self, positions: Sequence[Judgement]) -> Iterator[Judged]:
        """Yield each move between two positions that are judged, if one player made it."""
        for ply, (before, after) in enumerate(pairwise(positions)):
            if self.movers[ply]:
                value = loss = None
                if before.values and before.mover is not None:
                    value = before.values[before.mover]
                    is_lasting = before.certainty().bears_on(after.certainty())
                    loss = value - after.values[before.mover] if is_lasting else None
                best, is_proved = before.moves[0].move if before.moves else None, before.proved and after.proved
                if is_proved and loss == 0:
                    best = self.moves[ply]
                yield Judged(ply, self.movers[ply], self.moves[ply], value, loss, best, before.simulations, is_proved)
