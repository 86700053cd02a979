"""What computer players think of positions, and what follows from those of a game that are certain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from ..play.moves import Move
from ..play.state import State
from ..players import DRAW, LOSS, UNLIMITED, WIN, Choice, Limits, Player, Weighed, Withdrawn

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


def settled(positions: Sequence[Judgement], moves: Sequence[Move]) -> tuple[Judgement, ...]:
    """Return the judgements of a game with what follows from those that are proved; `moves` lead from each to the next.

    A move that wins for certain was made where the win was certain, and whatever was played in a lost position has
    lost. The page's review does the same (`web/page/review/judging.js`), and a test compares them.
    """
    found = list(positions)
    for at in range(len(found) - 2, -1, -1):
        before, after = found[at], found[at + 1]
        is_won = are_comparable(before, after) and after.proved and after.values[before.mover or 0] == WIN
        if is_won and not before.proved:
            found[at] = replace(before, values=after.values, gap=None, proved=True)
    for at, move in enumerate(moves[: len(found) - 1]):
        before, after = found[at], found[at + 1]
        worth = _known(before, move) if are_comparable(before, after) and not after.proved else None
        if worth is not None:
            found[at + 1] = replace(after, values=_shared(before, worth), gap=None, proved=True)
    return tuple(found)


def are_comparable(before: Judgement, after: Judgement) -> bool:
    """Whether one judgement says something of the next: not where a player knew less than everything, or none moved."""
    return bool(before.values and after.values) and before.whole and after.whole and before.mover is not None


def _known(before: Judgement, move: Move) -> float | None:
    """What a move is proved to be worth to who makes it, if that says what all others get."""
    is_for_two = len(before.values) == 2
    if is_for_two and before.proved and before.values[before.mover or 0] == LOSS:
        return LOSS
    proved = next((each.proved for each in before.moves if str(each.move) == str(move)), None)
    return proved if is_for_two or proved == WIN else None


def _shared(before: Judgement, worth: float) -> tuple[float, ...]:
    """What each seat gets where the mover gets so much."""
    others = WIN - worth if len(before.values) == 2 else LOSS
    return tuple(worth if seat == before.mover else others for seat in range(len(before.values)))
