"""Games that computer players play in bulk: by the machine's own functions, without a state that remembers its past."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field

from ...deadline import look
from ...experiments.codes import legal
from ...experiments.matches.games import LONGEST, PAIR, Fixture, finish
from ...machine.answers import PLAYING
from ...machine.chance import generator
from ...play.game import Game
from ...players import DRAW, LOSS, WIN, Limits, Player
from ...players.search.engine import Workshop, workshop
from ...players.search.kernel.edges import ROOT, WIDTH
from ...players.search.player import TreePlayer
from ...players.search.reading import worth_of
from ...players.search.tree import USUAL, Manners, Tree
from ...players.uniform import RandomPlayer
from ...rules.program import CHANCE, TOGETHER

LARGEST = 1 << 24
"""The most integers of a tree."""

NOBODY = -1
"""The seat that has won a draw."""


@dataclass(frozen=True)
class Hand:
    """Who chooses: a search with so many simulations a decision; with none, chance."""

    name: str
    simulations: int = 0
    manners: Manners = USUAL
    takes_first: bool = False
    """Whether it takes the first of its moves, whatever they are."""


RANDOM = Hand("random play")
GREEDY = Hand("a greedy player", 2, Manners(sense=1, prior=1_000))
"""Looks at the position once: wins at once if it can, else prevents that, else takes a cell on a shortest way of both
players. Two simulations are what the search needs to look at the root."""


FIRST = Hand("a player that takes the first free cell", takes_first=True)


def searching(simulations: int) -> Hand:
    """Return the usual search with so many simulations a decision."""
    return Hand(f"a search of {simulations:,} simulations", simulations)


@dataclass(frozen=True)
class Ended:
    """A game that was played to its end."""

    codes: tuple[int, ...]
    """All decisions, those of chance among them."""

    end: int
    """How it ended, as `Game.outcome` reads it; 0 if it was broken off as it was too long."""

    seat: int
    """The seat that has won; NOBODY for a draw."""

    def score(self, seat: int) -> float:
        """Return what the game is worth to a seat of two: 1, 0.5 or 0."""
        return DRAW if self.seat == NOBODY else float(self.seat == seat)


Chooser = Callable[[list[int], Sequence[int], int], int]
"""Returns the code of a decision, given the position, the decisions so far, and the seat that decides."""


def is_veiled(game: Game) -> bool:
    """Whether players do not see everything, or decide at once: then positions have no value of their own."""
    return game.hides or any(point.way == TOGETHER for point in game.rules.points)


@dataclass
class Random:
    """Takes any decision that it may, all equally likely."""

    game: Game
    dice: random.Random
    besides: Container[int] = ()

    def __call__(self, vector: list[int], _: Sequence[int], __: int) -> int:
        """Return the code of a decision."""
        codes = legal(self.game, vector)
        return self.dice.choice([code for code in codes if code not in self.besides] or codes)


@dataclass
class First:
    """Takes the first decision that it may, in the order of the game: that of cells, row by row."""

    game: Game

    def __call__(self, vector: list[int], _: Sequence[int], __: int) -> int:
        """Return the code of a decision."""
        return min(legal(self.game, vector))


@dataclass
class Searching:
    """Takes what a search has tried most, and notes what it expects."""

    shop: Workshop
    hand: Hand
    dice: random.Random
    besides: Container[int] = ()
    """Codes that are not taken if there are others: swaps, where none are wanted."""

    voices: int = 1
    """How many trees judge a position; the first chooses."""

    values: list[tuple[float, ...]] = field(default_factory=list)
    """What each seat could expect before each decision."""

    gaps: list[float] = field(default_factory=list)
    """How far the first two trees differ in what they expect for the first seat; 0 where the value is proved."""

    _trees: Sequence[Tree] = ()

    def __call__(self, vector: list[int], _: Sequence[int], seat: int) -> int:
        """Return the code of a decision."""
        trees = self._searched(vector)
        proved = next((tree.result for tree in trees if tree.result), 0)
        if proved:
            seats = range(self.shop.players)
            self.values.append(tuple(worth_of(proved, each, self.shop.players) or LOSS for each in seats))
            self.gaps.append(0.0)
        else:
            found = [tree.values() for tree in trees]
            self.values.append(tuple(sum(worths) / len(found) for worths in zip(*found, strict=True)))
            self.gaps.append(abs(found[0][0] - found[-1][0]))
        code = trees[0].favourite(seat, self.besides)
        return code if code >= 0 else trees[0].favourite(seat)

    def _searched(self, vector: Sequence[int]) -> Sequence[Tree]:
        """The trees that judge a position. They are the same at every decision of a game, which saves their making."""
        if not self._trees:
            size = ROOT + WIDTH * (self.shop.codes + 1) * (self.hand.simulations + 2)
            self._trees = [Tree(self.shop, min(size, LARGEST), self.hand.manners, vector) for _ in range(self.voices)]
        for tree in self._trees:
            tree.restart(vector)
            tree.run(generator(self.dice.getrandbits(62)), self.hand.simulations, math.inf)
        return self._trees


def chooser(game: Game, hand: Hand, dice: random.Random, besides: Container[int] = ()) -> Chooser:
    """Return what chooses for a hand in one game."""
    if hand.takes_first:
        return First(game)
    return Searching(workshop(game), hand, dice, besides) if hand.simulations else Random(game, dice, besides)


def begun(game: Game, dice: random.Random) -> tuple[list[int], list[int]]:
    """Return the position in which the first player decides, and what chance has decided before."""
    vector, codes = list(game.machine.start), list[int]()
    while _decider(game, vector) is None and vector[game.machine.layout.end.offset] == PLAYING:
        codes.append(dice.choice(legal(game, vector)))
        game.machine.step(vector, codes[-1])
    return vector, codes


def played(
    game: Game, choosers: Sequence[Chooser], dice: random.Random, opening: tuple[list[int], list[int]] | None = None
) -> Ended:
    """Play a game in which nothing is hidden, one chooser a seat, from an opening: a position, and what led to it."""
    machine, layout = game.machine, game.machine.layout
    vector, codes = opening or (list(machine.start), [])
    while vector[layout.end.offset] == PLAYING and len(codes) < LONGEST:
        look()
        seat = _decider(game, vector)
        code = dice.choice(legal(game, vector)) if seat is None else choosers[seat](list(vector), codes, seat)
        machine.step(vector, code)
        codes.append(code)
    return Ended(tuple(codes), vector[layout.end.offset], winner_of(game, vector))


def played_veiled(game: Game, hands: Sequence[Hand], dice: random.Random) -> Ended:
    """Play a game for two in which something is hidden or decided together, one hand a seat."""
    state, players = game.start(seed=dice.getrandbits(32)), dict[int, Player]()
    for seat, hand in enumerate(hands):
        seed = dice.getrandbits(31)
        limits = Limits(simulations=max(1, hand.simulations))
        players[seat] = TreePlayer(seed, limits, hand.manners) if hand.simulations else RandomPlayer(seed)
    outcome = finish(state, players, dice).outcome
    codes = tuple(move.code for move in state.moves)
    seat = NOBODY if outcome.winner is None else state.seat(outcome.winner)
    return Ended(codes, state.vector[game.machine.layout.end.offset], seat)


def played_pair(
    game: Game, pair: int, hands: Sequence[Hand], seed: int, plies: int, dice: random.Random
) -> tuple[int, int]:
    """Play the two games of a pair, which begin with the same random decisions and exchange seats; return how many the
    first of two hands has won and lost."""
    wins = losses = 0
    for side in range(PAIR):
        fixture = Fixture(PAIR * pair + side)
        seated = [hands[who] for who in fixture.seats]
        if is_veiled(game):
            ended = played_veiled(game, seated, dice)
        else:
            state = fixture.opening(game, seed, plies)
            opening = list(state.vector), [move.code for move in state.moves]
            ended = played(game, [chooser(game, hand, dice) for hand in seated], dice, opening)
        score = ended.score(fixture.seats.index(0))
        wins, losses = wins + (score == WIN), losses + (score == LOSS)
    return wins, losses


def winner_of(game: Game, vector: Sequence[int]) -> int:
    """Return the seat that has won; NOBODY for a draw and while play goes on."""
    layout = game.machine.layout
    end = vector[layout.end.offset]
    winner = game.outcome(end).winner if end != PLAYING else None
    return NOBODY if winner is None else _seat(game, vector, game.players.index(winner))


def _decider(game: Game, vector: Sequence[int]) -> int | None:
    """The seat that decides; None where chance does."""
    layout = game.machine.layout
    point = vector[layout.at.offset] if layout.at else 0
    if game.rules.points[point].way == CHANCE:
        return None
    return _seat(game, vector, vector[layout.mover.offset])


def _seat(game: Game, vector: Sequence[int], colour: int) -> int:
    seat = game.machine.layout.seat
    return colour if seat is None else vector[seat.offset + colour]
