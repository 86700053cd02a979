"""Whole states that a player who does not see everything may be in: games played so that it would see what it sees."""

from __future__ import annotations

import math
import random

from ...play.moves import Move
from ...play.state import State
from ...play.view import View
from ...rules.layers import CONTENTS
from .retold import Retelling

TRIES = 40
"""How many games are played at most before there is no guess."""


class Guesses:
    """Makes states that the player of a view cannot tell from the real one, from the view alone."""

    def __init__(self, view: View) -> None:
        self._view = view
        sees_pieces = view.game.rules.sight(CONTENTS) is None
        self._retelling = Retelling(view) if view.is_partial and sees_pieces else None

    def draw(self, dice: random.Random, until: float = math.inf) -> State | None:
        """Return such a state; None if none was found, by the clock or at all.

        Where the player sees all pieces, the game is played again as it saw it. Else a game is played from the start in
        which the player puts down the pieces it has, and the others those it knows of, then any.
        """
        if not self._view.is_partial:
            return self._view.imagined(dice)
        if self._retelling is not None:
            return self._retelling.draw(dice, until)
        for _ in range(TRIES):
            state = _played(self._view, dice)
            if state is not None:
                return state
        return None


def guess(view: View, dice: random.Random) -> State | None:
    """Return a state that the player of a view cannot tell from the real one; None if none was found."""
    return Guesses(view).draw(dice)


def _played(view: View, dice: random.Random) -> State | None:
    """Play one game towards what a view shows; None if it came to something else."""
    me = view.player
    known = {player: [cell for cells in kinds.values() for cell in cells] for player, kinds in view.pieces.items()}
    mine = set(known[me])
    state = view.game.start(dice.randrange(2**31))
    while not state.is_over and len(state.moves) <= 4 * len(view.game.board.cells):
        name = state.to_move
        if name is None:
            return None
        if name == me and _is_alike(state.view(me), view):
            return state
        choices = state.choices(name)
        if name == me:
            taken = {cell for player in known if player != me for cell in known[player]}
            offered = [move for move in choices if _hits(state, move, taken)]
            offered = offered or [move for move in choices if move.cell in mine]
        else:
            offered = [move for move in choices if move.cell in known[name] and state.at(_cell(state, move)) is None]
            offered = offered or [
                move for move in choices if state.at(_cell(state, move)) is None and move.cell not in mine
            ]
        if not offered:
            return None
        state.play(dice.choice(offered))
        state.let_chance_decide(dice.randrange(2**31))
    return None


def _hits(state: State, move: Move, cells: set[str]) -> bool:
    """Whether a move runs into a piece on one of some cells."""
    return move.cell in cells and state.at(_cell(state, move)) is not None


def _cell(state: State, move: Move) -> int:
    return state.game.board.by_name.get(move.cell, -1)


def _is_alike(one: View, other: View) -> bool:
    """Whether two views of a player show the same."""
    return all(
        getattr(one, name) == getattr(other, name)
        for name in (
            "pieces",
            "marks",
            "zones",
            "variables",
            "player_variables",
            "cell_variables",
            "deciders",
            "choices",
            "eliminated",
        )
    )
