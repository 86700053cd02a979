"""Whole states that a player who sees all pieces, but not what each of them is, may be in: the same game, in which what
was decided out of sight is decided otherwise."""

from __future__ import annotations

import random
import time

from ...play.moves import UNTOLD, Move
from ...play.state import State
from ...play.view import View

TRIES = 300
"""How often a game is told at most before there is no guess."""


class Retelling:
    """Plays a game again as its player saw it: moves that were told as they were told, others at random.

    Where the player would have seen something else, one of the decisions out of sight is made anew, and those that led
    as far are kept.
    """

    def __init__(self, view: View) -> None:
        self._view, self._player, past = view, view.player, view.past
        self._known = [each.known for each in past]
        self._told = [each.last_move for each in past[1:]]

    def draw(self, dice: random.Random, until: float) -> State | None:
        """Return a state in which the player would know what it knows; None if none was found in time."""
        kept: dict[int, int] = {}
        furthest = 0
        for number in range(TRIES):
            if number and time.monotonic() > until:
                return None
            decided = dict(kept)
            for ply in dice.sample(sorted(decided), min(len(decided), 1 + number % 2)):
                del decided[ply]
            state, reached = self._play(decided, dice)
            if reached == len(self._told) and state.choices(self._player) == self._view.choices:
                return state
            if reached >= furthest:
                furthest, kept = reached, decided
        return None

    def _play(self, decided: dict[int, int], dice: random.Random) -> tuple[State, int]:
        """Play as far as the player would have seen the same; notes what is decided out of sight, by its ply."""
        state = self._view.begun(dice)
        for ply, told in enumerate(self._told):
            codes = _codes(state, told)
            wanted = decided.pop(ply, -1)
            dice.shuffle(codes)
            codes.sort(key=wanted.__ne__)  # what was decided before comes first
            if not any(self._seems_right(state, code, ply) for code in codes):
                return state, ply
            if len(codes) > 1 and state.last_move is not None:
                decided[ply] = state.last_move.code
        return state, len(self._told)

    def _seems_right(self, state: State, code: int, ply: int) -> bool:
        """Whether after a move, the player would see what it saw; else the move is taken back."""
        if state.game.machine.refusal(state.working_copy(), code):
            return False
        state.play(state.game.move(code))
        if state.view(self._player).known == self._known[ply + 1]:
            return True
        state.undo()
        return False


def _codes(state: State, told: Move | None) -> list[int]:
    """The codes of all moves that may have been what was told."""
    if told is not None and told.code != UNTOLD:
        return [told.code]
    moves = state.legal_moves
    if told is None:
        return [move.code for move in moves]
    seen = told.word, told.cell, told.source
    return [move.code for move in moves if (move.word, move.cell, move.source) == seen]
