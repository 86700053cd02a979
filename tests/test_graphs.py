"""Graph boards: the coordinates, names and pictures of cells that a file lists one by one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from conftest import codes_of, game_of

import hexgame
from hexgame import Source
from hexgame.show.boards.palette import PLAIN
from hexgame.show.boards.text import draw
from hexgame.values.values import Cells

WEB = """
board {
  graph {
    cell hub at 50, 10  cell North at 50, -4  cell east at 100, 10  cell south_1 at 50, 20  cell w at 0, 10
    link North - east - south_1 - w - North  link hub - North  link hub - south_1
  }
  region high = {c for c in cells where c.y < 10 or c.x == 0}
  region middle = {cell(50, 10)}
}
"""


def test_cells_know_where_they_are_drawn() -> None:
    board = game_of(f"{WEB} turn {{ place stone on c among empty where c.x + 10 * c.y > 100 }}").board
    high, middle = board.regions["high"], board.regions["middle"]
    assert isinstance(high, Cells) and isinstance(middle, Cells)
    assert [board.names[cell] for cell in board.ids(high)] == ["North", "w"]
    assert [board.names[cell] for cell in board.ids(middle)] == ["hub"]


def test_conditions_of_play_ask_for_the_same_coordinates() -> None:
    game = game_of(f"{WEB} turn {{ place stone on c among empty where c.x + 10 * c.y > 100 }}")
    assert [str(move) for move in game.start().legal_moves] == ["hub", "east", "south_1"]


@pytest.mark.parametrize("items", ["region odd = {c for c in cells where c.NAME > 1}", "let one = hub.NAME"])
@pytest.mark.parametrize("name", ["q", "r", "z", "xy"])
def test_a_graph_has_no_columns_and_rows(items: str, name: str) -> None:
    board = WEB.replace("region middle", f"{items.replace('NAME', name)} region middle")
    (found,) = [each for each in hexgame.check(sheet(board)) if each.code == "HG208"]
    assert (found.message, found.help) == (f"a cell has no `.{name}`", "a cell of a graph has `.x` and `.y`")


def test_a_grid_has_no_positions() -> None:
    for where in ("{ place stone on c among empty where c.x > 1 }", "{ place stone on {cell(cell(1, 1).y, 0)} }"):
        (found,) = [each for each in hexgame.check(sheet("board { shape rhombus(3) }", where)) if each.code == "HG208"]
        assert found.help == "a cell has `.q` and `.r`"
    assert codes_of(f"{WEB} turn {{ place stone on c among empty where c.q > 1 }}") == ["HG208"]


@pytest.mark.parametrize("text", ["hub", "HUB", "North", "south_1", "stone@w", "Red@hub"])
def test_every_name_of_a_cell_is_a_move(text: str) -> None:
    game = game_of(f"{WEB} turn {{ place stone {'of Red ' * ('Red' in text)}on empty }}")
    state = game.start()
    state.play(text)
    assert game.board.named(text.rpartition("@")[2]) == next(cell for cell in range(5) if state.at(cell))


def test_a_graph_that_is_wider_than_the_terminal_is_a_list() -> None:
    state = game_of(WEB).start()
    state.play("hub")
    assert max(map(len, draw(state, replace(PLAIN, width=9999)).splitlines())) > 999
    assert draw(state, replace(PLAIN, width=40)) == "     hub(●)   North ·     east ·\n south_1 ·        w ·"
    assert draw(state, replace(PLAIN, width=3)).splitlines() == [
        "     hub(●)", "   North ·", "    east ·", " south_1 ·", "       w ·"
    ]  # fmt: skip


def sheet(board: str, turn: str = "{ place stone on empty }") -> Source:
    """A game on a board."""
    return Source("test.hexgame", f'game "T" players Red, Blue {board} turn {turn} win when count(own) > 2')
