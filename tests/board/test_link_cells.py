"""Links that are cells: where they are, which of them cross, and how they are drawn."""

from __future__ import annotations

import random
from copy import deepcopy
from fractions import Fraction
from itertools import combinations

import pytest
from conftest import codes_of, game_of

import hexgame
from hexgame.board import relations
from hexgame.board.board import Board
from hexgame.board.relations import crossings, is_tangled
from hexgame.show.boards.text import draw
from hexgame.show.pictures.picture import svg
from hexgame.values.cells import Bond, Coordinate

SQUARE = """
board {
  graph {
    cell post at 2 * x, 2 * y for x in 0..2, y in 0..1
    link post[i] - post[i + 2] as rails for i in 0..3
    link post[0] - post[3] - post[4] as slants
  }
}
win when connects(own, [{post[0]}, {post[5]}])
"""


WON = "win when count(own) > 1"


def test_a_link_that_is_a_cell_lies_between_its_ends() -> None:
    board = game_of(f"{SQUARE} turn {{ place stone on rails | slants }}").board
    found = {board.names[cell]: {board.names[arc.to] for arc in arcs} for cell, arcs in enumerate(board.arcs)}
    assert found["a1_b1"] == {"a1", "b1"}
    assert found["b1"] == {"a1_b1", "b1_c1"}
    assert found["a1"] == {"a1_b1", "a1_b2"}
    assert board.drawn[board.cells[board.by_name["a1_b2"]]] == (1.0, 1.0)


def test_links_name_their_sets_and_know_their_middle() -> None:
    where = "c in slants and c.x == 1 and c.y == 1"
    state = game_of(f"{SQUARE} turn {{ place stone on c among empty where {where} }}").start()
    assert [str(move) for move in state.legal_moves] == ["a1_b2"]


def test_a_link_given_twice_is_one_cell_in_both_sets() -> None:
    items = "cell a at 0, 0 cell b at 1, 2 link a - b as one link b - a as other"
    state = game_of(f"board {{ graph {{ {items} }} }}\n{WON}\nturn {{ place stone on one & other }}").start()
    assert len(state.game.board.cells) == 3
    assert [str(move) for move in state.legal_moves] == ["a_b"]


def test_a_link_is_told_from_a_cell_in_its_middle() -> None:
    bond = Bond(Coordinate(0, 0), Coordinate(2, 2))
    assert bond != Coordinate(1, 1) and Coordinate(1, 1) != bond and bond != Bond(Coordinate(0, 2), Coordinate(2, 0))
    assert bond == Bond(Coordinate(2, 2), Coordinate(0, 0)) and len({bond, Coordinate(1, 1)}) == 2
    assert deepcopy(bond) == bond
    items = "cell a at 0, 0 cell b at 2, 2 cell c at 1, 1 link a - b as long link a - c - b"
    assert (
        len(game_of(f"board {{ graph {{ {items} }} }}\n{WON}\nturn {{ place stone on long | {{c}} }}").board.cells) == 4
    )


# Which of them cross


def meets(one: Bond, other: Bond) -> bool:
    """Whether two links have a point in common that is not an end of both, worked out in fractions."""
    (a, b), (c, d) = one.ends, other.ends
    shared = set(one.ends) & set(other.ends)
    u, v, w = (b.q - a.q, b.r - a.r), (d.q - c.q, d.r - c.r), (c.q - a.q, c.r - a.r)
    whole = u[0] * v[1] - u[1] * v[0]
    if whole:
        s, t = (Fraction(w[0] * z[1] - w[1] * z[0], whole) for z in (v, u))
        return 0 <= s <= 1 and 0 <= t <= 1 and not shared
    if u[0] * w[1] != u[1] * w[0]:
        return False
    axis = 0 if u[0] else 1
    low, high = max(min(a[axis], b[axis]), min(c[axis], d[axis])), min(max(a[axis], b[axis]), max(c[axis], d[axis]))
    return low < high or (low == high and not shared)


