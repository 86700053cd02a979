"""Proofs on small boards are compared with brute force, all lines of play over the plain machine: the positions of a
random game from the last one back to the first, until there is too much to search."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from itertools import takewhile

import pytest
from conftest import GAMES, long, sizes_of, wide

import hexgame
from hexgame.machine.answers import PLAYING
from hexgame.play.game import Game
from hexgame.play.state import State
from hexgame.players.exact import Unsolvable
from hexgame.players.exact.hands import Plain
from hexgame.players.exact.judge import NOBODY_WINS, Judge, check
from hexgame.rules.program import CHOICE

SMALL, MOST_CELLS, MOST_POSITIONS, MOST_GAMES, MOST_MOVES, FUEL = 16, 27, 4_000, 5, 200, 2_000
"""All boards of up to so many cells are tried, and larger ones only if there is none; how far brute force goes, in how
many games, how long these are, and what a proof may cost."""


class TooManyError(Exception):
    """Brute force would take too long."""


class BruteForce:
    """Who can force what, from the definition; what was found is remembered, and nothing is left out but what no longer
    matters."""

    def __init__(self, game: Game) -> None:
        self.game, self.layout = game, game.machine.layout
        self.known: dict[tuple[int, bool, tuple[int, ...]], bool | None] = {}
        self.codes = [0] * (game.action_count + 1)

    def seat(self, vector: Sequence[int], colour: int) -> int:
        seats = self.layout.seat
        return colour if seats is None else vector[seats.offset + colour]

    def forces(self, seat: int, draws: bool, vector: list[int]) -> bool:
        """Whether a person can force a win, or at least a draw."""
        end = vector[self.layout.end.offset]
        if end != PLAYING:
            winner = self.game.outcome(end).winner
            return draws if winner is None else self.seat(vector, self.game.players.index(winner)) == seat
        key = seat, draws, tuple(vector[: self.layout.position_size])
        if key not in self.known:
            if len(self.known) > MOST_POSITIONS:
                raise TooManyError
            at = self.layout.at
            if self.game.rules.points[vector[at.offset] if at else 0].way != CHOICE:
                raise Unsolvable("chance decides, or several at once")
            self.known[key] = None
            mine = self.seat(vector, vector[self.layout.mover.offset]) == seat
            after = (self.forces(seat, draws, each) for _, each in self.moves(vector))
            self.known[key] = any(after) if mine else all(after)
        found = self.known[key]
        if found is None:
            raise Unsolvable("play comes back to a position")
        return found

    def moves(self, vector: list[int]) -> list[tuple[int, list[int]]]:
        """Each decision with the position after it."""
        codes, found = self.codes, []
        for code in codes[: self.game.machine.legal(vector, codes)]:
            after = list(vector)
            self.game.machine.step(after, code)
            found.append((code, after))
        return found

    def value(self, vector: list[int]) -> int:
        """The seat of who can force a win, or that nobody can."""
        for seat in range(len(self.game.players)):
            if self.forces(seat, False, vector):
                return seat
        if len(self.game.players) == 2:
            assert self.forces(0, True, vector)
            assert self.forces(1, True, vector)
        return NOBODY_WINS


def agrees(state: State) -> bool:
    """Compare the values of a position and of all its moves; return whether brute force could find them."""
    game, vector = state.game, list(state.vector)
    brute = BruteForce(game)
    try:
        positions = [vector, *(after for _, after in brute.moves(vector))]
        values = [brute.value(each) for each in positions]
    except (TooManyError, RecursionError):  # lines of play may be longer than Python can follow
        return False
    for person in range(len(game.players)) if len(game.players) == 2 else (0,):
        judge = Judge(game, person, Plain(game))
        for each, value in zip(positions, values, strict=True):
            assert judge.value(each, FUEL) in (value, None)
    return True


def line(game: Game, dice: random.Random) -> list[State]:
    """The positions of a random game, from the start to the last decision."""
    state, found = game.start(seed=1), []
    while not state.is_over and len(found) < MOST_MOVES:
        check(state)
        found.append(state.copy())
        state.play(dice.choice(state.legal_moves))
    return found


@long
@wide("*", "!hex", "!three_player_hex")
@pytest.mark.parametrize("name", [path.stem for path in GAMES])
def test_every_proof_agrees_with_brute_force(name: str) -> None:
    compared = 0
    for size in sizes_of(name):
        game, dice = hexgame.load(name, size=size), random.Random(size)
        if len(game.board.cells) > (SMALL if compared else MOST_CELLS):
            break
        with suppress(Unsolvable):
            for _ in range(MOST_GAMES):
                compared += sum(1 for _ in takewhile(agrees, reversed(line(game, dice))))
                if compared:
                    break
    if not compared:
        pytest.skip(f"no board of at most {MOST_CELLS} cells that has exact values")
