"""Chains that run by a relation: `by:` against the oracle on a board with those links, in all forms."""

from __future__ import annotations

import random
from collections.abc import Callable

import oracle
import pytest
from conftest import codes_of, game_of, long
from lockstep import agree, licensed, play_in_lockstep
from oracle import Held

from hexgame.board.board import Arc, Board
from hexgame.board.linking import crossed
from hexgame.play.state import State

Joins = Callable[[State, int, int, int], bool]
"""Whether a relation leads from a cell to another, in a position, for a player."""


def step(state: State, here: int, there: int) -> tuple[int, int]:
    one, other = state.game.board.cells[here], state.game.board.cells[there]
    return abs(other.q - one.q), abs(other.r - one.r)


def near(state: State, here: int, there: int) -> bool:
    return any(arc.to == there for arc in state.game.board.arcs[here])


def holder(state: State, cell: int) -> int | None:
    held = state.at(cell)
    return None if held is None else state.game.players.index(held[0])


def is_flat(state: State, cell: int) -> bool:
    return state.at(cell) is not None and state.at(cell)[1] == "flat"  # type: ignore[index]


def opens(state: State, here: int, there: int) -> bool:
    """Flat pieces are open to the left and right, others up and down."""
    return step(state, here, there)[1 if is_flat(state, here) else 0] == 0


RELATIONS: dict[str, tuple[str, Joins]] = {
    "leaps": ("relation track = leap(1, 2)", lambda s, own, a, b: sorted(step(s, a, b)) == [1, 2]),
    "rows": ("relation track(c) = {d for d in cells where d.r == c.r and d != c}",
             lambda s, own, a, b: step(s, a, b)[1] == 0),
    "definition": ("define track(c) = {d for d in slide(c) where d.q != c.q}", lambda s, own, a, b:
                   step(s, a, b)[1] == 0),
    "one way": ("relation track(c) = {d for d in adjacent(c) where opens(c, d)}", lambda s, own, a, b:
                near(s, a, b) and opens(s, a, b)),
    "both ways": ("relation track(c) = {d for d in adjacent(c) where opens(c, d) and opens(d, c)}",
                  lambda s, own, a, b: near(s, a, b) and opens(s, a, b) and opens(s, b, a)),
    "between own": ("relation track(c) = adjacent(c) - enemy", lambda s, own, a, b:
                    near(s, a, b) and holder(s, b) in (None, own)),
    "columns": ("relation track(c) = {d for d in cells where d.q == c.q and (c in own or d in own)}",
                lambda s, own, a, b: step(s, a, b)[0] == 0 and own in (holder(s, a), holder(s, b))),
    "kinds": ("relation track(c) = (own.flat | own.tall) & adjacent(c) - {cell(1, 1)}", lambda s, own, a, b:
              near(s, a, b) and holder(s, b) == own and s.game.board.names[b] != "b2"),
}  # fmt: skip

SHEET = """
pieces flat, tall
define opens(c, d) = if c in Red.flat | Blue.flat then c.r == d.r else c.q == d.q
board {
  grid square
  shape rhombus(4)
  edge top, bottom: Red
  edge left, right: Blue
  RELATION
}
turn { may place flat on empty may place tall on empty }
win when connects(own, own.edges, by: track)
win when some g in groups(own, by: track): count(g) >= 2 and touches(g, own.edges[0])
lose when some c in own: count(group(c, by: track) - corners) > 3
lose when count(own) > 5 and some c in own & corners: count(liberties({c}, by: track)) == 0
draw when count(empty) == 0
"""


def sheet(relation: str) -> str:
    text = RELATIONS[relation][0]
    if text.startswith("define"):
        return SHEET.replace("RELATION", "").replace("\nturn", f"\n{text}\nturn", 1)
    return SHEET.replace("RELATION", text)


def linked(state: State, own: int, joins: Joins) -> Board:
    """The board with the links that a relation gives in a position: those that lead both ways."""
    board = state.game.board
    every = range(len(board.cells))
    both = [[b for b in every if b != a and joins(state, own, a, b) and joins(state, own, b, a)] for a in every]
    return board.copy_with(arcs=tuple(tuple(Arc(b, 0) for b in row) for row in both))


def expected(state: State, own: int, joins: Joins) -> tuple[bool, bool]:
    """Whether a player has won, and has lost."""
    board = linked(state, own, joins)
    cells = frozenset(c for c in range(16) if holder(state, c) == own)
    empty = frozenset(c for c in range(16) if state.at(c) is None)
    edges = [16 + edge for edge in board.edges_of(own)]
    groups = oracle.groups(board, cells)
    corners = set(board.ids(board.regions["corners"]))
    wins = oracle.connects(board, Held(cells, frozenset({own})), edges) or any(
        len(group) >= 2 and oracle.touches(board, group, edges[0]) for group in groups
    )
    loses = any(len(group - corners) > 3 for group in _groups_of_owners(board, state, own, joins)) or any(
        len(cells) > 5 and not any(arc.to in empty for arc in board.arcs[cell]) for cell in cells & corners
    )
    return wins, loses


def _groups_of_owners(board: Board, state: State, own: int, joins: Joins) -> list[frozenset[int]]:
    return oracle.groups(board, frozenset(c for c in range(16) if holder(state, c) == own))


