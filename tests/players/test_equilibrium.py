"""What the search finds where two decide together, beside the equilibrium, which a linear programme computes."""

from __future__ import annotations

import pytest
from conftest import long, wide

import hexgame
from hexgame.machine.answers import PLAYING
from hexgame.play.game import Game
from hexgame.players import Limits
from hexgame.players.search.engine import workshop
from hexgame.players.search.player import TreePlayer
from hexgame.rules.program import CHOICE

np = pytest.importorskip("numpy")
optimize = pytest.importorskip("scipy.optimize")

SIMULATIONS = 200_000


class Equilibrium:
    """What each position is worth to the first of two players, from the definition."""

    def __init__(self, game: Game) -> None:
        self.game, self.layout = game, game.machine.layout
        self.known: dict[tuple[int, ...], float] = {}

    def value(self, vector: list[int]) -> float:
        end = vector[self.layout.end.offset]
        if end != PLAYING:
            return {None: 0.5, 0: 1.0, 1: 0.0}[self._number(self.game.outcome(end).winner)]
        key = tuple(vector[: self.layout.position_size])
        if key not in self.known:
            self.known[key] = self._decided(vector)
        return self.known[key]

    def _number(self, winner: str | None) -> int | None:
        return None if winner is None else self.game.players.index(winner)

    def _decided(self, vector: list[int]) -> float:
        at = self.layout.at
        if self.game.rules.points[vector[at.offset] if at else 0].way == CHOICE:
            best = max if vector[self.layout.mover.offset] == 0 else min
            return best(self.value(self._after(vector, code)) for code in self._codes(vector))
        return solved(self.matrix(vector))[0]

    def matrix(self, vector: list[int]) -> np.ndarray:
        """What each pair of picks is worth, where both pick: by the first's; NaN where none can be."""
        codes = self._codes(vector)
        block = self.game.block_of(codes[0])
        count = len(block.choices)
        found = np.full((count, count), np.nan)
        for code in codes:
            found[divmod(code - block.base, count)] = self.value(self._after(vector, code))
        return found

    def _codes(self, vector: list[int]) -> list[int]:
        codes = [0] * (self.game.action_count + 1)
        return codes[: self.game.machine.legal(vector, codes)]

    def _after(self, vector: list[int], code: int) -> list[int]:
        after = list(vector)
        self.game.machine.step(after, code)
        return after


def solved(matrix: np.ndarray) -> tuple[float, np.ndarray]:
    """The value of a matrix game, and a mixture of rows that is worth it: the linear programme."""
    rows, columns = ~np.isnan(matrix).all(axis=1), ~np.isnan(matrix).all(axis=0)
    part = matrix[rows][:, columns]
    height, width = part.shape
    found = optimize.linprog(
        [*[0] * height, -1], A_ub=np.hstack((-part.T, np.ones((width, 1)))), b_ub=np.zeros(width),
        A_eq=[[*[1] * height, 0]], b_eq=[1], bounds=[*[(0, 1)] * height, (0, 1)],
    )  # fmt: skip
    mixture = np.zeros(len(matrix))
    mixture[rows] = found.x[:-1]
    return float(found.x[-1]), mixture


# Blind Hex with five empty cells, where nobody has a pick that is always good: stones of X and O, what X sets aside.
POSITIONS = [
    ("c1 a4 c4 d4 e1 c5 e5 d1 c2 a1", "c3 d2 d3 b1 a3 b2 b3 e3 a2 e2", 3),
    ("e2 c2 b1 d2 d5 b2 e5 a4 d1 e1", "c3 a2 c5 d3 a3 b3 c4 b4 e4 b5", 6),
    ("b1 a4 e4 b3 b2 e2 c4 e3 b5 d4", "e5 a2 c5 d5 c2 c1 a1 a5 c3 d1", 9),
]


@long
@wide("*", "!*-6")
@pytest.mark.parametrize(("crosses", "noughts", "aside"), POSITIONS)
def test_mixtures_are_worth_what_the_equilibrium_is(crosses: str, noughts: str, aside: int) -> None:
    game = hexgame.load("blind_hex", size=5, handicapped="X", refusals=2)
    workshop(game).wait()
    state = game.position({"X": crosses.split(), "O": noughts.split()})
    state.play(state.legal_moves[aside])
    matrix = Equilibrium(game).matrix(list(state.vector))
    worth = solved(matrix)[0]
    assert 0.01 < worth < 0.99
    for name, table, value in (("X", matrix, worth), ("O", 1 - matrix.T, 1 - worth)):
        choice = TreePlayer(1).choose(state.view(name), Limits(simulations=SIMULATIONS))
        mixture = np.zeros(len(table))
        for each in choice.moves:
            mixture[each.move.code] = each.share
        answers = (mixture[:, None] * np.nan_to_num(table)).sum(axis=0)[~np.isnan(table).all(axis=0)]
        assert answers.min() == pytest.approx(value, abs=0.02)
        assert choice.values[game.players.index(name)] == pytest.approx(value, abs=0.02)
