"""Named borders, and those that belong to nobody: chains reach them and do not run through them."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from conftest import codes_of, game_of
from lockstep import play_in_lockstep

import hexgame
from hexgame.board.board import Board
from hexgame.show.boards.text import draw, legend

STRETCHES = """
board {
  shape hexagon(3)
  edge outside split 7: neutral as stretches
  edge sides[0], sides[3]: Red as rails
  edge sides[1]: Blue as roof
}
turn { may place stone on empty may place stone of neutral on empty where turn mod 5 == 0 }
win when some i in 0..6: connects(own, [stretches[i], stretches[(i + 3) mod 7]])
win when some g in groups(own): count({s for s in stretches where touches(g, s)}) >= 4
lose when connects(own, rails) and touches(own, roof)
draw when count(empty) == 0
"""


def test_all_forms_agree_on_borders_of_nobody() -> None:
    play_in_lockstep(game_of(STRETCHES), 30, seed=3)


def test_a_chain_reaches_a_stretch_and_does_not_run_through_it() -> None:
    lines = [line for line in STRETCHES.splitlines() if line[:5] not in ("  edg", "lose ", "turn ") or "split" in line]
    state = game_of("\n".join(lines)).start()
    board, draw_lots, endings = state.game.board, random.Random(2), 0
    runs = [{arc.to for arc in edge.links} for edge in board.edges[:7]]
    for _ in range(20):
        while not state.is_over:
            move = draw_lots.choice(state.legal_moves)
            mover = state.to_move
            state.play(move)
            stones = {cell for cell in range(len(board.cells)) if state.at(cell) == (mover, "stone")}
            touched = [[bool(run & chain) for run in runs] for chain in chains(stones, board)]
            met = any(sum(each) >= 4 or any(each[i] and each[(i + 3) % 7] for i in range(7)) for each in touched)
            assert (state.wins == (mover,)) == met
        endings += bool(state.wins)
        state = state.game.start()
    assert endings > 10


def chains(stones: set[int], board: Board) -> Iterator[set[int]]:
    while stones:
        chain = waiting = {min(stones)}
        while waiting := {arc.to for cell in waiting for arc in board.arcs[cell]} & stones - chain:
            chain = chain | waiting
        yield chain
        stones = stones - chain


def test_borders_are_called_as_the_file_says() -> None:
    game = game_of(STRETCHES)
    assert [edge.name for edge in game.board.edges[-4:]] == ["stretches[6]", "rails[0]", "rails[1]", "roof"]
    assert "Red (rails[0], rails[1]: ▪)" in legend(game)
    assert "▫" in draw(game.start())
    assert set("▴△") & set(draw(game.start())) == set()


@pytest.mark.parametrize(
    ("edges", "condition"),
    [
        ("edge top: neutral as north edge bottom: neutral as south", "connects(own, [north, south])"),
        ("edge top, bottom: neutral as ends", "connects(own, ends)"),
        ("edge top, bottom: Red, neutral as ends", "connects(own, ends)"),
        ("edge outside split 4: neutral as runs_", "connects(own, [runs_[0], runs_[2]])"),
        ("edge [top, bottom]: neutral as ends", "connects(own, [ends[0], bottom])"),
        ("edge top, bottom: Red as ends", "connects(own, Red.edges) and connects(own, ends)"),
    ],
)
def test_a_name_stands_for_an_edge_or_for_a_list(edges: str, condition: str) -> None:
    game = game_of(f"board {{ shape rhombus(3) {edges} }} win when {condition}")
    state = game.start().play_all(["b1", "a1", "b2", "a2"])
    assert not state.is_over
    state.play("b3")
    assert state.wins == ("Red",)


@pytest.mark.parametrize(
    ("edges", "condition", "code"),
    [
        ("edge top: neutral as north", "touches(own, nort)", "HG201"),
        ("edge top: nobody as north", "touches(own, north)", "HG204"),
        ("edge top: neutral as north", "connects(own, north)", "HG302"),
        ("edge top: neutral as north edge left: Red as north", "touches(own, north)", "HG202"),
        ("edge top: neutral as last", "touches(own, last)", "HG203"),
        ("edge outside split 3: neutral as thirds", "touches(own, thirds[3])", "HG305"),
        ("edge top: neutral as north", "connects(own, own.edges)", "HG403"),
        ("edge top: neutral as north", "count(own & north) > 1", "HG302"),
    ],
)
def test_what_is_wrong_with_names_of_borders(edges: str, condition: str, code: str) -> None:
    assert codes_of(f"board {{ shape rhombus(4) {edges} }} win when {condition}") == [code]


def test_nobody_is_treated_unequally_by_a_border_of_nobody() -> None:
    text = "board { shape rhombus(4) edge top: neutral as north edge left: Red edge right: Blue }"
    game = game_of(f"{text} win when touches(own, north)")
    assert "HG930" not in [each.code for each in hexgame.validation.lints.warnings_of_file([game])]
