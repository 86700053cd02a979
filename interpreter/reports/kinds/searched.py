"""Games that a search plays against itself, at three strengths."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

from ...experiments.codes import swaps_of
from ...play.game import Game
from ...players.search.engine import workshop
from ..sections import Json, numbers_of
from .desk import Ended, Searching, is_veiled, played, played_veiled, searching
from .single import FEW, SingleKind

WHOLE = 300
"""Of so many games of each strength, the first ones, all decisions and values are kept; of others the first two."""

PARTS = 1_000
"""Values are kept in thousandths."""


@dataclass(frozen=True)
class Searched:
    """A game that a search has played against itself."""

    number: int
    ended: Ended
    """How it ended; with the first two decisions alone where `is_whole` is false."""

    length: int
    """The number of decisions."""

    is_whole: bool
    values: tuple[tuple[int, ...], ...] = ()
    """What each seat could expect before each decision of a player, in thousandths; empty if nothing judges that."""

    gaps: tuple[int, ...] = ()
    """How far two searches of the position differ for the first seat, in thousandths; all 0 if there was only one."""

    def row(self) -> list[int]:
        """Return it as whole numbers."""
        seats = len(self.values[0]) if self.values else 0
        flat = [each for values in self.values for each in values]
        return [self.number, self.length, self.ended.end, self.ended.seat, int(self.is_whole), len(self.ended.codes),
                len(self.values), seats, *self.ended.codes, *flat, *self.gaps]  # fmt: skip

    @classmethod
    def read(cls, row: Sequence[int]) -> Searched:
        """Return what `row` was made of; raises ValueError for other numbers."""
        number, length, end, seat, is_whole, codes, positions, seats = row[:8]
        rest = row[8:]
        if len(rest) != codes + positions * (seats + 1) or min(codes, positions, seats) < 0:
            raise ValueError("not a searched game")
        flat, gaps = rest[codes : codes + positions * seats], rest[codes + positions * seats :]
        values = tuple(tuple(flat[at * seats : (at + 1) * seats]) for at in range(positions))
        return cls(number, Ended(tuple(rest[:codes]), end, seat), length, bool(is_whole), values, tuple(gaps))


@dataclass(frozen=True)
class SearchedGames:
    """Games by their numbers."""

    all: tuple[Searched, ...] = ()

    @property
    def games(self) -> int:
        """How many there are."""
        return len(self.all)

    @property
    def whole(self) -> tuple[Searched, ...]:
        """Those of which everything is kept."""
        return tuple(game for game in self.all if game.is_whole)

    def __add__(self, other: SearchedGames) -> SearchedGames:
        return SearchedGames(tuple(sorted((*self.all, *other.all), key=attrgetter("number"))))

    def data(self) -> dict[str, list[list[int]]]:
        """Return them as data for JSON."""
        return {"games": [game.row() for game in self.all]}


@dataclass(frozen=True)
class SelfPlay(SingleKind[SearchedGames]):
    """Each seat searches with as many simulations a decision as the other, shared among so many trees."""

    name: str
    unit: str
    simulations: int
    share: float
    most: int
    few: int = FEW
    plenty: int = 0
    """So many games come before other work."""

    voices: int = 1
    may_swap: bool = True
    nothing = SearchedGames()

    def suits(self, game: Game) -> bool:
        """Whether the search plays the game: for two if anything is hidden. Where nobody may swap, others could."""
        if not self.may_swap:
            return bool(swaps_of(game)) and not is_veiled(game)
        return len(game.players) == 2 or (len(game.players) > 2 and not is_veiled(game))

    def enough(self, game: Game) -> int:
        """Return how many games answer what a card asks."""
        return self.plenty

    def play(self, game: Game, seed: int, number: int, dice: random.Random) -> SearchedGames:
        """Play one game."""
        hand, seats = searching(self.simulations // self.voices), len(game.players)
        values, gaps = list[tuple[float, ...]](), list[float]()
        if is_veiled(game):
            ended = played_veiled(game, [hand] * seats, dice)
        else:
            besides = () if self.may_swap else swaps_of(game)
            voice = Searching(workshop(game), hand, dice, besides, self.voices, values, gaps)
            ended = played(game, [voice] * seats, dice)
        if number >= WHOLE:
            few = Ended(ended.codes[:2], ended.end, ended.seat)
            return SearchedGames((Searched(number, few, len(ended.codes), is_whole=False),))
        thousandths = tuple(tuple(round(each * PARTS) for each in row) for row in values)
        differences = tuple(round(each * PARTS) for each in gaps)
        return SearchedGames(
            (Searched(number, ended, len(ended.codes), is_whole=True, values=thousandths, gaps=differences),)
        )

    def read(self, data: Json) -> SearchedGames:
        """Return what was kept."""
        return SearchedGames(tuple(map(Searched.read, numbers_of(data)["games"])))


WEAK = SelfPlay("search-10", "games searched with 10 simulations a move", 10, share=1.8, most=20_000,
                plenty=1_000)  # fmt: skip
MIDDLING = SelfPlay("search-100", "games searched with 100 simulations a move", 100, share=1.5, most=5_000,
                    few=8, plenty=120)  # fmt: skip
STRONG = SelfPlay("search-1000", "games searched with 1,000 simulations a move", 1_000, share=0.5, most=1_000,
                  few=0, voices=2)  # fmt: skip

SEARCHED = WEAK, MIDDLING, STRONG
"""Self-play by strength, the weakest first."""

NO_SWAP = SelfPlay(
    "search-100-without-swap", "games searched with 100 simulations a move, in which nobody swaps", 100,
    share=0.7, most=5_000, few=8, plenty=60, may_swap=False,
)  # fmt: skip
"""The same where nobody may swap, for games in which they could."""
