"""The games of a match: who sits where, how each begins, and how they are played, here or in another process."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from functools import lru_cache
from typing import ClassVar, NamedTuple

from ...deadline import look
from ...play.game import Game
from ...play.moves import Move, MoveError
from ...play.outcome import Outcome
from ...play.state import State
from ...players import Player, Withdrawn, player
from ...players.deciding import decide, dismiss, play_parts
from ..random.orders import Order

PAIR = 2
"""Games with the same opening; in the second, the seats are exchanged."""

TRIES = 100
"""How often an opening that ends the game is drawn again."""


@dataclass(frozen=True)
class Fixture:
    """One game of a match, counted from 0."""

    number: int

    @property
    def pair(self) -> int:
        """The pair that the game belongs to."""
        return self.number // PAIR

    @property
    def seats(self) -> tuple[int, int]:
        """Which player of the match sits on each seat."""
        return (0, 1) if self.number % PAIR == 0 else (1, 0)

    def opening(self, game: Game, seed: int, plies: int) -> State:
        """Return the position in which the game begins: after so many random moves, the same in both games of a pair.

        First moves are dealt out, so that each is played equally often; later ones are drawn. Chance decides the same
        in both games, too.
        """
        dice = random.Random(f"{seed} {self.pair}")
        state = game.start(seed=dice.randrange(1 << 32))
        for attempt in range(TRIES):
            begun = state.copy()
            for ply in range(plies):
                moves = begun.legal_moves
                if moves:
                    begun.play(dice.choice(moves) if ply else _dealt(moves, seed, self.pair + attempt))
                    begun.let_chance_decide(dice.randrange(1 << 32))
            if not begun.is_over:
                return begun
        return state


def _dealt(moves: Sequence[Move], seed: int, number: int) -> Move:
    """Return a move for a pair: each round deals out all moves in an order of its own."""
    lap, place = divmod(number, len(moves))
    order = list(range(len(moves)))
    random.Random(f"{seed} lap {lap}").shuffle(order)
    return moves[order[place]]


LONGEST = 10_000
"""The most moves of a game; after them it counts as a draw."""

UNFINISHED = "unfinished"
"""The label of a game that was broken off as it was too long."""


@dataclass(frozen=True)
class Played:
    """A finished game of a match."""

    number: int
    moves: tuple[str, ...]
    winner: int | None
    """Which player of the match has won, 0 or 1; None for a draw."""

    colour: str
    """The colour that has won; empty for a draw."""

    label: str
    """How the game ended: the label of its ending, or why a player could not go on."""

    is_forfeit: bool = False
    """Whether it ended because a player could not go on: a program crashed, was silent or wanted an illegal move."""

    @property
    def score(self) -> float:
        """What the game is worth for the first player of the match: 1, 0.5 or 0."""
        return 0.5 if self.winner is None else float(self.winner == 0)


@dataclass(frozen=True)
class Results:
    """Finished games, in the order of their numbers."""

    all: tuple[Played, ...] = ()

    @property
    def games(self) -> int:
        """How many there are."""
        return len(self.all)

    @property
    def pairs(self) -> Results:
        """Those of which the other game of the pair is there, too, if none is missing before the last."""
        return Results(self.all[: self.games - self.games % PAIR])

    def __add__(self, other: Results) -> Results:
        return Results(tuple(sorted((*self.all, *other.all), key=lambda game: game.number)))


@dataclass(frozen=True)
class MatchGames:
    """Games of a match as a job: one game a block."""

    order: Order
    names: tuple[str, str]
    seed: int
    plies: int
    numbers: tuple[int, ...]
    """The games to play, by number: those that are not known already."""

    nothing: ClassVar[Results] = Results()

    @property
    def blocks(self) -> int:
        """The number of games to play."""
        return len(self.numbers)

    @property
    def name(self) -> str:
        """A hash of all that is to be played."""
        whole = (astuple(self.order), self.names, self.seed, self.plies, self.numbers)
        return hashlib.sha256(repr(whole).encode()).hexdigest()

    def played(self, run: range) -> Results:
        """Play some games."""
        game = _game(self.order)
        return Results(tuple(self._play(game, Fixture(self.numbers[block])) for block in run))

    def told(self, run: range) -> str:
        """Return what to call some games."""
        first, last = (self.numbers[block] + 1 for block in (run[0], run[-1]))
        return f"game {first:,}" if first == last else f"games {first:,} to {last:,}"

    def _play(self, game: Game, fixture: Fixture) -> Played:
        choosers = self.choosers(fixture)
        try:
            state = fixture.opening(game, self.seed, self.plies)
            outcome, is_forfeit = finish(state, choosers, random.Random(f"{self.seed} {fixture.number}"))
        finally:
            dismiss(choosers)
        winner = None if outcome.winner is None else fixture.seats[state.seat(outcome.winner)]
        moves = tuple(map(str, state.moves))
        return Played(fixture.number, moves, winner, outcome.winner or "", outcome.label, is_forfeit)

    def choosers(self, fixture: Fixture) -> dict[int, Player]:
        """Return the players of a game by seat, each with a seed of its own."""
        return {
            seat: player(self.names[who], _seed(self.seed, fixture.number, who))
            for seat, who in enumerate(fixture.seats)
        }


class Finish(NamedTuple):
    """How a game ended, and whether because a player could not go on."""

    outcome: Outcome
    is_forfeit: bool = False


def finish(state: State, choosers: Mapping[int, Player], dice: random.Random) -> Finish:
    """Play a game for two to its end and return that; a player who resigns or cannot go on has lost."""
    while not state.is_over:
        look()
        if len(state.moves) >= LONGEST:
            return Finish(Outcome(None, UNFINISHED))
        if not state.deciders:
            state.let_chance_decide(dice.randrange(1 << 32))
            continue
        try:
            choices = decide(state, choosers)
            play_parts(state, {colour: choice.move for colour, choice in choices.items()})
        except (Withdrawn, MoveError) as error:
            loser = error.colour if isinstance(error, Withdrawn) else state.deciders[0]
            other = next(colour for colour in state.game.players if colour != loser)
            return Finish(Outcome(other, f"{loser}: {error}"), isinstance(error, MoveError) or error.is_fault)
    outcome = state.outcome
    assert outcome is not None
    return Finish(outcome)


def _seed(seed: int, number: int, who: int) -> int:
    return random.Random(f"{seed} {number} {who}").randrange(1 << 31)


@lru_cache(maxsize=4)
def _game(order: Order) -> Game:
    return order.game()