def board_of_links(draw: random.Random, links: int) -> Board:
    spots = [Coordinate(x, y) for x in range(4) for y in range(4)]
    pairs = draw.sample(list(combinations(range(len(spots)), 2)), links)
    cells = " ".join(f"cell k{i} at {spot.q}, {spot.r}" for i, spot in enumerate(spots))
    items = " ".join(f"link k{a} - k{b} as l{n}" for n, (a, b) in enumerate(pairs))
    return game_of(f"board {{ graph {{ {cells} {items} }} }}\n{WON}\nturn {{ place stone on empty }}").board


@pytest.mark.parametrize("seed", range(3))
def test_crossing_links_are_found(seed: int) -> None:
    board = board_of_links(random.Random(seed), 25)
    bonds = [cell for cell in board.cells if isinstance(cell, Bond)]
    found = crossings(board).rows
    expected = {cell: {other for other in bonds if other != cell and meets(cell, other)} for cell in bonds}
    assert {cell: set(found[cell].items) for cell in bonds} == expected
    assert is_tangled(board) == any(expected.values())
    assert not any(found[cell].items for cell in board.cells if not isinstance(cell, Bond))


def test_crossing_means_nothing_on_other_boards() -> None:
    state = game_of("turn { place stone on c among empty where count(crossing(c)) == 0 }").start()
    assert len(state.legal_moves) == len(state.game.board.cells)


def test_a_knights_link_crosses_nine_others() -> None:
    board = hexgame.load("twixt", size=9).board
    rows = crossings(board).rows
    assert len(rows[board.cells[board.by_name["d4_e6"]]].items) == 9


# What is wrong


@pytest.mark.parametrize(
    ("board", "codes"),
    [
        ("shape rhombus(3) link c - d as l for c in top, d in bottom where c.q == d.q", ["HG417"]),
        ("graph { cell a at 0, 0 link a - a as l }", ["HG419"]),
        ("graph { cell a at 0, 0 cell b at 1, 0 link a - b as a }", ["HG202"]),
        ("graph { cell a at 0, 0 link a - b as l } region high = l", ["HG201"]),
        ("graph { cell c at x, y for x in 0..63, y in 0..62 link c[0] - d as l for d in c where d.x > 0 }", ["HG402"]),
    ],
)
def test_what_is_wrong_with_links_is_reported_once(board: str, codes: list[str]) -> None:
    assert codes_of(f"board {{ {board} }}\n{WON}\nturn {{ place stone on empty }}") == codes


# How they are drawn


def test_links_that_cross_are_lines_once_they_are_held() -> None:
    state = hexgame.load("twixt", size=6).start()
    for move in ("b2", "d2", "c4", "d5", "c2", "e3", "b4"):
        state.play(move)
    assert [line.rstrip() for line in draw(state).splitlines()[3:11]] == [
        "2 · ● ● ○ · · 2", "",
        "3 · ·X· · ○ · 3", "",
        "4 ·(●)● ·/· · 4", "",
        "5 · · · ○ · · 5", "",
    ]  # fmt: skip


def test_pictures_draw_a_bar_along_a_link() -> None:
    state = game_of(f"{SQUARE} turn {{ place stone on rails | slants }}").start()
    state.play("a1_b2")
    text = svg(state)
    assert text.count("<polygon") == 6 + 1  # four rails, two slants, and the stone on one of them
    assert text.count("<line") == 0


def test_so_many_links_that_they_cannot_be_compared_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relations, "MOST_COMPARED", 5)
    rule = "turn { place stone on c among empty { for l in crossing(c) & empty { l becomes stone } } }"
    assert codes_of(SQUARE + rule) == ["HG307"]
    assert is_tangled(game_of(f"{SQUARE} turn {{ place stone on empty }}").board)


def test_a_link_known_before_play_is_a_cell() -> None:
    where = "c in crossing(slants[0]) | adjacent(rails[1])"
    state = game_of(f"{SQUARE} turn {{ place stone on c among empty where {where} }}").start()
    assert [str(move) for move in state.legal_moves] == ["a2", "b2"]
