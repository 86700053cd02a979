"""Random games looked at move by move: how many moves are possible, which are made, how full the board gets."""

from __future__ import annotations

import hashlib
import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from functools import lru_cache
from typing import ClassVar

from ...deadline import look
from ...experiments.random.orders import PLAIN, Order
from ...machine.answers import PLAYING
from ...play.game import Game
from ...rules.program import CHANCE
from ..blocks import Compiled
from ..sections import Json, numbers_of
from .single import FEW

PLENTY = 600
"""How many games come before other work."""


@dataclass(frozen=True)
class Walks:
    """What was seen on the way through random games, as counts that add up."""

    games: int = 0
    widths: Counter[tuple[int, int]] = field(default_factory=Counter)
    """Positions by (decisions of players before, moves possible)."""

    spans: Counter[tuple[int, int, int]] = field(default_factory=Counter)
    """Games by (decisions of players, moves possible in all of them together, decisions with a choice)."""

    taken: Counter[int] = field(default_factory=Counter)
    """How often each decision was made, by code, those of chance among them."""

    filled: Counter[int] = field(default_factory=Counter)
    """Games by the number of cells that hold something in the end."""

    touched: Counter[int] = field(default_factory=Counter)
    """Games in which a cell held something at the end, by cell."""

    shortest: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """The codes of the shortest game that ended in a way, by its end code; of those of the same length, the first in
    the order of numbers."""

    products: Counter[int] = field(default_factory=Counter)
    """Games by the logarithm of the product of the numbers of decisions possible, those of chance among them, in
    thousandths."""

    stuck: int = 0
    """Games in which somebody once could only pass, stop or do nothing."""

    def __add__(self, other: Walks) -> Walks:
        shortest = dict(self.shortest)
        for end, codes in other.shortest.items():
            shortest[end] = min(shortest.get(end, codes), codes, key=_length)
        return Walks(
            self.games + other.games,
            self.widths + other.widths,
            self.spans + other.spans,
            self.taken + other.taken,
            self.filled + other.filled,
            self.touched + other.touched,
            shortest,
            self.products + other.products,
            self.stuck + other.stuck,
        )

    def data(self) -> dict[str, list[list[int]]]:
        """Return the counts as data for JSON."""
        return {
            "games": [[self.games]],
            "widths": [[*key, number] for key, number in sorted(self.widths.items())],
            "spans": [[*key, number] for key, number in sorted(self.spans.items())],
            "taken": [[key, number] for key, number in sorted(self.taken.items())],
            "filled": [[key, number] for key, number in sorted(self.filled.items())],
            "touched": [[key, number] for key, number in sorted(self.touched.items())],
            "shortest": [[end, *codes] for end, codes in sorted(self.shortest.items())],
            "products": [[key, number] for key, number in sorted(self.products.items())],
            "stuck": [[self.stuck]],
        }

    @classmethod
    def read(cls, data: Mapping[str, list[list[int]]]) -> Walks:
        """Return what `data` was made of; raises ValueError or KeyError for other data."""
        ((games,),), ((stuck,),) = data["games"], data["stuck"]
        return cls(
            games,
            Counter({(ply, width): number for ply, width, number in data["widths"]}),
            Counter({(made, wide, chosen): number for made, wide, chosen, number in data["spans"]}),
            _counts(data["taken"]),
            _counts(data["filled"]),
            _counts(data["touched"]),
            {end: tuple(codes) for end, *codes in data["shortest"]},
            _counts(data["products"]),
            stuck,
        )


@dataclass(frozen=True)
class WalkGames:
    """Walks as a job: one random game a block, each from dice of its own, played by the plain text."""

    order: Order
    seed: int
    games: int
    nothing: ClassVar[Walks] = Walks()

    @property
    def blocks(self) -> int:
        """The number of games."""
        return self.games

    @property
    def name(self) -> str:
        """A hash of all that is played."""
        return hashlib.sha256(repr(("walks", astuple(self.order), self.seed, self.games)).encode()).hexdigest()

    def played(self, run: range) -> Walks:
        """Play some games."""
        game, found, stuck = _game(self.order), Walks(), 0
        walker = Walker(game)
        for block in run:
            look()
            stuck += walker.walk(random.Random(f"walk {self.seed} {block}"), found)
        return replace(found, games=len(run), stuck=stuck)

    def told(self, run: range) -> str:
        """Return what to call some games."""
        return f"walks {run.start + 1:,} to {run.stop:,}"


class Walker:
    """Plays random games by a machine's own functions, and counts what it sees."""

    def __init__(self, game: Game) -> None:
        machine = game.machine
        self._legal, self._step = machine.function("legal"), machine.function("step")
        self._start, self._room = machine.start, [0] * (machine.action_count + 1)
        self._end, self._at = machine.layout.end.offset, machine.layout.at.offset if machine.layout.at else None
        self._chances = [point.way == CHANCE for point in game.rules.points]
        self._idle = {block.base + at for block in machine.blocks if block.is_idle for at in range(block.size)}
        self._no_move = machine.no_move
        self._longest, self._cells = machine.plan.playouts.longest, len(game.board.cells)

    def walk(self, dice: random.Random, found: Walks) -> bool:
        """Play one game, add to the counts, but for the numbers of games, and return whether somebody was stuck."""
        state, room, made, wide, chosen, ways = list(self._start), self._room, 0, 0, 0, 0.0
        codes, is_stuck = list[int](), False
        for _ in range(self._longest):
            if state[self._end] != PLAYING:
                break
            count = self._legal(state, room)
            ways += math.log(count)
            if not self._chances[state[self._at] if self._at is not None else 0]:
                found.widths[made, count] += 1
                made, wide, chosen = made + 1, wide + count, chosen + (count > 1)
                is_stuck = is_stuck or (count <= len(self._idle) and self._idle.issuperset(room[:count]))
            code = room[int(dice.random() * count)]
            codes.append(code)
            self._step(state, code)
        held = [cell for cell in range(self._cells) if state[cell]]
        found.spans[made, wide, chosen] += 1
        found.products[round(1_000 * ways)] += 1
        found.filled[len(held)] += 1
        found.touched.update(held)
        found.taken.update(codes)
        end = state[self._end]
        found.shortest[end] = min(found.shortest.get(end, tuple(codes)), tuple(codes), key=_length)
        return is_stuck or end == self._no_move


class WalkKind:
    """Random games looked at move by move."""

    name = "walks"
    unit = "random games, move by move"
    version = 4
    share = 0.5
    few = FEW
    size = 1
    most = 20_000
    nothing: ClassVar[Walks] = Walks()

    def suits(self, game: Game) -> bool:
        """Whether there is anything to play: there always is."""
        return True

    def enough(self, game: Game) -> int:
        """Return how many games tell that something is never used, and a few more."""
        return PLENTY

    def compiled(self, game: Game) -> Sequence[Compiled]:
        """Return nothing: the plain text plays."""
        return ()

    def job(self, game: Game, seed: int, games: int) -> WalkGames:
        """Return so many games as a job."""
        return WalkGames(Order.of(game, PLAIN), seed, games)

    def here(self, game: Game, seed: int, games: int) -> None:
        """Return nothing: threads would hold each other up."""

    def read(self, data: Json) -> Walks:
        """Return what was kept."""
        return Walks.read(numbers_of(data))


WALKS = WalkKind()


def _counts(rows: list[list[int]]) -> Counter[int]:
    return Counter({key: number for key, number in rows})  # noqa: C416 - as types have it


def _length(codes: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    return len(codes), codes


@lru_cache(maxsize=4)
def _game(order: Order) -> Game:
    return order.game()
