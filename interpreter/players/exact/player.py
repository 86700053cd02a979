"""The player that proves: it plays what is certain, and where nothing can be proved in time, what a search prefers."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace

from ...play.moves import Move
from ...play.view import View
from ..protocol import DRAW, LOSS, UNLIMITED, WIN, Choice, Limits, Weighed
from ..search.player import TreePlayer
from . import solution
from .solution import Solution, Unsolvable
from .solve import Work

SECONDS = 5.0
"""How long a choice takes at most where nobody says so."""

SHARE = 0.6
"""The part of the time that goes into proofs, as long as nothing is proved."""

LEAST = 0.02
"""The seconds that a search has at least."""

UNPROVED = "who wins could not be proved within this player's limits; until it can be, a search chooses"


class ExactPlayer:
    """Plays moves that are proved to be best. It says where it cannot prove any: then the move is that of a search, or
    of those that are not proved to lose the one that the search likes best."""

    def __init__(self, seed: int, limits: Limits = UNLIMITED) -> None:
        self._limits, self._search = limits, TreePlayer(seed)

    def choose(self, view: View, limits: Limits = UNLIMITED) -> Choice:
        """Return a move that is proved to be best, else the move of a search. A number of simulations bounds the
        positions that a proof visits, too.

        In a lost position the move is that of the search, and still `proved`: no other is better.
        """
        begun = time.perf_counter()
        limits = limits.within(self._limits)
        if limits.are_open:
            limits = replace(limits, seconds=SECONDS)
        try:
            found = _proof(view, limits)
        except Unsolvable as why:
            return self._search.choose(view, limits).with_note(f"nothing can be proved here: {why}")
        value = found.winner and _worth(found.winner, view)
        if value in (WIN, DRAW) and found.moves:  # the limits may end a proof between a position and its moves
            return _proved(found, view, value)
        left = limits if limits.seconds is None else replace(limits, seconds=_left(limits.seconds, begun))
        searched = self._search.choose(view, left)
        choice = _best_of(searched, {move: _worth(name, view) for move, name in found.values.items()})
        choice = replace(choice, nodes=choice.nodes + found.nodes)
        if value == LOSS:
            return replace(choice, values=_values(found, view), proved=True)
        return replace(choice, proved=False).with_note(UNPROVED) if not searched.proved else choice


def _proof(view: View, limits: Limits) -> Solution:
    """Return what can be proved; raises Unsolvable, and whatever interrupts the search."""
    if not view.knows_all:
        raise Unsolvable("players do not see everything, so a position has no value of its own")
    nodes = limits.nodes or limits.simulations
    seconds = None if limits.seconds is None else limits.seconds * SHARE
    work = Work(view.state, replace(limits, seconds=None, nodes=nodes), 1, {}, only_best=True)
    work.finish(seconds, grace=0)
    return work.solution


def _left(seconds: float, begun: float) -> float:
    return max(seconds - (time.perf_counter() - begun), LEAST)


def _worth(name: str, view: View) -> float | None:
    """What a value is worth to a player; None for that of a position in which nobody of three can force a win."""
    if name == solution.NOBODY:
        return None
    return DRAW if name == solution.DRAW else WIN if name == view.player else LOSS


def _values(found: Solution, view: View) -> tuple[float, ...]:
    """What a proved value is worth to each seat."""
    state = view.state
    if found.winner == solution.DRAW:
        return (DRAW,) * len(state.game.players)
    seats = {state.seat(name): name for name in state.game.players}
    return tuple(WIN if seats[seat] == found.winner else LOSS for seat in range(len(seats)))


def _proved(found: Solution, view: View, value: float) -> Choice:
    """Return the first of the moves that are proved to be best."""
    best = found.moves[0]
    others = (move for move in found.values if move != best)
    weighed = [Weighed(best, 1.0, value, value)]
    for move in others:
        worth = _worth(found.values[move], view)
        if worth is not None:
            weighed.append(Weighed(move, 0.0, worth, worth))
    weighed.sort(key=lambda each: each.value, reverse=True)
    return Choice(best, 0, found.nodes, _values(found, view), tuple(weighed), (best,), proved=True, notes=found.notes)


def _best_of(searched: Choice, known: Mapping[Move, float | None]) -> Choice:
    """Return the choice of a search, corrected by what is proved of moves: one that loses is not chosen if another may
    not lose."""
    weighed = []
    for each in searched.moves:
        worth = known.get(each.move)
        weighed.append(each if worth is None else replace(each, value=worth, proved=worth))
    weighed.sort(key=lambda each: each.proved == LOSS)
    best = weighed[0].move if weighed else searched.move
    if best == searched.move:
        return replace(searched, moves=tuple(weighed))
    return replace(searched, move=best, moves=tuple(weighed), variation=(best,))
