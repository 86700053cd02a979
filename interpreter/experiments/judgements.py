"""What computer players think of positions, and what follows from those of a game that are certain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from statistics import fmean

from ..play.moves import Move
from ..play.state import State
from ..players import DRAW, LOSS, UNLIMITED, WIN, Choice, Limits, Player, Weighed, Withdrawn
from ..record import Record

VOICES = 2
"""How many players judge each position, each from a seed of its own: how far they differ shows how sure they are."""


@dataclass(frozen=True)
class Judgement:
    """What several searches think of one position."""

    values: tuple[float, ...] = ()
    """What each seat can expect: 1 for a win, 0.5 for a draw, 0 for a loss; empty if nobody can judge it."""

    gap: float | None = None
    """How far the searches differ; None where the value is certain or there is none."""

    moves: tuple[Weighed, ...] = ()
    """The moves considered, the best first, with their shares and values averaged over the searches."""

    simulations: int = 0
    proved: bool = False
    notes: tuple[str, ...] = ()
    """What kept the searches from doing as well as they could."""

    mover: int | None = None
    """The seat that decides alone; None at the end, and where chance or several decide."""

    whole: bool = True
    """Whether who decides knew the whole position; if not, the value is not to be compared with what follows."""

    def certainty(self, move: Move | None = None) -> Certainty:
        """Return what is certain, where a move was played."""
        worth = next((each.proved for each in self.moves if move and str(each.move) == str(move)), None)
        return Certainty(self.values, self.proved, self.mover, self.whole, worth)


def judgement(state: State, voices: Sequence[Player], limits: Limits = UNLIMITED) -> Judgement:
    """Return what players think of a position, on average; each has the limits."""
    if state.outcome is not None:
        return Judgement(_final(state), None, (), 0, proved=True)
    if state.to_move is None:
        return Judgement()
    view, seat = state.view(state.to_move), state.seat(state.to_move)
    whole = view.knows_all
    try:
        choices = [voice.choose(view, limits) for voice in voices]
    except Withdrawn as why:
        return Judgement(notes=(str(why),), mover=seat, whole=whole)
    if not all(choice.values for choice in choices):
        return Judgement(mover=seat, whole=whole)
    values = tuple(map(fmean, zip(*(choice.values for choice in choices), strict=True)))
    proved = any(choice.proved for choice in choices)
    if proved:
        values = next(choice.values for choice in choices if choice.proved)
    gap = None if proved else abs(choices[0].values[seat] - choices[-1].values[seat])
    simulations, notes = sum(choice.simulations for choice in choices), choices[-1].notes
    return Judgement(values, gap, _averaged(choices), simulations, proved, notes, seat, whole)


def _averaged(choices: Sequence[Choice]) -> tuple[Weighed, ...]:
    """Return the moves that any of several choices considered, with shares and values averaged."""
    found: dict[Move, list[Weighed]] = {}
    for choice in choices:
        for weighed in choice.moves:
            found.setdefault(weighed.move, []).append(weighed)
    rows = [
        Weighed(
            move,
            sum(each.share for each in those) / len(choices),
            _mean(those),
            next((each.proved for each in those if each.proved is not None), None),
        )
        for move, those in found.items()
    ]
    return tuple(
        sorted(rows, key=lambda row: (row.proved if row.proved in (WIN, LOSS) else DRAW, row.share), reverse=True)
    )


def _mean(those: Sequence[Weighed]) -> float:
    """Return the mean value of a move, weighed by how much was searched."""
    total = sum(each.share for each in those)
    return sum(each.value * each.share for each in those) / total if total else fmean(each.value for each in those)


def _final(state: State) -> tuple[float, ...]:
    """Return what the result is worth to each seat."""
    assert state.outcome is not None
    winner = state.outcome.winner
    values = [DRAW if winner is None else LOSS] * len(state.game.players)
    if winner is not None:
        values[state.seat(winner)] = WIN
    return tuple(values)


# What follows from certain values


class Certainty(Record):
    """What is certain of one position of a game, as far as its neighbours may follow from it."""

    values: tuple[float, ...]
    """What each seat can expect; empty if nobody can judge it."""

    proved: bool
    mover: int | None
    whole: bool
    worth: float | None = None
    """What the move that was played here is proved to be worth to who made it."""

    def bears_on(self, after: Certainty) -> bool:
        """Whether this says something of the next position: not where a player knew less than everything, or none
        moved."""
        is_known = 0 < len(self.values) == len(after.values) and self.whole and after.whole
        return is_known and self.mover is not None and self.mover < len(self.values)

    def of_mover(self, values: tuple[float, ...]) -> float:
        """What values say of the seat that moves here."""
        return values[self.mover or 0]


def follows(line: Sequence[Certainty]) -> dict[int, tuple[float, ...]]:
    """Return what each seat can expect in those positions of a game whose value follows from others, by their place.

    A move that wins for certain was made where the win was certain, and whatever was played in a lost position has
    lost.
    """
    found, positions = dict[int, tuple[float, ...]](), list(line)

    def settle(at: int, values: tuple[float, ...]) -> None:
        found[at], positions[at] = values, positions[at].copy_with(values=values, proved=True)

    for at in range(len(line) - 2, -1, -1):
        before, after = positions[at], positions[at + 1]
        if before.bears_on(after) and not before.proved and after.proved and before.of_mover(after.values) == WIN:
            settle(at, after.values)
    for at in range(len(line) - 1):
        before, after = positions[at], positions[at + 1]
        worth = _known(before) if before.bears_on(after) and not after.proved else None
        if worth is not None:
            settle(at + 1, _shared(before, worth))
    return found


def settled(positions: Sequence[Judgement], moves: Sequence[Move]) -> tuple[Judgement, ...]:
    """Return the judgements of a game with what follows from those that are proved; `moves` lead from each to the
    next."""
    found = follows([each.certainty(move) for each, move in zip_longest(positions, moves[: len(positions)])])
    return tuple(
        replace(each, values=found[at], gap=None, proved=True) if at in found else each
        for at, each in enumerate(positions)
    )


def _known(before: Certainty) -> float | None:
    """What the move is proved to be worth to who makes it, if that says what all others get."""
    is_for_two = len(before.values) == 2
    if is_for_two and before.proved and before.of_mover(before.values) == LOSS:
        return LOSS
    return before.worth if is_for_two or before.worth == WIN else None


def _shared(before: Certainty, worth: float) -> tuple[float, ...]:
    """What each seat gets where the mover gets so much."""
    others = WIN - worth if len(before.values) == 2 else LOSS
    return tuple(worth if seat == before.mover else others for seat in range(len(before.values)))
