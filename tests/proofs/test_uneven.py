"""Boards on which players have different numbers of edges, or none: whatever plays, solves or proves makes do."""

from __future__ import annotations

import pytest
from conftest import complete

import hexgame
from hexgame.diagnostics.text import Source
from hexgame.experiments import playouts
from hexgame.experiments.random.orders import PLAIN
from hexgame.players import Limits, player
from hexgame.players.exact import solve
from hexgame.proofs import Limits as ProofLimits
from hexgame.proofs import prove
from hexgame.web.talk.envelopes import read
from hexgame.web.talk.table import Table, setup_of

BOARDS = (
    "shape rhombus(3) edge top: Red edge left, right, bottom: Blue",
    "shape rhombus(3) edge top, left, right: Blue edge bottom: Red",
    "shape parallelogram(4, 2) edge top, bottom, left: Red edge right: Blue",
    "shape parallelogram(4, 2) edge top: Red edge left, right: Blue",
    "shape hexagon(2) edge outside split 6: Red, Red, Blue, Blue, Blue, Red",
    "shape hexagon(2) edge outside split 3: Red, Blue, Blue",
)
GOALS = (
    "win when connects(own, own.edges)",
    "win for Red when connects(own, own.edges)\nwin for Blue when count(own) > 3 and connects(own, Red.edges)",
)
GLUED = "shape rhombus(3) wrap left, right as u edge top: Red edge bottom: Blue"
THREE = "shape hexagon(2) edge outside split 6: Red, Blue, White, Red, Red, Red"
SHEETS = [
    *(f"board {{ {board} }}\n{goal}" for board in BOARDS for goal in GOALS),
    f"board {{ {GLUED} }}\n{GOALS[0]}\nwin when loop(own, odd: u)",
    f"board {{ {GLUED} }}\n{GOALS[0]} or loop(own, odd: u)",
    f"players Red, Blue, White\nboard {{ {THREE} }}\n{GOALS[0]}",
]


@pytest.mark.parametrize("sheet", SHEETS)
def test_all_that_plays_and_proves_makes_do(sheet: str) -> None:
    text = complete(f"{sheet}\ndraw when count(empty) == 0")
    game = hexgame.load(Source("uneven", text))
    state, exact = game.start(), player("exact", 1)
    assert solve(state, Limits(nodes=50)).nodes < 100
    while not state.is_over and len(state.moves) < 4:
        choice = exact.choose(state.view(str(state.to_move)), Limits(simulations=50))
        state.play(choice.move)
    assert playouts(game, 30, engine=PLAIN).games == 30
    for claim in ("at-least-one-winner", "no-draws", "finite"):
        prove(game, claim, ProofLimits(1.0))


@pytest.mark.parametrize("sheet", SHEETS[-3:])
def test_a_table_makes_do(sheet: str) -> None:
    text = complete(f"{sheet}\ndraw when count(empty) == 0")
    seats = ["exact", "human", "human"][: 3 if "White" in text else 2]
    ask = {"sheet": {"text": text, "bases": []}, "options": {}, "seats": seats, "seed": 1}
    table = Table(setup_of(read({"id": 1, "ask": "open", **ask, "record": None}).ask))  # type: ignore[arg-type]
    (event,) = table.think(Limits(simulations=50))
    assert table.apply(event)
