"""Sets chosen in play, sets compared, and loops over ranges that end at a number of the position."""

from __future__ import annotations

import random
from collections.abc import Callable

import oracle
import pytest
from conftest import complete, game_of

import hexgame
from hexgame.diagnostics.text import Source
from hexgame.play.state import State

BOARD = """
board {
  shape rhombus(4)
  relation column(c) = {d for d in cells where d.q == c.q}
  relation line(c) = {d for d in cells where d.r == c.r}
}
"""
Cells = frozenset[int]


def column(cells: Cells, number: int) -> Cells:
    return frozenset(cell for cell in cells if cell % 4 == number)


def line(cells: Cells, number: int) -> Cells:
    return frozenset(cell for cell in cells if cell // 4 == number)


def group(state: State, held: list[Cells], cell: int) -> Cells:
    every = [each for cells in held for each in oracle.groups(state.game.board, cells)]
    return next((each for each in every if cell in each), frozenset())


def last(state: State) -> int:
    section = state.game.machine.layout.last
    assert section is not None
    return state.vector[section.offset]


CONDITIONS: dict[str, Callable[[State, int, list[Cells]], bool]] = {
    "count((if own == Red then column(last) else line(last)) & own) > 1":
        lambda s, p, held: last(s) >= 0 and len(
            column(held[p], last(s) % 4) if p == 0 else line(held[p], last(s) // 4)) > 1,
    "count(if count(own) > count(enemy) then enemy else own | {last}) > 2":
        lambda s, p, held: len(held[1 - p] if len(held[p]) > len(held[1 - p])
                               else held[p] | ({last(s)} - {-1})) > 2,
    "some c in (if passes > 0 then top else bottom): c in own": lambda s, p, held: bool(line(held[p], 3)),
    "connects(if count(empty) > 8 then own | enemy else own, [top, bottom])":
        lambda s, p, held: oracle.connects(
            s.game.board, oracle.Held(held[0] | held[1] if len(held[0] | held[1]) < 8 else held[p]),
            [frozenset(range(4)), frozenset(range(12, 16))]),
    "own & top == {}": lambda s, p, held: not line(held[p], 0),
    "{} != enemy and own != {}": lambda s, p, held: bool(held[1 - p] and held[p]),
    "own & top == own & left": lambda s, p, held: line(held[p], 0) == column(held[p], 0),
    "{c for c in own where c in top} != column(last) & own":
        lambda s, p, held: line(held[p], 0) != (column(held[p], last(s) % 4) if last(s) >= 0 else frozenset()),
    "group(last) == own": lambda s, p, held: group(s, held, last(s)) == held[p],
    "some c in own: some d in own: c != d and group(c) == group(d)":
        lambda s, p, held: len(oracle.groups(s.game.board, held[p])) < len(held[p]),
    "(if count(own) == 2 then [count(own & top), 1] else [2, 0]) >= [count(enemy & top), 1]":
        lambda s, p, held: ((len(line(held[p], 0)), 1) if len(held[p]) == 2 else (2, 0))
        >= (len(line(held[1 - p], 0)), 1),
    "some n in 1..count(own) - 1: n * n == count(enemy) + 1":
        lambda s, p, held: any(n * n == len(held[1 - p]) + 1 for n in range(1, len(held[p]))),
    "every n in count(own & top)..count(own): n != 3":
        lambda s, p, held: 3 not in range(len(line(held[p], 0)), len(held[p]) + 1),
    "count(own) in 2..count(enemy) + 1 and not (3 in count(own)..2)":
        lambda s, p, held: 2 <= len(held[p]) <= len(held[1 - p]) + 1,
}  # fmt: skip


@pytest.mark.parametrize("condition", CONDITIONS)
def test_a_condition_of_play_is_what_python_makes_of_it(condition: str) -> None:
    game = game_of(f"{BOARD}score = if {condition} then 1 else 0\nwin by score when count(empty) == 0 or last in {{}}")
    state, draw = game.start(), random.Random(3)
    while True:
        held = [frozenset(cell for cell in range(16) if state.vector[cell] == 1 + own) for own in (0, 1)]
        wanted = {name: int(CONDITIONS[condition](state, own, held)) for own, name in enumerate(("Red", "Blue"))}
        assert state.scores == wanted, held
        if state.is_over:
            break
        state.play(draw.choice(state.legal_moves))


def test_sets_known_before_play_compare_whatever_their_order() -> None:
    game = game_of("""
        board {
          shape rhombus(3)
          let same = {cell(0, 0), cell(1, 0)} == {cell(1, 0), cell(0, 0)}
          let other = top == left
        }
        score = if same and not other then 1 else 0
        win by score when turn > 3
    """)
    assert game.start().scores["Red"] == 1


def test_a_loop_of_effects_runs_up_to_the_number_that_there_is_as_it_begins() -> None:
    game = game_of("""
        var n = 0 in 0..999
        turn {
          place stone on c among empty {
            c becomes stone
            for i in 1..count(own) {
              for j in i..count(own) - 1 { set n = n + 10 * i + j }
              if i == 1 { own becomes empty }
            }
            for i in 1..count(empty) - 24 { set n = n + 500 }
          }
        }
        win when count(own) > 9
    """)
    state = game.start()
    state.play("a1")
    assert state.variables["n"] == "500"
    board = game_of("""
        var n = 0 in 0..999
        turn {
          place stone on c among empty { c becomes stone for i in 1..count(own) { for j in 1..i { set n = n + j } } }
        }
        win when count(own) > 9
    """)
    state = board.start()
    for number, move in enumerate(["a1", "b1", "c1", "d1", "e1", "a2"], 1):
        before = int(state.variables["n"])
        state.play(move)
        mine = (number + 1) // 2
        assert int(state.variables["n"]) - before == sum(j for i in range(1, mine + 1) for j in range(1, i + 1))


def test_a_loop_with_decisions_runs_up_to_the_number_that_there_is_as_it_begins() -> None:
    game = game_of("turn { for i in 1..count(own) + 1 { place stone on empty } }\nwin when count(own) > 20")
    state, turns = game.start(), []
    while not state.is_over and len(state.legal_moves) > 3:
        if not turns or turns[-1][0] != state.to_move:
            turns.append([state.to_move, 0])
        state.play(state.legal_moves[0])
        turns[-1][1] += 1
    assert turns[:5] == [["Red", 1], ["Blue", 1], ["Red", 2], ["Blue", 2], ["Red", 4]]


BAD = {
    "win when own & top == empty": "this compares a set with the set of all empty cells",
    "win when group(last) == groups(own)": "a set of cells cannot be compared with a set of groups",
    "win when (if turn > 3 then own else 3) == {}": "`then` gives a player and `else` a number",
    "win when some n in 1..turn: n == 3": "this range may have more than 10,000 numbers",
    "turn { for n in 1..turn { place stone on empty } }": "this range may have more than 10,000 numbers",
}


@pytest.mark.parametrize("text", BAD)
def test_what_is_wrong_is_said(text: str) -> None:
    assert BAD[text] in [problem.message for problem in hexgame.check(Source("test.hexgame", complete(text)))]
