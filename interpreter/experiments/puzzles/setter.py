"""Sets puzzles: plays games by searches, goes back from their ends, keeps positions in which one move alone wins."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from ...deadline import look
from ...machine.answers import PLAYING
from ...play.game import Game
from ...play.state import State
from ...players.exact import Unsolvable
from ...players.exact.binding import bonds_room
from ...players.exact.images import images_of
from ...players.exact.judge import person
from ...players.exact.prover import Prover
from ...players.exact.second import GaveUp, Second
from ...players.protocol import Limits
from ...players.search.player import TreePlayer
from ...rules.program import CHANCE, CHOICE
from ..codes import legal, swaps_of
from .puzzle import BUDGETS, CHANCES, Bounds, Puzzle, refuse_unsuitable

LOOSE = (0.2, 0.8)
"""How often a move is drawn at random instead of searched for, at least and at most: each game has its own share, so
that they are not all alike. Where searches alone play, small boards are decided before proofs come to an end."""

LONGEST = 1_000
"""The most decisions of a game; longer ones give no puzzle."""

FEWEST = 3
"""The fewest moves to choose from: of two, one is found by chance too often."""

OTHERS = 10
"""How many other moves at most are tried at each decision of a game."""

SHARES = 8
"""The second search may visit so small a part of what is left of its positions for one position of a game."""

UNFINISHED = 2
"""After so many positions that the second search does not finish, a game is not gone further back: it gets harder."""

BONDS_TAKE = 50
"""How many times as long a position takes to prove where bonds are looked for."""

SMALL = 12
"""The most cells of a board on which the first search is not worth compiling."""

GUESSED = 200
"""How many positions the first search may visit to guess where the second should look."""

UNCHECKED, NO_POSITION = "a second search did not get to its end", "no position was found in which one move wins"
"""Why a game gave no puzzle."""

EACH = 4
"""The most puzzles of a game: those furthest from its end."""

VOICES = 2
"""How many searches grade a puzzle, each from a seed of its own."""


class Setter:
    """Sets puzzles from searched games, of one game a few. Raises Unsuitable for a game that can have none."""

    def __init__(self, game: Game, bounds: Bounds | None = None, *, at_once: bool = False) -> None:
        """`at_once` also lets moves that win at once be answers."""
        refuse_unsuitable(game)
        self._game, self._bounds, self._at_once = game, bounds or Bounds(), at_once
        self._swaps, (self._images, self._length) = swaps_of(game), images_of(game)
        self._pace = BONDS_TAKE if bonds_room(game.machine) else 1
        self.refusals = dict[str, int]()
        """Why games gave no puzzle, by how many did not for that reason."""

    def set(self, seed: int, number: int) -> tuple[Puzzle, ...]:
        """Return the puzzles of the game of a number, if it has any. The same numbers give the same puzzles."""
        dice = random.Random(f"puzzles {seed} {number}")
        try:
            codes, line = self._line(dice)
            checked, left, unfinished, prover = list[Puzzle](), self._bounds.checked, 0, self._prover()
            for each in self._unique(prover, codes, line, dice):
                room = max(1, left // SHARES)
                sure = self._checked(each, room, prover)
                left -= sure.checked if sure else room
                unfinished += sure is None
                checked += [sure] if sure else []
                if unfinished == UNFINISHED:
                    break
        except Unsolvable as why:
            self._refuse(str(why))
            return ()
        if not checked:
            self._refuse(UNCHECKED if unfinished else NO_POSITION)
        return tuple(self._graded(each, dice) for each in checked[-EACH:])

    def print_of(self, puzzle: Puzzle) -> tuple[int, ...]:
        """Return what a puzzle has in common with its images under the symmetries of its game, and with no other."""
        vector, size = puzzle.state(self._game).vector, self._length
        return min(tuple(vector[place] for place in self._images[at : at + size])
                   for at in range(0, len(self._images), size))  # fmt: skip

    def _prover(self) -> Prover:
        return Prover(self._game, compiled=len(self._game.board.cells) > SMALL)

    def _refuse(self, why: str) -> None:
        self.refusals[why] = self.refusals.get(why, 0) + 1

    def _line(self, dice: random.Random) -> tuple[list[int], list[list[int]]]:
        """Play a game and return its decisions and the positions before each; raises Unsolvable where chance decides
        after the first choice."""
        state, player = self._game.start(decide_chance=False), TreePlayer(dice.getrandbits(31))
        codes, line, has_chosen, loose = list[int](), list[list[int]](), False, dice.uniform(*LOOSE)
        while not state.is_over and len(codes) < LONGEST:
            look()
            if state.way == CHANCE and has_chosen:
                raise Unsolvable(CHANCES)
            line.append(list(state.vector))
            if state.way == CHANCE or dice.random() < loose:
                move = dice.choice(state.legal_moves)
            else:
                limits = Limits(simulations=self._bounds.simulations)
                move = player.choose(state.view(str(state.to_move)), limits).move
            has_chosen = has_chosen or state.way == CHOICE
            state.play(move)
            codes.append(move.code)
        if not state.is_over:
            raise Unsolvable("its games are too long")
        return codes, line

    def _unique(
        self, prover: Prover, codes: Sequence[int], line: Sequence[list[int]], dice: random.Random
    ) -> Iterator[Puzzle]:
        """Yield positions in which exactly one move wins, at most one for each decision of a game: it or one that a few
        other moves would have led to. The last come first, as they are proved soonest, and so far back as proofs go."""
        met = set[tuple[int, ...]]()
        for ply in range(len(line) - 1, -1, -1):
            others = legal(self._game, line[ply])
            for code in (None, *dice.sample(others, min(OTHERS, len(others)))):
                look()
                if prover.visited * self._pace > self._bounds.positions:
                    return
                vector = list(line[ply]) if code is None else self._after(line[ply], code)
                key = tuple(vector[: self._game.machine.layout.position_size])
                if key in met or self._is_over(vector):
                    continue
                met.add(key)
                answer = self._only_win(prover, vector)
                if answer is not None:
                    led = (*codes[:ply], *([] if code is None else [code]))
                    yield Puzzle(led, answer, 1, 0)
                    break

    def _only_win(self, prover: Prover, vector: list[int]) -> int | None:
        """The one move that wins; None if there is none, if there are several, or where the proofs take too much.

        The position is proved before its moves: that tells at once of most that they are lost or take too much."""
        at = self._game.machine.layout.at
        moves = legal(self._game, vector)
        if self._game.rules.points[vector[at.offset] if at else 0].way != CHOICE or len(moves) < FEWEST:
            return None
        if self._swaps.intersection(moves):
            return None
        chooser, fuel, answer = self._chooser(vector), self._bounds.fuel // self._pace, None
        if not prover.wins(vector, chooser, fuel):
            return None
        for code in moves:
            wins = prover.wins(self._after(vector, code), chooser, fuel)
            if wins is None or (wins and answer is not None):
                return None
            answer = code if wins else answer
        is_end = answer is not None and self._is_over(self._after(vector, answer))
        return None if is_end and not self._at_once else answer

    def _checked(self, puzzle: Puzzle, most: int, prover: Prover) -> Puzzle | None:
        """Return a puzzle once a second search has proved that its answer wins and no other move does; else None."""
        vector = puzzle.state(self._game).working_copy()
        chooser, fuel = self._chooser(vector), max(1, GUESSED // self._pace)
        second = Second(self._game, chooser, most, lambda each: prover.wins(each, chooser, fuel))
        with suppress(GaveUp):
            for code in legal(self._game, vector):
                if second.wins(self._after(vector, code)) is not (code == puzzle.answer):
                    raise AssertionError(f"two searches disagree: {self._game.name} {puzzle}")
            return replace(puzzle, checked=second.visited)
        return None

    def _graded(self, puzzle: Puzzle, dice: random.Random) -> Puzzle:
        """Return a puzzle with the simulations that it takes."""
        state, seeds = puzzle.state(self._game), [dice.getrandbits(31) for _ in range(VOICES)]
        if self._is_over(self._after(state.vector, puzzle.answer)):
            return replace(puzzle, simulations=0)
        budgets = [each for each in BUDGETS if each <= self._bounds.deepest]
        takes, before = budgets[-1] + 1, 0
        for budget in budgets:
            if not all(self._choice(state, seed, budget) == puzzle.answer for seed in seeds):
                before = 0
            elif before or budget == budgets[-1]:
                takes = before or budget
                break
            else:
                before = budget
        return replace(puzzle, simulations=takes)

    def _choice(self, state: State, seed: int, simulations: int) -> int:
        look()
        view = state.view(str(state.to_move))
        return TreePlayer(seed).choose(view, Limits(simulations=simulations)).move.code

    def _after(self, vector: Sequence[int], code: int) -> list[int]:
        after = list(vector)
        self._game.machine.step(after, code)
        return after

    def _is_over(self, vector: Sequence[int]) -> bool:
        return vector[self._game.machine.layout.end.offset] != PLAYING

    def _chooser(self, vector: Sequence[int]) -> int:
        return person(self._game, vector, vector[self._game.machine.layout.mover.offset])
