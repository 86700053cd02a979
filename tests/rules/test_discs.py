"""Discs and rings around cells and of sizes that play decides, beside distances in plain Python."""

from __future__ import annotations

import random

import pytest
from conftest import game_of
from lockstep import play_in_lockstep

SHEET = """
board {{ {board} }}
var near = 0 in -1..9
var wide = 0 in 0..99
var thin = 0 in 0..99
turn {{
  place stone on c among empty {{
    c becomes stone
    set near = turn mod 6 - 1
    set wide = count(disc(c, near) - empty)
    set thin = count(d for d in ring(c, near) where d in empty)
  }}
}}
win when count(ring({first}, 1)) == 99 or count(disc({first}, count(own)) & own) == 7
draw when empty == {{}}
"""


@pytest.mark.parametrize(
    ("board", "first"),
    [("shape rhombus(4)", "cell(0, 0)"), ("grid square8 shape rhombus(5) - {cell(2, 2)}", "cell(0, 0)"),
     ("shape rhombus(2) + (rhombus(2) at cell(4, 0))", "cell(0, 0)"),
     ("grid faces of 4.8.8 shape rhombus(3)", "last")],
)  # fmt: skip
def test_play_decides_how_far_discs_and_rings_reach(board: str, first: str) -> None:
    game = game_of(SHEET.format(board=board, first=first))
    places, mesh = game.board.cells, game.board.mesh
    play_in_lockstep(game, games=2, seed=1)
    state, dice = game.start(), random.Random(3)
    while not state.is_over:
        before = len(state.moves) + 1
        move = state.play(dice.choice(state.legal_moves))
        here, reach = places[game.board.by_name[move.cell]], before % 6 - 1
        away = dict(mesh.within(here, 9)) if mesh else {each: game.board.grid.distance(here, each) for each in places}
        steps = [away.get(each, 99) for each in places]
        empty = [state.at(cell) is None for cell in range(len(places))]
        found = [*zip(steps, empty, strict=True)]
        assert int(state.variables["wide"]) == sum(far <= reach and not free for far, free in found)
        assert int(state.variables["thin"]) == sum(far == reach and free for far, free in found)


def test_shapes_stand_for_cells_of_the_board_in_rules() -> None:
    game = game_of("""
board { shape rhombus(4)  require count(ring(cell(1, 1), 1)) == 6 "all cells of a ring count" }
turn { place stone on c among disc(cell(0, 0), 1) & empty where not c in ring(cell(3, 3), 1) }
win when count(disc(cell(0, 0), 1)) == 3 and (every d in disc(cell(0, 0), 1): d in own | enemy)
""")
    assert sorted(map(str, game.start().legal_moves)) == ["a1", "a2", "b1"]
    assert str(game.start().play_all(["a1", "a2", "b1"]).outcome.winner) == "Red"
