"""Many games of one kind side by side, for machine learning: arrays in, arrays out."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..doors.given import whole
from ..machine.answers import PLAYING
from ..machine.chance import generator, mixed
from ..rules.ir import EMPTY
from ..rules.layers import CONTENTS, KINDS, known_in_all, known_to_all
from ..rules.program import CHANCE, CHOICE, SECRET
from .game import Game
from .reasons import reason
from .state import State

MOST_GAMES = 1 << 40
"""The most games of a batch, if there were memory for them."""

LEAVE, NOBODY, UNDECIDED = -1, -1, -2
"""LEAVE is the action that leaves a game as it is, NOBODY the winner of a draw and the player to move where none is,
UNDECIDED the winner while play goes on."""


class Batch:
    """`n` games of one kind, all at their start, as arrays.

    Chance is drawn at once, so that in every game that is not over a player decides next. Actions are the codes of
    moves: `game.move(code)` is the move. Players are numbered as in `game.players`. What is needed is compiled.

    Reading never changes the states, so threads may read a batch at once; `step` and `reset` are for one thread, while
    no other reads. Copies and pickles go on with the same chance as the original.
    """

    def __init__(self, game: Game, n: int, seed: int = 0) -> None:
        if whole("n", n, most=MOST_GAMES) < 1:
            raise ValueError("a batch needs at least one game")
        whole("seed", seed)
        self.game = game
        self._compiled, machine = game.compiled(), game.machine
        self._start = np.array(machine.start, np.int32 if machine.layout.fits else np.int64)
        self.states: NDArray[np.int32] | NDArray[np.int64] = np.tile(self._start, (n, 1))
        """The machine's states, of shape (n, layout.size), laid out as `game.machine.layout` says."""

        self._dice = np.array([_dice(seed, number) for number in range(n)], np.int64)
        layout, players = machine.layout, len(game.players)
        self._end, self._mover = layout.end.offset, layout.mover.offset
        self._at = layout.at.offset if layout.at else None
        self._alone = np.array([point.way in (CHOICE, SECRET) for point in game.rules.points])
        outcomes = [game.outcome(end) for end in range(1, machine.too_long + 1)]
        winners = [NOBODY if each.winner is None else game.players.index(each.winner) for each in outcomes]
        self._winners = np.array([UNDECIDED, *winners], np.int8)
        self._labels = np.array(["", *(each.label for each in outcomes)])
        self._rewards = np.zeros((len(winners) + 1, players), np.float32)
        for end, winner in enumerate(winners, 1):
            if winner != NOBODY:
                self._rewards[end] = -1 / (players - 1) if players > 1 else 0
                self._rewards[end, winner] = 1
        self.reset()

    def __repr__(self) -> str:
        return f"<Batch of {len(self):,} game{'s' * (len(self) > 1)}, {int(self.over.sum()):,} over: {self.game!r}>"

    def __len__(self) -> int:
        return len(self.states)

    def __copy__(self) -> Batch:
        return _with_states(self.game, self.states, self._dice)

    def __deepcopy__(self, memo: dict[int, object]) -> Batch:
        return copy(self)

    def __reduce__(self) -> tuple[Callable[..., Batch], tuple[object, ...]]:
        return _with_states, (self.game, self.states, self._dice)

    @property
    def action_count(self) -> int:
        """The number of codes: an action is in `range(action_count)`, or -1."""
        return self.game.action_count

    @property
    def notes(self) -> list[str]:
        """Why compiled functions could not be kept on disk, if they could not."""
        return list(self._compiled.notes)

    # What the games look like

    def legal_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, of shape (n, action_count); none in a game that is over."""
        masks = np.empty((len(self), self.action_count), np.bool_)
        self._compiled.function("legal_all")(self.states, masks, *self._room())
        return masks

    def observations(self, player: str | None = None) -> NDArray[np.int16]:
        """Return what a player knows of the cells, or who is to move in each game, of shape (n, cells).

        0 is an empty cell, 1 + player × kinds + kind a piece; neutral pieces are numbered after the last player's.
        A piece whose kind the rules hide is numbered after all these, by its owner. As in a `View`, cells that the
        rules hide look empty until the game is over; where no player is to move alone, all do that may hide something,
        and all kinds are hidden that may be. Raises ValueError if there is no such player.
        """
        rules = self.game.rules
        number = None if player is None else self.game.number_of(player)
        held = self.states[:, : len(self.game.board.cells)].astype(np.int16)
        if not rules.hides:
            return held
        who = self.to_move if number is None else np.full(len(self), number)
        bits = np.empty(held.shape, np.int64)
        self._compiled.function("seen_all")(self.states, who.astype(np.int64), bits, np.empty_like(self._start))
        bits[who == NOBODY] = known_to_all(rules.sees, rules.layers)
        bits[self.over] = known_in_all(rules.layers)
        owners = rules.content_count + (held - 1) // len(rules.pieces)
        told = np.where((bits >> KINDS & 1 == 1) | (held == EMPTY), held, owners.astype(np.int16))
        return np.where(bits >> CONTENTS & 1 == 1, told, np.int16(EMPTY))

    @property
    def to_move(self) -> NDArray[np.int8]:
        """The players to decide, of shape (n,): -1 where several decide together and where the game is over."""
        alone = self._alone[self.states[:, self._at] if self._at is not None else np.zeros(len(self), np.int64)]
        return np.where(alone & ~self.over, self.states[:, self._mover].astype(np.int8), np.int8(NOBODY))

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which games are over, of shape (n,)."""
        return np.asarray(self.states[:, self._end] != PLAYING)

    def outcomes(self) -> NDArray[np.int8]:
        """Return the winners, of shape (n,): -1 for a draw, -2 while play goes on."""
        return np.asarray(self._winners[self.states[:, self._end]])

    def labels(self) -> NDArray[np.str_]:
        """Return the labels of the endings, of shape (n,): empty for an ending without one and while play goes on."""
        return np.asarray(self._labels[self.states[:, self._end]])

    @property
    def rewards(self) -> NDArray[np.float32]:
        """The players' rewards, of shape (n, players), which add up to 0 in each game.

        The winner has 1 and the others share -1 equally; all have 0 in a draw and while play goes on.
        """
        return np.asarray(self._rewards[self.states[:, self._end]])

    # What can be done with them

    def step(self, actions: ArrayLike) -> None:
        """Take an action in each game, -1 to leave it as it is, then draw what chance decides.

        `actions` are integers of shape (n,). Raises ValueError if one is not legal; then no game changes. Nothing
        interrupts a step: all games have taken theirs, or none.
        """
        given = np.asarray(actions)
        if isinstance(actions, list | tuple) and any(isinstance(each, bool | np.bool_) for each in actions):
            raise ValueError("actions must be integers; True and False are not")
        if given.shape != (len(self),) or given.dtype.kind not in "iu":
            raise ValueError(
                f"actions must be integers of shape ({len(self)},), not {given.dtype} of shape {given.shape}"
            )
        if given.dtype == np.uint64:  # among these, what looks like -1 once it is signed is no action
            given = np.minimum(given, self.action_count)
        codes = given.astype(np.int64)
        refused = self._compiled.function("play_all")(self.states, codes, self._dice, *self._room())
        if refused >= 0:
            raise ValueError(f"game {refused}: {self._why(refused, int(np.asarray(actions)[refused]))}")

    def reset(self, which: ArrayLike | None = None) -> None:
        """Start games again: all of them, or those that a mask or an array of numbers selects. Chance is drawn anew.

        Raises ValueError for anything else.
        """
        begun = np.zeros(len(self), np.bool_)
        try:
            begun[slice(None) if which is None else np.asarray(which)] = True
        except (IndexError, TypeError, ValueError) as error:
            raise ValueError(f"`which` must be a mask of {len(self)} games or their numbers: {error}") from None
        if any(point.way == CHANCE for point in self.game.rules.points):
            begin = self._compiled.function("begin_all")
            begin(self.states, begun, self._start, self._dice, np.empty(self.action_count, self._start.dtype))
        else:
            self.states[begun] = self._start

    def state(self, number: int) -> State:
        """Return one of the games as a state, without its past; raises ValueError if there is no such game."""
        number = whole("number", number, 0, len(self) - 1)
        return State(self.game, self.states[number].tolist())

    def _room(self) -> tuple[NDArray[np.generic], NDArray[np.generic]]:
        """Room for a state and for the codes of all moves; each call has its own."""
        return np.empty_like(self._start), np.empty(self.action_count, self._start.dtype)

    def _why(self, number: int, code: int) -> str:
        """Why a code is illegal."""
        if not 0 <= code < self.action_count:
            return f"there is no code {code}"
        state, move = self.state(number), self.game.move(code)
        refusal = self.game.machine.refusal(list(state.vector), code)
        return f"code {code}, {move}, is illegal: {reason(state, move, refusal, state.legal_moves)}"


def _with_states(game: Game, states: NDArray[np.generic], dice: NDArray[np.int64]) -> Batch:
    """Return a batch with copies of the states and the generators of another."""
    batch = Batch(game, len(states))
    batch.states[:], batch._dice[:] = states, dice
    return batch


def _dice(seed: int, number: int) -> int:
    """The state of the random generator with which one game of a batch begins."""
    return generator(mixed(mixed(seed & _MASK) + (number + 1) * 0x9E3779B97F4A7C15 & _MASK))


_MASK = (1 << 64) - 1
