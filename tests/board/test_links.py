"""Links by rule: boards with links added or cut are what the same graph is, link by link."""

from __future__ import annotations

import random

import pytest
from conftest import codes_of, game_of, long
from lockstep import play_in_lockstep
from test_board import board_of

from hexgame.board.board import Arc, Board
from hexgame.board.linking import changed_links, crossed
from hexgame.show.boards.text import legend
from hexgame.show.pictures.picture import svg
from hexgame.values.cells import Fault

SIZES = (2, 3, 5)


def pairs(board: Board) -> set[tuple[str, str]]:
    """The links of a board, by the names of their cells in alphabetical order."""
    named = ((board.names[cell], board.names[arc.to]) for cell, arcs in enumerate(board.arcs) for arc in arcs)
    return {(min(pair), max(pair)) for pair in named}


@pytest.mark.parametrize("size", SIZES)
def test_diagonal_links_make_the_grid_of_eight_neighbours(size: int) -> None:
    ruled = board_of(f"grid square shape rhombus({size}) relation diagonal = leap(1, 1)"
                     " link c - d for c in cells, d in diagonal(c)")  # fmt: skip
    plain = board_of(f"grid square8 shape rhombus({size})")
    assert [set(arcs) for arcs in ruled.arcs] == [set(arcs) for arcs in plain.arcs]
    assert len(changed_links(ruled)[0]) == 2 * (size - 1) ** 2


@pytest.mark.parametrize("size", SIZES)
def test_cut_diagonals_leave_the_grid_of_four_neighbours(size: int) -> None:
    unlinks = "unlink c - d for c in cells, d in adjacent(c) where c.q < d.q and c.r != d.r"
    ruled = board_of(f"grid square8 shape rhombus({size}) {unlinks}")
    assert pairs(ruled) == pairs(board_of(f"grid square shape rhombus({size})"))
    assert len(changed_links(ruled)[1]) == 2 * (size - 1) ** 2


def test_links_lead_both_ways_and_are_made_once() -> None:
    board = board_of("shape rhombus(3) link cell(0, 0) - cell(2, 2) - cell(0, 0) link cell(2, 2) - cell(0, 0)")
    assert board.arcs[0][-1] == Arc(8, 0)
    assert board.arcs[8][-1] == Arc(0, 0)
    assert (len(board.arcs[0]), len(board.arcs[8])) == (3, 3)


def test_a_chain_links_each_cell_to_the_next() -> None:
    board = board_of("grid square shape rhombus(3) unlink cell(1, 0) - cell(1, 1) - cell(0, 1) - cell(0, 2)")
    assert set(changed_links(board)[1]) == {(1, 4), (3, 4), (3, 6)}


def test_the_last_name_changes_fastest_and_earlier_names_are_known() -> None:
    board = board_of("grid square shape parallelogram(4, 1) link cell(i, 0) - cell(j, 0) for i in 0..3, j in i + 2..3"
                     " where i + j == 3 or j - i == 2")  # fmt: skip
    assert changed_links(board)[0] == ((0, 2), (0, 3), (1, 3))


def test_items_see_the_links_above_them() -> None:
    text = """
        grid square shape rhombus(3)
        label before(c) = count(adjacent(c))
        link cell(0, 0) - cell(1, 1)
        label after(c) = count(adjacent(c))
        unlink c - d for c in cells, d in adjacent(c)
    """
    game = game_of(f"board {{ {text} }} win when some c in own: before(c) == 2 and after(c) == 3 and c.q == 0")
    assert not game.start().play_all(["a3"]).is_over
    assert game.start().play_all(["a1"]).wins == ("Red",)
    assert not any(game.board.arcs)


def test_links_of_a_graph_board() -> None:
    board = board_of("graph { cell a at 0, 0 cell b at 1, 0 cell c at 2, 0 cell d at 3, 0 link a - b - c }"
                     " unlink a - b link e - d for e in {a, c} where e != d")  # fmt: skip
    assert pairs(board) == {("b", "c"), ("a", "d"), ("c", "d")}
    assert changed_links(board) == ((), ())


def test_a_link_crosses_the_seams_that_the_shortest_ways_cross() -> None:
    ruled = board_of("grid square shape rhombus(5) wrap left, right as waist wrap top, bottom as rim"
                     " relation diagonal = leap(1, 1) link c - d for c in cells, d in diagonal(c)")  # fmt: skip
    plain = board_of("grid square8 shape rhombus(5) wrap left, right as waist wrap top, bottom as rim")
    assert [set(arcs) for arcs in ruled.arcs] == [set(arcs) for arcs in plain.arcs]


@pytest.mark.parametrize("glue", ["", "wrap top, bottom reversed as rim"])
def test_links_cross_what_each_shortest_way_crosses(glue: str) -> None:
    """Every shortest way is walked, cell by cell."""
    board = board_of(f"grid square shape rhombus(5) wrap left, right as waist {glue}")
    for pair in ((here, there) for here in range(25) for there in range(25)):
        ways: list[tuple[int, int]] = [(pair[0], 0)]
        while all(cell != pair[1] for cell, _ in ways):
            ways = [(arc.to, label ^ arc.label) for cell, label in dict.fromkeys(ways) for arc in board.arcs[cell]]
        labels = {label for cell, label in ways if cell == pair[1]}
        if len(labels) == 1:
            assert {crossed(board, [pair])[pair]} == labels
        else:
            with pytest.raises(Fault, match="cross different seams"):
                crossed(board, [pair])