@long("*", "!one way", "!kinds")
@pytest.mark.parametrize("relation", RELATIONS)
def test_goals_and_groups_run_by_a_relation(relation: str) -> None:
    game = game_of(sheet(relation))
    twins = [game.in_forms(forms) for forms in licensed(game)]
    draw, seen = random.Random(3), set()
    for number in range(12):
        states = [twin.start(seed=number) for twin in twins]
        while not states[0].is_over:
            code = draw.choice(states[0].legal_codes)
            for state in states:
                state.play(state.game.move(code))
            agree(states)
            found = [expected(states[0], own, RELATIONS[relation][1]) for own in (0, 1)]
            seen |= set(found)
            names = states[0].game.players
            assert set(states[0].wins) == {names[own] for own in (0, 1) if found[own][0]}
            assert set(states[0].loses) == {names[own] for own in (0, 1) if found[own][1]}
    assert {wins for wins, _ in seen} == {True, False}


TORUS = """
board { grid square shape rhombus(4) wrap left, right as u wrap top, bottom as v relation track = leap(1, 1) }
win when loop(own, odd: u, by: track)
win when path(own, [{cell(0, 0)}, {cell(1, 1), cell(3, 3)}], odd: v, by: track)
draw when count(empty) == 0
"""


def test_chains_by_a_relation_cross_seams() -> None:
    game = game_of(TORUS)
    assert game.facts.joined_goals == (True, True)
    play_in_lockstep(game, 15, seed=2)
    board = game.board
    rows = [[b for b in range(16) if board.cells[b].q % 2 != board.cells[a].q % 2 and not near_(board, a, b)
             and (board.cells[a].q + board.cells[a].r - board.cells[b].q - board.cells[b].r) % 2 == 0]
            for a in range(16)]  # fmt: skip
    labels = crossed(board, [(a, b) for a, row in enumerate(rows) for b in row])
    board = board.copy_with(arcs=tuple(tuple(Arc(b, labels[a, b]) for b in row) for a, row in enumerate(rows)))
    draw = random.Random(4)
    for _ in range(20):
        state = game.start()
        while not state.is_over:
            state.play(draw.choice(state.legal_moves))
            cells = frozenset(c for c in range(16) if holder(state, c) == 0)
            ends = (
                frozenset({0}),
                frozenset({board.places[place] for place in board.cells if place in ((1, 1), (3, 3))}),
            )
            won = oracle.loop(board, Held(cells), 1, 0) or oracle.path(board, Held(cells), ends, 2, 0)
            assert ("Red" in state.wins) == won


def near_(board: Board, here: int, there: int) -> bool:
    return any(arc.to == there for arc in board.arcs[here])


STATIC = "board { shape rhombus(4) relation far = leap(1, 1) edge top, bottom: Red edge left, right: Blue }\n"


def test_chains_are_merged_by_a_relation_known_before_play() -> None:
    game = game_of(STATIC + "win when connects(own, own.edges, by: far)")
    assert game.facts.joined_goals == (True,)
    assert game.facts.chains_by is not None
    play_in_lockstep(game, 20, seed=1)
    mixed = game_of(STATIC + "win when connects(own, own.edges, by: far)\nwin when connects(own, own.edges)")
    assert mixed.facts.joined_goals == (True, False)
    play_in_lockstep(mixed, 20, seed=1)


def test_a_relation_that_play_decides_is_searched_for() -> None:
    game = game_of(sheet("both ways"))
    assert not any(game.facts.joined_goals)
    assert game.facts.chains_by is None


@pytest.mark.parametrize("by", ["adjacent", "(if 1 > 0 then adjacent else far)"])
def test_the_links_of_the_board_are_a_relation(by: str) -> None:
    goals = [game_of(f"{STATIC}win when connects(own, own.edges{more})").rules.goals for more in (f", by: {by}", "")]
    assert goals[0] == goals[1]


@pytest.mark.parametrize(
    ("goal", "code"),
    [
        ("connects(own, own.edges, by: top)", "HG302"),
        ("connects(own, own.edges, by: 3)", "HG302"),
        ("connects(own, own.edges, by: nothing)", "HG201"),
        ("connects(own, own.edges, by: pair)", "HG302"),
        ("connects(own, own.edges, by: number)", "HG302"),
        ("connects(own, own.edges, by: ahead)", "HG525"),
        ("connects(own, own.edges, by: if count(own) > 2 then far else adjacent)", "HG303"),
        ("encloses(own, by: far)", "HG301"),
        ("some g in groups(own, by: ahead): count(g) > 3", "HG525"),
    ],
)
def test_what_is_wrong_with_by(goal: str, code: str) -> None:
    more = ["pair(c, d) = {c, d}", "number(c) = count(own)", "ahead(c) = {d for d in adjacent(c) where d.r > c.r}"]
    defined = "".join(f"define {each}\n" for each in more)
    assert codes_of(f"{STATIC}{defined}win when {goal}") == [code]


def test_a_relation_of_all_cells_is_refused_on_large_boards() -> None:
    text = "board { shape rhombus(30) }\ndefine any(c) = own\nwin when some g in groups(own, by: any): count(g) > 3"
    assert codes_of(text) == ["HG307"]
