"""Graph boards: the coordinates, names and pictures of cells that a file lists one by one."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from conftest import ROOT, codes_of, game_of

import hexgame
from hexgame import Source
from hexgame.board.board import Arc, Board
from hexgame.show.boards.palette import PLAIN
from hexgame.show.boards.text import draw
from hexgame.values.values import Cells, Coordinate

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
    wrong = {
        "{ place stone on c among empty where c.x > 1 }": "write: c.q",
        "{ place stone on {cell(cell(1, 1).y, 0)} }": "write: cell(1, 1).r",
    }
    for where, told in wrong.items():
        (found,) = [each for each in hexgame.check(sheet("board { shape rhombus(3) }", where)) if each.code == "HG208"]
        assert found.help == told
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
    assert max(map(len, draw(state, PLAIN.copy_with(width=9999)).splitlines())) > 999
    assert draw(state, PLAIN.copy_with(width=40)) == "     hub(●)   North ·     east ·\n south_1 ·        w ·"
    assert draw(state, PLAIN.copy_with(width=3)).splitlines() == [
        "     hub(●)", "   North ·", "    east ·", " south_1 ·", "       w ·"
    ]  # fmt: skip


def sheet(board: str, turn: str = "{ place stone on empty }") -> Source:
    """A game on a board."""
    return Source("test.hexgame", f'game "T" players Red, Blue {board} turn {turn} win when count(own) > 2')


GRID = """
board {
  let n = 3
  graph {
    cell corner at -5, 7
    cell net at 10 * x, 3 * y for x in 0..n, y in 0..n where x + y < 6
    link c - d for c in net, d in net where d.x - c.x == 10 and c.y == d.y or d.y - c.y == 3 and c.x == d.x
    link corner - net[0] - cell(10, 3)
    cell at 40, 7
    link cell(40, 7) - corner
  }
  edge {net[i] for i in 0..3}: Red
}
"""


def test_cells_by_rule_are_a_region_in_their_order() -> None:
    board = game_of(f"{GRID} win when connects(own, [net, {{corner}}])").board
    net = board.regions["net"]
    assert isinstance(net, Cells)
    assert net.items == tuple((10 * x, 3 * y) for x in range(4) for y in range(4) if x + y < 6)
    assert board.cells == ((-5, 7), *net.items, (40, 7))


def test_cells_by_rule_are_called_after_their_column_and_row() -> None:
    board = game_of(GRID).board
    assert board.names[:6] == ("corner", "b1", "b2", "b3", "b5", "c1")  # the fourth row is that of the corner
    assert board.names[-1] == "f4"
    assert board.named("E3") == board.places[Coordinate(30, 6)]


def test_links_by_rule_are_those_of_the_same_graph_link_by_link() -> None:
    board = game_of(GRID).board
    cells = set(board.cells[1:-1])
    expected = {frozenset({(x, y), near}) for x, y in cells for near in ((x + 10, y), (x, y + 3)) if near in cells}
    expected |= {frozenset({(-5, 7), (0, 0)}), frozenset({(0, 0), (10, 3)}), frozenset({(40, 7), (-5, 7)})}
    assert {frozenset({board.cells[c], board.cells[arc.to]}) for c in range(17) for arc in board.arcs[c]} == expected
    assert all(Arc(c, 0) in board.arcs[arc.to] for c in range(17) for arc in board.arcs[c])


@pytest.mark.parametrize(
    ("items", "code", "message"),
    [
        ("cell rim at i, 1 for i in 0..3 where i", "HG302", "`where` needs a condition; this is a number"),
        ("cell rim at yes, 1", "HG302", "`at` needs a number; this is a condition"),
        ("cell rim at i, j for i in 0..3, j in 0..9 where i > 5", "HG402", "this board has no cells"),
        ("cell rim at i, j for i in 0..70, j in 0..70", "HG402", "this board is too large"),
        ("cell rim at i, 5000 * i for i in 0..1", "HG402", "a board whose cells lie too far apart"),
        (
            "cell r at i, 0 for i in 0..3 link r[i] - r[i + 1] for i in 0..3",
            "HG305",
            "index 4 is out of range: the set's 4 cells are numbered 0 to 3",
        ),
        (
            "cell at i, 0 for i in 0..3 link cell(i, 0) - cell(i + 1, 0) for i in 0..3",
            "HG405",
            "the cell (4, 0) is not on the board",
        ),
        ("cell rim at i, 0 for i in 0..3 link rim - rim[0]", "HG302", "`link` needs a cell; this is a set of cells"),
        (
            "cell r at i, 0 for i in 0..3 link c - adjacent(c) for c in r",
            "HG403",
            "`adjacent` is for relations, labels and rules",
        ),
        ("cell a at 0, 0 link a - a", "HG419", "this links a to itself"),
        ("cell rim at i, 0 for i in 0..1 link rim[0] - cell(0, 0)", "HG419", "this links a1 to itself"),
        ("cell a1 at 1, 1 cell at 0, 0 link a1 - cell(0, 0)", "HG418", "two cells have the name `a1`"),
        ("cell at 0, 0 cell b at 0, 0 link b - b", "HG418", "two cells are drawn at 0, 0"),
    ],
)
def test_what_is_wrong_with_cells_and_links_by_rule(items: str, code: str, message: str) -> None:
    (found,) = hexgame.check(sheet(f"board {{ graph {{ {items} }} region odd = {{cell(0, 0)}} }}"))
    assert (found.code, found.message) == (code, message)


def test_a_rule_may_make_no_cell() -> None:
    board = game_of("board { graph { cell a at 0, 0 cell rim at i, 1 for i in 5..2 } }").board
    assert (board.names, board.regions["rim"]) == (("a",), Cells(()))


BOARDS = ROOT / "tests" / "boards"


@cache
def sheet_of(name: str, **options: int) -> hexgame.Game:
    return hexgame.load(BOARDS / f"{name}.hexgame", **options)


def board_of(name: str, **options: int) -> Board:
    return sheet_of(name, **options).board


def links_of(board: Board) -> int:
    return sum(map(len, board.arcs)) // 2


@pytest.mark.parametrize("path", sorted(BOARDS.glob("*.hexgame")), ids=lambda path: path.stem)
def test_an_uncommon_board_is_a_sheet_of_at_most_sixty_lines(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 60
    state = sheet_of(path.stem).start()
    for _ in range(5):
        state.play(state.legal_moves[-1])


@pytest.mark.parametrize("size", [4, 5])
def test_the_board_of_onyx(size: int) -> None:
    board = board_of("onyx", size=size)
    squares = {(x, y) for x in range(size - 1) for y in range(size - 1) if (x + y) % 2}
    expected = {frozenset({(2 * x + 1, 2 * y + 1), (2 * (x + i), 2 * (y + j))}) for x, y in squares for i in (0, 1)
                for j in (0, 1)}  # fmt: skip
    for x, y in product(range(size), repeat=2):
        expected |= {frozenset({(2 * x, 2 * y), (2 * x + 2, 2 * y)})} if x < size - 1 else set()
        expected |= {frozenset({(2 * x, 2 * y), (2 * x, 2 * y + 2)})} if y < size - 1 else set()
        if max(x, y) < size - 1 and (x, y) not in squares:
            lean = x % 2
            expected.add(frozenset({(2 * x, 2 * y + 2 - 2 * lean), (2 * x + 2, 2 * y + 2 * lean)}))
    assert {frozenset({board.cells[c], board.cells[arc.to]}) for c, arcs in enumerate(board.arcs) for arc in arcs} == (
        expected
    )


def test_the_spaces_of_conhex_and_their_holes() -> None:
    board = board_of("conhex")
    spaces, holes = (set(board.ids(board.regions[name])) for name in ("spaces", "hole"))  # type: ignore[arg-type]
    assert (len(spaces), len(holes)) == (41, 69)
    assert Counter(sum(arc.to in holes for arc in board.arcs[s]) for s in spaces) == {3: 16, 5: 1, 6: 24}
    inside = sum(arc.to in spaces for s in spaces for arc in board.arcs[s]) // 2
    assert inside == 3 * 41 - 3 - 16  # a disc of triangles: three spaces meet in a point


def test_boards_of_triangles_have_as_many_links_as_euler_says() -> None:
    fractal, web, globe = board_of("fractal"), board_of("poly_y", size=4), board_of("globe", rings=3, meridians=7)
    assert (len(fractal.cells), links_of(fractal)) == (18 + 12 + 13, 3 * 43 - 3 - 12)
    assert (len(web.cells), links_of(web)) == (51, 3 * 51 - 3 - 20)
    assert (len(globe.cells), links_of(globe)) == (23, 3 * 23 - 6)
    assert {len(arcs) for arcs in web.arcs[:30]} == {6}
    assert len(web.arcs[50]) == 5


def test_a_graph_called_after_its_columns_and_rows_is_drawn_like_a_grid() -> None:
    cells = "cell at 0, 0 cell at 3, 10 cell at 90, 0 cell at 91, 11 link cell(0, 0) - cell(3, 10)"
    state = game_of(
        f"board {{ graph {{ {cells} }} }}\nturn {{ place stone on empty }}\nwin when count(own) == 3"
    ).start()
    state.play("c1")
    assert [line.rstrip() for line in draw(state).splitlines()] == [
        "  a b c d", "1 ·  (●)1", "  2 · 2", "      3 · 3", "  a b c d",
    ]  # fmt: skip