def test_the_cells_visited_to_find_what_links_cross_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexgame.board.linking.MOST_VISITED", 100)
    board = "board {{ grid square shape rhombus(7) wrap left, right as waist relation far = leap({}) }}"
    goal = "win when loop(own, odd: waist, by: far)"
    assert codes_of(board.format("2, 0") + goal) == ["HG307"]
    assert codes_of(board.format("1, 0") + goal) == []


@pytest.mark.parametrize(
    ("relation", "number", "longest"),
    [("leap(2, 0) | leap(1, 1)", 8, 3), ("leap(2, 1) & leap(1, 2)", 8, 1), ("leap(2, 1) - leap(1, 2)", 0, 1)],
)
def test_relations_are_joined_with_their_steps(relation: str, number: int, longest: int) -> None:
    game = game_of(f"""board {{ grid square shape rhombus(5) relation joined = {relation} }}
        turn {{ place stone on c among empty where count(joined(cell(2, 2))) == {number} }}
        win when row(own, along: joined) == {longest} and count(own) == 3""")
    state = game.start().play_all(["a1", "b1", "b2", "c1", "c3"])
    assert state.wins == ("Red",)


BRIDGES = """
board {
  shape rhombus(4)
  relation leaps = leap(1, 1)
  link c - d for c in cells, d in leaps(c) where (c.q + 2 * c.r) mod 3 == 0
  unlink c - d for c in cells, d in adjacent(c) where c.r == d.r and (c.q + d.q + c.r) mod 4 == 1
  edge top, bottom: Red
  edge left, right: Blue
}
turn { may place stone on empty may swap on turn 2 }
win when connects(own, own.edges)
draw when count(empty) == 0
"""


def joined(board: Board, stones: set[int], first: set[int], last: set[int]) -> bool:
    """Whether a chain of some cells leads from some to others, searched for link by link."""
    reached = waiting = stones & first
    while waiting:
        waiting = {arc.to for cell in waiting for arc in board.arcs[cell]} & stones - reached
        reached = reached | waiting
    return bool(reached & last)


def test_chains_run_along_links_by_rule() -> None:
    game = game_of(BRIDGES)
    play_in_lockstep(game, 20, seed=1)
    board, names = game.board, game.board.names
    edges = [[{arc.to for arc in board.edges[edge].links} for edge in board.edges_of(player)] for player in (0, 1)]
    draw = random.Random(5)
    for _ in range(30):
        state = game.start()
        while not state.is_over:
            state.play(draw.choice(state.legal_moves))
            held = [{names.index(cell) for cell in state.pieces[name]["stone"]} for name in ("Red", "Blue")]
            won = [joined(board, held[player], *edges[player]) for player in (0, 1)]
            assert state.wins == tuple(name for name, has in zip(("Red", "Blue"), won, strict=True) if has)


def test_drawings_show_links_by_rule() -> None:
    game = game_of(BRIDGES)
    added, cut = changed_links(game.board)
    picture = svg(game.start())
    assert (picture.count('class="link"'), picture.count('class="cut"')) == (len(added), len(cut))
    names = [[f"{game.board.names[one]}-{game.board.names[other]}" for one, other in pairs] for pairs in (added, cut)]
    assert (len(added), len(cut)) == (7, 3)
    linked, parted = legend(game).splitlines()[1:]
    assert linked == f"also linked: {', '.join(names[0][:6])} and 1 more"
    assert parted == f"not linked: {', '.join(names[1])}"


def test_a_picture_without_links_by_rule_has_none() -> None:
    assert "ruled" not in svg(game_of("").start())


@long("*-HG307", "*-HG419")
@pytest.mark.parametrize(
    ("items", "code"),
    [
        ("link cell(0, 0) - cell(20, 9)", "HG405"),
        ("link cell(0, 0) - top", "HG302"),
        ("link c - d for c in cells, d in adjacent(c) where c.q", "HG302"),
        ("link c - d for c in 3, d in cells", "HG302"),
        ("unlink c - c for c in cells", "HG419"),
        ("link c - d for c in cells, d in own", "HG201"),
        ("link c - d for c in cells, d in {e for e in cells where count(adjacent(e)) > 2}", "HG419"),
        ("link c - d for c in cells, d in cells where c != d and count({e for e in cells where e.q > 2}) > 0", "HG307"),
    ],
)
def test_what_is_wrong_with_a_link(items: str, code: str) -> None:
    assert codes_of(f"board {{ shape rhombus(20) {items} }}") == [code]


def test_a_board_with_links_by_rule_has_no_inside() -> None:
    board = "board { shape hexagon(3) unlink cell(0, 0) - cell(1, 0) }"
    assert codes_of(f"{board} win when encloses(own)") == ["HG511"]


# A relation of a set


def test_a_relation_of_a_set_gives_what_it_gives_for_any_of_its_cells() -> None:
    game = game_of("""
        board {
          shape rhombus(5)
          relation vision = leap(2, 1)
          region seen = vision(corners)
          relation after(c) = {d for d in adjacent(c) where d.r > c.r}
          region near = adjacent({cell(0, 0), cell(1, 0)})
        }
        turn { place stone on c among empty where not c in seen or turn > 9 }
        lose when near != adjacent(cell(0, 0)) | adjacent(cell(1, 0))
        lose when seen != {c for c in cells where some d in vision(c): d in corners}
        lose when vision(own) != {c for c in cells where count(vision(c) & own) > 0}
        lose when after(own) != {c for c in cells where some d in own: c in after(d)}
        lose when (some c in own: steps(c, own & after(own)) == 99) or after(cells) != cells - top
        draw when count(empty) == 0
    """)
    for seed in range(5):
        state, draw = game.start(), random.Random(seed)
        while not state.is_over:
            state.play(draw.choice(state.legal_moves))
        assert state.outcome is not None
        assert state.outcome.winner is None
